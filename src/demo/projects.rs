//! Projects from projects.toml, plus generated ones for larger demos, with their votes and comments.

use std::collections::HashMap;

use rusqlite::named_params;
use serde::Deserialize;

use super::chance::{Chance, DAY};
use super::people::{ADMIN, People};
use super::screens;
use crate::badges::rules::UPVOTES;
use crate::db::Tx;
use crate::db::values::{Id, Instant, fold};
use crate::error::{ApiError, ApiResult};
use crate::markdown;
use crate::projects::store::index_project;
use crate::site::category_rules::FIRST;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    project: Vec<Text>,
    more: More,
}

/// A project as written in the file.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Text {
    title: String,
    short: String,
    category: String,
    tech: Vec<String>,
    text: String,
    by: String,
    team: Vec<String>,
    /// Days since its submission; random if absent.
    days: Option<i64>,
    votes: usize,
    featured: bool,
    /// "In Review", "Rejected", or empty for Approved.
    status: String,
    reason: Option<String>,
    /// The key of the event that it was made at.
    event: String,
    /// Whether it has a demo link.
    demo: bool,
    /// The name of its screenshot, and what is to be seen there; empty for none.
    screen: String,
    alt: String,
    /// Comments in order: who said what.
    comments: Vec<(String, String)>,
}

/// The parts that generated projects and comments are composed of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct More {
    first: Vec<String>,
    second: Vec<String>,
    purpose: Vec<String>,
    detail: Vec<String>,
    tech: Vec<String>,
    comments: Vec<String>,
}

/// The data of a project that the rest of the demo needs.
pub struct Made {
    pub id: Id,
    pub title: String,
    pub owner: Id,
    pub featured: bool,
    /// When it was approved, if it was.
    pub approved: Option<Instant>,
    /// When each upvote tier was reached.
    pub tiers: Vec<Instant>,
}

/// Adds `count` projects.
pub fn fill(tx: &Tx, chance: &mut Chance, now: Instant, count: usize, people: &People, events: &[(String, Id)]) -> ApiResult<Vec<Made>> {
    let file: File = toml::from_str(include_str!("projects.toml")).map_err(ApiError::internal)?;
    let admin = people.maker(ADMIN)?.id;
    let mut drafts = Vec::with_capacity(count);
    for number in 0..count {
        let text = file.project.get(number).cloned().unwrap_or_else(|| make(chance, &file.more));
        let owner = match text.by.as_str() {
            "" => &people.all[*chance.pick(&people.makers)],
            handle => people.maker(handle)?,
        };
        let age = match (text.days, text.status.as_str()) {
            (Some(days), _) => days * DAY + chance.between(0, DAY - 1),
            (None, "In Review") => chance.between(DAY, 8 * DAY),
            (None, _) => chance.between(12 * DAY, 540 * DAY),
        };
        let created = now.plus_seconds(-age).max(owner.joined.plus_seconds(DAY / 2));
        drafts.push((created, owner.id, text));
    }
    drafts.sort_by_key(|(created, ..)| *created);
    let mut made = Vec::with_capacity(count);
    // A large demo repeats the same texts, and rendering them to safe HTML is the most expensive part.
    let mut rendered: HashMap<String, String> = HashMap::new();
    for (number, (created, owner, text)) in (1_i64..).zip(drafts) {
        let id = chance.id(created);
        let reviewed = (text.status != "In Review").then(|| created.plus_seconds(chance.between(DAY / 8, 3 * DAY)).min(now));
        let project = Row {
            id,
            number,
            owner,
            admin,
            created,
            reviewed,
            html: rendered.entry(text.text.clone()).or_insert_with(|| markdown::to_html(text.text.trim())),
            event: events.iter().find(|(key, _)| *key == text.event).map(|(_, id)| *id),
        };
        insert(tx, &text, &project)?;
        for handle in &text.team {
            insert_team_member(tx, id, people.maker(handle)?.id)?;
        }
        if !text.screen.is_empty() {
            screens::show(tx, chance, id, &text.screen, &text.alt, created)?;
        }
        let approved = reviewed.filter(|_| text.reason.is_none());
        let mut tiers = Vec::new();
        if let Some(approved) = approved {
            tiers = vote(tx, chance, id, text.votes, (approved, now), people)?;
            comment(tx, chance, id, &text, &file.more, (approved, now), people)?;
        }
        index_project(tx, id)?;
        made.push(Made {
            id,
            title: text.title,
            owner,
            featured: text.featured,
            approved,
            tiers,
        });
    }
    Ok(made)
}

/// A generated project with about ten votes. Few projects have many.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn make(chance: &mut Chance, more: &More) -> Text {
    let (first, second) = (chance.pick(&more.first).clone(), chance.pick(&more.second).clone());
    let (purpose, detail) = (chance.pick(&more.purpose).clone(), chance.pick(&more.detail).clone());
    let tech = chance
        .some(more.tech.len(), 3)
        .into_iter()
        .map(|place| more.tech[place].clone())
        .collect();
    let luck = chance.early();
    let (status, reason) = match chance.between(0, 99) {
        0..=4 => ("In Review", None),
        5..=9 => (
            "Rejected",
            Some("The repository is empty. Please push the code and submit again.".to_owned()),
        ),
        _ => ("", None),
    };
    Text {
        title: format!("{first} {second}"),
        short: format!("{purpose}."),
        category: chance.pick(&FIRST).0.to_owned(),
        tech,
        text: format!("{purpose}.\n\n{detail}"),
        votes: (luck * luck * 55.0) as usize,
        featured: status.is_empty() && chance.percent(1),
        status: status.to_owned(),
        reason,
        demo: chance.percent(40),
        ..Text::default()
    }
}

/// The data of a project's row besides its texts.
struct Row<'a> {
    id: Id,
    number: i64,
    owner: Id,
    admin: Id,
    created: Instant,
    reviewed: Option<Instant>,
    html: &'a str,
    event: Option<Id>,
}

fn insert(tx: &Tx, text: &Text, project: &Row) -> ApiResult<()> {
    let slug: String = text
        .title
        .to_lowercase()
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(4)
        .collect::<Vec<_>>()
        .join("-");
    let slug = if slug.is_empty() { format!("project-{}", project.number) } else { slug };
    tx.prepare_cached(
        "INSERT INTO projects (id, number, title, title_key, short_description, description, description_html, category, github_link, demo_link,
           submitted_by, event_id, status, rejection_reason, featured, reviewed_at, reviewed_by, created_at, updated_at)
         VALUES (:id, :number, :title, :title_key, :short_description, :description, :description_html, :category, :github_link, :demo_link,
           :submitted_by, :event_id, :status, :rejection_reason, :featured, :reviewed_at, :reviewed_by, :created_at, :created_at)",
    )?
    .execute(named_params! {
        ":id": project.id,
        ":number": project.number,
        ":title": text.title,
        ":title_key": fold(&text.title),
        ":short_description": text.short,
        ":description": text.text.trim(),
        ":description_html": project.html,
        ":category": text.category,
        ":github_link": format!("https://github.com/example/{slug}"),
        ":demo_link": if text.demo { format!("https://{slug}.example.org") } else { String::new() },
        ":submitted_by": project.owner,
        ":event_id": project.event,
        ":status": if text.status.is_empty() { "Approved" } else { text.status.as_str() },
        ":rejection_reason": text.reason,
        ":featured": text.featured,
        ":reviewed_at": project.reviewed,
        ":reviewed_by": project.reviewed.map(|_| project.admin),
        ":created_at": project.created,
    })?;
    let mut insert =
        tx.prepare_cached("INSERT INTO project_technologies (project_id, position, name, name_key) VALUES (:project, :position, :name, :name_key)")?;
    for (position, name) in (0_i64..).zip(&text.tech) {
        insert.execute(named_params! { ":project": project.id, ":position": position, ":name": name, ":name_key": fold(name) })?;
    }
    Ok(())
}

fn insert_team_member(tx: &Tx, project: Id, user: Id) -> ApiResult<()> {
    tx.prepare_cached("INSERT INTO project_members (project_id, user_id) VALUES (:project, :user)")?
        .execute(named_params! { ":project": project, ":user": user })?;
    Ok(())
}

/// Adds votes, most of them soon after the approval; returns when each tier was reached.
fn vote(tx: &Tx, chance: &mut Chance, project: Id, count: usize, (from, to): (Instant, Instant), people: &People) -> ApiResult<Vec<Instant>> {
    let mut times = Vec::with_capacity(count);
    let mut insert = tx.prepare_cached("INSERT INTO upvotes (project_id, user_id, created_at) VALUES (:project, :user, :created_at)")?;
    for place in chance.some(people.all.len(), count) {
        let person = &people.all[place];
        let at = chance.soon(from.max(person.joined), to);
        insert.execute(named_params! { ":project": project, ":user": person.id, ":created_at": at })?;
        times.push(at);
    }
    times.sort_unstable();
    let reached = UPVOTES.iter().filter_map(|threshold| usize::try_from(*threshold).ok()?.checked_sub(1));
    Ok(reached.map_while(|place| times.get(place).copied()).collect())
}

/// Adds the comments that were written for a project, and some generic ones.
fn comment(tx: &Tx, chance: &mut Chance, project: Id, text: &Text, more: &More, (from, to): (Instant, Instant), people: &People) -> ApiResult<()> {
    let mut said = Vec::new();
    for (handle, words) in &text.comments {
        said.push((people.maker(handle)?, words.clone()));
    }
    let others = text.votes.min(300) / 40 + usize::from(text.votes > 4 && chance.percent(30));
    for place in chance.some(more.comments.len(), others) {
        said.push((&people.all[*chance.pick(&people.makers)], more.comments[place].clone()));
    }
    let mut at = from;
    let mut insert = tx.prepare_cached(
        "INSERT INTO comments (id, project_id, user_id, text, created_at, edited_at) VALUES (:id, :project, :user, :text, :created_at, :edited_at)",
    )?;
    for (person, words) in said {
        at = chance.soon(at.max(person.joined), to);
        let edited = chance.percent(8).then(|| at.plus_seconds(chance.between(60, 900)).min(to));
        let id = chance.id(at);
        insert
            .execute(named_params! { ":id": id, ":project": project, ":user": person.id, ":text": words, ":created_at": at, ":edited_at": edited })?;
    }
    Ok(())
}
