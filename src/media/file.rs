//! Examines a file before it is decoded: whether it is complete (decoders fill in what is missing), and how much memory
//! its format needs. Reads only the outer structure.

use std::fmt;

use image::ImageFormat;

/// Why a file is not an acceptable picture; `Display` is the sentence to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureError {
    TooLarge,
    Kind,
    TooManyPixels,
    TooLong,
    TooMuchMemory,
    Damaged,
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PictureError::TooLarge => "A picture can have at most 5 MB",
            PictureError::Kind => "A picture must be a PNG, JPEG or WebP file",
            PictureError::TooManyPixels => "A picture can have at most 40 million pixels",
            PictureError::TooLong => "A picture can have at most 16,384 pixels on a side",
            PictureError::TooMuchMemory => "This picture needs too much memory. Please save it smaller, or with 8 bits per colour",
            PictureError::Damaged => "This picture cannot be read; the file may be damaged",
        })
    }
}

/// The result of the examination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Bytes per pixel that a decoder needs in addition to the decoded picture.
    pub extra_bytes_per_pixel: u32,
}

/// Examines a file of this format; `None` when it is incomplete.
pub fn examine(file: &[u8], format: ImageFormat) -> Option<Facts> {
    let extra_bytes_per_pixel = match format {
        ImageFormat::Png => {
            png_end(file)?;
            0
        }
        ImageFormat::Jpeg => {
            if is_progressive(file)? {
                // Two bytes per coefficient, for up to three colours.
                6
            } else {
                0
            }
        }
        _ => {
            webp_end(file)?;
            // Separate planes, or a second picture for alpha.
            4
        }
    };
    Some(Facts { extra_bytes_per_pixel })
}

/// Walks the chunks to the end of IEND.
fn png_end(file: &[u8]) -> Option<()> {
    let mut rest = file.get(8..)?;
    loop {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let kind = rest.get(4..8)?;
        // The length of the data plus the length field, type and checksum.
        let next = rest.get(length.checked_add(12)?..)?;
        if kind == b"IEND" {
            return Some(());
        }
        rest = next;
    }
}

/// Walks the markers to the end of the image and returns whether it is progressive.
fn is_progressive(file: &[u8]) -> Option<bool> {
    let mut rest = file.get(2..)?;
    let mut is_progressive = false;
    loop {
        // Anything that is not a marker is data of a scan, such as an escaped FF or a restart.
        let at = rest
            .windows(2)
            .position(|pair| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0x01 | 0xD0..=0xD7 | 0xFF))?;
        let marker = *rest.get(at + 1)?;
        rest = rest.get(at + 2..)?;
        match marker {
            0xD9 => return Some(is_progressive),
            0xD8 => continue,
            // SOF2, SOF6, SOF10, SOF14
            0xC2 | 0xC6 | 0xCA | 0xCE => is_progressive = true,
            _ => {}
        }
        let length = u16::from_be_bytes(rest.get(..2)?.try_into().ok()?) as usize;
        rest = rest.get(length..)?;
    }
}

/// Whether the file is as long as its header says.
fn webp_end(file: &[u8]) -> Option<()> {
    let length = u32::from_le_bytes(file.get(4..8)?.try_into().ok()?) as usize;
    file.get(..length.checked_add(8)?).map(|_| ())
}
