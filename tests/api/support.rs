//! The whole app with a temporary database and a clock that the test moves, and callers of every kind.

use std::sync::Arc;

use community::exports::app::App;
use community::exports::clock::Clock;
use community::exports::config::{CaptchaProvider, Config};
use community::exports::db::Tx;
use community::exports::db::values::{Id, Instant, fold};
use community::exports::error::{ApiError, ApiResult};
use community::exports::http;
use community::exports::letters;
use community::exports::mail::store::find_mail;
use community::exports::mail::views::{Reader, Sheet};
use community::exports::members::store::index_user;
use community::exports::sessions::token;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderMap, Method, StatusCode};
use poem::test::TestClient;
use poem::{EndpointExt, Response};
use rusqlite::named_params;
use serde_json::Value;

/// The time at which every test begins: a Saturday morning in autumn.
pub const NOW: &str = "2026-11-28T09:00:00Z";

/// A running app.
pub struct TestApp {
    pub app: Arc<App>,
    client: TestClient<BoxEndpoint<'static, Response>>,
    _folder: Option<tempfile::TempDir>,
}

/// A signed-in member.
#[derive(Debug, Clone)]
pub struct Signed {
    pub id: Id,
    pub bearer: String,
}

/// The answer to a call.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub async fn read(mut response: Response) -> Answer {
        let bytes = response.take_body().into_vec().await.unwrap();
        Answer {
            status: response.status(),
            headers: response.headers().clone(),
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes,
        }
    }

    /// The body as JSON; null when it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The message of an error.
    pub fn message(&self) -> String {
        self.json()["message"].as_str().unwrap_or_default().to_owned()
    }

    /// A header as text.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The `_id`s of a list.
    pub fn ids(&self) -> Vec<String> {
        self.json()
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| entry["_id"].as_str().map(str::to_owned))
            .collect()
    }

    /// X-Total-Count.
    pub fn total(&self) -> i64 {
        self.header("X-Total-Count").parse().unwrap_or(-1)
    }

    /// The body and the headers, but for the number of the request.
    pub fn content(&self) -> (&[u8], HeaderMap) {
        let mut headers = self.headers.clone();
        headers.remove("X-Request-Id");
        (&self.bytes, headers)
    }
}

/// The same address, as nobody has asked for it: its answer is not kept. A number may follow.
pub fn unkept(path: &str) -> String {
    format!("{path}{}unkept=1", if path.contains('?') { '&' } else { '?' })
}

impl TestApp {
    /// Reads what is kept for guests, which must be what would be made for them now. Returns it.
    pub async fn get_kept(&self, path: &str) -> Answer {
        let (kept, made) = (self.get(path).await, self.get(&unkept(path)).await);
        assert_eq!(kept.status, made.status, "{path}");
        // A challenge, or the number of a failed request, is another one each time.
        if kept.header("Cache-Control") == "no-cache" {
            assert_eq!(kept.content(), made.content(), "{path}");
        }
        kept
    }

    pub async fn new() -> TestApp {
        TestApp::with(|_| {}).await
    }

    /// An app with its configuration changed; no captcha unless a test wants one.
    pub async fn with(change: impl FnOnce(&mut Config)) -> TestApp {
        TestApp::built(change, |_| {}).await
    }

    /// The same, with something in it that no configuration sets.
    pub async fn built(change: impl FnOnce(&mut Config), equip: impl FnOnce(&mut App)) -> TestApp {
        // In memory where the system has such a folder: hundreds of files are made and synced.
        let memory = std::path::Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            tempfile::tempdir_in(memory)
        } else {
            tempfile::tempdir()
        }
        .unwrap();
        let mut config = Config {
            database: folder.path().join("community.db"),
            ..Config::default()
        };
        config.captcha.provider = CaptchaProvider::None;
        change(&mut config);
        let now: Instant = Instant(NOW.parse().unwrap());
        let mut app = App::open(config, Clock::manual(now.millis())).await.unwrap();
        equip(Arc::get_mut(&mut app).unwrap());
        TestApp {
            _folder: Some(folder),
            ..TestApp::around(app)
        }
    }

    /// An app whose database somebody else keeps.
    pub fn around(app: Arc<App>) -> TestApp {
        let ui = poem::endpoint::make_sync(|_| Response::builder().status(StatusCode::NOT_FOUND).finish());
        let client = TestClient::new(http::endpoint(&app, ui).map_to_response().boxed());
        TestApp { app, client, _folder: None }
    }

    /// One call.
    pub async fn call(&self, method: Method, path: &str, bearer: Option<&str>, body: Option<Value>) -> Answer {
        self.call_with(method, path, bearer, body, &[]).await
    }

    /// One call with further headers.
    pub async fn call_with(&self, method: Method, path: &str, bearer: Option<&str>, body: Option<Value>, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.client.request(method, path);
        if let Some(bearer) = bearer {
            request = request.header("Authorization", format!("Bearer {bearer}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.content_type("application/json").body(body.to_string());
        }
        Answer::read(request.send().await.0).await
    }

    /// One call, exactly as it comes from the network.
    pub async fn answer(&self, request: poem::Request) -> Answer {
        let site = http::endpoint(&self.app, poem::endpoint::make_sync(|_| Response::from(StatusCode::NOT_FOUND)));
        Answer::read(poem::Endpoint::get_response(&site, request).await).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None, None).await
    }

    /// The body of a file.
    pub async fn bytes(&self, path: &str) -> Vec<u8> {
        let response = self.client.get(path).send().await;
        response.assert_status_is_ok();
        response.0.into_body().into_vec().await.unwrap()
    }

    pub async fn get_as(&self, who: &Signed, path: &str) -> Answer {
        self.call(Method::GET, path, Some(&who.bearer), None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, None, Some(body)).await
    }

    pub async fn post_as(&self, who: &Signed, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(&who.bearer), Some(body)).await
    }

    pub async fn put_as(&self, who: &Signed, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, Some(&who.bearer), Some(body)).await
    }

    pub async fn delete_as(&self, who: &Signed, path: &str) -> Answer {
        self.call(Method::DELETE, path, Some(&who.bearer), None).await
    }

    /// Sends a JSON text as it stands, with every emoji escaped, as some clients write them.
    pub async fn post_escaped(&self, who: &Signed, path: &str, body: &Value) -> Answer {
        let request = self
            .client
            .post(path)
            .header("Authorization", format!("Bearer {}", who.bearer))
            .content_type("application/json")
            .body(body.to_string().replace('🙂', "\\ud83d\\ude42"));
        Answer::read(request.send().await.0).await
    }

    /// Sends a file as the body.
    pub async fn upload(&self, who: &Signed, path: &str, file: Vec<u8>) -> Answer {
        let request = self
            .client
            .post(path)
            .header("Authorization", format!("Bearer {}", who.bearer))
            .content_type("application/octet-stream")
            .body(file);
        Answer::read(request.send().await.0).await
    }

    /// A signed-in member with this name.
    pub async fn member(&self, name: &str) -> Signed {
        self.sign_in(name, "user").await
    }

    /// A signed-in organiser with this name.
    pub async fn organiser(&self, name: &str) -> Signed {
        self.sign_in(name, "organiser").await
    }

    /// A signed-in admin with this name.
    pub async fn admin(&self, name: &str) -> Signed {
        self.sign_in(name, "admin").await
    }

    async fn sign_in(&self, name: &str, role: &'static str) -> Signed {
        let now = self.app.clock.now();
        let id = Id::new(now);
        let name = name.to_owned();
        let email = format!("{}@example.org", fold(&name).replace(' ', "."));
        self.write(move |tx| {
            tx.execute(
                "INSERT INTO users (id, name, email, email_key, role, created_at) VALUES (:id, :name, :email, :email, :role, :now)",
                named_params! { ":id": id, ":name": name, ":email": email, ":role": role, ":now": now },
            )?;
            index_user(tx, id)
        })
        .await;
        self.session_of(id).await
    }

    /// A session of an existing member.
    pub async fn session_of(&self, id: Id) -> Signed {
        let now = self.app.clock.now();
        let (session, expires_at) = (Id::new(now), now.plus_seconds(3600 * 24));
        self.write(move |tx| {
            tx.execute(
                "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (:session, :id, :now, :expires_at)",
                named_params! { ":session": session, ":id": id, ":now": now, ":expires_at": expires_at },
            )?;
            Ok(())
        })
        .await;
        Signed {
            id,
            bearer: token::make(&self.app.keys.session, session, now, expires_at).unwrap(),
        }
    }

    /// Writes to the database behind the app's back.
    pub async fn write<T: Send + 'static>(&self, job: impl Fn(&Tx) -> ApiResult<T> + Send + 'static) -> T {
        self.app.db.write(job).await.unwrap()
    }

    /// One statement.
    pub async fn execute(&self, sql: &'static str) {
        self.write(move |tx| tx.execute_batch(sql).map_err(ApiError::from)).await;
    }

    /// The newest mail of a kind as it would be sent now, or the reason why not.
    pub async fn letter(&self, kind: &'static str) -> Result<(Reader, Sheet), &'static str> {
        let (app, now) = (self.app.clone(), self.app.clock.now());
        let written = self.app.db.read(move |conn| {
            let id = conn.query_row("SELECT max(id) FROM mails WHERE kind = :kind", named_params! { ":kind": kind }, |row| {
                row.get(0)
            })?;
            letters::render(conn, &app, &find_mail(conn, id)?.unwrap(), now)
        });
        written.await.unwrap()
    }

    /// The text of the newest mail of a kind.
    pub async fn letter_text(&self, kind: &'static str) -> String {
        self.letter(kind).await.map(|(_, sheet)| sheet.letter.text).unwrap()
    }

    /// One number from the database.
    pub async fn number(&self, sql: &'static str) -> i64 {
        self.app
            .db
            .read(move |conn| Ok(conn.query_row(sql, [], |row| row.get(0))?))
            .await
            .unwrap()
    }
}
