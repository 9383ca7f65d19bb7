//! A site that was restored from a backup answers every public call as the one from which the backup came.

use std::collections::BTreeMap;

use community::exports::app::App;
use community::exports::config::Config;
use community::exports::db::copy::copy;
use community::exports::db::restore::restore;
use poem::http::{Method, StatusCode};
use serde_json::Value;

use crate::secrets::{fill, ids};
use crate::support::TestApp;

/// Ids of each kind that are asked for.
const EACH: usize = 6;
/// They answer what is the case at the moment of the request, or another number each time.
const MOVING: [&str; 1] = ["get_captcha_challenge"];

/// The answers to all public calls without a body, by their address.
async fn answers(app: &TestApp, document: &Value, ids: &BTreeMap<&str, Vec<String>>) -> BTreeMap<String, (StatusCode, Vec<u8>)> {
    let mut found = BTreeMap::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let is_asked = |get: &Value| !MOVING.contains(&get["operationId"].as_str().unwrap_or_default());
        if !operations.get("get").is_some_and(is_asked) {
            continue;
        }
        let mut addresses = vec![String::new()];
        for part in path.split('/').skip(1) {
            let values: Vec<String> = if part.starts_with('{') {
                let noun = addresses[0].rsplit('/').next().unwrap_or_default().to_owned();
                ids.get(noun.as_str()).map_or(vec![], |known| known.iter().take(EACH).cloned().collect())
            } else {
                vec![part.to_owned()]
            };
            addresses = addresses
                .iter()
                .flat_map(|start| values.iter().map(move |value| format!("{start}/{value}")))
                .collect();
            if addresses.is_empty() {
                break;
            }
        }
        for address in addresses {
            let answer = app.call(Method::GET, &address, None, None).await;
            found.insert(address, (answer.status, answer.bytes));
        }
    }
    for page in [
        "/events.ics",
        "/events.atom",
        "/projects.atom",
        "/issuer",
        "/.well-known/did.json",
        "/credentials/status/1",
    ] {
        let answer = app.call(Method::GET, page, None, None).await;
        found.insert(page.to_owned(), (answer.status, answer.bytes));
    }
    found
}

#[tokio::test]
async fn every_public_call_is_answered_as_before() {
    let app = TestApp::new().await;
    fill(&app).await;
    let document: Value = app.get("/api/openapi.json").await.json();
    let ids = app.app.db.read(|conn| Ok(ids(conn)?)).await.unwrap();
    // Certificates that nobody had signed so far are signed when they are asked for: that happens before the copy.
    answers(&app, &document, &ids).await;
    let before = answers(&app, &document, &ids).await;
    assert!(before.len() > 60, "only {} answers", before.len());
    let good = before.values().filter(|(status, _)| *status == StatusCode::OK).count();
    assert!(good > 40, "only {good} are no refusals");

    let elsewhere = tempfile::tempdir().unwrap();
    let (backup, database) = (elsewhere.path().join("backup.db"), elsewhere.path().join("site.db"));
    copy(app.app.db.path(), &backup, false).unwrap();
    restore(&backup, &database, ".before", |_| Ok(())).unwrap();
    let config = Config {
        database,
        ..app.app.config.clone()
    };
    let restored = TestApp::around(App::open(config, app.app.clock.clone()).await.unwrap());
    for (address, (status, bytes)) in answers(&restored, &document, &ids).await {
        let (was, former) = &before[&address];
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(300).collect::<String>();
        assert!(
            status == *was && bytes == *former,
            "{address}: {was} {}\n and restored: {status} {}",
            shown(former),
            shown(&bytes)
        );
    }
}
