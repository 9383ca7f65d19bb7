//! The executable itself: what it writes to its log, when nobody takes its lines, when its file descriptors run out.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::mail::smtp::SmtpServer;

/// A running site with its output redirected.
pub struct Site {
    process: Child,
    address: SocketAddr,
}

impl Site {
    pub fn start(folder: &std::path::Path, out: impl Into<Stdio>, err: impl Into<Stdio>) -> Site {
        Site::start_at("", folder, out, err)
    }

    fn start_at(public_url: &str, folder: &std::path::Path, out: impl Into<Stdio>, err: impl Into<Stdio>) -> Site {
        Site::start_with(&[("COMMUNITY_PUBLIC_URL", public_url)], folder, out, err)
    }

    fn start_with(environment: &[(&str, &str)], folder: &std::path::Path, out: impl Into<Stdio>, err: impl Into<Stdio>) -> Site {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let process = Command::new(env!("CARGO_BIN_EXE_community"))
            .args(["serve", "--listen", &address.to_string(), "--database"])
            .arg(folder.join("community.db"))
            .current_dir(folder)
            .envs(environment.iter().copied())
            .stdout(out)
            .stderr(err)
            .spawn()
            .unwrap();
        let site = Site { process, address };
        let until = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < until, "the site does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        // It takes connections before it answers.
        site.send("/healthz", "");
        site
    }

    fn get(&self, path: &str) -> String {
        self.send(path, "X-Forwarded-For: 1.2.3.4\r\n")
    }

    fn send(&self, path: &str, header: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: a\r\n{header}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let head = format!("Host: a\r\nContent-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        write!(stream, "POST {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks it to stop; returns whether it ended well.
    pub fn stop(self) -> bool {
        self.stop_by("-TERM")
    }

    fn stop_by(mut self, signal: &str) -> bool {
        Command::new("kill").arg(signal).arg(self.process.id().to_string()).status().unwrap();
        let until = Instant::now() + Duration::from_secs(15);
        while Instant::now() < until {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        false
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_failing_log_fails_no_request() {
    let folder = tempfile::tempdir().unwrap();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    // A full disk.
    let site = Site::start(folder.path(), full(), full());
    assert!(site.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(site.stop());
    // A pipe that nobody reads any more.
    let mut site = Site::start(folder.path(), Stdio::piped(), Stdio::piped());
    drop((site.process.stdout.take(), site.process.stderr.take()));
    assert!(site.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(site.stop());
    // A pipe whose reader has stopped: it holds 64 KB.
    let site = Site::start(folder.path(), Stdio::null(), Stdio::piped());
    for _ in 0..1500 {
        assert!(site.get("/healthz").starts_with("HTTP/1.1 200"));
    }
}

#[test]
fn a_log_in_a_file_is_plain_and_names_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let site = Site::start(folder.path(), Stdio::null(), File::create(&path).unwrap());
    for path in ["/assets/nothing.js", "/api/site"] {
        site.get(path);
    }
    assert!(site.stop());
    let log = std::fs::read_to_string(path).unwrap();
    assert!(
        !log.contains('\u{1b}') && !log.contains("127.0.0.1 ") && !log.contains("1.2.3.4"),
        "{log}"
    );
    assert_eq!(log.matches("client=\"127.0.0.0\"").count(), 2, "{log}");
    assert_eq!(log.matches("trusted_proxies").count(), 1, "{log}");
}

#[test]
fn a_proxy_that_names_nobody_is_noticed_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let site = Site::start_at("https://makers.example", folder.path(), Stdio::null(), File::create(&path).unwrap());
    // Whoever asks for this is on this machine.
    site.send("/healthz", "");
    for _ in 0..2 {
        site.send("/api/site", "");
    }
    assert!(site.stop());
    let log = std::fs::read_to_string(&path).unwrap();
    assert_eq!(log.matches("requests come from").count(), 1, "{log}");
    assert!(log.find("healthz") < log.find("requests come from"), "{log}");
}

/// Runs a command beside the site; what it prints, and whether it ended well.
fn run(arguments: &[&str], environment: &[(&str, &str)], folder: &std::path::Path) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_community"))
        .args(arguments)
        .current_dir(folder)
        .env("COMMUNITY_DATABASE", folder.join("community.db"))
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (text, output.status.success())
}

/// Waits until a file holds what is sought, and gives its text.
fn wait_for(path: &std::path::Path, sought: &str) -> String {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let text = std::fs::read_to_string(path).unwrap();
        if text.contains(sought) {
            return text;
        }
        assert!(Instant::now() < until, "{sought} is not in {text}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_failing_mail_server_locks_nobody_out_and_check_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = SmtpServer::start();
    server.refuse_logins(Some("535 5.7.8 wrong"));
    let port = server.port.to_string();
    let settings = [
        ("COMMUNITY_CAPTCHA__PROVIDER", "none"),
        ("COMMUNITY_MAIL__HOST", "127.0.0.1"),
        ("COMMUNITY_MAIL__PORT", &port),
        ("COMMUNITY_MAIL__TLS", "none"),
        ("COMMUNITY_MAIL__FROM", "Makers <hello@makers.example>"),
        ("COMMUNITY_MAIL__USERNAME", "makers"),
        ("COMMUNITY_MAIL__PASSWORD", "hunter2"),
    ];
    let (out, log) = (folder.join("out"), folder.join("log"));
    let site = Site::start_with(&settings, folder, File::create(&out).unwrap(), File::create(&log).unwrap());
    let ask = |email: &str| {
        let answer = site.post("/api/auth/email", &format!("{{\"email\":\"{email}\",\"captchaToken\":\"\"}}"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    };
    // The first is printed when it does not leave, the next at once.
    ask("ada@example.org");
    let printed = wait_for(&out, "A sign-in mail for ada@example.org does not leave");
    assert!(printed.contains("/login#token="), "{printed}");
    ask("ben@example.org");
    wait_for(&out, "Sign-in link for ben@example.org");
    assert!(wait_for(&log, "mails do not leave").contains("The mail server refused the password."));
    site.get("/api/site");
    wait_for(&log, "trusted_proxies");

    let until = Instant::now() + Duration::from_secs(10);
    let said = loop {
        let (said, is_well) = run(&["check"], &settings, folder);
        assert!(is_well, "{said}");
        if said.contains("X-Forwarded-For comes from 127.0.0.1, which trusted_proxies does not name.") {
            break said;
        }
        assert!(Instant::now() < until, "{said}");
    };
    assert!(said.contains("Mails wait to be sent: 2") && said.contains("Time zones: 20"), "{said}");
    assert!(
        said.contains("What went wrong last: The mail server refused the password. Look at mail.username and mail.password."),
        "{said}"
    );
    let (named, _) = run(&["check"], &[("COMMUNITY_TRUSTED_PROXIES", "127.0.0.1")], folder);
    assert!(!named.contains("X-Forwarded-For"), "{named}");
    let (said, is_well) = run(&["check", "--mail"], &settings, folder);
    assert!(!is_well && said.contains("(permanent error (535): 5.7.8 wrong)"), "{said}");
    server.refuse_logins(None);
    let (said, is_well) = run(&["check", "--mail"], &settings, folder);
    assert!(is_well && said.contains("The mail server test answers"), "{said}");
    // The site is copied while it runs, with what is not in the file yet.
    let (said, is_well) = run(&["export", "copy.db"], &settings, folder);
    assert!(is_well && said.contains("is copied to copy.db."), "{said}");
    let (said, _) = run(&["check"], &[("COMMUNITY_DATABASE", "copy.db")], folder);
    assert!(said.contains("copy.db is valid") && said.contains("Mails wait to be sent: 2"), "{said}");
    let (said, is_well) = run(&["export", "copy.db"], &settings, folder);
    assert!(!is_well && said.contains("copy.db is there already."), "{said}");
    // Whoever has the shell needs no mail at all.
    let (said, _) = run(&["link", "ada@example.org"], &settings, folder);
    assert!(said.contains("Sign-in link for ada@example.org"), "{said}");
}

#[test]
fn a_start_that_is_refused_says_what_to_do_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (setting, value, said) in [
        ("COMMUNITY_LISTEN", address.as_str(), "Set listen to another address or port."),
        ("COMMUNITY_LISTEN", "here", "listen: \"here\" is not an address and port"),
        (
            "COMMUNITY_PUBLIC_URL",
            "https://makers.example/site",
            "public_url must be an address without a path",
        ),
        ("COMMUNITY_MAIL__PORT", "many", "COMMUNITY_MAIL__PORT must be a whole number."),
        ("COMMUNITY_DATABASE", "missing/community.db", "missing/community.db"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_community"))
            .arg("serve")
            .current_dir(folder.path())
            .env("COMMUNITY_LISTEN", "127.0.0.1:0")
            .env(setting, value)
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(said), "{setting}={value}: {error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{setting}={value}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn whoever_waits_is_served_when_file_descriptors_run_out() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), Stdio::null(), Stdio::null());
    // What is noticed once is noticed before, and the database opens its files when they are first needed.
    assert!(site.get("/api/site").starts_with("HTTP/1.1 200"));
    // Connections that stay open. Each was answered, so the server has it, and keeps it for a minute by itself.
    let idle = |number: u32| {
        let mut stream = TcpStream::connect(site.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        write!(stream, "GET /assets/nothing.js HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"HTTP/1.1 404", "connection {number}");
        stream
    };
    let mut first: Vec<TcpStream> = (0..10).map(idle).collect();
    let pid = site.process.id();
    let open = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().flatten();
    let limit = 1 + open.filter_map(|entry| entry.file_name().to_str()?.parse::<u64>().ok()).max().unwrap();
    rlimit::prlimit(pid.try_into().unwrap(), rlimit::Resource::NOFILE, Some((limit, limit)), None).unwrap();
    // More than there are descriptors in all.
    let started = Instant::now();
    let later: Vec<TcpStream> = (10..u32::try_from(limit).unwrap() + 10).map(idle).collect();
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "idle connections ended by themselves: {:?}",
        started.elapsed()
    );
    // The first have given way.
    let mut rest = Vec::new();
    first[0].set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let ended = first[0]
        .read_to_end(&mut rest)
        .map_or_else(|error| error.kind(), |_| ErrorKind::ConnectionReset);
    assert_eq!(ended, ErrorKind::ConnectionReset, "it is still open");
    drop(later);
}

#[test]
#[cfg(unix)]
fn a_terminal_that_is_closed_stops_the_site_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), Stdio::null(), Stdio::null());
    assert!(site.get("/healthz").contains("ok"));
    assert!(site.stop_by("-HUP"));
    // All is in the one file, and nobody has the right to serve it.
    for end in ["-wal", ".lock"] {
        let path = folder.path().join(format!("community.db{end}"));
        assert!(std::fs::metadata(&path).map_or(0, |found| found.len()) == 0, "{}", path.display());
    }
}

#[test]
#[cfg(unix)]
fn an_environment_that_is_not_utf_8_gives_a_sentence() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_community"));
        command.arg("check").current_dir(folder.path());
        command.env(name, std::ffi::OsStr::from_bytes(b"caf\xe9")).output().unwrap()
    };
    let foreign = check("LESSOPEN");
    assert!(foreign.status.success(), "{}", String::from_utf8_lossy(&foreign.stderr));
    let ours = check("COMMUNITY_PUBLIC_URL");
    assert_eq!(ours.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&ours.stderr),
        "The environment variable COMMUNITY_PUBLIC_URL is not UTF-8.\n"
    );
}
