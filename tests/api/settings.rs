//! The settings of the community: who changes them, what is refused, and that each change holds at once.

use community::exports::events::letters::reminders;
use community::exports::head::PageHead;
use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::projects::pictures::png;
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

pub const SETTINGS: &str = "/api/admin/settings";

/// Changes settings.
pub async fn save(app: &TestApp, admin: &Signed, changes: Value) -> Answer {
    app.put_as(admin, SETTINGS, changes).await
}

/// Changes settings, which must be accepted, and returns all of them.
pub async fn saved(app: &TestApp, admin: &Signed, changes: Value) -> Value {
    let answer = save(app, admin, changes).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["settings"].clone()
}

#[tokio::test]
async fn a_change_holds_at_once_and_is_in_the_audit_log_once() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let after = saved(
        &app,
        &admin,
        json!({
            "name": "Makers of Ghent", "about": "We build.\r\nTogether.", "contactEmail": "hello@example.org", "accentColour": "#0F766E",
            "socialLinks": [{ "name": "Chat", "url": "https://chat.example.org" }], "certificatePrefix": "MOG",
            "certificateSignatory": "Ada", "certificateSignatoryTitle": "Chair", "tagline": "Where makers show what they build",
        }),
    )
    .await;
    assert_eq!((&after["name"], &after["prefixInUse"]), (&json!("Makers of Ghent"), &json!("MOG")));
    let site = app.get("/api/site").await.json();
    assert_eq!(site["name"], "Makers of Ghent");
    assert_eq!(site["about"], "We build.\nTogether.");
    assert_eq!(site["accentColour"], "#0f766e");
    assert_eq!(site["socialLinks"], json!([{ "name": "Chat", "url": "https://chat.example.org" }]));
    // What did not change is not in the entry.
    let entries = "SELECT count(*) FROM audit_log WHERE action = 'settings.edit'
                     AND json_extract(before, '$.name') = 'Community' AND json_extract(after, '$.name') = 'Makers of Ghent'
                     AND json_extract(after, '$.tagline') IS NULL AND json_extract(after, '$.certificateSignatoryTitle') = 'Chair'";
    assert_eq!(app.number(entries).await, 1);

    // Nothing changed: no entry, and the version stays.
    let again = saved(&app, &admin, json!({ "name": " Makers  of Ghent ", "certificatePrefix": "MOG" })).await;
    assert_eq!(again["settingsVersion"], after["settingsVersion"]);
    saved(&app, &admin, json!({})).await;
    assert_eq!(app.number("SELECT count(*) FROM audit_log").await, 1);
    assert_eq!(saved(&app, &admin, json!({ "certificatePrefix": "" })).await["prefixInUse"], "MOG");
}

#[tokio::test]
async fn a_faulty_field_is_told_and_nothing_is_saved() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let wrong = json!({
        "name": " ", "contactEmail": "nobody", "accentColour": "#12345g", "timeZone": "Mars/Olympus", "certificatePrefix": "A1",
        "socialLinks": [{ "name": "Chat", "url": "javascript:alert(1)" }], "analyticsScript": "http://count.example.org/a.js", "tagline": "New",
    });
    let answer = save(&app, &admin, wrong.clone()).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let fields = answer.json()["fields"].as_object().unwrap().clone();
    let named = |field: &String| {
        if field == "socialLinks" {
            "socialLinks.0.url".to_owned()
        } else {
            field.clone()
        }
    };
    let at_fault: Vec<String> = wrong.as_object().unwrap().keys().filter(|field| *field != "tagline").map(named).collect();
    assert_eq!(fields.keys().cloned().collect::<Vec<_>>(), at_fault);
    let long = save(&app, &admin, json!({ "tagline": "x".repeat(161), "terms": "x".repeat(20_001) })).await;
    assert_eq!(long.json()["fields"].as_object().unwrap().len(), 2, "{}", long.text);
    assert_ne!(app.get("/api/site").await.json()["tagline"], "New");
    assert_eq!(app.number("SELECT count(*) FROM settings").await, 0);
    for (body, status) in [(json!({ "reviewEdits": "yes" }), 400), (json!([]), 400)] {
        assert_eq!(save(&app, &admin, body).await.status.as_u16(), status);
    }
}

#[tokio::test]
async fn a_change_does_not_replace_what_somebody_else_has_set() {
    let app = TestApp::new().await;
    let (ada, grace) = (app.admin("Ada Admin").await, app.admin("Grace Admin").await);
    let seen = app.get_as(&ada, SETTINGS).await.json()["settingsVersion"].clone();
    saved(&app, &grace, json!({ "settingsVersion": seen, "name": "Grace's" })).await;
    let late = save(&app, &ada, json!({ "settingsVersion": seen, "name": "Ada's" })).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.message().starts_with("Somebody else has changed the settings"), "{}", late.text);
    assert_eq!(app.get("/api/site").await.json()["name"], "Grace's");
    let now = app.get_as(&ada, SETTINGS).await.json()["settingsVersion"].clone();
    saved(&app, &ada, json!({ "settingsVersion": now, "name": "Ada's" })).await;
}

#[tokio::test]
async fn a_new_time_zone_moves_instants_calendars_and_reminders_and_keeps_days_and_times() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    saved(&app, &admin, json!({ "timeZone": "Europe/Berlin" })).await;
    // Both have their changes of the clock between the events: Berlin on 28 March, New York on 14 March; and in autumn a week
    // apart.
    let mut ids = Vec::new();
    for date in ["2027-03-13", "2027-03-20", "2027-04-03", "2027-10-24", "2027-11-01", "2027-11-20"] {
        let changes = json!({ "date": date, "time": "18:30", "registrationDeadline": format!("{date}T12:00") });
        ids.push(create(&app, &admin, changes).await);
    }
    register(&app, &member, &ids[1], false).await;
    let starts = async || {
        let mut found = Vec::new();
        for id in &ids {
            found.push(
                app.get(&format!("/api/events/{id}")).await.json()["startsAt"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        found
    };
    assert_eq!(
        starts().await,
        [
            "2027-03-13T18:30:00+01:00",
            "2027-03-20T18:30:00+01:00",
            "2027-04-03T18:30:00+02:00",
            "2027-10-24T18:30:00+02:00",
            "2027-11-01T18:30:00+01:00",
            "2027-11-20T18:30:00+01:00"
        ]
    );
    assert_eq!(app.get_as(&admin, SETTINGS).await.json()["eventsAhead"], 6);
    let after = saved(&app, &admin, json!({ "timeZone": "america/new_york" })).await;
    assert_eq!(after["timeZone"], "America/New_York");
    assert_eq!(
        starts().await,
        [
            "2027-03-13T18:30:00-05:00",
            "2027-03-20T18:30:00-04:00",
            "2027-04-03T18:30:00-04:00",
            "2027-10-24T18:30:00-04:00",
            "2027-11-01T18:30:00-04:00",
            "2027-11-20T18:30:00-05:00"
        ]
    );
    // 2027-03-20T12:00 in New York.
    let closes = "SELECT registration_closes_at / 1000 FROM events WHERE date = '2027-03-20'";
    assert_eq!(app.number(closes).await, 1_805_558_400);
    assert_eq!(app.number("SELECT count(*) FROM events WHERE sequence = 1").await, 6);
    let calendar = String::from_utf8(app.bytes("/events.ics").await).unwrap();
    for start in ["20270313T233000Z", "20270320T223000Z", "20271101T223000Z", "20271120T233000Z"] {
        assert!(calendar.contains(&format!("DTSTART:{start}")), "{calendar}");
    }

    // The day before, at the same time of day: 18:30 in New York, not in Berlin.
    let at = |text: &str| community::exports::db::values::Instant(text.parse().unwrap());
    assert_eq!(reminders::run_once(&app.app, at("2027-03-19T22:29:00Z")).await.unwrap(), 0);
    assert_eq!(reminders::run_once(&app.app, at("2027-03-19T22:30:00Z")).await.unwrap(), 1);
}

#[tokio::test]
async fn legal_texts_of_ones_own_are_served_as_safe_html() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    assert_eq!(app.get("/api/site/texts/terms").await.status, StatusCode::NOT_FOUND);
    let text = "# Rules\n\nBe **kind**. <script>alert(1)</script> [Out](javascript:alert(1))";
    let preview = app.post_as(&admin, "/api/admin/settings/preview", json!({ "text": text })).await.json();
    saved(&app, &admin, json!({ "terms": text })).await;
    let own = app.get("/api/site/texts/terms").await.json();
    assert_eq!(own["html"], preview["html"]);
    let html = own["html"].as_str().unwrap();
    assert!(html.contains("<h2>Rules</h2>") && html.contains("<strong>kind</strong>"), "{html}");
    assert!(!html.contains("<script") && !html.contains("\"javascript:"), "{html}");
    assert_eq!(own["changedOn"], "2026-11-28");
    let site = app.get("/api/site").await.json();
    assert_eq!((&site["hasOwnTerms"], &site["hasOwnPrivacy"]), (&json!(true), &json!(false)));
    assert_eq!(app.get("/api/site/texts/privacy").await.status, StatusCode::NOT_FOUND);

    // Another change leaves its day; taking the text away brings the program's back.
    app.app.clock.advance_seconds(20 * 3600);
    saved(&app, &admin, json!({ "name": "Makers" })).await;
    assert_eq!(app.get("/api/site/texts/terms").await.json()["changedOn"], "2026-11-28");
    saved(&app, &admin, json!({ "terms": " " })).await;
    assert_eq!(app.get("/api/site/texts/terms").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_pictures_of_the_community_are_shown_where_it_is() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let upload = async |which: &str, file: Vec<u8>| app.upload(&admin, &format!("{SETTINGS}/{which}/picture"), file).await;
    let wrong = upload("logo", b"not a picture".to_vec()).await;
    assert_eq!(
        wrong.json()["fields"]["picture"],
        "A picture must be a PNG, JPEG or WebP file",
        "{}",
        wrong.text
    );
    assert_eq!(app.number("SELECT count(*) FROM media").await, 0);

    let logo = upload("logo", png(80, 80)).await.json()["settings"]["logoUrl"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(app.get("/api/site").await.json()["logoUrl"], *logo);
    let served = app.get(&logo).await;
    assert_eq!((served.status, served.header("content-type")), (StatusCode::OK, "image/png"));
    let head = PageHead::find(&app.app, "/").await.unwrap();
    assert_eq!(head.icon, logo);
    assert!(head.image.ends_with("/assets/og-default.png"));
    let index = "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\"><link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">";
    assert_eq!(head.fill(index).matches(&logo).count(), 2);

    // A wide one is no icon; the one before is gone.
    let wide = upload("logo", png(160, 80)).await.json()["settings"]["logoUrl"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(PageHead::find(&app.app, "/").await.unwrap().icon, "");
    assert_eq!(app.get(&logo).await.status, StatusCode::NOT_FOUND);
    let preview = upload("preview", png(600, 315)).await.json()["settings"]["previewUrl"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(app.get(&preview).await.header("content-type"), "image/jpeg");
    assert!(PageHead::find(&app.app, "/events").await.unwrap().image.ends_with(&preview));

    // In mails, with the whole address.
    let mail = "INSERT INTO mails (id, message_id, kind, user_id, to_email, subject, text, html, occasion, next_attempt_at, created_at)
                SELECT 1, '', 'welcome', id, email, '', '', '', '{\"about\":\"welcome\"}', 0, 0 FROM users";
    app.execute(mail).await;
    let (_, sheet) = app.letter("welcome").await.unwrap();
    assert!(
        sheet.letter.html.contains(&format!("src=\"http://127.0.0.1:8080{wide}\"")),
        "{}",
        sheet.letter.html
    );

    let gone = app.delete_as(&admin, &format!("{SETTINGS}/logo/picture")).await.json();
    assert_eq!(gone["settings"]["logoUrl"], Value::Null);
    assert_eq!(app.number("SELECT count(*) FROM media").await, 1);
    assert_eq!(app.number("SELECT count(*) FROM audit_log WHERE action = 'settings.edit'").await, 4);
}

#[tokio::test]
async fn without_the_rule_of_a_repository_something_else_must_show_a_project() {
    let app = TestApp::new().await;
    let (admin, member) = (app.admin("Ada Admin").await, app.member("Max").await);
    let bare = |title: &str, changes: Value| {
        let mut input = project(title);
        input["githubLink"] = "".into();
        for (field, value) in changes.as_object().unwrap() {
            input[field] = value.clone();
        }
        input
    };
    let answer = app.post_as(&member, "/api/projects", bare("Chair", json!({}))).await;
    assert_eq!(answer.json()["fields"]["githubLink"], "GitHub link is required");
    saved(&app, &admin, json!({ "repositoryRequired": false })).await;
    assert_eq!(app.get("/api/site").await.json()["repositoryRequired"], false);
    let answer = app.post_as(&member, "/api/projects", bare("Chair", json!({}))).await;
    assert_eq!(
        answer.json()["fields"]["githubLink"],
        "Add a link to the repository, a link to a demo, or a picture"
    );
    let demo = submit(&app, &member, bare("Lamp", json!({ "demoLink": "https://lamp.example.org" }))).await;
    approve(&app, &admin, &demo).await;

    // Pictures follow, and are then needed.
    let chair = submit(&app, &member, bare("Chair", json!({ "picturesFollow": true }))).await;
    let status = format!("/api/admin/projects/{chair}/status");
    let early = app.put_as(&admin, &status, json!({ "status": "Approved" })).await;
    assert_eq!(
        (early.status, early.message()),
        (StatusCode::CONFLICT, "This project has no repository, demo or picture yet.".into())
    );
    let pictures = format!("/api/projects/{chair}/pictures");
    let file = png(40, 30);
    let added = app.upload(&member, &pictures, file).await.json();
    approve(&app, &admin, &chair).await;
    let edited = app.put_as(&member, &format!("/api/projects/{chair}"), bare("Armchair", json!({}))).await;
    assert_eq!(edited.status, StatusCode::OK, "{}", edited.text);
    let picture = added["pictures"][0]["_id"].as_str().unwrap();
    let last = app.delete_as(&member, &format!("{pictures}/{picture}")).await;
    assert_eq!(last.status, StatusCode::CONFLICT, "{}", last.text);
    assert_eq!(app.number("SELECT count(*) FROM project_pictures").await, 1);

    // The review policy holds from the next edit on.
    saved(&app, &admin, json!({ "reviewEdits": true })).await;
    let edited = app
        .put_as(&member, &format!("/api/projects/{chair}"), bare("Rocking chair", json!({})))
        .await;
    assert_eq!(edited.message(), "Project saved and sent to review.");
}

#[tokio::test]
async fn the_machine_is_told_in_words() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let machine = app.get_as(&admin, "/api/admin/settings/machine").await.json();
    let titles: Vec<&str> = machine["facts"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|fact| fact["title"].as_str())
        .collect();
    assert_eq!(titles, ["Sign-in", "Captcha", "Mail", "HTTPS", "Zone data", "Database", "Version"]);
}
