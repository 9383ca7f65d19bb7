//! Decodes an uploaded picture and encodes it again in bounded sizes. Nothing else of the original file is kept: no
//! metadata and no trailing bytes. Colours are converted to sRGB, the meaning of a file without a profile. This is
//! slow: call it off the async threads.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits};

pub use super::file::PictureError;
use super::file::examine;
use super::inks::Inks;
use super::raster::{Kind, Raster, in_srgb, scaled, scaled_image};

/// Maximum bytes of an uploaded file.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;
/// Maximum number of pixels to decode.
pub const MAX_PIXELS: u64 = 40_000_000;
/// Maximum pixels per side: a picture of a single row costs more than its number of pixels suggests.
pub const MAX_SIDE: u32 = 16_384;
/// Maximum bytes for decoding: the decoded picture plus what its format needs.
const MAX_MEMORY: u64 = 128 * 1024 * 1024;
/// The longest side of the full size.
const FULL: u32 = 1600;
/// The longest side of the size for cards: twice the width of a small phone. It was 640 once; a browser that takes such a picture for a
/// little wider than it is shows it all the same.
pub const CARD: u32 = 720;
/// The side of a member's picture: pages show it with up to 112 points, which are up to three pixels each.
const PORTRAIT: u32 = 400;
/// The longest side of an event's banner: pages show it with up to 740 points.
const BANNER: u32 = 1480;
const JPEG_QUALITY: u8 = 84;

/// One size of a picture, ready to store.
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

/// Reads a file and creates its two sizes.
///
/// # Errors
/// When the file is too large, is not the kind of picture that it claims to be, has too many pixels, is incomplete, or
/// cannot be decoded.
pub fn render(file: &[u8]) -> Result<Renditions, PictureError> {
    let full = read(file)?;
    Ok(Renditions {
        card: rendition(&scaled_image(&full, CARD)?)?,
        full: rendition(&full)?,
    })
}

/// Reads a file and creates the picture of a member: the largest square in its middle.
///
/// # Errors
/// As [`render`].
pub fn portrait(file: &[u8]) -> Result<Rendition, PictureError> {
    let image = read(file)?;
    let side = image.width().min(image.height());
    let square = image.crop_imm((image.width() - side) / 2, (image.height() - side) / 2, side, side);
    rendition(&scaled_image(&square, PORTRAIT)?)
}

/// Reads a file and creates the banner of an event, or the logo of its partner.
///
/// # Errors
/// As [`render`].
pub fn banner(file: &[u8]) -> Result<Rendition, PictureError> {
    rendition(&scaled_image(&read(file)?, BANNER)?)
}

/// The picture in a file, upright and in its full size here.
pub fn read(file: &[u8]) -> Result<DynamicImage, PictureError> {
    if file.len() > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let (raster, profile, orientation) = decode(file)?;
    let image = in_srgb(scaled(raster, FULL)?, profile.as_deref())?;
    Ok(oriented(image, orientation))
}

fn decode(file: &[u8]) -> Result<(Raster, Option<Vec<u8>>, Orientation), PictureError> {
    let mut reader = ImageReader::new(Cursor::new(file))
        .with_guessed_format()
        .map_err(|_| PictureError::Kind)?;
    let format = reader.format().ok_or(PictureError::Kind)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) {
        return Err(PictureError::Kind);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| PictureError::Damaged)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > MAX_SIDE {
        return Err(PictureError::TooLong);
    }
    if pixels > MAX_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    let facts = examine(file, format).ok_or(PictureError::Damaged)?;
    let color = decoder.color_type();
    let eight_bit = if color.bytes_per_pixel() > color.channel_count() {
        // Both versions are in memory for a moment.
        pixels * u64::from(color.channel_count())
    } else {
        0
    };
    let inks = (format == ImageFormat::Jpeg).then(|| Inks::find(file)).flatten();
    let (decoded, extra) = match &inks {
        // Four bytes, and a fourth colour beside the three.
        Some(_) => (pixels * 4, pixels * u64::from(facts.extra_bytes_per_pixel) * 4 / 3),
        None => (decoder.total_bytes() + eight_bit, pixels * u64::from(facts.extra_bytes_per_pixel)),
    };
    if decoded + extra > MAX_MEMORY {
        return Err(PictureError::TooMuchMemory);
    }
    let orientation = decoder.orientation().map_err(|_| PictureError::Damaged)?;
    // An unreadable profile counts as none.
    let profile = decoder.icc_profile().unwrap_or_default();
    let (kind, bytes) = match inks {
        Some(inks) => (Kind::Cmyk, inks.decode()?),
        None => pixels_of(DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?),
    };
    let raster = Raster { width, height, kind, bytes };
    Ok((raster, profile, orientation))
}

fn pixels_of(image: DynamicImage) -> (Kind, Vec<u8>) {
    match image {
        DynamicImage::ImageLuma8(image) => (Kind::Grey, image.into_raw()),
        DynamicImage::ImageLumaA8(image) => (Kind::GreyAlpha, image.into_raw()),
        DynamicImage::ImageRgb8(image) => (Kind::Rgb, image.into_raw()),
        DynamicImage::ImageRgba8(image) => (Kind::Rgba, image.into_raw()),
        deep if deep.color().has_alpha() => (Kind::Rgba, deep.to_rgba8().into_raw()),
        deep => (Kind::Rgb, deep.to_rgb8().into_raw()),
    }
}

fn oriented(mut image: DynamicImage, orientation: Orientation) -> DynamicImage {
    image.apply_orientation(orientation);
    image
}

/// Encodes as JPEG, or as lossless WebP if that is smaller or the picture has transparency.
fn rendition(image: &DynamicImage) -> Result<Rendition, PictureError> {
    let (width, height) = (image.width(), image.height());
    let mut webp = Vec::new();
    if let DynamicImage::ImageRgba8(rgba) = image
        && rgba.pixels().any(|pixel| pixel.0[3] < 255)
    {
        WebPEncoder::new_lossless(&mut webp)
            .encode(rgba, width, height, ExtendedColorType::Rgba8)
            .map_err(|_| PictureError::Damaged)?;
        return Ok(Rendition {
            content_type: "image/webp",
            width,
            height,
            bytes: webp,
        });
    }
    let rgb = image.to_rgb8();
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
    use image::codecs::png::PngEncoder;
    use image::{ImageEncoder, RgbImage, RgbaImage};
    use jpeg_encoder::ColorType::{Cmyk, CmykAsYcck};
    use moxcms::{ColorProfile, DataColorSpace, LutDataType, LutStore, LutType, LutWarehouse, ProfileClass};

    use super::*;

    fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        image.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
        bytes
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        encoded(&DynamicImage::new_rgb8(width, height), ImageFormat::Png)
    }

    /// A PNG whose header claims this size and bit depth.
    fn claim(width: u32, height: u32, bits: u8) -> Vec<u8> {
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        bytes[24] = bits;
        let crc = bytes[12..29].iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
        });
        bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
        bytes
    }

    fn decoded(rendition: &Rendition) -> DynamicImage {
        image::load_from_memory(&rendition.bytes).unwrap()
    }

    #[test]
    fn sizes_are_bounded_and_keep_their_shape() {
        let made = render(&png(3200, 1000)).unwrap();
        assert_eq!((made.full.width, made.full.height), (1600, 500));
        assert_eq!((made.card.width, made.card.height), (720, 225));
        let small = render(&png(100, 50)).unwrap();
        assert_eq!((small.full.width, small.card.width), (100, 100));
        let row = render(&png(5000, 1)).unwrap();
        assert_eq!((row.full.width, row.full.height), (1600, 1));
        for (width, height, side) in [(3200, 1000, 400), (300, 90, 90), (5000, 1, 1)] {
            let made = portrait(&png(width, height)).unwrap();
            assert_eq!((made.width, made.height), (side, side));
        }
        for grey in [
            DynamicImage::new_luma8(2000, 10),
            DynamicImage::new_luma_a8(2000, 10),
            DynamicImage::new_rgb16(2000, 10),
        ] {
            assert_eq!(render(&encoded(&grey, ImageFormat::Png)).unwrap().full.height, 8);
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert_eq!(render(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), Err(PictureError::Kind));
        assert_eq!(render(b"GIF89a\x01\x00\x01\x00"), Err(PictureError::Kind));
        assert_eq!(render(b""), Err(PictureError::Kind));
        assert_eq!(render(&vec![0; MAX_BYTES + 1]), Err(PictureError::TooLarge));
    }

    #[test]
    fn a_cut_file_is_refused_whatever_its_format() {
        let noise = RgbImage::from_fn(120, 90, |x, y| image::Rgb([(x * 31 + y * 17) as u8, (x * y) as u8, (y * 7) as u8]));
        let noise = DynamicImage::ImageRgb8(noise);
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let whole = encoded(&noise, format);
            assert!(render(&whole).is_ok(), "{format:?}");
            let with_more = [whole.as_slice(), b"trailing bytes"].concat();
            assert!(render(&with_more).is_ok(), "{format:?}");
            for part in [whole.len() / 3, whole.len() / 2, whole.len() * 9 / 10, whole.len() - 9, whole.len() - 2] {
                assert_eq!(render(&whole[..part]), Err(PictureError::Damaged), "{format:?} {part} of {}", whole.len());
            }
        }
    }

    #[test]
    fn what_would_need_too_much_memory_is_refused_before_it_is_decoded() {
        assert_eq!(render(&claim(60_000, 60_000, 8)), Err(PictureError::TooLong));
        assert_eq!(render(&claim(40_000_000, 1, 8)), Err(PictureError::TooLong));
        assert_eq!(render(&claim(16_000, 16_000, 8)), Err(PictureError::TooManyPixels));
        assert_eq!(render(&claim(8_000, 5_000, 16)), Err(PictureError::TooMuchMemory));
    }

    #[test]
    fn colours_are_converted_before_their_profile_is_dropped() {
        let pixels = [200, 100, 50].repeat(64);
        let mut file = Vec::new();
        let mut encoder = PngEncoder::new(&mut file);
        encoder.set_icc_profile(ColorProfile::new_display_p3().encode().unwrap()).unwrap();
        encoder.write_image(&pixels, 8, 8, ExtendedColorType::Rgb8).unwrap();
        let made = decoded(&render(&file).unwrap().full).to_rgb8();
        // Display P3 (200, 100, 50) is sRGB (212, 96, 32), give or take a rounding.
        let [red, green, blue] = made.get_pixel(4, 4).0;
        assert!(
            (208..=216).contains(&red) && (92..=99).contains(&green) && (25..=40).contains(&blue),
            "{red} {green} {blue}"
        );
        let plain = render(&encoded(
            &DynamicImage::ImageRgb8(RgbImage::from_raw(8, 8, pixels).unwrap()),
            ImageFormat::Png,
        ))
        .unwrap();
        assert_eq!(decoded(&plain.full).to_rgb8().get_pixel(4, 4).0, [200, 100, 50]);
    }

    /// A profile by which full cyan is mid grey, and everything else white.
    fn odd_inks() -> ColorProfile {
        let straight = |channels: usize| LutStore::Store16([0, u16::MAX].repeat(channels));
        // The corners of the four inks, black counting fastest; L*, a* and b* of each.
        let grid = (0..16)
            .flat_map(|corner| [if corner == 0b1000 { 0x8900 } else { 0xFF00 }, 0x8000, 0x8000])
            .collect();
        let lut = LutDataType {
            num_input_channels: 4,
            num_output_channels: 3,
            num_clut_grid_points: 2,
            matrix: moxcms::Matrix3d::IDENTITY,
            num_input_table_entries: 2,
            num_output_table_entries: 2,
            input_table: straight(4),
            clut_table: LutStore::Store16(grid),
            output_table: straight(3),
            lut_type: LutType::Lut16,
        };
        let mut profile = ColorProfile::new_srgb();
        profile.color_space = DataColorSpace::Cmyk;
        profile.pcs = DataColorSpace::Lab;
        profile.profile_class = ProfileClass::OutputDevice;
        profile.cicp = None;
        profile.lut_a_to_b_perceptual = Some(LutWarehouse::Lut(lut));
        profile
    }

    #[test]
    fn colours_of_printing_become_those_of_screens() {
        let profile = odd_inks().encode().unwrap();
        for (coding, is_progressive) in [(CmykAsYcck, false), (CmykAsYcck, true), (Cmyk, true)] {
            let made = |inks: [u8; 4], profile: Option<&[u8]>| {
                let mut file = Vec::new();
                let mut encoder = jpeg_encoder::Encoder::new(&mut file, 98);
                encoder.set_progressive(is_progressive);
                if let Some(profile) = profile {
                    encoder.add_icc_profile(profile).unwrap();
                }
                encoder.encode(&inks.repeat(24 * 24), 24, 24, coding).unwrap();
                decoded(&render(&file).unwrap().full).to_rgb8().get_pixel(12, 12).0
            };
            let near = |found: [u8; 3], wanted: [u8; 3]| {
                let is_near = found.iter().zip(wanted).all(|(found, wanted)| found.abs_diff(wanted) <= 4);
                assert!(is_near, "{found:?} for {wanted:?}, {coding:?}, progressive: {is_progressive}");
            };
            // Without a profile as browsers show it.
            near(made([255, 0, 0, 0], None), [0, 255, 255]);
            near(made([0, 200, 100, 0], None), [255, 55, 155]);
            near(made([0, 0, 0, 255], None), [0, 0, 0]);
            // A profile of other colours does not fit.
            let other = ColorProfile::new_display_p3().encode().unwrap();
            near(made([255, 0, 0, 0], Some(&other)), [0, 255, 255]);
            near(made([255, 0, 0, 0], Some(&profile)), [128, 128, 128]);
            if !is_progressive {
                near(made([0, 255, 0, 0], Some(&profile)), [255, 255, 255]);
            }
        }
    }

    #[test]
    fn what_cannot_be_seen_does_not_shine_through_at_edges() {
        // White on the left; on the right transparent black, which must not become visible.
        let image = RgbaImage::from_fn(3200, 32, |x, _| if x < 1600 { image::Rgba([255; 4]) } else { image::Rgba([0; 4]) });
        let made = decoded(&render(&encoded(&DynamicImage::ImageRgba8(image), ImageFormat::Png)).unwrap().full).to_rgba8();
        for pixel in made.pixels().filter(|pixel| pixel.0[3] > 8) {
            assert!(pixel.0[0] > 240, "{pixel:?}");
        }
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
