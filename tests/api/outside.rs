//! Fake servers on 127.0.0.1: one that answers with JSON or files, and an issuer of ID tokens.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use p256::pkcs8::EncodePrivateKey;
use rsa::pkcs1::EncodeRsaPrivateKey;
use rsa::rand_core::OsRng;
use rsa::traits::PublicKeyParts;
use serde_json::{Value, json};

/// A server that passes each request's body to `answer` and returns the result. While it is down, it drops connections.
pub struct Outside {
    pub url: String,
    pub requests: Arc<AtomicUsize>,
    pub is_down: Arc<AtomicBool>,
}

impl Outside {
    /// A server that answers with JSON.
    pub fn start(answer: impl Fn(&str) -> String + Send + 'static) -> Outside {
        Outside::serve("200 OK", "Content-Type: application/json", move |body| answer(body).into_bytes())
    }

    /// A server that redirects every request.
    pub fn redirect(to: &str) -> Outside {
        Outside::serve("302 Found", &format!("Location: {to}"), |_| b"{\"keys\": []}".to_vec())
    }

    /// A server that answers with a file.
    pub fn file(content_type: &str, bytes: Vec<u8>) -> Outside {
        Outside::serve("200 OK", &format!("Content-Type: {content_type}"), move |_| bytes.clone())
    }

    fn serve(status: &str, header: &str, answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Outside {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let outside = Outside {
            url: format!("http://{}/", listener.local_addr().unwrap()),
            requests: Arc::default(),
            is_down: Arc::default(),
        };
        let (requests, is_down) = (outside.requests.clone(), outside.is_down.clone());
        let head = format!("HTTP/1.1 {status}\r\n{header}\r\nConnection: close\r\nContent-Length:");
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let body = read_body(&mut BufReader::new(&stream));
                requests.fetch_add(1, Ordering::SeqCst);
                if is_down.load(Ordering::SeqCst) {
                    continue;
                }
                let bytes = answer(&body);
                write!(stream, "{head} {}\r\n\r\n", bytes.len()).unwrap();
                stream.write_all(&bytes).unwrap();
            }
        });
        outside
    }

    pub fn count(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }
}

fn read_body(reader: &mut impl BufRead) -> String {
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim().to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    String::from_utf8(body).unwrap()
}

/// A key with its public half as a JWK.
#[derive(Clone)]
pub struct Key {
    pub kid: &'static str,
    pub algorithm: Algorithm,
    pub private: EncodingKey,
    pub jwk: Value,
}

impl Key {
    pub fn es256(kid: &'static str) -> Key {
        let secret = p256::SecretKey::random(&mut OsRng);
        let point = p256::EncodedPoint::from(secret.public_key());
        let part = |bytes: Option<&p256::FieldBytes>| URL_SAFE_NO_PAD.encode(bytes.unwrap());
        Key {
            kid,
            algorithm: Algorithm::ES256,
            private: EncodingKey::from_ec_der(secret.to_pkcs8_der().unwrap().as_bytes()),
            jwk: json!({"kty": "EC", "crv": "P-256", "use": "sig", "kid": kid, "x": part(point.x()), "y": part(point.y())}),
        }
    }

    pub fn rs256(kid: &'static str) -> Key {
        let secret = rsa::RsaPrivateKey::new(&mut OsRng, 2048).unwrap();
        let part = |number: &rsa::BigUint| URL_SAFE_NO_PAD.encode(number.to_bytes_be());
        Key {
            kid,
            algorithm: Algorithm::RS256,
            private: EncodingKey::from_rsa_der(secret.to_pkcs1_der().unwrap().as_bytes()),
            jwk: json!({"kty": "RSA", "alg": "RS256", "use": "sig", "kid": kid, "n": part(secret.n()), "e": part(secret.e())}),
        }
    }

    /// A token with this key's signature.
    pub fn sign(&self, claims: &Value) -> String {
        let mut header = Header::new(self.algorithm);
        header.kid = Some(self.kid.to_owned());
        encode(&header, claims, &self.private).unwrap()
    }
}

/// An issuer whose published keys can be replaced.
pub struct Issuer {
    pub server: Outside,
    keys: Arc<Mutex<Vec<Value>>>,
}

impl Issuer {
    pub const NAME: &str = "https://issuer.example";
    pub const CLIENT: &str = "community-client";

    pub fn start(keys: &[&Key]) -> Issuer {
        let keys = Arc::new(Mutex::new(jwks(keys)));
        let published = keys.clone();
        let server = Outside::start(move |_| json!({ "keys": *published.lock().unwrap() }).to_string());
        Issuer { server, keys }
    }

    pub fn publish(&self, keys: &[&Key]) {
        *self.keys.lock().unwrap() = jwks(keys);
    }
}

fn jwks(keys: &[&Key]) -> Vec<Value> {
    keys.iter().map(|key| key.jwk.clone()).collect()
}
