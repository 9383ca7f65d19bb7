//! Requests to other servers (captcha providers, the issuer of ID tokens): bounded in time and size, off the async threads.

use std::time::Duration;

use serde::de::DeserializeOwned;
use ureq::Agent;

use crate::error::{ApiError, ApiResult};

/// Seconds for a whole exchange.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of an answer.
const LIMIT: u64 = 256 * 1024;

fn agent() -> Agent {
    Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .max_redirects(2)
        .user_agent(concat!("community/", env!("CARGO_PKG_VERSION")))
        .build()
        .new_agent()
}

/// The JSON at an address.
///
/// # Errors
/// 500 when it cannot be had.
pub async fn get_json<T: DeserializeOwned + Send + 'static>(url: String) -> ApiResult<T> {
    exchange(move || agent().get(url).call()).await
}

/// The JSON that a form is answered with.
///
/// # Errors
/// 500 when it cannot be had.
pub async fn post_form<T: DeserializeOwned + Send + 'static>(url: String, form: Vec<(&'static str, String)>) -> ApiResult<T> {
    exchange(move || agent().post(url).send_form(form)).await
}

async fn exchange<T, F>(call: F) -> ApiResult<T>
where
    T: DeserializeOwned + Send + 'static,
    F: FnOnce() -> Result<ureq::http::Response<ureq::Body>, ureq::Error> + Send + 'static,
{
    let read = move || call()?.body_mut().with_config().limit(LIMIT).read_json();
    tokio::task::spawn_blocking(read)
        .await
        .map_err(ApiError::internal)?
        .map_err(ApiError::internal)
}
