//! Scales decoded pixels down and converts them to sRGB.

use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, MulDiv, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{DynamicImage, RgbImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use super::file::PictureError;

/// Pixels with 8 bits per channel.
pub struct Raster {
    pub width: u32,
    pub height: u32,
    pub kind: Kind,
    pub bytes: Vec<u8>,
}

/// What the bytes of a pixel are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Grey,
    GreyAlpha,
    Rgb,
    Rgba,
    /// 255 is all of an ink.
    Cmyk,
}

impl Kind {
    fn has_alpha(self) -> bool {
        matches!(self, Kind::GreyAlpha | Kind::Rgba)
    }
}

/// Scales the picture so that its longest side is at most `side`. Colours are weighted by their opacity, so that
/// invisible pixels do not bleed into edges.
pub fn scaled(raster: Raster, side: u32) -> Result<Raster, PictureError> {
    let longest = raster.width.max(raster.height);
    if longest <= side {
        return Ok(raster);
    }
    let kind = match raster.kind {
        Kind::Grey => PixelType::U8,
        Kind::GreyAlpha => PixelType::U8x2,
        Kind::Rgb => PixelType::U8x3,
        Kind::Rgba | Kind::Cmyk => PixelType::U8x4,
    };
    let length = |of: u32| (u64::from(of) * u64::from(side)).div_ceil(u64::from(longest)).max(1) as u32;
    let mut from = Image::from_vec_u8(raster.width, raster.height, raster.bytes, kind).map_err(|_| PictureError::Damaged)?;
    let mut to = Image::new(length(raster.width), length(raster.height), kind);
    let (alpha, has_alpha) = (MulDiv::new(), raster.kind.has_alpha());
    if has_alpha {
        alpha.multiply_alpha_inplace(&mut from).map_err(|_| PictureError::Damaged)?;
    }
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
        .use_alpha(false);
    Resizer::new().resize(&from, &mut to, &options).map_err(|_| PictureError::Damaged)?;
    if has_alpha {
        alpha.divide_alpha_inplace(&mut to).map_err(|_| PictureError::Damaged)?;
    }
    Ok(Raster {
        width: to.width(),
        height: to.height(),
        kind: raster.kind,
        bytes: to.into_vec(),
    })
}

/// The same for a picture that is already in sRGB.
pub fn scaled_image(image: &DynamicImage, side: u32) -> Result<DynamicImage, PictureError> {
    let (width, height) = (image.width(), image.height());
    let (kind, bytes) = if image.color().has_alpha() {
        (Kind::Rgba, image.to_rgba8().into_raw())
    } else {
        (Kind::Rgb, image.to_rgb8().into_raw())
    };
    let raster = Raster { width, height, kind, bytes };
    in_srgb(scaled(raster, side)?, None)
}

/// Converts to RGB or RGBA in sRGB. A profile that does not fit the pixels is ignored.
pub fn in_srgb(raster: Raster, profile: Option<&[u8]>) -> Result<DynamicImage, PictureError> {
    let Raster { width, height, kind, bytes } = raster;
    let (from, to, space) = match kind {
        Kind::Grey => (Layout::Gray, Layout::Rgb, DataColorSpace::Gray),
        Kind::GreyAlpha => (Layout::GrayAlpha, Layout::Rgba, DataColorSpace::Gray),
        Kind::Rgb => (Layout::Rgb, Layout::Rgb, DataColorSpace::Rgb),
        Kind::Rgba => (Layout::Rgba, Layout::Rgba, DataColorSpace::Rgb),
        // Four values without a name of their own.
        Kind::Cmyk => (Layout::Rgba, Layout::Rgb, DataColorSpace::Cmyk),
    };
    let has_alpha = kind.has_alpha();
    let profile = profile.and_then(|bytes| ColorProfile::new_from_slice(bytes).ok());
    let transform = profile.filter(|profile| profile.color_space == space).and_then(|profile| {
        profile
            .create_transform_8bit(from, &ColorProfile::new_srgb(), to, TransformOptions::default())
            .ok()
    });
    let pixels = width as usize * height as usize;
    let converted = match transform {
        Some(transform) => {
            let mut converted = vec![0; pixels * if has_alpha { 4 } else { 3 }];
            transform.transform(&bytes, &mut converted).map_err(|_| PictureError::Damaged)?;
            converted
        }
        None => match kind {
            Kind::Grey => bytes.iter().flat_map(|grey| [*grey; 3]).collect(),
            Kind::GreyAlpha => bytes.chunks_exact(2).flat_map(|pair| [pair[0], pair[0], pair[0], pair[1]]).collect(),
            Kind::Cmyk => bytes.as_chunks().0.iter().flat_map(|inks| without_profile(*inks)).collect(),
            Kind::Rgb | Kind::Rgba => bytes,
        },
    };
    let image = if has_alpha {
        RgbaImage::from_raw(width, height, converted).map(DynamicImage::ImageRgba8)
    } else {
        RgbImage::from_raw(width, height, converted).map(DynamicImage::ImageRgb8)
    };
    image.ok_or(PictureError::Damaged)
}

/// What browsers make of inks of which nothing is known.
fn without_profile([cyan, magenta, yellow, black]: [u8; 4]) -> [u8; 3] {
    let free = |ink: u8| u16::from(255 - ink);
    [cyan, magenta, yellow].map(|ink| ((free(ink) * free(black) + 127) / 255) as u8)
}
