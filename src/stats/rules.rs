//! What is counted about visits: which pages and which happenings. Nothing about visitors.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::pages;

/// Maximum characters of an address whose view is counted.
pub const MAX_PATH: usize = 300;
/// Days of page views that the dashboard shows by default, and at most.
pub const DEFAULT_DAYS: u32 = 30;
pub const MAX_DAYS: u32 = 366;
/// Months in the charts of the dashboard.
pub const CHART_MONTHS: usize = 12;
/// The newest valid certificates whose names are looked at for characters that no font has.
pub const NEWEST_NAMES: u32 = 200;

/// Something that happens, besides that a page is viewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    /// The interface has started in a browser.
    AppInitialized,
    LoginSuccess,
    LoginFailed,
    ProjectSubmitted,
    ProjectSubmissionFailed,
}

impl Happening {
    /// Its name among the counts.
    pub const fn name(self) -> &'static str {
        match self {
            Happening::AppInitialized => "app_initialized",
            Happening::LoginSuccess => "user_action:login_success",
            Happening::LoginFailed => "user_action:login_failed",
            Happening::ProjectSubmitted => "project_submitted",
            Happening::ProjectSubmissionFailed => "project_submission_failed",
        }
    }
}

/// The page at an address, such as `/projects/:id` for a project; `None` for one that is not counted: no page of the site,
/// or one of the admin area.
pub fn counted_page(path: &str) -> Option<&'static str> {
    let (page, _) = pages::find(path)?;
    let is_admin = page.address == "/admin" || page.address.starts_with("/admin/");
    (!is_admin).then_some(page.address)
}

/// The last days up to `today`, oldest first; all are YYYY-MM-DD.
pub fn last_days(today: &str, count: u32) -> Vec<String> {
    let Ok(today) = today.parse::<Date>() else { return Vec::new() };
    let back = (0..i64::from(count)).rev();
    back.filter_map(|days| today.checked_sub(days.days()).ok())
        .map(|day| day.to_string())
        .collect()
}

/// The last months, oldest first, as YYYY-MM; `today` is YYYY-MM-DD.
pub fn last_months(today: &str, count: usize) -> Vec<String> {
    let number = |range| today.get(range).and_then(|digits: &str| digits.parse::<i64>().ok()).unwrap_or(1);
    let this = number(0..4) * 12 + number(5..7) - 1;
    let count = i64::try_from(count).unwrap_or(0);
    (this - count + 1..=this)
        .map(|month| format!("{:04}-{:02}", month / 12, month % 12 + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_visitors_are_counted_by_their_pattern() {
        assert_eq!(counted_page("/projects/01jd0"), Some("/projects/:id"));
        assert_eq!(counted_page("/"), Some("/"));
        for path in ["/admin", "/admin/events/view/1", "/nowhere", "", "https://elsewhere.example/"] {
            let expected = path.is_empty().then_some("/");
            assert_eq!(counted_page(path), expected, "{path}");
        }
    }

    #[test]
    fn days_go_back_over_the_end_of_a_month() {
        assert_eq!(last_days("2026-03-01", 3), ["2026-02-27", "2026-02-28", "2026-03-01"]);
        assert_eq!(last_days("2026-03-01", 1), ["2026-03-01"]);
    }

    #[test]
    fn months_go_back_over_the_year() {
        assert_eq!(last_months("2026-02-28", 4), ["2025-11", "2025-12", "2026-01", "2026-02"]);
        assert_eq!(last_months("2026-12-01", 1), ["2026-12"]);
    }
}
