//! The pictures of the community itself.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba};

use super::picture::{PictureError, Rendition, read};
use super::raster::scaled_image;

/// The longest side of the community's mark, and of its picture for link previews.
const MARK: u32 = 512;
const PREVIEW: u32 = 1200;

/// Reads a file and creates the mark of the community: as it is, with its transparency, as PNG, because documents and mails
/// know no WebP.
///
/// # Errors
/// As [`render`](super::picture::render).
pub fn mark(file: &[u8]) -> Result<Rendition, PictureError> {
    let image = scaled_image(&read(file)?, MARK)?;
    encoded(&image, "image/png", ImageFormat::Png)
}

/// Reads a file and creates the picture for link previews: as JPEG, because not every service that shows previews knows
/// WebP. What is transparent becomes white.
///
/// # Errors
/// As [`render`](super::picture::render).
pub fn preview(file: &[u8]) -> Result<Rendition, PictureError> {
    let image = scaled_image(&read(file)?, PREVIEW)?.to_rgba8();
    let opaque = RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let Rgba([red, green, blue, alpha]) = *image.get_pixel(x, y);
        let over = |channel: u8| ((u16::from(channel) * u16::from(alpha) + 255 * (255 - u16::from(alpha))) / 255) as u8;
        Rgb([over(red), over(green), over(blue)])
    });
    encoded(&opaque.into(), "image/jpeg", ImageFormat::Jpeg)
}

fn encoded(image: &DynamicImage, content_type: &'static str, format: ImageFormat) -> Result<Rendition, PictureError> {
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), format).map_err(|_| PictureError::Damaged)?;
    Ok(Rendition {
        content_type,
        width: image.width(),
        height: image.height(),
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use image::RgbaImage;

    use super::*;

    #[test]
    fn a_mark_keeps_what_is_transparent_and_a_preview_does_not() {
        let mut drawn = RgbaImage::from_pixel(1400, 700, Rgba([0, 0, 0, 0]));
        drawn.put_pixel(0, 0, Rgba([200, 0, 0, 255]));
        let file = encoded(&drawn.into(), "image/png", ImageFormat::Png).unwrap().bytes;
        let mark = mark(&file).unwrap();
        assert_eq!((mark.content_type, mark.width, mark.height), ("image/png", 512, 256));
        assert_eq!(image::load_from_memory(&mark.bytes).unwrap().to_rgba8().get_pixel(300, 200).0[3], 0);
        let preview = preview(&file).unwrap();
        assert_eq!((preview.content_type, preview.width, preview.height), ("image/jpeg", 1200, 600));
        assert!(
            image::load_from_memory(&preview.bytes)
                .unwrap()
                .to_rgb8()
                .get_pixel(600, 300)
                .0
                .iter()
                .all(|channel| *channel > 250)
        );
    }
}
