//! Who comes in, and the ticket with its QR code. Pure functions; the caller supplies the random bytes.

use std::io::Cursor;

use image::{GrayImage, ImageFormat, Luma};
use qrcode::{Color, EcLevel, QrCode};

use crate::db::values::Id;

/// Maximum characters of a scanned code: a ticket's address or its secret.
pub const MAX_TICKET: usize = 1000;
/// Maximum characters of the id that a scanner gives to a scan.
pub const MAX_SCAN_ID: usize = 100;

/// Somebody at the door of an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Visit {
    /// They have a ticket, but for another event.
    pub is_elsewhere: bool,
    pub is_registered: bool,
    pub is_checked_in: bool,
    /// The scan that checked them in is sent again.
    pub is_repetition: bool,
    /// They are a member who may take part.
    pub is_member: bool,
    /// The door gives a place to whoever has none.
    pub lets_in: bool,
    pub is_full: bool,
}

/// What the door does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    CheckIn,
    /// Gives them a place and checks them in.
    LetIn,
    /// Nothing new; the answer is the same as before.
    Repeat,
    Already,
    WrongEvent,
    NoPlace,
    Unknown,
}

/// Decides about a visit.
pub fn admit(visit: &Visit) -> Admission {
    match visit {
        Visit { is_elsewhere: true, .. } => Admission::WrongEvent,
        Visit {
            is_checked_in: true,
            is_repetition,
            ..
        } => {
            if *is_repetition {
                Admission::Repeat
            } else {
                Admission::Already
            }
        }
        Visit { is_registered: true, .. } => Admission::CheckIn,
        Visit {
            is_member: true,
            lets_in: true,
            is_full,
            ..
        } => {
            if *is_full {
                Admission::NoPlace
            } else {
                Admission::LetIn
            }
        }
        _ => Admission::Unknown,
    }
}

/// Width of the light margin around a code, in units.
const QUIET: u32 = 4;
/// Pixels per unit in a picture.
const SCALE: u32 = 6;
/// Characters of a ticket's secret.
const SECRET: usize = 32;

/// The secret of a ticket, from random bytes.
pub fn secret(bytes: [u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The content of a ticket's code: an address that opens on the phone of whoever is at the door.
pub fn code(site_url: &str, event: Id, secret: &str) -> String {
    format!("{site_url}/admin/events/checkin/{event}?ticket={secret}")
}

/// The secret in a scanned or typed text, which is either the whole code or the secret alone.
pub fn read(scanned: &str) -> Option<String> {
    let text = scanned.trim();
    let found = match text.split_once('?') {
        Some((_, query)) => query.split(['&', '#']).find_map(|pair| pair.strip_prefix("ticket="))?,
        None => text,
    };
    let found = found.to_ascii_lowercase();
    (found.len() == SECRET && found.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(found)
}

/// Draws a code as one SVG path of dark runs. Also returns the side of its square in units.
///
/// # Errors
/// When the text is too long for a code.
pub fn draw(text: &str) -> Result<(String, u32), String> {
    use std::fmt::Write as _;
    let (modules, width) = modules(text)?;
    let mut path = String::new();
    for (row, line) in (QUIET..).zip(modules.chunks(width)) {
        let mut column = 0;
        while column < line.len() {
            let run = line.iter().skip(column).take_while(|module| **module == Color::Dark).count();
            if run > 0 {
                let _ = write!(path, "M{} {row}h{run}v1h-{run}z", column + QUIET as usize);
            }
            column += run.max(1);
        }
    }
    Ok((path, u32::try_from(width).unwrap_or(0) + 2 * QUIET))
}

/// A code as a PNG file, black on white, with its light margin.
///
/// # Errors
/// When the text is too long for a code, or the picture cannot be written.
pub fn png(text: &str) -> Result<Vec<u8>, String> {
    let (modules, width) = modules(text)?;
    let side = (u32::try_from(width).map_err(|error| error.to_string())? + 2 * QUIET) * SCALE;
    let picture = GrayImage::from_fn(side, side, |x, y| {
        let inside = |pixel: u32| {
            (pixel / SCALE)
                .checked_sub(QUIET)
                .map(|place| place as usize)
                .filter(|place| *place < width)
        };
        let module = inside(x).zip(inside(y)).and_then(|(column, row)| modules.get(row * width + column));
        Luma([if module == Some(&Color::Dark) { 0 } else { 255 }])
    });
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).map_err(|error| error.to_string())?;
    Ok(file.into_inner())
}

fn modules(text: &str) -> Result<(Vec<Color>, usize), String> {
    let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M).map_err(|error| error.to_string())?;
    let width = code.width();
    Ok((code.to_colors(), width))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn the_door_lets_in_whom_there_is_room_for_and_each_once() {
        let member = Visit {
            is_member: true,
            lets_in: true,
            ..Visit::default()
        };
        let registered = Visit {
            is_registered: true,
            is_full: true,
            ..member
        };
        let here = Visit {
            is_checked_in: true,
            ..registered
        };
        assert_eq!(admit(&member), Admission::LetIn);
        assert_eq!(admit(&Visit { is_full: true, ..member }), Admission::NoPlace);
        assert_eq!(admit(&Visit { lets_in: false, ..member }), Admission::Unknown);
        assert_eq!(admit(&Visit { is_member: false, ..member }), Admission::Unknown);
        assert_eq!(admit(&registered), Admission::CheckIn);
        assert_eq!(admit(&here), Admission::Already);
        assert_eq!(admit(&Visit { is_repetition: true, ..here }), Admission::Repeat);
        assert_eq!(admit(&Visit { is_elsewhere: true, ..here }), Admission::WrongEvent);
    }

    #[test]
    fn a_secret_is_read_from_its_code_and_alone() {
        let code = code("https://makers.example", Id(7), SECRET);
        assert_eq!(
            code,
            "https://makers.example/admin/events/checkin/0000000000007?ticket=0123456789abcdef0123456789abcdef"
        );
        assert_eq!(read(&code).as_deref(), Some(SECRET));
        assert_eq!(read(&format!(" {} ", SECRET.to_uppercase())).as_deref(), Some(SECRET));
        assert_eq!(read(&format!("{code}&x=1#y")).as_deref(), Some(SECRET));
        for other in [
            "",
            "ticket",
            "https://elsewhere.example/?ticket=1",
            "0123456789abcdef0123456789abcdeg",
            "WIFI:S:x;;",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_code_is_drawn_within_its_square() {
        let (path, size) = draw(&code("https://makers.example", Id(7), SECRET)).unwrap();
        assert!(path.starts_with("M4 4h7v1h-7z"), "{path}");
        assert_eq!((size - 2 * QUIET - 17) % 4, 0);
        assert!(draw(&"x".repeat(5000)).is_err());
        let file = png("x").unwrap();
        assert_eq!(image::load_from_memory(&file).unwrap().width(), (21 + 2 * QUIET) * SCALE);
    }
}
