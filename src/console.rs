//! Messages for the person who started the program.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line on standard output. If that fails (a closed pipe, a full disk), only the line is lost.
pub fn say(line: impl Display) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
