//! SQL of the accounts that were used on one device.

use super::DeviceAccount;
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Tx, params};

pub(super) fn note(tx: &Tx<'_>, device: &[u8; 32], member: MemberId) -> AppResult<()> {
    tx.execute_one(
        "insert into device_account (device, member_id, first_seen_at_ms, last_seen_at_ms)
         values (:device, :member, :now, :now)
         on conflict (device, member_id) do update set last_seen_at_ms = excluded.last_seen_at_ms",
        params! { ":device": device, ":member": member, ":now": tx.now() },
    )
}

pub(super) fn first_seen_since(read: &Read<'_>, since: Timestamp) -> AppResult<Vec<DeviceAccount>> {
    read.all(
        "select device, member_id, first_seen_at_ms from device_account where first_seen_at_ms >= :since",
        params! { ":since": since },
        |row| {
            Ok(DeviceAccount {
                device: row.get("device")?,
                member: row.get("member_id")?,
                first_seen: row.get("first_seen_at_ms")?,
            })
        },
    )
}

pub(super) fn delete_old(tx: &Tx<'_>, before: Timestamp) -> AppResult<usize> {
    tx.execute(
        "delete from device_account where (device, member_id) in
             (select device, member_id from device_account where last_seen_at_ms < :before limit :most)",
        params! { ":before": before, ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}

pub(super) fn delete_of_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from device_account where member_id = :member", params! { ":member": member }).map(drop)
}
