//! Encryption from the first byte, as port 465 has it. lettre offers it too, but opens the socket itself and leaves its
//! settings alone.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How a connection to one server is encrypted.
pub struct Tls {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl Tls {
    /// Trusts the certificates that browsers trust. `None`: this host has no name that a certificate can hold.
    pub fn new(host: &str) -> Option<Tls> {
        Tls::trusting(host, webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect())
    }

    /// Trusts the certificates that these authorities signed.
    pub fn trusting(host: &str, authorities: RootCertStore) -> Option<Tls> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .ok()?
            .with_root_certificates(authorities)
            .with_no_client_auth();
        Some(Tls {
            connector: TlsConnector::from(Arc::new(config)),
            name: ServerName::try_from(host.to_owned()).ok()?,
        })
    }

    /// Encrypts a connection.
    ///
    /// # Errors
    /// When the server speaks no TLS, or its certificate is not trusted.
    pub async fn encrypt(&self, stream: TcpStream) -> io::Result<Encrypted> {
        self.connector.connect(self.name.clone(), stream).await.map(Encrypted)
    }
}

/// An encrypted connection, as lettre takes it.
#[derive(Debug)]
pub struct Encrypted(TlsStream<TcpStream>);

impl AsyncTokioStream for Encrypted {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.get_ref().0.peer_addr()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
