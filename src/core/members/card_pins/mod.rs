//! PINs of members who have a card and nothing else. Eight characters stand on the card and on statements, and whoever has
//! read them could spend the points: a counter opens a balance and spends only after the PIN.

mod queries;

use std::time::Duration;

use serde::Serialize;

use super::{MemberRecord, credentials};
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::pin::{PIN_PAUSED, PinPauses};
use crate::base::problem::{AppResult, ProblemType};
use crate::platform::store::{Read, Tx};

/// The member can sign in, and shows coupons on a device of their own.
pub const MEMBER_HAS_DEVICE: ProblemType = ProblemType::new("member_has_device", 409, "Member uses the app");
/// The holder of the card has not chosen a PIN yet: points come in and none go out.
pub const CARD_PIN_UNSET: ProblemType = ProblemType::new("card_pin_unset", 409, "Card without a PIN");
/// The PIN is not that of the card.
pub const WRONG_CARD_PIN: ProblemType = ProblemType::new("wrong_card_pin", 401, "Wrong PIN of the card");
/// Too many wrong PINs in all: the desk sets another one.
pub const CARD_PIN_LOCKED: ProblemType = ProblemType::new("card_pin_locked", 403, "PIN of the card locked");

/// How wrong PINs in a row are slowed down.
const PAUSES: PinPauses = PinPauses { free: 3, first: Duration::from_secs(60) };
/// Wrong PINs in a row that lock it.
const MOST_IN_A_ROW: i64 = 10;
/// Wrong PINs since it was set that lock it, however many right ones came between: a cashier could guess a little after
/// each visit.
const MOST_IN_ALL: i64 = 50;

/// Whether a card has a PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardPinState {
    /// Not yet: the card earns and spends nothing.
    Unset,
    /// Yes.
    Set,
    /// Yes, and too many wrong ones were entered: the desk sets another one.
    Locked,
}

/// What is kept of a PIN.
#[derive(Clone)]
pub(super) struct CardPin {
    pin_hash: String,
    failures: i64,
    wrong_pins: i64,
    blocked_until: Timestamp,
    locked_at: Option<Timestamp>,
}

/// Whether the card is all that a member has.
pub fn has_card_only(read: &Read<'_>, member: &MemberRecord) -> AppResult<bool> {
    let password = credentials(read, member.id)?.is_some_and(|known| known.password_hash.is_some());
    Ok(member.email.is_none() && member.phone.is_none() && !password)
}

/// Whether a member's card has a PIN.
pub fn state_of(read: &Read<'_>, member: MemberId) -> AppResult<CardPinState> {
    Ok(match queries::find(read, member)? {
        None => CardPinState::Unset,
        Some(CardPin { locked_at: Some(_), .. }) => CardPinState::Locked,
        Some(_) => CardPinState::Set,
    })
}

/// Gives a card a PIN, or another one, and forgets the wrong ones. Fails with [`MEMBER_HAS_DEVICE`] for a member who can
/// sign in.
pub fn set(tx: &Tx<'_>, member: &MemberRecord, pin_hash: &str) -> AppResult<()> {
    if !has_card_only(tx, member)? {
        return Err(MEMBER_HAS_DEVICE.into());
    }
    queries::put(tx, member.id, pin_hash)
}

/// Takes the PIN from a card: it spends nothing until it has another one. False where there was none.
pub fn remove(tx: &Tx<'_>, member: MemberId) -> AppResult<bool> {
    queries::delete(tx, member)
}

/// What a PIN is compared with. The try counts as a wrong one until [`accept`] says otherwise, so that many at once, at
/// several tills, are still only so many. Fails with [`CARD_PIN_UNSET`], [`CARD_PIN_LOCKED`], and `pin_paused` while
/// there is a pause.
pub fn begin_attempt(tx: &Tx<'_>, member: MemberId) -> AppResult<String> {
    let found = queries::find(tx, member)?.ok_or(CARD_PIN_UNSET)?;
    if found.locked_at.is_some() {
        return Err(CARD_PIN_LOCKED.into());
    }
    if found.blocked_until > tx.now() {
        return Err(PIN_PAUSED.retry_after(found.blocked_until.since(tx.now()).as_secs() + 1));
    }
    let (failures, wrong_pins) = (found.failures + 1, found.wrong_pins + 1);
    let pause = PAUSES.after(failures).map(|pause| tx.now().plus(pause));
    let locks = failures >= MOST_IN_A_ROW || wrong_pins >= MOST_IN_ALL;
    queries::count(tx, member, (failures, wrong_pins), pause, locks)?;
    Ok(found.pin_hash)
}

/// Takes back a try that was never made: the server was too busy to compare.
pub fn take_back_attempt(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    let Some(found) = queries::find(tx, member)? else { return Ok(()) };
    let (failures, wrong_pins) = ((found.failures - 1).max(0), (found.wrong_pins - 1).max(0));
    let pause = PAUSES.after(failures).map(|_| found.blocked_until);
    queries::count(tx, member, (failures, wrong_pins), pause, failures >= MOST_IN_A_ROW || wrong_pins >= MOST_IN_ALL)
}

/// The PIN that hashes to this was right: wrong ones in a row are forgotten, and the try with them. False when the card
/// has another PIN by now.
pub fn accept(tx: &Tx<'_>, member: MemberId, pin_hash: &str) -> AppResult<bool> {
    let Some(found) = queries::find(tx, member)?.filter(|found| found.pin_hash == pin_hash) else { return Ok(false) };
    let wrong_pins = (found.wrong_pins - 1).max(0);
    queries::count(tx, member, (0, wrong_pins), None, wrong_pins >= MOST_IN_ALL)?;
    Ok(true)
}

/// Forgets the PIN of somebody who leaves.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete(tx, member).map(drop)
}
