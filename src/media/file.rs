//! Why a file is no picture for us, and what it says about itself before it is decoded: whether it is all there (decoders paint over what is
//! missing), and how much memory its kind needs. Reads the outer structure only.

use std::fmt;

use image::ImageFormat;

/// Why a file is no picture for us; `Display` is the sentence to show.
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
            PictureError::TooMuchMemory => "This picture is too large for its kind of file; please save it smaller, or with 8 bits a colour",
            PictureError::Damaged => "This picture cannot be read; the file may be damaged",
        })
    }
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Bytes that a decoder needs for every pixel beside the decoded picture.
    pub extra_bytes_per_pixel: u32,
}

/// Examines a file of this format; none when it is cut off.
pub fn examine(file: &[u8], format: ImageFormat) -> Option<Facts> {
    let extra_bytes_per_pixel = match format {
        ImageFormat::Png => {
            png_end(file)?;
            0
        }
        ImageFormat::Jpeg => {
            if is_progressive(file)? {
                // Two for each coefficient, of up to three colours.
                6
            } else {
                0
            }
        }
        _ => {
            webp_end(file)?;
            // Planes of its own, or a second picture with alpha.
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
        // The chunk's own length, its length field, kind and checksum.
        let next = rest.get(length.checked_add(12)?..)?;
        if kind == b"IEND" {
            return Some(());
        }
        rest = next;
    }
}

/// Walks the markers to the end of the image, and says whether it comes in several passes.
fn is_progressive(file: &[u8]) -> Option<bool> {
    let mut rest = file.get(2..)?;
    let mut is_progressive = false;
    loop {
        // Whatever is no marker is a scan's data: an escaped FF and restarts belong to it.
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

/// Whether as many bytes are there as the file says that it has.
fn webp_end(file: &[u8]) -> Option<()> {
    let length = u32::from_le_bytes(file.get(4..8)?.try_into().ok()?) as usize;
    file.get(..length.checked_add(8)?).map(|_| ())
}
