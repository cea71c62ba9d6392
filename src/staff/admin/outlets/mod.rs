//! Partners' outlets, their tills and cashiers, as the admin manages them.

pub mod http;

use crate::auth::api_keys::list_api_keys_of_outlet;
use crate::base::id::{CashierId, OutletId, PartnerId, TillId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::outlets::cashiers::{CashierChanges, CashierRecord};
use crate::core::outlets::devices::{TillChange, TillRecord};
use crate::core::outlets::outlet::{OutletInput, OutletRecord};
use crate::core::outlets::{cashiers, devices, outlet};
use crate::member::partners;
use crate::platform::store::{Read, Tx};
use crate::staff::admin::api_keys;
use crate::staff::kit::{AuditedStaff, require_version};

/// Fails with `not_found` if the partner does not exist.
fn require_partner(read: &Read<'_>, partner: PartnerId) -> AppResult<()> {
    partners::find(read, partner)?.map(|_| ()).ok_or_else(|| NOT_FOUND.into())
}

pub fn create_outlet(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    partner: PartnerId,
    input: OutletInput,
) -> AppResult<OutletRecord> {
    require_partner(tx, partner)?;
    let made = outlet::create(tx, partner, input)?;
    staff.note(tx, "outlet.create", made.id, None, Some(&made))?;
    Ok(made)
}

/// Replaces an outlet that is still at `version` (`None` for any). Fails with `not_found` and `stale`.
pub fn replace_outlet(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: OutletId,
    version: Option<i64>,
    input: OutletInput,
) -> AppResult<OutletRecord> {
    let before = outlet::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version)?;
    let after = outlet::replace(tx, id, input)?;
    staff.note(tx, "outlet.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Closes an outlet, and revokes its tills and the API keys for it. Fails with `not_found`.
pub fn delete_outlet(tx: &Tx<'_>, staff: &AuditedStaff, id: OutletId) -> AppResult<()> {
    let before = outlet::find(tx, id)?.ok_or(NOT_FOUND)?;
    outlet::remove(tx, id)?;
    for key in list_api_keys_of_outlet(tx, id)? {
        api_keys::revoke(tx, staff, key)?;
    }
    staff.note(tx, "outlet.delete", id, Some(&before), None)
}

fn create_till(tx: &Tx<'_>, staff: &AuditedStaff, outlet: OutletId, name: &str) -> AppResult<(TillRecord, String)> {
    let made = devices::create(tx, &staff.keys, outlet, name, &staff.actor.name)?;
    staff.note(tx, "till.create", made.0.id, None, Some(&made.0))?;
    Ok(made)
}

/// Renames a till, or moves it to another outlet of its partner. Fails with the errors of [`devices::change`].
fn change_till(tx: &Tx<'_>, staff: &AuditedStaff, id: TillId, change: &TillChange) -> AppResult<TillRecord> {
    let before = devices::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = devices::change(tx, id, change)?;
    staff.note(tx, "till.update", after.id, Some(&before), Some(&after))?;
    Ok(after)
}

fn renew_till_code(tx: &Tx<'_>, staff: &AuditedStaff, id: TillId) -> AppResult<(TillRecord, String)> {
    let before = devices::find(tx, id)?.ok_or(NOT_FOUND)?;
    let renewed = devices::renew_code(tx, &staff.keys, id, &staff.actor.name)?;
    staff.note(tx, "till.code", id, Some(&before), Some(&renewed.0))?;
    Ok(renewed)
}

fn unlock_till(tx: &Tx<'_>, staff: &AuditedStaff, id: TillId) -> AppResult<TillRecord> {
    let before = devices::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = devices::unlock(tx, id)?;
    staff.note(tx, "till.unlock", id, Some(&before), Some(&after))?;
    Ok(after)
}

fn revoke_till(tx: &Tx<'_>, staff: &AuditedStaff, id: TillId) -> AppResult<()> {
    let before = devices::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = devices::revoke(tx, id)?;
    staff.note(tx, "till.revoke", id, Some(&before), Some(&after))
}

fn create_cashier(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    partner: PartnerId,
    name: &str,
    pin_hash: &str,
) -> AppResult<CashierRecord> {
    require_partner(tx, partner)?;
    let made = cashiers::create(tx, partner, name, pin_hash)?;
    staff.note(tx, "cashier.create", made.id, None, Some(&made))?;
    Ok(made)
}

/// Changes a cashier that is still at `version` (`None` for any). Fails with `not_found` and `stale`.
fn change_cashier(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: CashierId,
    version: Option<i64>,
    changes: CashierChanges<'_>,
) -> AppResult<CashierRecord> {
    let before = cashiers::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version)?;
    let after = cashiers::change(tx, id, changes)?;
    staff.note(tx, "cashier.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Removes a cashier's passkeys. Fails with `not_found`.
fn remove_cashier_passkeys(tx: &Tx<'_>, staff: &AuditedStaff, id: CashierId) -> AppResult<()> {
    let before = cashiers::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = cashiers::remove_passkeys(tx, id)?;
    staff.note(tx, "cashier.remove_passkey", id, Some(&before), Some(&after))
}

fn delete_cashier(tx: &Tx<'_>, staff: &AuditedStaff, id: CashierId) -> AppResult<()> {
    let before = cashiers::find(tx, id)?.ok_or(NOT_FOUND)?;
    cashiers::remove(tx, id)?;
    staff.note(tx, "cashier.delete", id, Some(&before), None)
}
