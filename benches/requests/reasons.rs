//! Why some calls take the time of many bare answers.

/// Sentences, each for the calls whose names begin so.
const REASONS: &[(&[&str], &str)] = &[
    (
        &["/events.ics", "/events.atom", "/projects.atom"],
        "a file of fifty or more entries with their texts; guests get it kept.",
    ),
    (
        &["projects, ", "events, "],
        "FTS5 walks the lists of all the word's characters, and the page is a list besides; guests get it kept.",
    ),
    (
        &["24 ", "list_projects", "list_featured", "list_events"],
        "each card is a row of many columns with its maker, technologies and picture; guests get it kept.",
    ),
    (&["export_participants"], "the file of all five hundred participants."),
    (&["get_ticket"], "the code of the ticket is drawn for each answer."),
    (
        &["get_certificate_", "get_badge_"],
        "a signed file, or a picture of up to 140 KB, is read and hashed for its validator.",
    ),
    (&["get_to_do"], "every kind of work is counted anew."),
    (
        &["get_mail_state"],
        "the mails that wait are counted, and the bench has just written a thousand comments that are to be told of.",
    ),
    (
        &["list_similar_projects"],
        "among the newest projects of each technology it passes over what is not public.",
    ),
    (
        &["get_profile", "get_own_profile"],
        "projects, badges, certificates and events of the member are a query each.",
    ),
    (
        &["edit_own_profile"],
        "it answers with the whole profile, and what the search knows of the member is written anew.",
    ),
    (&["set_project_featured"], "what lists and searches know of the project is written anew."),
    (
        &["count_events"],
        "it counts the events to come, of which a demo of this size has thousands.",
    ),
    (&["create_comment", "upvote_project"], "a write ends on the disk."),
    (&["list_", "admin: ", "search_members"], "up to a hundred wide rows in one page."),
    (
        &["get_analytics", "get_admin_event", "/events/"],
        "several counts and lists in one answer.",
    ),
];

/// The sentence for a call.
pub fn of(name: &str) -> &'static str {
    let is_known = |(names, _): &&(&[&str], &'static str)| names.iter().any(|known| name.starts_with(known));
    REASONS.iter().find(is_known).map_or("no reason is known.", |(_, reason)| reason)
}
