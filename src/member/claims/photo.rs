//! Photos of receipts. They are private: they stand in the database and not in the media folder, which everybody can read.

use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{ClaimRecord, queries, waiting};
use crate::base::id::{ClaimId, MemberId};
use crate::base::problem::AppResult;
use crate::member::media::{Picture, PictureOptions};
use crate::platform::store::{Read, Tx};

/// Days that a photo stays after the decision: enough for the member to ask again and for the books of a quarter.
const KEPT: Duration = Duration::from_secs(90 * 86_400);
/// The longest side of a stored photo, in pixels: a receipt stays readable.
const LONGEST_SIDE: u32 = 1_600;

/// The encoding of an uploaded photo.
pub(super) const OPTIONS: PictureOptions =
    PictureOptions { crop: None, max_size: Some(LONGEST_SIDE), always_jpeg: true };

/// The photo of a claim as a JPEG file, if it has one.
pub fn read(read: &Read<'_>, id: ClaimId) -> AppResult<Option<Vec<u8>>> {
    queries::photo(read, id)
}

/// Whether another claim has the same photo.
pub fn shares_photo(read: &Read<'_>, id: ClaimId) -> AppResult<bool> {
    queries::shares_photo(read, id)
}

/// Stores the photo of a claim that waits; a new photo replaces the old one. Fails with `not_found` and `claim_decided`.
pub(super) fn keep(tx: &Tx<'_>, member: MemberId, id: ClaimId, picture: &Picture) -> AppResult<ClaimRecord> {
    super::own(tx, member, id)?;
    waiting(tx, id)?;
    let digest: [u8; 32] = Sha256::digest(&picture.bytes).into();
    queries::put_photo(tx, id, picture, &digest)?;
    super::own(tx, member, id)
}

pub(super) fn remove(tx: &Tx<'_>, id: ClaimId) -> AppResult<()> {
    queries::delete_photo(tx, id)
}

/// Deletes some photos of claims that were decided long ago; returns how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_old_photos(tx, tx.now().minus(KEPT))
}
