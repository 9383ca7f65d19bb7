//! Projects: lists, search, detail, submission, edits, upvotes, pictures, team.

pub mod comments;
mod maxima;
pub mod pictures;
mod review;
mod search;
pub mod upvotes;

use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use self::pictures::{add_picture, png};
use crate::support::{Signed, TestApp};

/// A complete submission.
pub fn project(title: &str) -> Value {
    json!({
        "title": title,
        "shortDescription": "In short",
        "description": "What it does, **at length**.",
        "techStack": ["Rust", "SQLite"],
        "githubLink": "https://github.com/example/project",
        "category": "tool",
    })
}

/// Submits a project and returns its id.
pub async fn submit(app: &TestApp, who: &Signed, input: Value) -> String {
    let answer = app.post_as(who, "/api/projects", input).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["project"]["_id"].as_str().unwrap().to_owned()
}

/// Approves a project.
pub async fn approve(app: &TestApp, admin: &Signed, id: &str) {
    let answer = app
        .put_as(admin, &format!("/api/admin/projects/{id}/status"), json!({ "status": "Approved" }))
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
}

/// Three members with one approved project each; each project has its own search words.
pub async fn three(app: &TestApp) -> (Signed, Vec<String>) {
    let admin = app.admin("Ada Admin").await;
    let mut ids = Vec::new();
    for (title, description, technologies, category) in [
        ("Über den Wolken", "Ein Wetterballon, 100% offen", json!(["Rust", "WebGL"]), "game"),
        ("社区网站项目", "一个社区的网站", json!(["TypeScript"]), "web"),
        ("Калькулятор", "snake_case и тесты", json!(["Rust", "REST API"]), "other"),
    ] {
        let member = app.member(title).await;
        let mut input = project(title);
        input["description"] = description.into();
        input["techStack"] = technologies;
        input["category"] = category.into();
        app.app.clock.advance_seconds(60);
        let id = submit(app, &member, input).await;
        approve(app, &admin, &id).await;
        ids.push(id);
    }
    (admin, ids)
}

#[tokio::test]
async fn a_submission_goes_to_review_and_ignores_fields_that_clients_must_not_set() {
    let app = TestApp::new().await;
    let (member, other) = (app.member("Max").await, app.member("Other").await);
    let mut input = project("  Solar   clock ");
    for (field, value) in [
        ("status", json!("Approved")),
        ("featured", json!(true)),
        ("upvoteCount", json!(99)),
        ("submittedBy", json!(other.id.to_string())),
    ] {
        input[field] = value;
    }
    let answer = app.post_as(&member, "/api/projects", input).await;
    let body = answer.json();
    assert_eq!(body["message"], "Project submitted successfully! Our team will review it soon.");
    let project = &body["project"];
    assert_eq!(
        (&project["title"], &project["status"], &project["featured"], &project["upvoteCount"]),
        (&json!("Solar clock"), &json!("In Review"), &json!(false), &json!(0))
    );
    assert_eq!(project["submittedBy"]["_id"], member.id.to_string());
    assert_eq!(project["projectId"], "PRJ-0001");
    assert!(project["descriptionHtml"].as_str().unwrap().contains("<strong>at length</strong>"));
}

#[tokio::test]
async fn every_error_is_reported_at_its_field() {
    let app = TestApp::new().await;
    let member = app.member("Max").await;
    let answer = app.post_as(&member, "/api/projects", json!({})).await;
    assert_eq!(
        (answer.status, answer.message()),
        (StatusCode::UNPROCESSABLE_ENTITY, "Project title is required".into())
    );
    assert_eq!(
        answer.json()["fields"],
        json!({
            "title": "Project title is required", "description": "Project description is required",
            "techStack": "At least one technology must be added", "githubLink": "GitHub link is required",
            "shortDescription": "Project short description is required",
        })
    );
    for (field, value, sentence) in [
        ("shortDescription", json!("x".repeat(151)), "This can have at most 150 characters"),
        (
            "githubLink",
            json!("javascript:alert(1)"),
            "GitHub link must be a web address that begins with https:// or http://",
        ),
        ("category", json!("knitting"), "Please choose a category"),
        ("eventId", json!("0000000000001"), "Please choose an event that is today or later"),
        ("eventId", json!("nothing"), "Please choose an event that is today or later"),
        ("team", json!(["0000000000001"]), "Somebody in this team is no longer a member"),
    ] {
        let mut input = project("Clock");
        input[field] = value;
        let answer = app.post_as(&member, "/api/projects", input).await;
        assert_eq!(
            (answer.status, answer.json()["fields"][field].as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, Some(sentence)),
            "{}",
            answer.text
        );
    }
}

#[tokio::test]
async fn lists_filter_sort_page_and_count() {
    let app = TestApp::new().await;
    let (admin, ids) = three(&app).await;
    let [cloud, site, sum] = [&ids[0], &ids[1], &ids[2]];
    let all = app.get("/api/projects").await;
    assert_eq!((all.ids(), all.total()), (vec![sum.clone(), site.clone(), cloud.clone()], 3));
    app.post_as(&admin, &format!("/api/projects/{cloud}/upvote"), json!({})).await;
    app.put_as(&admin, &format!("/api/admin/projects/{site}/feature"), json!({ "featured": true }))
        .await;
    for (query, expected) in [
        ("sort=popular", vec![cloud, sum, site]),
        ("sort=alphabetical", vec![cloud, sum, site]),
        ("sort=date", vec![sum, site, cloud]),
        ("category=all", vec![sum, site, cloud]),
        ("category=web", vec![site, cloud]),
        ("category=api", vec![sum]),
        ("category=ai/ml", vec![]),
        ("featured=true", vec![site]),
        ("featured=true&category=web&sort=popular", vec![site]),
        ("featured=true&category=game", vec![]),
        ("tag=rust", vec![sum, cloud]),
        ("tag=RUST&category=web", vec![cloud]),
        ("tag=Rus", vec![]),
        ("search=%C3%9CBER", vec![cloud]),
        ("search=%E7%BD%91%E7%AB%99", vec![site]),
        ("search=%D0%BA%D0%B0%D0%BB%D1%8C%D0%BA", vec![sum]),
        ("search=100%25", vec![cloud]),
        ("search=%25", vec![cloud]),
        ("search=_c", vec![sum]),
        ("search=webgl", vec![cloud]),
        ("search=rust&sort=popular", vec![cloud, sum]),
        ("search=rust&tag=webgl&category=game", vec![cloud]),
        ("search=e&featured=true", vec![site]),
        ("search=nothing+like+this", vec![]),
        ("search=%22+OR+*", vec![]),
    ] {
        let answer = app.get(&format!("/api/projects?{query}")).await;
        assert_eq!(
            answer.ids(),
            expected.iter().map(|id| (*id).clone()).collect::<Vec<_>>(),
            "{query}: {}",
            answer.text
        );
        assert_eq!(answer.total(), i64::try_from(expected.len()).unwrap(), "{query}");
    }
    for query in ["", "search=rust", "category=web"] {
        let whole = app.get(&format!("/api/projects?{query}")).await;
        let second = app.get(&format!("/api/projects?{query}&limit=1&offset=1")).await;
        assert_eq!((second.ids(), second.total()), (vec![whole.ids()[1].clone()], whole.total()), "{query}");
    }
    assert_eq!(app.get("/api/projects/featured").await.ids(), vec![site.clone()]);
    assert_eq!(app.get("/api/projects/count").await.json(), json!({ "count": 3 }));
}

#[tokio::test]
async fn only_insiders_see_a_hidden_project() {
    let app = TestApp::new().await;
    let (owner, mate, stranger, admin) = (
        app.member("Olga Owner").await,
        app.member("Mate").await,
        app.member("Stranger").await,
        app.admin("Ada").await,
    );
    let mut input = project("Secret plan");
    input["team"] = json!([mate.id.to_string()]);
    let id = submit(&app, &owner, input).await;
    add_picture(&app, &owner, &id, png(30, 20)).await;
    for path in [
        format!("/api/projects/{id}"),
        format!("/api/projects/{id}/comments"),
        format!("/api/projects/{id}/similar"),
    ] {
        assert_eq!(app.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(app.get_as(&stranger, &path).await.status, StatusCode::NOT_FOUND, "{path}");
        for who in [&owner, &mate, &admin] {
            assert_eq!(app.get_as(who, &path).await.status, StatusCode::OK, "{path}");
        }
    }
    for (method, path, body) in [
        (Method::POST, format!("/api/projects/{id}/upvote"), json!({})),
        (Method::POST, format!("/api/projects/{id}/comment"), json!({ "text": "hi" })),
        (Method::PUT, format!("/api/projects/{id}"), project("Mine now")),
        (Method::DELETE, format!("/api/projects/{id}"), json!({})),
        (Method::DELETE, format!("/api/projects/{id}/team/me"), json!({})),
        (Method::PUT, format!("/api/projects/{id}/pictures"), json!({ "pictures": [] })),
    ] {
        let answer = app.call(method, &path, Some(&stranger.bearer), Some(body)).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text);
    }
    for list in [
        "/api/projects",
        "/api/projects?search=secret",
        "/api/projects?tag=rust",
        "/api/projects/featured",
    ] {
        assert_eq!(app.get(list).await.total(), 0, "{list}");
    }
    assert_eq!(app.get("/api/projects/count").await.json()["count"], 0);
    assert_eq!(app.get("/api/admin/stats").await.json()["projectCount"], 0);
    let profile = |who: Option<Signed>| {
        let (app, owner) = (&app, owner.id);
        async move {
            app.call(
                Method::GET,
                &format!("/api/users/{owner}"),
                who.as_ref().map(|who| who.bearer.as_str()),
                None,
            )
            .await
            .json()["submittedProjects"]
                .clone()
        }
    };
    assert_eq!(profile(None).await, json!([]));
    assert_eq!(profile(Some(stranger)).await, json!([]));
    assert_eq!(profile(Some(owner.clone())).await[0]["status"], "In Review");
    let picture = app.get_as(&owner, &format!("/api/projects/{id}")).await.json()["pictures"][0]["fullUrl"]
        .as_str()
        .unwrap()
        .to_owned();
    let (bare, _) = picture.split_once("?key=").unwrap();
    assert_eq!(app.get(&picture).await.status, StatusCode::OK);
    assert_eq!(app.get(bare).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get(&format!("{bare}?key=0123456789abcdef")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_owner_edits_resubmits_and_withdraws() {
    let app = TestApp::new().await;
    let (owner, other, admin) = (app.member("Olga").await, app.member("Other").await, app.admin("Ada").await);
    let id = submit(&app, &owner, project("First")).await;
    let path = format!("/api/projects/{id}");
    let reject = json!({ "status": "Rejected", "rejectionReason": "Please say what it does" });
    assert_eq!(
        app.put_as(&admin, &format!("/api/admin/projects/{id}/status"), reject).await.status,
        StatusCode::OK
    );
    assert_eq!(app.get_as(&owner, &path).await.json()["rejectionReason"], "Please say what it does");
    let mine = app.get_as(&owner, "/api/users/me/projects").await;
    assert_eq!(
        (&mine.json()[0]["status"], &mine.json()[0]["rejectionReason"]),
        (&json!("Rejected"), &json!("Please say what it does"))
    );

    let again = app.put_as(&owner, &path, project("Second")).await.json();
    assert_eq!(
        (&again["message"], &again["project"]["status"]),
        (&json!("Project saved and sent to review."), &json!("In Review"))
    );
    assert!(again["project"].get("rejectionReason").is_none());
    approve(&app, &admin, &id).await;
    assert_eq!(app.get("/api/projects?search=second").await.total(), 1);
    assert_eq!(app.put_as(&owner, &path, project("Third")).await.json()["project"]["status"], "Approved");
    assert_eq!(
        (
            app.get("/api/projects?search=second").await.total(),
            app.get("/api/projects?search=third").await.total()
        ),
        (0, 1)
    );
    app.execute("INSERT INTO settings VALUES ('reviewEdits', 'true')").await;
    assert_eq!(
        app.put_as(&owner, &path, project("Fourth")).await.json()["project"]["status"],
        "In Review"
    );
    assert_eq!(app.get("/api/projects").await.total(), 0);

    approve(&app, &admin, &id).await;
    assert_eq!(app.put_as(&other, &path, project("Stolen")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(app.delete_as(&other, &path).await.status, StatusCode::FORBIDDEN);
    app.post_as(&other, &format!("{path}/comment"), json!({ "text": "Nice" })).await;
    app.post_as(&other, &format!("{path}/upvote"), json!({})).await;
    add_picture(&app, &owner, &id, png(30, 20)).await;
    assert_eq!(app.delete_as(&owner, &path).await.status, StatusCode::OK);
    assert_eq!(app.get_as(&owner, &path).await.status, StatusCode::NOT_FOUND);
    for table in [
        "projects",
        "project_technologies",
        "showcase",
        "upvotes",
        "comments",
        "project_pictures",
        "media",
    ] {
        let sql: &'static str = format!("SELECT count(*) FROM {table}").leak();
        assert_eq!(app.number(sql).await, 0, "{table}");
    }
    assert_eq!(app.get("/api/projects?search=fourth").await.total(), 0);
}

#[tokio::test]
async fn a_team_is_found_shown_and_left() {
    let app = TestApp::new().await;
    let (owner, mate) = (app.member("Olga Owner").await, app.member("Mátè Maker").await);
    let admin = app.admin("Ada Admin").await;
    let found = app.get_as(&owner, "/api/users/search?q=m%C3%A1t").await;
    assert_eq!(
        found.json(),
        json!([{ "_id": mate.id.to_string(), "name": "Mátè Maker", "profilePicture": "" }])
    );
    assert_eq!(app.get_as(&owner, "/api/users/search?q=example.org").await.json(), json!([]));
    let shown = app.get_as(&admin, "/api/users/search?q=m%C3%A1t").await.json();
    assert!(
        shown[0]["email"].as_str().is_some_and(|email| email.contains('@')),
        "admins tell namesakes apart"
    );
    assert_eq!(app.get_as(&admin, "/api/users/search?q=example.org").await.ids().len(), 2);
    assert_eq!(app.get_as(&owner, "/api/users/search?q=olga").await.json(), json!([]));
    let mut input = project("Together");
    input["team"] = json!([mate.id.to_string(), mate.id.to_string(), owner.id.to_string()]);
    let id = submit(&app, &owner, input).await;
    let seen = app.get_as(&mate, &format!("/api/projects/{id}")).await.json();
    assert_eq!(
        (seen["team"].as_array().unwrap().len(), &seen["isTeamMember"], &seen["canEdit"]),
        (1, &json!(true), &json!(false))
    );
    assert_eq!(app.get_as(&mate, "/api/users/me/projects").await.json()[0]["isOwner"], false);
    assert_eq!(app.delete_as(&mate, &format!("/api/projects/{id}/team/me")).await.status, StatusCode::OK);
    assert_eq!(app.get_as(&mate, &format!("/api/projects/{id}")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn submissions_are_limited_and_not_repeated() {
    let app = TestApp::new().await;
    let member = app.member("Max").await;
    submit(&app, &member, project("One")).await;
    let repeated = app.post_as(&member, "/api/projects", project("One")).await;
    assert_eq!(
        (repeated.status, repeated.message()),
        (StatusCode::CONFLICT, "You have just submitted this project.".into())
    );
    let mut last = String::new();
    for title in ["Two", "Three", "Four", "Five"] {
        app.app.clock.advance_seconds(60);
        last = submit(&app, &member, project(title)).await;
    }
    // One that is withdrawn counts, and its display id is not given again.
    assert_eq!(
        app.get_as(&member, &format!("/api/projects/{last}")).await.json()["projectId"],
        "PRJ-0005"
    );
    assert_eq!(app.delete_as(&member, &format!("/api/projects/{last}")).await.status, StatusCode::OK);
    let sixth = app.post_as(&member, "/api/projects", project("Six")).await;
    assert_eq!((sixth.status, sixth.header("Retry-After")), (StatusCode::TOO_MANY_REQUESTS, "3360"));
    app.app.clock.advance_seconds(3361);
    let six = submit(&app, &member, project("Six")).await;
    assert_eq!(app.get_as(&member, &format!("/api/projects/{six}")).await.json()["projectId"], "PRJ-0006");
}

#[tokio::test]
async fn similar_projects_share_technologies() {
    let app = TestApp::new().await;
    let (admin, ids) = three(&app).await;
    let member = app.member("Fourth").await;
    let mut input = project("Fourth");
    input["techStack"] = json!(["rust", "webgl"]);
    let fourth = submit(&app, &member, input).await;
    assert_eq!(
        app.get(&format!("/api/projects/{}/similar", ids[0])).await.ids(),
        vec![ids[2].clone()],
        "hidden ones are not similar"
    );
    approve(&app, &admin, &fourth).await;
    assert_eq!(
        app.get(&format!("/api/projects/{}/similar", ids[0])).await.ids(),
        vec![fourth, ids[2].clone()]
    );
}
