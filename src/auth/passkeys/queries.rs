//! The passkeys' SQL.

use super::{Ceremony, DeviceCredential, Passkey, Use};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PasskeyId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

pub(super) fn insert_challenge(
    tx: &Tx<'_>,
    challenge: &[u8; 32],
    ceremony: Ceremony,
    expires: Timestamp,
) -> AppResult<()> {
    tx.execute_one(
        "insert into passkey_challenge (challenge, member_id, expires_at_ms) values (:challenge, :member, :expires)",
        params! { ":challenge": challenge, ":member": ceremony.member(), ":expires": expires },
    )
}

/// Deletes a challenge; gives whose registration it was for, if anybody's, and when it ends.
pub(super) fn take_challenge(tx: &Tx<'_>, challenge: &[u8; 32]) -> AppResult<Option<(Option<MemberId>, Timestamp)>> {
    tx.one(
        "delete from passkey_challenge where challenge = :challenge returning member_id, expires_at_ms",
        params! { ":challenge": challenge },
        |row| Ok((row.get("member_id")?, row.get("expires_at_ms")?)),
    )
}

pub(super) fn delete_expired_challenges(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from passkey_challenge where expires_at_ms <= :now", params! { ":now": tx.now() })?;
    Ok(())
}

fn passkey(row: &Row<'_>) -> AppResult<Passkey> {
    Ok(Passkey {
        id: row.get("id")?,
        member: row.get("member_id")?,
        credential_id: row.get("credential_id")?,
        public_key: row.get("public_key")?,
        used: Use {
            counter: row.get("counter")?,
            backup_eligible: row.get("backup_eligible")?,
            backed_up: row.get("backed_up")?,
        },
        name: row.get("name")?,
        created: row.get("created_at_ms")?,
        last_used: row.get("last_used_at_ms")?,
    })
}

pub(super) fn find_by_credential(read: &Read<'_>, credential_id: &[u8]) -> AppResult<Option<Passkey>> {
    read.one(
        "select id, member_id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at_ms, \
         last_used_at_ms from passkey where credential_id = :credential",
        params! { ":credential": credential_id },
        passkey,
    )
}

/// Oldest first.
pub(super) fn list(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Passkey>> {
    read.all(
        "select id, member_id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at_ms, \
         last_used_at_ms from passkey where member_id = :member order by id",
        params! { ":member": member },
        passkey,
    )
}

pub(super) fn count(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    read.number("select count(*) as n from passkey where member_id = :member", params! { ":member": member })
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: PasskeyId,
    member: MemberId,
    credential: &DeviceCredential,
    name: &str,
) -> AppResult<()> {
    tx.execute_one(
        "insert into passkey (id, member_id, credential_id, public_key, counter, backup_eligible, backed_up, name, \
         created_at_ms) values (:id, :member, :credential, :key, :counter, :eligible, :backed_up, :name, :now)",
        params! {
            ":id": id, ":member": member, ":credential": credential.credential_id, ":key": credential.public_key,
            ":counter": credential.used.counter, ":eligible": credential.used.backup_eligible,
            ":backed_up": credential.used.backed_up, ":name": name, ":now": tx.now(),
        },
    )
}

/// Notes a sign-in, unless the counter would not go forward: another sign-in was first.
pub(super) fn note_use(tx: &Tx<'_>, id: PasskeyId, used: &Use) -> AppResult<bool> {
    let touched = tx.execute(
        "update passkey set counter = :counter, backup_eligible = :eligible, backed_up = :backed_up, \
         last_used_at_ms = :now where id = :id and (counter < :counter or (counter = 0 and :counter = 0))",
        params! {
            ":id": id, ":counter": used.counter, ":eligible": used.backup_eligible, ":backed_up": used.backed_up,
            ":now": tx.now(),
        },
    )?;
    Ok(touched == 1)
}

/// Deletes a member's passkey; gives its name, or nothing where it is not theirs.
pub(super) fn delete(tx: &Tx<'_>, member: MemberId, id: PasskeyId) -> AppResult<Option<String>> {
    tx.one(
        "delete from passkey where id = :id and member_id = :member returning name",
        params! { ":id": id, ":member": member },
        |row| row.get("name"),
    )
}

pub(super) fn delete_all(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from passkey where member_id = :member", params! { ":member": member })?;
    tx.execute("delete from passkey_challenge where member_id = :member", params! { ":member": member })?;
    Ok(())
}
