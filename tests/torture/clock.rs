//! The machine's clock jumps under writes. Only a program as it is built for tests can be told another time.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use crate::edge::ask;
use crate::site::{Plan, Signed};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
/// Where the clock stands after each jump, in seconds before or after the right time.
const JUMPS: [i64; 10] = [90, -90, HOUR * 3 / 4, -HOUR, -DAY, -400 * DAY, 0, 400 * DAY, 3650 * DAY, 0];
const MEMBERS: usize = 8;

fn set(clock: &Path, seconds: i64) {
    // Renamed into place: a half-written file would be another time.
    let new = clock.with_extension("new");
    std::fs::write(&new, seconds.to_string()).unwrap();
    std::fs::rename(new, clock).unwrap();
}

async fn get(site: std::net::SocketAddr, path: &str) -> Result<u16, String> {
    ask(site, &format!("GET {path} HTTP/1.1"), b"").await
}

/// Writes into the member's profile.
async fn write(site: std::net::SocketAddr, who: &Signed, words: &str) -> Result<u16, String> {
    let body = format!("{{\"bio\": \"{words}\"}}");
    let head = format!(
        "PUT /api/users/profile HTTP/1.1\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}",
        who.bearer,
        body.len()
    );
    ask(site, &head, body.as_bytes()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes its time: make torture"]
async fn a_clock_that_jumps_loses_no_write_and_stops_nothing() {
    let plan = Plan::new();
    let (members, ()) = plan.fill(MEMBERS, |_, _| Ok(())).await;
    let database = plan.database();
    let folder = database.parent().unwrap().to_owned();
    let clock = folder.join("clock");
    set(&clock, 0);
    let mut site = plan.start(&format!("export CLOCK_PUT_FORWARD_BY='{}'", clock.display()));
    let address = site.address;
    let is_over = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for (place, who) in members.into_iter().enumerate() {
        let is_over = is_over.clone();
        writers.spawn(async move {
            let (mut kept, mut refused) = (Vec::new(), 0_u64);
            for number in 0_u64.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                match write(address, &who, &number.to_string()).await {
                    Ok(200) => kept.push(number),
                    // Whoever signed in before a jump of years is signed out by it.
                    Ok(401) => refused += 1,
                    answer => panic!("member {place}: {answer:?}"),
                }
                assert_eq!(get(address, "/api/projects").await, Ok(200));
            }
            (place, kept, refused)
        });
    }
    for seconds in JUMPS {
        set(&clock, seconds);
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert!(site.is_alive(), "it ended after a jump to {seconds} s");
        assert_eq!(get(address, "/healthz").await, Ok(200), "after a jump to {seconds} s");
    }
    is_over.store(true, Ordering::Relaxed);
    let done = writers.join_all().await;
    site.end();
    let conn = rusqlite::Connection::open(&database).unwrap();
    let (mut acknowledged, mut refusals) = (0, 0);
    for (place, kept, refused) in done {
        let found: String = conn
            .query_row("SELECT bio FROM users WHERE name = ?1", [format!("Member {place}")], |row| row.get(0))
            .unwrap();
        assert_eq!(kept.last().map(u64::to_string), Some(found), "member {place}");
        acknowledged += kept.len();
        refusals += refused;
    }
    println!(
        "{} jumps of the clock, by up to ten years: none of {acknowledged} acknowledged writes lost; {refusals} refused, signed in at another time",
        JUMPS.len()
    );
    assert!(acknowledged > 500, "{acknowledged}");
}
