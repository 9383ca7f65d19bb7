//! Passwords and keys among the settings.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A text that never appears in logs or error messages.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "(none)" } else { "(secret)" })
    }
}
