//! Badges: awarded by rule once, given by admins, told by mail, shown to everybody.

use std::process::Command;

use community::exports::head::PageHead;
use community::exports::mail::worker::run_once;
use poem::http::StatusCode;
use rusqlite::named_params;
use serde_json::{Value, json};

use crate::events::create;
use crate::projects::upvotes::futures_join;
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

pub async fn give(app: &TestApp, admin: &Signed, changes: Value) -> Answer {
    let mut input = json!({ "name": "Bug Whisperer", "description": "Found the cause of it all." });
    for (field, value) in changes.as_object().unwrap() {
        input[field] = value.clone();
    }
    app.post_as(admin, "/api/admin/badges", input).await
}

/// An approved project with so many upvotes of strangers.
async fn upvoted(app: &TestApp, owner: &Signed, admin: &Signed, title: &str) -> String {
    let id = submit(app, owner, project(title)).await;
    approve(app, admin, &id).await;
    id
}

/// Adds upvotes of strangers until there are so many, behind the app's back.
async fn raise(app: &TestApp, count: i64) {
    app.write(move |tx| {
        tx.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
             INSERT OR IGNORE INTO users (id, name, email, email_key, created_at) SELECT i, 'S', i || '@s.example', i || '@s.example', 0 FROM n",
            named_params! { ":count": count },
        )?;
        let project: i64 = tx.query_row("SELECT max(id) FROM projects", [], |row| row.get(0))?;
        tx.execute(
            "INSERT INTO upvotes (project_id, user_id, created_at)
             SELECT :project, id, 0 FROM users WHERE name = 'S' AND id NOT IN (SELECT user_id FROM upvotes)
             LIMIT :count - (SELECT count(*) FROM upvotes)",
            named_params! { ":project": project, ":count": count },
        )?;
        tx.execute(
            "UPDATE projects SET upvote_count = (SELECT count(*) FROM upvotes WHERE project_id = projects.id)",
            [],
        )?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn crossing_each_threshold_in_parallel_awards_each_badge_once() {
    let app = TestApp::new().await;
    let (admin, owner) = (app.admin("Ada Admin").await, app.member("Olga").await);
    let path = format!("/api/projects/{}/upvote", upvoted(&app, &owner, &admin, "Solar map").await);
    for (place, threshold) in [10, 100, 250, 500, 1000].into_iter().enumerate() {
        raise(&app, threshold - 4).await;
        let mut voters = Vec::new();
        for n in 0..8 {
            voters.push(app.member(&format!("Voter {threshold} {n}")).await);
        }
        let answers = futures_join(voters.iter().map(|voter| app.post_as(voter, &path, json!({ "upvoted": true }))).collect()).await;
        assert!(answers.iter().all(|answer| answer.status == StatusCode::OK));
        assert_eq!(app.number("SELECT max(upvote_count) FROM projects").await, threshold + 4);
        assert_eq!(
            app.number("SELECT count(*) FROM badges WHERE family = 'upvote'").await,
            i64::try_from(place).unwrap() + 1,
            "at {threshold}"
        );
    }
    let levels = "SELECT count(DISTINCT level) FROM badges WHERE family = 'upvote' AND issued_by IS NULL";
    assert_eq!(app.number(levels).await, 5);

    // A hand-given badge of the same family and level is in nobody's way.
    let profile = app.get(&format!("/api/users/{}", owner.id)).await.json();
    let badges = profile["badges"].as_array().unwrap();
    assert_eq!(badges.len(), 6, "five for upvotes, one for the project");
    let badge = app.get(&format!("/api/badges/{}", badges[0]["_id"].as_str().unwrap())).await.json();
    assert_eq!(
        (&badge["name"], &badge["upvoteThreshold"], &badge["count"]),
        (&json!("1,000 Upvotes"), &json!(1000), &json!(1000))
    );
    assert_eq!(badge["rule"], "Awarded automatically when a project reaches 1,000 upvotes.");
    assert_eq!(badge["project"]["title"], "Solar map");
    let shown = app.get(path.trim_end_matches("/upvote")).await.json();
    assert_eq!(
        (&shown["upvoteTier"]["badge"], &shown["completionBadge"]["name"]),
        (&badge["_id"], &json!("First Project"))
    );

    // They are kept when votes fall.
    app.execute("DELETE FROM upvotes; UPDATE projects SET upvote_count = 0").await;
    assert_eq!(app.number("SELECT count(*) FROM badges WHERE family = 'upvote'").await, 5);
}

#[tokio::test]
async fn approved_projects_earn_badges_at_the_counts_of_the_rule() {
    let app = TestApp::new().await;
    let (admin, owner) = (app.admin("Ada Admin").await, app.member("Olga").await);
    for (place, badges) in [1, 1, 2, 2, 3].into_iter().enumerate() {
        upvoted(&app, &owner, &admin, &format!("Project {place}")).await;
        assert_eq!(app.number("SELECT count(*) FROM badges WHERE family = 'project'").await, badges);
        app.app.clock.advance_seconds(60);
    }
    let named = "SELECT count(*) FROM badges b JOIN projects p ON p.id = b.project_id WHERE (b.name, p.title) IN (VALUES ('First Project', 'Project 0'), ('3 Projects', 'Project 2'), ('5 Projects', 'Project 4'))";
    assert_eq!(app.number(named).await, 3);
}

#[tokio::test]
async fn several_badges_at_once_are_one_letter_for_those_who_want_it() {
    let app = TestApp::new().await;
    let (admin, owner) = (app.admin("Ada Admin").await, app.member("Olga").await);
    let count = "SELECT count(*) FROM mails WHERE kind = 'badges_earned'";
    let id = upvoted(&app, &owner, &admin, "Solar map").await;
    let text = app.letter_text("badges_earned").await;
    assert!(
        text.contains("You have earned the badge First Project") && text.contains("The first approved project: Solar map"),
        "{text}"
    );
    assert!(text.contains("/badges/") && text.contains("/account"), "{text}");

    // What is earned before the letter leaves joins it.
    raise(&app, 99).await;
    app.post_as(&admin, &format!("/api/projects/{id}/upvote"), json!({})).await;
    give(&app, &admin, json!({ "user": owner.id.to_string() })).await;
    assert_eq!(app.number(count).await, 1);
    let (_, sheet) = app.letter("badges_earned").await.unwrap();
    assert_eq!(sheet.letter.subject, "You have earned 4 badges");
    for part in [
        "First Project",
        "10 Upvotes",
        "100 Upvotes: Solar map",
        "Bug Whisperer",
        "/profile?tab=badges",
    ] {
        let text = sheet
            .letter
            .text
            .replace("A project that reached 100 upvotes: Solar map", "100 Upvotes: Solar map");
        assert!(text.contains(part), "{part}: {text}");
    }
    // A later one is another letter.
    app.execute("UPDATE mails SET attempts = 1 WHERE kind = 'badges_earned'").await;
    give(&app, &admin, json!({ "user": owner.id.to_string(), "name": "Pillar" })).await;
    assert_eq!(app.number(count).await, 2);

    let choices = json!({ "reviews": true, "comments": true, "badges": false, "news": true, "events": true });
    assert_eq!(app.put_as(&owner, "/api/users/me/mail", choices.clone()).await.json(), choices);
    assert_eq!(app.letter("badges_earned").await.err(), Some("the member no longer wants to be told"));
    give(&app, &admin, json!({ "user": owner.id.to_string(), "name": "Founder" })).await;
    assert_eq!(app.number(count).await, 2);
}

#[tokio::test]
async fn an_admin_gives_a_badge_to_one_and_to_many() {
    let app = TestApp::new().await;
    let (admin, ben, eve) = (app.admin("Ada Admin").await, app.member("Ben").await, app.member("Eve").await);
    let none = app.post_as(&admin, "/api/admin/badges", json!({ "badgeType": "moon" })).await;
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        none.json()["fields"],
        json!({ "name": "Badge name is required", "description": "Description is required", "user": "User is required", "badgeType": "Unknown type" })
    );

    let input = json!({ "user": ben.id.to_string(), "project": "", "event": "" });
    let calls = (0..10).map(|_| give(&app, &admin, input.clone())).collect();
    let answers = futures_join(calls).await;
    let done: Vec<&Answer> = answers.iter().filter(|answer| answer.status == StatusCode::OK).collect();
    assert_eq!(
        (done.len(), app.number("SELECT count(*) FROM badges").await),
        (1, 1),
        "ten at once give it once"
    );
    assert!(
        answers
            .iter()
            .all(|answer| answer.status == StatusCode::OK || answer.message() == "This member already has this badge.")
    );
    let given = done[0].json();
    assert_eq!(
        (&given["message"], &given["badge"]["badgeType"]),
        (&json!("Badge created successfully!"), &json!("achievement"))
    );
    assert_eq!(
        (&given["badge"]["level"], &given["badge"]["rank"]),
        (&json!("troposphere"), &json!("Basic"))
    );
    assert_eq!(given["badge"]["issuedTo"]["name"], "Ben");

    app.execute("UPDATE users SET suspended_at = 1, suspension_reason = 'x' WHERE name = 'Eve'")
        .await;
    let event = create(&app, &admin, json!({ "title": "Evening of Rust" })).await;
    let users = json!([ben.id.to_string(), eve.id.to_string(), "0000000000001", admin.id.to_string()]);
    let many = json!({ "users": users, "badgeType": "event", "level": "Mesosphere", "event": event, "name": "Helper" });
    let answer = give(&app, &admin, many.clone()).await.json();
    assert_eq!((&answer["message"], &answer["count"]), (&json!("2 members got the badge."), &json!(2)));
    let outcomes: Vec<&str> = answer["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["Given", "Is suspended", "Is no member any more", "Given"]);
    let again = give(&app, &admin, many).await.json();
    assert_eq!(
        (&again["message"], &again["outcomes"][0]["outcome"]),
        (&json!("Nobody got the badge."), &json!("Has this badge already"))
    );
    assert_eq!(app.number("SELECT count(*) FROM audit_log WHERE action = 'badge.give'").await, 3);

    let project = give(
        &app,
        &admin,
        json!({ "user": ben.id.to_string(), "badgeType": "project", "project": "x" }),
    )
    .await;
    assert_eq!(project.json()["fields"]["project"], "There is no such approved project");
    let suspended = give(&app, &admin, json!({ "user": eve.id.to_string() })).await;
    assert_eq!(suspended.json()["fields"]["user"], "This member is suspended");
}

#[tokio::test]
async fn admins_find_badges_by_their_name_and_their_recipient() {
    let app = TestApp::new().await;
    let (admin, ben, zoe) = (app.admin("Ada Admin").await, app.member("Ben Ng").await, app.member("Zoë").await);
    for (user, name, family) in [
        (&ben, "Bug Whisperer", "achievement"),
        (&zoe, "Bug Whisperer", "achievement"),
        (&zoe, "Benevolent Host", "event"),
    ] {
        give(&app, &admin, json!({ "user": user.id.to_string(), "name": name, "badgeType": family })).await;
    }
    for (query, names) in [
        ("", vec!["Benevolent Host", "Bug Whisperer", "Bug Whisperer"]),
        ("?type=all&limit=2", vec!["Benevolent Host", "Bug Whisperer"]),
        ("?search=whisp%20zoe", vec!["Bug Whisperer"]),
        ("?search=ben", vec!["Benevolent Host", "Bug Whisperer"]),
        ("?search=ben&type=achievement", vec!["Bug Whisperer"]),
        ("?type=event", vec!["Benevolent Host"]),
        ("?search=nobody", vec![]),
    ] {
        let answer = app.get_as(&admin, &format!("/api/admin/badges{query}")).await;
        let found: Vec<String> = answer
            .json()
            .as_array()
            .unwrap()
            .iter()
            .map(|badge| badge["name"].as_str().unwrap().into())
            .collect();
        assert_eq!(found, names, "{query}");
        let total = if query.contains("limit") { 3 } else { names.len() };
        assert_eq!(answer.total(), i64::try_from(total).unwrap(), "{query}");
    }
    // A name that has changed is found, the old one is not.
    app.put_as(&ben, "/api/users/profile", json!({ "name": "Yuki" })).await;
    assert_eq!(app.get_as(&admin, "/api/admin/badges?search=yuki").await.total(), 1);
    assert_eq!(app.get_as(&admin, "/api/admin/badges?search=ng").await.total(), 0);
    assert_eq!(
        app.get_as(&admin, "/api/admin/badges?type=moon").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn a_badge_has_a_page_while_its_recipient_has_one() {
    let app = TestApp::new().await;
    let (admin, owner) = (app.admin("Ada Admin").await, app.member("Olga <3").await);
    let id = upvoted(&app, &owner, &admin, "Solar map").await;
    let profile = app.get(&format!("/api/users/{}", owner.id)).await.json();
    let badge = profile["badges"][0]["_id"].as_str().unwrap().to_owned();
    let path = format!("/api/badges/{badge}");
    let shown = app.get(&path).await.json();
    assert_eq!(
        (&shown["project"]["_id"], &shown["imageAlt"]),
        (&json!(id), &json!("Project Badge, level 1: a hammer over hills at sunrise"))
    );
    let head = PageHead::find(&app.app, &format!("/badges/{badge}")).await.unwrap();
    assert_eq!((head.found, head.title.as_str()), (true, "First Project: Olga <3 · Community"));
    assert_eq!(
        head.description,
        "The first approved project: Solar map. Awarded automatically when a member's first project is approved."
    );
    assert!(head.image.ends_with("/assets/badges/project_troposphere.png"), "{}", head.image);

    // A project that is hidden again is not named.
    app.execute("UPDATE projects SET status = 'Rejected', rejection_reason = 'x'").await;
    assert!(app.get(&path).await.json()["project"].is_null());
    assert_eq!(app.get_as(&admin, &path).await.json()["project"]["title"], "Solar map");
    app.execute("UPDATE users SET suspended_at = 1, suspension_reason = 'x' WHERE role = 'user'")
        .await;
    assert_eq!(app.get(&path).await.message(), "Badge not found");
    assert_eq!(app.get_as(&admin, &path).await.status, StatusCode::OK);
    assert!(!PageHead::find(&app.app, &format!("/badges/{badge}")).await.unwrap().found);
    assert!(!PageHead::find(&app.app, "/badges/nothing").await.unwrap().found);
}

#[tokio::test]
async fn the_command_awards_what_the_rules_owe_and_first_says_it() {
    let app = TestApp::new().await;
    let (admin, owner) = (app.admin("Ada Admin").await, app.member("Olga").await);
    for title in ["First", "Second", "Solar \u{1b}map"] {
        upvoted(&app, &owner, &admin, title).await;
        app.app.clock.advance_seconds(60);
    }
    raise(&app, 120).await;
    run_once(&app.app).await;
    app.execute("DELETE FROM badges; DELETE FROM mails").await;
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_community"))
            .args(["badges", "recompute"])
            .args(arguments)
            .env("COMMUNITY_DATABASE", app.app.db.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let owed = "Olga: 10 Upvotes (Upvote Badge, Troposphere), for Solar map
Olga: 100 Upvotes (Upvote Badge, Stratosphere), for Solar map
Olga: First Project (Project Badge, Troposphere), for First
Olga: 3 Projects (Project Badge, Stratosphere), for Solar map
";
    assert_eq!(run(&["--dry-run"]), format!("{owed}4 badges are owed. Nothing was changed."));
    assert_eq!(app.number("SELECT count(*) FROM badges").await, 0);
    assert_eq!(run(&[]), format!("{owed}4 badges were awarded."));
    assert_eq!(app.number("SELECT count(*) FROM badges").await, 4);
    assert_eq!(run(&[]), "Nobody is owed a badge.");
    let logged = "SELECT count(*) FROM audit_log WHERE action = 'badge.recompute' AND actor_id IS NULL AND after = '{\"awarded\":4}'";
    assert_eq!(app.number(logged).await, 1);
    let (_, sheet) = app.letter("badges_earned").await.unwrap();
    assert_eq!(sheet.letter.subject, "You have earned 4 badges");
    assert_eq!(app.number("SELECT count(*) FROM mails").await, 1);
}
