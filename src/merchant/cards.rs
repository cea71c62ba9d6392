//! Members who have a card and nothing else: what they may choose from, and handing it over. They
//! have no screen on which a coupon could be shown, so the counter buys and collects it at once.

use super::awards::{active_partner, find_member};
use super::queries;
use super::register::note;
use crate::auth::Merchant;
use crate::base::contact::Identifier;
use crate::base::id::ItemId;
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, ProblemType};
use crate::http::request::ClientAddress;
use crate::ledger;
use crate::members::{self, MemberRecord};
use crate::rewards::items::ItemRecord;
use crate::rewards::{self, CodeVault, Purchase};
use crate::store::{Read, Tx};

/// The member can sign in, and shows coupons on a device of their own.
pub const MEMBER_HAS_DEVICE: ProblemType = ProblemType::new("member_has_device", 409, "Member uses the app");

/// What somebody with a card may choose from here.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) member: MemberRecord,
    pub(super) points: i64,
    pub(super) items: Vec<ItemRecord>,
}

/// Whether the card is all that a member has.
pub(super) fn has_card_only(read: &Read<'_>, member: &MemberRecord) -> AppResult<bool> {
    let password = members::credentials(read, member.id)?.is_some_and(|known| known.password_hash.is_some());
    Ok(member.email.is_none() && member.phone.is_none() && !password)
}

/// The active holder of a card. Fails with `partner_inactive`, `member_not_found` and
/// [`MEMBER_HAS_DEVICE`].
fn holder(read: &Read<'_>, merchant: &Merchant, named: Option<&Identifier>) -> AppResult<MemberRecord> {
    active_partner(read, merchant)?;
    let member = find_member(read, named)?;
    if has_card_only(read, &member)? { Ok(member) } else { Err(MEMBER_HAS_DEVICE.into()) }
}

/// The coupons that this counter makes good itself, for the holder of a card. Fails as [`holder`] does.
pub(super) fn choice(read: &Read<'_>, merchant: &Merchant, named: Option<&Identifier>) -> AppResult<Choice> {
    let member = holder(read, merchant, named)?;
    let points = ledger::balance_of(read, member.id)?;
    Ok(Choice { points, items: rewards::coupons_at(read, merchant.partner)?, member })
}

/// Buys a coupon for the holder of a card and collects it here, and notes both. Fails as
/// [`holder`] and [`rewards::hand_over`] do.
pub(super) fn redeem(
    tx: &Tx<'_>,
    (vault, keys): (&CodeVault, &Keyring),
    merchant: &Merchant,
    address: ClientAddress,
    (named, item): (Option<&Identifier>, ItemId),
) -> AppResult<(MemberRecord, Purchase)> {
    let member = holder(tx, merchant, named)?;
    let bought = rewards::hand_over(tx, vault, merchant.partner, member.id, item)?;
    queries::insert_collection(tx, merchant, &bought.redemption)?;
    note(tx, keys, (merchant, address), "coupon.hand_over", bought.redemption.id, None::<&()>, None)?;
    Ok((member, bought))
}
