//! Cashiers: people who sign in at a partner's tills with a PIN.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checked_name;
use super::passkeys;
use super::queries::cashiers as queries;
use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::store::{Read, Tx};

/// Nobody at this till has that PIN.
pub const WRONG_PIN: ProblemType = ProblemType::new("wrong_pin", 401, "Wrong PIN");
/// Too many wrong PINs in a row; come back later.
pub const PIN_PAUSED: ProblemType = ProblemType::new("pin_paused", 429, "Too many wrong PINs");

/// Wrong PINs in a row before there is a pause …
const FREE_FAILURES: i64 = 5;
/// … of so long, doubled by each further one …
const FIRST_PAUSE_S: u64 = 30;
/// … up to this.
const LONGEST_PAUSE_S: u64 = 15 * 60;

/// A cashier who is about to be.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCashier {
    /// What colleagues and receipts call them, at most 60 characters.
    pub name: String,
    /// Four to eight digits.
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
    /// Four to eight digits.
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
    queries::find(read, id)
}

/// The cashiers of a partner, by name.
pub fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<CashierRecord>> {
    queries::list(read, partner)
}

/// What the PIN of a partner's active cashier is checked against. The attempt counts as a failure
/// until [`clear_failures`] says otherwise: many at once are still only so many. Fails with
/// [`PIN_PAUSED`] while there is a pause.
pub fn begin_attempt(tx: &Tx<'_>, partner: PartnerId, id: CashierId) -> AppResult<Option<CashierCredentials>> {
    let Some(found) = queries::credentials(tx, partner, id)? else { return Ok(None) };
    require_no_pause(tx, &found)?;
    let failures = queries::add_failure(tx, id)?;
    if failures >= FREE_FAILURES {
        let doublings = u32::try_from(failures - FREE_FAILURES).unwrap_or(u32::MAX).min(16);
        let pause = (FIRST_PAUSE_S << doublings).min(LONGEST_PAUSE_S);
        queries::block(tx, id, tx.now().plus(Duration::from_secs(pause)))?;
    }
    Ok(Some(found))
}

/// Whether a partner's cashier may sign in now, by whatever proves them. Fails with [`PIN_PAUSED`]
/// while there is a pause.
pub fn may_enter(read: &Read<'_>, partner: PartnerId, id: CashierId) -> AppResult<bool> {
    let Some(found) = queries::credentials(read, partner, id)? else { return Ok(false) };
    require_no_pause(read, &found)?;
    Ok(true)
}

fn require_no_pause(read: &Read<'_>, found: &CashierCredentials) -> AppResult<()> {
    if found.blocked_until <= read.now() {
        return Ok(());
    }
    Err(PIN_PAUSED.retry_after(found.blocked_until.since(read.now()).as_secs() + 1))
}

/// Takes back a try that was never made: the server was too busy to compare.
pub fn take_back_attempt(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    queries::take_back_failure(tx, id, FREE_FAILURES)
}

/// Forgets what was counted: the PIN was right.
pub fn clear_failures(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    queries::clear_failures(tx, id)
}
