//! Line breaks in what becomes a header, toward a server that speaks SMTP.

use community::exports::mail::worker::run_once;
use poem::http::StatusCode;
use serde_json::json;

use super::open;
use crate::mail::smtp::SmtpServer;
use crate::support::TestApp;

#[tokio::test]
async fn a_line_break_in_a_name_or_a_subject_begins_no_header() {
    let folder = tempfile::tempdir().unwrap();
    let server = SmtpServer::start();
    let app = TestApp::around(open(folder.path(), Some(&server)).await);
    let admin = app.admin("Ada Admin").await;
    app.member("Max").await;
    // No call lets such a name in; a file of another program may have one.
    app.execute("UPDATE users SET name = 'Max' || char(13, 10) || 'Bcc: evil@example.org' WHERE name = 'Max'")
        .await;
    let message = json!({ "all": true, "subject": "News\r\nBcc: evil@example.org\r\n\r\nX", "message": "Hello" });
    let sent = app.post_as(&admin, "/api/admin/send-email", message).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
    assert!(run_once(&app.app).await > 0);
    let received = server.received();
    assert!(!received.is_empty());
    for mail in received {
        let (head, _) = mail.split_once("\r\n\r\n").unwrap();
        let has_header = |name: &str| head.lines().any(|line| line.to_lowercase().starts_with(name));
        assert!(has_header("subject:") && !has_header("bcc:"), "{head}");
    }
    for recipients in server.recipients() {
        assert!(recipients.iter().all(|recipient| !recipient.contains("evil")), "{recipients:?}");
    }
}
