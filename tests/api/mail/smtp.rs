//! A small SMTP server on this machine that behaves as a test tells it to.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What the server does with the next mail or connection.
#[derive(Debug, Clone, Copy)]
pub enum Act {
    /// Rejects the connection with this line.
    Greet(&'static str),
    /// Answers AUTH with this line.
    Login(&'static str),
    /// Answers MAIL FROM with this line.
    Sender(&'static str),
    /// Answers RCPT with this line.
    Recipient(&'static str),
    /// Receives the message and answers with this line.
    Data(&'static str),
    /// Accepts the message after this delay.
    Slow(Duration),
    /// Receives the message and never answers.
    Hang,
    /// Receives the message and drops the connection without an answer.
    Die,
}

#[derive(Default)]
struct State {
    acts: VecDeque<Act>,
    /// Messages that were accepted.
    accepted: Vec<String>,
    /// Messages that arrived, accepted or not.
    received: Vec<String>,
    /// The recipients of each message that arrived.
    recipients: Vec<Vec<String>>,
    connections: u32,
    /// The name in the last client's greeting.
    hello: String,
    /// The answer to every AUTH while there is one.
    refusal: Option<&'static str>,
    /// Whether letters beyond ASCII are taken in addresses.
    takes_utf8: bool,
    /// From the go-ahead for each message to its last dot.
    pauses: Vec<Duration>,
}

#[derive(Clone)]
pub struct SmtpServer {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

impl SmtpServer {
    /// Listens, and accepts everything unless a test says otherwise.
    pub fn start() -> SmtpServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state: Arc<Mutex<State>> = Arc::default();
        let server = SmtpServer { port, state };
        let kept = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let server = server.clone();
                std::thread::spawn(move || server.talk(stream));
            }
        });
        kept
    }

    /// Adds a one-time behaviour after the earlier ones.
    pub fn then(&self, act: Act) -> &SmtpServer {
        self.state.lock().unwrap().acts.push_back(act);
        self
    }

    /// Answers every AUTH with this line, until told otherwise.
    pub fn refuse_logins(&self, line: Option<&'static str>) {
        self.state.lock().unwrap().refusal = line;
    }

    /// Offers SMTPUTF8 from now on.
    pub fn take_utf8(&self) {
        self.state.lock().unwrap().takes_utf8 = true;
    }

    pub fn accepted(&self) -> Vec<String> {
        self.state.lock().unwrap().accepted.clone()
    }

    pub fn received(&self) -> Vec<String> {
        self.state.lock().unwrap().received.clone()
    }

    pub fn recipients(&self) -> Vec<Vec<String>> {
        self.state.lock().unwrap().recipients.clone()
    }

    pub fn hello(&self) -> String {
        self.state.lock().unwrap().hello.clone()
    }

    pub fn pauses(&self) -> Vec<Duration> {
        self.state.lock().unwrap().pauses.clone()
    }

    pub fn connections(&self) -> u32 {
        self.state.lock().unwrap().connections
    }

    /// Takes the next act if it is one of these.
    fn act(&self, wanted: impl Fn(&Act) -> bool) -> Option<Act> {
        let mut state = self.state.lock().unwrap();
        if state.acts.front().is_some_and(wanted) {
            state.acts.pop_front()
        } else {
            None
        }
    }

    /// Handles one connection until it ends.
    fn talk(&self, mut stream: TcpStream) -> Option<()> {
        self.state.lock().unwrap().connections += 1;
        let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
        if let Some(Act::Greet(line)) = self.act(|act| matches!(act, Act::Greet(_))) {
            say(&mut stream, line)?;
            return None;
        }
        say(&mut stream, "220 test")?;
        let mut recipients = Vec::new();
        loop {
            let line = lines.next()?.ok()?;
            match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
                "EHLO" => {
                    let utf8 = {
                        let mut state = self.state.lock().unwrap();
                        state.hello = line[4..].trim().to_owned();
                        if state.takes_utf8 { "250-SMTPUTF8\r\n" } else { "" }
                    };
                    say(&mut stream, &format!("250-test\r\n250-AUTH PLAIN\r\n{utf8}250 8BITMIME"))?;
                }
                "MAIL" => match self.act(|act| matches!(act, Act::Sender(_))) {
                    Some(Act::Sender(answer)) => say(&mut stream, answer)?,
                    _ => say(&mut stream, "250 ok")?,
                },
                "AUTH" => {
                    let refusal = self.state.lock().unwrap().refusal;
                    match self.act(|act| matches!(act, Act::Login(_))) {
                        Some(Act::Login(answer)) => say(&mut stream, answer)?,
                        _ => say(&mut stream, refusal.unwrap_or("235 welcome"))?,
                    }
                }
                "RCPT" => {
                    if let Some(Act::Recipient(answer)) = self.act(|act| matches!(act, Act::Recipient(_))) {
                        say(&mut stream, answer)?;
                        continue;
                    }
                    recipients.push(line[8..].trim().to_owned());
                    say(&mut stream, "250 ok")?;
                }
                "DATA" => {
                    say(&mut stream, "354 go on")?;
                    let begun = Instant::now();
                    let mut message = String::new();
                    loop {
                        let line = lines.next()?.ok()?;
                        if line == "." {
                            break;
                        }
                        message.push_str(line.strip_prefix('.').unwrap_or(&line));
                        message.push_str("\r\n");
                    }
                    self.state.lock().unwrap().pauses.push(begun.elapsed());
                    self.take(&mut stream, message, std::mem::take(&mut recipients))?;
                }
                "QUIT" => {
                    say(&mut stream, "221 bye")?;
                    return None;
                }
                _ => say(&mut stream, "250 ok")?,
            }
        }
    }

    fn take(&self, stream: &mut TcpStream, message: String, recipients: Vec<String>) -> Option<()> {
        let act = self.act(|act| !matches!(act, Act::Greet(_) | Act::Login(_) | Act::Sender(_) | Act::Recipient(_)));
        {
            let mut state = self.state.lock().unwrap();
            state.received.push(message.clone());
            state.recipients.push(recipients);
        }
        match act {
            Some(Act::Data(line)) => say(stream, line),
            Some(Act::Hang) => {
                std::thread::sleep(Duration::from_secs(60));
                None
            }
            Some(Act::Die) => None,
            Some(Act::Slow(pause)) => {
                std::thread::sleep(pause);
                self.accept(stream, message)
            }
            _ => self.accept(stream, message),
        }
    }

    fn accept(&self, stream: &mut TcpStream, message: String) -> Option<()> {
        self.state.lock().unwrap().accepted.push(message);
        say(stream, "250 queued")
    }
}

fn say(stream: &mut TcpStream, line: &str) -> Option<()> {
    stream.write_all(format!("{line}\r\n").as_bytes()).ok()
}
