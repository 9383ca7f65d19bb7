//! Letters. A placeholder: plain text only.

use super::views::Letter;
use crate::site::rules::Settings;

/// How the community's letters look.
pub struct Look {
    name: String,
    site_url: String,
}

impl Look {
    pub fn new(settings: &Settings, site_url: &str) -> Look {
        Look {
            name: settings.name.clone(),
            site_url: site_url.to_owned(),
        }
    }
}

/// A sign-in link.
pub fn sign_in_link(look: &Look, link: &str) -> Letter {
    Letter {
        subject: format!("Sign in to {}", look.name),
        text: format!("{link}\n"),
        html: String::new(),
    }
}

/// A welcome.
pub fn welcome(look: &Look, name: &str) -> Letter {
    Letter {
        subject: format!("Welcome to {}", look.name),
        text: format!("Welcome, {name}: {}\n", look.site_url),
        html: String::new(),
    }
}
