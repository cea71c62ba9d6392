//! The audit's SQL.

use serde_json::Value;

use super::{AuditEntry, AuditFilter, Extent, SealedEntry, hex};
use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::AuditId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, by_key, indexed_by, params, values_of};

fn entry(row: &Row<'_>) -> AppResult<AuditEntry> {
    let json = |column: &str| -> AppResult<Option<Value>> {
        let text: Option<String> = row.get(column)?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    };
    let actor: [u8; 16] = row.get("actor")?;
    Ok(AuditEntry {
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

pub(super) fn insert(tx: &Tx<'_>, new: &SealedEntry, actor: &[u8; 16]) -> AppResult<()> {
    let [_, name, role, address, action, target, before, after] = &new.texts;
    tx.execute_one(
        "insert into audit_entry (seq, id, actor, actor_name, actor_role, address, action, target, before, after,
                                  created_at_ms, mac)
         values (:seq, :id, :actor, :actor_name, :actor_role, :address, :action, :target, nullif(:before, ''),
                 nullif(:after, ''), :created, :mac)",
        params! { ":seq": new.seq, ":id": new.id, ":actor": actor, ":actor_name": name, ":actor_role": role,
        ":address": address, ":action": action, ":target": target, ":before": before, ":after": after,
        ":created": new.created, ":mac": new.mac },
    )
}

/// Entries from one number up to, but not including, another.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryRange {
    from: i64,
    until: i64,
}

/// The range of entries of a period that come before an entry. Entries are in order of time unless the clock was set
/// back, so readers of the range check each entry's time as well.
pub(super) fn span(read: &Read<'_>, period: Period, before: Option<AuditId>) -> AppResult<EntryRange> {
    let first_since = |moment: Timestamp| {
        read.one(
            "select seq from audit_entry where created_at_ms >= :moment order by created_at_ms, seq limit 1",
            params! { ":moment": moment },
            |row| row.get::<i64>("seq"),
        )
    };
    let place = |id: AuditId| {
        read.one("select seq from audit_entry where id = :id", params! { ":id": id }, |row| row.get::<i64>("seq"))
    };
    let end = if period.until == Timestamp::NEVER { None } else { first_since(period.until)? };
    let cursor = before.map(place).transpose()?.map(|seq| seq.unwrap_or(0));
    Ok(EntryRange {
        from: first_since(period.from)?.unwrap_or(i64::MAX),
        until: end.unwrap_or(i64::MAX).min(cursor.unwrap_or(i64::MAX)),
    })
}

/// Matching entries of a range, newest first, by one of the indexes.
pub(super) fn list(read: &Read<'_>, wanted: &AuditFilter, span: EntryRange, limit: i64) -> AppResult<Vec<AuditEntry>> {
    let index = match wanted {
        AuditFilter { target: Some(_), .. } => {
            concat!(indexed_by!("audit_entry_by_target"), "where target = :target and")
        }
        AuditFilter { actor: Some(_), .. } => concat!(indexed_by!("audit_entry_by_actor"), "where actor = :actor and"),
        AuditFilter { action: Some(action), .. } if action.contains('.') => {
            concat!(indexed_by!("audit_entry_by_action"), "where action = :action and")
        }
        _ => concat!(by_key!(), "where"),
    };
    let kind = wanted.action.as_ref().map(|action| format!("{action}."));
    read.all(
        [
            "select seq, id, actor, actor_name, actor_role, address, action, target, before, after, created_at_ms, mac
             from audit_entry ",
            index,
            " seq >= :first and seq < :until and created_at_ms >= :since and created_at_ms < :end
                 and (:only is null or action in ",
            values_of!(":only"),
            ") and (:actor is null or actor = :actor) and (:target is null or target = :target)
                 and (:action is null or action = :action or substr(action, 1, length(:kind)) = :kind)
                 and not exists (
                     select 1 from ",
            values_of!(":words"),
            " as word
                     where lower(actor_name || :newline || address || :newline || action || :newline || target
                         || :newline || coalesce(before, '') || :newline || coalesce(after, ''))
                         not like lower(word.value) escape '\\')
             order by seq desc limit :limit",
        ],
        params! { ":first": span.from, ":until": span.until, ":since": wanted.period.from,
        ":end": wanted.period.until, ":actor": wanted.actor, ":target": wanted.target, ":action": wanted.action,
        ":kind": kind, ":only": wanted.extent.json()?, ":words": serde_json::to_string(&wanted.words)?, ":newline": "\n",
        ":limit": limit },
        entry,
    )
}

pub(super) fn actors(read: &Read<'_>) -> AppResult<Vec<([u8; 16], String)>> {
    read.all(
        "with recursive found (actor) as (
             select min(actor) from audit_entry
             union all
             select (select min(actor) from audit_entry where actor > found.actor) from found where found.actor is not null)
         select actor, (select actor_name from audit_entry as entry where entry.actor = found.actor
                        order by seq desc limit 1) as name
         from found where actor is not null",
        params! {},
        |row| Ok((row.get("actor")?, row.get("name")?)),
    )
}

/// The actors in a part of the audit, each with the newest name there.
pub(super) fn actors_of(read: &Read<'_>, extent: Extent) -> AppResult<Vec<([u8; 16], String)>> {
    read.all(
        concat!(
            "select actor, actor_name as name from audit_entry
             where seq in (select max(entry.seq) from audit_entry as entry",
            indexed_by!("audit_entry_by_action"),
            "where entry.action in ",
            values_of!(":only"),
            " group by entry.actor)"
        ),
        params! { ":only": extent.json()? },
        |row| Ok((row.get("actor")?, row.get("name")?)),
    )
}

pub(super) fn actions(read: &Read<'_>) -> AppResult<Vec<String>> {
    read.all(
        "with recursive found (action) as (
             select min(action) from audit_entry
             union all
             select (select min(action) from audit_entry where action > found.action) from found
             where found.action is not null)
         select action from found where action is not null",
        params! {},
        |row| row.get("action"),
    )
}

/// Up to `limit` entries after that number, with the fields as they were sealed.
pub(super) fn each(
    read: &Read<'_>,
    after: i64,
    limit: i64,
    mut visit: impl FnMut(SealedEntry) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select seq, id, actor, actor_name, actor_role, address, action, target, coalesce(before, '') as before,
                coalesce(after, '') as after, created_at_ms, mac
         from audit_entry where seq > :after order by seq limit :limit",
        params! { ":after": after, ":limit": limit },
        |row| {
            let actor: [u8; 16] = row.get("actor")?;
            visit(SealedEntry {
                seq: row.get("seq")?,
                id: row.get("id")?,
                texts: [
                    hex(&actor),
                    row.get("actor_name")?,
                    row.get("actor_role")?,
                    row.get("address")?,
                    row.get("action")?,
                    row.get("target")?,
                    row.get("before")?,
                    row.get("after")?,
                ],
                created: row.get("created_at_ms")?,
                mac: row.get("mac")?,
            })
        },
    )
}
