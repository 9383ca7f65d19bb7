//! Issues 10,000 certificates in one go: how long until the last one is signed, and how long others wait meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use community::exports::db::migrate;
use community::exports::db::values::Id;
use rusqlite::named_params;

use crate::edge::ask;
use crate::site::{PROJECT, Plan, Signed, Times, add_project};

const MANY: usize = 10_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes its time: make torture"]
async fn ten_thousand_certificates_are_signed_within_a_minute_and_hold_up_nobody() {
    let plan = Plan::new();
    let filled = plan.fill(MANY + 101, |tx, members| {
        tx.execute(
            "INSERT INTO events (id, number, title, title_key, description, description_html, date, end_date, time, starts_at, ends_at, mode, location,
               max_participants, published, created_by, created_at, updated_at, certificates_offered, send_certificates_immediately)
             VALUES (7, 1, 'An evening', 'an evening', 'Words', 'Words', '2026-01-01', '2026-01-01', '19:00', 1767294000000, 1767300000000, 'Offline',
               'Hall', 20000, 1, :admin, 1, 1, 1, 1)",
            named_params! { ":admin": members[0] },
        )?;
        for (place, member) in (0_i64..).zip(&members[1..=MANY]) {
            tx.execute(
                "INSERT INTO registrations (event_id, user_id, status, ticket, registered_at) VALUES (7, :member, 'Completed', 'T' || :place, :place)",
                named_params! { ":member": member, ":place": place },
            )?;
        }
        add_project(tx, members[0])?;
        Ok(())
    });
    let (members, ()) = filled.await;
    let database = plan.database();
    let site = plan.start("true");
    let address = site.address;
    let is_done = Arc::new(AtomicBool::new(false));
    let (done, admin) = (is_done.clone(), members[0].bearer.clone());
    let issue = tokio::spawn(async move {
        let head = format!(
            "POST /api/admin/events/{}/certificates HTTP/1.1\r\nAuthorization: Bearer {admin}\r\nContent-Length: 0",
            Id(7)
        );
        let started = Instant::now();
        let status = ask(address, &head, b"").await;
        let issued = started.elapsed();
        let signed = tokio::task::spawn_blocking(move || {
            let conn = migrate::open_to_read(&database).unwrap();
            loop {
                let (due, signed): (i64, i64) = conn
                    .query_row(
                        "SELECT (SELECT count(*) FROM credentials_due), (SELECT count(*) FROM credentials WHERE certificate_id IS NOT NULL)",
                        [],
                        |row| Ok((row.get(0)?, row.get(1)?)),
                    )
                    .unwrap();
                if due == 0 || started.elapsed() > Duration::from_secs(300) {
                    return signed;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let signed = signed.await.unwrap();
        done.store(true, Ordering::Relaxed);
        (status, issued, started.elapsed(), signed)
    });
    let (mut reads, mut writes) = (Times::default(), Times::default());
    let mut others: Vec<Signed> = members[MANY + 1..].to_vec();
    while !is_done.load(Ordering::Relaxed) {
        others.rotate_left(1);
        let head = format!(
            "POST /api/projects/{}/upvote HTTP/1.1\r\nAuthorization: Bearer {}\r\nContent-Length: 0",
            PROJECT, others[0].bearer
        );
        let started = Instant::now();
        assert_eq!(ask(address, &head, b"").await, Ok(200));
        writes.add(started);
        let started = Instant::now();
        assert_eq!(ask(address, "GET /api/projects HTTP/1.1", b"").await, Ok(200));
        reads.add(started);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (status, issued, took, signed) = issue.await.unwrap();
    println!(
        "{signed} certificates issued in {issued:?} and signed after {took:?}: {} writes of others, p99 {:?}, longest {:?}; reads p99 {:?}, longest {:?}; peak memory {} MB",
        writes.count(),
        writes.share(0.99),
        writes.share(1.0),
        reads.share(0.99),
        reads.share(1.0),
        site.peak_memory() / 1_000_000
    );
    assert_eq!((status, signed), (Ok(200), MANY as i64));
    assert!(took < Duration::from_secs(60), "{took:?}");
    assert!(writes.share(0.99) < Duration::from_millis(500), "{:?}", writes.share(0.99));
}
