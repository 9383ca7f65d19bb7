//! Kills the process and checks the file afterwards.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use community::exports::db::migrate;
use rusqlite::Connection;

use crate::site::{Plan, Signed};

/// The number of kills during writes.
const KILLS: u64 = 200;
/// A start after a kill takes no longer, until the first answer.
const RESTART: Duration = Duration::from_secs(2);
/// The number of kills while it creates its file.
const FIRST_STARTS: u64 = 60;

/// Starts the executable, whose standard output says when it serves.
fn start(database: &Path, address: SocketAddr) -> Child {
    Command::new(env!("CARGO_BIN_EXE_community"))
        .args(["serve", "--listen", &address.to_string(), "--database"])
        .arg(database)
        .current_dir(database.parent().unwrap())
        .env("COMMUNITY_CAPTCHA__PROVIDER", "none")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Returns once the process serves.
fn wait_until_served(process: &mut Child) {
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("Serving")), "the site did not start");
    std::thread::spawn(move || lines.for_each(drop));
}

fn kill(mut process: Child) {
    process.kill().unwrap();
    process.wait().unwrap();
}

/// Sends a request. Returns whether it was answered with 200, to the end.
fn ask(address: SocketAddr, request: &str, who: Option<&Signed>, body: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else { return false };
    let bearer = who.map(|who| format!("Authorization: Bearer {}\r\n", who.bearer)).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
    let head = format!(
        "{request} HTTP/1.1\r\nHost: a\r\n{bearer}{kind}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut answer = Vec::new();
    stream.write_all(head.as_bytes()).is_ok() && stream.read_to_end(&mut answer).is_ok() && answer.starts_with(b"HTTP/1.1 200")
}

/// Makes a new address of the member's calendar. Returns whether that was confirmed.
fn write(address: SocketAddr, who: &Signed) -> bool {
    ask(address, "POST /api/users/me/calendar-feed", Some(who), "")
}

/// Counts the number in the member's profile up. Returns whether that was confirmed.
fn count_up(address: SocketAddr, who: &Signed, number: i64) -> bool {
    ask(address, "PUT /api/users/profile", Some(who), &format!("{{\"bio\": \"{number}\"}}"))
}

/// The number in each member's profile, newest member last.
fn numbers(database: &Path) -> Vec<i64> {
    let conn = Connection::open(database).unwrap();
    let mut statement = conn.prepare("SELECT CAST(bio AS INTEGER) FROM users ORDER BY id").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// The creation time of each member's address in the file, newest member last.
fn made_at(database: &Path) -> Vec<i64> {
    let conn = Connection::open(database).unwrap();
    let mut statement = conn
        .prepare("SELECT coalesce(f.created_at, 0) FROM users u LEFT JOIN calendar_feeds f ON f.user_id = u.id ORDER BY u.id")
        .unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute: make torture"]
async fn no_acknowledged_write_is_lost_by_two_hundred_kills() {
    let plan = Plan::new();
    let (members, ()) = plan.fill(4, |_, _| Ok(())).await;
    let database = plan.database();
    let (mut acknowledged, mut reads, mut restart) = (0, 0, Duration::ZERO);
    for round in 0..KILLS {
        let address = free_address();
        let begun = Instant::now();
        let mut process = start(&database, address);
        wait_until_served(&mut process);
        assert!(ask(address, "GET /api/site", None, ""));
        restart = restart.max(begun.elapsed());
        let end = Instant::now() + Duration::from_millis(100 + 37 * (round % 10));
        // Two members write one thing, two another, and guests read.
        let writers: Vec<_> = (0..)
            .zip(members.iter().cloned())
            .map(|(place, who)| {
                std::thread::spawn(move || {
                    let (mut last, mut count) = (0, 0);
                    loop {
                        let began = now();
                        let is_kept = if place % 2 == 0 {
                            write(address, &who)
                        } else {
                            count_up(address, &who, began)
                        };
                        if !is_kept {
                            return (last, count);
                        }
                        (last, count) = (began, count + 1);
                    }
                })
            })
            .collect();
        let readers: Vec<_> = ["GET /api/projects", "GET /api/events"]
            .map(|request| std::thread::spawn(move || (0_u32..).take_while(|_| ask(address, request, None, "")).count()))
            .into();
        std::thread::sleep(end.saturating_duration_since(Instant::now()));
        kill(process);
        let last: Vec<(i64, u32)> = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
        reads += readers.into_iter().map(|reader| reader.join().unwrap()).sum::<usize>();
        assert_eq!(migrate::check(&database), Ok(Some(migrate::version())));
        let found = made_at(&database).into_iter().zip(numbers(&database)).enumerate();
        for ((place, (made_at, number)), (began, count)) in found.zip(last) {
            let kept = if place % 2 == 0 { made_at } else { number };
            assert!(
                kept >= began,
                "round {round}: a write that began at {began} was acknowledged, and the file has one of {kept}"
            );
            acknowledged += count;
        }
    }
    println!("{KILLS} kills under {acknowledged} acknowledged writes and {reads} reads, none lost; the longest restart took {restart:.0?}");
    assert!(acknowledged > 5000 && restart < RESTART, "{acknowledged} {restart:?}");
}

#[test]
#[ignore = "takes a minute: make torture"]
fn a_first_start_that_is_killed_leaves_nothing_that_is_refused() {
    for round in 0..FIRST_STARTS {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("community.db");
        let process = start(&database, free_address());
        std::thread::sleep(Duration::from_millis(round));
        kill(process);
        migrate::check(&database).unwrap();
        let mut process = start(&database, free_address());
        wait_until_served(&mut process);
        kill(process);
        assert_eq!(migrate::check(&database), Ok(Some(migrate::version())));
    }
    println!("{FIRST_STARTS} first starts killed, every file good afterwards");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute: make torture"]
async fn a_plain_copy_of_the_file_has_everything_after_a_minute_of_quiet() {
    let plan = Plan::new();
    let (members, ()) = plan.fill(2, |_, _| Ok(())).await;
    let (database, address) = (plan.database(), free_address());
    let mut process = start(&database, address);
    wait_until_served(&mut process);
    let began = now();
    assert!(write(address, &members[1]));
    let started = Instant::now();
    let copy = database.with_file_name("copy.db");
    loop {
        std::thread::sleep(Duration::from_secs(1));
        std::fs::copy(&database, &copy).unwrap();
        if made_at(&copy)[1] >= began {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "the file alone lacks the last write");
    }
    println!("the one file had all after {:.0?} of quiet", started.elapsed());
    kill(process);
}
