//! Encryption from the first byte, and addresses beyond ASCII.

use std::sync::Arc;
use std::time::Duration;

use community::exports::config::MailTls;
use community::exports::mail::tls::Tls;
use community::exports::mail::transport::Transport;
use community::exports::mail::worker::run_once;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::mail::smtp::SmtpServer;
use crate::mail::{mail, open, open_with, queue, row};

/// A certificate for this machine that only these tests trust, and its key.
const PEM: &[u8] = include_bytes!("localhost.pem");

/// Listens in front of a server and takes the encryption off.
async fn encrypting(server: &SmtpServer) -> u16 {
    let certificate = CertificateDer::from_pem_slice(PEM).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], PrivateKeyDer::from_pem_slice(PEM).unwrap())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, behind) = (listener.local_addr().unwrap().port(), server.port);
    tokio::spawn(async move {
        while let Ok((outer, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                outer.set_nodelay(true)?;
                let mut outer = acceptor.accept(outer).await?;
                let mut inner = TcpStream::connect(("127.0.0.1", behind)).await?;
                inner.set_nodelay(true)?;
                tokio::io::copy_bidirectional(&mut outer, &mut inner).await
            });
        }
    });
    port
}

#[tokio::test]
async fn an_encrypted_connection_loses_no_time_before_the_last_dot_and_its_certificate_counts() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let port = encrypting(&server).await;
    let mut app = open_with(folder.path(), Some(&server), |config| {
        config.mail.port = port;
        config.mail.tls = MailTls::Tls;
    })
    .await;
    let refused = app.mail.try_out().await.unwrap_err();
    assert!(refused.problem.contains("certificate"), "{}", refused.text);

    let mut authorities = RootCertStore::empty();
    authorities.add(CertificateDer::from_pem_slice(PEM).unwrap()).unwrap();
    if let Transport::Smtp(smtp) = &mut Arc::get_mut(&mut app).unwrap().mail {
        smtp.set_tls(Tls::trusting("127.0.0.1", authorities).unwrap());
    }
    let seen = app.mail.try_out().await.unwrap();
    assert!(seen.to_string().ends_with("answers makers.example (encrypted, no sign-in)."), "{seen}");
    for number in 0..20 {
        queue(&app, mail(&format!("m{number}@example.org"))).await;
    }
    run_once(&app).await;
    let mut pauses = server.pauses();
    pauses.sort();
    assert_eq!(pauses.len(), 20);
    // The stall would be in each; a busy machine slows some.
    assert!(pauses[2] < Duration::from_millis(30), "{pauses:?}");
}

#[tokio::test]
async fn letters_beyond_ascii_are_sent_where_the_server_takes_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = open_with(folder.path(), Some(&server), |config| config.mail.from = "hello@bücher.example".into()).await;
    let domain = queue(&app, mail("ada@bücher.example")).await;
    let name = queue(&app, mail("jörg@example.org")).await;
    run_once(&app).await;
    assert_eq!(server.recipients(), [["<ada@xn--bcher-kva.example>"]]);
    assert!(
        server.accepted()[0].contains("From: hello@xn--bcher-kva.example"),
        "{}",
        server.accepted()[0]
    );
    assert_eq!(row(&app, domain).await.state, "sent");
    let refused = row(&app, name).await;
    assert_eq!(refused.state, "failed");
    assert!(
        refused.error.starts_with("The mail server cannot send to such an address."),
        "{}",
        refused.error
    );
    assert!(app.mail_trouble.down().is_none());

    server.take_utf8();
    let name = queue(&app, mail("jörg@example.org")).await;
    run_once(&app).await;
    assert_eq!(row(&app, name).await.state, "sent");
    drop(app);

    // A sender that the server cannot name is our configuration.
    let plain = SmtpServer::start();
    let folder = tempfile::tempdir().unwrap();
    let app = open_with(folder.path(), Some(&plain), |config| config.mail.from = "grüße@makers.example".into()).await;
    let waits = queue(&app, mail("ada@example.org")).await;
    run_once(&app).await;
    assert_eq!(row(&app, waits).await.state, "waiting");
    assert!(app.mail_trouble.down().unwrap().text.contains("mail.from"));
    drop(app);
    let app = open(folder.path(), Some(&plain)).await;
    run_once(&app).await;
    assert_eq!(row(&app, waits).await.state, "sent");
}
