//! Opening a coupon: it is then valid for five minutes and cannot be opened again.

use std::time::Duration;

use serde::Serialize;

use super::codes::CodeVault;
use super::{
    ALREADY_USED, COUPON_ENDED, ContentFormat, ITEM_UNAVAILABLE, NOT_READY, NOT_REOPENABLE, REDEMPTION_REJECTED,
    RedemptionRecord, RedemptionStatus, life, queries, short_codes,
};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, RedemptionId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::secret;
use crate::base::short_code::ShortCode;
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Tx;

/// The time for which an opened coupon is valid (spec section 9).
pub(super) const WINDOW: Duration = Duration::from_secs(300);

/// The content that a coupon shows at the counter.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = RedemptionContent)]
pub(super) enum CouponContent {
    /// The text of a QR code.
    #[serde(rename = "qrcode")]
    QrCode(String),
    /// The text of a CODE128 barcode.
    #[serde(rename = "barCode")]
    BarCode(String),
    /// The path of a picture.
    #[serde(rename = "imgUrl")]
    ImgUrl(String),
}

/// An open coupon.
#[derive(Clone, Debug)]
pub(super) struct OpenCoupon {
    pub content: CouponContent,
    /// A code to type at the counter; `None` for a pool code or a picture.
    pub short_code: Option<ShortCode>,
    pub used_at: Timestamp,
    pub expires_at: Timestamp,
    /// True if this replays the response of an earlier request with the same key.
    pub replayed: bool,
}

/// Opens a member's coupon. `key` is the hash of the idempotency key: within the window, a retry with the same key
/// returns the coupon again. Fails with `not_found`, [`NOT_READY`], [`REDEMPTION_REJECTED`], [`ITEM_UNAVAILABLE`]
/// while its partner is inactive, [`COUPON_ENDED`] and [`ALREADY_USED`].
pub(super) fn open(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    id: RedemptionId,
    key: Option<[u8; 32]>,
) -> AppResult<OpenCoupon> {
    let own = |found: &RedemptionRecord| found.member == member;
    let redemption = queries::redemptions::find(tx, id)?.filter(own).ok_or(NOT_FOUND)?;
    match redemption.status {
        RedemptionStatus::Confirmed => {}
        RedemptionStatus::Processing => return Err(NOT_READY.into()),
        RedemptionStatus::Rejected => return Err(REDEMPTION_REJECTED.into()),
    }
    let now = tx.now();
    if redemption.has_ended(now) {
        return Err(COUPON_ENDED.into());
    }
    // The counters of an inactive partner would refuse the coupon, and the member would lose its five minutes. Third
    // parties accept pool codes and pictures, so those can still be opened.
    if let Some(partner) = redemption.partner
        && !redemption.is_used(now)
        && !queries::items::partner_is_active(tx, partner)?
        && queries::codes::is_our_own(tx, id)?
    {
        return Err(ITEM_UNAVAILABLE.into());
    }
    if queries::redemptions::open(tx, id, now.plus(WINDOW), key)? {
        let ours = redemption.format != ContentFormat::ImgUrl && queries::codes::is_our_own(tx, id)?;
        let short_code = ours.then(|| short_codes::give(tx, vault, id, now.plus(WINDOW))).transpose()?;
        let content = content_of(tx, vault, &redemption, short_code.as_ref())?;
        return Ok(OpenCoupon { content, short_code, used_at: now, expires_at: now.plus(WINDOW), replayed: false });
    }
    seen_again(tx, vault, &redemption, key)
}

/// The coupon that the same key opened and that has not expired. Fails with [`ALREADY_USED`].
fn seen_again(
    tx: &Tx<'_>,
    vault: &CodeVault,
    redemption: &RedemptionRecord,
    key: Option<[u8; 32]>,
) -> AppResult<OpenCoupon> {
    let same_key = key.is_some() && queries::redemptions::opening_key(tx, redemption.id)? == key;
    match (redemption.opened_at, redemption.expires_at) {
        (Some(used_at), Some(expires_at)) if same_key && tx.now() < expires_at => {
            let short_code = short_codes::of(tx, vault, redemption.id)?;
            let content = content_of(tx, vault, redemption, short_code.as_ref())?;
            Ok(OpenCoupon { content, short_code, used_at, expires_at, replayed: true })
        }
        _ => Err(ALREADY_USED.into()),
    }
}

/// Opens a coupon once per idempotency key. A refusal is replayed unchanged and is the inner error. An open coupon is
/// read again, because its code is stored encrypted and its countdown continues. Fails with `idempotency_key_reused`.
pub(super) fn open_under(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    id: RedemptionId,
    key: &IdempotencyKey,
) -> AppResult<Result<OpenCoupon, ReplayableAnswer>> {
    let mut opened = None;
    let hashed = Some(secret::hash(key.text()));
    let told = idempotency::once(tx, member.as_bytes(), key, &(), |tx| {
        opened = Some(open(tx, vault, member, id, hashed)?);
        Ok(())
    })?;
    match opened {
        Some(opened) => Ok(Ok(opened)),
        // A returned coupon needs a new Idempotency-Key; this one only replays.
        None if told.status == 200 => {
            let redemption = queries::redemptions::find(tx, id)?.ok_or(NOT_FOUND)?;
            seen_again(tx, vault, &redemption, hashed).map(Ok)
        }
        None => Ok(Err(told)),
    }
}

/// A barcode shows the short code if there is one: the long code would be wider than a phone.
fn content_of(
    tx: &Tx<'_>,
    vault: &CodeVault,
    redemption: &RedemptionRecord,
    short_code: Option<&ShortCode>,
) -> AppResult<CouponContent> {
    match (redemption.format, short_code) {
        (ContentFormat::ImgUrl, _) => return Ok(CouponContent::ImgUrl(redemption.img_url.clone().unwrap_or_default())),
        (ContentFormat::BarCode, Some(short)) => return Ok(CouponContent::BarCode(short.as_str().to_owned())),
        _ => {}
    }
    let (code, sealed) = queries::codes::held_by(tx, redemption.id)?
        .ok_or_else(|| anyhow::anyhow!("the redemption {} has no code", redemption.id))?;
    let text = vault.open(code, &sealed)?;
    Ok(if redemption.format == ContentFormat::BarCode {
        CouponContent::BarCode(text)
    } else {
        CouponContent::QrCode(text)
    })
}

/// Returns an opened coupon that was not collected in time to its member, once, with at least a week to use it. Fails
/// with `not_found` and [`NOT_REOPENABLE`].
pub fn reopen(tx: &Tx<'_>, id: RedemptionId) -> AppResult<RedemptionRecord> {
    queries::redemptions::find(tx, id)?.ok_or(NOT_FOUND)?;
    if !queries::redemptions::reopen(tx, id)? {
        return Err(NOT_REOPENABLE.into());
    }
    let returned = queries::redemptions::find(tx, id)?.ok_or(NOT_FOUND)?;
    life::allow_a_week(tx, &returned)?;
    Ok(queries::redemptions::find(tx, id)?.ok_or(NOT_FOUND)?)
}
