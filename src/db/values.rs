//! Values as the database stores them and as JSON shows them: ids, instants, folded texts.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use poem::http::HeaderValue;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToHeader, ToJSON, Type};
use rand::RngExt;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unicode_normalization::UnicodeNormalization;

/// The key of a row: grows with time, so it is also the order of creation. Outside it is an opaque string of 13
/// characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub i64);

/// A text that stands behind all others, in the order of their characters.
pub const LAST_TEXT: &str = "\u{10ffff}";

/// Bits of an id below its millisecond.
const RANDOM_BITS: u32 = 20;
static LAST_ID: AtomicI64 = AtomicI64::new(0);

impl Id {
    /// A new id for a row created at `at`. It is never one that this process has given before, and it is greater than
    /// all of them unless `at` lies in the past.
    pub fn new(at: Instant) -> Id {
        let random: i64 = rand::rng().random_range(0..1 << RANDOM_BITS);
        let candidate = (at.millis().max(1) << RANDOM_BITS) | random;
        let previous = LAST_ID.fetch_max(candidate, Ordering::Relaxed);
        if candidate > previous {
            return Id(candidate);
        }
        Id(LAST_ID.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The first of `count` new ids in a row, for rows that one statement creates at `at`.
    pub fn block(at: Instant, count: i64) -> Id {
        let first = Id::new(at).0;
        let free = |last: i64| if last == first { first } else { last + 1 };
        match LAST_ID.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(free(last) + count.max(1) - 1)) {
            Ok(last) | Err(last) => Id(free(last)),
        }
    }

    /// An id for a row of the past with a given tail; the demo uses it to be reproducible.
    pub fn at(at: Instant, tail: u32) -> Id {
        Id((at.millis().max(1) << RANDOM_BITS) | i64::from(tail % (1 << RANDOM_BITS)))
    }

    /// The lowest id that a row created at `at` or later can have.
    pub fn first(at: Instant) -> Id {
        Id(at.millis().max(0).saturating_mul(1 << RANDOM_BITS))
    }

    /// Reads the outside form; whatever else is no id.
    pub fn parse(text: &str) -> Option<Id> {
        let id = i64::from_str_radix(text, 32).ok().map(Id)?;
        (id.to_string() == text).then_some(id)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
        let mut digits = [0; 13];
        for (place, digit) in digits.iter_mut().rev().enumerate() {
            *digit = DIGITS[usize::try_from((self.0 >> (5 * place)) & 31).unwrap_or(0)];
        }
        f.write_str(str::from_utf8(&digits).map_err(|_| fmt::Error)?)
    }
}

/// A moment in time, stored in milliseconds and shown as RFC 3339 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub Timestamp);

impl Instant {
    /// Milliseconds since 1970.
    pub fn millis(self) -> i64 {
        self.0.as_millisecond()
    }

    /// The instant that many milliseconds after 1970, clamped to the range of dates.
    pub fn from_millis(millis: i64) -> Instant {
        Instant(Timestamp::from_millisecond(millis).unwrap_or(if millis < 0 { Timestamp::MIN } else { Timestamp::MAX }))
    }

    /// The instant that many seconds later, or earlier when negative.
    pub fn plus_seconds(self, seconds: i64) -> Instant {
        Instant::from_millis(self.millis().saturating_add(seconds.saturating_mul(1000)))
    }

    /// Whether `now` lies in that many seconds from this instant on. An instant in the future is none that happened: a clock
    /// that ran ahead has left it, and nobody waits for it.
    pub fn is_within(self, seconds: i64, now: Instant) -> bool {
        self <= now && now < self.plus_seconds(seconds)
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A text folded for comparison: compatibility composition and lower case in every script.
pub fn fold(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        let text = String::deserialize(deserializer)?;
        Id::parse(&text).ok_or_else(|| serde::de::Error::custom("not an id"))
    }
}

impl ToSql for Id {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}
impl FromSql for Id {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Id> {
        value.as_i64().map(Id)
    }
}
impl ToSql for Instant {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.millis().into())
    }
}
impl FromSql for Instant {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Instant> {
        value.as_i64().map(Instant::from_millis)
    }
}

/// Both are strings in JSON, in the document and in parameters.
macro_rules! json_string {
    ($type:ty, $name:literal, $schema:expr, $parse:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl Type for $type {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;
            fn name() -> Cow<'static, str> {
                $name.into()
            }
            fn schema_ref() -> MetaSchemaRef {
                MetaSchemaRef::Inline(Box::new($schema))
            }
            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }
            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(self.as_raw_value().into_iter())
            }
        }
        impl ToJSON for $type {
            fn to_json(&self) -> Option<serde_json::Value> {
                Some(self.to_string().into())
            }
        }
        impl ToHeader for $type {
            fn to_header(&self) -> Option<HeaderValue> {
                HeaderValue::from_str(&self.to_string()).ok()
            }
        }
        impl ParseFromParameter for $type {
            fn parse_from_parameter(value: &str) -> ParseResult<Self> {
                let parse: fn(&str) -> Result<Self, String> = $parse;
                parse(value).map_err(ParseError::custom)
            }
        }
        impl ParseFromJSON for $type {
            fn parse_from_json(value: Option<serde_json::Value>) -> ParseResult<Self> {
                match value {
                    Some(serde_json::Value::String(text)) => Self::parse_from_parameter(&text),
                    other => Err(ParseError::expected_type(other.unwrap_or_default())),
                }
            }
        }
    };
}
json_string!(Id, "string_id", MetaSchema::new("string"), |text| {
    Id::parse(text).ok_or_else(|| "this is no id".to_owned())
});
json_string!(Instant, "string_date-time", MetaSchema::new_with_format("string", "date-time"), |text| {
    text.parse()
        .map(Instant)
        .map_err(|_| "not a date and time of the form 2026-01-31T18:00:00Z".to_owned())
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_thirteen_characters_and_reads_back() {
        let at = Instant::from_millis(1_790_000_000_000);
        for id in [Id::new(at), Id::at(at, 7), Id(1), Id(i64::MAX)] {
            assert_eq!(id.to_string().len(), 13);
            assert_eq!(Id::parse(&id.to_string()), Some(id));
        }
        assert!(Id::at(at, 0) < Id::at(at, 7) && Id::at(at, 7) < Id::at(at.plus_seconds(1), 0));
    }

    #[test]
    fn new_ids_are_distinct_and_growing_within_a_millisecond() {
        let at = Instant::from_millis(1_890_000_000_000);
        let ids: Vec<Id> = (0..1000).map(|_| Id::new(at)).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn what_is_no_id_is_the_id_of_nothing() {
        for text in [
            "",
            "1",
            "+000000000001",
            "-000000000001",
            "0IJ0000000000",
            "zzzzzzzzzzzzz",
            "../../etc/pas",
            "0000000000001x",
        ] {
            assert_eq!(Id::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_clock_that_ran_ahead_has_left_lasts_no_time() {
        let at = |seconds: i64| Instant::from_millis(1_790_000_000_000 + seconds * 1000);
        let within: Vec<bool> = [-86_400, -1, 0, 59, 60].map(|seconds| at(0).is_within(60, at(seconds))).to_vec();
        assert_eq!(within, [false, false, true, true, false]);
    }

    #[test]
    fn folding_knows_every_script() {
        assert_eq!(fold("ÜBER"), fold("über"));
        assert_eq!(fold("ΣΊΣΥΦΟΣ").chars().count(), 7);
        assert_eq!(fold("ＡＢＣ"), "abc");
    }
}
