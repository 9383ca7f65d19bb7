//! The program with a community to measure, the bare answer to compare it with, and the processor time of both.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use community::exports::app::App;
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::db::values::Id;
use community::exports::sessions::token;
use poem::listener::TcpListener as Listener;
use rusqlite::named_params;

use crate::client::{Answer, Request, ask_often};

/// How long a call is asked for, at most how often, and how often before that.
const TIME: Duration = Duration::from_millis(400);
const MOST: u64 = 4000;
const BEFORE: u64 = 16;
/// A server that takes less than a fiftieth of this time has nothing to do.
const QUIET: Duration = Duration::from_secs(1);

/// A running server. Dropping it ends the process.
pub struct Server {
    pub address: SocketAddr,
    process: Child,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a request costs.
#[derive(Debug, Clone)]
pub struct Cost {
    /// Processor time of the server, in microseconds.
    pub micros: f64,
    pub status: u16,
    pub bytes: usize,
}

impl Server {
    /// Starts a program and waits for the line that contains a word.
    pub fn start(command: &mut Command, address: SocketAddr, word: &str) -> Server {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains(word)), "the server did not start");
        // Something must read the program's later output.
        std::thread::spawn(move || lines.for_each(drop));
        Server { address, process }
    }

    /// Processor time of all threads so far, in microseconds. A thread that ends takes its time with it, so a figure can be
    /// too low, even below zero; it is right in the next run.
    fn processor_time(&self) -> f64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.process.id())).unwrap();
        let times = tasks.flatten().filter_map(|task| {
            let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<f64>().ok()
        });
        times.sum::<f64>() / 1000.0
    }

    /// Waits until nothing is left to do from before, such as signing what was issued.
    fn settle(&self) {
        let mut before = self.processor_time();
        loop {
            std::thread::sleep(QUIET);
            let now = self.processor_time();
            if now - before < QUIET.as_micros() as f64 / 50.0 {
                return;
            }
            before = now;
        }
    }

    /// Measures requests, which get a number from `from` on.
    pub fn measure(&self, from: u64, make: impl Fn(u64) -> Request + Sync) -> Cost {
        let before = ask_often(self.address, TIME, BEFORE, &|number| make(from + number));
        let started = self.processor_time();
        let (asked, Answer { status, body }) = ask_often(self.address, TIME, MOST, &|number| make(from + before.0 + number));
        Cost {
            micros: (self.processor_time() - started) / asked as f64,
            status,
            bytes: body.len(),
        }
    }
}

/// An address of this machine that nobody listens on.
pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Starts this program again as a server of poem that answers "hello" and nothing else.
pub fn start_hello() -> Server {
    let address = free_address();
    let program = std::env::current_exe().unwrap();
    Server::start(Command::new(program).args(["--hello", &address.to_string()]), address, "Serving")
}

/// Serves "hello" until the process is ended.
pub fn serve_hello(address: &str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    println!("Serving");
    let hello = poem::Route::new().at("/", poem::endpoint::make_sync(|_| "hello"));
    runtime.block_on(poem::Server::new(Listener::bind(address)).run(hello)).unwrap();
}

/// Sets the most comments of a member a minute as high as the settings allow.
pub fn allow_many_comments(database: &Path) {
    let conn = rusqlite::Connection::open(database).unwrap();
    let sql = "INSERT OR REPLACE INTO settings (name, value) VALUES ('commentsPerMinute', '60')";
    conn.execute(sql, []).unwrap();
}

/// Starts the program with this database.
pub fn start(database: &Path) -> Server {
    let address = free_address();
    let mut command = Command::new(env!("CARGO_BIN_EXE_community"));
    command
        .args(["serve", "--listen", &address.to_string(), "--database"])
        .arg(database)
        .current_dir(database.parent().unwrap())
        .env("COMMUNITY_CAPTCHA__PROVIDER", "none")
        .env("COMMUNITY_BACKUPS__HOURS", "0");
    let server = Server::start(&mut command, address, "Serving");
    server.settle();
    server
}

/// Signs these people in and returns their bearer tokens.
pub fn sign_in(database: &Path, people: Vec<Id>) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = Config {
        database: database.to_owned(),
        ..Config::default()
    };
    runtime.block_on(async {
        let app = App::open(config, Clock::System).await.unwrap();
        let now = app.clock.now();
        let until = now.plus_seconds(86_400);
        let sessions = app.db.write(move |tx| {
            let mut sessions = Vec::new();
            for person in &people {
                let session = Id::new(now);
                tx.execute(
                    "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (:session, :person, :now, :until)",
                    named_params! { ":session": session, ":person": person, ":now": now, ":until": until },
                )?;
                sessions.push(session);
            }
            Ok(sessions)
        });
        let sessions = sessions.await.unwrap();
        app.db.close().unwrap();
        let tokens = sessions
            .into_iter()
            .map(|session| token::make(&app.keys.session, session, now, until).unwrap());
        tokens.collect()
    })
}
