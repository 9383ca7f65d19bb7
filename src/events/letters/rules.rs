//! What admins may send to participants.

use crate::text::is_web_address;

/// Checks links before they are sent: at least one, and each a web address.
///
/// # Errors
/// The field and the sentence to show there.
pub fn check_links(meet_link: &str, whatsapp_link: &str) -> Result<(), (&'static str, String)> {
    if meet_link.is_empty() && whatsapp_link.is_empty() {
        return Err(("meetLink", "Please provide at least one link to send".into()));
    }
    for (field, link) in [("meetLink", meet_link), ("whatsappLink", whatsapp_link)] {
        if !link.is_empty() && !is_web_address(link) {
            return Err((field, "A link must be a web address that begins with https:// or http://".into()));
        }
    }
    Ok(())
}
