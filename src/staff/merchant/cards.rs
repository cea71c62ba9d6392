//! Members who have only a card: the coupons they can choose, their PIN, and the redemption. They have no device to
//! show a coupon on, so the counter buys and collects the coupon in one step. They have no device to prove their
//! identity, so the card's PIN is required to show the balance and to spend points.

use super::register::{AuditedCoupon, note};
use crate::auth::{CounterRole, Merchant};
use crate::base::contact::Identifier;
use crate::base::id::{ItemId, MemberId};
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::ledger;
use crate::core::members::MemberRecord;
use crate::core::members::card_pins::{
    self, CARD_PIN_LOCKED, CARD_PIN_UNSET, CardPinState, MEMBER_HAS_DEVICE, WRONG_CARD_PIN, has_card_only,
};
use crate::member::awards::{self, active_partner, find_member};
use crate::member::rewards::items::ItemRecord;
use crate::member::rewards::{self, CodeVault, Purchase};
use crate::platform::http::request::ClientAddress;
use crate::platform::store::{Read, Tx};

/// Only a manager or the programme's staff set the first PIN of a card. Otherwise a cashier could set a PIN on a card
/// that somebody left behind, and use it.
pub const FIRST_PIN_BY_MANAGER: ProblemType = ProblemType::new("first_pin_by_manager", 403, "Manager needed");

/// The coupons that the holder of a card can choose here.
#[derive(Clone, Debug)]
pub(super) struct CardChoices {
    pub(super) member: MemberRecord,
    pub(super) pin: CardPinState,
    pub(super) items: Vec<ItemRecord>,
}

/// The active holder of a card. Fails with `partner_inactive`, `member_not_found` and [`MEMBER_HAS_DEVICE`].
pub(super) fn holder(read: &Read<'_>, merchant: &Merchant, named: Option<&Identifier>) -> AppResult<MemberRecord> {
    active_partner(read, merchant)?;
    let member = find_member(read, named)?;
    if has_card_only(read, &member)? { Ok(member) } else { Err(MEMBER_HAS_DEVICE.into()) }
}

/// The coupons that this counter redeems itself, for the holder of a card. Fails with the errors of [`holder`].
pub(super) fn choice(read: &Read<'_>, merchant: &Merchant, named: Option<&Identifier>) -> AppResult<CardChoices> {
    let member = holder(read, merchant, named)?;
    let pin = card_pins::state_of(read, member.id)?;
    Ok(CardChoices { pin, items: rewards::coupons_at(read, merchant.partner)?, member })
}

/// The balance of a card, after the right PIN.
pub(super) fn balance(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    ledger::balance_of(read, member)
}

/// Called after a wrong PIN: writes an audit entry if the PIN is now locked.
pub(super) fn note_wrong(
    tx: &Tx<'_>,
    keys: &Keyring,
    merchant: &Merchant,
    address: ClientAddress,
    member: MemberId,
) -> AppResult<()> {
    if card_pins::state_of(tx, member)? == CardPinState::Locked {
        note(tx, keys, (merchant, address), "member.lock_card_pin", member, None::<&()>, None)?;
    }
    Ok(())
}

/// Sets the first PIN of a card, typed by its holder next to a manager. Fails with the errors of [`holder`], with
/// [`FIRST_PIN_BY_MANAGER`], and with [`WRONG_CARD_PIN`] or [`CARD_PIN_LOCKED`] if the card already has a PIN.
pub(super) fn set_first_pin(
    tx: &Tx<'_>,
    keys: &Keyring,
    (merchant, address): (&Merchant, ClientAddress),
    named: Option<&Identifier>,
    pin_hash: &str,
) -> AppResult<MemberRecord> {
    let member = holder(tx, merchant, named)?;
    match card_pins::state_of(tx, member.id)? {
        CardPinState::Unset if merchant.role == CounterRole::Manager => {}
        CardPinState::Unset => return Err(FIRST_PIN_BY_MANAGER.into()),
        CardPinState::Set => return Err(WRONG_CARD_PIN.into()),
        CardPinState::Locked => return Err(CARD_PIN_LOCKED.into()),
    }
    card_pins::set(tx, &member, pin_hash)?;
    note(tx, keys, (merchant, address), "member.set_card_pin", member.id, None::<&()>, None)?;
    Ok(member)
}

/// Replaces the PIN of a card. `proven` is the hash that the present PIN matched. Fails with the errors of
/// [`holder`], and with [`WRONG_CARD_PIN`] if the PIN was replaced meanwhile.
pub(super) fn change_pin(
    tx: &Tx<'_>,
    keys: &Keyring,
    (merchant, address): (&Merchant, ClientAddress),
    named: Option<&Identifier>,
    (proven, pin_hash): (&str, &str),
) -> AppResult<MemberRecord> {
    let member = holder(tx, merchant, named)?;
    if !card_pins::accept(tx, member.id, proven)? {
        return Err(WRONG_CARD_PIN.into());
    }
    card_pins::set(tx, &member, pin_hash)?;
    note(tx, keys, (merchant, address), "member.set_card_pin", member.id, None::<&()>, None)?;
    Ok(member)
}

/// Buys a coupon for the holder of a card, collects it here, and records both in activity and audit. `proven` is the
/// member whose PIN was right. Fails with the errors of [`holder`] and [`rewards::hand_over`], and with
/// [`CARD_PIN_UNSET`], [`CARD_PIN_LOCKED`] and [`WRONG_CARD_PIN`].
pub(super) fn redeem(
    tx: &Tx<'_>,
    (vault, keys): (&CodeVault, &Keyring),
    merchant: &Merchant,
    address: ClientAddress,
    (named, item, proven): (Option<&Identifier>, ItemId, Option<MemberId>),
) -> AppResult<(MemberRecord, Purchase)> {
    let member = holder(tx, merchant, named)?;
    match card_pins::state_of(tx, member.id)? {
        CardPinState::Unset => return Err(CARD_PIN_UNSET.into()),
        CardPinState::Locked => return Err(CARD_PIN_LOCKED.into()),
        CardPinState::Set if proven == Some(member.id) => {}
        // The PIN was set after this request had read that the card has none.
        CardPinState::Set => return Err(WRONG_CARD_PIN.into()),
    }
    let bought = rewards::hand_over(tx, vault, merchant.partner, member.id, item)?;
    awards::note_collection(tx, merchant, &bought.redemption)?;
    let noted = AuditedCoupon { transaction: bought.redemption.transaction };
    note(tx, keys, (merchant, address), "coupon.hand_over", bought.redemption.id, None, Some(&noted))?;
    Ok((member, bought))
}
