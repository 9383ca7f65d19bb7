//! The one shape of all errors that the server sends: `{message, code, fields?}` with a status.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use poem::error::ReadBodyError;
use poem::http::StatusCode;
use poem::{IntoResponse, Response};
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Object};
use serde::Serialize;

tokio::task_local! {
    /// The number of the request that the task answers.
    static REQUEST: String;
}

/// Runs `answer` as the answer to the request with this number: faults and log lines name it.
pub async fn within<F: Future>(number: String, answer: F) -> F::Output {
    REQUEST.scope(number, answer).await
}

/// The number of the request that is being answered; empty outside of requests.
pub fn request_number() -> String {
    REQUEST.try_with(Clone::clone).unwrap_or_default()
}

/// What handlers return.
pub type ApiResult<T> = Result<T, ApiError>;

/// An error as the client reads it.
#[derive(Debug, Clone, Object, Serialize, PartialEq, Eq)]
#[oai(skip_serializing_if_is_none)]
pub struct ErrorBody {
    /// The sentence to show to the user.
    pub message: String,
    /// The kind of error for programs: `bad_request`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `too_large`,
    /// `unsupported_media_type`, `invalid`, `too_many_requests`, `internal`, `unavailable`, `no_room`.
    pub code: String,
    /// A sentence for each faulty input field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<BTreeMap<String, String>>,
}

/// An error to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    pub status: StatusCode,
    pub body: Box<ErrorBody>,
    /// Seconds to wait before the next try (429, 503).
    pub retry_after: Option<u64>,
    /// Failed attempts left before a lockout (sign-in).
    pub attempts_left: Option<u32>,
    /// The cause, for the log only.
    pub cause: Option<String>,
    /// What SQLite said, when the database is the cause.
    pub storage: Option<rusqlite::ErrorCode>,
}

impl ApiError {
    /// An error of this status with its sentence.
    pub fn new(status: StatusCode, message: impl Into<String>) -> ApiError {
        let body = ErrorBody {
            message: message.into(),
            code: code_of(status).to_owned(),
            fields: None,
        };
        ApiError {
            status,
            body: Box::new(body),
            retry_after: None,
            attempts_left: None,
            cause: None,
            storage: None,
        }
    }

    /// 400: the request cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    /// 401: no session, or an expired one.
    pub fn unauthorized() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "Session expired. Please log in again.")
    }

    /// 401: a failed sign-in, with its own sentence.
    pub fn refused(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, message)
    }

    /// 403: signed in, but not allowed.
    pub fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, message)
    }

    /// 404: it does not exist, or the caller must not know that it does.
    pub fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, message)
    }

    /// 409: it conflicts with the current state.
    pub fn conflict(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, message)
    }

    /// 422: one field breaks a rule.
    pub fn invalid(field: &str, message: impl Into<String>) -> ApiError {
        ApiError::invalid_fields([(field.to_owned(), message.into())])
    }

    /// 422: several fields break rules. The message is the sentence of the first.
    pub fn invalid_fields(fields: impl IntoIterator<Item = (String, String)>) -> ApiError {
        let fields: Vec<(String, String)> = fields.into_iter().collect();
        let first = fields.first().map_or_else(|| "Invalid input".to_owned(), |(_, message)| message.clone());
        let mut error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, first);
        error.body.fields = Some(fields.into_iter().collect());
        error
    }

    /// 429: the caller may try again after so many seconds.
    pub fn too_many(message: impl Into<String>, retry_after: u64) -> ApiError {
        let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, message);
        error.retry_after = Some(retry_after.max(1));
        error
    }

    /// 503: a service that this needs is not working. The cause goes to the log, never to the client.
    pub fn unavailable(message: impl Into<String>, retry_after: u64, cause: impl fmt::Display) -> ApiError {
        let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message);
        error.retry_after = Some(retry_after.max(1));
        error.cause = Some(cause.to_string());
        error
    }

    /// 500 for a fault that is already logged.
    pub fn failed() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "Server error. Please try again later.")
    }

    /// 500: our fault. The cause goes to the log, never to the client.
    pub fn internal(cause: impl fmt::Display) -> ApiError {
        let mut error = ApiError::failed();
        error.cause = Some(cause.to_string());
        error
    }
}

/// The `code` of a status.
pub fn code_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
        401 => "unauthorized",
        403 => "forbidden",
        404 => "not_found",
        405 => "method_not_allowed",
        409 => "conflict",
        413 => "too_large",
        415 => "unsupported_media_type",
        422 => "invalid",
        429 => "too_many_requests",
        400..=499 => "bad_request",
        503 => "unavailable",
        507 => "no_room",
        _ => "internal",
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Some(cause) => write!(f, "{} ({cause})", self.body.message),
            None => f.write_str(&self.body.message),
        }
    }
}

impl std::error::Error for ApiError {}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> ApiError {
        use rusqlite::ErrorCode;
        let code = error.sqlite_error_code();
        let mut answer = match code {
            Some(ErrorCode::DiskFull) => {
                let mut full = ApiError::new(
                    StatusCode::INSUFFICIENT_STORAGE,
                    "The server's disk is full: nothing can be saved until there is room.",
                );
                full.cause = Some(error.to_string());
                full
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                ApiError::unavailable("The database is in use by another program. Please try again in a moment.", 2, error)
            }
            Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen | ErrorCode::ReadOnly) => ApiError::unavailable(
                "The server cannot read or write its database at the moment. Please try again in a minute.",
                30,
                error,
            ),
            Some(ErrorCode::OperationInterrupted) => {
                ApiError::unavailable("This search takes too long, so it was stopped. Try fewer or longer words.", 2, error)
            }
            _ => ApiError::internal(error),
        };
        answer.storage = code;
        answer
    }
}

impl IntoResponse for ApiError {
    fn into_response(mut self) -> Response {
        let number = request_number();
        if let Some(cause) = &self.cause {
            tracing::error!(id = number, %cause, "request failed");
        }
        if self.status == StatusCode::INTERNAL_SERVER_ERROR && !number.is_empty() {
            self.body
                .message
                .push_str(&format!(" If it stays so, name this to the admins: {number}."));
        }
        let mut response = poem::web::Json(&self.body).with_status(self.status).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert("Retry-After", seconds.into());
        }
        if let Some(left) = self.attempts_left {
            response.headers_mut().insert("X-Attempts-Left", left.into());
        }
        response
    }
}

/// Why a body ended early; wrapped in an `io::Error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the request is too large")]
pub struct TooLarge;

/// A body that was not received completely: too large (413), too slow (408), or cut off (400).
impl From<&ReadBodyError> for ApiError {
    fn from(error: &ReadBodyError) -> ApiError {
        let too_large = || ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large.");
        let mut cause = match error {
            ReadBodyError::PayloadTooLarge => return too_large(),
            ReadBodyError::Io(error) => Some(error),
            _ => None,
        };
        // The framework wraps body errors in an error of its own.
        while let Some(error) = cause {
            if error.kind() == io::ErrorKind::TimedOut {
                return ApiError::new(StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive. Please try again.");
            }
            let inner = error.get_ref();
            if inner.is_some_and(|inner| inner.is::<TooLarge>()) {
                return too_large();
            }
            cause = inner.and_then(|inner| inner.downcast_ref::<io::Error>());
        }
        ApiError::bad_request("The request was not received completely.")
    }
}

impl From<ApiError> for poem::Error {
    fn from(error: ApiError) -> poem::Error {
        poem::Error::from_response(error.into_response())
    }
}

impl ApiResponse for ApiError {
    fn meta() -> MetaResponses {
        let header = |name: &str, description: &str| MetaHeader {
            name: name.to_owned(),
            description: Some(description.to_owned()),
            required: false,
            deprecated: false,
            schema: u32::schema_ref(),
        };
        let response = |range: &str, headers| MetaResponse {
            description: "An error: message, code, and faulty fields",
            status: None,
            status_range: Some(range.to_owned()),
            content: vec![MetaMediaType {
                content_type: Json::<ErrorBody>::CONTENT_TYPE,
                schema: ErrorBody::schema_ref(),
            }],
            headers,
        };
        let limits = vec![
            header("Retry-After", "Seconds to wait (429, 503)"),
            header("X-Attempts-Left", "Failed sign-ins left before a pause"),
        ];
        MetaResponses {
            responses: vec![response("4XX", limits), response("5XX", vec![])],
        }
    }

    fn register(registry: &mut Registry) {
        ErrorBody::register(registry);
    }
}
