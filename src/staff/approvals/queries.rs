//! SQL of approvals.

use serde_json::Value;

use super::{Approval, ApprovalPerson, ApprovalRequest, ApprovalStatus};
use crate::base::clock::Timestamp;
use crate::base::id::{ApprovalId, MemberId, RecordId, StaffId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};
use crate::staff::kit::AuditedStaff;

fn approval(row: &Row<'_>) -> AppResult<Approval> {
    let body: String = row.get("body")?;
    let decided_by = match (row.get("decided_by")?, row.get("decided_by_name")?) {
        (Some(id), Some(name)) => Some(ApprovalPerson { id, name }),
        _ => None,
    };
    Ok(Approval {
        id: row.get("id")?,
        action: row.get("action")?,
        target: row.get("target")?,
        method: row.get("method")?,
        path: row.get("path")?,
        body: serde_json::from_str(&body)?,
        status: row.get("status")?,
        repeats: row.get("repeats")?,
        asked_by: ApprovalPerson { id: row.get("asked_by")?, name: row.get("asked_by_name")? },
        decided_by,
        decided_at: row.get("decided_at_ms")?,
        note: row.get("note")?,
        created: row.get("created_at_ms")?,
        expires: row.get("expires_at_ms")?,
        pending: row.get("pending_action")?,
        asked_as: (row.get("asked_by_role")?, row.get("asked_from")?),
        answer_key: row.get("answer_key")?,
    })
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: ApprovalId,
    digest: &[u8; 32],
    staff: &AuditedStaff,
    ask: &ApprovalRequest,
    expires: Timestamp,
) -> AppResult<()> {
    forget_rows_of_expired(tx)?;
    let pending = ask.pending.as_ref().map(|pending| &pending.stored);
    tx.execute_one(
        "insert into approval (id, digest, action, target, method, path, body, pending_action, asked_by, asked_by_name,
                               asked_by_role, asked_from, answer_key, status, created_at_ms, expires_at_ms)
         values (:id, :digest, :action, :target, :method, :path, :body, :pending_action, :asker, :name, :role, :from,
            :slot,
                 'pending', :now, :expires)",
        params! { ":id": id, ":digest": digest, ":action": ask.action, ":target": ask.target, ":method": ask.method,
        ":path": ask.path, ":body": serde_json::to_string(&ask.body)?, ":pending_action": pending,
        ":asker": staff.actor.id,
        ":name": staff.actor.name, ":role": staff.actor.role, ":from": staff.actor.address.to_string(),
        ":slot": ask.key.as_ref().map(|key| key.slot(&staff.actor.id)), ":now": tx.now(), ":expires": expires },
    )
}

pub(super) fn find(read: &Read<'_>, id: ApprovalId) -> AppResult<Option<Approval>> {
    read.one(
        "select id, action, target, method, path, body, pending_action, pending_action is null as repeats, asked_by,
            asked_by_name,
                asked_by_role, asked_from, answer_key,
                case when status in ('pending', 'approved') and expires_at_ms <= :now then 'expired' else status end
                    as status, decided_by, decided_by_name, decided_at_ms, note, created_at_ms, expires_at_ms
         from approval where id = :id",
        params! { ":id": id, ":now": read.now() },
        approval,
    )
}

/// The newest request of a person with a digest.
pub(super) fn newest(read: &Read<'_>, digest: &[u8; 32], asker: StaffId) -> AppResult<Option<Approval>> {
    read.one(
        "select id, action, target, method, path, body, pending_action, pending_action is null as repeats, asked_by,
            asked_by_name,
                asked_by_role, asked_from, answer_key,
                case when status in ('pending', 'approved') and expires_at_ms <= :now then 'expired' else status end
                    as status, decided_by, decided_by_name, decided_at_ms, note, created_at_ms, expires_at_ms
         from approval where digest = :digest and asked_by = :asker order by id desc limit 1",
        params! { ":digest": digest, ":asker": asker, ":now": read.now() },
        approval,
    )
}

pub fn list(
    read: &Read<'_>,
    asker: Option<StaffId>,
    status: Option<ApprovalStatus>,
    before: ApprovalId,
    limit: i64,
) -> AppResult<Vec<Approval>> {
    read.all(
        "select * from (
             select id, action, target, method, path, body, null as pending_action,
                 pending_action is null as repeats, asked_by, asked_by_name,
                    asked_by_role, asked_from, answer_key,
                    case when status in ('pending', 'approved') and expires_at_ms <= :now then 'expired' else status end
                        as status, decided_by, decided_by_name, decided_at_ms, note, created_at_ms, expires_at_ms
             from approval where id < :before and (:asker is null or asked_by = :asker)) as approvals
         where :status is null or status = :status order by id desc limit :limit",
        params! { ":asker": asker, ":status": status, ":before": before, ":limit": limit, ":now": read.now() },
        approval,
    )
}

/// Deletes the rows of expired credit batches, because they name members, who may leave. Rows are not needed once
/// they are posted (then the batch has them) or can no longer be approved.
fn forget_rows_of_expired(tx: &Tx<'_>) -> AppResult<()> {
    let expired = tx.all(
        "select id, pending_action from approval
         where expires_at_ms <= :now and pending_action like '{\"Credits\":%'
             and pending_action not like '%\"lines\":[]%'",
        params! { ":now": tx.now() },
        |row| Ok((row.get::<ApprovalId>("id")?, row.get::<String>("pending_action")?)),
    )?;
    for (id, pending) in expired {
        tx.execute_one(
            "update approval set pending_action = :pending_action where id = :id",
            params! { ":id": id, ":pending_action": without_rows(&pending)? },
        )?;
    }
    Ok(())
}

/// A stored action without the rows of its credit batch, if it is one.
fn without_rows(pending: &str) -> AppResult<String> {
    let mut pending: Value = serde_json::from_str(pending)?;
    if let Some(rows) = pending.pointer_mut("/Credits/lines").and_then(Value::as_array_mut) {
        rows.clear();
    }
    Ok(pending.to_string())
}

/// Records the decision, and deletes the rows of a credit batch.
pub(super) fn decide(
    tx: &Tx<'_>,
    id: ApprovalId,
    staff: &AuditedStaff,
    status: ApprovalStatus,
    note: Option<&str>,
) -> AppResult<()> {
    let pending: Option<Option<String>> =
        tx.one("select pending_action from approval where id = :id", params! { ":id": id }, |row| {
            row.get("pending_action")
        })?;
    let pending = pending.flatten().as_deref().map(without_rows).transpose()?;
    tx.execute_one(
        "update approval set status = :status, decided_by = :who, decided_by_name = :name, decided_at_ms = :now,
                note = :note, pending_action = :pending_action
         where id = :id and status = 'pending'",
        params! { ":id": id, ":status": status, ":who": staff.actor.id, ":name": staff.actor.name,
        ":note": note, ":pending_action": pending, ":now": tx.now() },
    )
}

pub(super) fn set_done(tx: &Tx<'_>, id: ApprovalId) -> AppResult<()> {
    tx.execute_one("update approval set status = 'done' where id = :id and status = 'approved'", params! { ":id": id })
}

/// Sums the points that this staff member moved without a second person since `since`.
pub(super) fn alone_by_staff(read: &Read<'_>, staff: &[u8; 16], since: Timestamp) -> AppResult<i64> {
    read.number(
        "select coalesce(sum(points), 0) as n from points_alone where staff_id = :staff and created_at_ms > :since",
        params! { ":staff": staff, ":since": since },
    )
}

/// Sums the points of this member that any staff member moved without a second person since `since`.
pub(super) fn alone_of_member(read: &Read<'_>, member: MemberId, since: Timestamp) -> AppResult<i64> {
    read.number(
        "select coalesce(sum(points), 0) as n from points_alone where member_id = :member and created_at_ms > :since",
        params! { ":member": member, ":since": since },
    )
}

pub(super) fn insert_alone(tx: &Tx<'_>, staff: &[u8; 16], member: Option<MemberId>, points: i64) -> AppResult<()> {
    tx.execute_one(
        "insert into points_alone (id, staff_id, member_id, points, created_at_ms)
         values (:id, :staff, :member, :points, :now)",
        params! { ":id": RecordId::made_at(tx.now()), ":staff": staff, ":member": member, ":points": points,
        ":now": tx.now() },
    )
}

pub(super) fn delete_alone_before(tx: &Tx<'_>, moment: Timestamp) -> AppResult<usize> {
    tx.execute("delete from points_alone where created_at_ms <= :moment", params! { ":moment": moment })
}
