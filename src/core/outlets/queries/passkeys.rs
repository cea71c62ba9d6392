//! SQL of cashiers' passkeys.

use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, PasskeyId, TillId};
use crate::base::passkey::{DeviceCredential, Use};
use crate::base::problem::AppResult;
use crate::core::outlets::{CashierAtTill, CashierPasskey, PasskeyPurpose};
use crate::platform::store::{Read, Row, Tx, params};

fn passkey(row: &Row<'_>) -> AppResult<CashierPasskey> {
    Ok(CashierPasskey {
        id: row.get("id")?,
        place: CashierAtTill { till: row.get("till_id")?, cashier: row.get("cashier_id")? },
        credential: DeviceCredential {
            credential_id: row.get("credential_id")?,
            public_key: row.get("public_key")?,
            used: Use {
                counter: row.get("counter")?,
                backup_eligible: row.get("backup_eligible")?,
                backed_up: row.get("backed_up")?,
            },
        },
    })
}

/// A cashier's passkey at a till.
pub fn find(read: &Read<'_>, place: CashierAtTill) -> AppResult<Option<CashierPasskey>> {
    read.one(
        "select id, cashier_id, till_id, credential_id, public_key, counter, backup_eligible, backed_up
         from cashier_passkey where till_id = :till and cashier_id = :cashier",
        params! { ":till": place.till, ":cashier": place.cashier },
        passkey,
    )
}

pub(in crate::core::outlets) fn find_by_credential(
    read: &Read<'_>,
    credential_id: &[u8],
) -> AppResult<Option<CashierPasskey>> {
    read.one(
        "select id, cashier_id, till_id, credential_id, public_key, counter, backup_eligible, backed_up
         from cashier_passkey where credential_id = :credential",
        params! { ":credential": credential_id },
        passkey,
    )
}

/// The cashiers who have a passkey at a till.
pub fn holders_at(read: &Read<'_>, till: TillId) -> AppResult<Vec<CashierId>> {
    read.all("select cashier_id from cashier_passkey where till_id = :till", params! { ":till": till }, |row| {
        row.get("cashier_id")
    })
}

pub(in crate::core::outlets) fn insert(tx: &Tx<'_>, new: &CashierPasskey) -> AppResult<()> {
    let DeviceCredential { credential_id, public_key, used } = &new.credential;
    tx.execute_one(
        "insert into cashier_passkey (id, cashier_id, till_id, credential_id, public_key, counter, backup_eligible,
                                      backed_up, created_at_ms)
         values (:id, :cashier, :till, :credential, :key, :counter, :eligible, :backed_up, :now)",
        params! { ":id": new.id, ":cashier": new.place.cashier, ":till": new.place.till,
        ":credential": credential_id, ":key": public_key, ":counter": used.counter,
        ":eligible": used.backup_eligible, ":backed_up": used.backed_up, ":now": tx.now() },
    )
}

/// Records a sign-in. Returns false if the device's counter did not increase, because another sign-in came first.
pub fn note_use(tx: &Tx<'_>, id: PasskeyId, used: &Use) -> AppResult<bool> {
    let touched = tx.execute(
        "update cashier_passkey set counter = :counter, backup_eligible = :eligible, backed_up = :backed_up,
                last_used_at_ms = :now where id = :id and (counter < :counter or (counter = 0 and :counter = 0))",
        params! { ":id": id, ":counter": used.counter, ":eligible": used.backup_eligible,
        ":backed_up": used.backed_up, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

/// Deletes a cashier's passkey at a till. Returns whether there was one.
pub fn remove(tx: &Tx<'_>, place: CashierAtTill) -> AppResult<bool> {
    let touched = tx.execute(
        "delete from cashier_passkey where till_id = :till and cashier_id = :cashier",
        params! { ":till": place.till, ":cashier": place.cashier },
    )?;
    Ok(touched == 1)
}

/// Deletes a cashier's passkeys at every till. Returns how many there were.
pub fn remove_all_of(tx: &Tx<'_>, cashier: CashierId) -> AppResult<usize> {
    tx.execute("delete from cashier_passkey where cashier_id = :cashier", params! { ":cashier": cashier })
}

pub(in crate::core::outlets) fn delete_at(tx: &Tx<'_>, till: TillId) -> AppResult<()> {
    tx.execute("delete from cashier_passkey where till_id = :till", params! { ":till": till })?;
    Ok(())
}

/// Stores a challenge that was issued, and deletes expired ones.
pub fn put_challenge(
    tx: &Tx<'_>,
    challenge: &[u8; 32],
    place: CashierAtTill,
    purpose: PasskeyPurpose,
    expires: Timestamp,
) -> AppResult<()> {
    tx.execute("delete from cashier_passkey_challenge where expires_at_ms <= :now", params! { ":now": tx.now() })?;
    tx.execute_one(
        "insert into cashier_passkey_challenge (challenge, till_id, cashier_id, registers, expires_at_ms)
         values (:challenge, :till, :cashier, :registers, :expires)",
        params! { ":challenge": challenge, ":till": place.till, ":cashier": place.cashier,
        ":registers": purpose == PasskeyPurpose::Register, ":expires": expires },
    )
}

/// Deletes a passkey challenge of a till. Returns the cashier to whom the challenge was issued. Returns `None` if the
/// challenge has expired or has another purpose; it is deleted then too.
pub fn take_challenge(
    tx: &Tx<'_>,
    challenge: &[u8; 32],
    till: TillId,
    purpose: PasskeyPurpose,
) -> AppResult<Option<CashierId>> {
    let taken: Option<(TillId, CashierId, bool, Timestamp)> = tx.one(
        "delete from cashier_passkey_challenge where challenge = :challenge
         returning till_id, cashier_id, registers, expires_at_ms",
        params! { ":challenge": challenge },
        |row| Ok((row.get("till_id")?, row.get("cashier_id")?, row.get("registers")?, row.get("expires_at_ms")?)),
    )?;
    let meant = taken.filter(|(at, _, registers, expires)| {
        *at == till && *registers == (purpose == PasskeyPurpose::Register) && *expires > tx.now()
    });
    Ok(meant.map(|(_, cashier, _, _)| cashier))
}
