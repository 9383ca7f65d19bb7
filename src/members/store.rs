//! SQL of members.

use rusqlite::{Connection, OptionalExtension, Row, named_params};

use super::rules::{Account, Eyes, NEW_MEMBER, NewAccount, ProfileEdit, Role, proposed_name};
use super::views::{FoundMember, InterestQuestions, MailChoices, Profile, ProfileBadge, ProfileCertificate, ProfileEvent, ProfileProject};
use crate::db::Tx;
use crate::db::columns::Columns;
use crate::db::search::{self, Query};
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::markdown;
use crate::text::email_key;

/// Whether the community has an admin.
pub fn admin_exists(conn: &Connection) -> rusqlite::Result<bool> {
    conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM users WHERE role = 'admin') AS found")?
        .query_row([], |row| row.get("found"))
}

/// Admins who can act: neither suspended nor deleted.
pub fn count_admins(conn: &Connection) -> rusqlite::Result<i64> {
    conn.prepare_cached("SELECT count(*) AS count FROM users WHERE role = 'admin' AND suspended_at IS NULL AND deleted_at IS NULL")?
        .query_row([], |row| row.get("count"))
}

/// All admins, by address.
pub fn list_admins(conn: &Connection) -> rusqlite::Result<Vec<Account>> {
    conn.prepare_cached("SELECT * FROM users WHERE role = 'admin' AND deleted_at IS NULL ORDER BY email_key")?
        .query_map([], account_from_row)?
        .collect()
}

/// Admins who want to know when something waits for review.
pub fn list_reviewers(conn: &Connection) -> rusqlite::Result<Vec<Account>> {
    conn.prepare_cached(
        "SELECT * FROM users WHERE role = 'admin' AND mails_on_reviews = 1 AND suspended_at IS NULL AND deleted_at IS NULL ORDER BY id",
    )?
    .query_map([], account_from_row)?
    .collect()
}

/// Which mails a member wants.
pub fn find_mail_choices(conn: &Connection, id: Id) -> rusqlite::Result<MailChoices> {
    conn.prepare_cached("SELECT mails_on_reviews, mails_on_comments, mails_on_badges, wants_news, wants_events FROM users WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| {
            Ok(MailChoices {
                reviews: row.get("mails_on_reviews")?,
                comments: row.get("mails_on_comments")?,
                badges: row.get("mails_on_badges")?,
                news: row.get("wants_news")?,
                events: row.get("wants_events")?,
            })
        })
}

/// Sets which mails a member wants.
pub fn set_mail_choices(tx: &Tx, id: Id, choices: MailChoices) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET mails_on_reviews = :reviews, mails_on_comments = :comments, mails_on_badges = :badges, wants_news = :news,
           wants_events = :events WHERE id = :id",
    )?
    .execute(named_params! {
        ":id": id, ":reviews": choices.reviews, ":comments": choices.comments, ":badges": choices.badges, ":news": choices.news,
        ":events": choices.events,
    })
    .map(|_| ())
}

/// The account with that id, unless it is deleted.
pub fn find_account(conn: &Connection, id: Id) -> rusqlite::Result<Option<Account>> {
    conn.prepare_cached("SELECT * FROM users WHERE id = :id AND deleted_at IS NULL")?
        .query_row(named_params! { ":id": id }, account_from_row)
        .optional()
}

/// The account with that address, in any case.
pub fn find_account_by_email(conn: &Connection, email: &str) -> rusqlite::Result<Option<Account>> {
    conn.prepare_cached("SELECT * FROM users WHERE email_key = :key AND deleted_at IS NULL")?
        .query_row(named_params! { ":key": email_key(email) }, account_from_row)
        .optional()
}

fn account_from_row(row: &Row) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get("id")?,
        name: row.get("name")?,
        email: row.get::<_, Option<String>>("email")?.unwrap_or_default(),
        picture: row.get("picture")?,
        role: Role::parse(&row.get::<_, String>("role")?),
        is_suspended: row.get::<_, Option<i64>>("suspended_at")?.is_some(),
        needs_name: row.get("needs_name")?,
        proposed: row.get("proposed_name")?,
    })
}

/// Sets the name that is proposed to a member who has not chosen one.
pub fn set_proposed_name(tx: &Tx, id: Id, name: &str) -> rusqlite::Result<()> {
    tx.prepare_cached("UPDATE users SET proposed_name = :name WHERE id = :id AND needs_name = 1")?
        .execute(named_params! { ":id": id, ":name": name })
        .map(|_| ())
}

/// Creates an account.
pub fn insert_account(tx: &Tx, new: &NewAccount, now: Instant) -> ApiResult<Account> {
    let account = tx
        .prepare_cached(
            "INSERT INTO users (id, name, needs_name, email, email_key, role, created_at)
             VALUES (:id, :name, :needs_name, :email, :email_key, :role, :now) RETURNING *",
        )?
        .query_row(
            named_params! {
                ":id": Id::new(now),
                ":name": new.name.as_deref().unwrap_or(NEW_MEMBER),
                ":needs_name": new.name.is_none(),
                ":email": new.email,
                ":email_key": email_key(&new.email),
                ":role": new.role.as_str(),
                ":now": now,
            },
            account_from_row,
        )?;
    index_user(tx, account.id)?;
    Ok(account)
}

/// Sets the role.
pub fn set_role(tx: &Tx, id: Id, role: Role) -> ApiResult<()> {
    tx.prepare_cached("UPDATE users SET role = :role WHERE id = :id")?
        .execute(named_params! { ":id": id, ":role": role.as_str() })?;
    index_user(tx, id)
}

/// Sets the picture of a member who has none and still exists; returns whether it was set.
pub fn set_first_picture(tx: &Tx, id: Id, picture: &str) -> rusqlite::Result<bool> {
    tx.prepare_cached("UPDATE users SET picture = :picture WHERE id = :id AND picture = '' AND deleted_at IS NULL")?
        .execute(named_params! { ":id": id, ":picture": picture })
        .map(|rows| rows > 0)
}

/// Sets the picture; empty for none. Returns the address of the one before.
pub fn set_picture(tx: &Tx, id: Id, picture: &str) -> rusqlite::Result<String> {
    let before = tx
        .prepare_cached("SELECT picture FROM users WHERE id = :id")?
        .query_row(named_params! { ":id": id }, |row| row.get("picture"))?;
    tx.prepare_cached("UPDATE users SET picture = :picture WHERE id = :id")?
        .execute(named_params! { ":id": id, ":picture": picture })?;
    Ok(before)
}

/// Changes a member's profile. A given name counts as chosen.
pub fn update_profile(tx: &Tx, id: Id, edit: &ProfileEdit) -> ApiResult<()> {
    tx.prepare_cached(
        "UPDATE users SET name = coalesce(:name, name), needs_name = CASE WHEN :name IS NULL THEN needs_name ELSE 0 END,
           proposed_name = CASE WHEN :name IS NULL THEN proposed_name ELSE '' END,
           bio = coalesce(:bio, bio), github = coalesce(:github, github), linked_in = coalesce(:linked_in, linked_in),
           twitter = coalesce(:twitter, twitter), portfolio = coalesce(:portfolio, portfolio), discord = coalesce(:discord, discord),
           status = coalesce(:status, status), best_achievement = coalesce(:best_achievement, best_achievement),
           worst_bug_ever = coalesce(:worst_bug_ever, worst_bug_ever), favorite_language = coalesce(:favorite_language, favorite_language),
           dream_project = coalesce(:dream_project, dream_project),
           programming_superpowers = coalesce(:programming_superpowers, programming_superpowers)
         WHERE id = :id",
    )?
    .execute(named_params! {
        ":id": id, ":name": edit.name, ":bio": edit.bio, ":github": edit.github, ":linked_in": edit.linked_in, ":twitter": edit.twitter,
        ":portfolio": edit.portfolio, ":discord": edit.discord, ":status": edit.status, ":best_achievement": edit.best_achievement,
        ":worst_bug_ever": edit.worst_bug_ever, ":favorite_language": edit.favorite_language, ":dream_project": edit.dream_project,
        ":programming_superpowers": edit.programming_superpowers,
    })?;
    index_user(tx, id)
}

/// A profile. Deleted and suspended members have none, except for themselves and admins (`is_insider`), who also see
/// the e-mail address, hidden projects and registrations.
pub fn find_profile(conn: &Connection, id: Id, is_insider: bool) -> ApiResult<Option<Profile>> {
    let found = conn
        .prepare_cached(
            "SELECT email, needs_name, proposed_name, role, id, name, picture, bio, github, linked_in, twitter, portfolio, discord, status, best_achievement,
               worst_bug_ever, favorite_language, dream_project, programming_superpowers, created_at
             FROM users WHERE id = :id AND deleted_at IS NULL AND (suspended_at IS NULL OR :is_insider)",
        )?
        .query_row(named_params! { ":id": id, ":is_insider": is_insider }, |row| {
            profile_from_row(row, is_insider)
        })
        .optional()?;
    let Some(mut profile) = found else { return Ok(None) };
    profile.submitted_projects = list_projects(conn, id, is_insider)?;
    profile.total_upvotes = sum_upvotes(conn, id, is_insider)?;
    profile.badges = list_badges(conn, id)?;
    profile.certificates = list_certificates(conn, id, is_insider)?;
    if is_insider {
        profile.events = list_events(conn, id)?;
    }
    Ok(Some(profile))
}

fn profile_from_row(row: &Row, is_insider: bool) -> rusqlite::Result<Profile> {
    let row = Columns::of(row);
    let (email, needs_name, proposed): (Option<String>, bool, String) = (row.get("email")?, row.get("needs_name")?, row.get("proposed_name")?);
    let (email, role) = (email.filter(|_| is_insider), Role::parse(row.text("role")?));
    Ok(Profile {
        id: row.get("id")?,
        name: row.get("name")?,
        profile_picture: row.get("picture")?,
        bio: row.get("bio")?,
        github: row.get("github")?,
        linked_in: row.get("linked_in")?,
        twitter: row.get("twitter")?,
        portfolio: row.get("portfolio")?,
        discord: row.get("discord")?,
        status: row.get("status")?,
        interest_questions: InterestQuestions {
            best_achievement: row.get("best_achievement")?,
            worst_bug_ever: row.get("worst_bug_ever")?,
            favorite_language: row.get("favorite_language")?,
            dream_project: row.get("dream_project")?,
            programming_superpowers: row.get("programming_superpowers")?,
        },
        submitted_projects: Vec::new(),
        badges: Vec::new(),
        certificates: Vec::new(),
        events: Vec::new(),
        events_hidden: !is_insider,
        total_upvotes: 0,
        created_at: row.get("created_at")?,
        needs_name: is_insider.then_some(needs_name),
        proposed_name: email
            .as_deref()
            .filter(|_| needs_name)
            .map(|email| if proposed.is_empty() { proposed_name(email) } else { proposed.clone() }),
        email,
        role: is_insider.then_some(role),
    })
}

fn list_projects(conn: &Connection, user: Id, with_hidden: bool) -> ApiResult<Vec<ProfileProject>> {
    let rows = conn
        .prepare_cached(
            "SELECT p.id, p.title, p.short_description, p.excerpt, iif(p.excerpt IS NULL, p.description, '') AS description, p.category, p.status,
               (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack,
               p.github_link, p.demo_link, p.upvote_count, p.featured, p.created_at
             FROM projects p WHERE p.submitted_by = :user AND (p.status = 'Approved' OR :with_hidden) ORDER BY p.id DESC LIMIT 100",
        )?
        .query_map(named_params! { ":user": user, ":with_hidden": with_hidden }, |row| {
            let row = Columns::of(row);
            Ok(ProfileProject {
                id: row.get("id")?,
                title: row.get("title")?,
                short_description: row.get("short_description")?,
                description: markdown::excerpt(row.get("excerpt")?, row.text("description")?),
                category: row.get("category")?,
                status: row.get("status")?,
                tech_stack: row.json("tech_stack")?,
                github_link: row.get("github_link")?,
                demo_link: row.get("demo_link")?,
                upvote_count: row.get("upvote_count")?,
                featured: row.get("featured")?,
                submission_date: row.get("created_at")?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(rows)
}

fn sum_upvotes(conn: &Connection, user: Id, with_hidden: bool) -> rusqlite::Result<i64> {
    conn.prepare_cached(
        "SELECT coalesce(sum(upvote_count), 0) AS sum FROM projects WHERE submitted_by = :user AND (status = 'Approved' OR :with_hidden)",
    )?
    .query_row(named_params! { ":user": user, ":with_hidden": with_hidden }, |row| row.get("sum"))
}

fn list_badges(conn: &Connection, user: Id) -> rusqlite::Result<Vec<ProfileBadge>> {
    conn.prepare_cached("SELECT id, name, family, level, issued_at FROM badges WHERE user_id = :user ORDER BY id DESC LIMIT 100")?
        .query_map(named_params! { ":user": user }, |row| {
            let row = Columns::of(row);
            Ok(ProfileBadge {
                id: row.get("id")?,
                name: row.get("name")?,
                badge_type: row.get("family")?,
                level: row.get("level")?,
                issue_date: row.get("issued_at")?,
            })
        })?
        .collect()
}

/// Certificates that everybody may see: released, not private, not revoked. The owner also sees private and unreleased
/// ones.
fn list_certificates(conn: &Connection, user: Id, is_insider: bool) -> rusqlite::Result<Vec<ProfileCertificate>> {
    conn.prepare_cached(
        "SELECT id, certificate_id, title, type, design, recipient_name, achievement, released_at, issued_at
         FROM certificates WHERE user_id = :user AND revoked_at IS NULL AND (:is_insider OR (is_private = 0 AND released_at IS NOT NULL))
         ORDER BY id DESC LIMIT 100",
    )?
    .query_map(named_params! { ":user": user, ":is_insider": is_insider }, |row| {
        let row = Columns::of(row);
        Ok(ProfileCertificate {
            id: row.get("id")?,
            certificate_id: row.get("certificate_id")?,
            title: row.get("title")?,
            kind: row.get("type")?,
            design: row.get("design")?,
            recipient_name: row.get("recipient_name")?,
            achievement: row.get("achievement")?,
            verified: row.get::<Option<i64>>("released_at")?.is_some(),
            issue_date: row.get("issued_at")?,
        })
    })?
    .collect()
}

fn list_events(conn: &Connection, user: Id) -> rusqlite::Result<Vec<ProfileEvent>> {
    conn.prepare_cached(
        "SELECT e.id, e.title, e.excerpt, iif(e.excerpt IS NULL, e.description, '') AS description, e.date, e.end_date, e.cancelled_at IS NOT NULL AS cancelled
         FROM registrations r JOIN events e ON e.id = r.event_id
         WHERE r.user_id = :user AND e.published = 1 ORDER BY r.event_id DESC LIMIT 100",
    )?
    .query_map(named_params! { ":user": user }, |row| {
        let row = Columns::of(row);
        Ok(ProfileEvent {
            id: row.get("id")?,
            title: row.get("title")?,
            description: markdown::excerpt(row.get("excerpt")?, row.text("description")?),
            date: row.get("date")?,
            end_date: row.get("end_date")?,
            cancelled: row.get("cancelled")?,
        })
    })?
    .collect()
}

/// Members whose name contains these words, for choosing one: active members, at most `limit`. Admins see addresses and find by
/// them; organisers see those of participants of their events.
pub fn search_members(conn: &Connection, words: &str, eyes: Eyes, limit: u32) -> rusqlite::Result<Vec<FoundMember>> {
    // Whoever may not see an address must not be able to guess it either.
    let part = if eyes.is_admin() { "text" } else { "title" };
    let expression = Query::new().words(part, words).facet("active", "yes").expression();
    conn.prepare_cached(
        "SELECT u.id, u.name, u.picture,
           CASE WHEN :is_admin OR (:is_organiser AND EXISTS (
             SELECT 1 FROM event_staff s CROSS JOIN registrations r ON r.event_id = s.event_id AND r.user_id = u.id
             WHERE s.user_id = :caller AND s.duty = 'organiser')) THEN u.email END AS email
         FROM (SELECT rowid AS id FROM user_search WHERE user_search MATCH :match AND rowid <> :caller ORDER BY rowid DESC LIMIT :limit) page
         CROSS JOIN users u ON u.id = page.id",
    )?
    .query_map(
        named_params! {
            ":match": expression, ":caller": eyes.caller, ":is_admin": eyes.is_admin(), ":is_organiser": eyes.role == Role::Organiser,
            ":limit": limit,
        },
        |row| {
            Ok(FoundMember {
                id: row.get("id")?,
                name: row.get("name")?,
                profile_picture: row.get("picture")?,
                email: row.get("email")?,
            })
        },
    )?
    .collect()
}

/// A member's profile, or 404 with the message of the profile page.
pub fn require_profile(conn: &Connection, id: Id, is_insider: bool) -> ApiResult<Profile> {
    find_profile(conn, id, is_insider)?.ok_or_else(|| ApiError::not_found("The requested profile does not exist."))
}

/// Updates the search index for a member. Every change of name, address, role or suspension must end with this.
pub fn index_user(tx: &Tx, id: Id) -> ApiResult<()> {
    let found = tx
        .prepare_cached(
            "SELECT name, coalesce(email, '') AS email, role, suspended_at IS NULL AND deleted_at IS NULL AS active FROM users WHERE id = :id",
        )?
        .query_row(named_params! { ":id": id }, |row| {
            Ok((
                row.get::<_, String>("name")?,
                row.get::<_, String>("email")?,
                row.get::<_, String>("role")?,
                row.get::<_, bool>("active")?,
            ))
        })
        .optional()?;
    let Some((name, email, role, active)) = found else { return Ok(()) };
    let mut facets = vec![("role", role.as_str())];
    if active {
        facets.push(("active", "yes"));
    }
    search::set_user(
        tx,
        id,
        &search::Entry {
            title: &name,
            text: &[&email],
            facets: &facets,
        },
    )?;
    Ok(())
}
