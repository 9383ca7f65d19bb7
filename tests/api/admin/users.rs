//! Users for admins: the list, roles, suspension.

use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::projects::upvotes::futures_join;
use crate::projects::{project, submit};
use crate::support::{Signed, TestApp};

fn names(list: &Value) -> Vec<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|user| user["name"].as_str().unwrap().to_owned())
        .collect()
}

async fn list(app: &TestApp, admin: &Signed, query: &str) -> (Vec<String>, i64) {
    let answer = app.get_as(admin, &format!("/api/admin/users?{query}")).await;
    (names(&answer.json()), answer.total())
}

fn role(user: &Signed) -> String {
    format!("/api/admin/users/{}/role", user.id)
}

#[tokio::test]
async fn users_are_found_filtered_sorted_and_paged() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.admin("Ada Admin").await, app.member("bob").await);
    let carla = app.member("Carla").await;
    let first = submit(&app, &carla, project("Solar map")).await;
    let second = submit(&app, &carla, project("Lunar map")).await;
    app.post_as(&ada, &format!("/api/admin/users/{}/suspend", bob.id), json!({ "reason": "Spam" }))
        .await;
    app.execute("UPDATE users SET deleted_at = 1, name = 'Deleted member' WHERE name = 'Zoe'")
        .await;

    let newest = ["Carla", "bob", "Ada Admin"].map(str::to_owned).to_vec();
    assert_eq!(list(&app, &ada, "").await, (newest.clone(), 3));
    assert_eq!(list(&app, &ada, "sort=name").await.0, ["Ada Admin", "bob", "Carla"]);
    assert_eq!(list(&app, &ada, "sort=name-desc").await.0, ["Carla", "bob", "Ada Admin"]);
    assert_eq!(list(&app, &ada, "sort=oldest").await.0, ["Ada Admin", "bob", "Carla"]);
    assert_eq!(list(&app, &ada, "sort=projects").await.0[0], "Carla");
    assert_eq!(list(&app, &ada, "sort=projects-asc").await.0, ["Ada Admin", "bob", "Carla"]);
    assert_eq!(list(&app, &ada, "role=admin").await, (vec!["Ada Admin".into()], 1));
    assert_eq!(list(&app, &ada, "role=user&sort=name").await, (vec!["bob".into(), "Carla".into()], 2));
    assert_eq!(list(&app, &ada, "role=user&sort=projects").await.0, ["Carla", "bob"]);
    for narrowed in ["role=user", "search=a"] {
        for (sort, first) in [
            ("name", "bob"),
            ("name-desc", "Carla"),
            ("projects", "Carla"),
            ("projects-asc", "bob"),
            ("oldest", "bob"),
        ] {
            let (found, _) = list(&app, &ada, &format!("{narrowed}&sort={sort}")).await;
            assert_eq!(found.iter().find(|name| *name != "Ada Admin").unwrap(), first, "{narrowed} {sort}");
        }
    }
    assert_eq!(list(&app, &ada, "role=suspended").await, (vec!["bob".into()], 1));
    assert_eq!(list(&app, &ada, "search=CARLA@example").await, (vec!["Carla".into()], 1));
    assert_eq!(list(&app, &ada, "search=example.org&role=suspended").await, (vec!["bob".into()], 1));
    assert_eq!(list(&app, &ada, "search=a&role=admin&sort=name").await, (vec!["Ada Admin".into()], 1));
    assert_eq!(list(&app, &ada, "limit=1&offset=1").await, (vec!["bob".into()], 3));
    for wrong in ["role=king", "sort=age"] {
        assert_eq!(
            app.get_as(&ada, &format!("/api/admin/users?{wrong}")).await.status,
            StatusCode::BAD_REQUEST
        );
    }

    let found = app.get_as(&ada, "/api/admin/users?search=carla").await.json();
    assert_eq!(found[0]["submittedProjects"], json!([second, first]));
    assert_eq!((&found[0]["projectCount"], &found[0]["role"]), (&json!(2), &json!("user")));
    assert_eq!(found[0]["email"], "carla@example.org");
    assert!(found[0].get("suspendedAt").is_none() && found[0].get("suspensionReason").is_none());
    let suspended = app.get_as(&ada, "/api/admin/users?role=suspended").await.json();
    assert_eq!(suspended[0]["suspensionReason"], "Spam");
}

#[tokio::test]
async fn a_role_counts_at_once_and_the_last_admin_stays() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.admin("Ada Admin").await, app.member("Bob").await);
    let last = app.put_as(&ada, &role(&ada), json!({ "role": "user" })).await;
    assert_eq!(
        (last.status, last.message().as_str()),
        (StatusCode::CONFLICT, "This is the last admin. Make somebody else an admin first.")
    );

    let made = app.put_as(&ada, &role(&bob), json!({ "role": "admin" })).await;
    assert_eq!(made.json()["message"], "Bob is now an admin.");
    assert_eq!(made.json()["user"]["role"], "admin");
    assert_eq!(app.get_as(&bob, "/api/admin/users").await.status, StatusCode::OK);
    assert_eq!(
        app.put_as(&bob, &role(&ada), json!({ "role": "user" })).await.json()["message"],
        "Ada Admin is now a regular user."
    );
    assert_eq!(app.get_as(&ada, "/api/admin/users").await.status, StatusCode::FORBIDDEN);

    // A suspended admin does not count, and nobody suspends themselves.
    app.put_as(&bob, &role(&ada), json!({ "role": "admin" })).await;
    let suspend = |who: &Signed| format!("/api/admin/users/{}/suspend", who.id);
    let reason = json!({ "reason": "Away" });
    assert_eq!(
        app.post_as(&bob, &suspend(&bob), reason.clone()).await.message(),
        "You cannot suspend yourself."
    );
    assert_eq!(app.post_as(&bob, &suspend(&ada), reason).await.status, StatusCode::OK);
    assert_eq!(
        app.put_as(&bob, &role(&bob), json!({ "role": "user" })).await.status,
        StatusCode::CONFLICT
    );

    let log = app.get_as(&bob, "/api/admin/audit?kind=user").await;
    let acts: Vec<Value> = log.json().as_array().unwrap().clone();
    let said: Vec<(&str, &str)> = acts
        .iter()
        .map(|act| (act["action"].as_str().unwrap(), act["subjectName"].as_str().unwrap()))
        .collect();
    let expected = [
        ("user.suspend", "Ada Admin"),
        ("user.role", "Ada Admin"),
        ("user.role", "Ada Admin"),
        ("user.role", "Bob"),
    ];
    assert_eq!((said.as_slice(), log.total()), (expected.as_slice(), 4));
    assert_eq!(acts[3]["changes"], json!([{ "field": "role", "before": "user", "after": "admin" }]));
    assert_eq!(acts[3]["actor"]["name"], "Ada Admin");
}

#[tokio::test]
async fn admins_who_demote_each_other_leave_one() {
    for _ in 0..10 {
        let app = TestApp::new().await;
        let (ada, bob) = (app.admin("Ada").await, app.admin("Bob").await);
        let (one, other) = (role(&bob), role(&ada));
        let body = json!({ "role": "user" });
        let answers = futures_join(vec![app.put_as(&ada, &one, body.clone()), app.put_as(&bob, &other, body)]).await;
        let done = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
        assert_eq!((done, app.number("SELECT count(*) FROM users WHERE role = 'admin'").await), (1, 1));
    }
}

#[tokio::test]
async fn a_suspension_ends_sessions_hides_the_profile_frees_places_and_is_told() {
    let app = TestApp::new().await;
    let (admin, bob, wanda) = (app.admin("Ada Admin").await, app.member("Bob").await, app.member("Wanda").await);
    let event = create(&app, &admin, json!({ "maxParticipants": 1 })).await;
    assert_eq!(register(&app, &bob, &event, false).await.status, StatusCode::OK);
    register(&app, &wanda, &event, true).await;

    let path = format!("/api/admin/users/{}", bob.id);
    let none = app.post_as(&admin, &format!("{path}/suspend"), json!({ "reason": " " })).await;
    assert_eq!(none.json()["fields"], json!({ "reason": "A reason is required" }));
    let done = app
        .post_as(&admin, &format!("{path}/suspend"), json!({ "reason": "Advertising in comments" }))
        .await;
    assert_eq!(
        (done.status, done.json()["message"].as_str()),
        (StatusCode::OK, Some("Bob is suspended."))
    );
    assert_eq!(app.get_as(&bob, "/api/users/profile").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.get(&format!("/api/users/{}", bob.id)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        app.number("SELECT count(*) FROM registrations r JOIN users u ON u.id = r.user_id WHERE u.name = 'Wanda'")
            .await,
        1,
        "the free place is given on"
    );
    let letter = app.letter_text("account_suspended").await;
    assert!(letter.contains("Advertising in comments"), "{letter}");
    assert_eq!(
        app.post_as(&admin, &format!("{path}/suspend"), json!({ "reason": "Again" })).await.status,
        StatusCode::CONFLICT
    );

    let back = app.post_as(&admin, &format!("{path}/unsuspend"), json!({})).await;
    assert_eq!(back.json()["message"], "Bob is no longer suspended.");
    assert!(
        app.letter("account_suspended").await.is_err(),
        "nobody reads of a suspension that is over"
    );
    assert_eq!(app.get(&format!("/api/users/{}", bob.id)).await.status, StatusCode::OK);
    assert_eq!(
        app.post_as(&admin, &format!("{path}/unsuspend"), json!({})).await.status,
        StatusCode::CONFLICT
    );
    let counts = "SELECT count(*) FROM totals t WHERE (t.name, t.count) IN (VALUES ('users:user', 2), ('users:admin', 1), ('users:suspended', 0))";
    assert_eq!(app.number(counts).await, 3);
}
