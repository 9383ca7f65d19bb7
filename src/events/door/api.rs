//! The door of an event: check-in by ticket or by name, its undoing, and the lists of who may come. Helpers see no addresses.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use serde_json::{Value, json};

use super::rules::{self as door_rules, Admission, Visit};
use super::store::{self, Door, Found};
use super::views::{CheckIn, CheckInInput, CheckInState, CheckInSummary, DoorParticipant, DoorWaiting, UndoInput, seen};
use crate::app::App;
use crate::auth::{AtDoor, Doorkeeper};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::{ApiError, ApiResult};
use crate::events::guards::{act, not_found, require_event};
use crate::events::participants::completion::{complete_if_done, take_back};
use crate::events::participants::store as participants_store;
use crate::events::participants::views::Person;
use crate::events::registration::places::{new_ticket, promote};
use crate::events::registration::rules::promotes;
use crate::events::rules;
use crate::events::views::EventPerson;
use crate::input::Input;
use crate::site::store::moment;
use crate::web::document::Tag;
use crate::web::item::Item;
use crate::web::paging::{Page, Paging, Place};

pub struct CheckInApi(pub Arc<App>);

#[OpenApi(tag = "Tag::Events")]
impl CheckInApi {
    /// Check somebody in at the door
    ///
    /// By ticket, by member id or by e-mail address. The participant becomes Attended at once. With `letIn`, a member
    /// without a place gets one if there is room, from the waiting list or as a walk-in. A ticket counts once, however
    /// often it is scanned. A scan that is sent again (with the same `scanId`) gets the same answer as the first time.
    #[oai(path = "/admin/events/:id/checkin", method = "post", operation_id = "check_in")]
    async fn check_in(&self, keeper: Doorkeeper, id: Path<Id>, input: Input<CheckInInput>) -> ApiResult<Item<CheckIn>> {
        let (keeper, id, now, input) = (keeper.0, id.0, self.0.clock.now(), input.0);
        let whom = Whom::from(input.ticket.as_deref(), input.user_id, input.email.as_deref())?;
        self.0
            .db
            .write(move |tx| {
                let door = store::find_door(tx, id)?.ok_or_else(not_found)?;
                if door.cancelled {
                    return Err(ApiError::conflict("This event was cancelled."));
                }
                Ok(Item(admit(tx, &keeper, id, &door, &whom, &input, now)?))
            })
            .await
    }

    /// Undo a check-in
    ///
    /// Name the check-in by its scan or by its time, so that a later one stays. Whoever was let in at the door loses the
    /// place again, and is back on the waiting list if they came from it. Sending it again changes nothing.
    #[oai(path = "/admin/events/:id/checkin/undo", method = "post", operation_id = "undo_check_in")]
    async fn undo_check_in(&self, keeper: Doorkeeper, id: Path<Id>, input: Input<UndoInput>) -> ApiResult<Item<CheckIn>> {
        let (keeper, id, now, input) = (keeper.0, id.0, self.0.clock.now(), input.0);
        let whom = Whom::from(input.ticket.as_deref(), input.user_id, input.email.as_deref())?;
        self.0
            .db
            .write(move |tx| {
                let door = store::find_door(tx, id)?.ok_or_else(not_found)?;
                Ok(Item(undo(tx, &keeper, id, &door, &whom, &input, now)?))
            })
            .await
    }

    /// Get an event at its door, with the number of participants who came
    #[oai(path = "/admin/events/:id/checkin/summary", method = "get", operation_id = "get_check_in_summary")]
    async fn get_check_in_summary(&self, keeper: Doorkeeper, id: Path<Id>) -> ApiResult<Item<CheckInSummary>> {
        let (id, now) = (id.0, self.0.clock.now());
        let (door, moment) = self
            .0
            .db
            .read(move |conn| Ok((store::find_door(conn, id)?.ok_or_else(not_found)?, moment(conn, now)?)))
            .await?;
        Ok(Item(CheckInSummary {
            phase: rules::phase(&door.date, door.starts_at, door.ends_at, &moment.today, now),
            starts_at: rules::with_offset(door.starts_at, &moment.zone),
            ends_at: rules::with_offset(door.ends_at, &moment.zone),
            spots_left: door.spots_left(),
            title: door.title,
            date: door.date,
            end_date: door.end_date,
            time: door.time,
            checked_in_count: door.checked_in,
            registrations_count: door.registered,
            open: !door.cancelled,
            can_run: keeper.0.runs_event,
        }))
    }

    /// List the participants of an event for its door
    ///
    /// In order of registration. Helpers get no addresses.
    #[oai(path = "/admin/events/:id/checkin/participants", method = "get", operation_id = "list_door_participants")]
    async fn list_door_participants(
        &self,
        keeper: Doorkeeper,
        id: Path<Id>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<DoorParticipant>> {
        let (paging, id, with_addresses) = (Paging::new(limit.0, offset.0, after.0.as_deref())?, id.0, keeper.0.runs_event);
        self.0
            .db
            .read(move |conn| {
                require_event(conn, id)?;
                let page = participants_store::list_participants(conn, id, &participants_store::Wanted::default(), &paging)?;
                Ok(page.map(|one| DoorParticipant::new(one, with_addresses)))
            })
            .await
    }

    /// List the waiting list of an event for its door
    ///
    /// Members who have waited longest come first. Helpers get no addresses.
    #[oai(path = "/admin/events/:id/checkin/waiting-list", method = "get", operation_id = "list_door_waiting")]
    async fn list_door_waiting(
        &self,
        keeper: Doorkeeper,
        id: Path<Id>,
        /// Entries to return: 1 to {MAX_LIMIT}, {DEFAULT_LIMIT} by default.
        limit: Query<Option<u32>>,
        /// Entries to skip: at most {MAX_OFFSET}.
        offset: Query<Option<u32>>,
        /// The last entry seen, instead of an offset: its `_id`, or the `X-Next` of its page.
        after: Query<Option<Place>>,
    ) -> ApiResult<Page<DoorWaiting>> {
        let (paging, id, with_addresses) = (Paging::new(limit.0, offset.0, after.0.as_deref())?, id.0, keeper.0.runs_event);
        self.0
            .db
            .read(move |conn| {
                require_event(conn, id)?;
                let page = participants_store::list_waiting(conn, id, &paging)?;
                Ok(page.map(|one| DoorWaiting::new(one, with_addresses)))
            })
            .await
    }
}

/// The person that a call is about.
enum Whom {
    Ticket(String),
    User(Id),
    Email(String),
}

impl Whom {
    fn from(ticket: Option<&str>, user: Option<Id>, email: Option<&str>) -> ApiResult<Whom> {
        match (ticket, user, email) {
            (Some(ticket), _, _) => Ok(Whom::Ticket(ticket.to_owned())),
            (None, Some(user), _) => Ok(Whom::User(user)),
            (None, None, Some(email)) => Ok(Whom::Email(email.to_owned())),
            (None, None, None) => Err(ApiError::invalid("ticket", "Please scan a ticket or choose a participant")),
        }
    }

    /// Their registration, for this event or, by ticket, for another; and the member, registered or not.
    /// Whose an address is learns only who may see all addresses; to others it leads to participants of the event.
    fn find(&self, tx: &Tx, keeper: &AtDoor, event: Id) -> ApiResult<(Option<Found>, Option<Person>)> {
        let user = match self {
            Whom::Ticket(scanned) => {
                let found = door_rules::read(scanned).map(|secret| store::find_by_ticket(tx, &secret)).transpose()?;
                return Ok((found.flatten(), None));
            }
            Whom::User(user) => Some(*user),
            Whom::Email(email) => store::find_member_id(tx, email)?,
        };
        let Some(user) = user else { return Ok((None, None)) };
        let found = store::find_by_user(tx, event, user)?;
        if found.is_none() && matches!(self, Whom::Email(_)) && !keeper.sees_all {
            return Ok((None, None));
        }
        Ok((found, store::find_member(tx, user)?))
    }

    fn unknown(&self, keeper: &AtDoor) -> &'static str {
        match self {
            Whom::Email(_) if !keeper.sees_all => "No participant has this e-mail address. Please look for the name.",
            Whom::Ticket(_) => "This ticket is not known.",
            Whom::User(_) => "This member is not registered for this event.",
            Whom::Email(_) => "No member has this e-mail address.",
        }
    }
}

/// An answer that nothing is known about yet.
fn blank(message: String) -> CheckIn {
    CheckIn {
        state: CheckInState::Unknown,
        message,
        participant: None,
        checked_in_at: None,
        other_event: None,
        checked_in_count: 0,
        registrations_count: 0,
    }
}

fn counted(tx: &Tx, event: Id, mut answer: CheckIn) -> ApiResult<CheckIn> {
    let door = store::find_door(tx, event)?.ok_or_else(not_found)?;
    (answer.checked_in_count, answer.registrations_count) = (door.checked_in, door.registered);
    Ok(answer)
}

/// Somebody as whoever is at the door may see them: an organiser sees the addresses of participants of the event only.
fn shown(keeper: &AtDoor, person: Person, is_participant: bool) -> EventPerson {
    seen(person, keeper.sees_all || (keeper.runs_event && is_participant))
}

/// Decides about a scan and stores what it changes.
fn admit(tx: &Tx, keeper: &AtDoor, event: Id, door: &Door, whom: &Whom, input: &CheckInInput, now: Instant) -> ApiResult<CheckIn> {
    let (found, member) = whom.find(tx, keeper, event)?;
    let before = found.as_ref().filter(|found| found.event == event).and_then(|found| found.checked_in_at);
    let admission = door_rules::admit(&Visit {
        is_elsewhere: found.as_ref().is_some_and(|found| found.event != event),
        is_registered: found.is_some(),
        is_checked_in: before.is_some(),
        is_repetition: input.scan_id.is_some() && found.as_ref().is_some_and(|found| found.scan_id.as_deref() == input.scan_id.as_deref()),
        is_member: member.is_some(),
        lets_in: input.let_in,
        is_full: door.spots_left() == Some(0),
    });
    let other_event = found
        .as_ref()
        .map(|found| found.event_title.clone())
        .filter(|_| admission == Admission::WrongEvent);
    let Some(person) = found.map(|found| found.participant).or(member) else {
        return counted(tx, event, blank(whom.unknown(keeper).into()));
    };
    let at = input.scanned_at.map_or(now, |scanned_at| scanned_at.min(now));
    let scan_id = input.scan_id.as_deref();
    let is_participant = !matches!(admission, Admission::NoPlace | Admission::Unknown | Admission::WrongEvent);
    let name = person.name.as_str();
    let (state, message) = match admission {
        Admission::CheckIn | Admission::LetIn | Admission::Repeat => (CheckInState::CheckedIn, format!("Welcome, {name}!")),
        Admission::Already => (CheckInState::Already, format!("{name} was already checked in.")),
        Admission::WrongEvent => (
            CheckInState::WrongEvent,
            format!("This ticket is for another event: {}", other_event.as_deref().unwrap_or_default()),
        ),
        Admission::NoPlace => (CheckInState::NoPlace, format!("There is no place for {name}: all places are taken.")),
        Admission::Unknown => (CheckInState::Unknown, whom.unknown(keeper).to_owned()),
    };
    let mut checked_in_at = before;
    if let Admission::CheckIn | Admission::LetIn = admission {
        let is_let_in = admission == Admission::LetIn;
        if is_let_in {
            store::let_in(tx, event, person.id, &new_ticket(), at, scan_id)?;
        } else {
            store::set_checked_in(tx, event, person.id, at, scan_id)?;
        }
        complete_if_done(tx, event, person.id, now)?;
        let after = json!({ "user": person.id.to_string(), "checkedInAt": at, "letIn": is_let_in });
        act(tx, keeper.caller.id, "event.check_in", event, Value::Null, after, now)?;
        checked_in_at = Some(at);
    }
    let answer = CheckIn {
        state,
        participant: Some(shown(keeper, person, is_participant)),
        checked_in_at,
        other_event,
        ..blank(message)
    };
    counted(tx, event, answer)
}

/// Undoes the check-in that is meant, if it still stands.
fn undo(tx: &Tx, keeper: &AtDoor, event: Id, door: &Door, whom: &Whom, input: &UndoInput, now: Instant) -> ApiResult<CheckIn> {
    let (found, member) = whom.find(tx, keeper, event)?;
    let found = found.filter(|found| found.event == event);
    let Some(name) = found
        .as_ref()
        .map(|found| &found.participant)
        .or(member.as_ref())
        .map(|person| person.name.clone())
    else {
        return counted(tx, event, blank(whom.unknown(keeper).into()));
    };
    let is_meant = |found: &Found| {
        (input.scan_id.is_some() && found.scan_id.as_deref() == input.scan_id.as_deref())
            || (input.checked_in_at.is_some() && found.checked_in_at == input.checked_in_at)
    };
    let mut answer = blank(format!("{name} is not checked in."));
    answer.state = CheckInState::Undone;
    let person = found.as_ref().map(|found| found.participant.clone()).or(member);
    answer.participant = person.map(|person| shown(keeper, person, found.is_some()));
    let Some(found) = found.filter(|found| found.checked_in_at.is_some()) else {
        return counted(tx, event, answer);
    };
    if !is_meant(&found) {
        answer.state = CheckInState::Already;
        answer.message = format!("{name} was checked in again since.");
        answer.checked_in_at = found.checked_in_at;
        return counted(tx, event, answer);
    }
    let user = found.participant.id;
    take_back(tx, event, user, now)?;
    if found.was_let_in {
        store::undo_let_in(tx, event, user)?;
        if promotes(door.cancelled, door.starts_at, now) {
            promote(tx, event, now)?;
        }
    } else {
        store::undo_check_in(tx, event, user)?;
    }
    let before = json!({ "user": user.to_string(), "checkedInAt": found.checked_in_at, "letIn": found.was_let_in });
    act(tx, keeper.caller.id, "event.undo_check_in", event, before, Value::Null, now)?;
    counted(tx, event, answer)
}
