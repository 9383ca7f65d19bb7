//! Paging of lists: the parameters, and the answer with the total count.

use poem::http::HeaderValue;
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};
use serde::Serialize;

use crate::error::{ApiError, ApiResult};

/// Default and maximum number of entries per page.
pub const DEFAULT_LIMIT: u32 = 100;
pub const MAX_LIMIT: u32 = 200;
/// Maximum offset of a page.
pub const MAX_OFFSET: u32 = 10_000;

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    pub limit: u32,
    pub offset: u32,
}

impl Paging {
    /// Reads the two parameters.
    ///
    /// # Errors
    /// 422 at the parameter that is out of range.
    pub fn new(limit: Option<u32>, offset: Option<u32>) -> ApiResult<Paging> {
        let (limit, offset) = (limit.unwrap_or(DEFAULT_LIMIT), offset.unwrap_or(0));
        if limit == 0 || limit > MAX_LIMIT {
            return Err(ApiError::invalid("limit", format!("The limit must be between 1 and {MAX_LIMIT}")));
        }
        if offset > MAX_OFFSET {
            return Err(ApiError::invalid("offset", format!("The offset must be at most {MAX_OFFSET}")));
        }
        Ok(Paging { limit, offset })
    }
}

/// A page of a list: a plain array, with the total count in `X-Total-Count`. serde writes it, because poem-openapi's
/// generic way takes four times as long.
#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
}

impl<T: Serialize + Send> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.items) {
            Ok(bytes) => {
                let mut response = Response::builder().content_type("application/json; charset=utf-8").body(bytes);
                response.headers_mut().insert("X-Total-Count", HeaderValue::from(self.total));
                response
            }
            Err(error) => ApiError::internal(error).into_response(),
        }
    }
}

impl<T: Serialize + ToJSON + Send> ApiResponse for Page<T> {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![MetaResponse {
                description: "A page of the list",
                status: Some(200),
                status_range: None,
                content: vec![MetaMediaType {
                    content_type: Json::<Vec<T>>::CONTENT_TYPE,
                    schema: Vec::<T>::schema_ref(),
                }],
                headers: vec![MetaHeader {
                    name: "X-Total-Count".into(),
                    description: Some("Entries before paging".into()),
                    required: true,
                    deprecated: false,
                    schema: i64::schema_ref(),
                }],
            }],
        }
    }

    fn register(registry: &mut Registry) {
        Vec::<T>::register(registry);
    }
}
