//! SQL of staff.

use super::{StaffChange, StaffCredentials, StaffInfo, StaffLink, StaffLinkPurpose, StaffRecord, StaffStatus};
use crate::auth::Role;
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>) -> AppResult<StaffRecord> {
    let info = StaffInfo {
        id: row.get("id")?,
        name: row.get("name")?,
        email: row.get("email")?,
        role: row.get("role")?,
        partner_id: row.get("partner_id")?,
    };
    Ok(StaffRecord {
        info,
        status: row.get("status")?,
        second_factor: row.get("second_factor")?,
        created: row.get("created_at_ms")?,
        last_sign_in: row.get("last_sign_in_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: StaffId,
    name: &str,
    email: &Email,
    role: Role,
    partner: Option<PartnerId>,
    password_hash: Option<&str>,
) -> AppResult<()> {
    let status = if password_hash.is_some() { StaffStatus::Active } else { StaffStatus::Invited };
    tx.execute_one(
        "insert into staff (id, name, email, password_hash, role, partner_id, status, created_at_ms) \
         values (:id, :name, :email, :password_hash, :role, :partner, :status, :now)",
        params! {
            ":id": id, ":name": name, ":email": email, ":password_hash": password_hash, ":role": role,
            ":partner": partner, ":status": status, ":now": tx.now(),
        },
    )
}

fn credentials(row: &Row<'_>) -> AppResult<StaffCredentials> {
    Ok(StaffCredentials {
        id: row.get("id")?,
        password_hash: row.get("password_hash")?,
        active: row.get("active")?,
        epoch: row.get("epoch")?,
    })
}

pub(super) fn find_by_email(read: &Read<'_>, email: &Email) -> AppResult<Option<StaffCredentials>> {
    read.one(
        "select id, password_hash, status = 'active' as active, epoch from staff \
         where email = :email and status <> 'removed'",
        params! { ":email": email },
        credentials,
    )
}

pub(super) fn credentials_of(read: &Read<'_>, id: StaffId) -> AppResult<Option<StaffCredentials>> {
    read.one(
        "select id, password_hash, status = 'active' as active, epoch from staff where id = :id",
        params! { ":id": id },
        credentials,
    )
}

pub(super) fn find(read: &Read<'_>, id: StaffId) -> AppResult<Option<StaffRecord>> {
    read.one(
        "select s.id, s.name, s.email, s.role, s.partner_id, s.status, s.created_at_ms, s.last_sign_in_ms, s.version, \
         (exists (select 1 from staff_totp t where t.staff_id = s.id and t.confirmed_at_ms is not null) \
          or exists (select 1 from staff_passkey k where k.staff_id = s.id)) as second_factor \
         from staff s where s.id = :id and s.status <> 'removed'",
        params! { ":id": id },
        record,
    )
}

pub(super) fn list(read: &Read<'_>, before: StaffId, limit: i64) -> AppResult<Vec<StaffRecord>> {
    read.all(
        "select s.id, s.name, s.email, s.role, s.partner_id, s.status, s.created_at_ms, s.last_sign_in_ms, s.version, \
         (exists (select 1 from staff_totp t where t.staff_id = s.id and t.confirmed_at_ms is not null) \
          or exists (select 1 from staff_passkey k where k.staff_id = s.id)) as second_factor \
         from staff s where s.id < :before and s.status <> 'removed' order by s.id desc limit :limit",
        params! { ":before": before, ":limit": limit },
        record,
    )
}

pub(super) fn has_owner(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from staff where role = 'owner' and status in ('active', 'suspended')", params! {})
}

pub(super) fn has_another_owner(read: &Read<'_>, id: StaffId) -> AppResult<bool> {
    read.exists("select 1 from staff where role = 'owner' and status = 'active' and id <> :id", params! { ":id": id })
}

pub(super) fn count_owners(read: &Read<'_>) -> AppResult<i64> {
    read.number("select count(*) as n from staff where role = 'owner' and status = 'active'", params! {})
}

pub(super) fn count_ever(read: &Read<'_>) -> AppResult<i64> {
    read.number("select count(*) as n from staff", params! {})
}

/// Sets the password. An invited person becomes active.
pub(super) fn set_password(tx: &Tx<'_>, id: StaffId, password_hash: &str) -> AppResult<()> {
    tx.execute_one(
        "update staff set password_hash = :password_hash, epoch = epoch + 1, version = version + 1, \
         status = case status when 'invited' then 'active' else status end where id = :id",
        params! { ":id": id, ":password_hash": password_hash },
    )
}

pub(super) fn set_name(tx: &Tx<'_>, id: StaffId, name: &str) -> AppResult<()> {
    tx.execute_one("update staff set name = :name where id = :id", params! { ":id": id, ":name": name })
}

/// Does not overwrite a password that was replaced since `epoch`.
pub(super) fn rehash_password(tx: &Tx<'_>, id: StaffId, epoch: i64, password_hash: &str) -> AppResult<()> {
    tx.execute(
        "update staff set password_hash = :password_hash where id = :id and epoch = :epoch",
        params! { ":id": id, ":epoch": epoch, ":password_hash": password_hash },
    )?;
    Ok(())
}

pub(super) fn note_sign_in(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    tx.execute_one("update staff set last_sign_in_ms = :now where id = :id", params! { ":id": id, ":now": tx.now() })
}

pub(super) fn update(tx: &Tx<'_>, id: StaffId, change: &StaffChange) -> AppResult<()> {
    tx.execute_one(
        "update staff set epoch = epoch + (role <> :role or partner_id is distinct from :partner \
             or (status = 'suspended') <> :suspended), \
         version = version + 1, name = :name, role = :role, partner_id = :partner, \
         status = case when :suspended then 'suspended' when password_hash is null then 'invited' else 'active' end \
         where id = :id",
        params! { ":id": id, ":name": change.name, ":role": change.role, ":partner": change.partner,
        ":suspended": change.suspended },
    )
}

pub(super) fn remove(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    tx.execute_one(
        "update staff set status = 'removed', epoch = epoch + 1, version = version + 1 where id = :id",
        params! { ":id": id },
    )
}

pub(super) fn put_link(
    tx: &Tx<'_>,
    id: StaffId,
    purpose: StaffLinkPurpose,
    token_hash: &[u8; 32],
    expires: Timestamp,
) -> AppResult<()> {
    tx.execute_one(
        "insert into staff_link (staff_id, purpose, token_hash, expires_at_ms) \
         values (:id, :purpose, :token_hash, :expires) on conflict (staff_id) do update set \
         purpose = excluded.purpose, token_hash = excluded.token_hash, expires_at_ms = excluded.expires_at_ms",
        params! { ":id": id, ":purpose": purpose, ":token_hash": token_hash, ":expires": expires },
    )
}

pub(super) fn find_link(read: &Read<'_>, token_hash: &[u8; 32]) -> AppResult<Option<StaffLink>> {
    read.one(
        "select staff_id, purpose, expires_at_ms from staff_link \
         where token_hash = :token_hash and expires_at_ms > :now",
        params! { ":token_hash": token_hash, ":now": read.now() },
        |row| {
            let purpose = row.get("purpose")?;
            Ok(StaffLink { staff: row.get("staff_id")?, purpose, expires: row.get("expires_at_ms")? })
        },
    )
}

pub(super) fn delete_link(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    tx.execute("delete from staff_link where staff_id = :id", params! { ":id": id })?;
    Ok(())
}

pub(super) fn put_setup(tx: &Tx<'_>, token_hash: &[u8; 32], expires_at: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "insert into staff_setup (one, token_hash, expires_at_ms) values (1, :token_hash, :expires_at) \
         on conflict (one) do update set token_hash = excluded.token_hash, expires_at_ms = excluded.expires_at_ms",
        params! { ":token_hash": token_hash, ":expires_at": expires_at },
    )
}

pub(super) fn setup_exists(read: &Read<'_>, token_hash: &[u8; 32]) -> AppResult<bool> {
    read.exists(
        "select 1 from staff_setup where token_hash = :token_hash and expires_at_ms > :now",
        params! { ":token_hash": token_hash, ":now": read.now() },
    )
}

pub(super) fn delete_setup(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from staff_setup", params! {})?;
    Ok(())
}
