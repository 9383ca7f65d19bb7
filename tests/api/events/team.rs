//! Organisers run the events that are theirs, and helpers work at the doors that they were named for.

use poem::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::events::{create, mails, register};
use crate::support::{Answer, Signed, TestApp};

async fn name(app: &TestApp, by: &Signed, event: &str, who: &Signed, duty: &str) -> Answer {
    let input = json!({ "userId": who.id.to_string(), "duty": duty });
    app.post_as(by, &format!("/api/admin/events/{event}/team"), input).await
}

async fn dismiss(app: &TestApp, by: &Signed, event: &str, who: &Signed) -> Answer {
    app.delete_as(by, &format!("/api/admin/events/{event}/team/{}", who.id)).await
}

async fn set_role(app: &TestApp, admin: &Signed, who: &Signed, role: &str) -> Answer {
    app.put_as(admin, &format!("/api/admin/users/{}/role", who.id), json!({ "role": role }))
        .await
}

async fn team(app: &TestApp, by: &Signed, event: &str) -> Vec<(String, String, bool)> {
    let found = app.get_as(by, &format!("/api/admin/events/{event}/team")).await.json();
    let member = |one: &Value| {
        (
            one["name"].as_str().unwrap().to_owned(),
            one["duty"].as_str().unwrap().to_owned(),
            one["active"].as_bool().unwrap(),
        )
    };
    found.as_array().unwrap().iter().map(member).collect()
}

async fn status(app: &TestApp, who: &Signed, path: &str) -> u16 {
    app.get_as(who, path).await.status.as_u16()
}

fn of(name: &str, duty: &str, active: bool) -> (String, String, bool) {
    (name.into(), duty.into(), active)
}

#[tokio::test]
async fn an_organiser_runs_their_events_and_no_others() {
    let app = TestApp::new().await;
    let (admin, olga, max) = (app.admin("Ada Admin").await, app.organiser("Olga").await, app.member("Max").await);
    let own = create(&app, &olga, json!({ "title": "Olga's evening" })).await;
    let draft = create(&app, &olga, json!({ "title": "Olga's draft", "published": false })).await;
    let other = create(&app, &admin, json!({ "title": "Ada's evening" })).await;
    let hidden = create(&app, &admin, json!({ "title": "Ada's draft", "published": false })).await;
    for event in [&own, &other] {
        register(&app, &max, event, false).await;
    }

    // Their own: with the addresses of the participants.
    let list = app.get_as(&olga, "/api/admin/events").await;
    assert_eq!((list.ids().len(), list.total()), (2, 2));
    assert_eq!(app.get_as(&olga, "/api/admin/events?status=drafts").await.ids(), [draft.as_str()]);
    assert_eq!(app.get_as(&olga, "/api/admin/events?search=evening").await.ids(), [own.as_str()]);
    assert_eq!(app.get_as(&olga, "/api/admin/events?status=next").await.ids(), [own.as_str()]);
    assert_eq!(app.get_as(&admin, "/api/admin/events").await.total(), 4);
    let participants = format!("/api/admin/events/{own}/participants");
    assert_eq!(app.get_as(&olga, &participants).await.json()[0]["user"]["email"], "max@example.org");
    // At their door, whose address it is stays unknown unless they come, and nobody's address can be asked for.
    let zoe = app.member("Zoe").await;
    let door = format!("/api/admin/events/{own}/checkin");
    let by_address = |lets_in: bool| json!({ "email": "zoe@example.org", "letIn": lets_in });
    for (input, is_named) in [
        (json!({ "userId": zoe.id.to_string() }), true),
        (by_address(false), false),
        (by_address(true), false),
    ] {
        for path in [door.clone(), format!("{door}/undo")] {
            let answer = app.post_as(&olga, &path, input.clone()).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            assert!(
                !answer.text.contains("zoe@") && answer.text.contains("Zoe") == is_named,
                "{path} {input}: {}",
                answer.text
            );
        }
    }
    let elsewhere = app.get_as(&max, &format!("/api/events/{other}/ticket")).await.json();
    let wrong = app.post_as(&olga, &door, json!({ "ticket": elsewhere["code"] })).await;
    assert_eq!(
        (&wrong.json()["state"], wrong.text.contains("max@")),
        (&json!("wrong_event"), false),
        "{}",
        wrong.text
    );
    let found = app.post_as(&admin, &door, by_address(false)).await;
    assert_eq!(found.json()["participant"]["email"], "zoe@example.org");
    assert_eq!(app.get_as(&olga, &format!("{door}/summary")).await.json()["canRun"], true);
    let page = app.get_as(&olga, &format!("/api/events/{own}")).await.json();
    assert_eq!((&page["canRun"], &page["canCheckIn"]), (&json!(true), &json!(true)));
    assert_eq!(page["registrations"][0]["user"]["email"], "max@example.org");
    assert_eq!(status(&app, &olga, &format!("/api/events/{draft}")).await, 200);
    let done = app.post_as(&olga, &format!("{participants}/complete"), json!({})).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    let letter = json!({ "subject": "Bring a chair", "message": "There are none." });
    assert_eq!(
        app.post_as(&olga, &format!("/api/admin/events/{own}/send-email"), letter).await.json()["count"],
        1
    );
    assert!(mails(&app, &max).await.contains(&"event_message".to_owned()));

    // Others': what a member gets, whether there is such an event or not.
    let page = app.get_as(&olga, &format!("/api/events/{other}")).await.json();
    assert_eq!(
        (&page["canRun"], &page["canCheckIn"], &page["registrations"]),
        (&json!(false), &json!(false), &json!([]))
    );
    assert_eq!(status(&app, &olga, &format!("/api/events/{hidden}")).await, 404);
    for event in [other.as_str(), hidden.as_str(), "0000000000001"] {
        for call in [
            "",
            "/participants",
            "/participants.csv",
            "/waiting-list",
            "/letters",
            "/checkin/summary",
            "/team",
        ] {
            let path = format!("/api/admin/events/{event}{call}");
            let [theirs, members] = [app.get_as(&olga, &path).await, app.get_as(&max, &path).await];
            assert_eq!((theirs.status, theirs.text), (StatusCode::FORBIDDEN, members.text), "{path}");
        }
    }
    assert_eq!(
        app.put_as(&olga, &format!("/api/admin/events/{other}"), json!({ "title": "Mine" }))
            .await
            .status,
        StatusCode::FORBIDDEN
    );
    let users = [
        "users",
        "settings",
        "mail",
        "outbox",
        "audit",
        "projects",
        "badges",
        "certificates",
        "invitations",
        "to-do",
        "send-email/members",
    ];
    for path in users {
        assert_eq!(status(&app, &olga, &format!("/api/admin/{path}")).await, 403, "{path}");
    }

    // Namesakes are told apart by address among their participants only.
    let anna = app.member("Anna Stranger").await;
    let found = app.get_as(&olga, "/api/users/search?q=Max").await.json();
    assert_eq!(found[0]["email"], "max@example.org");
    let found = app.get_as(&olga, "/api/users/search?q=Anna").await.json();
    assert_eq!((&found[0]["_id"], found[0].get("email")), (&json!(anna.id.to_string()), None));
    let profile = app.get_as(&olga, &format!("/api/users/{}", max.id)).await.json();
    assert_eq!((profile.get("email"), profile.get("role")), (None, None));

    // Whoever copies an event runs the copy.
    let copy = app.post_as(&olga, &format!("/api/admin/events/{own}/duplicate"), json!({})).await.json();
    let copy = copy["event"]["_id"].as_str().unwrap().to_owned();
    assert_eq!(team(&app, &olga, &copy).await, [of("Olga", "organiser", true)]);
    assert_eq!(app.delete_as(&olga, &format!("/api/admin/events/{copy}")).await.status, StatusCode::OK);
    assert_eq!(app.number("SELECT count(*) FROM event_staff").await, 4, "a deleted event has no team");
}

#[tokio::test]
async fn a_role_and_a_duty_count_from_the_next_request_on() {
    let app = TestApp::new().await;
    let (admin, olga, otto, max) = (
        app.admin("Ada Admin").await,
        app.organiser("Olga").await,
        app.member("Otto").await,
        app.member("Max").await,
    );
    let event = create(&app, &olga, json!({})).await;
    let page = format!("/api/admin/events/{event}");
    let check = app.get_as(&olga, "/api/admin/verify-admin").await.json();
    assert_eq!(check, json!({ "isAdmin": false, "isOrganiser": true, "isHelper": false }));

    let refused = name(&app, &olga, &event, &otto, "organiser").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(
        refused.message(),
        "Otto does not have the role of an organiser. An admin can give it to them in the list of users."
    );
    assert_eq!(set_role(&app, &admin, &otto, "organiser").await.message(), "Otto is now an organiser.");
    assert_eq!(app.get_as(&admin, "/api/admin/users?role=organiser").await.total(), 2);
    assert_eq!(app.get_as(&admin, "/api/admin/users").await.total(), 4);
    assert_eq!(status(&app, &otto, &page).await, 403);
    assert_eq!(name(&app, &olga, &event, &otto, "organiser").await.message(), "Otto runs this event now.");
    assert_eq!(status(&app, &otto, &page).await, 200);
    assert_eq!(
        team(&app, &otto, &event).await,
        [of("Olga", "organiser", true), of("Otto", "organiser", true)]
    );

    // Without the role the duty is nothing; with it again, it is what it was.
    set_role(&app, &admin, &otto, "user").await;
    assert_eq!(status(&app, &otto, &page).await, 403);
    assert_eq!(status(&app, &otto, &format!("{page}/checkin/summary")).await, 403);
    assert_eq!(app.post_as(&otto, "/api/admin/events", json!({})).await.status, StatusCode::FORBIDDEN);
    assert_eq!(team(&app, &olga, &event).await[1], of("Otto", "organiser", false));
    set_role(&app, &admin, &otto, "organiser").await;
    assert_eq!(status(&app, &otto, &page).await, 200);
    assert_eq!(
        name(&app, &olga, &event, &otto, "helper").await.message(),
        "Otto helps at the door of this event now."
    );
    assert_eq!(status(&app, &otto, &page).await, 403);
    assert_eq!(status(&app, &otto, &format!("{page}/checkin/summary")).await, 200);
    assert_eq!(dismiss(&app, &olga, &event, &otto).await.message(), "Removed from the team.");
    assert_eq!(status(&app, &otto, &format!("{page}/checkin/summary")).await, 403);
    assert_eq!(dismiss(&app, &olga, &event, &otto).await.status, StatusCode::NOT_FOUND);

    // Whoever is suspended or gone is not added; whoever goes leaves the team.
    name(&app, &olga, &event, &max, "helper").await;
    let reason = json!({ "reason": "Spam" });
    app.post_as(&admin, &format!("/api/admin/users/{}/suspend", max.id), reason).await;
    assert_eq!(status(&app, &max, &format!("{page}/checkin/summary")).await, 401);
    assert_eq!(team(&app, &olga, &event).await[1], of("Max", "helper", false));
    assert_eq!(dismiss(&app, &olga, &event, &max).await.status, StatusCode::OK);
    assert_eq!(name(&app, &olga, &event, &max, "helper").await.message(), "There is no such member");
    name(&app, &olga, &event, &otto, "helper").await;
    let data = app.get_as(&otto, "/api/users/me/data").await.json();
    assert_eq!(data["teams_of_events"][0]["duty"], "helper");
    let gone = json!({ "confirmation": "Otto", "withContent": false });
    assert_eq!(app.post_as(&otto, "/api/users/me/delete", gone).await.status, StatusCode::OK);
    assert_eq!(team(&app, &olga, &event).await, [of("Olga", "organiser", true)]);

    // The last admin stays one: a smaller role is a demotion too.
    let last = set_role(&app, &admin, &admin, "organiser").await;
    assert_eq!(last.message(), "This is the last admin. Make somebody else an admin first.");
    let log = app.get_as(&admin, "/api/admin/audit?kind=event").await.json();
    let acts: Vec<&str> = log.as_array().unwrap().iter().map(|act| act["action"].as_str().unwrap()).collect();
    assert_eq!(acts[..3], ["event.team_add", "event.team_remove", "event.team_add"]);
    assert_eq!(log[0]["actor"]["name"], "Olga");
}

#[tokio::test]
async fn a_helper_reaches_the_door_of_their_event_only_and_sees_no_address() {
    let app = TestApp::new().await;
    let (admin, hedda) = (app.admin("Ada Admin").await, app.member("Hedda").await);
    let (max, bea, walk_in) = (app.member("Max").await, app.member("Bea").await, app.member("Wanda").await);
    let (here, there) = (
        create(&app, &admin, json!({ "maxParticipants": 1 })).await,
        create(&app, &admin, json!({ "title": "There" })).await,
    );
    register(&app, &max, &here, false).await;
    register(&app, &bea, &here, true).await;
    register(&app, &max, &there, false).await;
    let ticket = app.get_as(&max, &format!("/api/events/{here}/ticket")).await.json();
    let door = format!("/api/admin/events/{here}/checkin");
    assert_eq!(status(&app, &hedda, &format!("{door}/summary")).await, 403);
    assert_eq!(app.get_as(&hedda, "/api/users/me/doors").await.json(), json!([]));
    name(&app, &admin, &here, &hedda, "helper").await;

    let doors = app.get_as(&hedda, "/api/users/me/doors").await.json();
    assert_eq!((&doors[0]["_id"], &doors[0]["phase"]), (&json!(here), &json!("ahead")));
    assert_eq!(app.get_as(&hedda, "/api/admin/verify-admin").await.json()["isHelper"], true);
    let listed = app.get_as(&hedda, "/api/events").await.json();
    let marks: Vec<bool> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["canCheckIn"].as_bool().unwrap())
        .collect();
    assert_eq!(marks.iter().filter(|mark| **mark).count(), 1);

    // All that a helper can read or be answered.
    let mut answers = Vec::new();
    for call in ["summary", "participants", "waiting-list"] {
        answers.push(app.get_as(&hedda, &format!("{door}/{call}")).await);
    }
    answers.push(app.get_as(&hedda, &format!("/api/events/{here}")).await);
    answers.push(app.get_as(&hedda, "/api/users/search?q=Max").await);
    let by_address = |address: &str, lets_in: bool| json!({ "email": address, "letIn": lets_in });
    for input in [
        by_address("bea@example.org", false),
        by_address("bea@example.org", true),
        by_address("wanda@example.org", false),
        by_address("nobody@example.org", false),
        by_address("nobody@example.org", true),
        json!({ "userId": walk_in.id.to_string(), "letIn": true }),
        json!({ "ticket": ticket["code"], "scanId": "one" }),
        json!({ "ticket": ticket["code"] }),
        by_address("max@example.org", false),
    ] {
        answers.push(app.post_as(&hedda, &door, input).await);
    }
    answers.push(app.post_as(&hedda, &format!("{door}/undo"), by_address("wanda@example.org", false)).await);
    answers.push(
        app.post_as(&hedda, &format!("{door}/undo"), json!({ "ticket": ticket["code"], "scanId": "one" }))
            .await,
    );
    for answer in &answers {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        assert!(!answer.text.contains("example.org"), "{}", answer.text);
        assert!(
            !answer.text.contains("Wanda") || answer.text.contains(&walk_in.id.to_string()),
            "whose address it is: {}",
            answer.text
        );
    }
    assert_eq!(answers[1].json()[0]["user"]["name"], "Max");
    assert_eq!(answers[2].json()[0]["position"], 1);
    assert_eq!(
        (&answers[5].json()["state"], answers[5].json().get("participant")),
        (&json!("unknown"), None)
    );
    assert_eq!(answers[6].text, answers[9].text, "a member without a place, and nobody");
    assert_eq!(answers[11].json()["message"], "Welcome, Max!");
    assert_eq!(answers[0].json()["canRun"], false);
    assert_eq!(
        app.get_as(&admin, &format!("{door}/participants")).await.json()[0]["user"]["email"],
        "max@example.org"
    );

    // Drafts have no page that a helper may see.
    let draft = create(&app, &admin, json!({ "published": false })).await;
    name(&app, &admin, &draft, &hedda, "helper").await;
    assert_eq!(app.get_as(&hedda, "/api/users/me/doors").await.ids(), [here.as_str()]);

    // No other door, and nothing else of this event.
    for path in ["", "/participants", "/participants.csv", "/waiting-list", "/team", "/letters"] {
        assert_eq!(status(&app, &hedda, &format!("/api/admin/events/{here}{path}")).await, 403, "{path}");
    }
    let elsewhere = format!("/api/admin/events/{there}/checkin");
    assert_eq!(status(&app, &hedda, &format!("{elsewhere}/summary")).await, 403);
    let refused = app.post_as(&hedda, &elsewhere, json!({ "userId": max.id.to_string() })).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(name(&app, &hedda, &here, &bea, "helper").await.status, StatusCode::FORBIDDEN);
    assert_eq!(
        app.call(Method::GET, "/api/admin/events", Some(&hedda.bearer), None).await.status,
        StatusCode::FORBIDDEN
    );
    app.post_as(&admin, &format!("/api/admin/events/{here}/cancel"), json!({})).await;
    assert_eq!(app.get_as(&hedda, "/api/users/me/doors").await.json(), json!([]));
}
