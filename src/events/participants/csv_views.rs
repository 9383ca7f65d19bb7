//! Participants as CSV that spreadsheets read as text.

use jiff::tz::TimeZone;

use super::views::Participant;
use crate::db::values::Instant;

/// The byte order mark that tells spreadsheets that the file is UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A header, then a line per participant with a column for each task. Every cell is quoted, so that programs with
/// another default separator do not split it. Times are the community's, in a form that spreadsheets know.
///
/// # Errors
/// When a record cannot be written.
pub fn participants(tasks: &[&str], participants: &[Participant], zone: &TimeZone) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(MARK.to_vec());
    let header = ["Name", "Email", "Status", "Registered at", "Checked in at"]
        .into_iter()
        .chain(tasks.iter().copied());
    writer.write_record(header.map(cell))?;
    for participant in participants {
        let mut record = vec![
            participant.user.name.clone(),
            participant.user.email.clone(),
            participant.status.as_str().to_owned(),
            clock(participant.registered_at, zone),
            participant.checked_in_at.map(|at| clock(at, zone)).unwrap_or_default(),
        ];
        record.extend(
            participant
                .tasks
                .iter()
                .map(|task| if task.completed { "done".to_owned() } else { String::new() }),
        );
        writer.write_record(record.iter().map(|text| cell(text)))?;
    }
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

/// The day and the time that clocks show in a zone: 2026-07-03 18:00:05.
fn clock(at: Instant, zone: &TimeZone) -> String {
    at.0.to_zoned_datetime(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Prefixes a cell that looks like a formula with an apostrophe, so that spreadsheets read it as text.
fn cell(text: &str) -> String {
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || text.starts_with(['\t', '\r', '\n']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_starts_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", " =x", "\t=x", "\rx", "＝1", "=HYPERLINK(\"http://x\")"] {
            assert!(cell(text).starts_with('\''), "{text}");
        }
        for text in ["Ada", "a=b", "", "7", "社区"] {
            assert_eq!(cell(text), text);
        }
    }

    #[test]
    fn the_header_names_the_tasks() {
        let file = participants(&["=evil", "Bring \"it\", all"], &[], &TimeZone::UTC).unwrap();
        assert_eq!(
            String::from_utf8(file).unwrap(),
            "\u{feff}\"Name\",\"Email\",\"Status\",\"Registered at\",\"Checked in at\",\"'=evil\",\"Bring \"\"it\"\", all\"\r\n"
        );
    }
}
