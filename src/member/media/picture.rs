//! Uploaded pictures: recognised by their bytes, limited in size before decoding, and always re-encoded, so that no
//! byte of the uploaded file is served.

use std::io::Cursor;
use std::panic::catch_unwind;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use crate::base::problem::{AppError, AppResult, ProblemType};

/// The bytes are not a readable PNG, JPEG or WebP.
pub const INVALID_IMAGE: ProblemType = ProblemType::new("invalid_image", 400, "Unreadable image");
/// The picture is wider or higher than allowed, or would need too much memory.
pub const IMAGE_TOO_LARGE: ProblemType = ProblemType::new("image_too_large", 400, "Image too large");

/// The largest file, in bytes.
pub const FILE_LIMIT: usize = 5 * 1024 * 1024;
/// The longest side, in pixels.
const LONGEST_SIDE: u32 = 4_096;
/// Memory limit of a decoded picture, in bytes: 4,096 by 4,096 pixels with four bytes each.
const MEMORY_LIMIT: u64 = 64 * 1024 * 1024;
const JPEG_QUALITY: u8 = 86;

/// A part of a picture, in pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    /// Offset from the left.
    pub x: u32,
    /// Offset from the top.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Crop {
    /// Parses `x,y,width,height`.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<u32> = text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
        match numbers[..] {
            [x, y, width, height] if width > 0 && height > 0 => Some(Self { x, y, width, height }),
            _ => None,
        }
    }
}

/// Requested changes of a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct PictureOptions {
    /// The part to keep; `None` keeps all of it.
    pub crop: Option<Crop>,
    /// Maximum length of the longest side; a picture is never enlarged.
    pub max_size: Option<u32>,
    /// Whether a PNG or WebP becomes a JPEG too: a photo is several times smaller as a JPEG.
    pub always_jpeg: bool,
}

/// A picture as it will be served.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// `png`, `jpg` or `webp`.
    pub extension: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Decodes, rotates upright, crops, shrinks and re-encodes a picture. Fails with [`INVALID_IMAGE`],
/// [`IMAGE_TOO_LARGE`] and `invalid_crop`. Takes up to a second: do not call it on async threads.
pub fn rework(bytes: &[u8], wish: PictureOptions) -> AppResult<Picture> {
    // A decoder that panics on a crafted file means an invalid picture.
    catch_unwind(|| reworked(bytes, wish)).unwrap_or_else(|_| Err(INVALID_IMAGE.into()))
}

fn unreadable<E>(_: E) -> AppError {
    // The decoder's error text is dropped: it would only help an attacker.
    INVALID_IMAGE.into()
}

fn reworked(bytes: &[u8], wish: PictureOptions) -> AppResult<Picture> {
    let format = image::guess_format(bytes).map_err(unreadable)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) {
        return Err(INVALID_IMAGE.into());
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MEMORY_LIMIT);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| match error {
        image::ImageError::Limits(_) => AppError::from(IMAGE_TOO_LARGE),
        other => unreadable(other),
    })?;
    let (width, height) = decoder.dimensions();
    if width > LONGEST_SIDE || height > LONGEST_SIDE || decoder.total_bytes() > MEMORY_LIMIT {
        return Err(IMAGE_TOO_LARGE.into());
    }
    let upright = decoder.orientation().map_err(unreadable)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    picture.apply_orientation(upright);
    if let Some(crop) = wish.crop {
        let inside = |start: u32, length: u32, whole: u32| start.checked_add(length).is_some_and(|end| end <= whole);
        if !inside(crop.x, crop.width, picture.width()) || !inside(crop.y, crop.height, picture.height()) {
            return Err(AppError::invalid_field("crop", "invalid_crop"));
        }
        picture = picture.crop_imm(crop.x, crop.y, crop.width, crop.height);
    }
    if let Some(side) = wish.max_size.filter(|side| picture.width().max(picture.height()) > *side) {
        picture = picture.resize(side, side, FilterType::Lanczos3);
    }
    encode(picture, if wish.always_jpeg { ImageFormat::Jpeg } else { format })
}

fn encode(picture: DynamicImage, format: ImageFormat) -> AppResult<Picture> {
    let has_alpha = picture.color().has_alpha() && format != ImageFormat::Jpeg;
    // Eight bits per channel: enough for screens, and supported by all three encoders.
    let picture = if has_alpha { picture.into_rgba8().into() } else { DynamicImage::from(picture.into_rgb8()) };
    let mut bytes = Vec::new();
    let (extension, written) = match format {
        ImageFormat::Jpeg => {
            ("jpg", picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)))
        }
        ImageFormat::WebP => ("webp", picture.write_with_encoder(WebPEncoder::new_lossless(&mut bytes))),
        _ => ("png", picture.write_with_encoder(PngEncoder::new(&mut bytes))),
    };
    written.map_err(anyhow::Error::from)?;
    Ok(Picture { bytes, extension, width: picture.width(), height: picture.height() })
}
