//! Upvotes and the badges that they earn.

use poem::http::{Method, StatusCode};
use serde_json::json;

use crate::projects::three;
use crate::support::{Answer, TestApp};

#[tokio::test]
async fn one_members_fifty_parallel_upvotes_leave_at_most_one() {
    let app = TestApp::new().await;
    let (admin, ids) = three(&app).await;
    let path = format!("/api/projects/{}/upvote", ids[0]);
    let calls: Vec<_> = (0..50).map(|_| app.post_as(&admin, &path, json!({}))).collect();
    let answers: Vec<Answer> = futures_join(calls).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK));
    assert_eq!(app.number("SELECT count(*) FROM upvotes").await, 0, "an even number of toggles");
    assert_eq!(app.number("SELECT sum(upvote_count) FROM projects").await, 0);
    let once = app.post_as(&admin, &path, json!({})).await.json();
    assert_eq!(once, json!({ "upvoteCount": 1, "hasUpvoted": true }));
    assert_eq!(app.number("SELECT sum(upvote_count) FROM showcase WHERE facet = 'all'").await, 1);
    let seen = app.get_as(&admin, &format!("/api/projects/{}", ids[0])).await.json();
    assert_eq!(
        (&seen["hasUpvoted"], &seen["upvotes"][0]["user"]),
        (&json!(true), &json!(admin.id.to_string()))
    );
    assert_eq!(app.get(&format!("/api/projects/{}", ids[0])).await.json()["upvotes"], json!([]));
}

#[tokio::test]
async fn a_vote_that_is_set_may_be_sent_twice() {
    let app = TestApp::new().await;
    let (admin, ids) = three(&app).await;
    let path = format!("/api/projects/{}/upvote", ids[0]);
    for (upvoted, count) in [(true, 1), (true, 1), (false, 0), (false, 0), (true, 1)] {
        let answer = app.post_as(&admin, &path, json!({ "upvoted": upvoted })).await;
        assert_eq!(
            (answer.status, answer.json()),
            (StatusCode::OK, json!({ "upvoteCount": count, "hasUpvoted": upvoted }))
        );
        assert_eq!(app.number("SELECT count(*) FROM upvotes").await, count);
    }
    // Without a wish it is toggled, as ever: with an empty object, and without any body.
    assert_eq!(app.post_as(&admin, &path, json!({})).await.json()["hasUpvoted"], false);
    let bare = app.call(Method::POST, &path, Some(&admin.bearer), None).await;
    assert_eq!((bare.status, &bare.json()["hasUpvoted"]), (StatusCode::OK, &json!(true)));
    let wrong = app.post_as(&admin, &path, json!({ "upvoted": "yes" })).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

/// Runs calls together on this test's thread.
pub async fn futures_join<F: Future<Output = Answer>>(calls: Vec<F>) -> Vec<Answer> {
    use std::pin::Pin;
    use std::task::Poll;
    let mut pending: Vec<(usize, Pin<Box<F>>)> = calls.into_iter().map(Box::pin).enumerate().collect();
    let mut done: Vec<(usize, Answer)> = Vec::new();
    std::future::poll_fn(move |context| {
        pending.retain_mut(|(place, call)| match call.as_mut().poll(context) {
            Poll::Ready(answer) => {
                done.push((*place, answer));
                false
            }
            Poll::Pending => true,
        });
        if pending.is_empty() {
            Poll::Ready(std::mem::take(&mut done).into_iter().map(|(_, answer)| answer).collect())
        } else {
            Poll::Pending
        }
    })
    .await
}

#[tokio::test]
async fn upvotes_earn_their_badge_once_and_keep_it() {
    let app = TestApp::new().await;
    let (_, ids) = three(&app).await;
    let path = format!("/api/projects/{}/upvote", ids[0]);
    let mut voters = Vec::new();
    for n in 0..10 {
        let voter = app.member(&format!("Voter {n}")).await;
        app.post_as(&voter, &path, json!({})).await;
        voters.push(voter);
    }
    let tier = app.get(&format!("/api/projects/{}", ids[0])).await.json()["upvoteTier"].clone();
    assert_eq!(
        (&tier["level"], &tier["threshold"], &tier["issued"]),
        (&json!("troposphere"), &json!(10), &json!(true))
    );
    app.post_as(&voters[0], &path, json!({})).await;
    app.post_as(&voters[0], &path, json!({})).await;
    assert_eq!(app.number("SELECT count(*) FROM badges WHERE family = 'upvote'").await, 1);
    app.post_as(&voters[0], &path, json!({})).await;
    assert_eq!(app.number("SELECT count(*) FROM badges WHERE family = 'upvote'").await, 1);
}
