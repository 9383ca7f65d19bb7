//! Places when many ask at once: the transaction and the schema hold the maximum.

use std::sync::Arc;

use community::exports::db::values::Id;
use community::exports::events::registration::store::insert_registration;
use community::exports::sessions::token;
use poem::http::StatusCode;
use rusqlite::named_params;
use serde_json::json;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::events::{create, register};
use crate::support::{Signed, TestApp};

const ROUNDS: usize = 20;
const CALLERS: usize = 500;
const PLACES: i64 = 50;

/// Signs in this many members at once.
async fn crowd(app: &TestApp, count: usize) -> Vec<Signed> {
    let now = app.app.clock.now();
    let members: Vec<(Id, Id)> = (0..count).map(|_| (Id::new(now), Id::new(now))).collect();
    let rows = members.clone();
    app.write(move |tx| {
        for (id, session) in rows.iter() {
            tx.execute(
                "INSERT INTO users (id, name, email, email_key, created_at) VALUES (:id, :name, :name || '@example.org', :name, 0)",
                named_params! { ":id": id, ":name": id.to_string() },
            )?;
            tx.execute(
                "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (:session, :id, 0, 9000000000000)",
                named_params! { ":session": session, ":id": id },
            )?;
        }
        Ok(())
    })
    .await;
    members
        .into_iter()
        .map(|(id, session)| Signed {
            id,
            bearer: token::make(&app.app.keys.session, session, now, now.plus_seconds(86_400)).unwrap(),
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_hundred_at_once_get_exactly_the_fifty_places() {
    let app = Arc::new(TestApp::new().await);
    let admin = app.admin("Ada Admin").await;
    let members = crowd(&app, CALLERS).await;
    for round in 0..ROUNDS {
        let waits = round % 2 == 1;
        let id = create(&app, &admin, json!({ "maxParticipants": PLACES, "mode": "Online" })).await;
        let start = Arc::new(Barrier::new(CALLERS));
        let mut calls = JoinSet::new();
        for member in members.clone() {
            let (app, id, start) = (app.clone(), id.clone(), start.clone());
            calls.spawn(async move {
                start.wait().await;
                register(&app, &member, &id, waits).await
            });
        }
        let (mut places, mut waiting, mut refused) = (0, 0, 0);
        for answer in calls.join_all().await {
            match (answer.status, answer.json()["event"]["isRegistered"].as_bool()) {
                (StatusCode::OK, Some(true)) => places += 1,
                (StatusCode::OK, _) => waiting += 1,
                (StatusCode::CONFLICT, _) => {
                    assert_eq!(answer.message(), "Registration Full");
                    refused += 1;
                }
                _ => panic!("{}", answer.text),
            }
        }
        let others = CALLERS as i64 - PLACES;
        assert_eq!((places, waiting, refused), if waits { (PLACES, others, 0) } else { (PLACES, 0, others) });
        let event = app.get_as(&admin, &format!("/api/admin/events/{id}")).await.json();
        assert_eq!(event["registrationsCount"], PLACES);
        assert_eq!(event["waitingCount"], if waits { others } else { 0 });
        let rows = app.get_as(&admin, &format!("/api/admin/events/{id}/participants?limit=1")).await.total();
        assert_eq!(rows, PLACES);
    }
}

#[tokio::test]
async fn the_schema_prevents_overbooking() {
    let app = TestApp::new().await;
    let admin = app.admin("Ada Admin").await;
    let members = crowd(&app, 2).await;
    let id = Id::parse(&create(&app, &admin, json!({ "maxParticipants": 1 })).await).unwrap();
    let now = app.app.clock.now();
    let mut answers = Vec::new();
    for (number, member) in [(1, &members[0]), (2, &members[0]), (3, &members[1])] {
        let user = member.id;
        let answer = app
            .app
            .db
            .write(move |tx| insert_registration(tx, id, user, &number.to_string(), now))
            .await;
        answers.push(answer.map_err(|error| (error.status, error.body.message)));
    }
    assert_eq!(answers[0], Ok(()));
    // The second time both constraints are violated, and either message is right.
    assert_eq!(answers[1].as_ref().unwrap_err().0, StatusCode::CONFLICT);
    assert_eq!(answers[2], Err((StatusCode::CONFLICT, "Registration Full".into())));
}

/// The control: the same rush against counting and inserting in two steps, without the maximum in the schema. If this did
/// not overrun, the test above would prove nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counting_first_and_inserting_later_lets_too_many_in() {
    let app = Arc::new(TestApp::new().await);
    let admin = app.admin("Ada Admin").await;
    let members = crowd(&app, CALLERS).await;
    let id = Id::parse(&create(&app, &admin, json!({})).await).unwrap();
    let start = Arc::new(Barrier::new(CALLERS));
    let mut calls = JoinSet::new();
    for (number, member) in members.into_iter().enumerate() {
        let (app, start) = (app.clone(), start.clone());
        calls.spawn(async move {
            start.wait().await;
            let db = &app.app.db;
            let count = |conn: &rusqlite::Connection| Ok(conn.query_row("SELECT registration_count FROM events", [], |row| row.get::<_, i64>(0))?);
            if db.read(count).await.unwrap() < PLACES {
                let now = app.app.clock.now();
                db.write(move |tx| insert_registration(tx, id, member.id, &number.to_string(), now))
                    .await
                    .unwrap();
            }
        });
    }
    calls.join_all().await;
    let taken = app.number("SELECT registration_count FROM events").await;
    assert!(taken > PLACES, "only {taken}: the race was not seen");
}
