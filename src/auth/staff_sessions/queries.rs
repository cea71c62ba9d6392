//! SQL of staff sessions.

use super::{Origin, StaffSession};
use crate::auth::device_words;
use crate::base::id::{SessionId, StaffId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn insert_origin(tx: &Tx<'_>, session: SessionId, origin: &Origin) -> AppResult<()> {
    tx.execute_one(
        "insert into staff_session_origin (session_id, address, agent) values (:session, :address, :agent)",
        params! { ":session": session, ":address": origin.address, ":agent": origin.agent },
    )
}

pub(super) fn list(read: &Read<'_>, id: StaffId) -> AppResult<Vec<StaffSession>> {
    read.all(
        "select s.id, s.kind, s.signed_in_at_ms, s.idle_until_ms, s.expires_at_ms,
                coalesce(o.address, '') as address, coalesce(o.agent, '') as agent
         from session s join staff p on p.id = s.staff_id
              left join staff_session_origin o on o.session_id = s.id
         where s.staff_id = :id and s.epoch = p.epoch and s.idle_until_ms > :now and s.expires_at_ms > :now
         order by s.id desc",
        params! { ":id": id, ":now": read.now() },
        |row| {
            let agent: String = row.get("agent")?;
            Ok(StaffSession {
                id: row.get("id")?,
                kind: row.get("kind")?,
                address: row.get("address")?,
                device: device_words(&agent),
                agent,
                signed_in: row.get("signed_in_at_ms")?,
                idle_until: row.get("idle_until_ms")?,
                expires: row.get("expires_at_ms")?,
                current: false,
            })
        },
    )
}

pub(super) fn delete(tx: &Tx<'_>, id: StaffId, session: SessionId) -> AppResult<bool> {
    let touched = tx.execute(
        "delete from session where id = :session and staff_id = :id",
        params! { ":id": id, ":session": session },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_all(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    tx.execute("delete from session where staff_id = :id", params! { ":id": id })?;
    Ok(())
}

pub(super) fn delete_older_epochs(tx: &Tx<'_>, id: StaffId, epoch: i64) -> AppResult<()> {
    tx.execute("delete from session where staff_id = :id and epoch < :epoch", params! { ":id": id, ":epoch": epoch })?;
    Ok(())
}
