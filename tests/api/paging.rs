//! Lists that change while somebody pages through them.

use community::exports::db::values::Id;
use poem::http::StatusCode;
use rusqlite::named_params;
use serde_json::{Value, json};

use crate::events::{create, register};
use crate::projects::comments::approved;
use crate::projects::{approve, project, submit};
use crate::support::{Answer, Signed, TestApp};

/// The ids of a list's entries; participants are known by their member.
fn ids(page: &Answer) -> Vec<String> {
    let id = |entry: &Value| entry["_id"].as_str().or(entry["user"]["_id"].as_str()).unwrap().to_owned();
    page.json().as_array().unwrap_or_else(|| panic!("{}", page.text)).iter().map(id).collect()
}

/// The page after an entry, or the first.
async fn page(app: &TestApp, who: &Signed, path: &str, after: &str) -> Answer {
    let glue = if path.contains('?') { '&' } else { '?' };
    app.get_as(who, &format!("{path}{glue}limit=2&after={after}")).await
}

/// All pages of a list, one after the other, each after the last entry of the one before: named by its place, or by its
/// id alone.
async fn walk(app: &TestApp, who: &Signed, path: &str, by_id: bool) -> Vec<String> {
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = page(app, who, path, &after).await;
        let found = ids(&page);
        seen.extend(found.clone());
        after = if by_id {
            found.last().unwrap().clone()
        } else {
            page.header("X-Next").to_owned()
        };
        if page.header("X-Next").is_empty() {
            return seen;
        }
        assert!(seen.len() < 50, "{path} does not end");
    }
}

/// Seven projects with as many upvotes as the titles say, four comments on the first, and seven events around today, of
/// which one has participants and members who wait. Returns the admin, and the two.
async fn community(app: &TestApp) -> (Signed, String, String) {
    let (admin, owner) = (app.admin("Ada").await, app.member("Olga").await);
    let mut first = None;
    for (title, votes) in [
        ("Clock g", 3),
        ("Clock b", 1),
        ("Clock f", 1),
        ("Clock a", 0),
        ("Clock d", 1),
        ("Clock c", 0),
        ("Clock e", 2),
    ] {
        app.app.clock.advance_seconds(800);
        let id = submit(app, &owner, project(title)).await;
        approve(app, &admin, &id).await;
        app.put_as(&admin, &format!("/api/admin/projects/{id}/feature"), json!({ "featured": true }))
            .await;
        for n in 0..votes {
            let voter = app.member(&format!("{title} {n}")).await;
            app.post_as(&voter, &format!("/api/projects/{id}/upvote"), json!({ "upvoted": true }))
                .await;
        }
        first.get_or_insert(id);
    }
    let first = first.unwrap();
    for n in 0..5 {
        app.app.clock.advance_seconds(1);
        app.post_as(
            &owner,
            &format!("/api/projects/{first}/comment"),
            json!({ "text": format!("Comment {n}") }),
        )
        .await;
    }
    let mut crowded = None;
    for (n, (date, end)) in [
        ("2026-12-19", "2026-12-19"),
        ("2027-01-05", "2027-01-06"),
        ("2026-12-19", "2026-12-20"),
        ("2026-11-28", "2026-11-28"),
        ("2026-11-20", "2026-11-30"),
        ("2026-11-01", "2026-11-02"),
        ("2026-10-01", "2026-11-02"),
        ("2026-11-01", "2026-11-02"),
    ]
    .into_iter()
    .enumerate()
    {
        let title = format!("Evening {}", ["c", "a", "b", "h", "g", "e", "f", "d"][n]);
        let id = create(app, &admin, json!({ "title": title, "date": date, "endDate": end, "maxParticipants": 3 })).await;
        crowded.get_or_insert(id);
    }
    let crowded = crowded.unwrap();
    for n in 0..6 {
        let member = app.member(&format!("Guest {n}")).await;
        register(app, &member, &crowded, n >= 3).await;
    }
    (admin, first, crowded)
}

#[tokio::test]
async fn pages_after_an_entry_join_without_a_gap_and_without_a_repetition() {
    let app = TestApp::new().await;
    let (admin, first, crowded) = community(&app).await;
    let own = app
        .session_of(Id(app.number("SELECT max(id) FROM users WHERE name = 'Olga'").await))
        .await;
    let mut paths = vec![
        format!("/api/projects/{first}/comments"),
        format!("/api/admin/events/{crowded}/participants"),
        format!("/api/admin/events/{crowded}/participants?search=guest"),
        format!("/api/admin/events/{crowded}/participants?status=Registered"),
        format!("/api/admin/events/{crowded}/waiting-list"),
        "/api/projects/featured".to_owned(),
        "/api/users/me/projects".to_owned(),
        "/api/admin/projects".to_owned(),
        "/api/admin/projects?status=approved".to_owned(),
        "/api/admin/projects?search=clock".to_owned(),
    ];
    for sort in ["recent", "oldest", "title", "title-desc"] {
        for filter in ["", "&status=approved", "&search=clock"] {
            paths.push(format!("/api/admin/projects?sort={sort}{filter}"));
        }
    }
    for sort in ["recent", "popular", "alphabetical"] {
        paths.extend([format!("/api/projects?sort={sort}"), format!("/api/projects?sort={sort}&search=clock")]);
    }
    for sort in ["", "date-asc", "date-desc", "popular", "alphabetical"] {
        for filter in ["", "&type=workshop", "&status=upcoming", "&status=completed", "&search=evening"] {
            paths.push(format!("/api/events?sort={sort}{filter}"));
        }
    }
    for status in ["all", "upcoming", "today", "past"] {
        for sort in ["date", "date-desc", "title", "title-desc", "registrations", "registrations-asc"] {
            paths.push(format!("/api/admin/events?status={status}&sort={sort}"));
        }
        paths.extend([
            format!("/api/admin/events?status={status}"),
            format!("/api/admin/events?status={status}&search=even"),
        ]);
    }
    for path in paths {
        let who = if path == "/api/users/me/projects" { &own } else { &admin };
        let whole = app.get_as(who, &path).await;
        let (all, total) = (ids(&whole), usize::try_from(whole.total()).unwrap());
        assert!(
            all.len() > 1 && all.len() == total && whole.header("X-Next").is_empty(),
            "{path}: {}",
            whole.text
        );
        assert_eq!(walk(&app, who, &path, false).await, all, "{path}");
        assert_eq!(walk(&app, who, &path, true).await, all, "{path}, by ids");
    }
    for (query, field) in [
        ("after=nothing", "after"),
        ("after=0000000000000&sort=popular", "after"),
        ("after=0000000000001&offset=1", "offset"),
    ] {
        let answer = app.get(&format!("/api/projects?{query}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(answer.json()["fields"][field].is_string(), "{}", answer.text);
    }
}

#[tokio::test]
async fn what_comes_and_goes_meanwhile_loses_and_repeats_nothing_else() {
    let app = TestApp::new().await;
    let (owner, _, path) = approved(&app).await;
    let comments = format!("{path}/comments");
    let say = async |text: &'static str| {
        app.app.clock.advance_seconds(1);
        app.post_as(&owner, &format!("{path}/comment"), json!({ "text": text })).await
    };
    for text in ["one", "two", "three", "four", "five"] {
        assert_eq!(say(text).await.status, StatusCode::OK);
    }
    let texts = |page: &Answer| {
        page.json()
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["text"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let first = page(&app, &owner, &comments, "").await;
    assert_eq!(texts(&first), ["one", "two"]);
    // Both that were read go, the last one of them too; another comes.
    for id in ids(&first) {
        app.delete_as(&owner, &format!("{comments}/{id}")).await;
    }
    say("six").await;
    let second = page(&app, &owner, &comments, first.header("X-Next")).await;
    assert_eq!(texts(&second), ["three", "four"]);
    let third = page(&app, &owner, &comments, second.header("X-Next")).await;
    assert_eq!((texts(&third), third.header("X-Next")), (vec!["five".to_owned(), "six".to_owned()], ""));
}

#[tokio::test]
async fn an_entry_that_moves_takes_nobodys_place_with_it() {
    let app = TestApp::new().await;
    let (admin, ..) = community(&app).await;
    let titles = |page: &Answer| {
        page.json()
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["title"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let popular = "/api/projects?sort=popular";
    let first = page(&app, &admin, popular, "").await;
    assert_eq!(titles(&first), ["Clock g", "Clock e"]);
    // The last one that was read falls to the end, and another takes its place.
    let last = ids(&first)[1].clone();
    app.write(move |tx| {
        let id = Id::parse(&last).unwrap();
        Ok(tx.execute("DELETE FROM upvotes WHERE project_id = :id", named_params! { ":id": id })?)
    })
    .await;
    app.execute("UPDATE projects SET upvote_count = 0 WHERE title = 'Clock e'; UPDATE showcase SET upvote_count = 0 WHERE title_key = 'clock e'")
        .await;
    let second = page(&app, &admin, popular, first.header("X-Next")).await;
    assert_eq!(titles(&second), ["Clock d", "Clock f"]);

    // Days pass while somebody reads: what was upcoming is live or over now, and nothing comes twice or not at all.
    let events = "/api/events";
    let first = page(&app, &admin, events, "").await;
    assert_eq!(titles(&first), ["Evening g", "Evening h"], "what is live comes first");
    app.app.clock.advance_seconds(21 * 24 * 3600);
    let admin = app.session_of(admin.id).await;
    let (mut seen, mut next) = (titles(&first), first.header("X-Next").to_owned());
    while !next.is_empty() {
        let more = page(&app, &admin, events, &next).await;
        seen.extend(titles(&more));
        next = more.header("X-Next").to_owned();
        assert!(seen.len() < 20, "{seen:?}");
    }
    seen.sort();
    assert_eq!(seen, ["a", "b", "c", "d", "e", "f", "g", "h"].map(|letter| format!("Evening {letter}")));
}
