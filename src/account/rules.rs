//! Decisions about an account: who confirms a change of its address, and what a deletion takes out of texts. Pure functions.

use serde_json::Value;

use crate::db::values::fold;
use crate::text::one_line;

/// The name that everybody sees of a member who has left.
pub const DELETED_MEMBER: &str = "Deleted member";

/// Whose link it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Old,
    New,
}

/// What a confirmation leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Both addresses agree.
    Done,
    /// The other address has yet to confirm.
    Waits(Side),
}

/// Where a change stands after one side has confirmed it.
pub fn confirm(side: Side, old_has_confirmed: bool, new_has_confirmed: bool) -> Step {
    match side {
        Side::Old if new_has_confirmed => Step::Done,
        Side::New if old_has_confirmed => Step::Done,
        Side::Old => Step::Waits(Side::New),
        Side::New => Step::Waits(Side::Old),
    }
}

/// The sentence for a side that has confirmed.
pub fn words(step: Step) -> &'static str {
    match step {
        Step::Done => "Your address is changed.",
        Step::Waits(Side::New) => "Confirmed. Now open the link in the mail to your new address.",
        Step::Waits(Side::Old) => "Confirmed. Now open the link in the mail to your present address.",
    }
}

/// Whether somebody who deletes their account has typed its name.
pub fn is_confirmed(typed: &str, name: &str) -> bool {
    fold(&one_line(typed)) == fold(&one_line(name))
}

/// A JSON text without a member: values that are the name become "Deleted member", and so does the address, and a name of several
/// words, wherever they stand. `None` when nothing changes.
pub fn without(json: &str, name: &str, email: &str) -> Option<String> {
    let mut value: Value = serde_json::from_str(json).ok()?;
    let before = value.clone();
    clean(&mut value, name, email);
    (value != before).then(|| value.to_string())
}

fn clean(value: &mut Value, name: &str, email: &str) {
    match value {
        Value::String(text) if text == name => DELETED_MEMBER.clone_into(text),
        Value::String(text) => {
            *text = replaced(text, email);
            if name.contains(' ') {
                *text = replaced(text, name);
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(|entry| clean(entry, name, email)),
        Value::Object(entries) => entries.values_mut().for_each(|entry| clean(entry, name, email)),
        _ => {}
    }
}

/// The text with "Deleted member" in place of each `what`, in any case of ASCII letters.
fn replaced(text: &str, what: &str) -> String {
    let (lower, what) = (text.to_ascii_lowercase(), what.to_ascii_lowercase());
    if what.is_empty() {
        return text.to_owned();
    }
    let (mut cleaned, mut end) = (String::new(), 0);
    // Lower case of ASCII letters keeps every byte in its place.
    for (start, found) in lower.match_indices(&what) {
        cleaned.push_str(text.get(end..start).unwrap_or_default());
        cleaned.push_str(DELETED_MEMBER);
        end = start + found.len();
    }
    cleaned.push_str(text.get(end..).unwrap_or_default());
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_addresses_confirm_in_any_order() {
        assert_eq!(confirm(Side::New, false, false), Step::Waits(Side::Old));
        assert_eq!(confirm(Side::Old, false, false), Step::Waits(Side::New));
        assert_eq!(confirm(Side::New, true, false), Step::Done);
        assert_eq!(confirm(Side::Old, false, true), Step::Done);
        // The same link again confirms nothing more.
        assert_eq!(confirm(Side::New, false, true), Step::Waits(Side::Old));
    }

    #[test]
    fn a_deletion_is_confirmed_by_the_name() {
        assert!(is_confirmed("  ada   LOVELACE ", "Ada Lovelace"));
        assert!(!is_confirmed("", "Ada Lovelace") && !is_confirmed("Ada", "Ada Lovelace"));
    }

    #[test]
    fn a_text_loses_the_member_and_nothing_else() {
        let clean = |json: &str, name: &str| without(json, name, "ada@example.org");
        assert_eq!(
            clean(
                r#"{"to":["ADA@example.org"],"by":"Ada Lovelace","note":"Thanks, Ada Lovelace! Ünd ada@example.org."}"#,
                "Ada Lovelace"
            )
            .unwrap(),
            r#"{"by":"Deleted member","note":"Thanks, Deleted member! Ünd Deleted member.","to":["Deleted member"]}"#
        );
        assert_eq!(clean(r#"{"text":"Adapters","n":1}"#, "Ada"), None);
        assert_eq!(clean(r#"["Ada","Adapters"]"#, "Ada").unwrap(), r#"["Deleted member","Adapters"]"#);
        assert_eq!(clean("no JSON", "Ada"), None);
    }
}
