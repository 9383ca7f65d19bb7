//! Answers with one thing, written by serde, because poem-openapi's own way builds a tree of values first and takes four
//! times as long. What the API document says comes from the type's derive; every answer of a test is compared with it.

use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::ToJSON;
use serde::Serialize;

use crate::error::ApiError;

/// One thing as JSON.
#[derive(Debug)]
pub struct Item<T>(pub T);

/// Bytes of room for one thing. A buffer that grows is copied each time, and what it has too much is soon free again.
pub const ROOM: usize = 1024;

/// A value as the body of an answer, with room for that many bytes to begin with.
pub fn written<T: Serialize + ToJSON>(value: &T, room: usize) -> Response {
    debug_assert_eq!(
        serde_json::to_value(value).ok(),
        value.to_json(),
        "serde and the API document differ about {}",
        T::name()
    );
    let mut bytes = Vec::with_capacity(room);
    match serde_json::to_writer(&mut bytes, value) {
        Ok(()) => Response::builder().content_type(Json::<T>::CONTENT_TYPE).body(bytes),
        Err(error) => ApiError::internal(error).into_response(),
    }
}

impl<T: Serialize + ToJSON> IntoResponse for Item<T> {
    fn into_response(self) -> Response {
        written(&self.0, ROOM)
    }
}

impl<T: Serialize + ToJSON> ApiResponse for Item<T> {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![MetaResponse {
                description: "",
                status: Some(200),
                status_range: None,
                content: vec![MetaMediaType {
                    content_type: Json::<T>::CONTENT_TYPE,
                    schema: T::schema_ref(),
                }],
                headers: vec![],
            }],
        }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}
