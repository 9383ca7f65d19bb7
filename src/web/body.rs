//! Bodies: optional ones of requests, how long one is, and JSON of answers that was written before.

use poem::http::header;
use poem::{IntoResponse, Request, RequestBody, Response};
use poem_openapi::payload::{Json, ParsePayload, Payload};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::ParseFromJSON;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

/// The Content-Length of the request.
pub fn length_of(request: &Request) -> Option<u64> {
    let header = request.headers().get(header::CONTENT_LENGTH)?;
    header.to_str().ok()?.parse().ok()
}

/// The JSON body of a call that also works without one: `None` when there is no body, or when it is not JSON.
pub struct OptionalJson<T>(pub Option<T>);

impl<'a, T: ParseFromJSON> ApiExtractor<'a> for OptionalJson<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        Some(MetaRequest {
            description: None,
            content: vec![MetaMediaType {
                content_type: Json::<T>::CONTENT_TYPE,
                schema: T::schema_ref(),
            }],
            required: false,
        })
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        if !request.content_type().is_some_and(Json::<T>::check_content_type) {
            return Ok(OptionalJson(None));
        }
        let Json(found) = <Json<Option<T>> as ParsePayload>::from_request(request, body).await?;
        Ok(OptionalJson(found))
    }
}

/// A JSON object that was written before, byte for byte.
pub struct Written(pub String);

impl Payload for Written {
    const CONTENT_TYPE: &'static str = "application/json; charset=utf-8";

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema::new("object")))
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        Response::builder().content_type(Self::CONTENT_TYPE).body(self.0)
    }
}

/// Marks a HEAD request, which is answered like GET. Whoever gives something away once looks for it.
#[derive(Debug, Clone, Copy)]
pub struct OnlyHead;
