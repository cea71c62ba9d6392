//! SQL of card PINs.

use super::CardPin;
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn find(read: &Read<'_>, member: MemberId) -> AppResult<Option<CardPin>> {
    read.one(
        "select pin_hash, failures, wrong_pins, blocked_until_ms, locked_at_ms from card_pin where member_id = :member",
        params! { ":member": member },
        |row| {
            Ok(CardPin {
                pin_hash: row.get("pin_hash")?,
                failures: row.get("failures")?,
                wrong_pins: row.get("wrong_pins")?,
                blocked_until: row.get("blocked_until_ms")?,
                locked_at: row.get("locked_at_ms")?,
            })
        },
    )
}

/// Sets a PIN and resets the counts of wrong PINs.
pub(super) fn put(tx: &Tx<'_>, member: MemberId, pin_hash: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into card_pin (member_id, pin_hash, set_at_ms) values (:member, :pin_hash, :now)
         on conflict (member_id) do update set pin_hash = excluded.pin_hash, set_at_ms = excluded.set_at_ms,
             failures = 0, wrong_pins = 0, blocked_until_ms = 0, locked_at_ms = null",
        params! { ":member": member, ":pin_hash": pin_hash, ":now": tx.now() },
    )
}

/// Stores the consecutive and total counts of wrong PINs, the end of a pause, and whether the PIN is locked.
pub(super) fn count(
    tx: &Tx<'_>,
    member: MemberId,
    (failures, wrong_pins): (i64, i64),
    pause: Option<Timestamp>,
    locks: bool,
) -> AppResult<()> {
    tx.execute_one(
        "update card_pin set failures = :failures, wrong_pins = :wrong_pins, blocked_until_ms = :until,
             locked_at_ms = case when :locks then coalesce(locked_at_ms, :now) end
         where member_id = :member",
        params! { ":member": member, ":failures": failures, ":wrong_pins": wrong_pins,
        ":until": pause.unwrap_or(Timestamp::from_millis(0)), ":locks": locks, ":now": tx.now() },
    )
}

pub(super) fn delete(tx: &Tx<'_>, member: MemberId) -> AppResult<bool> {
    Ok(tx.execute("delete from card_pin where member_id = :member", params! { ":member": member })? > 0)
}
