//! The staff's SQL.

use super::{NewStaff, StaffCredentials, StaffInfo, StaffRecord};
use crate::auth::Role;
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::problem::AppResult;
use crate::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>) -> AppResult<StaffRecord> {
    let role: String = row.get("role")?;
    let status: String = row.get("status")?;
    let role = Role::from_name(&role).ok_or_else(|| anyhow::anyhow!("a staff row has the role {role}"))?;
    let info = StaffInfo {
        id: row.get("id")?,
        name: row.get("name")?,
        email: row.get("email")?,
        role,
        partner_id: row.get("partner_id")?,
    };
    Ok(StaffRecord { info, active: status == "active", created: row.get("created_at_ms")? })
}

pub(super) fn insert(tx: &Tx<'_>, id: StaffId, person: &NewStaff) -> AppResult<()> {
    tx.execute_one(
        "insert into staff (id, name, email, password_hash, role, partner_id, created_at_ms) \
         values (:id, :name, :email, :password_hash, :role, :partner, :now)",
        params! {
            ":id": id, ":name": person.name, ":email": person.email, ":password_hash": person.password_hash,
            ":role": person.role.name(), ":partner": person.partner, ":now": tx.now(),
        },
    )
}

pub(super) fn find_by_email(read: &Read<'_>, email: &Email) -> AppResult<Option<StaffCredentials>> {
    read.one(
        "select id, password_hash, status = 'active' as active, epoch from staff where email = :email",
        params! { ":email": email },
        |row| {
            Ok(StaffCredentials {
                id: row.get("id")?,
                password_hash: row.get("password_hash")?,
                active: row.get("active")?,
                epoch: row.get("epoch")?,
            })
        },
    )
}

pub(super) fn find(read: &Read<'_>, id: StaffId) -> AppResult<Option<StaffRecord>> {
    read.one(
        "select id, name, email, role, partner_id, status, created_at_ms from staff where id = :id",
        params! { ":id": id },
        record,
    )
}

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<StaffRecord>> {
    read.all(
        "select id, name, email, role, partner_id, status, created_at_ms from staff order by id desc",
        params! {},
        record,
    )
}

pub(super) fn has_owner(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from staff where role = 'owner'", params! {})
}

pub(super) fn set_password(tx: &Tx<'_>, email: &Email, password_hash: &str) -> AppResult<bool> {
    let touched = tx.execute(
        "update staff set password_hash = :password_hash, epoch = epoch + 1 where email = :email",
        params! { ":email": email, ":password_hash": password_hash },
    )?;
    Ok(touched == 1)
}

pub(super) fn rehash_password(tx: &Tx<'_>, id: StaffId, password_hash: &str) -> AppResult<()> {
    tx.execute_one(
        "update staff set password_hash = :password_hash where id = :id",
        params! { ":id": id, ":password_hash": password_hash },
    )
}

pub(super) fn update(
    tx: &Tx<'_>,
    id: StaffId,
    name: &str,
    role: Role,
    partner: Option<PartnerId>,
    active: bool,
) -> AppResult<bool> {
    let status = if active { "active" } else { "suspended" };
    let touched = tx.execute(
        "update staff set epoch = epoch + (role <> :role or partner_id is not :partner or status <> :status), \
         name = :name, role = :role, partner_id = :partner, status = :status where id = :id",
        params! { ":id": id, ":name": name, ":role": role.name(), ":partner": partner, ":status": status },
    )?;
    Ok(touched == 1)
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
