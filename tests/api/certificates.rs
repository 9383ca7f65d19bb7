//! Certificates: issued by admins and by rules, held, released, corrected, revoked, private; looked up and printed.

use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::events::{create, mails, register};
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

async fn issue(app: &TestApp, admin: &Signed, input: Value) -> Answer {
    app.post_as(admin, "/api/admin/certificates", input).await
}

/// A certificate for an event that nobody registered for; gives its printed id and its key.
pub async fn issued(app: &TestApp, admin: &Signed, to: &Signed, changes: Value) -> (String, String) {
    let event = create(app, admin, json!({ "title": "Evening of Rust" })).await;
    let mut input = json!({ "title": "Evening of Rust Certificate", "user": to.id.to_string(), "event": event });
    for (field, value) in changes.as_object().unwrap() {
        input[field] = value.clone();
    }
    let answer = issue(app, admin, input).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let certificate = answer.json()["certificate"].clone();
    (
        certificate["certificateId"].as_str().unwrap().to_owned(),
        certificate["_id"].as_str().unwrap().to_owned(),
    )
}

fn public(id: &str) -> String {
    format!("/api/certificates/public/{id}")
}

#[tokio::test]
async fn an_admin_issues_a_certificate_once_a_member_and_event() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Zoë Example").await);
    for (input, field, sentence) in [
        (json!({}), "title", "Certificate title is required"),
        (json!({ "title": "T" }), "user", "User is required"),
        (
            json!({ "title": "T", "user": member.id.to_string() }),
            "event",
            "Either event or project must be selected",
        ),
    ] {
        let answer = issue(&app, &admin, input).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.json()["fields"][field], sentence);
    }
    let event = create(
        &app,
        &admin,
        json!({ "certificateDesign": "trophy", "customCertificateMessage": "Well done." }),
    )
    .await;
    let input = json!({ "title": "Evening of Rust Certificate", "user": member.id.to_string(), "event": event });
    let first = issue(&app, &admin, input.clone()).await;
    assert_eq!(
        first.message(),
        "Certificate created for Zoë Example for Evening of Rust. An email with the certificate has been sent."
    );
    let certificate = &first.json()["certificate"];
    assert_eq!(certificate["heading"], "Certificate of Victory");
    assert_eq!(
        (&certificate["customMessage"], &certificate["status"], &certificate["eventName"]),
        (&json!("Well done."), &json!("valid"), &json!("Evening of Rust"))
    );
    let id = certificate["certificateId"].as_str().unwrap();
    assert!(id.starts_with("CERT-CO-") && id.len() == "CERT-CO-".len() + 12, "{id}");
    let again = issue(&app, &admin, input).await;
    assert_eq!(
        (again.status, again.message()),
        (StatusCode::CONFLICT, "This member already has a certificate for this event.".into())
    );
    assert_eq!(mails(&app, &member).await, ["certificate_issued"]);

    let project = {
        let id = submit(&app, &member, project("Weather Station")).await;
        approve(&app, &admin, &id).await;
        id
    };
    let input = json!({ "title": "Project of the season", "user": member.id.to_string(), "project": project, "design": "abstract" });
    let answer = issue(&app, &admin, input).await;
    assert_eq!(answer.json()["certificate"]["projectName"], "Weather Station");

    let list = app.get_as(&admin, "/api/admin/certificates").await;
    assert_eq!(list.total(), 2);
    for (query, total) in [
        ("type=event", 1),
        ("search=weather", 1),
        ("search=ample%20rust", 1),
        ("search=nobody", 0),
        ("type=project&search=zo", 1),
    ] {
        assert_eq!(
            app.get_as(&admin, &format!("/api/admin/certificates?{query}")).await.total(),
            total,
            "{query}"
        );
    }
    // Both orders, also a page after an entry and what a search finds.
    let listed = async |query: &str| app.get_as(&admin, &format!("/api/admin/certificates?{query}")).await.ids();
    let newest = list.ids();
    let oldest: Vec<_> = newest.iter().rev().cloned().collect();
    for query in ["sort=oldest", "sort=oldest&search=zo"] {
        assert_eq!(listed(query).await, oldest, "{query}");
    }
    assert_eq!(listed("sort=recent").await, newest);
    for kind in ["event", "project"] {
        let [up, down] = [listed(&format!("type={kind}&sort=oldest")).await, listed(&format!("type={kind}")).await];
        assert_eq!((up.len(), up), (1, down), "{kind}");
    }
    assert_eq!(listed(&format!("sort=oldest&after={}", oldest[0])).await, oldest[1..]);
    assert_eq!(
        app.get_as(&admin, "/api/admin/certificates?sort=title").await.status,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(list.json()[0]["missingCharacters"], json!([]));
    let odd = app
        .post_as(&admin, "/api/admin/certificates/check-name", json!({ "name": "Ada \u{10fffd}" }))
        .await;
    assert_eq!(odd.json()["missingCharacters"], json!(["\u{10fffd}"]));
}

#[tokio::test]
async fn whoever_completes_an_event_gets_its_certificate_exactly_once() {
    let app = std::sync::Arc::new(TestApp::new().await);
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Grace").await);
    let event = create(
        &app,
        &admin,
        json!({ "mode": "online", "location": "", "certificatesOffered": true, "sendCertificatesImmediately": true }),
    )
    .await;
    register(&app, &member, &event, false).await;
    app.app.clock.advance_seconds(21 * 86_400 + 9 * 3600);
    let member = app.session_of(member.id).await;
    let done = app
        .put_as(&member, &format!("/api/events/{event}/tasks/Bring%20a%20laptop"), json!({}))
        .await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(app.number("SELECT count(*) FROM registrations WHERE status = 'Completed'").await, 1);
    assert_eq!(
        app.number("SELECT count(*) FROM certificates WHERE issued_by IS NULL AND released_at IS NOT NULL")
            .await,
        1
    );

    // Whatever comes afterwards, at once and from many sides, gives no second one.
    let admin = app.session_of(admin.id).await;
    let mut calls = Vec::new();
    for _ in 0..10 {
        let (app, admin, event, user) = (app.clone(), admin.clone(), event.clone(), member.id.to_string());
        calls.push(tokio::spawn(async move {
            let input = json!({ "title": "Again", "user": user, "event": event });
            let direct = issue(&app, &admin, input).await.status;
            let all = app.post_as(&admin, &format!("/api/admin/events/{event}/certificates"), json!({})).await;
            let path = format!("/api/admin/events/{event}/participants/{user}/status");
            app.put_as(&admin, &path, json!({ "status": "Completed" })).await;
            (direct, all.json()["count"].as_i64(), all.json()["outcomes"][0]["outcome"].clone())
        }));
    }
    for call in calls {
        assert_eq!(call.await.unwrap(), (StatusCode::CONFLICT, Some(0), json!("Has a certificate already")));
    }
    assert_eq!(app.number("SELECT count(*) FROM certificates").await, 1);
    let Ok((_, sheet)) = app.letter("certificate_issued").await else {
        panic!("no letter")
    };
    assert_eq!(sheet.letter.subject, "Your certificate for Evening of Rust");
    assert_eq!(sheet.certificate.map(|order| order.content.recipient), Some("Grace".into()));
}

#[tokio::test]
async fn at_a_place_only_those_who_came_complete_the_event() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Grace").await);
    let event = create(
        &app,
        &admin,
        json!({ "mode": "offline", "certificatesOffered": true, "sendCertificatesImmediately": false }),
    )
    .await;
    register(&app, &member, &event, false).await;
    let status = format!("/api/admin/events/{event}/participants/{}/status", member.id);
    app.put_as(&member, &format!("/api/events/{event}/tasks/Bring%20a%20laptop"), json!({}))
        .await;
    assert_eq!(app.number("SELECT count(*) FROM certificates").await, 0, "not there yet");
    app.put_as(&admin, &status, json!({ "status": "Attended" })).await;
    assert_eq!(app.number("SELECT count(*) FROM registrations WHERE status = 'Completed'").await, 1);
    // Certificates of this event are held: nobody is told before they are released.
    assert_eq!(app.number("SELECT count(*) FROM certificates WHERE released_at IS NULL").await, 1);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'certificate_issued'").await, 0);
}

#[tokio::test]
async fn a_check_in_that_is_undone_takes_its_certificate_along() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Grace").await);
    let event = create(&app, &admin, json!({ "mode": "offline", "certificatesOffered": true })).await;
    register(&app, &member, &event, false).await;
    app.put_as(&member, &format!("/api/events/{event}/tasks/Bring%20a%20laptop"), json!({}))
        .await;
    let who = json!({ "userId": member.id.to_string(), "scanId": "one" });
    app.post_as(&admin, &format!("/api/admin/events/{event}/checkin"), who.clone()).await;
    assert_eq!(app.number("SELECT count(*) FROM certificates WHERE revoked_at IS NULL").await, 1);
    let undone = app.post_as(&admin, &format!("/api/admin/events/{event}/checkin/undo"), who.clone()).await;
    assert_eq!(undone.json()["state"], "undone", "{}", undone.text);
    assert_eq!(app.number("SELECT count(*) FROM certificates WHERE revoked_at IS NULL").await, 0);
    assert_eq!(
        app.number("SELECT count(*) FROM registrations WHERE status = 'Registered' AND checked_in_at IS NULL")
            .await,
        1
    );
    // Whoever then comes after all gets one again.
    app.post_as(
        &admin,
        &format!("/api/admin/events/{event}/checkin"),
        json!({ "userId": member.id.to_string(), "scanId": "two" }),
    )
    .await;
    assert_eq!(app.number("SELECT count(*) FROM certificates WHERE revoked_at IS NULL").await, 1);
}

#[tokio::test]
async fn a_held_certificate_says_so_until_it_is_released() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Grace").await);
    let (id, key) = issued(&app, &admin, &member, json!({ "hold": true })).await;
    let held = app.get(&public(&id)).await.json();
    assert_eq!((&held["verified"], &held["status"]), (&json!(false), &json!("pending")));
    let listed = async |query: &str| app.get_as(&admin, &format!("/api/admin/certificates?{query}")).await.total();
    for (query, total) in [
        ("held=true", 1),
        ("held=true&type=event", 1),
        ("held=true&type=project", 0),
        ("held=true&search=grace", 1),
        ("held=true&search=nobody", 0),
    ] {
        assert_eq!(listed(query).await, total, "{query}");
    }
    let picture = app.get(&format!("{}/image.svg", public(&id))).await;
    assert_eq!(
        (picture.status, picture.message()),
        (StatusCode::FORBIDDEN, "This certificate has not been released yet.".into())
    );
    assert_eq!(app.get_as(&admin, &format!("{}/image.svg", public(&id))).await.status, StatusCode::OK);
    let release = format!("/api/admin/certificates/{key}/release");
    assert_eq!(
        app.post_as(&admin, &release, json!({})).await.message(),
        "Certificate released. An email with the certificate has been sent."
    );
    assert_eq!(app.post_as(&admin, &release, json!({})).await.status, StatusCode::CONFLICT);
    assert_eq!(
        (
            listed("held=true").await,
            listed("held=true&search=grace").await,
            listed("held=false").await
        ),
        (0, 0, 1)
    );
    assert_eq!(mails(&app, &member).await, ["certificate_issued"]);
    assert_eq!(app.get(&public(&id)).await.json()["verified"], true);
}

#[tokio::test]
async fn a_certificate_is_printed_in_every_format_and_asked_for_again_by_its_tag() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Grace Höpper").await);
    let (id, _) = issued(&app, &admin, &member, json!({})).await;
    for (file, kind, start) in [
        ("image.svg", "image/svg+xml", "<svg"),
        ("image.png", "image/png", "\u{fffd}PNG"),
        ("document.pdf", "application/pdf", "%PDF-"),
    ] {
        let path = format!("{}/{file}", public(&id));
        let answer = app.get(&path).await;
        assert_eq!((answer.status, answer.header("Content-Type")), (StatusCode::OK, kind));
        assert!(answer.text.starts_with(start), "{file}");
        assert!(
            answer.header("Content-Disposition").contains(&format!("Grace_H_pper_{id}")),
            "{}",
            answer.header("Content-Disposition")
        );
        let tag = answer.header("ETag").to_owned();
        let again = app
            .call_with(poem::http::Method::GET, &path, None, None, &[("If-None-Match", &tag)])
            .await;
        assert_eq!((again.status, again.text.len()), (StatusCode::NOT_MODIFIED, 0));
    }
    for (scale, status) in [
        ("4", StatusCode::OK),
        ("0", StatusCode::UNPROCESSABLE_ENTITY),
        ("5", StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(app.get(&format!("{}/image.png?scale={scale}", public(&id))).await.status, status);
    }
}

#[tokio::test]
async fn a_revoked_or_corrected_certificate_never_counts_again() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Gracie").await);
    let (id, key) = issued(&app, &admin, &member, json!({})).await;
    let correct = app
        .post_as(&admin, &format!("/api/admin/certificates/{key}/correct"), json!({ "name": "Grace" }))
        .await;
    let new = correct.json()["certificate"]["certificateId"].as_str().unwrap().to_owned();
    let old = app.get(&public(&id)).await.json();
    assert_eq!(
        (&old["status"], &old["verified"], &old["replacedBy"]),
        (&json!("revoked"), &json!(false), &json!(new))
    );
    assert_eq!(app.get(&public(&new)).await.json()["recipientName"], "Grace");
    assert_eq!(app.get(&format!("{}/document.pdf", public(&id))).await.status, StatusCode::FORBIDDEN);

    let key = correct.json()["certificate"]["_id"].as_str().unwrap().to_owned();
    let revoke = format!("/api/admin/certificates/{key}/revoke");
    assert_eq!(app.post_as(&admin, &revoke, json!({})).await.json()["fields"]["reason"], "Please say why");
    assert_eq!(
        app.post_as(&admin, &revoke, json!({ "reason": "A mistake" })).await.message(),
        "Certificate revoked."
    );
    assert_eq!(
        app.post_as(&admin, &revoke, json!({ "reason": "A mistake" })).await.status,
        StatusCode::CONFLICT
    );
    let revoked = app.get(&public(&new)).await.json();
    assert_eq!(
        (&revoked["status"], &revoked["revocationReason"]),
        (&json!("revoked"), &json!("A mistake"))
    );
    // A letter that still waits is not sent.
    assert_eq!(app.letter("certificate_issued").await.err(), Some("the certificate no longer stands"));
    assert_eq!(app.number("SELECT count(*) FROM audit_log WHERE action LIKE 'certificate.%'").await, 3);
}

#[tokio::test]
async fn a_private_certificate_is_its_recipients() {
    let app = TestApp::new().await;
    let (admin, member, other) = (app.admin("Ada Admin").await, app.member("Grace").await, app.member("Olga").await);
    let (id, _) = issued(&app, &admin, &member, json!({})).await;
    let visibility = format!("/api/certificates/{id}/visibility");
    assert_eq!(
        app.put_as(&other, &visibility, json!({ "isPrivate": true })).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        app.put_as(&member, &visibility, json!({ "isPrivate": true })).await.status,
        StatusCode::OK
    );
    for path in [public(&id), format!("{}/image.png", public(&id))] {
        let refused = app.get(&path).await;
        assert_eq!(
            (refused.status, refused.message()),
            (StatusCode::FORBIDDEN, "This certificate is not publicly accessible.".into())
        );
        assert_eq!(app.get_as(&other, &path).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.get_as(&member, &path).await.status, StatusCode::OK);
        assert_eq!(app.get_as(&admin, &path).await.status, StatusCode::OK);
    }
    // The profile of a recipient who is suspended is not shown, so nothing leads there.
    app.put_as(&member, &visibility, json!({ "isPrivate": false })).await;
    assert_eq!(app.get(&public(&id)).await.json()["issuedTo"]["hasProfile"], true);
    app.execute("UPDATE users SET suspended_at = 1 WHERE name = 'Grace'").await;
    assert_eq!(app.get(&public(&id)).await.json()["issuedTo"]["hasProfile"], false);
}

#[tokio::test]
async fn ids_are_read_as_people_type_them_and_cannot_be_guessed() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Grace").await);
    let (id, key) = issued(&app, &admin, &member, json!({})).await;
    let spaced = id.to_lowercase().replace("cert-", "cert-%20");
    for typed in [id.clone(), spaced, key.clone()] {
        assert_eq!(app.get(&public(&typed)).await.json()["certificateId"], id, "{typed}");
    }
    assert_eq!(
        app.get_as(&admin, &format!("/api/admin/certificates/view/{id}")).await.status,
        StatusCode::OK
    );
    for guess in 0..60 {
        let missed = app.get(&public(&format!("CERT-CO-{guess:012}"))).await;
        assert_eq!(
            (missed.status, missed.message()),
            (StatusCode::NOT_FOUND, "Certificate not found. Please check the certificate ID.".into())
        );
    }
    assert_eq!(app.get(&public(&id)).await.status, StatusCode::TOO_MANY_REQUESTS);
}
