//! Coupons at the counter: verify, collect and return.

pub(super) use super::Collection;
use super::queries;
use super::register::{AuditedCoupon, note};
use crate::auth::Merchant;
use crate::base::id::RedemptionId;
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::member::awards::{self, active_partner};
use crate::member::notifications;
use crate::member::rewards;
use crate::member::rewards::{CodeVault, CounterView, RedemptionRecord};
use crate::platform::http::request::ClientAddress;
use crate::platform::store::{Read, Tx};

/// The state of the coupon with this code at this counter. Fails with `partner_inactive`.
pub(super) fn verify(read: &Read<'_>, vault: &CodeVault, merchant: &Merchant, code: &str) -> AppResult<CounterView> {
    active_partner(read, merchant)?;
    rewards::verify(read, vault, merchant.partner, code)
}

/// Collects the coupon with this code, once, and records the event at this counter. Fails with the errors of
/// [`rewards::collect`], and with `partner_inactive`.
pub(super) fn collect(tx: &Tx<'_>, vault: &CodeVault, merchant: &Merchant, code: &str) -> AppResult<RedemptionRecord> {
    active_partner(tx, merchant)?;
    let redemption = rewards::collect(tx, vault, merchant.partner, code)?;
    awards::note_collection(tx, merchant, &redemption)?;
    Ok(redemption)
}

/// The counter at which a coupon was collected.
pub(super) fn collection_of(read: &Read<'_>, merchant: &Merchant, id: RedemptionId) -> AppResult<Option<Collection>> {
    let Some((partner, collection)) = queries::collection_of(read, id)? else { return Ok(None) };
    // A coupon that is valid at any counter may have been collected by another partner's staff.
    let ours = partner == merchant.partner;
    Ok(Some(if ours { collection } else { Collection { by: None, ..collection } }))
}

/// Returns an open coupon to its member, because the counter cannot provide the item now. Fails with the errors of
/// [`rewards::give_back`].
pub(super) fn decline(
    tx: &Tx<'_>,
    (vault, keys): (&CodeVault, &Keyring),
    merchant: &Merchant,
    address: ClientAddress,
    code: &str,
) -> AppResult<RedemptionRecord> {
    let redemption = rewards::give_back(tx, vault, merchant.partner, code)?;
    let noted = AuditedCoupon { transaction: redemption.transaction };
    note(tx, keys, (merchant, address), "coupon.give_back", redemption.id, None, Some(&noted))?;
    notifications::notify(tx, redemption.member, "coupon_returned", &[])?;
    Ok(redemption)
}
