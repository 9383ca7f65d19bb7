//! What several calls share: awarding a badge once, and telling its recipient.

use super::rules::{self, Earned, Family};
use super::store::{self, NewBadge, insert_badge};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::mail::occasion::Occasion;
use crate::mail::store::{find_unbegun, hold_until, queue_about, set_occasion};
use crate::mail::views::NewMail;
use crate::members::store::{find_account, find_mail_choices};

/// A badge that was awarded by rule now.
pub struct Awarded {
    pub id: Id,
    pub family: Family,
    pub level: rules::Level,
    pub name: String,
    pub user: Id,
    pub project: Id,
}

/// Awards the submitter of a project the badges that its upvotes have earned, and tells them of the new ones.
///
/// # Errors
/// 500 when the database fails.
pub fn award_for_upvotes(tx: &Tx, project: Id, submitter: Id, upvotes: i64, now: Instant) -> ApiResult<Vec<Awarded>> {
    let mut awarded = Vec::new();
    for badge in rules::earned(&rules::UPVOTES, upvotes) {
        awarded.extend(award(
            tx,
            Family::Upvote,
            badge,
            rules::upvote_words(badge.threshold),
            submitter,
            project,
            now,
        )?);
    }
    tell_all(tx, submitter, &awarded, now)?;
    Ok(awarded)
}

/// Awards a member the badges that their approved projects have earned, and tells them of the new ones. `projects` are
/// these projects in the order of their approval: a badge names the one that reached its count, or the last.
///
/// # Errors
/// 500 when the database fails.
pub fn award_for_projects(tx: &Tx, member: Id, projects: &[Id], now: Instant) -> ApiResult<Vec<Awarded>> {
    let mut awarded = Vec::new();
    let count = i64::try_from(projects.len()).unwrap_or(i64::MAX);
    for badge in rules::earned(&rules::PROJECTS, count) {
        let place = usize::try_from(badge.threshold - 1).unwrap_or(usize::MAX);
        let Some(project) = projects.get(place) else { continue };
        awarded.extend(award(
            tx,
            Family::Project,
            badge,
            rules::project_words(badge.threshold),
            member,
            *project,
            now,
        )?);
    }
    tell_all(tx, member, &awarded, now)?;
    Ok(awarded)
}

fn award(
    tx: &Tx,
    family: Family,
    Earned { level, threshold }: Earned,
    (name, description): (String, String),
    user: Id,
    project: Id,
    now: Instant,
) -> ApiResult<Option<Awarded>> {
    let new = NewBadge {
        family,
        level,
        name: &name,
        description: &description,
        threshold,
        user,
        project: Some(project),
        event: None,
        issued_by: None,
    };
    let id = insert_badge(tx, &new, now)?;
    Ok(id.map(|id| Awarded {
        id,
        family,
        level,
        name,
        user,
        project,
    }))
}

/// Awards everybody what the rules owe them, such as after a rule has changed.
///
/// # Errors
/// 500 when the database fails.
pub fn award_owed(tx: &Tx, now: Instant) -> ApiResult<Vec<Awarded>> {
    let mut awarded = Vec::new();
    for (project, submitter, upvotes) in store::list_upvoted(tx, rules::UPVOTES[0])? {
        awarded.extend(award_for_upvotes(tx, project, submitter, upvotes, now)?);
    }
    for projects in store::list_approved(tx)?.chunk_by(|one, next| one.1 == next.1) {
        let Some((_, member)) = projects.first() else { continue };
        let projects: Vec<Id> = projects.iter().map(|(project, _)| *project).collect();
        awarded.extend(award_for_projects(tx, *member, &projects, now)?);
    }
    Ok(awarded)
}

fn tell_all(tx: &Tx, user: Id, awarded: &[Awarded], now: Instant) -> ApiResult<()> {
    let badges: Vec<Id> = awarded.iter().map(|badge| badge.id).collect();
    if badges.is_empty() { Ok(()) } else { tell(tx, user, badges, now) }
}

/// What mails about a member's new badges are about.
fn news_of(user: Id) -> String {
    format!("badges:{user}")
}

/// Lets a waiting mail about a member's new badges leave no earlier than this.
///
/// # Errors
/// 500 when the database fails.
pub fn hold_news(tx: &Tx, user: Id, until: Instant) -> ApiResult<()> {
    hold_until(tx, &news_of(user), until)
}

/// Congratulates a member on new badges, if they want such mails. While the last such mail has not begun to leave, it
/// names these as well.
///
/// # Errors
/// 500 when the database fails.
pub fn tell(tx: &Tx, user: Id, badges: Vec<Id>, now: Instant) -> ApiResult<()> {
    let Some(account) = find_account(tx, user)?.filter(|account| !account.is_suspended && !account.email.is_empty()) else {
        return Ok(());
    };
    if !find_mail_choices(tx, user)?.badges {
        return Ok(());
    }
    let topic = news_of(user);
    if let Some((mail, Occasion::BadgesEarned { badges: earlier })) = find_unbegun(tx, &topic)? {
        let badges = earlier.into_iter().chain(badges).collect();
        return set_occasion(tx, mail, &Occasion::BadgesEarned { badges });
    }
    let mail = NewMail {
        user_id: Some(user),
        to_name: account.greeting().to_owned(),
        to_email: account.email,
        occasion: Occasion::BadgesEarned { badges },
    };
    queue_about(tx, &mail, &topic, now)
}
