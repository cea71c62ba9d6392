//! SQL of the terms and of their acceptance.

use super::{Acceptance, TermsChange, TermsRecord, TermsVersionInput};
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

fn record(row: &Row<'_>) -> AppResult<TermsRecord> {
    Ok(TermsRecord {
        version: row.get("version")?,
        input: TermsVersionInput {
            text: row.get("text")?,
            changes: row.get::<StoredJson<Vec<TermsChange>>>("changes")?.0,
            starts_on: Day::from_number(row.get("starts_day")?),
            decide_by: Day::from_number(row.get("decide_day")?),
        },
        created: row.get("created_at_ms")?,
        created_by: row.get("created_by_name")?,
    })
}

pub(super) fn latest_version(read: &Read<'_>) -> AppResult<Option<i64>> {
    read.one("select version from terms_version order by version desc limit 1", params! {}, |row| row.get("version"))
}

pub(super) fn insert(tx: &Tx<'_>, new: &TermsRecord) -> AppResult<()> {
    let TermsVersionInput { text, changes, starts_on, decide_by } = &new.input;
    tx.execute_one(
        "insert into terms_version (version, text, changes, starts_day, decide_day, created_at_ms, created_by_name)
         values (:version, :text, :changes, :starts, :decide, :now, :by)",
        params! { ":version": new.version, ":text": text, ":changes": serde_json::to_string(changes)?,
        ":starts": starts_on.number(), ":decide": decide_by.number(), ":now": new.created,
        ":by": new.created_by },
    )
}

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<TermsRecord>> {
    read.all(
        "select version, text, changes, starts_day, decide_day, created_at_ms, created_by_name
         from terms_version order by version desc",
        params! {},
        record,
    )
}

pub(super) fn text(read: &Read<'_>, version: i64) -> AppResult<Option<LocalizedText>> {
    read.one("select text from terms_version where version = :version", params! { ":version": version }, |row| {
        row.get("text")
    })
}

pub(super) fn text_in_force(read: &Read<'_>, today: Day) -> AppResult<Option<LocalizedText>> {
    read.one(
        "select text from terms_version where starts_day <= :today order by version desc limit 1",
        params! { ":today": today.number() },
        |row| row.get("text"),
    )
}

/// Members who joined after the version applied have accepted it at the sign-up.
pub(super) fn to_accept(read: &Read<'_>, member: MemberId) -> AppResult<Option<TermsRecord>> {
    read.one(
        "select v.version, v.text, v.changes, v.starts_day, v.decide_day, v.created_at_ms, v.created_by_name
         from terms_version v join member m on m.id = :member
         where v.version = (select max(version) from terms_version)
             and m.created_at_ms < v.starts_day * 86400000 - 28800000
             and not exists (select 1 from terms_acceptance a where a.member_id = m.id and a.version = v.version)",
        params! { ":member": member },
        record,
    )
}

pub(super) fn accept(tx: &Tx<'_>, member: MemberId, version: i64) -> AppResult<()> {
    tx.execute(
        "insert into terms_acceptance (member_id, version, accepted_at_ms) values (:member, :version, :now)
         on conflict (member_id, version) do nothing",
        params! { ":member": member, ":version": version, ":now": tx.now() },
    )?;
    Ok(())
}

pub(super) fn accepted(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Acceptance>> {
    read.all(
        "select version, accepted_at_ms from terms_acceptance where member_id = :member order by version",
        params! { ":member": member },
        |row| Ok(Acceptance { version: row.get("version")?, accepted: row.get("accepted_at_ms")? }),
    )
}

pub(super) fn delete_of(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from terms_acceptance where member_id = :member", params! { ":member": member })?;
    Ok(())
}
