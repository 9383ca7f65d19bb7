//! The measurements as text (<https://prometheus.io/docs/instrumenting/exposition_formats/>). No IO here.

use std::fmt::Write as _;

use crate::db::values::Instant;
use crate::web::measures::{Counted, SECONDS};

/// The media type of the text.
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What is known of the site at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    pub version: String,
    pub sqlite: String,
    pub started_at: Instant,
    pub requests: Counted,
    /// Whether the database can be read and written.
    pub is_up: bool,
    pub database_bytes: u64,
    pub log_bytes: u64,
    /// Absent when the database could not be asked.
    pub content: Option<Content>,
    /// Whether mails leave; absent without a mail server.
    pub mail_is_up: Option<bool>,
    /// When the newest backup was made.
    pub backed_up_at: Option<Instant>,
    pub backup_failed: bool,
}

/// Counts from the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub members: i64,
    pub projects: i64,
    pub events: i64,
    pub mails_waiting: i64,
    pub mails_failed: i64,
}

/// The text. Each name begins with `community_`.
pub fn text(measured: &Measured) -> String {
    let mut page = Page::default();
    let Measured { requests, content, .. } = measured;
    page.family("info", "gauge", "The versions that run.");
    page.line("info", &[("version", &measured.version), ("sqlite", &measured.sqlite)], 1.0);
    page.one(
        "start_time_seconds",
        "gauge",
        "When the program began, in seconds since 1970.",
        seconds(measured.started_at),
    );

    page.family(
        "http_requests_total",
        "counter",
        "Requests that were answered, by the class of their status.",
    );
    for (class, count) in requests.classes.iter().enumerate() {
        page.line("http_requests_total", &[("status", &format!("{}xx", class + 1))], *count as f64);
    }
    page.family("http_request_duration_seconds", "histogram", "How long answers took to begin.");
    for (bound, count) in SECONDS.iter().zip(requests.within) {
        page.line("http_request_duration_seconds_bucket", &[("le", &bound.to_string())], count as f64);
    }
    page.line("http_request_duration_seconds_bucket", &[("le", "+Inf")], requests.all as f64);
    page.line("http_request_duration_seconds_sum", &[], requests.seconds);
    page.line("http_request_duration_seconds_count", &[], requests.all as f64);

    page.one(
        "database_up",
        "gauge",
        "1 when the database can be read and written.",
        flag(measured.is_up),
    );
    page.one("database_bytes", "gauge", "Size of the database.", measured.database_bytes as f64);
    page.one("database_log_bytes", "gauge", "Size of the log beside it.", measured.log_bytes as f64);
    if let Some(content) = content {
        page.one("members", "gauge", "Members, without suspended and deleted ones.", content.members as f64);
        page.one("projects", "gauge", "Public projects.", content.projects as f64);
        page.one("events", "gauge", "Published events.", content.events as f64);
        page.family("mails", "gauge", "Mails in the outbox, by what has become of them.");
        page.line("mails", &[("state", "waiting")], content.mails_waiting as f64);
        page.line("mails", &[("state", "failed")], content.mails_failed as f64);
    }
    if let Some(is_up) = measured.mail_is_up {
        page.one("mail_server_up", "gauge", "1 while mails leave, as far as is known.", flag(is_up));
    }
    if let Some(at) = measured.backed_up_at {
        page.one(
            "backup_time_seconds",
            "gauge",
            "When the newest backup was made, in seconds since 1970.",
            seconds(at),
        );
    }
    page.one(
        "backup_failed",
        "gauge",
        "1 when the last backup could not be made.",
        flag(measured.backup_failed),
    );
    page.0
}

fn seconds(at: Instant) -> f64 {
    at.millis() as f64 / 1000.0
}

fn flag(is_set: bool) -> f64 {
    if is_set { 1.0 } else { 0.0 }
}

#[derive(Default)]
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = write!(self.0, "# HELP community_{name} {help}\n# TYPE community_{name} {kind}\n");
    }

    fn line(&mut self, name: &str, labels: &[(&str, &str)], value: f64) {
        let labels: Vec<String> = labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() {
            String::new()
        } else {
            format!("{{{}}}", labels.join(","))
        };
        let _ = writeln!(self.0, "community_{name}{labels} {value}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: f64) {
        self.family(name, kind, help);
        self.line(name, &[], value);
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::measures::Measures;
    use poem::http::StatusCode;
    use std::time::Duration;

    #[test]
    fn requests_are_counted_by_class_and_in_growing_buckets() {
        let measures = Measures::default();
        for (status, millis) in [
            (StatusCode::OK, 4),
            (StatusCode::OK, 30),
            (StatusCode::NOT_FOUND, 30),
            (StatusCode::BAD_GATEWAY, 20_000),
        ] {
            measures.add(status, Duration::from_millis(millis));
        }
        let measured = Measured {
            version: "1\"2".into(),
            sqlite: "3".into(),
            started_at: Instant::from_millis(1_500),
            requests: measures.counted(),
            is_up: true,
            database_bytes: 10,
            log_bytes: 0,
            content: None,
            mail_is_up: None,
            backed_up_at: None,
            backup_failed: false,
        };
        let text = text(&measured);
        for line in [
            "community_info{version=\"1\\\"2\",sqlite=\"3\"} 1",
            "community_start_time_seconds 1.5",
            "community_http_requests_total{status=\"2xx\"} 2",
            "community_http_requests_total{status=\"4xx\"} 1",
            "community_http_request_duration_seconds_bucket{le=\"0.005\"} 1",
            "community_http_request_duration_seconds_bucket{le=\"0.1\"} 3",
            "community_http_request_duration_seconds_bucket{le=\"10\"} 3",
            "community_http_request_duration_seconds_bucket{le=\"+Inf\"} 4",
            "community_http_request_duration_seconds_sum 20.064",
            "community_http_request_duration_seconds_count 4",
            "community_database_bytes 10",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with('\n') && !text.contains("mail_server_up"));
    }
}
