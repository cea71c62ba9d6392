//! SQL of preferences and consents.

use super::Consent;
use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

pub(super) fn preference(read: &Read<'_>, member: MemberId, kind: &str, channel: &str) -> AppResult<Option<bool>> {
    read.one(
        "select wanted from message_preference where member_id = :member and kind = :kind and channel = :channel",
        params! { ":member": member, ":kind": kind, ":channel": channel },
        |row| row.get("wanted"),
    )
}

pub(super) fn set_preference(tx: &Tx<'_>, member: MemberId, kind: &str, channel: &str, wanted: bool) -> AppResult<()> {
    tx.execute_one(
        "insert into message_preference (member_id, kind, channel, wanted, changed_at_ms)
         values (:member, :kind, :channel, :wanted, :now)
         on conflict (member_id, kind, channel) do update set wanted = :wanted, changed_at_ms = :now",
        params! { ":member": member, ":kind": kind, ":channel": channel, ":wanted": wanted, ":now": tx.now() },
    )
}

fn consent(row: &Row<'_>) -> AppResult<Consent> {
    Ok(Consent {
        given: row.get("given_at_ms")?,
        text_version: row.get("text_version")?,
        language: row.get::<Option<Language>>("language")?.unwrap_or_default(),
        withdrawn: row.get("withdrawn_at_ms")?,
    })
}

pub(super) fn consent_in_force(read: &Read<'_>, member: MemberId) -> AppResult<Option<Consent>> {
    read.one(
        "select given_at_ms, text_version, language, withdrawn_at_ms from marketing_consent
         where member_id = :member and withdrawn_at_ms is null",
        params! { ":member": member },
        consent,
    )
}

pub(super) fn consents(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Consent>> {
    read.all(
        "select given_at_ms, text_version, language, withdrawn_at_ms from marketing_consent
         where member_id = :member order by given_at_ms desc",
        params! { ":member": member },
        consent,
    )
}

pub(super) fn insert_consent(tx: &Tx<'_>, member: MemberId, version: &str, language: Language) -> AppResult<()> {
    // A consent that is withdrawn and given again at the same instant counts as one consent.
    tx.execute_one(
        "insert into marketing_consent (member_id, given_at_ms, text_version, language)
         values (:member, :now, :version, :language)
         on conflict (member_id, given_at_ms) do update set withdrawn_at_ms = null, withdrawn_by = null",
        params! { ":member": member, ":now": tx.now(), ":version": version, ":language": language },
    )
}

pub(super) fn withdraw_consent(tx: &Tx<'_>, member: MemberId, by: &str) -> AppResult<()> {
    tx.execute(
        "update marketing_consent set withdrawn_at_ms = :now, withdrawn_by = :by
         where member_id = :member and withdrawn_at_ms is null",
        params! { ":member": member, ":by": by, ":now": tx.now() },
    )?;
    Ok(())
}

pub(super) fn is_known(read: &Read<'_>, member: MemberId) -> AppResult<bool> {
    read.exists("select 1 from member where id = :member and status <> 'erased'", params! { ":member": member })
}

pub(super) fn delete_all(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from message_preference where member_id = :member", params! { ":member": member })?;
    tx.execute("delete from marketing_consent where member_id = :member", params! { ":member": member })?;
    Ok(())
}
