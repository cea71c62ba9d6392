//! SQL of the data that backups leave out, and of the changes by a restore.

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{ExcludedTable, Read, Tx, params};

/// Active sign-ins, codes and links: a person who finds an old archive must not be able to use them, and a restore
/// does not need them. Queued messages contain codes and would be sent twice.
pub const LEFT_OUT: &[ExcludedTable] = &[
    ("captcha_spent", "delete from captcha_spent"),
    ("cashier_passkey_challenge", "delete from cashier_passkey_challenge"),
    ("counter_link", "delete from counter_link"),
    ("counter_session", "delete from counter_session"),
    ("one_time_code", "delete from one_time_code"),
    ("outbox_message", "delete from outbox_message where state = 'waiting'"),
    ("passkey_challenge", "delete from passkey_challenge"),
    ("password_reset", "delete from password_reset"),
    ("registration", "delete from registration"),
    // Rows that refer to a session are deleted first: the origins of staff sessions, and push devices.
    ("staff_session_origin", "delete from staff_session_origin"),
    ("push_subscription", "delete from push_subscription where session_id is not null"),
    ("session", "delete from session"),
    ("short_code", "delete from short_code"),
    ("staff_link", "delete from staff_link"),
    ("staff_passkey_challenge", "delete from staff_passkey_challenge"),
    ("staff_setup", "delete from staff_setup"),
];

/// Ends every session that a client may still hold, whether or not it is in the archive.
pub(super) fn end_every_session(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from counter_session", params! {})?;
    tx.execute("delete from session", params! {})?;
    tx.execute("update cashier set epoch = epoch + 1", params! {})?;
    tx.execute("update member set epoch = epoch + 1", params! {})?;
    tx.execute("update staff set epoch = epoch + 1", params! {})?;
    Ok(())
}

/// A coupon that was opened after the backup was made: after the restore it could be opened again.
pub struct CouponOpenedSince {
    /// The member's short id.
    pub member: String,
    /// The item as it was bought, in JSON.
    pub snapshot: String,
    /// The time at which it was opened.
    pub at: Timestamp,
}

pub(super) fn opened_since(read: &Read<'_>, moment: Timestamp) -> AppResult<Vec<CouponOpenedSince>> {
    read.all(
        "select m.short_id, r.snapshot, r.opened_at_ms from redemption r join member m on m.id = r.member_id \
         where r.opened_at_ms >= :moment order by r.opened_at_ms",
        params! { ":moment": moment },
        |row| {
            Ok(CouponOpenedSince {
                member: row.get("short_id")?,
                snapshot: row.get("snapshot")?,
                at: row.get("opened_at_ms")?,
            })
        },
    )
}
