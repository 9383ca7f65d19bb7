//! What connections reach.

use std::sync::Arc;

use super::tls::Certificate;

/// The endpoint of all requests, and the certificate if they are encrypted.
pub struct Site<E> {
    pub endpoint: E,
    pub certificate: Option<Arc<Certificate>>,
}
