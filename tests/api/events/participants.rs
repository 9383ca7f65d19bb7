//! Participants as admins see and change them: lists, status, by hand, letters, files.

use community::exports::db::values::Id;
use poem::http::StatusCode;
use serde_json::json;

use crate::events::{create, mails, register};
use crate::support::{Answer, Signed, TestApp};

#[tokio::test]
async fn participants_are_found_filtered_and_set_one_by_one_or_together() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let id = create(&app, &admin, json!({})).await;
    let mut members = Vec::new();
    for name in ["Übermut", "Bea", "Cem"] {
        let member = app.member(name).await;
        app.app.clock.advance_seconds(1);
        register(&app, &member, &id, false).await;
        members.push(member);
    }
    let path = format!("/api/admin/events/{id}/participants");
    let names = |answer: &Answer| -> Vec<String> {
        answer
            .json()
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["user"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = app.get_as(&admin, &path).await;
    assert_eq!((names(&all), all.total()), (vec!["Übermut".into(), "Bea".into(), "Cem".into()], 3));
    assert_eq!(all.json()[1]["user"]["email"], "bea@example.org");
    assert_eq!(all.json()[1]["tasks"][0], json!({ "name": "Bring a laptop", "completed": false }));
    assert_eq!(names(&app.get_as(&admin, &format!("{path}?search=%C3%BCBER")).await), ["Übermut"]);
    assert_eq!(names(&app.get_as(&admin, &format!("{path}?search=cem@")).await), ["Cem"]);

    let set = app
        .put_as(&admin, &format!("{path}/{}/status", members[0].id), json!({ "status": "completed" }))
        .await;
    assert_eq!((set.status, &set.json()["event"]["completedCount"]), (StatusCode::OK, &json!(1)));
    let nobody = Id(9);
    let both = json!({ "userIds": [members[1].id.to_string(), members[2].id.to_string(), nobody.to_string()], "status": "Attended" });
    let set = app.put_as(&admin, &format!("{path}/status"), both).await;
    assert_eq!((set.message().as_str(), &set.json()["count"]), ("2 participants updated.", &json!(2)));
    assert_eq!(set.json()["event"]["checkedInCount"], 3);
    let attended = app.get_as(&admin, &format!("{path}?status=Attended&search=e")).await;
    assert_eq!((names(&attended), attended.total()), (vec!["Bea".into(), "Cem".into()], 2));
    let odd = app
        .put_as(&admin, &format!("{path}/{}/status", members[0].id), json!({ "status": "Asleep" }))
        .await;
    assert_eq!(odd.json()["fields"]["status"], "The status must be Registered, Attended or Completed");
    assert_eq!(
        app.put_as(&admin, &format!("{path}/{nobody}/status"), json!({ "status": "Attended" }))
            .await
            .status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'event.participant_status'")
            .await,
        3
    );
}

#[tokio::test]
async fn participants_are_added_and_removed_by_hand_within_the_maximum() {
    let app = TestApp::new().await;
    let (admin, first, second, third) = (
        app.admin("Ada Admin").await,
        app.member("First").await,
        app.member("Second").await,
        app.member("Third").await,
    );
    let id = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    let path = format!("/api/admin/events/{id}/participants");
    let add = |who: &Signed| json!({ "userId": who.id.to_string() });
    assert_eq!(app.post_as(&admin, &path, add(&first)).await.message(), "Participant added.");
    let full = app.post_as(&admin, &path, add(&second)).await;
    assert_eq!((full.status, full.message().as_str()), (StatusCode::CONFLICT, "Registration Full"));
    assert_eq!(
        app.post_as(&admin, &path, add(&first)).await.message(),
        "This member is already registered for this event."
    );
    register(&app, &second, &id, true).await;
    register(&app, &third, &id, true).await;
    let waiting = app.get_as(&admin, &format!("/api/admin/events/{id}/waiting-list")).await;
    assert_eq!(waiting.total(), 2);
    assert_eq!(
        (&waiting.json()[1]["position"], &waiting.json()[1]["user"]["name"]),
        (&json!(2), &json!("Third"))
    );
    app.delete_as(&admin, &format!("{path}/{}", first.id)).await;
    assert_eq!(mails(&app, &second).await, ["promoted_from_waiting_list"]);
    assert_eq!(
        app.delete_as(&admin, &format!("{path}/{}", third.id)).await.message(),
        "Removed from the waiting list."
    );
    assert_eq!(app.delete_as(&admin, &format!("{path}/{}", first.id)).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn links_and_letters_reach_participants_only() {
    let app = TestApp::new().await;
    let (admin, going, here, other) = (
        app.admin("Ada Admin").await,
        app.member("Going").await,
        app.member("Here").await,
        app.member("Other").await,
    );
    let id = create(&app, &admin, json!({})).await;
    register(&app, &going, &id, false).await;
    register(&app, &here, &id, false).await;
    let path = format!("/api/admin/events/{id}");
    let none = app
        .post_as(&admin, &format!("{path}/send-links"), json!({ "meetLink": " ", "whatsappLink": "" }))
        .await;
    assert_eq!(
        (none.status, none.message().as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "Please provide at least one link to send")
    );
    let bad = app
        .post_as(&admin, &format!("{path}/send-links"), json!({ "meetLink": "javascript:alert(1)" }))
        .await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    let sent = app
        .post_as(&admin, &format!("{path}/send-links"), json!({ "meetLink": "https://meet.example/a" }))
        .await;
    assert_eq!(
        (sent.message().as_str(), &sent.json()["count"]),
        ("Links sent successfully to all participants!", &json!(2))
    );
    let shown = format!("/api/events/{id}");
    assert_eq!(app.get_as(&going, &shown).await.json()["meetLink"], "https://meet.example/a");
    for answer in [app.get_as(&other, &shown).await, app.get(&shown).await, app.get("/api/events").await] {
        assert!(!answer.text.contains("meet.example"), "{}", answer.text);
    }

    app.put_as(
        &admin,
        &format!("{path}/participants/{}/status", here.id),
        json!({ "status": "Attended" }),
    )
    .await;
    let empty = app
        .post_as(&admin, &format!("{path}/send-email"), json!({ "subject": "Hi", "message": "" }))
        .await;
    assert_eq!(empty.message(), "Subject and message are required");
    let some = json!({ "subject": "Thanks", "message": "See you.\n\nBye.", "status": "Attended" });
    let sent = app.post_as(&admin, &format!("{path}/send-email"), some).await;
    assert_eq!(
        (sent.message().as_str(), &sent.json()["count"]),
        ("Email sent successfully to all participants!", &json!(1))
    );
    assert_eq!(mails(&app, &here).await, ["registration_confirmed", "meeting_links", "event_message"]);
    assert_eq!(mails(&app, &going).await, ["registration_confirmed", "meeting_links"]);
    assert!(mails(&app, &other).await.is_empty());
}

#[tokio::test]
async fn the_export_contains_everybody_and_no_formula() {
    let app = TestApp::new().await;
    let (admin, evil) = (app.admin("Ada Admin").await, app.member("=HYPERLINK(1,2)").await);
    app.execute("INSERT OR REPLACE INTO settings VALUES ('timeZone', '\"Asia/Kolkata\"')")
        .await;
    let id = create(&app, &admin, json!({})).await;
    register(&app, &evil, &id, false).await;
    let file = app.get_as(&admin, &format!("/api/admin/events/{id}/participants.csv")).await;
    assert_eq!(file.header("Content-Type"), "text/csv; charset=utf-8");
    assert!(file.header("Content-Disposition").starts_with("attachment; filename=\"participants-EVT-"));
    let lines: Vec<&str> = file.text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(
        lines[0],
        r#""Name","Email","Status","Registered at","Checked in at","Bring a laptop","Read chapter 1""#
    );
    assert!(
        lines[1].starts_with(r#""'=HYPERLINK(1,2)","'=hyperlink(1,2)@example.org","Registered","2026-11-28 14:30:00","""#),
        "{}",
        lines[1]
    );
    assert_eq!(lines.len(), 2);
}

#[tokio::test]
async fn all_who_attended_are_completed_in_one_action_with_an_outcome_each() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let event = create(&app, &admin, json!({ "certificatesOffered": true })).await;
    let mut people = Vec::new();
    for name in ["Anna", "Ben", "Carla"] {
        let member = app.member(name).await;
        register(&app, &member, &event, false).await;
        people.push(member);
    }
    let path = format!("/api/admin/events/{event}/participants/complete");
    let none = app.post_as(&admin, &path, json!({})).await.json();
    assert_eq!(
        (&none["message"], &none["outcomes"]),
        (&json!("0 participants are Completed now."), &json!([]))
    );

    app.execute("UPDATE registrations SET status = 'Attended' WHERE user_id IN (SELECT id FROM users WHERE name IN ('Anna', 'Carla'))")
        .await;
    let done = app.post_as(&admin, &path, json!({})).await.json();
    assert_eq!(done["message"], "2 participants are Completed now.");
    assert_eq!(
        (&done["event"]["completedCount"], &done["event"]["attendedCount"]),
        (&json!(2), &json!(0))
    );
    let outcomes = done["outcomes"].as_array().unwrap();
    for (outcome, name) in outcomes.iter().zip(["Anna", "Carla"]) {
        assert_eq!(
            (&outcome["name"], &outcome["outcome"]),
            (&json!(name), &json!("Completed, with a certificate"))
        );
        let id = outcome["certificateId"].as_str().unwrap();
        assert_eq!(app.get(&format!("/api/certificates/public/{id}")).await.json()["recipientName"], name);
    }
    assert_eq!(app.number("SELECT count(*) FROM certificates").await, 2);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'certificate_issued'").await, 2);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action = 'event.participant_status'")
            .await,
        2
    );
    assert_eq!(app.post_as(&people[1], &path, json!({})).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn participants_are_sorted_by_each_column_and_paged_in_that_order() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let id = create(&app, &admin, json!({})).await;
    for name in ["Cleo", "alvaro", "Bea"] {
        let member = app.member(name).await;
        register(&app, &member, &id, false).await;
        app.app.clock.advance_seconds(60);
        if name != "Bea" {
            let status = if name == "Cleo" { "Completed" } else { "Attended" };
            let path = format!("/api/admin/events/{id}/participants/{}/status", member.id);
            app.put_as(&admin, &path, json!({ "status": status })).await;
        }
    }
    let path = format!("/api/admin/events/{id}/participants");
    let names = async |query: &str| -> Vec<String> {
        let answer = app.get_as(&admin, &format!("{path}?{query}")).await;
        let items = answer.json();
        items
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["user"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    for (sort, expected) in [
        ("name", ["alvaro", "Bea", "Cleo"]),
        ("name-desc", ["Cleo", "Bea", "alvaro"]),
        ("registered", ["Cleo", "alvaro", "Bea"]),
        ("registered-desc", ["Bea", "alvaro", "Cleo"]),
        ("status", ["Bea", "alvaro", "Cleo"]),
        ("status-desc", ["Cleo", "alvaro", "Bea"]),
    ] {
        assert_eq!(names(&format!("sort={sort}")).await, expected, "{sort}");
        assert_eq!(names(&format!("sort={sort}&offset=1&limit=1")).await, [expected[1]], "{sort}");
        let first = app.get_as(&admin, &format!("{path}?sort={sort}&limit=1")).await;
        assert_eq!(
            names(&format!("sort={sort}&after={}", first.header("x-next"))).await,
            expected[1..],
            "{sort}"
        );
    }
    assert_eq!(names("sort=name-desc&search=ea").await, ["Bea"]);
    assert_eq!(names("sort=name&status=attended").await, ["alvaro"]);
    assert_eq!(
        app.get_as(&admin, &format!("{path}?sort=shoe-size")).await.status,
        StatusCode::BAD_REQUEST
    );
}
