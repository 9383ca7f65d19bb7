//! What the program tells whoever started it.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line on standard output. Nothing depends on whether it could be printed: a closed pipe or a full disk behind it
/// costs the line only.
pub fn say(line: impl Display) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
