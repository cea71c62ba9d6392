//! SQL of passkeys: the same statements for the tables of members and staff.

use super::{Holder, Passkey};
use crate::base::clock::Timestamp;
use crate::base::id::PasskeyId;
use crate::base::passkey::{DeviceCredential, Use};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

/// Inserts a challenge and deletes expired ones.
pub(super) fn insert_challenge<H: Holder>(
    tx: &Tx<'_>,
    challenge: &[u8; 32],
    registers: Option<H>,
    expires: Timestamp,
) -> AppResult<()> {
    tx.execute(["delete from ", H::CHALLENGES, " where expires_at_ms <= :now"], params! { ":now": tx.now() })?;
    tx.execute_one(
        [
            "insert into ",
            H::CHALLENGES,
            " (challenge, ",
            H::COLUMN,
            ", expires_at_ms) values (:challenge, :holder, :expires)",
        ],
        params! { ":challenge": challenge, ":holder": registers, ":expires": expires },
    )
}

/// Deletes a challenge. Returns whether it was live and issued for this person's registration, or (`None`) for a
/// sign-in.
pub(super) fn take_challenge<H: Holder>(tx: &Tx<'_>, challenge: &[u8; 32], registers: Option<H>) -> AppResult<bool> {
    let taken: Option<(Option<H>, Timestamp)> = tx.one(
        ["delete from ", H::CHALLENGES, " where challenge = :challenge returning ", H::COLUMN, ", expires_at_ms"],
        params! { ":challenge": challenge },
        |row| Ok((row.get(H::COLUMN)?, row.get("expires_at_ms")?)),
    )?;
    Ok(taken.is_some_and(|(meant_for, expires)| meant_for == registers && expires > tx.now()))
}

fn passkey<H: Holder>(row: &Row<'_>) -> AppResult<Passkey<H>> {
    Ok(Passkey {
        id: row.get("id")?,
        holder: row.get(H::COLUMN)?,
        name: row.get("name")?,
        created: row.get("created_at_ms")?,
        last_used: row.get("last_used_at_ms")?,
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

pub(super) fn find_by_credential<H: Holder>(read: &Read<'_>, credential_id: &[u8]) -> AppResult<Option<Passkey<H>>> {
    read.one(
        ["select * from ", H::PASSKEYS, " where credential_id = :credential"],
        params! { ":credential": credential_id },
        passkey,
    )
}

/// Lists passkeys, oldest first.
pub(super) fn list<H: Holder>(read: &Read<'_>, holder: H) -> AppResult<Vec<Passkey<H>>> {
    read.all(
        ["select * from ", H::PASSKEYS, " where ", H::COLUMN, " = :holder order by id"],
        params! { ":holder": holder },
        passkey,
    )
}

pub(super) fn count<H: Holder>(read: &Read<'_>, holder: H) -> AppResult<i64> {
    read.number(
        ["select count(*) as n from ", H::PASSKEYS, " where ", H::COLUMN, " = :holder"],
        params! { ":holder": holder },
    )
}

pub(super) fn insert<H: Holder>(tx: &Tx<'_>, passkey: &Passkey<H>) -> AppResult<()> {
    let DeviceCredential { credential_id, public_key, used } = &passkey.credential;
    tx.execute_one(
        [
            "insert into ",
            H::PASSKEYS,
            " (",
            H::COLUMN,
            ", id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at_ms)
             values (:holder, :id, :credential, :key, :counter, :eligible, :backed_up, :name, :now)",
        ],
        params! { ":id": passkey.id, ":holder": passkey.holder, ":credential": credential_id, ":key": public_key,
        ":counter": used.counter, ":eligible": used.backup_eligible, ":backed_up": used.backed_up,
        ":name": passkey.name, ":now": tx.now() },
    )
}

/// Records a sign-in. Returns false if the signature counter did not increase, because another sign-in came first.
pub(super) fn note_use<H: Holder>(tx: &Tx<'_>, passkey: &Passkey<H>, used: &Use) -> AppResult<bool> {
    let touched = tx.execute(
        [
            "update ",
            H::PASSKEYS,
            " set counter = :counter, backup_eligible = :eligible, backed_up = :backed_up, last_used_at_ms = :now
             where id = :id and (counter < :counter or (counter = 0 and :counter = 0))",
        ],
        params! { ":id": passkey.id, ":counter": used.counter, ":eligible": used.backup_eligible,
        ":backed_up": used.backed_up, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

/// Deletes a person's passkey and returns its name; `None` if it is not theirs.
pub(super) fn delete<H: Holder>(tx: &Tx<'_>, holder: H, id: PasskeyId) -> AppResult<Option<String>> {
    tx.one(
        ["delete from ", H::PASSKEYS, " where id = :id and ", H::COLUMN, " = :holder returning name"],
        params! { ":id": id, ":holder": holder },
        |row| row.get("name"),
    )
}

pub(super) fn delete_all<H: Holder>(tx: &Tx<'_>, holder: H) -> AppResult<()> {
    let params = params! { ":holder": holder };
    tx.execute(["delete from ", H::PASSKEYS, " where ", H::COLUMN, " = :holder"], params)?;
    tx.execute(["delete from ", H::CHALLENGES, " where ", H::COLUMN, " = :holder"], params).map(drop)
}
