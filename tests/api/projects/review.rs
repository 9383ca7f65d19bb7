//! The review of projects by admins.

use community::exports::credentials::guards::sign_due;
use poem::http::StatusCode;
use serde_json::json;

use crate::projects::pictures::{add_picture, png};
use crate::projects::{approve, project, submit};
use crate::support::TestApp;

#[tokio::test]
async fn a_rejection_needs_its_reason_and_mails_it() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Judged")).await;
    let path = format!("/api/admin/projects/{id}/status");
    let without = app.put_as(&admin, &path, json!({ "status": "Rejected", "rejectionReason": "  " })).await;
    assert_eq!(
        (without.status, without.message()),
        (StatusCode::UNPROCESSABLE_ENTITY, "Please provide a reason for rejection".into())
    );
    let rejected = app
        .put_as(&admin, &path, json!({ "status": "Rejected", "rejectionReason": "Too <short>" }))
        .await;
    assert_eq!(
        rejected.message(),
        "Project rejected. An email with your feedback has been sent to the submitter."
    );
    let Ok((reader, sheet)) = app.letter("project_rejected").await else {
        panic!("no letter")
    };
    assert_eq!(reader.email, "olga@example.org");
    assert!(sheet.letter.text.contains("Too <short>") && sheet.letter.html.contains("Too &lt;short&gt;"));
    approve(&app, &admin, &id).await;
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'project_approved'").await, 1);
    assert_eq!(
        app.number("SELECT count(*) FROM audit_log WHERE action IN ('project.approve', 'project.reject')")
            .await,
        2
    );
    assert_eq!(
        app.number("SELECT count(*) FROM badges WHERE family = 'project' AND level = 'troposphere'")
            .await,
        1
    );
    assert_eq!(app.get(&format!("/api/projects/{id}")).await.json()["badgeIssued"], true);
}

#[tokio::test]
async fn the_second_admin_learns_what_the_first_decided() {
    let app = TestApp::new().await;
    let (owner, ada, ben) = (app.member("Olga").await, app.admin("Ada").await, app.admin("Ben").await);
    let id = submit(&app, &owner, project("Contested")).await;
    let path = format!("/api/admin/projects/{id}/status");
    approve(&app, &ada, &id).await;
    let late = app
        .put_as(
            &ben,
            &path,
            json!({ "status": "Rejected", "rejectionReason": "No", "expected": "In Review" }),
        )
        .await;
    assert_eq!(
        (late.status, late.message()),
        (StatusCode::CONFLICT, "This project has already been approved by Ada.".into())
    );
    assert_eq!(
        app.put_as(&ben, &path, json!({ "status": "Approved" })).await.status,
        StatusCode::CONFLICT
    );
    let later = app
        .put_as(&ben, &path, json!({ "status": "Rejected", "rejectionReason": "Changed my mind" }))
        .await;
    assert_eq!(later.status, StatusCode::OK);
    assert_eq!(
        app.number("SELECT count(*) FROM mails WHERE kind IN ('project_approved', 'project_rejected')")
            .await,
        2
    );
    assert_eq!(app.letter("project_approved").await.err(), Some("the project was decided on again"));
}

#[tokio::test]
async fn only_an_approved_project_is_featured_and_only_while_it_is() {
    let app = TestApp::new().await;
    let (owner, admin) = (app.member("Olga").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Shiny")).await;
    let feature = format!("/api/admin/projects/{id}/feature");
    assert_eq!(
        app.put_as(&admin, &feature, json!({ "featured": true })).await.status,
        StatusCode::CONFLICT
    );
    approve(&app, &admin, &id).await;
    assert_eq!(app.put_as(&admin, &feature, json!({ "featured": true })).await.json()["featured"], true);
    assert_eq!(app.get("/api/projects/featured").await.total(), 1);
    app.put_as(
        &admin,
        &format!("/api/admin/projects/{id}/status"),
        json!({ "status": "Rejected", "rejectionReason": "Broken link" }),
    )
    .await;
    assert_eq!(app.get("/api/projects/featured").await.total(), 0);
    approve(&app, &admin, &id).await;
    assert_eq!(app.get("/api/projects/featured").await.total(), 0);
}

#[tokio::test]
async fn the_queue_has_counts_neighbours_and_search() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada").await;
    let mut ids = Vec::new();
    for title in ["Erster", "Zweiter", "Dritter"] {
        let member = app.member(title).await;
        app.app.clock.advance_seconds(60);
        ids.push(submit(&app, &member, project(title)).await);
    }
    let queue = app.get_as(&admin, "/api/admin/projects/review").await;
    assert_eq!((queue.ids(), queue.total()), (ids.clone(), 3));
    assert_eq!(queue.json()[0]["submittedBy"]["email"], "erster@example.org");
    let around = app.get_as(&admin, &format!("/api/admin/projects/{}/neighbours", ids[1])).await.json();
    assert_eq!(around, json!({ "previous": ids[0], "next": ids[2] }));
    approve(&app, &admin, &ids[1]).await;
    assert_eq!(
        app.get_as(&admin, "/api/admin/projects/counts").await.json(),
        json!({ "all": 3, "inReview": 2, "approved": 1, "rejected": 0 })
    );
    for (query, expected) in [
        ("", vec![2, 1, 0]),
        ("status=In%20Review", vec![0, 2]),
        ("status=Approved", vec![1]),
        ("status=Rejected", vec![]),
        ("search=ZWEI", vec![1]),
        ("search=er&status=In%20Review", vec![0, 2]),
        ("sort=oldest", vec![0, 1, 2]),
        ("sort=recent&status=In%20Review", vec![2, 0]),
        ("sort=title", vec![2, 0, 1]),
        ("sort=title-desc", vec![1, 0, 2]),
        ("sort=title-desc&status=In%20Review", vec![0, 2]),
        ("sort=title&search=er", vec![2, 0, 1]),
        ("sort=title-desc&search=er", vec![1, 0, 2]),
        ("search=in+short", vec![]),
    ] {
        let found = app.get_as(&admin, &format!("/api/admin/projects?{query}")).await;
        assert_eq!(
            found.ids(),
            expected.iter().map(|place| ids[*place].clone()).collect::<Vec<_>>(),
            "{query}"
        );
        assert_eq!(found.total(), i64::try_from(expected.len()).unwrap(), "{query}");
    }
    let seen = app.get_as(&admin, &format!("/api/projects/{}", ids[0])).await.json();
    assert_eq!(seen["submittedBy"]["email"], "erster@example.org");
}

#[tokio::test]
async fn the_next_review_shows_the_earlier_reason_and_what_has_changed_since() {
    let app = TestApp::new().await;
    let (owner, friend, admin) = (app.member("Olga").await, app.member("Fritz").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("Second try")).await;
    let (path, edit) = (format!("/api/admin/projects/{id}/earlier-review"), format!("/api/projects/{id}"));
    assert_eq!(app.get_as(&admin, &path).await.json(), json!({}), "a first review has none");

    let status = format!("/api/admin/projects/{id}/status");
    app.put_as(&admin, &status, json!({ "status": "Rejected", "rejectionReason": "Say more" }))
        .await;
    assert_eq!(app.get_as(&admin, &path).await.json(), json!({}), "it is not in review");
    // The picture arrives before the text is sent again.
    add_picture(&app, &owner, &id, png(8, 8)).await;
    let mut input = project("Second try");
    input["description"] = "What it does, **at great length**.".into();
    input["techStack"] = json!(["rust", "SQLite", "WASM"]);
    input["team"] = json!([friend.id.to_string()]);
    assert_eq!(app.put_as(&owner, &edit, input.clone()).await.status, StatusCode::OK);
    // Another edit while it waits replaces nothing of what the reviewer saw.
    input["demoLink"] = "https://demo.example".into();
    assert_eq!(app.put_as(&owner, &edit, input.clone()).await.status, StatusCode::OK);

    let earlier = app.get_as(&admin, &path).await.json()["earlier"].clone();
    assert_eq!(
        (&earlier["status"], &earlier["rejectionReason"], &earlier["decidedBy"]),
        (&json!("Rejected"), &json!("Say more"), &json!("Ada"))
    );
    let said: Vec<(String, String)> = earlier["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            let piece = |piece: &serde_json::Value| {
                let mark = match piece["kind"].as_str().unwrap() {
                    "added" => "+",
                    "removed" => "-",
                    _ => "",
                };
                format!("{mark}{}", piece["text"].as_str().unwrap())
            };
            let pieces: Vec<String> = change["pieces"].as_array().unwrap().iter().map(piece).collect();
            (change["field"].as_str().unwrap().to_owned(), pieces.join("|"))
        })
        .collect();
    let expected = [
        ("description", "What it does, **at |+great |length**."),
        ("techStack", "-Rust|+rust|SQLite|+WASM"),
        ("team", "+Fritz"),
        ("demoLink", "+https://demo.example"),
        ("pictures", "+A view"),
    ];
    assert_eq!(said, expected.map(|(field, pieces)| (field.to_owned(), pieces.to_owned())));
    assert_eq!(earlier["newPictures"].as_array().unwrap().len(), 1);

    // Approved, then edited where edits are reviewed: the changes since the approval.
    approve(&app, &admin, &id).await;
    app.execute("INSERT INTO settings VALUES ('reviewEdits', 'true')").await;
    input["title"] = "Third try".into();
    app.put_as(&owner, &edit, input).await;
    let earlier = app.get_as(&admin, &path).await.json()["earlier"].clone();
    assert_eq!(
        (&earlier["status"], earlier["changes"][0]["field"].as_str()),
        (&json!("Approved"), Some("title"))
    );
    assert_eq!(earlier["changes"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_decision_can_be_taken_back_before_anybody_is_told() {
    let app = TestApp::new().await;
    let (owner, ada, ben) = (app.member("Olga").await, app.admin("Ada").await, app.admin("Ben").await);
    let id = submit(&app, &owner, project("Misjudged")).await;
    let decision = format!("/api/admin/projects/{id}/decision");
    assert_eq!(app.delete_as(&ada, &decision).await.status, StatusCode::CONFLICT, "nothing is decided");

    approve(&app, &ada, &id).await;
    let others = app.delete_as(&ben, &decision).await;
    assert_eq!(
        (others.status, others.message()),
        (StatusCode::CONFLICT, "This decision can no longer be taken back.".into())
    );
    let waiting = "SELECT count(*) FROM mails WHERE kind IN ('project_approved', 'badges_earned') AND next_attempt_at > created_at";
    assert_eq!(app.number(waiting).await, 2);
    sign_due(&app.app, 0).await.unwrap();
    let undone = app.delete_as(&ada, &decision).await;
    assert_eq!(undone.json()["status"], "In Review");
    // Whoever has fetched the badge meanwhile has one that is revoked.
    assert_eq!(
        app.number("SELECT count(*) FROM credentials WHERE revoked_at IS NOT NULL AND document = ''")
            .await,
        1
    );
    assert_eq!(app.get(&format!("/api/projects/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get_as(&ada, "/api/admin/projects/review").await.total(), 1);
    assert_eq!(
        app.get_as(&ada, &format!("/api/admin/projects/{id}/earlier-review")).await.json()["earlier"],
        json!(null)
    );
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'project_approved'").await, 0);
    assert_eq!(app.letter("badges_earned").await.err(), Some("the badges are gone"));
    assert_eq!(app.number("SELECT count(*) FROM badges").await, 0);
    assert_eq!(app.number("SELECT count(*) FROM audit_log WHERE action = 'project.undo'").await, 1);

    // What was decided before stands again, to the letter.
    approve(&app, &ada, &id).await;
    app.put_as(&ada, &format!("/api/admin/projects/{id}/feature"), json!({ "featured": true }))
        .await;
    let before = app.get_as(&owner, &format!("/api/projects/{id}")).await.json();
    app.app.clock.advance_seconds(60);
    let status = format!("/api/admin/projects/{id}/status");
    app.put_as(&ada, &status, json!({ "status": "Rejected", "rejectionReason": "Oh" })).await;
    assert_eq!(
        app.delete_as(&ada, &decision).await.json(),
        json!({ "message": "The decision is taken back. Nobody was told.", "status": "Approved", "featured": true })
    );
    assert_eq!(app.get_as(&owner, &format!("/api/projects/{id}")).await.json(), before);
    assert_eq!(app.get("/api/projects/featured").await.total(), 1);
    assert_eq!(app.number("SELECT count(*) FROM project_decisions WHERE status = 'Approved'").await, 1);

    // Not later, and not when the submitter may have been told.
    app.put_as(&ada, &status, json!({ "status": "Rejected", "rejectionReason": "Oh" })).await;
    app.app.clock.advance_seconds(12);
    assert_eq!(app.delete_as(&ada, &decision).await.status, StatusCode::CONFLICT);
    approve(&app, &ada, &id).await;
    app.execute("UPDATE mails SET attempts = 1 WHERE kind = 'project_approved' AND state = 'waiting'")
        .await;
    assert_eq!(app.delete_as(&ada, &decision).await.status, StatusCode::CONFLICT);
}
