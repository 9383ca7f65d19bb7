//! The answers that a page asks for first, as a guest gets them. They stand in the page as JSON, so that its reader waits for no
//! further answer before it is drawn. They are the API's own, asked for within the program. Whoever is signed in is not known to
//! a page, whose request carries no token; the interface takes for them only what is the same for everybody.

use std::sync::Arc;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use poem::http::{StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use serde_json::Value;

use crate::error::{ApiError, ApiResult};
use crate::pages;

/// The id of the element; ui/src/api/given.ts reads it.
const ELEMENT: &str = "answers";

/// A call: the key under which the interface keeps its answer, as JSON, and its address. `:id` is that of the page.
type Call = (&'static str, &'static str);

/// What every page asks for.
const SITE: Call = (r#"["get","/api/site"]"#, "/api/site");

/// What pages ask for beside it, by their address in [`pages::PAGES`]. ui/e2e/first.spec.ts looks whether they still do.
const CALLS: &[(&str, &[Call])] = &[
    (
        "/",
        &[
            (r#"["get","/api/admin/stats","or counts"]"#, "/api/admin/stats"),
            (
                r#"["get","/api/events",{"params":{"query":{"status":"next","limit":1}}}]"#,
                "/api/events?status=next&limit=1",
            ),
            (r#"["get","/api/projects",{"params":{"query":{"limit":2}}}]"#, "/api/projects?limit=2"),
            (
                r#"["get","/api/projects/featured",{"params":{"query":{"limit":6}}}]"#,
                "/api/projects/featured?limit=6",
            ),
        ],
    ),
    (
        "/projects",
        &[(
            r#"["get","/api/projects",{"params":{"query":{"limit":24}}},"page"]"#,
            "/api/projects?limit=24",
        )],
    ),
    (
        "/projects/:id",
        &[
            (r#"["get","/api/projects/{id}",{"params":{"path":{"id":":id"}}}]"#, "/api/projects/:id"),
            (
                r#"["get","/api/projects/{id}/comments",{"params":{"path":{"id":":id"}}},"pages"]"#,
                "/api/projects/:id/comments?limit=20",
            ),
            (
                r#"["get","/api/projects/{id}/similar",{"params":{"path":{"id":":id"}}}]"#,
                "/api/projects/:id/similar",
            ),
        ],
    ),
    (
        "/events",
        &[
            (r#"["get","/api/events/count"]"#, "/api/events/count"),
            (
                r#"["get","/api/events",{"params":{"query":{"limit":18,"offset":0}}},"page"]"#,
                "/api/events?limit=18&offset=0",
            ),
        ],
    ),
    (
        "/events/:id",
        &[(r#"["get","/api/events/{id}",{"params":{"path":{"id":":id"}}}]"#, "/api/events/:id")],
    ),
    (
        "/certificates/:id",
        &[(
            r#"["get","/api/certificates/public/{certificateId}",{"params":{"path":{"certificateId":":id"}}}]"#,
            "/api/certificates/public/:id",
        )],
    ),
];

/// Puts the answers of `calls` into a page. A call that is refused is left to the interface.
pub async fn answered<E: Endpoint, C: Endpoint>(endpoint: Arc<E>, request: Request, calls: Arc<C>) -> poem::Result<Response> {
    let path = request.uri().path().to_owned();
    let mut response = endpoint.call(request).await?.into_response();
    let is_html = response.content_type().is_some_and(|kind| kind.starts_with("text/html"));
    if !is_html {
        return Ok(response);
    }
    let found = pages::find(&path).filter(|_| response.status() == StatusCode::OK);
    let (address, id) = found.map_or(("", String::new()), |(page, id)| (page.address, id));
    let own = CALLS.iter().find(|(page, _)| *page == address).map_or(&[][..], |(_, own)| own);
    let mut answers = Vec::new();
    for (key, call) in std::iter::once(&SITE).chain(own) {
        answers.extend(ask(&calls, key, call, &id).await?);
    }
    let body = response.take_body().into_string().await?;
    let element = format!(
        "<script type=\"application/json\" id=\"{ELEMENT}\">[{}]</script></body>",
        // No text in it can end the element.
        answers.join(",").replace('<', "\\u003c")
    );
    response.set_body(Body::from(body.replacen("</body>", &element, 1)));
    Ok(response)
}

/// The answer to a call with what the interface has to know of it; none when it is refused.
async fn ask<C: Endpoint>(calls: &C, key: &str, address: &str, id: &str) -> ApiResult<Option<String>> {
    let key = key.replace("\":id\"", &Value::from(id).to_string());
    let address = address.replace(":id", &utf8_percent_encode(id, NON_ALPHANUMERIC).to_string());
    let request = Request::builder().uri(address.parse().map_err(ApiError::internal)?).finish();
    let mut answer = match calls.call(request).await {
        Ok(answer) => answer.into_response(),
        Err(_) => return Ok(None),
    };
    let Ok(data) = answer.take_body().into_string().await else {
        return Ok(None);
    };
    let is_json = answer
        .header(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.starts_with("application/json"));
    if answer.status() != StatusCode::OK || !is_json {
        return Ok(None);
    }
    let total = answer.header("X-Total-Count").and_then(|total| total.parse::<u64>().ok());
    let total = total.map_or(String::new(), |total| format!(",\"total\":{total}"));
    let next = answer
        .header("X-Next")
        .map_or(String::new(), |next| format!(",\"next\":{}", Value::from(next)));
    Ok(Some(format!("{{\"key\":{key},\"data\":{data}{total}{next}}}")))
}
