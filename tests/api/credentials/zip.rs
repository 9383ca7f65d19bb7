//! All credentials of a member in one file.

use std::collections::BTreeMap;
use std::io::Read;

use community::exports::credentials::check;
use poem::http::StatusCode;
use serde_json::json;

use super::{issued, site};
use crate::badges::give;

/// The files in a zip file, read with nothing but its directory at the end.
fn unpack(zip: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let number = |at: usize, bytes: usize| (0..bytes).rev().fold(0_usize, |sum, byte| sum << 8 | usize::from(zip[at + byte]));
    let end = zip.windows(4).rposition(|word| word == b"PK\x05\x06").unwrap();
    let mut at = number(end + 16, 4);
    let mut files = BTreeMap::new();
    for _ in 0..number(end + 10, 2) {
        assert_eq!(&zip[at..at + 4], b"PK\x01\x02");
        let (packed, size, name) = (number(at + 20, 4), number(at + 24, 4), number(at + 28, 2));
        let text = String::from_utf8(zip[at + 46..at + 46 + name].to_vec()).unwrap();
        // A file of Unix, whose name is in UTF-8.
        assert!(zip[at + 5] == 3 && (text.is_ascii() || number(at + 8, 2) & 0x800 != 0), "{text}");
        let inside = number(at + 42, 4);
        let start = inside + 30 + number(inside + 26, 2) + number(inside + 28, 2);
        let mut bytes = Vec::new();
        flate2::read::DeflateDecoder::new(&zip[start..start + packed])
            .read_to_end(&mut bytes)
            .unwrap();
        assert_eq!(bytes.len(), size, "{text}");
        files.insert(text, bytes);
        at += 46 + name + number(at + 30, 2) + number(at + 32, 2);
    }
    files
}

#[tokio::test]
async fn a_member_downloads_all_that_they_hold_and_nobody_else_does() {
    let app = site().await;
    let (admin, member, other) = (app.admin("Ada Admin").await, app.member("Zoë Example").await, app.member("Max").await);
    let (shown, _) = issued(&app, &admin, &member, false).await;
    let (hidden, _) = issued(&app, &admin, &member, false).await;
    app.put_as(&member, &format!("/api/certificates/{hidden}/visibility"), json!({ "isPrivate": true }))
        .await;
    let (held, _) = issued(&app, &admin, &member, true).await;
    let (revoked, key) = issued(&app, &admin, &member, false).await;
    app.post_as(
        &admin,
        &format!("/api/admin/certificates/{key}/revoke"),
        json!({ "reason": "A mistake." }),
    )
    .await;
    let badge = give(&app, &admin, json!({ "user": member.id.to_string() })).await.json()["badge"]["_id"].clone();
    let badge = badge.as_str().unwrap();

    let path = "/api/users/me/credentials.zip";
    let answer = app.get_as(&member, path).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "application/zip"));
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"my-credentials.zip\"");
    let files = unpack(&answer.bytes);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let mut expected = vec![format!("badges/Bug_Whisperer_{badge}.json"), format!("badges/Bug_Whisperer_{badge}.png")];
    for id in [&shown, &hidden] {
        expected.extend(["json", "pdf"].map(|ending| format!("certificates/Zoë_Example_{id}.{ending}")));
    }
    expected.sort();
    assert_eq!(names, expected, "neither {held} nor {revoked}");
    // Each is a whole file, and holds what lies beside it.
    for (name, bytes) in &files {
        let credential = check::read(bytes).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        let beside = name.replace(".pdf", ".json").replace(".png", ".json");
        assert_eq!(credential.text.as_bytes(), files[&beside], "{name}");
        assert_eq!(credential.recipient.as_deref(), Some("Zoë Example"));
    }
    assert!(unpack(&app.get_as(&other, path).await.bytes).is_empty());
    assert_eq!(app.get(path).await.status, StatusCode::UNAUTHORIZED);
    // It takes work, so it is limited.
    for _ in 0..9 {
        app.get_as(&other, path).await;
    }
    assert_eq!(app.get_as(&other, path).await.status, StatusCode::TOO_MANY_REQUESTS);
}
