//! PINs of members who have only a card. The short id of eight characters is printed on the card and on statements,
//! so a person who has read it could spend the points. A counter therefore requires the PIN to show the balance and
//! to spend points.

mod queries;

use serde::Serialize;

use super::{MemberRecord, credentials};
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::pin::PIN_PAUSED;
use crate::base::problem::{AppResult, ProblemType};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::{CARD_PIN_PAUSES, CARD_PINS_IN_A_ROW, CARD_PINS_IN_ALL};

/// The member can sign in and shows coupons on their own device.
pub const MEMBER_HAS_DEVICE: ProblemType = ProblemType::new("member_has_device", 409, "Member uses the app");
/// The card has no PIN yet. It can earn points but not spend them.
pub const CARD_PIN_UNSET: ProblemType = ProblemType::new("card_pin_unset", 409, "Card without a PIN");
/// The PIN does not match the card's PIN.
pub const WRONG_CARD_PIN: ProblemType = ProblemType::new("wrong_card_pin", 401, "Wrong PIN of the card");
/// Too many wrong PINs. Staff of the programme must set a new PIN.
pub const CARD_PIN_LOCKED: ProblemType = ProblemType::new("card_pin_locked", 403, "PIN of the card locked");

/// The state of a card's PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardPinState {
    /// No PIN yet: the card earns points but cannot spend them.
    Unset,
    /// The PIN is set.
    Set,
    /// Too many wrong PINs were entered. Staff of the programme must set a new PIN.
    Locked,
}

/// The stored state of a PIN.
#[derive(Clone)]
pub(super) struct CardPin {
    pin_hash: String,
    failures: i64,
    wrong_pins: i64,
    blocked_until: Timestamp,
    locked_at: Option<Timestamp>,
}

/// Whether a member has only a card: no e-mail address, phone number or password.
pub fn has_card_only(read: &Read<'_>, member: &MemberRecord) -> AppResult<bool> {
    let password = credentials(read, member.id)?.is_some_and(|known| known.password_hash.is_some());
    Ok(member.email.is_none() && member.phone.is_none() && !password)
}

/// The state of the PIN of a member's card.
pub fn state_of(read: &Read<'_>, member: MemberId) -> AppResult<CardPinState> {
    Ok(match queries::find(read, member)? {
        None => CardPinState::Unset,
        Some(CardPin { locked_at: Some(_), .. }) => CardPinState::Locked,
        Some(_) => CardPinState::Set,
    })
}

/// Sets or replaces the PIN of a card and resets the counts of wrong PINs. Fails with [`MEMBER_HAS_DEVICE`] for a
/// member who can sign in.
pub fn set(tx: &Tx<'_>, member: &MemberRecord, pin_hash: &str) -> AppResult<()> {
    if !has_card_only(tx, member)? {
        return Err(MEMBER_HAS_DEVICE.into());
    }
    queries::put(tx, member.id, pin_hash)
}

/// Deletes the PIN of a card; the card cannot spend points until a new PIN is set. Returns false if the card had no
/// PIN.
pub fn remove(tx: &Tx<'_>, member: MemberId) -> AppResult<bool> {
    queries::delete(tx, member)
}

/// Begins a PIN check and returns the hash to compare with. The try counts as wrong until [`accept`], so that
/// parallel tries at several tills cannot exceed the limit. Fails with [`CARD_PIN_UNSET`], [`CARD_PIN_LOCKED`], and
/// `pin_paused` during a pause.
pub fn begin_attempt(tx: &Tx<'_>, member: MemberId) -> AppResult<String> {
    let found = queries::find(tx, member)?.ok_or(CARD_PIN_UNSET)?;
    if found.locked_at.is_some() {
        return Err(CARD_PIN_LOCKED.into());
    }
    if found.blocked_until > tx.now() {
        return Err(PIN_PAUSED.retry_after(found.blocked_until.since(tx.now()).as_secs() + 1));
    }
    let (failures, wrong_pins) = (found.failures + 1, found.wrong_pins + 1);
    let pause = CARD_PIN_PAUSES.after(failures).map(|pause| tx.now().plus(pause));
    let locks = failures >= CARD_PINS_IN_A_ROW || wrong_pins >= CARD_PINS_IN_ALL;
    queries::count(tx, member, (failures, wrong_pins), pause, locks)?;
    Ok(found.pin_hash)
}

/// Takes back a try that was not compared, because the server was too busy.
pub fn take_back_attempt(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    let Some(found) = queries::find(tx, member)? else { return Ok(()) };
    let (failures, wrong_pins) = ((found.failures - 1).max(0), (found.wrong_pins - 1).max(0));
    let pause = CARD_PIN_PAUSES.after(failures).map(|_| found.blocked_until);
    queries::count(
        tx,
        member,
        (failures, wrong_pins),
        pause,
        failures >= CARD_PINS_IN_A_ROW || wrong_pins >= CARD_PINS_IN_ALL,
    )
}

/// Accepts a right PIN: resets the consecutive wrong PINs and takes back the counted try. `pin_hash` is the hash that
/// matched. Returns false if the card's PIN was replaced meanwhile.
pub fn accept(tx: &Tx<'_>, member: MemberId, pin_hash: &str) -> AppResult<bool> {
    let Some(found) = queries::find(tx, member)?.filter(|found| found.pin_hash == pin_hash) else { return Ok(false) };
    let wrong_pins = (found.wrong_pins - 1).max(0);
    queries::count(tx, member, (0, wrong_pins), None, wrong_pins >= CARD_PINS_IN_ALL)?;
    Ok(true)
}

/// Deletes the PIN of a member who leaves.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete(tx, member).map(drop)
}
