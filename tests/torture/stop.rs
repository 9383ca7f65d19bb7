//! Requests that are on their way when the program is asked to stop.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::site::Plan;

const AT_ONCE: usize = 100;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes its time: make torture"]
async fn a_hundred_requests_on_their_way_are_answered_before_it_stops() {
    let plan = Plan::new();
    let (members, ()) = plan.fill(AT_ONCE, |_, _| Ok(())).await;
    let (database, mut site) = (plan.database(), plan.start("true"));
    let (begun, stopping) = (Arc::new(Barrier::new(AT_ONCE + 1)), Arc::new(Barrier::new(AT_ONCE + 1)));
    let mut clients = JoinSet::new();
    for (number, who) in members.into_iter().enumerate() {
        let (address, begun, stopping) = (site.address, begun.clone(), stopping.clone());
        clients.spawn(async move {
            let body = format!("{{\"bio\": \"{number:08}\"}}");
            let head = format!(
                "PUT /api/users/profile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                who.bearer,
                body.len()
            );
            let mut stream = TcpStream::connect(address).await.unwrap();
            // Half of the body is there when it is asked to stop.
            let (first, rest) = body.split_at(body.len() / 2);
            stream.write_all(format!("{head}{first}").as_bytes()).await.unwrap();
            begun.wait().await;
            stopping.wait().await;
            stream.write_all(rest.as_bytes()).await.unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await.unwrap();
            String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 200")
        });
    }
    begun.wait().await;
    // The server has read them all.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let asked = std::time::Instant::now();
    assert!(Command::new("kill").arg("-TERM").arg(site.id().to_string()).status().unwrap().success());
    tokio::time::sleep(Duration::from_millis(200)).await;
    stopping.wait().await;
    let answered = clients.join_all().await.into_iter().filter(|is_answered| *is_answered).count();
    while site.is_alive() {
        assert!(asked.elapsed() < Duration::from_secs(15), "it does not stop");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let conn = rusqlite::Connection::open(&database).unwrap();
    let kept: i64 = conn
        .query_row("SELECT count(*) FROM users WHERE bio <> ''", [], |row| row.get(0))
        .unwrap();
    println!(
        "{AT_ONCE} requests on their way at SIGTERM: {answered} answered, {kept} kept, stopped after {:.1?}",
        asked.elapsed()
    );
    assert_eq!((answered, kept), (AT_ONCE, AT_ONCE as i64));
}
