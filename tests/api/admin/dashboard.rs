//! The dashboard: what is to do, how the community grows, what was visited; and the audit log.

use community::exports::stats::analytics_api::write;
use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::badges::give;
use crate::certificates::issued;
use crate::events::create;
use crate::projects::{approve, project, submit};
use crate::support::TestApp;

#[tokio::test]
async fn the_dashboard_says_what_is_to_do() {
    let app = TestApp::new().await;
    let (admin, olga) = (app.admin("Ada Admin").await, app.member("Olga 🦄").await);
    let to_do = async || app.get_as(&admin, "/api/admin/to-do").await.json();
    let nothing = json!({ "reviewsWaiting": 0, "heldCertificates": 0, "failedMails": 0, "eventsThisWeek": 0, "drafts": 0, "unprintableNames": 0 });
    assert_eq!(to_do().await, nothing);

    submit(&app, &olga, project("Waits")).await;
    approve(&app, &admin, &submit(&app, &olga, project("Does not wait")).await).await;
    let tomorrow = app.app.clock.now().plus_seconds(86_400).to_string()[..10].to_owned();
    create(&app, &admin, json!({ "date": tomorrow })).await;
    create(&app, &admin, json!({ "date": tomorrow, "published": false })).await;
    app.execute(
        "INSERT INTO certificates (id, certificate_id, title, recipient_name, achievement, type, design, issued_at)
         VALUES (1, 'CERT-CM-000000000001', 'Certificate', 'Olga \u{10FFFD}', 'Work', 'project', 'modern', 1)",
    )
    .await;
    // What a member does not want did not fail.
    app.execute("UPDATE mails SET state = 'failed', finished_at = 1, unsent = iif(id = (SELECT min(id) FROM mails), 'unsubscribed', 'refused')")
        .await;
    app.execute("INSERT INTO memos VALUES ('copied', '1764000000000')").await;
    let found = to_do().await;
    let failed = app.number("SELECT count(*) - 1 FROM mails").await;
    assert!(failed > 0);
    assert_eq!(
        found,
        json!({ "reviewsWaiting": 1, "heldCertificates": 1, "failedMails": failed, "eventsThisWeek": 1, "drafts": 1,
            "unprintableNames": 1, "lastCopiedAt": "2025-11-24T16:00:00Z" })
    );
}

#[tokio::test]
async fn the_charts_show_the_last_twelve_months() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let now = app.app.clock.now().to_string();
    app.execute(
        "INSERT INTO users (id, name, email, email_key, created_at) VALUES (1, 'Old', 'o@o.example', 'o@o.example', 0), (2, 'New', 'n@n.example', 'n@n.example', 1)",
    )
    .await;
    app.execute("UPDATE monthly_counts SET count = count + 4 WHERE month > '2000' AND name = 'users'")
        .await;
    submit(&app, &admin, project("Solar map")).await;
    let growth = app.get_as(&admin, "/api/admin/growth").await.json();
    let months = growth["months"].as_array().unwrap();
    assert_eq!((months.len(), months[11]["month"].as_str()), (12, Some(&now[..7])));
    assert_eq!(
        months[0],
        json!({ "month": months[0]["month"], "newUsers": 0, "totalUsers": 2, "submittedProjects": 0 })
    );
    assert_eq!(
        months[11],
        json!({ "month": now[..7], "newUsers": 5, "totalUsers": 7, "submittedProjects": 1 })
    );
    assert_eq!(
        (&growth["approved"], &growth["inReview"], &growth["rejected"]),
        (&json!(0), &json!(1), &json!(0))
    );
}

#[tokio::test]
async fn visits_are_counted_by_page_and_day_and_by_nothing_else() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let count = async |body: Value| app.post("/api/analytics", body).await.json()["counted"].clone();
    for (body, expected) in [
        (json!({ "page": "/projects/01jd0", "started": true }), true),
        (json!({ "page": "/projects/01jd1" }), true),
        (json!({ "page": "/" }), true),
        (json!({ "started": true }), true),
        (json!({ "page": "/admin/users" }), false),
        (json!({ "page": "/wp-login.php" }), false),
        (json!({}), false),
    ] {
        assert_eq!(count(body.clone()).await, expected, "{body}");
    }
    // Signing in and submitting count by themselves.
    app.post("/api/auth/email/verify", json!({ "token": "wrong" })).await;
    let olga = app.member("Olga").await;
    submit(&app, &olga, project("Solar map")).await;
    app.post_as(&olga, "/api/projects", json!({ "title": "Nothing else" })).await;
    assert_eq!(app.number("SELECT count(*) FROM daily_counts").await, 0, "a view costs no write");

    let found = app.get_as(&admin, "/api/admin/analytics?days=7").await.json();
    assert_eq!(
        found["pages"],
        json!([{ "name": "/projects/:id", "count": 2 }, { "name": "/", "count": 1 }])
    );
    assert_eq!(
        found["events"],
        json!([{ "name": "app_initialized", "count": 2 }, { "name": "project_submission_failed", "count": 1 },
            { "name": "project_submitted", "count": 1 }, { "name": "user_action:login_failed", "count": 1 }])
    );
    let days = found["days"].as_array().unwrap();
    let views: Vec<i64> = days.iter().map(|day| day["views"].as_i64().unwrap()).collect();
    assert_eq!((views, &days[6]["day"]), (vec![0, 0, 0, 0, 0, 0, 3], &found["until"]));

    // A day later.
    app.app.clock.advance_seconds(86_400);
    count(json!({ "page": "/" })).await;
    write(&app.app).await.unwrap();
    assert_eq!(app.number("SELECT count(*) FROM daily_counts WHERE name = '/'").await, 2);
    let session = app.admin("Grace").await;
    let found = app.get_as(&session, "/api/admin/analytics?days=1").await.json();
    assert_eq!(
        (found["pages"].clone(), found["days"].as_array().unwrap().len()),
        (json!([{ "name": "/", "count": 1 }]), 1)
    );
    for days in [0, 367] {
        let refused = app.get_as(&session, &format!("/api/admin/analytics?days={days}")).await;
        assert_eq!(refused.json()["fields"]["days"], "The days must be between 1 and 366");
    }
}

#[tokio::test]
async fn the_audit_log_is_filtered_by_who_what_and_when() {
    let app = TestApp::new().await;
    let (ada, grace, olga) = (app.admin("Ada").await, app.admin("Grace").await, app.member("Olga").await);
    let id = submit(&app, &olga, project("Solar map")).await;
    approve(&app, &ada, &id).await;
    app.put_as(&grace, "/api/admin/contact", json!({ "contactEmail": "hello@example.org" }))
        .await;
    let ask = async |query: &str| app.get_as(&ada, &format!("/api/admin/audit?{query}")).await;
    let actions = async |query: &str| {
        let found = ask(query).await.json();
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|act| act["action"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(actions("").await, ["settings.edit", "project.approve"]);
    assert_eq!(actions("limit=1").await, ["settings.edit"]);
    let next = ask("limit=1").await.header("X-Next").to_owned();
    assert_eq!(actions(&format!("limit=1&after={next}")).await, ["project.approve"]);
    assert_eq!(actions(&format!("actor={}", grace.id)).await, ["settings.edit"]);
    assert_eq!(actions("kind=project").await, ["project.approve"]);
    assert_eq!(actions(&format!("kind=project&actor={}", grace.id)).await, Vec::<String>::new());
    assert_eq!(actions("actor=shell").await, Vec::<String>::new());
    let today = app.app.clock.now().to_string()[..10].to_owned();
    assert_eq!(actions(&format!("from={today}&until={today}")).await.len(), 2);
    assert_eq!(actions("until=2020-01-01").await, Vec::<String>::new());
    assert_eq!(actions("from=2999-01-01").await, Vec::<String>::new());
    for (query, field) in [("from=yesterday", "from"), ("until=2026-02-30", "until"), ("actor=!", "actor")] {
        assert!(ask(query).await.json()["fields"][field].is_string(), "{query}");
    }
    let settings = ask("kind=settings").await.json();
    assert_eq!(settings[0]["changes"], json!([{ "field": "contactEmail", "after": "hello@example.org" }]));
    give(&app, &grace, json!({ "user": olga.id.to_string() })).await;
    issued(&app, &grace, &olga, json!({})).await;
    let names = ask("limit=3").await.json();
    assert_eq!(names[2]["subjectName"], "Bug Whisperer");
    assert!(names[0]["subjectName"].as_str().unwrap().starts_with("CERT-"), "{names}");
    assert!(app.get_as(&olga, "/api/admin/audit").await.status == StatusCode::FORBIDDEN);
}
