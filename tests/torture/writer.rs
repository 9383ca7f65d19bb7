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
const KILLS: u64 = 20;
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

/// Makes a new address of the member's calendar. Returns whether that was confirmed.
fn write(address: SocketAddr, who: &Signed) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else { return false };
    let head = format!(
        "POST /api/users/me/calendar-feed HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        who.bearer
    );
    let mut answer = Vec::new();
    stream.write_all(head.as_bytes()).is_ok() && stream.read_to_end(&mut answer).is_ok() && answer.starts_with(b"HTTP/1.1 200")
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
async fn no_acknowledged_write_is_lost_by_twenty_kills() {
    let plan = Plan::new();
    let (members, ()) = plan.fill(4, |_, _| Ok(())).await;
    let database = plan.database();
    let mut acknowledged = 0;
    for round in 0..KILLS {
        let address = free_address();
        let mut process = start(&database, address);
        wait_until_served(&mut process);
        let end = Instant::now() + Duration::from_millis(150 + 37 * round);
        let writers: Vec<_> = members
            .iter()
            .cloned()
            .map(|who| {
                std::thread::spawn(move || {
                    let (mut last, mut count) = (0, 0);
                    loop {
                        let began = now();
                        if !write(address, &who) {
                            return (last, count);
                        }
                        (last, count) = (began, count + 1);
                    }
                })
            })
            .collect();
        std::thread::sleep(end.saturating_duration_since(Instant::now()));
        kill(process);
        let last: Vec<(i64, u32)> = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
        assert_eq!(migrate::check(&database), Ok(Some(migrate::version())));
        for (made_at, (began, count)) in made_at(&database).into_iter().zip(last) {
            assert!(
                made_at >= began,
                "round {round}: a write that began at {began} was acknowledged, and the file has one of {made_at}"
            );
            acknowledged += count;
        }
    }
    println!("{KILLS} kills, {acknowledged} acknowledged writes, none lost");
    assert!(acknowledged > 500);
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
