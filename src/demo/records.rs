//! What the community has kept of its past: the log of reviews, and the page views of the last weeks.

use rusqlite::named_params;
use serde_json::{Value, json};

use super::chance::Chance;
use super::events::Day;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::stats::rules::last_days;

/// Days with page views.
const DAYS: u32 = 45;
/// The pages with about how many views each has a day.
const VIEWS: [(&str, usize); 7] = [
    ("/", 60),
    ("/projects", 38),
    ("/projects/:id", 52),
    ("/events", 30),
    ("/events/:id", 44),
    ("/profile/:id", 12),
    ("/certificates/:id", 5),
];

/// Enters every review of a project into the log of admins' actions.
pub fn log(tx: &Tx) -> ApiResult<()> {
    let reviews = tx
        .prepare_cached(
            "SELECT id, status, coalesce(rejection_reason, '') AS reason, reviewed_at, reviewed_by FROM projects WHERE reviewed_at IS NOT NULL ORDER BY reviewed_at, id",
        )?
        .query_map([], |row| {
            Ok((
                row.get::<_, Id>("id")?,
                row.get::<_, String>("status")?,
                row.get::<_, String>("reason")?,
                row.get::<_, Instant>("reviewed_at")?,
                row.get::<_, Option<Id>>("reviewed_by")?,
            ))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO audit_log (id, at, actor_id, action, subject_kind, subject_id, before, after)
         VALUES (:id, :at, :actor, :action, 'project', :subject, :before, :after)",
    )?;
    for (place, (project, status, reason, at, admin)) in (0_u32..).zip(reviews) {
        let is_approved = status == "Approved";
        let mut after = json!({ "status": status });
        if !is_approved {
            after["rejectionReason"] = Value::String(reason);
        }
        insert.execute(named_params! {
            ":id": Id::at(at, place),
            ":at": at,
            ":actor": admin,
            ":action": if is_approved { "project.approve" } else { "project.reject" },
            ":subject": project.to_string(),
            ":before": json!({ "status": "In Review" }).to_string(),
            ":after": after.to_string(),
        })?;
    }
    Ok(())
}

/// Counts the page views of the last weeks.
pub fn visit(tx: &Tx, chance: &mut Chance, day: &Day) -> ApiResult<()> {
    let mut insert = tx.prepare_cached("INSERT INTO daily_counts (day, kind, name, count) VALUES (:day, 'view', :name, :count)")?;
    for date in last_days(&day.today.to_string(), DAYS) {
        for (name, about) in VIEWS {
            let count = about / 2 + chance.below(about);
            insert.execute(named_params! { ":day": date, ":name": name, ":count": i64::try_from(count).unwrap_or(i64::MAX) })?;
        }
    }
    Ok(())
}
