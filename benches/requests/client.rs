//! Clients with a connection each, which send requests as fast as they are answered.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant as Stopwatch};

/// Connections that ask at once.
const CLIENTS: usize = 8;

/// What is sent.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: &'static str,
    pub path: String,
    pub bearer: Option<String>,
    pub body: String,
    pub takes_gzip: bool,
}

impl Request {
    /// Reads an address, as a guest.
    pub fn get(path: impl Into<String>) -> Request {
        Request {
            method: "GET",
            path: path.into(),
            bearer: None,
            body: String::new(),
            takes_gzip: false,
        }
    }

    /// The same request, signed in.
    pub fn by(self, bearer: &str) -> Request {
        Request {
            bearer: Some(bearer.to_owned()),
            ..self
        }
    }

    fn text(&self) -> String {
        let bearer = self.bearer.as_ref().map(|bearer| format!("Authorization: Bearer {bearer}\r\n"));
        let gzip = if self.takes_gzip { "Accept-Encoding: gzip\r\n" } else { "" };
        let body = if self.method == "GET" {
            String::new()
        } else {
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", self.body.len())
        };
        format!(
            "{} {} HTTP/1.1\r\nHost: 127.0.0.1\r\n{}{gzip}{body}\r\n{}",
            self.method,
            self.path,
            bearer.unwrap_or_default(),
            self.body
        )
    }
}

/// What came back.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

struct Client(BufReader<TcpStream>);

impl Client {
    fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Client(BufReader::with_capacity(1 << 16, stream))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line.trim_end().to_ascii_lowercase()
    }

    fn ask(&mut self, request: &Request) -> Answer {
        self.0.get_mut().write_all(request.text().as_bytes()).unwrap();
        let status = self.line().split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no answer to {} {}", request.method, request.path));
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line();
            match line.split_once(": ") {
                Some(("content-length", value)) => length = value.parse().unwrap(),
                Some(("transfer-encoding", _)) => is_chunked = true,
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        while is_chunked {
            let mut chunk = vec![0; usize::from_str_radix(&self.line(), 16).unwrap()];
            is_chunked = !chunk.is_empty();
            self.0.read_exact(&mut chunk).unwrap();
            self.line();
            body.extend(chunk);
        }
        Answer { status, body }
    }
}

/// Asks once.
pub fn ask(address: SocketAddr, request: &Request) -> Answer {
    Client::connect(address).ask(request)
}

/// Asks for that long, at most that often. Returns the number of requests and the last answer that was not the usual one,
/// or the usual one.
pub fn ask_often(address: SocketAddr, time: Duration, most: u64, make: &(dyn Fn(u64) -> Request + Sync)) -> (u64, Answer) {
    let (number, asked) = (AtomicU64::new(0), AtomicU64::new(0));
    let last = Mutex::new(Answer::default());
    let started = Stopwatch::now();
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let mut client = Client::connect(address);
                while started.elapsed() < time {
                    let number = number.fetch_add(1, Ordering::Relaxed);
                    if number >= most {
                        break;
                    }
                    let answer = client.ask(&make(number));
                    asked.fetch_add(1, Ordering::Relaxed);
                    let mut last = last.lock().unwrap();
                    if last.status < 300 {
                        *last = answer;
                    }
                }
            });
        }
    });
    (asked.into_inner(), last.into_inner().unwrap())
}

/// What callers got who all ask at once.
pub struct Load {
    pub per_second: f64,
    /// Milliseconds that half of the answers, and 99 of 100, took at most.
    pub median: f64,
    pub p99: f64,
    /// Answers other than the usual one.
    pub refused: usize,
}

/// Asks with so many connections for that long.
pub fn load(address: SocketAddr, callers: usize, time: Duration, make: &(dyn Fn(u64) -> Request + Sync)) -> Load {
    let (number, all) = (AtomicU64::new(0), Mutex::new((Vec::new(), 0)));
    let started = Stopwatch::now();
    std::thread::scope(|scope| {
        for _ in 0..callers {
            scope.spawn(|| {
                let (mut client, mut took, mut refused) = (Client::connect(address), Vec::new(), 0);
                while started.elapsed() < time {
                    let request = make(number.fetch_add(1, Ordering::Relaxed));
                    let asked = Stopwatch::now();
                    refused += usize::from(client.ask(&request).status >= 300);
                    took.push(asked.elapsed().as_secs_f64() * 1000.0);
                }
                let mut all = all.lock().unwrap();
                all.0.extend(took);
                all.1 += refused;
            });
        }
    });
    let seconds = started.elapsed().as_secs_f64();
    let (mut took, refused) = all.into_inner().unwrap();
    took.sort_by(f64::total_cmp);
    Load {
        per_second: took.len() as f64 / seconds,
        median: took[took.len() / 2],
        p99: took[took.len() * 99 / 100],
        refused,
    }
}
