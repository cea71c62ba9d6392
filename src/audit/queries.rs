//! The audit trail's SQL.

use serde_json::Value;

use super::{Entry, hex};
use crate::base::id::AuditId;
use crate::base::problem::AppResult;
use crate::store::{Read, Row, Tx, params};

fn entry(row: &Row<'_>) -> AppResult<Entry> {
    let json = |column: &str| -> AppResult<Option<Value>> {
        let text: Option<String> = row.get(column)?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    };
    let actor: [u8; 16] = row.get("actor")?;
    Ok(Entry {
        id: row.get("id")?,
        actor: hex(&actor),
        actor_name: row.get("actor_name")?,
        actor_role: row.get("actor_role")?,
        address: row.get("address")?,
        action: row.get("action")?,
        target: row.get("target")?,
        before: json("before")?,
        after: json("after")?,
        created: row.get("created_at_ms")?,
        seq: row.get("seq")?,
        mac: row.get("mac")?,
    })
}

pub(super) fn newest(read: &Read<'_>) -> AppResult<Option<(i64, [u8; 32])>> {
    read.one("select seq, mac from audit_entry order by seq desc limit 1", params! {}, |row| {
        Ok((row.get("seq")?, row.get("mac")?))
    })
}

pub(super) fn insert(tx: &Tx<'_>, new: &Entry, actor: &[u8; 16]) -> AppResult<()> {
    let json = |value: &Option<Value>| value.as_ref().map(serde_json::to_string).transpose();
    tx.execute_one(
        "insert into audit_entry (seq, id, actor, actor_name, actor_role, address, action, target, before, after,
                                  created_at_ms, mac)
         values (:seq, :id, :actor, :actor_name, :actor_role, :address, :action, :target, :before, :after, :created, :mac)",
        params! { ":seq": new.seq, ":id": new.id, ":actor": actor, ":actor_name": new.actor_name,
        ":actor_role": new.actor_role, ":address": new.address, ":action": new.action, ":target": new.target,
        ":before": json(&new.before)?, ":after": json(&new.after)?, ":created": new.created, ":mac": new.mac },
    )
}

pub(super) fn list(read: &Read<'_>, before: AuditId, limit: i64) -> AppResult<Vec<Entry>> {
    read.all(
        "select seq, id, actor, actor_name, actor_role, address, action, target, before, after, created_at_ms, mac
         from audit_entry where id < :before order by seq desc limit :limit",
        params! { ":before": before, ":limit": limit },
        entry,
    )
}

pub(super) fn list_about(read: &Read<'_>, target: &str, before: AuditId, limit: i64) -> AppResult<Vec<Entry>> {
    read.all(
        "select seq, id, actor, actor_name, actor_role, address, action, target, before, after, created_at_ms, mac
         from audit_entry where target = :target and id < :before order by seq desc limit :limit",
        params! { ":target": target, ":before": before, ":limit": limit },
        entry,
    )
}

pub(super) fn each(read: &Read<'_>, mut visit: impl FnMut(Entry) -> AppResult<()>) -> AppResult<()> {
    read.each(
        "select seq, id, actor, actor_name, actor_role, address, action, target, before, after, created_at_ms, mac
         from audit_entry order by seq",
        params! {},
        |row| visit(entry(row)?),
    )
}
