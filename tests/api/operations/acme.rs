//! A certificate from Pebble, the authority for tests of Let's Encrypt. It needs `pebble` (of Debian's package) and is run by
//! name: `make test-acme`.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};

use super::tls::ask;

/// The authority's own certificate for this machine, with its key.
const PEM: &[u8] = include_bytes!("../mail/localhost.pem");

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

#[tokio::test]
#[ignore = "needs pebble"]
async fn a_certificate_is_fetched_kept_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (directory, management, site, redirect) = (port().await, port().await, port().await, port().await);
    std::fs::write(file("authority.pem"), PEM).unwrap();
    let pebble = serde_json::json!({ "pebble": {
        "listenAddress": format!("127.0.0.1:{directory}"), "managementListenAddress": format!("127.0.0.1:{management}"),
        "certificate": file("authority.pem"), "privateKey": file("authority.pem"), "httpPort": redirect, "tlsPort": site,
    }});
    std::fs::write(file("pebble.json"), pebble.to_string()).unwrap();
    let authority = Command::new("pebble")
        .arg("-config")
        .arg(file("pebble.json"))
        .envs([("PEBBLE_VA_NOSLEEP", "1"), ("PEBBLE_WFE_NONCEREJECT", "0")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _authority = Running(authority.unwrap());
    while TcpStream::connect(("127.0.0.1", directory)).await.is_err() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let server = Command::new(env!("CARGO_BIN_EXE_community"))
        .args(["serve", "--database"])
        .arg(file("community.db"))
        .current_dir(folder.path())
        .envs([
            ("COMMUNITY_LISTEN", format!("127.0.0.1:{site}")),
            ("COMMUNITY_PUBLIC_URL", "https://localhost".into()),
            ("COMMUNITY_TLS__MODE", "acme".into()),
            ("COMMUNITY_TLS__CONTACT", "ops@example.org".into()),
            ("COMMUNITY_TLS__REDIRECT_FROM", format!("127.0.0.1:{redirect}")),
            ("COMMUNITY_TLS__DIRECTORY", format!("https://localhost:{directory}/dir")),
            ("COMMUNITY_TLS__DIRECTORY_ROOT", file("authority.pem").display().to_string()),
        ])
        .stdout(Stdio::null())
        .spawn();
    let _server = Running(server.unwrap());
    let kept = file("community.db.tls.pem");
    let until = Instant::now() + Duration::from_secs(60);
    while !kept.exists() {
        assert!(Instant::now() < until, "no certificate has come");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let roots = ask(management, PEM, "/roots/0").await.unwrap();
    let root = roots.split_once("\r\n\r\n").unwrap().1;
    // The server looks for a new file every few seconds.
    loop {
        if let Ok(answer) = ask(site, root.as_bytes(), "/healthz").await {
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            break;
        }
        assert!(Instant::now() < until, "the certificate is not shown");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    #[cfg(unix)]
    for name in ["community.db.tls.pem", "community.db.acme.json"] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(file(name)).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
}
