//! The executable with a database of its own and signed-in members.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant as Stopwatch};

use community::exports::app::App;
use community::exports::clock::Clock;
use community::exports::config::Config;
use community::exports::db::Tx;
use community::exports::db::values::Id;
use community::exports::error::ApiResult;
use community::exports::members::store::index_user;
use community::exports::sessions::token;
use rusqlite::named_params;

/// The project that `add_project` makes.
pub const PROJECT: Id = Id(9);

/// Adds a public project of this member.
pub fn add_project(tx: &Tx, owner: Id) -> rusqlite::Result<()> {
    tx.execute(
        "INSERT INTO projects (id, number, title, title_key, short_description, description, description_html, category, github_link,
           demo_link, submitted_by, status, reviewed_at, created_at, updated_at)
         VALUES (:id, 1, 'A project', 'a project', 'Short', 'Words', 'Words', 'web', 'https://a.example', '', :owner, 'Approved', 1, 1, 1)",
        named_params! { ":id": PROJECT, ":owner": owner },
    )?;
    Ok(())
}

/// A running site. Dropping it ends the program.
pub struct Site {
    pub address: SocketAddr,
    process: Child,
    _folder: tempfile::TempDir,
}

/// A signed-in member.
#[derive(Debug, Clone)]
pub struct Signed {
    pub bearer: String,
}

/// A site that is not started yet.
pub struct Plan {
    folder: tempfile::TempDir,
    config: Config,
}

impl Plan {
    pub fn new() -> Plan {
        Plan::within(&std::env::temp_dir())
    }

    /// In a folder of this one.
    pub fn within(place: &Path) -> Plan {
        let folder = tempfile::tempdir_in(place).unwrap();
        let config = Config {
            database: folder.path().join("community.db"),
            ..Config::default()
        };
        Plan { folder, config }
    }

    /// The file of the site.
    pub fn database(&self) -> PathBuf {
        self.config.database.clone()
    }

    /// Writes members into the database, and whatever else `fill` stores.
    pub async fn fill<T: Send + 'static>(&self, members: usize, fill: impl Fn(&Tx, &[Id]) -> ApiResult<T> + Send + 'static) -> (Vec<Signed>, T) {
        let app = App::open(self.config.clone(), Clock::System).await.unwrap();
        let now = app.clock.now();
        let until = now.plus_seconds(3600);
        let made = app.db.write(move |tx| {
            let mut sessions = Vec::new();
            for number in 0..members {
                let (id, session) = (Id::new(now), Id::new(now));
                let (name, email) = (format!("Member {number}"), format!("member{number}@example.org"));
                // The first is the admin.
                let role = if number == 0 { "admin" } else { "user" };
                tx.execute(
                    "INSERT INTO users (id, name, email, email_key, role, created_at) VALUES (:id, :name, :email, :email, :role, :now)",
                    named_params! { ":id": id, ":name": name, ":email": email, ":role": role, ":now": now },
                )?;
                index_user(tx, id)?;
                tx.execute(
                    "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (:session, :id, :now, :until)",
                    named_params! { ":session": session, ":id": id, ":now": now, ":until": until },
                )?;
                sessions.push((id, session));
            }
            let ids: Vec<Id> = sessions.iter().map(|(id, _)| *id).collect();
            Ok((fill(tx, &ids)?, sessions))
        });
        let (value, sessions) = made.await.unwrap();
        app.db.close().unwrap();
        let signed = sessions.into_iter().map(|(_, session)| Signed {
            bearer: token::make(&app.keys.session, session, now, until).unwrap(),
        });
        (signed.collect(), value)
    }

    /// Starts the executable under `limits`, shell commands such as `ulimit -n 1024`.
    pub fn start(self, limits: &str) -> Site {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut process = Command::new("bash")
            .arg("-c")
            .arg(format!("{limits}; exec \"$0\" serve --listen {address} --database \"$1\""))
            .arg(env!("CARGO_BIN_EXE_community"))
            .arg(&self.config.database)
            .current_dir(self.folder.path())
            .env("COMMUNITY_CAPTCHA__PROVIDER", "none")
            .env("COMMUNITY_LOG__LEVEL", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().starts_with("Serving")), "the site did not start");
        // Something must read the program's later output.
        std::thread::spawn(move || lines.for_each(drop));
        Site {
            address,
            process,
            _folder: self.folder,
        }
    }
}

impl Site {
    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The peak memory of the process, in bytes.
    pub fn peak_memory(&self) -> u64 {
        let path = PathBuf::from(format!("/proc/{}/status", self.process.id()));
        let status = std::fs::read_to_string(path).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
    }

    /// Ends it without a word. Its files stay until it is dropped.
    pub fn end(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Whether the process still runs.
    pub fn is_alive(&mut self) -> bool {
        self.process.try_wait().unwrap().is_none()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The times of many requests.
#[derive(Default)]
pub struct Times(Vec<Duration>);

impl Times {
    pub fn add(&mut self, started: Stopwatch) {
        self.0.push(started.elapsed());
    }

    pub fn join(&mut self, other: Times) {
        self.0.extend(other.0);
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The time that this share of them stayed below.
    pub fn share(&mut self, share: f64) -> Duration {
        self.0.sort_unstable();
        let place = ((self.0.len() as f64 * share) as usize).min(self.0.len() - 1);
        self.0[place]
    }
}
