//! The pictures of badges, which the program holds.

use rust_embed::Embed;

use super::rules::{Family, Level};

#[derive(Embed)]
#[folder = "ui/public/assets/badges"]
struct Pictures;

/// The picture of a badge in pixels (`png`) or lines (`svg`).
pub fn picture(family: Family, level: Level, ending: &str) -> Option<Vec<u8>> {
    let file = Pictures::get(&format!("{}_{}.{ending}", family.as_str(), level.as_str()))?;
    Some(file.data.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credentials::files::{bake_png, bake_svg, extract};

    #[test]
    fn every_badge_has_both_and_they_hold_a_credential() {
        for family in Family::ALL {
            for level in Level::ALL {
                let credential = "{\"type\":\"VerifiableCredential\"}";
                let png = bake_png(&picture(family, level, "png").unwrap(), credential).unwrap();
                let svg = String::from_utf8(picture(family, level, "svg").unwrap()).unwrap();
                let svg = bake_svg(&svg, credential).unwrap();
                assert_eq!(extract(&png).as_deref(), Ok(credential));
                assert_eq!(extract(svg.as_bytes()).as_deref(), Ok(credential));
            }
        }
    }
}
