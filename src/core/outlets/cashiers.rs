//! Cashiers: people who sign in at a partner's tills with a PIN.

pub use super::{CashierCredentials, CashierRecord};
use serde::Deserialize;

use super::checked_name;
use super::passkeys;
use super::queries::cashiers as queries;
use crate::base::id::{CashierId, PartnerId};
use crate::base::pin::PIN_PAUSED;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::{CASHIER_PIN_PAUSES, CASHIER_PINS_IN_ALL};

/// The cashier's PIN is different, or no such cashier can sign in here.
pub const WRONG_PIN: ProblemType = ProblemType::new("wrong_pin", 401, "Wrong PIN");
/// Too many wrong PINs in total. A manager of the cashiers must set a new PIN.
pub const PIN_LOCKED: ProblemType = ProblemType::new("pin_locked", 403, "PIN locked");

/// A cashier to create.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CashierInput)]
pub struct NewCashier {
    /// The name shown to colleagues and on receipts, at most 60 characters.
    pub name: String,
    /// Four to eight digits that are not easy to guess.
    pub pin: String,
}

/// A change of a cashier; absent fields stay as they are.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CashierChange {
    /// The name shown to colleagues and on receipts, at most 60 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether they may sign in.
    #[serde(default)]
    pub active: Option<bool>,
    /// Whether their PIN takes an award back after the five minutes of an undo.
    #[serde(default)]
    pub supervisor: Option<bool>,
    /// Four to eight digits that are not easy to guess.
    #[serde(default)]
    pub pin: Option<String>,
}

/// Adds a cashier to an existing partner. `pin_hash` is the hash of their PIN. Fails with 400 for an invalid name.
pub fn create(tx: &Tx<'_>, partner: PartnerId, name: &str, pin_hash: &str) -> AppResult<CashierRecord> {
    let name = checked_name(name)?;
    let id = CashierId::made_at(tx.now());
    queries::insert(tx, id, partner, &name, pin_hash)?;
    find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the cashier {id} just written is missing").into())
}

/// The properties of a cashier that a change sets; those that are `None` stay.
#[derive(Clone, Copy, Debug, Default)]
pub struct CashierChanges<'a> {
    /// The name.
    pub name: Option<&'a str>,
    /// Whether the cashier may sign in.
    pub active: Option<bool>,
    /// Whether the cashier may take an award back after the usual time.
    pub supervisor: Option<bool>,
    /// The hash of the PIN.
    pub pin_hash: Option<&'a str>,
}

/// Changes the given properties of a cashier. A new PIN, or deactivation, ends their sessions and deletes their
/// passkeys. Fails with `not_found`.
pub fn change(tx: &Tx<'_>, id: CashierId, changes: CashierChanges<'_>) -> AppResult<CashierRecord> {
    let name = changes.name.map(checked_name).transpose()?;
    if !queries::update(tx, id, name.as_deref(), (changes.active, changes.supervisor), changes.pin_hash)? {
        return Err(NOT_FOUND.into());
    }
    if changes.pin_hash.is_some() || changes.active == Some(false) {
        passkeys::remove_all_of(tx, id)?;
    }
    find(tx, id)?.ok_or_else(|| NOT_FOUND.into())
}

/// Removes a cashier. Records of their work keep their name. Fails with `not_found`.
pub fn remove(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    if !queries::mark_deleted(tx, id)? {
        return Err(NOT_FOUND.into());
    }
    passkeys::remove_all_of(tx, id).map(|_| ())
}

/// Deletes the passkeys of a cashier at every till, so that only the PIN signs them in. Fails with `not_found`.
pub fn remove_passkeys(tx: &Tx<'_>, id: CashierId) -> AppResult<CashierRecord> {
    if find(tx, id)?.is_none() || passkeys::remove_all_of(tx, id)? == 0 {
        return Err(NOT_FOUND.into());
    }
    find(tx, id)?.ok_or_else(|| NOT_FOUND.into())
}

/// A cashier by id.
pub fn find(read: &Read<'_>, id: CashierId) -> AppResult<Option<CashierRecord>> {
    queries::find(read, id, CASHIER_PINS_IN_ALL)
}

/// The cashiers of a partner, by name.
pub fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<CashierRecord>> {
    queries::list(read, partner, CASHIER_PINS_IN_ALL)
}

/// Begins a PIN check for a partner's active cashier and returns the hash to compare with. The try counts as a
/// failure until [`clear_failures`], so that parallel tries cannot exceed the limit. Fails with [`PIN_PAUSED`] during
/// a pause, and with [`PIN_LOCKED`].
pub fn begin_attempt(tx: &Tx<'_>, partner: PartnerId, id: CashierId) -> AppResult<Option<CashierCredentials>> {
    let Some(found) = queries::credentials(tx, partner, id, CASHIER_PINS_IN_ALL)? else { return Ok(None) };
    require_no_pause(tx, &found)?;
    if let Some(pause) = CASHIER_PIN_PAUSES.after(queries::add_failure(tx, id)?) {
        queries::block(tx, id, tx.now().plus(pause))?;
    }
    Ok(Some(found))
}

/// Fails with [`WRONG_PIN`] unless the cashier may still sign in and has the PIN that was checked.
pub fn require_unchanged(read: &Read<'_>, partner: PartnerId, checked: &CashierCredentials) -> AppResult<()> {
    let found = queries::credentials(read, partner, checked.id, CASHIER_PINS_IN_ALL)?;
    if found.is_some_and(|found| found.pin_hash == checked.pin_hash) { Ok(()) } else { Err(WRONG_PIN.into()) }
}

/// Whether a partner's cashier may sign in now, by PIN or passkey. Fails with [`PIN_PAUSED`] during a pause, and with
/// [`PIN_LOCKED`].
pub fn may_enter(read: &Read<'_>, partner: PartnerId, id: CashierId) -> AppResult<bool> {
    let Some(found) = queries::credentials(read, partner, id, CASHIER_PINS_IN_ALL)? else { return Ok(false) };
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

/// Takes back a try that was not compared, because the server was too busy.
pub fn take_back_attempt(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    queries::take_back_failure(tx, id, CASHIER_PIN_PAUSES.free)
}

/// Resets the consecutive failures and takes back the counted try, after a right PIN.
pub fn clear_failures(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    queries::clear_failures(tx, id)
}
