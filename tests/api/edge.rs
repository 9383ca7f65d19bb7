//! The server's edge over real sockets: connections and bytes of slow clients.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use community::exports::listen::{self, Limits, Places};
use poem::http::StatusCode;
use poem::{Body, Request, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// A server with limits that are short enough for a test. `/slow` answers after half a second, `/large` with 8 MB,
/// `/body` once the body has arrived, everything else at once.
struct Edge {
    address: SocketAddr,
    stop: Arc<Notify>,
    server: JoinHandle<()>,
}

impl Edge {
    fn start(change: impl FnOnce(&mut Limits)) -> Edge {
        let mut limits = Limits::within(1024, Vec::new());
        limits.head = Duration::from_millis(300);
        limits.idle = Duration::from_millis(900);
        limits.grace = Duration::from_millis(300);
        limits.pause = Duration::from_millis(400);
        limits.patience = Duration::from_millis(100);
        limits.stop = Duration::from_secs(2);
        change(&mut limits);
        let listener = listen::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Arc::new(Notify::new());
        let stopped = stop.clone();
        let endpoint = poem::endpoint::make(answer);
        let server = tokio::spawn(async move { listen::serve(listener, None, endpoint, Places::new(limits), stopped.notified()).await });
        Edge { address, stop, server }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A connection of another client, one of this machine's many addresses.
    async fn connect_from(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// Sends this and reads until the server closes the connection.
    async fn exchange(&self, bytes: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(bytes.as_bytes()).await.unwrap();
        read_all(&mut stream).await
    }
}

async fn answer(mut request: Request) -> poem::Result<Response> {
    let path = request.uri().path().to_owned();
    match path.as_str() {
        "/slow" => tokio::time::sleep(Duration::from_millis(500)).await,
        "/large" => return Ok(Response::from(vec![b'x'; 8 * 1024 * 1024])),
        "/body" => {
            let body: Body = request.take_body();
            let status = match body.into_vec().await {
                Ok(_) => StatusCode::OK,
                Err(_) => StatusCode::REQUEST_TIMEOUT,
            };
            return Ok(Response::from(status));
        }
        _ => {}
    }
    Ok(Response::from("here"))
}

async fn read_all(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes).await {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("{error}"),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How long the server keeps a connection that sends this and then one byte every 50 ms.
async fn kept(edge: &Edge, first: &str, dribble: Option<u8>) -> Duration {
    let mut stream = edge.connect().await;
    stream.write_all(first.as_bytes()).await.unwrap();
    let started = Instant::now();
    let (mut reader, mut writer) = stream.split();
    let read = async {
        let mut bytes = Vec::new();
        let _ = reader.read_to_end(&mut bytes).await;
    };
    let write = async {
        while let Some(byte) = dribble {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if writer.write_all(&[byte]).await.is_err() {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = read => {}
        () = write => {}
        () = tokio::time::sleep(Duration::from_secs(5)) => {}
    }
    started.elapsed()
}

#[tokio::test]
async fn every_wait_for_a_client_has_an_end() {
    let edge = Edge::start(|_| {});
    let head = "GET / HTTP/1.1\r\nHost: a\r\n";
    let whole = format!("{head}\r\n");
    let second = format!("{whole}GET");
    let body = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\nab";
    let large = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n";
    let unread = async {
        // A client that does not read its answer loses it.
        let mut stream = edge.connect().await;
        stream.write_all(large.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(1500)).await;
        read_all(&mut stream).await.len()
    };
    let (silent, half, dribbled, idle, next, paused, slow, unread) = tokio::join!(
        kept(&edge, "", None),
        kept(&edge, head, None),
        kept(&edge, head, Some(b'x')),
        kept(&edge, &whole, None),
        kept(&edge, &second, Some(b'x')),
        kept(&edge, body, None),
        kept(&edge, body, Some(b'x')),
        unread,
    );
    for (what, time, least, most) in [
        ("silent", silent, 250, 800),
        ("half a head", half, 250, 800),
        ("a dribbled head", dribbled, 250, 800),
        ("idle", idle, 800, 1800),
        ("a dribbled second head", next, 250, 1300),
        ("half a body", paused, 250, 1300),
        ("a dribbled body", slow, 250, 1300),
    ] {
        let millis = time.as_millis();
        assert!((least..most).contains(&millis), "{what}: {millis} ms");
    }
    assert!(unread < 8 * 1024 * 1024, "{unread}");
}

#[tokio::test]
async fn a_slow_reader_gets_the_whole_answer() {
    let edge = Edge::start(|limits| limits.grace = Duration::from_millis(600));
    let mut stream = edge.connect().await;
    stream
        .write_all(b"GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    let (mut total, mut part) = (0, vec![0; 256 * 1024]);
    loop {
        let read = stream.read(&mut part).await.unwrap();
        if read == 0 {
            break;
        }
        total += read;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(total > 8 * 1024 * 1024, "{total}");
}

#[tokio::test]
async fn idle_connections_make_room_and_requests_do_not() {
    let edge = Edge::start(|limits| {
        limits.connections = 8;
        limits.per_client = 6;
        limits.head = Duration::from_secs(30);
    });
    let mut working = edge.connect().await;
    working
        .write_all(b"GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(edge.connect().await);
    }
    let started = Instant::now();
    let answered = edge.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await;
    assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    assert!(started.elapsed() < Duration::from_millis(400), "{:?}", started.elapsed());
    let slow = read_all(&mut working).await;
    assert!(slow.starts_with("HTTP/1.1 200"), "{slow}");
    // The newest of the silent connections is still open; the oldest is not.
    let mut byte = [0; 1];
    let first = tokio::time::timeout(Duration::from_millis(200), silent[0].read(&mut byte)).await;
    assert!(matches!(first, Ok(Ok(0) | Err(_))), "{first:?}");
    let last = tokio::time::timeout(Duration::from_millis(200), silent[39].read(&mut byte)).await;
    assert!(last.is_err(), "{last:?}");
}

#[tokio::test]
async fn a_client_has_a_limit_and_a_trusted_proxy_has_none() {
    let count = async |trusted: &str| {
        let edge = Edge::start(|limits| {
            limits.per_client = 3;
            limits.trusted = vec![trusted.parse().unwrap()];
        });
        let ask = || edge.exchange("GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        let answers = tokio::join!(ask(), ask(), ask(), ask(), ask());
        [answers.0, answers.1, answers.2, answers.3, answers.4]
            .iter()
            .filter(|answer| answer.starts_with("HTTP/1.1 200"))
            .count()
    };
    assert_eq!(count("10.0.0.0/8").await, 3);
    assert_eq!(count("127.0.0.0/8").await, 5);
}

#[tokio::test]
async fn answers_that_nobody_reads_are_bounded() {
    let edge = Edge::start(|limits| {
        limits.unsent = 20 * 1024 * 1024;
        limits.patience = Duration::from_millis(800);
        limits.pause = Duration::from_secs(5);
        limits.grace = Duration::from_secs(5);
        limits.trusted = vec!["127.0.0.0/8".parse().unwrap()];
    });
    let ask = b"GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let mut greedy = Vec::new();
    for _ in 0..8 {
        let mut stream = edge.connect().await;
        stream.write_all(ask).await.unwrap();
        tokio::time::sleep(Duration::from_millis(10)).await;
        greedy.push(stream);
    }
    // Some of each 8 MB went into the system's buffers. The rest does not fit for all of them.
    let last = read_all(&mut greedy[7]).await;
    assert!(last.starts_with("HTTP/1.1 503"), "{}", &last[..20]);
    // A client that has not read anything for a while makes room for others.
    tokio::time::sleep(Duration::from_millis(900)).await;
    let next = edge.exchange(std::str::from_utf8(ask).unwrap()).await;
    assert!(next.starts_with("HTTP/1.1 200") && next.len() > 8 * 1024 * 1024, "{}", next.len());
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let edge = Edge::start(|_| {});
    for (head, status) in [
        ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", "400"),
        ("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "200"),
        ("GET / HTTP/1.0\r\n\r\n", "200"),
    ] {
        let answer = edge.exchange(head).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{head}");
    }
}

#[tokio::test]
async fn a_stop_waits_for_running_requests_only() {
    let edge = Edge::start(|_| {});
    let mut idle = edge.connect().await;
    let mut half = edge.connect().await;
    half.write_all(b"GET / HT").await.unwrap();
    let working = edge.exchange("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    let stopping = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        edge.stop.notify_one();
    };
    let (answer, ()) = tokio::join!(working, stopping);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let started = Instant::now();
    edge.server.await.unwrap();
    assert!(started.elapsed() < Duration::from_millis(500), "{:?}", started.elapsed());
    assert_eq!((read_all(&mut idle).await, read_all(&mut half).await), (String::new(), String::new()));
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn slow_requests_of_a_few_keep_nobody_out() {
    let edge = Edge::start(|limits| {
        (limits.connections, limits.per_client) = (8, 6);
        limits.patience = Duration::from_secs(30);
        limits.grace = Duration::from_secs(30);
        limits.pause = Duration::from_secs(30);
    });
    let mut slow = Vec::new();
    for client in [2, 3, 2, 3, 2, 3, 2, 3] {
        let mut stream = edge.connect_from(client).await;
        stream
            .write_all(b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\nab")
            .await
            .unwrap();
        slow.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let moment = Duration::from_secs(2);
    // Whoever has as much as others is sent away at once, and keeps nobody waiting.
    let mut more = edge.connect_from(2).await;
    assert_eq!(tokio::time::timeout(moment, read_all(&mut more)).await.as_deref(), Ok(""));
    // Whoever has nothing yet gets a place.
    let mut visitor = edge.connect_from(4).await;
    visitor
        .write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    let answer = tokio::time::timeout(moment, read_all(&mut visitor)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// The streams that were answered and those that were refused (RFC 9113, 4.1 and 8.7) among the frames of an HTTP/2
/// connection.
fn count_streams(mut frames: &[u8]) -> (usize, usize) {
    let (mut answered, mut refused) = (0, 0);
    while let Some((head, rest)) = frames.split_at_checked(9) {
        let length = usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2]);
        let Some((payload, rest)) = rest.split_at_checked(length) else { break };
        match head[3] {
            1 => answered += 1,
            3 if payload == [0, 0, 0, 7] => refused += 1,
            _ => {}
        }
        frames = rest;
    }
    (answered, refused)
}

#[tokio::test]
async fn one_connection_has_few_requests_at_once() {
    let edge = Edge::start(|_| {});
    let mut stream = edge.connect().await;
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    bytes.extend([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    for number in 0..40_u8 {
        // HEADERS of GET http://a/slow, by HPACK's static table.
        let block = b"\x82\x86\x04\x05/slow\x01\x01a";
        bytes.extend([0, 0, 12, 1, 5, 0, 0, 0, 2 * number + 1]);
        bytes.extend(block);
    }
    stream.write_all(&bytes).await.unwrap();
    let (mut read, until) = (Vec::new(), Instant::now() + Duration::from_secs(5));
    let mut counted = (0, 0);
    while counted.0 + counted.1 < 40 && Instant::now() < until {
        let _ = tokio::time::timeout(Duration::from_millis(500), stream.read_buf(&mut read)).await;
        counted = count_streams(&read);
    }
    assert_eq!(counted, (32, 8));
}
