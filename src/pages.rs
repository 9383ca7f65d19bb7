//! The list of all pages of the site, for the server. Every other address answers 404. tests/house/pages.rs compares
//! this list with the interface's routes.

use percent_encoding::percent_decode_str;

/// A page: its address in the syntax of the interface's router, and its title, which the interface sets as well. Pages
/// with an empty title use the name of the community, or of the project, event or member that they show.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    pub address: &'static str,
    pub title: &'static str,
}

const fn page(address: &'static str, title: &'static str) -> Page {
    Page { address, title }
}

/// The page that checks a credential of any issuer in the browser.
pub const VERIFY: &str = "/verify";

/// All pages. If two match an address, the first one wins.
pub const PAGES: [Page; 39] = [
    page("/", ""),
    page("/projects", "Projects"),
    page("/projects/mine", "My Projects"),
    page("/projects/:id", ""),
    page("/projects/:id/edit", "Edit Project"),
    page("/submit-project", "Submit a Project"),
    page("/events", "Events"),
    page("/events/:id", ""),
    page("/certificates/:id", ""),
    page("/badges/:id", ""),
    page("/verify-certificate", "Verify a certificate"),
    page(VERIFY, "Verify a file"),
    page("/issuer", "Issuer"),
    page("/transparency", "Transparency log"),
    page("/login", "Sign in"),
    page("/setup", "Set up"),
    page("/profile", "My Profile"),
    page("/profile/:id", ""),
    page("/account", "My Account"),
    page("/account/email", "Change of an address"),
    page("/terms", "Terms of Service"),
    page("/privacy", "Privacy Policy"),
    page("/unsubscribe", "Unsubscribe"),
    page("/admin", "Admin Dashboard"),
    page("/admin/events", "Events · Admin"),
    page("/admin/events/create", "Create New Event · Admin"),
    page("/admin/events/view/:id", "Event · Admin"),
    page("/admin/events/checkin/:id", "Check-in · Admin"),
    page("/admin/events/edit/:id", "Edit Event · Admin"),
    page("/admin/certificates", "Certificates · Admin"),
    page("/admin/badges", "Badges · Admin"),
    page("/admin/settings", "Settings · Admin"),
    page("/admin/users", "Users · Admin"),
    page("/admin/audit", "Audit Log · Admin"),
    page("/admin/emails", "Email System · Admin"),
    page("/admin/outbox", "Outbox · Admin"),
    page("/admin/invite", "Invite · Admin"),
    page("/admin/projects", "Projects · Admin"),
    page("/admin/projects/review/:id", "Project Review"),
];

/// The page at a path, and the value of `:id`. Case and one trailing slash do not matter, as in the interface's router.
/// `None` for a path that cannot be decoded.
pub fn find(path: &str) -> Option<(&'static Page, String)> {
    let parts: Vec<String> = parts(path)
        .map(|part| percent_decode_str(part).decode_utf8().map(Into::into))
        .collect::<Result<_, _>>()
        .ok()?;
    PAGES.iter().find_map(|page| fit(page.address, &parts).map(|id| (page, id)))
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.strip_suffix('/').unwrap_or(path).split('/')
}

/// The value of `:id` when an address matches; empty when the page has no `:id`.
fn fit(address: &str, given: &[String]) -> Option<String> {
    let wanted: Vec<&str> = parts(address).collect();
    let mut id = String::new();
    if wanted.len() != given.len() {
        return None;
    }
    for (wanted, given) in wanted.iter().zip(given) {
        if wanted.starts_with(':') && !given.is_empty() {
            id.clone_from(given);
        } else if !wanted.eq_ignore_ascii_case(given) {
            return None;
        }
    }
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_page_or_none() {
        let found = |path| find(path).map(|(page, id)| (page.address, id));
        for (path, address, id) in [
            ("/", "/", ""),
            ("", "/", ""),
            ("/Projects/", "/projects", ""),
            ("/projects/mine", "/projects/mine", ""),
            ("/projects/a%20b", "/projects/:id", "a b"),
            ("/projects/7/edit", "/projects/:id/edit", "7"),
            ("/admin/events/view/7", "/admin/events/view/:id", "7"),
        ] {
            assert_eq!(found(path), Some((address, id.to_owned())), "{path}");
        }
        for path in [
            "//projects",
            "/projects//",
            "/projects/%FF",
            "/%zz",
            "/admin/nonsense",
            "/admin/events/view",
            "/kit",
            "/profile/1/2",
        ] {
            assert_eq!(found(path), None, "{path}");
        }
    }
}
