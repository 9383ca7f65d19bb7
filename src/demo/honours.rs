//! Badges by the rules of their families, a few awarded by admins, and certificates of all designs.

use std::collections::BTreeMap;

use rusqlite::named_params;

use super::chance::{Chance, DAY};
use super::people::{ADMIN, People};
use super::{events, projects};
use crate::badges::rules::{Level, PROJECTS, UPVOTES, project_words, upvote_words};
use crate::certificates::store::index_certificate;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;

/// Badges that admins awarded: family, level, name, reason, member, event.
const GIVEN: [(&str, usize, &str, &str, &str, &str); 10] = [
    (
        "event",
        0,
        "First Workshop",
        "Led a workshop for the first time, and nobody noticed that it was the first.",
        "eleni",
        "a11y",
    ),
    (
        "event",
        2,
        "Hackathon Winner",
        "First place at the hackathon Things That Last.",
        "minhanh",
        "lasting",
    ),
    (
        "event",
        1,
        "Hackathon Runner-up",
        "Second place at the hackathon Things That Last, by one vote.",
        "kavitha",
        "lasting",
    ),
    (
        "event",
        3,
        "Conference Speaker",
        "Gave the talk that people still quote.",
        "cagla",
        "conf",
    ),
    (
        "event",
        4,
        "Host of the Year",
        "Organised nine meetups and stacked the chairs after each.",
        "tomas",
        "",
    ),
    (
        "achievement",
        0,
        "Good First Review",
        "Wrote the first review that a newcomer received.",
        "siobhan",
        "",
    ),
    (
        "achievement",
        1,
        "Bug Whisperer",
        "Found the cause of the map tiles that vanished at midnight.",
        "jiri",
        "",
    ),
    (
        "achievement",
        2,
        "Mentor of the Season",
        "Met with six newcomers every week, for a whole winter.",
        "priya",
        "",
    ),
    ("achievement", 3, "Pillar of the Village", "A hundred helpful answers.", "juergen", ""),
    (
        "achievement",
        4,
        "Founder",
        "Was here when there was only an empty room and a kettle.",
        "mirjam",
        "",
    ),
];

/// A badge without its id.
struct Badge<'a> {
    family: &'a str,
    level: usize,
    name: String,
    description: String,
    threshold: i64,
    user: Id,
    project: Option<Id>,
    event: Option<Id>,
    issued_by: Option<Id>,
    issued_at: Instant,
}

/// Awards all badges, oldest first.
pub fn award(tx: &Tx, chance: &mut Chance, now: Instant, people: &People, projects: &[projects::Made], events: &[events::Made]) -> ApiResult<()> {
    let mut badges = Vec::new();
    for project in projects {
        for (level, issued_at) in project.tiers.iter().enumerate() {
            let threshold = UPVOTES[level];
            badges.push(Badge {
                family: "upvote",
                level,
                name: upvote_words(threshold).0,
                description: upvote_words(threshold).1,
                threshold,
                user: project.owner,
                project: Some(project.id),
                event: None,
                issued_by: None,
                issued_at: *issued_at,
            });
        }
    }
    award_projects(&mut badges, projects);
    let admin = people.maker(ADMIN)?.id;
    for (family, level, name, description, handle, key) in GIVEN {
        let event = events.iter().find(|event| event.key == key && !key.is_empty());
        badges.push(Badge {
            family,
            level,
            name: name.to_owned(),
            description: description.to_owned(),
            threshold: 0,
            user: people.maker(handle)?.id,
            project: None,
            event: event.map(|event| event.id),
            issued_by: Some(admin),
            issued_at: event
                .and_then(|event| event.ended)
                .unwrap_or_else(|| now.plus_seconds(-chance.between(5, 50) * DAY)),
        });
    }
    badges.sort_by_key(|badge| badge.issued_at);
    for badge in &badges {
        insert_badge(tx, chance.id(badge.issued_at), badge)?;
    }
    Ok(())
}

/// Awards a badge for the first, third, fifth … approved project of a member.
fn award_projects(badges: &mut Vec<Badge<'_>>, projects: &[projects::Made]) {
    let mut approved: Vec<(Instant, &projects::Made)> = projects.iter().filter_map(|project| Some((project.approved?, project))).collect();
    approved.sort_by_key(|(at, project)| (*at, project.id));
    let mut counts: BTreeMap<Id, i64> = BTreeMap::new();
    for (issued_at, project) in approved {
        let count = counts.entry(project.owner).or_default();
        *count += 1;
        if let Some(level) = PROJECTS.iter().position(|threshold| threshold == count) {
            badges.push(Badge {
                family: "project",
                level,
                name: project_words(*count).0,
                description: project_words(*count).1,
                threshold: PROJECTS[level],
                user: project.owner,
                project: Some(project.id),
                event: None,
                issued_by: None,
                issued_at,
            });
        }
    }
}

fn insert_badge(tx: &Tx, id: Id, badge: &Badge) -> ApiResult<()> {
    tx.prepare_cached(
        "INSERT INTO badges (id, family, level, name, description, threshold, user_id, project_id, event_id, issued_by, issued_at, given_for)
         VALUES (:id, :family, :level, :name, :description, :threshold, :user, :project, :event, :issued_by, :issued_at,
           CASE :threshold WHEN 0 THEN coalesce(:event, 0) ELSE 0 END)",
    )?
    .execute(named_params! {
        ":id": id,
        ":family": badge.family,
        ":level": Level::ALL[badge.level].as_str(),
        ":name": badge.name,
        ":description": badge.description,
        ":threshold": badge.threshold,
        ":user": badge.user,
        ":project": badge.project,
        ":event": badge.event,
        ":issued_by": badge.issued_by,
        ":issued_at": badge.issued_at,
    })?;
    Ok(())
}

/// A certificate without its id.
struct Certificate<'a> {
    title: String,
    recipient: &'a str,
    achievement: &'a str,
    user: Id,
    event: Option<Id>,
    project: Option<Id>,
    design: &'a str,
    message: &'a str,
    issued_at: Instant,
    held: bool,
}

/// Issues a certificate to everybody who completed an event with certificates, and one for each featured project. One
/// is private, and one is revoked.
pub fn certify(tx: &Tx, chance: &mut Chance, now: Instant, people: &People, projects: &[projects::Made], events: &[events::Made]) -> ApiResult<()> {
    let mut certificates = Vec::new();
    for event in events {
        let (Some(design), Some(ended)) = (&event.design, event.ended) else {
            continue;
        };
        for (user, name) in &event.completed {
            certificates.push(Certificate {
                title: format!("{} Completion Certificate", event.title),
                recipient: name,
                achievement: &event.title,
                user: *user,
                event: Some(event.id),
                project: None,
                design: if design == "default" { "modern" } else { design },
                message: &event.message,
                issued_at: ended.plus_seconds(chance.between(DAY / 2, 3 * DAY)).min(now),
                held: event.held,
            });
        }
    }
    for project in projects.iter().filter(|project| project.featured).take(8) {
        let (Some(approved), Some(owner)) = (project.approved, people.all.iter().find(|person| person.id == project.owner)) else {
            continue;
        };
        certificates.push(Certificate {
            title: format!("{} Certificate", project.title),
            recipient: &owner.name,
            achievement: &project.title,
            user: owner.id,
            event: None,
            project: Some(project.id),
            design: "trophy",
            message: "Chosen by the village as a project of the season.",
            issued_at: approved.plus_seconds(DAY).min(now),
            held: false,
        });
    }
    certificates.sort_by_key(|certificate| certificate.issued_at);
    let admin = people.maker(ADMIN)?.id;
    let mut odd = certificates
        .iter()
        .enumerate()
        .filter(|(_, certificate)| !certificate.held && certificate.event.is_some());
    let (private, revoked) = (odd.next().map(|(place, _)| place), odd.next().map(|(place, _)| place));
    for (place, certificate) in certificates.iter().enumerate() {
        let id = chance.id(certificate.issued_at);
        let number = format!("CERT-BV-{}", chance.digits(12));
        let revoked_at = (revoked == Some(place)).then(|| certificate.issued_at.plus_seconds(2 * DAY).min(now));
        tx.prepare_cached(
            "INSERT INTO certificates (id, certificate_id, title, recipient_name, achievement, user_id, event_id, project_id, type, design,
               custom_message, released_at, is_private, revoked_at, revocation_reason, issued_by, issued_at)
             VALUES (:id, :certificate_id, :title, :recipient, :achievement, :user, :event, :project, :type, :design,
               :message, :released_at, :is_private, :revoked_at, :revocation_reason, :issued_by, :issued_at)",
        )?
        .execute(named_params! {
            ":id": id,
            ":certificate_id": number,
            ":title": certificate.title,
            ":recipient": certificate.recipient,
            ":achievement": certificate.achievement,
            ":user": certificate.user,
            ":event": certificate.event,
            ":project": certificate.project,
            ":type": if certificate.event.is_some() { "event" } else { "project" },
            ":design": certificate.design,
            ":message": certificate.message,
            ":released_at": (!certificate.held).then_some(certificate.issued_at),
            ":is_private": private == Some(place),
            ":revoked_at": revoked_at,
            ":revocation_reason": revoked_at.map(|_| "Issued by mistake: the recipient took part in another event."),
            ":issued_by": admin,
            ":issued_at": certificate.issued_at,
        })?;
        index_certificate(tx, id)?;
    }
    Ok(())
}
