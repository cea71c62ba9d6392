//! Photos of receipts. They are private: they stand in the database and not in the media folder, which everybody can read.

use std::time::Duration;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::{ClaimRecord, NOT_FOUND, find, queries, undecided};
use crate::base::id::ClaimId;
use crate::base::problem::AppResult;
use crate::member::media::{ImageProcessor, Picture, PictureOptions, rework};
use crate::platform::store::{Read, Tx};

/// Days that a photo is kept after the decision: long enough for the member to ask again and for a quarter's accounts.
const KEPT: Duration = Duration::from_secs(90 * 86_400);
/// The longest side of a stored photo, in pixels: a receipt stays readable.
const LONGEST_SIDE: u32 = 1_600;

/// The longest side of a photo in a list, in pixels: nothing on a receipt can be read.
const THUMBNAIL_SIDE: u32 = 112;

const fn encoding(longest_side: u32) -> PictureOptions {
    PictureOptions { crop: None, max_size: Some(longest_side), always_jpeg: true }
}

/// A photo in the two sizes that are stored.
pub struct ReceiptPhoto {
    pub picture: Picture,
    /// A JPEG file.
    pub thumbnail: Vec<u8>,
}

impl ReceiptPhoto {
    /// Encodes an uploaded file anew. Fails as [`ImageProcessor::develop`] does.
    pub async fn process(images: &ImageProcessor, file: Bytes) -> AppResult<Self> {
        let picture = images.process(file, encoding(LONGEST_SIDE)).await?;
        let small = images.process(picture.bytes.clone().into(), encoding(THUMBNAIL_SIDE)).await?;
        Ok(Self { picture, thumbnail: small.bytes })
    }

    /// Encodes a file anew on this thread, for a caller that may wait. Fails as [`rework`] does.
    pub fn of_file(file: &[u8]) -> AppResult<Self> {
        let picture = rework(file, encoding(LONGEST_SIDE))?;
        let small = rework(&picture.bytes, encoding(THUMBNAIL_SIDE))?;
        Ok(Self { picture, thumbnail: small.bytes })
    }
}

/// The photo of a claim as a JPEG file, if it has one.
pub fn read(read: &Read<'_>, id: ClaimId) -> AppResult<Option<Vec<u8>>> {
    queries::photo(read, id)
}

/// The thumbnail of a claim's photo, for lists. It is too small for the text of a receipt to be legible.
pub fn thumbnail(read: &Read<'_>, id: ClaimId) -> AppResult<Option<Vec<u8>>> {
    queries::thumbnail(read, id)
}

/// Whether another claim has the same photo.
pub fn shares_photo(read: &Read<'_>, id: ClaimId) -> AppResult<bool> {
    queries::shares_photo(read, id)
}

/// Stores the photo of an undecided claim; a new photo replaces the old one. Fails with `not_found` and `claim_decided`.
pub fn put(tx: &Tx<'_>, id: ClaimId, photo: &ReceiptPhoto) -> AppResult<ClaimRecord> {
    undecided(tx, id)?;
    let digest: [u8; 32] = Sha256::digest(&photo.picture.bytes).into();
    queries::put_photo(tx, id, (&photo.picture, &photo.thumbnail), &digest)?;
    Ok(find(tx, id)?.ok_or(NOT_FOUND)?)
}

pub(super) fn remove(tx: &Tx<'_>, id: ClaimId) -> AppResult<()> {
    queries::delete_photo(tx, id)
}

/// Deletes some photos of claims that were decided long ago; returns how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_old_photos(tx, tx.now().minus(KEPT))
}
