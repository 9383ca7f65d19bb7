//! Ed25519 keys, and their form as a Multikey: `z`, and in base58btc two bytes that say Ed25519 before the 32 of the key.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// What stands before a public Ed25519 key.
const ED25519: [u8; 2] = [0xed, 0x01];

/// The secret key of an issuer. There is no `Debug`, because a log must not show it.
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// The key with these 32 bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> SecretKey {
        SecretKey(SigningKey::from_bytes(bytes))
    }

    /// The public half.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs a message.
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

/// The public key of an issuer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// The key in the form of a Multikey; `None` for any other key and any other text.
    pub fn parse(multikey: &str) -> Option<PublicKey> {
        let bytes = decode(multikey)?;
        let key: [u8; 32] = bytes.strip_prefix(&ED25519)?.try_into().ok()?;
        VerifyingKey::from_bytes(&key).ok().map(PublicKey)
    }

    /// The form of a Multikey.
    pub fn multikey(&self) -> String {
        encode(&[ED25519.as_slice(), self.0.as_bytes()].concat())
    }

    /// Whether the key has signed the message.
    pub fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature).is_ok_and(|signature| self.0.verify_strict(message, &signature).is_ok())
    }
}

/// Bytes as a text: `z`, and base58btc.
pub fn encode(bytes: &[u8]) -> String {
    format!("z{}", bs58::encode(bytes).into_string())
}

/// The bytes of such a text.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    bs58::decode(text.strip_prefix('z')?).into_vec().ok()
}
