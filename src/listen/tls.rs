//! HTTPS without a proxy: the certificate, which is read again when its files change, and the handshake.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use tokio::net::TcpStream;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;
use tokio_rustls::{TlsAcceptor, rustls};

/// Between two looks at the files.
const LOOK: Duration = Duration::from_secs(5);

/// A certificate with its key.
pub struct Certificate {
    file: PathBuf,
    key: PathBuf,
    current: RwLock<Current>,
}

struct Current {
    /// `None` until a certificate has come.
    config: Option<Arc<ServerConfig>>,
    /// The files that were looked at last, good or not, so that each is told once.
    seen: Mark,
}

/// By this a change of the files is noticed.
type Mark = [Option<(u64, SystemTime)>; 2];

impl Certificate {
    /// Reads the files.
    ///
    /// # Errors
    /// One sentence that names the file and what is wrong with it.
    pub fn load(file: &Path, key: &Path) -> Result<Arc<Certificate>, String> {
        let seen = mark(file, key);
        let config = read(file, key)?;
        Ok(Arc::new(Certificate {
            file: file.to_owned(),
            key: key.to_owned(),
            current: RwLock::new(Current { config: Some(config), seen }),
        }))
    }

    /// A certificate and its key in one file that may not be there yet. Until it is, nobody is greeted.
    ///
    /// # Errors
    /// As `load`, when the file is there.
    pub fn awaited(file: &Path) -> Result<Arc<Certificate>, String> {
        if file.exists() {
            return Certificate::load(file, file);
        }
        Ok(Arc::new(Certificate {
            file: file.to_owned(),
            key: file.to_owned(),
            current: RwLock::new(Current {
                config: None,
                seen: mark(file, file),
            }),
        }))
    }

    /// Greets a client.
    ///
    /// # Errors
    /// When the client breaks off or speaks something else.
    pub async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let config = self.current.read().unwrap_or_else(PoisonError::into_inner).config.clone();
        let config = config.ok_or_else(|| io::Error::other("there is no certificate yet"))?;
        TlsAcceptor::from(config).accept(stream).await
    }

    /// Looks at the files again and again until the program ends.
    pub async fn watch(self: Arc<Certificate>) {
        loop {
            tokio::time::sleep(LOOK).await;
            let this = self.clone();
            // Files may be on a slow disk. A panic is logged where it happens.
            let _ = tokio::task::spawn_blocking(move || this.renew()).await;
        }
    }

    /// Reads the files again if they have changed. While they do not fit together, as in the middle of a renewal, the former
    /// certificate stays.
    pub fn renew(&self) {
        let seen = mark(&self.file, &self.key);
        if seen == self.current.read().unwrap_or_else(PoisonError::into_inner).seen {
            return;
        }
        let found = read(&self.file, &self.key);
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        current.seen = seen;
        match found {
            Ok(config) => {
                current.config = Some(config);
                tracing::info!("the certificate in {} is in use now", self.file.display());
            }
            Err(error) => tracing::error!("the former certificate stays in use: {error}"),
        }
    }
}

fn mark(file: &Path, key: &Path) -> Mark {
    [file, key].map(|path| fs::metadata(path).and_then(|facts| Ok((facts.len(), facts.modified()?))).ok())
}

fn read(file: &Path, key: &Path) -> Result<Arc<ServerConfig>, String> {
    let chain: Vec<CertificateDer> = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect)
        .map_err(|error| format!("tls.certificate: {} cannot be read: {error}", file.display()))?;
    if chain.is_empty() {
        return Err(format!("tls.certificate: {} holds no certificate (PEM).", file.display()));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| format!("tls.key: {} cannot be read: {error}", key.display()))?;
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map(|builder| builder.with_no_client_auth())
        .and_then(|builder| builder.with_single_cert(chain, private));
    let mut config = config.map_err(|error: rustls::Error| {
        format!(
            "tls.certificate and tls.key: {} and {} do not go together: {error}",
            file.display(),
            key.display()
        )
    })?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
