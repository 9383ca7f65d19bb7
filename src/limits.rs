//! Rate limits for actions that cost others something. All of them are listed here. The table `limited_uses` counts
//! them, so deleting a comment or submission gives no use back.
//!
//! | limit | at most | in | for each |
//! | --- | --- | --- | --- |
//! | comments | 10 | a minute | member |
//! | submissions | 5 | an hour | member |
//! | pictures | 60 | an hour | member |
//! | links | 5 | 15 minutes | address |
//! | links_by_client | 500 | 15 minutes | client |
//! | wrong_codes | 50 | 15 minutes | client |
//! | invitations | 200 | 24 hours | member |
//! | certificates_missed | 60 | 10 minutes | client |
//! | address_changes | 5 | an hour | member |
//! | downloads | 10 | an hour | member |
//! | backups | 10 | 24 hours | member |
//!
//! The settings give comments, submissions, pictures and invitations another number; here are their defaults.
//!
//! The lockout after failed sign-ins is separate, because it counts failures and a success clears it. Its rules are in
//! src/sessions/rules.rs.

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::db::Tx;
use crate::db::values::Instant;
use crate::error::{ApiError, ApiResult};
use crate::site::rules::{COMMENTS_PER_MINUTE, INVITATIONS_PER_DAY, PICTURES_PER_HOUR, SUBMISSIONS_PER_HOUR};

/// One limit: a maximum number of uses in a number of seconds, counted per member, address or client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The name in the table.
    pub name: &'static str,
    /// The maximum number of uses.
    pub most: u32,
    /// The window in seconds.
    pub seconds: i64,
    /// Whose uses are counted together.
    pub per: Per,
    /// The message while the limit is reached; `{minutes}` becomes the minutes to wait.
    pub refusal: &'static str,
}

/// Whose uses are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    /// A signed-in member, by id.
    Member,
    /// An e-mail address, as a key.
    Address,
    /// A client's network address: the key of the lockout.
    Client,
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
/// Uses that are stored in all. The oldest are dropped, so that nobody can fill the table.
const MOST_USES: i64 = 200_000;

pub const COMMENTS: Limit = Limit {
    name: "comments",
    most: COMMENTS_PER_MINUTE.first,
    seconds: MINUTE,
    per: Per::Member,
    refusal: "You are commenting very fast. Please wait a moment.",
};
pub const SUBMISSIONS: Limit = Limit {
    name: "submissions",
    most: SUBMISSIONS_PER_HOUR.first,
    seconds: HOUR,
    per: Per::Member,
    refusal: "You have submitted many projects within an hour. Please wait before the next one.",
};

pub const PICTURES: Limit = Limit {
    name: "pictures",
    most: PICTURES_PER_HOUR.first,
    seconds: HOUR,
    per: Per::Member,
    refusal: "You have sent many pictures within an hour. Please try again in {minutes} minutes.",
};
/// Sign-in links to one address. Stricter than the next limit, because a hall full of people can be one client.
pub const LINKS: Limit = Limit {
    name: "links",
    most: 5,
    seconds: 15 * MINUTE,
    per: Per::Address,
    refusal: "Too many sign-in links were requested. Please try again in {minutes} minutes.",
};
pub const LINKS_BY_CLIENT: Limit = Limit {
    name: "links_by_client",
    most: 500,
    per: Per::Client,
    ..LINKS
};
/// Wrong sign-in codes, which the lockout does not count: some people of a hall mistype.
pub const WRONG_CODES: Limit = Limit {
    name: "wrong_codes",
    most: 50,
    seconds: 15 * MINUTE,
    per: Per::Client,
    refusal: "Too many wrong codes. Please try again in {minutes} minutes.",
};

/// Look-ups of certificates that do not exist. A class room shares an address, and mistypes.
pub const CERTIFICATES_MISSED: Limit = Limit {
    name: "certificates_missed",
    most: 60,
    seconds: 10 * MINUTE,
    per: Per::Client,
    refusal: "Too many certificates were looked up that do not exist. Please try again later.",
};

/// Changes of a member's address: each sends two mails.
pub const ADDRESS_CHANGES: Limit = Limit {
    name: "address_changes",
    most: 5,
    seconds: HOUR,
    per: Per::Member,
    refusal: "You have asked for many changes of your address. Please try again in {minutes} minutes.",
};
/// Downloads of all of a member's data.
pub const DOWNLOADS: Limit = Limit {
    name: "downloads",
    most: 10,
    seconds: HOUR,
    per: Per::Member,
    refusal: "You have downloaded your data many times. Please try again in {minutes} minutes.",
};

/// Backups besides those that the server makes by itself: all of a day are kept.
pub const BACKUPS: Limit = Limit {
    name: "backups",
    most: 10,
    seconds: 24 * HOUR,
    per: Per::Member,
    refusal: "You have made many backups within a day. Please make the next one in {minutes} minutes.",
};

/// Invitations that an admin sends.
pub const INVITATIONS: Limit = Limit {
    name: "invitations",
    most: INVITATIONS_PER_DAY.first,
    seconds: 24 * HOUR,
    per: Per::Member,
    refusal: "You have invited many people within a day. Please invite fewer, or go on in {minutes} minutes.",
};

/// Every limit.
pub const ALL: [Limit; 11] = [
    COMMENTS,
    SUBMISSIONS,
    PICTURES,
    LINKS,
    LINKS_BY_CLIENT,
    WRONG_CODES,
    CERTIFICATES_MISSED,
    INVITATIONS,
    ADDRESS_CHANGES,
    DOWNLOADS,
    BACKUPS,
];

impl Limit {
    /// The same limit with another maximum, such as the one that the community has set.
    #[must_use]
    pub fn at_most(self, most: u32) -> Limit {
        Limit { most, ..self }
    }

    /// Counts one use by `who`. If the same transaction is refused later, the use does not count.
    ///
    /// # Errors
    /// 429 with the seconds to wait when `who` has reached the limit.
    pub fn take(&self, tx: &Tx, who: &str, now: Instant) -> ApiResult<()> {
        self.check(tx, who, now)?;
        tx.prepare_cached("DELETE FROM limited_uses WHERE name = :name AND who = :who AND (expires_at <= :now OR at > :now)")?
            .execute(named_params! { ":name": self.name, ":who": who, ":now": now })?;
        tx.prepare_cached("INSERT INTO limited_uses (name, who, at, expires_at) VALUES (:name, :who, :now, :expires_at)")?
            .execute(named_params! { ":name": self.name, ":who": who, ":now": now, ":expires_at": now.plus_seconds(self.seconds) })?;
        tx.prepare_cached("DELETE FROM limited_uses WHERE rowid <= :last")?
            .execute(named_params! { ":last": tx.last_insert_rowid() - MOST_USES })?;
        Ok(())
    }

    /// Checks without counting, to refuse early before any expensive work.
    ///
    /// # Errors
    /// 429 with the seconds to wait when `who` has reached the limit.
    pub fn check(&self, conn: &Connection, who: &str, now: Instant) -> ApiResult<()> {
        // The use that must leave the window before there is room for another. Uses in the future are from before the clock
        // was set back, and do not count.
        let at: Option<Instant> = conn
            .prepare_cached(
                "SELECT at FROM limited_uses WHERE name = :name AND who = :who AND at > :since AND at <= :now ORDER BY at DESC LIMIT 1 OFFSET :before",
            )?
            .query_row(
                named_params! {
                    ":name": self.name, ":who": who, ":since": now.plus_seconds(-self.seconds), ":now": now,
                    ":before": self.most.saturating_sub(1),
                },
                |row| row.get("at"),
            )
            .optional()?;
        let Some(at) = at else { return Ok(()) };
        let seconds = seconds_between(now, at.plus_seconds(self.seconds));
        let minutes = seconds.div_ceil(60).to_string();
        Err(ApiError::too_many(self.refusal.replace("{minutes}", &minutes), seconds))
    }

    /// The limit as text: "10 a minute", "20 in 15 minutes".
    pub fn in_words(&self) -> String {
        let most = self.most;
        match self.seconds {
            MINUTE => format!("{most} a minute"),
            HOUR => format!("{most} an hour"),
            seconds if seconds % HOUR == 0 => format!("{most} in {} hours", seconds / HOUR),
            seconds => format!("{most} in {} minutes", seconds / MINUTE),
        }
    }
}

/// Deletes the uses that no longer count, and those that a clock that ran ahead has left in the future.
pub fn prune(tx: &Tx, now: Instant) -> rusqlite::Result<()> {
    let longest = ALL.iter().map(|limit| limit.seconds).max().unwrap_or(0);
    tx.prepare_cached("DELETE FROM limited_uses WHERE expires_at <= :now OR expires_at > :latest")?
        .execute(named_params! { ":now": now, ":latest": now.plus_seconds(longest) })
        .map(|_| ())
}

/// Whole seconds from one instant to a later one, rounded up.
fn seconds_between(from: Instant, to: Instant) -> u64 {
    u64::try_from(to.millis() - from.millis()).unwrap_or(0).div_ceil(1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;

    #[tokio::test]
    async fn a_use_counts_until_its_time_is_over_and_leaves_no_row() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&folder.path().join("limits.db")).unwrap();
        let limit = Limit { most: 2, ..COMMENTS };
        let at = |seconds: i64| Instant::from_millis(1_790_000_000_000 + seconds * 1000);
        let take = |who: &'static str, seconds| db.write(move |tx| limit.take(tx, who, at(seconds)));
        assert_eq!(take("a", 0).await, Ok(()));
        assert_eq!(take("a", 20).await, Ok(()));
        assert_eq!(take("a", 30).await.unwrap_err().retry_after, Some(30));
        assert_eq!(take("b", 30).await, Ok(()));
        assert_eq!(take("a", 60).await, Ok(()));
        assert_eq!(take("a", 61).await.unwrap_err().retry_after, Some(19));
        // A clock that ran ahead: what it left in the future does not count.
        assert_eq!(take("c", 90_000).await, Ok(()));
        assert_eq!(take("c", 90_000).await, Ok(()));
        assert_eq!(take("c", 70).await, Ok(()));
        assert_eq!(take("c", 71).await, Ok(()));
        assert_eq!(take("c", 72).await.unwrap_err().retry_after, Some(58));
        let rows = |sql: &'static str| db.read(move |conn| Ok(conn.query_row(sql, [], |row| row.get::<_, i64>(0))?));
        assert_eq!(rows("SELECT count(*) FROM limited_uses WHERE who = 'a'").await, Ok(2));
        assert_eq!(take("d", 90_000).await, Ok(()));
        db.write(move |tx| Ok(prune(tx, at(1000))?)).await.unwrap();
        assert_eq!(rows("SELECT count(*) FROM limited_uses").await, Ok(0));
        // Nobody fills the table: the oldest go.
        assert_eq!(take("e", 0).await, Ok(()));
        let late = "INSERT INTO limited_uses (rowid, name, who, at, expires_at) VALUES (300000, 'comments', 'f', 0, 0)";
        db.write(move |tx| Ok(tx.execute(late, [])?)).await.unwrap();
        assert_eq!(take("g", 0).await, Ok(()));
        assert_eq!(rows("SELECT count(*) FROM limited_uses WHERE who IN ('f', 'g')").await, Ok(2));
        assert_eq!(rows("SELECT count(*) FROM limited_uses").await, Ok(2));
    }

    #[test]
    fn each_limit_has_a_name_of_its_own_and_stands_in_the_table_above() {
        let source = include_str!("limits.rs");
        for (place, limit) in ALL.iter().enumerate() {
            assert!(ALL.iter().skip(place + 1).all(|other| other.name != limit.name), "{}", limit.name);
            let time = limit.in_words();
            let (most, time) = time.split_once(' ').unwrap();
            let who = match limit.per {
                Per::Member => "member",
                Per::Address => "address",
                Per::Client => "client",
            };
            let row = format!("| {} | {most} | {} | {who} |", limit.name, time.trim_start_matches("in "));
            assert!(source.contains(&row), "the table above lacks: {row}");
        }
    }
}
