//! Changes by managers to the tills and cashiers of their counter, each with its audit entry.

use crate::auth::{CounterRole, Merchant};
use crate::base::id::{CashierId, OutletId, TillId, TransactionId};
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::secret::Secret;
use crate::core::outlets::cashiers::{CashierChanges, CashierRecord};
use crate::core::outlets::devices::{Enrolled, TillChange, TillRecord};
use crate::core::outlets::{cashiers, devices, outlet};
use crate::platform::audit;
use crate::platform::audit::{Actor, AuditedAction};
use crate::platform::http::request::ClientAddress;
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Tx};

/// A manager and their address.
pub(super) type ManagerAt<'b> = (&'b Merchant, ClientAddress);

/// A coupon that a counter bought or gave back, as the audit keeps it.
#[derive(serde::Serialize)]
pub(super) struct AuditedCoupon {
    /// The transaction that paid for it, by which the audit leads to it.
    pub(super) transaction: TransactionId,
}

/// Writes an audit entry.
pub(super) fn note<T: serde::Serialize>(
    tx: &Tx<'_>,
    keys: &Keyring,
    (merchant, address): ManagerAt<'_>,
    action: &str,
    target: impl std::fmt::Display,
    before: Option<&T>,
    after: Option<&T>,
) -> AppResult<()> {
    let role = match merchant.role {
        CounterRole::Manager => "merchant",
        CounterRole::Cashier => "cashier",
        CounterRole::Key => "key",
    };
    let actor = Actor { id: merchant.actor, name: merchant.name.clone(), role, address: address.0 };
    let json = |value: Option<&T>| value.map(serde_json::to_value).transpose();
    let entry = AuditedAction {
        action: action.to_owned(),
        target: target.to_string(),
        before: json(before)?,
        after: json(after)?,
    };
    audit::record(tx, keys, &actor, entry)
}

/// A till of the manager's own partner. Fails with `not_found` for any other till.
fn own_till(read: &Read<'_>, merchant: &Merchant, id: TillId) -> AppResult<TillRecord> {
    let found = devices::find(read, id)?.filter(|till| till.partner_id == merchant.partner);
    Ok(found.ok_or(NOT_FOUND)?)
}

fn own_cashier(read: &Read<'_>, merchant: &Merchant, id: CashierId) -> AppResult<CashierRecord> {
    let found = cashiers::find(read, id)?.filter(|cashier| cashier.partner_id == merchant.partner);
    Ok(found.ok_or(NOT_FOUND)?)
}

/// Adds a till to an outlet of the partner. Fails with the errors of [`devices::create`].
pub(super) fn add_till(
    tx: &Tx<'_>,
    keys: &Keyring,
    by: ManagerAt<'_>,
    outlet: OutletId,
    name: &str,
) -> AppResult<(TillRecord, String)> {
    outlet::find(tx, outlet)?.filter(|found| found.partner_id == by.0.partner).ok_or(NOT_FOUND)?;
    let made = devices::create(tx, keys, outlet, name, &by.0.name)?;
    note(tx, keys, by, "till.create", made.0.id, None, Some(&made.0))?;
    Ok(made)
}

/// The result of an enrolment.
pub(super) enum EnrolmentOutcome {
    /// The device is the till.
    Enrolled {
        /// The text that the device presents from now on.
        presents: String,
        /// True if an earlier call with the same key enrolled it.
        replayed: bool,
    },
    /// The refusal, which the idempotency key keeps.
    Refused(ReplayableAnswer),
}

/// Enrols a device with a code and names its till, once for an idempotency key. The audit entry has the till as its
/// actor, because the person at the device is known by the code alone. Fails with the errors of [`devices::enrol`].
pub(super) fn enrol(
    tx: &Tx<'_>,
    (keys, address): (&Keyring, ClientAddress),
    code: &str,
    name: Option<&str>,
    key: Option<&IdempotencyKey>,
) -> AppResult<EnrolmentOutcome> {
    let secret = key.map_or_else(Secret::generate, |key| devices::secret_of_key(keys, code, key.text()));
    let answer = idempotency::once(tx, &devices::client_of_code(keys, code), key, &name, |tx| {
        let Enrolled { before, after } = devices::enrol(tx, keys, code, name, &secret)?;
        let actor = Actor { id: *after.id.as_bytes(), name: after.name.clone(), role: "till", address: address.0 };
        let entry = AuditedAction {
            before: Some(serde_json::to_value(&before)?),
            ..AuditedAction::with("till.enrol", after.id, &after)?
        };
        audit::record(tx, keys, &actor, entry)?;
        Ok(after.id)
    })?;
    if answer.status != 200 {
        return Ok(EnrolmentOutcome::Refused(answer));
    }
    let id: TillId = serde_json::from_str(&answer.body)?;
    Ok(EnrolmentOutcome::Enrolled { presents: devices::presented_by(id, &secret), replayed: answer.replayed })
}

/// Gives a till a new code. Fails with the errors of [`devices::renew_code`].
pub(super) fn renew_code(
    tx: &Tx<'_>,
    keys: &Keyring,
    by: ManagerAt<'_>,
    id: TillId,
) -> AppResult<(TillRecord, String)> {
    let before = own_till(tx, by.0, id)?;
    let renewed = devices::renew_code(tx, keys, id, &by.0.name)?;
    note(tx, keys, by, "till.code", id, Some(&before), Some(&renewed.0))?;
    Ok(renewed)
}

/// Changes a till. Fails with the errors of [`devices::change`].
pub(super) fn change_till(
    tx: &Tx<'_>,
    keys: &Keyring,
    by: ManagerAt<'_>,
    id: TillId,
    change: &TillChange,
) -> AppResult<TillRecord> {
    let before = own_till(tx, by.0, id)?;
    let after = devices::change(tx, id, change)?;
    note(tx, keys, by, "till.update", after.id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Revokes a till at once. Fails with `not_found`.
pub(super) fn revoke_till(tx: &Tx<'_>, keys: &Keyring, by: ManagerAt<'_>, id: TillId) -> AppResult<()> {
    let before = own_till(tx, by.0, id)?;
    let after = devices::revoke(tx, id)?;
    note(tx, keys, by, "till.revoke", id, Some(&before), Some(&after))
}

/// Unlocks a till. Fails with `not_found`.
pub(super) fn unlock_till(tx: &Tx<'_>, keys: &Keyring, by: ManagerAt<'_>, id: TillId) -> AppResult<TillRecord> {
    let before = own_till(tx, by.0, id)?;
    let after = devices::unlock(tx, id)?;
    note(tx, keys, by, "till.unlock", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Adds a cashier. Fails with the errors of [`cashiers::create`].
pub(super) fn add_cashier(
    tx: &Tx<'_>,
    keys: &Keyring,
    by: ManagerAt<'_>,
    name: &str,
    pin_hash: &str,
) -> AppResult<CashierRecord> {
    let made = cashiers::create(tx, by.0.partner, name, pin_hash)?;
    note(tx, keys, by, "cashier.create", made.id, None, Some(&made))?;
    Ok(made)
}

/// Changes a cashier. Fails with the errors of [`cashiers::change`].
pub(super) fn change_cashier(
    tx: &Tx<'_>,
    keys: &Keyring,
    by: ManagerAt<'_>,
    id: CashierId,
    changes: CashierChanges<'_>,
) -> AppResult<CashierRecord> {
    let before = own_cashier(tx, by.0, id)?;
    let after = cashiers::change(tx, id, changes)?;
    note(tx, keys, by, "cashier.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Deletes a cashier's passkeys. Fails with `not_found`.
pub(super) fn remove_passkeys(tx: &Tx<'_>, keys: &Keyring, by: ManagerAt<'_>, id: CashierId) -> AppResult<()> {
    let before = own_cashier(tx, by.0, id)?;
    let after = cashiers::remove_passkeys(tx, id)?;
    note(tx, keys, by, "cashier.remove_passkey", id, Some(&before), Some(&after))
}

/// Removes a cashier. Fails with `not_found`.
pub(super) fn remove_cashier(tx: &Tx<'_>, keys: &Keyring, by: ManagerAt<'_>, id: CashierId) -> AppResult<()> {
    let before = own_cashier(tx, by.0, id)?;
    cashiers::remove(tx, id)?;
    note(tx, keys, by, "cashier.delete", id, Some(&before), None)
}
