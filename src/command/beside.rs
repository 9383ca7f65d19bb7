//! What is served beside the site: measurements, and the way from http to https. Both end with the program.

use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;

use community::exports::app::App;
use community::exports::config::{Config, TlsMode};
use community::exports::listen::{self, Certificate, Limits, Places};
use community::exports::outside::Acme;
use community::exports::{http, metrics};
use tokio::net::TcpListener;

/// Descriptors from which the connections of those who measure are counted: sixteen, of the reserve.
const MEASURING: usize = 128;

/// The sockets and the certificate, before the database is opened: what is wrong with them leaves no file.
pub struct Beside {
    certificate: Option<Arc<Certificate>>,
    acme: Option<Arc<Acme>>,
    redirect: Option<TcpListener>,
    metrics: Option<TcpListener>,
}

impl Beside {
    /// Opens what the configuration asks for.
    ///
    /// # Errors
    /// One sentence that names the setting.
    pub fn bind(config: &Config) -> Result<Beside, String> {
        let open = |name: &str, address: Option<SocketAddr>| {
            let bound = address.map(|address| listen::bind(address).map_err(|error| format!("{name}: {address} cannot be served: {error}.")));
            bound.transpose()
        };
        let tls = &config.tls;
        let acme = (tls.mode == TlsMode::Acme).then(|| Acme::new(config));
        let certificate = match &acme {
            Some(acme) => Some(Certificate::awaited(acme.file())?),
            None if tls.is_on() => Some(Certificate::load(&tls.certificate, &tls.key)?),
            None => None,
        };
        Ok(Beside {
            certificate,
            acme,
            redirect: open("tls.redirect_from", tls.redirect_address()?)?,
            metrics: open("metrics.listen", config.metrics.address()?)?,
        })
    }

    /// Serves it from now on. Returns the certificate of the site. Who is sent on takes one of the site's `places`; who measures
    /// has some that are kept beside them.
    pub fn serve(self, app: &Arc<App>, places: &Arc<Places>) -> Option<Arc<Certificate>> {
        if let Some(listener) = self.redirect {
            tokio::spawn(listen::serve(
                listener,
                None,
                http::redirect(app, self.acme.clone()),
                places.clone(),
                pending(),
            ));
        }
        if let Some(listener) = self.metrics {
            let places = Places::new(Limits::within(MEASURING, Vec::new()));
            tokio::spawn(listen::serve(listener, None, metrics::endpoint(app), places, pending()));
        }
        if let Some(acme) = self.acme {
            tokio::spawn(acme.keep());
        }
        if let Some(certificate) = &self.certificate {
            tokio::spawn(certificate.clone().watch());
        }
        self.certificate
    }
}
