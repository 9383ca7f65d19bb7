//! Badges for admins: list them, give them.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use rusqlite::Connection;
use serde_json::json;

use super::guards::tell;
use super::rules::{Family, Level};
use super::store::{self, NewBadge};
use super::views::{Badge, BadgeInput, BadgeOutcome, BadgesGiven};
use crate::app::App;
use crate::audit::store::{Act, insert_act};
use crate::auth::Admin;
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::input::{Input, Text};
use crate::members::store::find_account;
use crate::text::{CHOICE_LENGTH, SEARCH_LENGTH, one_line, paragraphs};
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};

pub struct BadgesAdminApi(pub Arc<App>);

/// A badge that was checked, without its recipient.
struct Gift {
    family: Family,
    level: Level,
    name: String,
    description: String,
    issued_by: Id,
}

/// The project and the event that a badge names.
type Origins = (Option<Id>, Option<Id>);

/// Why a member gets no badge.
enum Refusal {
    Unknown,
    Suspended,
    HasIt,
}

impl Refusal {
    /// For the admin who gives it to this member alone.
    fn into_error(self) -> ApiError {
        match self {
            Refusal::Unknown => ApiError::invalid("user", "There is no such member"),
            Refusal::Suspended => ApiError::invalid("user", "This member is suspended"),
            Refusal::HasIt => ApiError::conflict("This member already has this badge."),
        }
    }

    /// Beside the member's name.
    const fn outcome(&self) -> &'static str {
        match self {
            Refusal::Unknown => "Is no member any more",
            Refusal::Suspended => "Is suspended",
            Refusal::HasIt => "Has this badge already",
        }
    }
}

/// An id that may be missing or empty, as forms send it.
fn id_in(text: Option<&Text<CHOICE_LENGTH>>, field: &str, sentence: &str) -> ApiResult<Option<Id>> {
    let text = text.map_or("", |text| text.trim());
    if text.is_empty() {
        return Ok(None);
    }
    Id::parse(text).map(Some).ok_or_else(|| ApiError::invalid(field, sentence))
}

/// What the badge names: an upvote or project badge a project, an event badge an event.
fn check_origin(conn: &Connection, family: Family, input: &BadgeInput) -> ApiResult<Origins> {
    let (no_project, no_event) = ("There is no such approved project", "There is no such event");
    let project = id_in(input.project.as_ref().filter(|_| family.has_project()), "project", no_project)?;
    let event = id_in(input.event.as_ref().filter(|_| family.has_event()), "event", no_event)?;
    if let Some(project) = project
        && !store::is_approved_project(conn, project)?
    {
        return Err(ApiError::invalid("project", no_project));
    }
    if let Some(event) = event
        && !store::is_event(conn, event)?
    {
        return Err(ApiError::invalid("event", no_event));
    }
    Ok((project, event))
}

/// Gives a badge to one member, and tells them. The name is empty when there is no such member.
fn give(tx: &Tx, gift: &Gift, (project, event): Origins, user: Id, now: Instant) -> ApiResult<(String, Result<Id, Refusal>)> {
    let Some(account) = find_account(tx, user)? else {
        return Ok((String::new(), Err(Refusal::Unknown)));
    };
    if account.is_suspended {
        return Ok((account.name, Err(Refusal::Suspended)));
    }
    let new = NewBadge {
        family: gift.family,
        level: gift.level,
        name: &gift.name,
        description: &gift.description,
        threshold: 0,
        user,
        project,
        event,
        issued_by: Some(gift.issued_by),
    };
    let Some(id) = store::insert_badge(tx, &new, now)? else {
        return Ok((account.name, Err(Refusal::HasIt)));
    };
    tell(tx, user, vec![id], now)?;
    let act = Act {
        actor: gift.issued_by,
        action: "badge.give",
        subject_kind: "badge",
        subject: id,
        before: json!({}),
        after: json!({
            "user": user.to_string(), "recipient": account.name, "name": gift.name, "badgeType": gift.family, "level": gift.level,
            "project": project.map(|id| id.to_string()), "event": event.map(|id| id.to_string()),
        }),
    };
    insert_act(tx, &act, now)?;
    Ok((account.name, Ok(id)))
}

#[OpenApi(tag = "Tag::Badges")]
impl BadgesAdminApi {
    /// List badges
    ///
    /// Newest first.
    #[oai(path = "/admin/badges", method = "get", operation_id = "list_badges")]
    #[allow(clippy::too_many_arguments)]
    async fn list_badges(
        &self,
        _admin: Admin,
        /// Parts of the badge's name or the recipient's.
        search: Query<Option<Text<SEARCH_LENGTH>>>,
        /// `upvote`, `project`, `event` or `achievement`; `all` or empty for no filter.
        #[oai(name = "type")]
        family: Query<Option<Text<CHOICE_LENGTH>>>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<Badge>> {
        let paging = Paging::new(limit.0, offset.0, after.0.as_deref())?;
        let family = match family.0.as_ref().map(|name| name.trim()) {
            None | Some("") => None,
            Some(name) if name.eq_ignore_ascii_case("all") => None,
            Some(name) => Some(Family::named(name).ok_or_else(|| ApiError::invalid("type", "Unknown type"))?),
        };
        let (search, site_url) = (search.0.unwrap_or_default().0, self.0.config.site_url());
        let words = search.clone();
        self.0
            .db
            .search(&words, move |conn| store::list_badges(conn, &search, family, &paging, &site_url))
            .await
    }

    /// Give a badge
    ///
    /// To one member (`user`) or to several (`users`). Each gets it once, and a mail. The answer says what became of each.
    /// A project is read for upvote and project badges only, and an event for event badges only.
    #[oai(path = "/admin/badges", method = "post", operation_id = "give_badge")]
    async fn give_badge(&self, admin: Admin, input: Input<BadgeInput>) -> ApiResult<Item<BadgesGiven>> {
        let (admin, now, input, site_url) = (admin.0, self.0.clock.now(), input.0, self.0.config.site_url());
        let (name, description) = (one_line(&input.name), paragraphs(&input.description));
        let choice = |text: &Text<CHOICE_LENGTH>, default: &str| {
            if text.trim().is_empty() {
                default.to_owned()
            } else {
                text.trim().to_owned()
            }
        };
        let mut faults = Vec::new();
        if name.is_empty() {
            faults.push(("name".to_owned(), "Badge name is required".to_owned()));
        }
        if description.is_empty() {
            faults.push(("description".to_owned(), "Description is required".to_owned()));
        }
        let only = id_in(input.user.as_ref(), "user", "There is no such member")?;
        if only.is_none() && input.users.0.is_empty() {
            faults.push(("user".to_owned(), "User is required".to_owned()));
        }
        let family = Family::named(&choice(&input.badge_type, Family::Achievement.as_str()));
        let level = Level::named(&choice(&input.level, Level::Troposphere.as_str()));
        if family.is_none() {
            faults.push(("badgeType".to_owned(), "Unknown type".to_owned()));
        }
        if level.is_none() {
            faults.push(("level".to_owned(), "Unknown level".to_owned()));
        }
        let (Some(family), Some(level), true) = (family, level, faults.is_empty()) else {
            return Err(ApiError::invalid_fields(faults));
        };
        let gift = Gift {
            family,
            level,
            name,
            description,
            issued_by: admin.id,
        };
        self.0
            .db
            .write(move |tx| {
                let origins = check_origin(tx, family, &input)?;
                let (mut count, mut first, mut outcomes) = (0, None, Vec::new());
                for user in only.into_iter().chain(input.users.0.iter().copied()) {
                    let (name, given) = give(tx, &gift, origins, user, now)?;
                    let (outcome, badge) = match given {
                        Err(refusal) if only.is_some() => return Err(refusal.into_error()),
                        Err(refusal) => (refusal.outcome(), None),
                        Ok(id) => ("Given", Some(id)),
                    };
                    count += i64::from(badge.is_some());
                    first = first.or(badge);
                    outcomes.push(BadgeOutcome {
                        user,
                        name,
                        outcome: outcome.into(),
                        badge,
                    });
                }
                let badge = first.map(|id| store::find_badge(tx, id, admin.eyes(), &site_url)).transpose()?.flatten();
                let message = match (only, count) {
                    (Some(_), _) => "Badge created successfully!".into(),
                    (None, 0) => "Nobody got the badge.".into(),
                    (None, 1) => "1 member got the badge.".into(),
                    (None, count) => format!("{count} members got the badge."),
                };
                Ok(Item(BadgesGiven {
                    message,
                    badge,
                    count,
                    outcomes,
                }))
            })
            .await
    }
}
