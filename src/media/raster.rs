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
    /// Grey, grey and alpha, RGB, RGBA.
    pub channels: u8,
    pub bytes: Vec<u8>,
}

/// Scales the picture so that its longest side is at most `side`. Colours are weighted by their opacity, so that
/// invisible pixels do not bleed into edges.
pub fn scaled(raster: Raster, side: u32) -> Result<Raster, PictureError> {
    let longest = raster.width.max(raster.height);
    if longest <= side {
        return Ok(raster);
    }
    let kind = match raster.channels {
        1 => PixelType::U8,
        2 => PixelType::U8x2,
        3 => PixelType::U8x3,
        _ => PixelType::U8x4,
    };
    let length = |of: u32| (u64::from(of) * u64::from(side)).div_ceil(u64::from(longest)).max(1) as u32;
    let mut from = Image::from_vec_u8(raster.width, raster.height, raster.bytes, kind).map_err(|_| PictureError::Damaged)?;
    let mut to = Image::new(length(raster.width), length(raster.height), kind);
    let (alpha, has_alpha) = (MulDiv::new(), matches!(raster.channels, 2 | 4));
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
        channels: raster.channels,
        bytes: to.into_vec(),
    })
}

/// The same for a picture that is already in sRGB.
pub fn scaled_image(image: &DynamicImage, side: u32) -> Result<DynamicImage, PictureError> {
    let (width, height) = (image.width(), image.height());
    let (channels, bytes) = if image.color().has_alpha() {
        (4, image.to_rgba8().into_raw())
    } else {
        (3, image.to_rgb8().into_raw())
    };
    let raster = Raster {
        width,
        height,
        channels,
        bytes,
    };
    in_srgb(scaled(raster, side)?, None)
}

/// Converts to RGB or RGBA in sRGB. A profile that does not fit the pixels is ignored.
pub fn in_srgb(raster: Raster, profile: Option<&[u8]>) -> Result<DynamicImage, PictureError> {
    let Raster {
        width,
        height,
        channels,
        bytes,
    } = raster;
    let (from, to, space) = match channels {
        1 => (Layout::Gray, Layout::Rgb, DataColorSpace::Gray),
        2 => (Layout::GrayAlpha, Layout::Rgba, DataColorSpace::Gray),
        3 => (Layout::Rgb, Layout::Rgb, DataColorSpace::Rgb),
        _ => (Layout::Rgba, Layout::Rgba, DataColorSpace::Rgb),
    };
    let has_alpha = matches!(channels, 2 | 4);
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
        None => match channels {
            1 => bytes.iter().flat_map(|grey| [*grey; 3]).collect(),
            2 => bytes.chunks_exact(2).flat_map(|pair| [pair[0], pair[0], pair[0], pair[1]]).collect(),
            _ => bytes,
        },
    };
    let image = if has_alpha {
        RgbaImage::from_raw(width, height, converted).map(DynamicImage::ImageRgba8)
    } else {
        RgbImage::from_raw(width, height, converted).map(DynamicImage::ImageRgb8)
    };
    image.ok_or(PictureError::Damaged)
}
