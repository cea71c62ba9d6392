//! SQL of birthdays.

use super::Birthday;
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

/// The month and the day.
pub(super) fn find(read: &Read<'_>, member: MemberId) -> AppResult<Option<(i64, i64)>> {
    let query = "select month, day from member_birthday where member_id = :member";
    read.one(query, params! { ":member": member }, |row| Ok((row.get("month")?, row.get("day")?)))
}

/// Whether a birthday was told or changed after a moment.
pub(super) fn told_since(read: &Read<'_>, member: MemberId, moment: Timestamp) -> AppResult<bool> {
    read.exists(
        "select 1 from member_birthday where member_id = :member and updated_at_ms > :moment",
        params! { ":member": member, ":moment": moment },
    )
}

/// Every member with the month and the day.
pub(super) fn all(read: &Read<'_>) -> AppResult<Vec<(MemberId, i64, i64)>> {
    read.all("select member_id, month, day from member_birthday", params! {}, |row| {
        Ok((row.get("member_id")?, row.get("month")?, row.get("day")?))
    })
}

pub(super) fn put(tx: &Tx<'_>, member: MemberId, birthday: Birthday) -> AppResult<()> {
    tx.execute_one(
        "insert into member_birthday (member_id, month, day, updated_at_ms) values (:member, :month, :day, :now)
         on conflict (member_id) do update set month = excluded.month, day = excluded.day,
             updated_at_ms = excluded.updated_at_ms",
        params! { ":member": member, ":month": birthday.month(), ":day": birthday.day(), ":now": tx.now() },
    )
}

pub(super) fn delete(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from member_birthday where member_id = :member", params! { ":member": member })?;
    Ok(())
}
