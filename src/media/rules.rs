//! Addresses of pictures. A picture that is not public needs a key in its address, because a browser sends no bearer
//! token for a picture.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use crate::db::values::Id;

/// The address of a picture.
pub fn address(id: Id) -> String {
    format!("/media/{id}")
}

/// The picture at such an address; `None` for pictures elsewhere.
pub fn id_of(address: &str) -> Option<Id> {
    address.strip_prefix("/media/").and_then(Id::parse)
}

/// The address of a picture of a hidden project.
pub fn keyed(address: &str, key: &[u8]) -> String {
    format!("{address}?key={}", signature(key, address))
}

fn signature(key: &[u8], address: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return String::new();
    };
    mac.update(address.as_bytes());
    mac.finalize().into_bytes().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a key opens a hidden picture. Comparing hashes reveals nothing about the key through timing.
pub fn opens(given: &str, picture: Id, key: &[u8]) -> bool {
    Sha256::digest(given.as_bytes()) == Sha256::digest(signature(key, &address(picture)).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_its_own_picture_only() {
        let (key, picture) = (b"secret", Id(7));
        let keyed = keyed(&address(picture), key);
        let (address, given) = keyed.split_once("?key=").unwrap();
        assert_eq!(address, "/media/0000000000007");
        assert_eq!([address, "https://example.org/7", ""].map(id_of), [Some(picture), None, None]);
        assert!(opens(given, picture, key));
        assert!(!opens(given, Id(8), key));
        assert!(!opens(given, picture, b"another"));
        assert!(!opens("", picture, key));
    }
}
