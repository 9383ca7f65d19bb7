//! SQL of badges. The schema guarantees that each level is awarded once; badges are never taken back.

use rusqlite::named_params;

use super::rules;
use crate::db::Tx;
use crate::db::values::{Id, Instant};

/// Awards the submitter the badges that the project's upvotes have earned.
pub fn award_for_upvotes(tx: &Tx, project: Id, submitter: Id, upvotes: i64, now: Instant) -> rusqlite::Result<()> {
    let mut statement = tx.prepare_cached(
        "INSERT OR IGNORE INTO badges (id, family, level, name, description, threshold, user_id, project_id, issued_at)
         VALUES (:id, 'upvote', :level, :name, :description, :threshold, :user, :project, :now)",
    )?;
    for badge in rules::earned(&rules::UPVOTES, upvotes) {
        statement.execute(named_params! {
            ":id": Id::new(now), ":level": badge.level, ":name": rules::upvote_name(badge.threshold),
            ":description": format!("A project that reached {} upvotes", badge.threshold),
            ":threshold": badge.threshold, ":user": submitter, ":project": project, ":now": now,
        })?;
    }
    Ok(())
}

/// Awards a member the badges that their approved projects have earned. The badge names the project that was approved
/// last.
pub fn award_for_projects(tx: &Tx, project: Id, submitter: Id, approved: i64, now: Instant) -> rusqlite::Result<()> {
    let mut statement = tx.prepare_cached(
        "INSERT OR IGNORE INTO badges (id, family, level, name, description, threshold, user_id, project_id, issued_at)
         VALUES (:id, 'project', :level, :name, :description, :threshold, :user, :project, :now)",
    )?;
    for badge in rules::earned(&rules::PROJECTS, approved) {
        statement.execute(named_params! {
            ":id": Id::new(now), ":level": badge.level, ":name": rules::project_name(badge.threshold),
            ":description": if badge.threshold == 1 { "The first approved project".to_owned() } else { format!("{} approved projects", badge.threshold) },
            ":threshold": badge.threshold, ":user": submitter, ":project": project, ":now": now,
        })?;
    }
    Ok(())
}
