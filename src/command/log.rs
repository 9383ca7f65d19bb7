//! The log: lines on standard error, written by a separate thread. No request ever waits for the log or fails because
//! of it: when nothing reads the lines (a full disk, a closed pipe, a stopped reader), they are dropped.

use std::io::{self, BufWriter, IsTerminal, Write};

use community::exports::config::{Config, LogFormat};
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

/// Lines that may wait to be written.
const LINES: usize = 4096;

/// Starts the log. Dropping the guard writes the remaining lines.
pub fn start(config: &Config) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(LINES)
        .thread_name("log")
        // Lines that wait together are written together.
        .finish(BufWriter::new(Forgiving(io::stderr())));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(format!("warn,community={}", config.log.level)))
        .with_writer(writer)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .log_internal_errors(false);
    match config.log.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
    // Code that catches a panic cannot log more than this.
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("of an unknown kind");
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a panic: {message}");
    }));
    guard
}

/// A writer that ignores write errors.
struct Forgiving<W>(W);

impl<W: Write> Write for Forgiving<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(self.0.write(bytes).ok().filter(|written| *written > 0).unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}
