//! Decodes JPEG files in the four colours of printing (CMYK), as programs for layouts save them. The image crate turns
//! them into RGB by a formula, whatever their profile says.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::file::PictureError;

/// A JPEG file whose pixels are cyan, magenta, yellow and black.
pub struct Inks<'a> {
    decoder: JpegDecoder<ZCursor<&'a [u8]>>,
    space: ColorSpace,
}

impl<'a> Inks<'a> {
    /// Reads the head of a JPEG file; `None` when its pixels are not inks.
    pub fn find(file: &'a [u8]) -> Option<Inks<'a>> {
        // As the image crate reads other files.
        let options = DecoderOptions::default().set_strict_mode(false);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
        decoder.decode_headers().ok()?;
        let space = decoder.input_colorspace()?;
        let has_four = decoder.info()?.components == 4;
        (has_four && matches!(space, ColorSpace::CMYK | ColorSpace::YCCK)).then_some(Inks { decoder, space })
    }

    /// The pixels, four bytes each: 255 is all of an ink.
    pub fn decode(mut self) -> Result<Vec<u8>, PictureError> {
        self.decoder.set_options(self.decoder.options().jpeg_set_out_colorspace(self.space));
        let mut bytes = self.decoder.decode().map_err(|_| PictureError::Damaged)?;
        for pixel in bytes.as_chunks_mut::<4>().0 {
            // Such files hold the paper that an ink leaves free.
            *pixel = match (self.space, pixel.map(|byte| 255 - byte)) {
                (ColorSpace::YCCK, [.., black]) => {
                    let [y, cb, cr, _] = pixel.map(f32::from);
                    let (cb, cr) = (cb - 128.0, cr - 128.0);
                    // The RGB of these colours are the inks: they are stored as what RGB leaves free.
                    let inks = [y + 1.402 * cr, y - 0.344_136 * cb - 0.714_136 * cr, y + 1.772 * cb];
                    let [cyan, magenta, yellow] = inks.map(|ink| ink.round() as u8);
                    [cyan, magenta, yellow, black]
                }
                (_, inks) => inks,
            };
        }
        Ok(bytes)
    }
}
