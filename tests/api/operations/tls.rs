//! HTTPS without a proxy: the handshake, a new certificate, and who is sent on from http.

use std::path::Path;
use std::sync::Arc;

use community::exports::http;
use community::exports::listen::{self, Certificate, Limits, Places};
use poem::http::StatusCode;
use poem::{Endpoint, IntoResponse, Request, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::support::TestApp;

/// Two certificates for this machine that only these tests trust, with their keys.
const FIRST: &[u8] = include_bytes!("../mail/localhost.pem");
const SECOND: &[u8] = include_bytes!("renewed.pem");

/// Asks a server that shows one of these certificates. Without a trusted one there is no answer.
pub async fn ask(port: u16, trusted: &[u8], path: &str) -> std::io::Result<String> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(trusted).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let mut stream = TlsConnector::from(Arc::new(config))
        .connect(ServerName::try_from("localhost").unwrap(), stream)
        .await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    // A server need not say goodbye.
    let _ = stream.read_to_end(&mut answer).await;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[tokio::test]
async fn a_site_speaks_https_and_takes_up_a_new_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("site.pem");
    std::fs::write(&path, FIRST).unwrap();
    let certificate = Certificate::load(&path, &path).unwrap();
    let file = path.clone();
    let app = TestApp::with(|config| {
        config.tls.certificate = file.clone();
        config.tls.key = file;
    })
    .await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let ui = poem::endpoint::make_sync(|request: Request| request.scheme().to_string().into_response());
    let limits = Limits::within(1024, Vec::new());
    let serve = listen::serve(
        listener,
        Some(certificate.clone()),
        http::endpoint(&app.app, ui),
        Places::new(limits),
        std::future::pending(),
    );
    let serving = tokio::spawn(serve);

    let answer = ask(port, FIRST, "/").await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("https"), "{answer}");
    assert!(answer.to_lowercase().contains("strict-transport-security: max-age="), "{answer}");
    assert!(ask(port, SECOND, "/").await.is_err());
    // What is no handshake ends only its own connection.
    let mut plain = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    plain.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let mut rest = Vec::new();
    let _ = plain.read_to_end(&mut rest).await;
    assert!(!rest.starts_with(b"HTTP"), "{rest:?}");

    // Half of a renewal: the former one stays.
    std::fs::write(&path, "-----BEGIN CERTIFICATE-----\n").unwrap();
    certificate.renew();
    assert!(ask(port, FIRST, "/healthz").await.unwrap().starts_with("HTTP/1.1 200"));
    // Lines before it, as a certificate that was fetched has them, are passed over.
    std::fs::write(&path, [b"For localhost\nFrom https://authority.example/dir\n", SECOND].concat()).unwrap();
    certificate.renew();
    assert!(ask(port, SECOND, "/healthz").await.unwrap().starts_with("HTTP/1.1 200"));
    assert!(ask(port, FIRST, "/").await.is_err());
    serving.abort();
}

#[test]
fn a_certificate_that_is_none_is_named_with_its_setting() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let (first, second) = (file("first.pem", FIRST), file("second.pem", SECOND));
    let said = |certificate: &Path, key: &Path| Certificate::load(certificate, key).err().unwrap_or_default();
    assert!(said(&first, &second).contains("first.pem and") && said(&first, &second).contains("do not go together"));
    assert!(said(&file("empty.pem", b""), &first).contains("empty.pem holds no certificate"));
    assert!(said(&first, &folder.path().join("none.pem")).starts_with("tls.key: "));
    assert!(said(&folder.path().join("none.pem"), &first).starts_with("tls.certificate: "));
    assert_eq!(said(&second, &second), "");
}

#[tokio::test]
async fn whoever_comes_by_http_is_sent_on_to_the_sites_own_address() {
    let app = TestApp::with(|config| config.public_url = "https://makers.example".into()).await;
    let redirect = http::redirect(&app.app, None);
    for (path, to) in [
        ("/", "https://makers.example/"),
        ("/events?page=2", "https://makers.example/events?page=2"),
        ("//evil.example/x", "https://makers.example//evil.example/x"),
    ] {
        let request = Request::builder().uri(path.parse().unwrap()).header("Host", "evil.example").finish();
        let answer: Response = redirect.get_response(request).await;
        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT);
        assert_eq!(answer.header("Location"), Some(to));
    }
}
