//! The register's SQL.

use super::MemberRecord;
use super::Status;
use crate::base::contact::Email;
use crate::base::contact::HkPhone;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::base::short_id::ShortId;
use crate::store::Read;
use crate::store::Row;
use crate::store::params;

fn record(row: &Row<'_>) -> AppResult<MemberRecord> {
    let status: String = row.get("status")?;
    Ok(MemberRecord {
        id: row.get("id")?,
        short_id: row.get("short_id")?,
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        email: row.get("email")?,
        phone: row.get("phone")?,
        status: match status.as_str() {
            "active" => Status::Active,
            "suspended" => Status::Suspended,
            _ => Status::Erased,
        },
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn find(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, first_name, last_name, email, phone, status, created_at_ms from member where id = :id",
        params! { ":id": id },
        record,
    )
}

pub(super) fn find_by_email(read: &Read<'_>, email: &Email) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, first_name, last_name, email, phone, status, created_at_ms from member where email = :email",
        params! { ":email": email },
        record,
    )
}

pub(super) fn find_by_phone(read: &Read<'_>, phone: &HkPhone) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, first_name, last_name, email, phone, status, created_at_ms from member where phone = :phone",
        params! { ":phone": phone },
        record,
    )
}

pub(super) fn find_by_short_id(read: &Read<'_>, short_id: &ShortId) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, first_name, last_name, email, phone, status, created_at_ms from member where short_id = :short_id",
        params! { ":short_id": short_id },
        record,
    )
}
