//! Decisions about members: addresses and names. Plain values in and out.

/// Characters of a member's name.
pub const NAME_LENGTH: usize = 100;

/// A name for somebody of whom only the address is known: ada.lovelace+x@… is Ada Lovelace.
pub fn name_from_email(email: &str) -> String {
    let local = email.rsplit_once('@').map_or(email, |(local, _)| local);
    let local = local.split('+').next().unwrap_or_default();
    let words = local.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let capitalised = words.map(|word| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    });
    let name = capitalised.collect::<Vec<_>>().join(" ");
    if name.is_empty() { "Member".into() } else { clip(&name) }
}

/// A name as an issuer gives it, or one made from the address.
pub fn name_from_claims(name: &str, email: &str) -> String {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { name_from_email(email) } else { clip(&name) }
}

fn clip(name: &str) -> String {
    name.chars().take(NAME_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_addresses() {
        assert_eq!(name_from_email("ada.lovelace+x@example.org"), "Ada Lovelace");
        assert_eq!(name_from_email("grace_hopper-1906@example.org"), "Grace Hopper 1906");
        assert_eq!(name_from_email("élise@example.org"), "Élise");
        assert_eq!(name_from_email("+@example.org"), "Member");
        assert_eq!(name_from_email(&format!("{}@example.org", "a".repeat(300))).len(), NAME_LENGTH);
        assert_eq!(name_from_claims("  Ada \n Lovelace ", "x@example.org"), "Ada Lovelace");
        assert_eq!(name_from_claims(" ", "x@example.org"), "X");
    }
}
