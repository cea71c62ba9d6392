//! Cashiers: people who sign in at a partner's tills with a PIN.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checked_name;
use super::passkeys;
use super::queries::cashiers as queries;
use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, PartnerId};
use crate::base::pin::{PIN_PAUSED, PinPauses};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Tx};

/// Nobody at this till has that PIN.
pub const WRONG_PIN: ProblemType = ProblemType::new("wrong_pin", 401, "Wrong PIN");
/// Too many wrong PINs in all; whoever manages the cashiers sets another one.
pub const PIN_LOCKED: ProblemType = ProblemType::new("pin_locked", 403, "PIN locked");

/// How wrong PINs in a row are slowed down.
const PAUSES: PinPauses = PinPauses { free: 5, first: Duration::from_secs(30) };
/// Wrong PINs since the PIN was set that lock it. A right PIN takes back none of them but its own try: otherwise a
/// colleague could guess between two sign-ins of its owner for ever.
const WRONG_PINS_BEFORE_RESET: i64 = 100;

/// A cashier who is about to be.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCashier {
    /// What colleagues and receipts call them, at most 60 characters.
    pub name: String,
    /// Four to eight digits that are not easy to guess.
    pub pin: String,
}

/// What changes of a cashier: what is absent stays as it is.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CashierChange {
    /// What colleagues and receipts call them, at most 60 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether they may sign in.
    #[serde(default)]
    pub active: Option<bool>,
    /// Four to eight digits that are not easy to guess.
    #[serde(default)]
    pub pin: Option<String>,
}

/// A cashier as those who manage them see it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Cashier)]
pub struct CashierRecord {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: CashierId,
    /// At whose tills.
    pub partner_id: PartnerId,
    /// What colleagues call them.
    pub name: String,
    /// Whether they may sign in.
    pub active: bool,
    /// When they were added.
    pub created: Timestamp,
    /// At how many tills the device's own lock stands in for their PIN.
    pub passkeys: i64,
    /// Whether too many wrong PINs were entered: they sign in again once another PIN was set.
    pub pin_locked: bool,
    /// Counts the changes of them.
    #[serde(skip)]
    pub version: i64,
}

/// What a PIN is checked against.
#[derive(Clone)]
pub struct CashierCredentials {
    /// Whose.
    pub id: CashierId,
    /// As the password hasher gave it.
    pub pin_hash: String,
    pub(super) blocked_until: Timestamp,
    pub(super) locked: bool,
}

/// Adds a cashier to a partner that exists; `pin_hash` is their PIN's. Fails with 400 for a name
/// that will not do.
pub fn create(tx: &Tx<'_>, partner: PartnerId, name: &str, pin_hash: &str) -> AppResult<CashierRecord> {
    let name = checked_name(name)?;
    let id = CashierId::made_at(tx.now());
    queries::insert(tx, id, partner, &name, pin_hash)?;
    find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the cashier {id} just written is missing").into())
}

/// Changes what is given of a cashier. Another PIN, and taking the right to sign in, end their sessions and take
/// their passkeys. Fails with `not_found`.
pub fn change(
    tx: &Tx<'_>,
    id: CashierId,
    name: Option<&str>,
    active: Option<bool>,
    pin_hash: Option<&str>,
) -> AppResult<CashierRecord> {
    let name = name.map(checked_name).transpose()?;
    if !queries::update(tx, id, name.as_deref(), active, pin_hash)? {
        return Err(NOT_FOUND.into());
    }
    if pin_hash.is_some() || active == Some(false) {
        passkeys::remove_all_of(tx, id)?;
    }
    find(tx, id)?.ok_or_else(|| NOT_FOUND.into())
}

/// Removes a cashier; what they did keeps their name. Fails with `not_found`.
pub fn remove(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    if !queries::mark_deleted(tx, id)? {
        return Err(NOT_FOUND.into());
    }
    passkeys::remove_all_of(tx, id).map(|_| ())
}

/// Takes the passkeys of a cashier away, at every till: the PIN alone lets them in. Fails with
/// `not_found`.
pub fn remove_passkeys(tx: &Tx<'_>, id: CashierId) -> AppResult<CashierRecord> {
    if find(tx, id)?.is_none() || passkeys::remove_all_of(tx, id)? == 0 {
        return Err(NOT_FOUND.into());
    }
    find(tx, id)?.ok_or_else(|| NOT_FOUND.into())
}

/// One cashier.
pub fn find(read: &Read<'_>, id: CashierId) -> AppResult<Option<CashierRecord>> {
    queries::find(read, id, WRONG_PINS_BEFORE_RESET)
}

/// The cashiers of a partner, by name.
pub fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<CashierRecord>> {
    queries::list(read, partner, WRONG_PINS_BEFORE_RESET)
}

/// What the PIN of a partner's active cashier is checked against. The attempt counts as a failure
/// until [`clear_failures`] says otherwise: many at once are still only so many. Fails with
/// [`PIN_PAUSED`] while there is a pause, and with [`PIN_LOCKED`].
pub fn begin_attempt(tx: &Tx<'_>, partner: PartnerId, id: CashierId) -> AppResult<Option<CashierCredentials>> {
    let Some(found) = queries::credentials(tx, partner, id, WRONG_PINS_BEFORE_RESET)? else { return Ok(None) };
    require_no_pause(tx, &found)?;
    if let Some(pause) = PAUSES.after(queries::add_failure(tx, id)?) {
        queries::block(tx, id, tx.now().plus(pause))?;
    }
    Ok(Some(found))
}

/// Fails with [`WRONG_PIN`] unless the cashier may still sign in and has the PIN that was checked.
pub fn require_unchanged(read: &Read<'_>, partner: PartnerId, checked: &CashierCredentials) -> AppResult<()> {
    let found = queries::credentials(read, partner, checked.id, WRONG_PINS_BEFORE_RESET)?;
    if found.is_some_and(|found| found.pin_hash == checked.pin_hash) { Ok(()) } else { Err(WRONG_PIN.into()) }
}

/// Whether a partner's cashier may sign in now, by whatever proves them. Fails with [`PIN_PAUSED`]
/// while there is a pause, and with [`PIN_LOCKED`].
pub fn may_enter(read: &Read<'_>, partner: PartnerId, id: CashierId) -> AppResult<bool> {
    let Some(found) = queries::credentials(read, partner, id, WRONG_PINS_BEFORE_RESET)? else { return Ok(false) };
    require_no_pause(read, &found)?;
    Ok(true)
}

fn require_no_pause(read: &Read<'_>, found: &CashierCredentials) -> AppResult<()> {
    if found.locked {
        return Err(PIN_LOCKED.into());
    }
    if found.blocked_until <= read.now() {
        return Ok(());
    }
    Err(PIN_PAUSED.retry_after(found.blocked_until.since(read.now()).as_secs() + 1))
}

/// Takes back a try that was never made: the server was too busy to compare.
pub fn take_back_attempt(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    queries::take_back_failure(tx, id, PAUSES.free)
}

/// Forgets what was counted: the PIN was right.
pub fn clear_failures(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    queries::clear_failures(tx, id)
}
