//! Listeners beside each other share the places for connections.

use std::sync::Arc;
use std::time::Duration;

use community::exports::listen::{self, Limits, Places};
use poem::Response;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn start(places: &Arc<Places>, says: &'static str) -> std::net::SocketAddr {
    let listener = listen::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = listener.local_addr().unwrap();
    let endpoint = poem::endpoint::make_sync(move |_| Response::from(says));
    tokio::spawn(listen::serve(listener, None, endpoint, places.clone(), std::future::pending()));
    address
}

/// Asks once and keeps the connection.
async fn ask(address: std::net::SocketAddr) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    let mut answer = [0; 1024];
    let read = stream.read(&mut answer).await.unwrap();
    (stream, String::from_utf8_lossy(&answer[..read]).into_owned())
}

#[tokio::test]
async fn two_listeners_have_no_more_connections_than_one() {
    let mut limits = Limits::within(1024, Vec::new());
    (limits.connections, limits.per_client) = (8, 8);
    let places = Places::new(limits);
    let (site, redirect) = (start(&places, "site").await, start(&places, "redirect").await);
    let mut first = Vec::new();
    for _ in 0..8 {
        let (stream, answer) = ask(redirect).await;
        assert!(answer.ends_with("redirect"), "{answer}");
        first.push(stream);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // One more, on the other listener: the connection that has been idle longest gives way, and no other.
    let (_stream, answer) = ask(site).await;
    assert!(answer.ends_with("site"), "{answer}");
    let mut byte = [0; 1];
    let ended = tokio::time::timeout(Duration::from_secs(5), first[0].read(&mut byte)).await;
    assert!(matches!(ended, Ok(Ok(0) | Err(_))), "{ended:?}");
    let goes_on = tokio::time::timeout(Duration::from_millis(100), first[7].read(&mut byte)).await;
    assert!(goes_on.is_err(), "{goes_on:?}");
}
