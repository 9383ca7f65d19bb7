//! Members who delete their account, and what stays of them.

use community::exports::db::values::Id;
use community::exports::sessions::links::Issued;
use poem::http::StatusCode;
use rusqlite::{Connection, named_params};
use serde_json::{Value, json};

use crate::badges::give;
use crate::events::{create, mails, register};
use crate::projects::pictures::png;
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

const NAME: &str = "Zyxwina Quarkhausen";
const ADDRESS: &str = "zyxwina.quarkhausen@example.org";

async fn delete(app: &TestApp, who: &Signed, confirmation: &str, with_content: bool) -> Answer {
    let input = json!({ "confirmation": confirmation, "withContent": with_content });
    app.post_as(who, "/api/users/me/delete", input).await
}

async fn comment(app: &TestApp, who: &Signed, project: &str, text: &str) -> String {
    let answer = app
        .post_as(who, &format!("/api/projects/{project}/comment"), json!({ "text": text }))
        .await;
    answer.json()["comment"]["_id"].as_str().unwrap().to_owned()
}

/// How often a word stands in the database file and what lies beside it, in any case.
fn occurrences(app: &TestApp, word: &str) -> usize {
    let path = &app.app.config.database;
    let conn = Connection::open(path).unwrap();
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let folder = path.parent().unwrap();
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    files
        .map(|bytes| {
            let lower = bytes.to_ascii_lowercase();
            lower
                .windows(word.len())
                .filter(|window| *window == word.to_ascii_lowercase().as_bytes())
                .count()
        })
        .sum()
}

/// Whether the comment of who has left names somebody with a profile.
async fn others_link(app: &TestApp, left: &Left) -> Value {
    let comments = app.get(&format!("/api/projects/{}/comments", left.others)).await.json();
    comments[0]["user"]["hasProfile"].clone()
}

struct Left {
    project: String,
    others: String,
    full: String,
    certificate: String,
    badge: String,
}

/// Everything that a member can leave anywhere.
async fn leave_traces(app: &TestApp, leaver: &Signed, admin: &Signed, other: &Signed, next: &Signed) -> Left {
    let profile =
        json!({ "bio": format!("I am {NAME}"), "github": "quarkhausen", "interestQuestions": { "dreamProject": format!("{NAME}'s engine") } });
    app.put_as(leaver, "/api/users/profile", profile).await;
    app.upload(leaver, "/api/users/profile/picture", png(30, 20)).await;
    let kept = submit(app, leaver, project("Kept engine")).await;
    approve(app, admin, &kept).await;
    submit(app, leaver, project("Hidden engine")).await;
    let mut team = project("Engine of others");
    team["team"] = json!([leaver.id.to_string()]);
    let others = submit(app, other, team).await;
    approve(app, admin, &others).await;
    comment(app, leaver, &others, "What a machine").await;
    let removed = comment(app, leaver, &others, &format!("Call {NAME}, {ADDRESS}")).await;
    app.delete_as(admin, &format!("/api/projects/{others}/comments/{removed}")).await;
    app.post_as(leaver, &format!("/api/projects/{others}/upvote"), json!({})).await;

    let full = create(app, admin, json!({ "maxParticipants": 1, "certificatesOffered": true })).await;
    register(app, leaver, &full, false).await;
    register(app, next, &full, true).await;
    let past = create(app, admin, json!({ "date": "2026-11-28", "time": "09:30" })).await;
    register(app, leaver, &past, false).await;
    app.app.clock.advance_seconds(3600);
    let input = json!({ "title": "Engine Certificate", "user": leaver.id.to_string(), "event": past });
    let issued = app.post_as(admin, "/api/admin/certificates", input).await.json();
    let certificate = issued["certificate"]["certificateId"].as_str().unwrap().to_owned();
    let badge = give(app, admin, json!({ "user": leaver.id.to_string() })).await.json();
    let badge = badge["badges"][0]["_id"]
        .as_str()
        .or(badge["badge"]["_id"].as_str())
        .unwrap_or_default()
        .to_owned();

    app.post_as(leaver, "/api/users/me/calendar-feed", json!({})).await;
    app.post_as(leaver, "/api/users/me/email", json!({ "email": "quarkhausen.new@example.net" }))
        .await;
    app.post("/api/auth/email", json!({ "email": ADDRESS })).await;
    let (user, now, key) = (leaver.id, app.app.clock.now(), app.app.keys.session.clone());
    app.write(move |tx| {
        Issued::new(tx, &key, "https://example.org", ADDRESS, None, now)?;
        let parameters = named_params! { ":user": user, ":own_id": user.to_string(), ":name": NAME, ":address": ADDRESS, ":now": now };
        for sql in [
            "INSERT INTO identities (issuer, subject, user_id, created_at) SELECT 'https://issuer.example', :address, :user, :now WHERE :name <> :own_id",
            "INSERT INTO mails (id, message_id, kind, to_email, to_name, subject, text, html, state, next_attempt_at, created_at)
               SELECT 1, 'a', 'sign_in_link', upper(:address), :name, 'Hello ' || :name, :name, :name, 'sent', :now, :now WHERE :user <> :own_id",
            "INSERT INTO mailings (id, event_id, audience, subject, text, reply_to, sent_by, created_at)
               SELECT 1, NULL, 'all', 'News', 'Text', :address, :user, :now WHERE :name <> :own_id",
            "INSERT INTO audit_log (id, at, actor_id, action, subject_kind, subject_id, before, after)
               SELECT 1, :now, :user, 'user.suspend', 'user', :own_id, 'null', json_object('reason', 'Spam by Zyxwina', 'to', :address) WHERE :name <> :own_id",
            "INSERT INTO audit_log (id, at, actor_id, action, subject_kind, subject_id, before, after)
               SELECT 2, :now, :user, 'mail.send', 'mailing', '1', json_object('names', json_array(:name)), json_object('to', :address) WHERE :own_id <> :name",
        ] {
            tx.execute(sql, parameters)?;
        }
        Ok(())
    })
    .await;
    Left {
        project: kept,
        others,
        full,
        certificate,
        badge,
    }
}

#[tokio::test]
async fn a_deleted_member_leaves_no_personal_data() {
    let app = TestApp::new().await;
    let (admin, other, next) = (
        app.admin("Anna Admin").await,
        app.member("Otto Other").await,
        app.member("Nina Next").await,
    );
    let leaver = app.member(NAME).await;
    let left = leave_traces(&app, &leaver, &admin, &other, &next).await;
    assert!(occurrences(&app, ADDRESS) > 10 && occurrences(&app, NAME) > 10, "the traces are there");

    let wrong = delete(&app, &leaver, "Somebody Else", false).await;
    assert_eq!(
        (wrong.status, wrong.json()["fields"]["confirmation"].is_string()),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    let done = delete(&app, &leaver, "zyxwina  quarkhausen", false).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);

    // In the file: the name once, which is printed on the certificate, and nothing else.
    assert_eq!(occurrences(&app, ADDRESS), 0);
    assert_eq!(occurrences(&app, NAME), 1);
    assert_eq!(occurrences(&app, "zyxwina"), 1);
    assert_eq!(occurrences(&app, "quarkhausen.new"), 0);
    // One more trace: the word of the address of the account on another site is part of the name above.
    assert_eq!(occurrences(&app, "quarkhausen"), 1);

    // In the answers.
    assert_eq!(app.get_as(&leaver, "/api/users/profile").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        app.get_as(&admin, &format!("/api/users/{}", leaver.id)).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(app.get(&format!("/api/badges/{}", left.badge)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get_as(&admin, "/api/users/search?q=zyxwina").await.ids(), [""; 0]);
    assert_eq!(app.get("/api/projects?search=zyxwina").await.ids(), [""; 0]);
    let kept = app.get(&format!("/api/projects/{}", left.project)).await.json();
    assert_eq!(
        (&kept["title"], &kept["submittedBy"]["name"]),
        (&json!("Kept engine"), &json!("Deleted member"))
    );
    // Nothing leads to the profile that is gone.
    assert_eq!(
        (&kept["submittedBy"]["hasProfile"], &others_link(&app, &left).await),
        (&json!(false), &json!(false))
    );
    let log = app.get_as(&admin, "/api/admin/audit?kind=user").await.json();
    let of_leaver = log
        .as_array()
        .unwrap()
        .iter()
        .find(|act| act["actor"]["_id"] == leaver.id.to_string())
        .unwrap();
    assert_eq!(
        (&of_leaver["actor"]["hasProfile"], &of_leaver["subjectLeft"]),
        (&json!(false), &json!(true))
    );
    let others = app.get(&format!("/api/projects/{}", left.others)).await.json();
    assert_eq!((&others["team"], &others["upvoteCount"]), (&json!([]), &json!(0)));
    let comments = app.get(&format!("/api/projects/{}/comments", left.others)).await.json();
    assert_eq!(
        (&comments[0]["text"], &comments[0]["user"]["name"]),
        (&json!("What a machine"), &json!("Deleted member"))
    );
    for path in ["projects", "events", "certificates", "badges"] {
        let answer = app.get_as(&admin, &format!("/api/admin/{path}?limit=100")).await;
        assert!(!answer.text.contains(ADDRESS), "{path}");
    }
    assert_eq!(app.number("SELECT count(*) FROM projects WHERE title = 'Hidden engine'").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM media").await, 0);

    // The certificate is still verified, by the name on it, and leads to nobody.
    let certificate = app.get(&format!("/api/certificates/public/{}", left.certificate)).await.json();
    assert_eq!((&certificate["recipientName"], &certificate["status"]), (&json!(NAME), &json!("valid")));
    assert_eq!(app.number("SELECT count(*) FROM certificates WHERE user_id IS NOT NULL").await, 0);

    // The place is given on.
    let event = app.get_as(&next, &format!("/api/events/{}", left.full)).await.json();
    assert_eq!(event["isRegistered"], true);
    assert!(mails(&app, &next).await.contains(&"promoted_from_waiting_list".to_owned()));

    // The address is free for a new account, which is nobody's.
    let again = app.member(NAME).await;
    assert_ne!(again.id, leaver.id);
    let profile = app.get_as(&again, "/api/users/profile").await.json();
    assert_eq!((&profile["submittedProjects"], &profile["certificates"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn projects_and_comments_go_too_if_the_member_wants_it() {
    let app = TestApp::new().await;
    let (admin, leaver) = (app.admin("Anna Admin").await, app.member("Lea").await);
    let own = submit(&app, &leaver, project("Mine")).await;
    approve(&app, &admin, &own).await;
    let others = submit(&app, &admin, project("Theirs")).await;
    approve(&app, &admin, &others).await;
    comment(&app, &leaver, &others, "Bye").await;
    assert_eq!(delete(&app, &leaver, "Lea", true).await.status, StatusCode::OK);
    assert_eq!(app.get(&format!("/api/projects/{own}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.number("SELECT comment_count FROM projects WHERE title = 'Theirs'").await, 0);
    assert_eq!(app.number("SELECT count FROM totals WHERE name = 'members'").await, 1);
}

#[tokio::test]
async fn the_last_admin_stays() {
    let app = TestApp::new().await;
    let (anna, ada): (Signed, Signed) = (app.admin("Anna").await, app.admin("Ada").await);
    let is_last = |account: Value| account["isLastAdmin"].as_bool().unwrap();
    assert!(!is_last(app.get_as(&anna, "/api/users/me/account").await.json()));
    assert_eq!(delete(&app, &anna, "Anna", false).await.status, StatusCode::OK);
    assert!(is_last(app.get_as(&ada, "/api/users/me/account").await.json()));
    let refused = delete(&app, &ada, "Ada", false).await;
    assert_eq!(
        (refused.status, refused.message().as_str()),
        (StatusCode::CONFLICT, "You are the last admin. Make somebody else an admin first.")
    );
    let id: Id = ada.id;
    assert_eq!(app.get(&format!("/api/users/{id}")).await.status, StatusCode::OK);
}
