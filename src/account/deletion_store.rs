//! SQL that deletes an account. The member stays as an empty row, so that what they leave behind keeps an author. The connection
//! overwrites what it deletes (`secure_delete`), so nothing of it stays in the file.

use rusqlite::{ToSql, named_params};
use serde_json::json;

use super::rules::{DELETED_MEMBER, without};
use crate::certificates::store::delete_held;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::limits;
use crate::media::rules::id_of;
use crate::media::store::delete_medium;
use crate::members::rules::Account;
use crate::projects::edit_store::delete_project;
use crate::projects::store::index_projects_of;
use crate::text::email_key;

/// What belongs to a member alone and goes with them.
const OWN: &[&str] = &[
    "DELETE FROM identities WHERE user_id = :user",
    "DELETE FROM mails WHERE kind = 'address_change' AND lower(to_email) = (SELECT lower(email) FROM email_changes WHERE user_id = :user)",
    "DELETE FROM email_changes WHERE user_id = :user",
    "DELETE FROM registrations WHERE user_id = :user",
    "DELETE FROM event_staff WHERE user_id = :user",
    "DELETE FROM calendar_feeds WHERE user_id = :user",
    "DELETE FROM upvotes WHERE user_id = :user",
    "DELETE FROM decision_undos WHERE project_id IN (
       SELECT id FROM projects WHERE submitted_by = :user UNION SELECT project_id FROM project_members WHERE user_id = :user)",
    "DELETE FROM project_members WHERE user_id = :user",
    "DELETE FROM mails WHERE user_id = :user",
    "DELETE FROM user_search WHERE rowid = :user",
    // A credential holds the name and the hashed address. A certificate keeps its own, because it stays valid.
    "UPDATE credentials SET document = '' WHERE badge_id IN (SELECT id FROM badges WHERE user_id = :user)",
    // Those that a project has earned stay with it.
    "DELETE FROM badges WHERE user_id = :user AND (family <> 'upvote' OR threshold = 0 OR project_id IS NULL)",
    // A certificate keeps the printed name, and nothing that leads from it to what else stays.
    "UPDATE certificates SET user_id = NULL WHERE user_id = :user",
    // Of what admins did to them stays that it was done.
    "UPDATE audit_log SET before = 'null', after = 'null' WHERE subject_kind = 'user' AND subject_id = :own_id",
    "UPDATE audit_log SET after = 'null' WHERE subject_kind = 'badge' AND json_extract(after, '$.user') = :own_id",
    "DELETE FROM limited_uses WHERE who = :own_id AND name IN (SELECT value FROM json_each(:limits))",
];

/// What is known of an address.
const OF_ADDRESS: &[&str] = &[
    "DELETE FROM sign_in_links WHERE email_key = :key",
    "DELETE FROM mails WHERE lower(to_email) = lower(:email)",
    "UPDATE mailings SET reply_to = '' WHERE id > 0 AND lower(reply_to) = lower(:email)",
    "DELETE FROM limited_uses WHERE who = :key AND name IN (SELECT value FROM json_each(:limits))",
];

/// Takes all personal data out of the account, and deletes what the member made and nobody sees.
///
/// # Errors
/// 500 when the database fails.
pub fn delete_account(tx: &Tx, account: &Account, with_content: bool, now: Instant) -> ApiResult<()> {
    let user = account.id;
    forget_in_decisions(tx, account)?;
    let projects: Vec<Id> = tx
        .prepare_cached("SELECT id FROM projects WHERE submitted_by = :user AND (:with_content OR status <> 'Approved')")?
        .query_map(named_params! { ":user": user, ":with_content": with_content }, |row| row.get("id"))?
        .collect::<rusqlite::Result<_>>()?;
    for project in projects {
        delete_project(tx, project)?;
    }
    if with_content {
        tx.prepare_cached("DELETE FROM comments WHERE user_id = :user")?
            .execute(named_params! { ":user": user })?;
    }
    if let Some(picture) = id_of(&account.picture) {
        delete_medium(tx, picture)?;
    }
    tx.prepare_cached(
        "UPDATE users SET name = :deleted, email = NULL, email_key = NULL, picture = '', role = 'user', bio = '', github = '', linked_in = '',
           twitter = '', portfolio = '', discord = '', status = '', best_achievement = '', worst_bug_ever = '', favorite_language = '',
           dream_project = '', programming_superpowers = '', wants_news = 0, wants_events = 0, suspended_at = NULL, suspension_reason = NULL,
           needs_name = 0, proposed_name = '', mails_on_reviews = 0, mails_on_comments = 0, mails_on_badges = 0, deleted_at = :now
         WHERE id = :user",
    )?
    .execute(named_params! { ":user": user, ":deleted": DELETED_MEMBER, ":now": now })?;
    // Searches find these projects by the names of the others only; the teams are left after that.
    index_projects_of(tx, user)
}

/// Deletes what else is known of the member. Call it last: what came before may have left mails.
///
/// # Errors
/// 500 when the database fails.
pub fn delete_traces(tx: &Tx, account: &Account) -> ApiResult<()> {
    delete_held(tx, account.id)?;
    let limits = limits::ALL.iter().map(|limit| limit.name).collect::<Vec<_>>();
    let (own_id, key, limits) = (account.id.to_string(), email_key(&account.email), json!(limits).to_string());
    for sql in OWN.iter().chain(OF_ADDRESS) {
        let mut statement = tx.prepare_cached(sql)?;
        let parameters: [(&str, &dyn ToSql); 5] = [
            (":user", &account.id),
            (":own_id", &own_id),
            (":key", &key),
            (":email", &account.email),
            (":limits", &limits),
        ];
        for (name, value) in parameters {
            if let Some(index) = statement.parameter_index(name)? {
                statement.raw_bind_parameter(index, value)?;
            }
        }
        statement.raw_execute()?;
    }
    forget_in_log(tx, account)
}

/// Takes the member out of what projects contained when they were decided about: teams have names there.
fn forget_in_decisions(tx: &Tx, account: &Account) -> ApiResult<()> {
    let decisions: Vec<(Id, String)> = tx
        .prepare_cached(
            "SELECT d.project_id, d.content FROM (SELECT id FROM projects WHERE submitted_by = :user
               UNION SELECT project_id FROM project_members WHERE user_id = :user) page
             CROSS JOIN project_decisions d ON d.project_id = page.id",
        )?
        .query_map(named_params! { ":user": account.id }, |row| {
            Ok((row.get("project_id")?, row.get("content")?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut update = tx.prepare_cached("UPDATE project_decisions SET content = :content WHERE project_id = :project")?;
    for (project, content) in decisions {
        if let Some(content) = without(&content, &account.name, &account.email) {
            update.execute(named_params! { ":project": project, ":content": content })?;
        }
    }
    Ok(())
}

/// Takes the member out of the log of what admins did, wherever they stand in it. Only admins write it, and few members leave, so
/// it is read as a whole.
fn forget_in_log(tx: &Tx, account: &Account) -> ApiResult<()> {
    // As JSON writes it.
    let name = json!(account.name).to_string();
    let own_id = account.id.to_string();
    let entries: Vec<(Id, String, String, String)> = tx
        .prepare_cached(
            "SELECT id, action, before, after FROM audit_log WHERE id > 0
               AND (instr(before || after, :name) > 0 OR instr(lower(before || after), lower(:email)) > 0 OR (action = 'comment.delete' AND instr(before, :own_id) > 0))",
        )?
        .query_map(
            named_params! { ":name": name.trim_matches('"'), ":email": account.email, ":own_id": own_id },
            |row| Ok((row.get("id")?, row.get("action")?, row.get("before")?, row.get("after")?)),
        )?
        .collect::<rusqlite::Result<_>>()?;
    let mut update = tx.prepare_cached("UPDATE audit_log SET before = :before, after = :after WHERE id = :id")?;
    for (id, action, before, after) in entries {
        let clean = |text: &str| without(text, &account.name, &account.email).unwrap_or_else(|| text.to_owned());
        let (before, after) = if action == "comment.delete" && before.contains(&own_id) {
            // The words of their comment.
            (json!({ "author": own_id }).to_string(), clean(&after))
        } else {
            (clean(&before), clean(&after))
        };
        update.execute(named_params! { ":id": id, ":before": before, ":after": after })?;
    }
    Ok(())
}
