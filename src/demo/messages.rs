//! What the admins have written to the members, and whom they have invited. All of it has left or is over, because a demo
//! sends no mail.

use rusqlite::named_params;

use super::chance::DAY;
use super::people::{ADMIN, People};
use crate::db::Tx;
use crate::db::values::{Id, Instant};
use crate::error::ApiResult;
use crate::invitations::rules;
use crate::mail::rules::UNSUBSCRIBED;

/// Members who get a message at most, because most members of a large demo do nothing else.
const READERS: usize = 60;
/// Every which reader has unsubscribed.
const LOST: usize = 29;

/// Messages: days ago, choice, subject, text.
const MESSAGES: [(i64, &str, &str, &str); 3] = [
    (
        75,
        "news",
        "How the village lends its tools",
        "<p>Hello {{name}},</p>\n<p>the tool library has a new shelf, and a list on the door says what may leave the house. \
         Bring things back clean, and tell us when something breaks: nobody pays for that.</p>",
    ),
    (
        33,
        "events",
        "Two workshops that still have seats",
        "<p>Hello {{name}},</p>\n<p>two of our workshops still have a few seats. <a href=\"{{site}}/events\">See what is coming up</a>, \
         and bring somebody who has never been here.</p>",
    ),
    (
        5,
        "news",
        "{{community}}: news of {{month}}",
        "<p>Hello {{name}},</p>\n<p>this month the showcase grew by six projects, and the repair evening saved eleven toasters.</p>\n\
         <p><a href=\"{{site}}/projects\">See the projects</a></p>",
    ),
];

/// Invitations: days ago, state, and the name and address of those that are open.
const INVITATIONS: [(i64, &str, &str, &str); 5] = [
    (40, "expired", "", ""),
    (12, "joined", "", ""),
    (12, "declined", "", ""),
    (3, "open", "Noor El-Sayed", "noor@example.org"),
    (3, "open", "", "workshop-desk@example.org"),
];

/// Writes the messages with their mails.
pub fn send(tx: &Tx, start: Instant, people: &People) -> ApiResult<()> {
    let admin = people.maker(ADMIN)?.id;
    for (number, (days, choice, subject, text)) in (0_u32..).zip(MESSAGES) {
        let at = start.plus_seconds(-days * DAY + 36_000);
        let mailing = Id::at(at, number);
        let readers: Vec<_> = people.all.iter().take(people.joined_by(at)).take(READERS).collect();
        tx.prepare_cached(
            "INSERT INTO mailings (id, audience, subject, text, sent_by, created_at, choice, recipients)
             VALUES (:id, 'selection', :subject, :text, :admin, :at, :choice, :recipients)",
        )?
        .execute(named_params! {
            ":id": mailing, ":subject": subject, ":text": text, ":admin": admin, ":at": at, ":choice": choice,
            ":recipients": i64::try_from(readers.len()).unwrap_or(i64::MAX),
        })?;
        let mut insert = tx.prepare_cached(
            "INSERT INTO mails (id, message_id, kind, user_id, mailing_id, to_email, to_name, subject, text, html, state, attempts, next_attempt_at,
               last_error, created_at, finished_at, lane, unsent)
             SELECT :id, :message_id, 'mailing', u.id, :mailing, u.email, u.name, :subject, '', '', :state, 1, :sent, :error, :at, :sent, 'bulk', :unsent
             FROM users u WHERE u.id = :user AND u.email IS NOT NULL",
        )?;
        for (place, reader) in (0_u32..).zip(readers) {
            let is_lost = (place as usize + 1).is_multiple_of(LOST);
            insert.execute(named_params! {
                ":id": Id::at(at, 1000 * (number + 1) + place), ":message_id": format!("demo.{number}.{place}"), ":mailing": mailing, ":subject": subject,
                ":state": if is_lost { "failed" } else { "sent" }, ":sent": at.plus_seconds(i64::from(place)),
                ":error": if is_lost { UNSUBSCRIBED } else { "" }, ":at": at, ":unsent": if is_lost { "unsubscribed" } else { "" }, ":user": reader.id,
            })?;
        }
    }
    Ok(())
}

/// Writes the invitations. Those that are open have a mail that was sent.
pub fn invite(tx: &Tx, start: Instant, people: &People) -> ApiResult<()> {
    let admin = people.maker(ADMIN)?.id;
    for (number, (days, state, name, email)) in (0_u32..).zip(INVITATIONS) {
        let at = start.plus_seconds(-days * DAY + 50_000);
        let (id, mail, sent) = (Id::at(at, number), Id::at(at, 100 + number), at.plus_seconds(rules::GRACE));
        if state == "open" {
            tx.prepare_cached(
                "INSERT INTO mails (id, message_id, kind, to_email, to_name, subject, text, html, state, attempts, next_attempt_at, created_at, finished_at)
                 VALUES (:id, :message_id, 'invitation', :email, :name, '', '', '', 'sent', 1, :sent, :at, :sent)",
            )?
            .execute(named_params! { ":id": mail, ":message_id": format!("demo.invitation.{number}"), ":email": email, ":name": name, ":sent": sent, ":at": at })?;
        }
        // With a key that is not this site's, the hashes keep nobody from being invited.
        tx.prepare_cached(
            "INSERT INTO invitations (id, email, email_hash, name, invited_by, invited_at, sends_at, mail_id, state)
             VALUES (:id, :email, :hash, :name, :admin, :at, :sent, :mail, :state)",
        )?
        .execute(named_params! {
            ":id": id, ":email": email, ":hash": rules::hash(b"demo", &format!("{number}@example.org")), ":name": name, ":admin": admin, ":at": at, ":sent": sent,
            ":mail": mail, ":state": state,
        })?;
    }
    Ok(())
}
