//! A picture that somebody sent, decoded and re-encoded in bounded sizes by the image library. Nothing of the file that
//! came in is kept: no metadata, no trailing bytes. Slow: call it off the async threads.

use std::fmt;
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits};

/// Bytes of a file that may be sent.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;
/// Pixels that are decoded at most.
const MAX_PIXELS: u64 = 40_000_000;
/// The longest side of each size.
const FULL: u32 = 1600;
const CARD: u32 = 640;
const JPEG_QUALITY: u8 = 84;

/// Why a file is no picture for us; `Display` is the sentence to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureError {
    TooLarge,
    Kind,
    TooManyPixels,
    Damaged,
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PictureError::TooLarge => "A picture can have at most 5 MB",
            PictureError::Kind => "A picture must be a PNG, JPEG or WebP file",
            PictureError::TooManyPixels => "A picture can have at most 40 million pixels",
            PictureError::Damaged => "This picture cannot be read; the file may be damaged",
        })
    }
}

/// One size of a picture, ready to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendition {
    pub content_type: &'static str,
    pub width: u32,
    pub height: u32,
    pub bytes: Vec<u8>,
}

/// Both sizes of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renditions {
    pub card: Rendition,
    pub full: Rendition,
}

/// Reads a file and makes its two sizes.
///
/// # Errors
/// When the file is too large, of another kind than its content says, has too many pixels, or cannot be decoded.
pub fn render(file: &[u8]) -> Result<Renditions, PictureError> {
    if file.len() > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let image = decode(file)?;
    Ok(Renditions {
        card: rendition(&image, CARD)?,
        full: rendition(&image, FULL)?,
    })
}

fn decode(file: &[u8]) -> Result<DynamicImage, PictureError> {
    let mut reader = ImageReader::new(Cursor::new(file))
        .with_guessed_format()
        .map_err(|_| PictureError::Kind)?;
    if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) {
        return Err(PictureError::Kind);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| PictureError::Damaged)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    let orientation = decoder.orientation().map_err(|_| PictureError::Damaged)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// The picture with its longest side at most `side`: as JPEG, or as lossless WebP where that is smaller or something is
/// transparent.
fn rendition(image: &DynamicImage, side: u32) -> Result<Rendition, PictureError> {
    let scaled = if image.width().max(image.height()) > side {
        image.resize(side, side, FilterType::Lanczos3)
    } else {
        image.clone()
    };
    let rgba = scaled.to_rgba8();
    let (width, height) = rgba.dimensions();
    let is_transparent = rgba.pixels().any(|pixel| pixel.0[3] < 255);
    let mut webp = Vec::new();
    if is_transparent {
        WebPEncoder::new_lossless(&mut webp)
            .encode(&rgba, width, height, ExtendedColorType::Rgba8)
            .map_err(|_| PictureError::Damaged)?;
        return Ok(Rendition {
            content_type: "image/webp",
            width,
            height,
            bytes: webp,
        });
    }
    let rgb = scaled.to_rgb8();
    WebPEncoder::new_lossless(&mut webp)
        .encode(&rgb, width, height, ExtendedColorType::Rgb8)
        .map_err(|_| PictureError::Damaged)?;
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY)
        .encode(&rgb, width, height, ExtendedColorType::Rgb8)
        .map_err(|_| PictureError::Damaged)?;
    let (content_type, bytes) = if webp.len() <= jpeg.len() {
        ("image/webp", webp)
    } else {
        ("image/jpeg", jpeg)
    };
    Ok(Rendition {
        content_type,
        width,
        height,
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        DynamicImage::new_rgb8(width, height)
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .unwrap();
        bytes
    }

    #[test]
    fn sizes_are_bounded_and_keep_their_shape() {
        let made = render(&png(3200, 1000)).unwrap();
        assert_eq!((made.full.width, made.full.height), (1600, 500));
        assert_eq!((made.card.width, made.card.height), (640, 200));
        let small = render(&png(100, 50)).unwrap();
        assert_eq!((small.full.width, small.card.width), (100, 100));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert_eq!(render(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), Err(PictureError::Kind));
        assert_eq!(render(b"GIF89a\x01\x00\x01\x00"), Err(PictureError::Kind));
        assert_eq!(render(b""), Err(PictureError::Kind));
        let mut cut = png(300, 300);
        cut.truncate(100);
        assert_eq!(render(&cut), Err(PictureError::Damaged));
        assert_eq!(render(&vec![0; MAX_BYTES + 1]), Err(PictureError::TooLarge));
    }

    #[test]
    fn a_decompression_bomb_is_refused_before_it_is_decoded() {
        // A valid header that claims 60,000 × 60,000 pixels.
        let mut bomb = png(1, 1);
        bomb[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        bomb[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
        let refused = render(&bomb).unwrap_err();
        assert!(matches!(refused, PictureError::TooManyPixels | PictureError::Damaged), "{refused:?}");
    }

    #[test]
    fn metadata_is_dropped() {
        let mut jpeg = Vec::new();
        JpegEncoder::new(&mut jpeg).encode(&[200; 3 * 64], 8, 8, ExtendedColorType::Rgb8).unwrap();
        let secret = b"\xFF\xFE\x00\x10secret-comment";
        jpeg.splice(2..2, secret.iter().copied());
        let made = render(&jpeg).unwrap();
        assert!(!made.full.bytes.windows(14).any(|part| part == b"secret-comment"));
    }
}
