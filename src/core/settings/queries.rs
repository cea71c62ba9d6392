//! SQL of settings.

use std::collections::HashMap;

use super::{Author, ProgrammeSettings, SettingsChange};
use crate::base::clock::Timestamp;
use crate::base::language::LocalizedText;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

fn document(row: &Row<'_>) -> AppResult<ProgrammeSettings> {
    let text: String = row.get("document")?;
    Ok(serde_json::from_str(&text)?)
}

pub(super) fn latest(read: &Read<'_>) -> AppResult<Option<(i64, ProgrammeSettings)>> {
    read.one("select version, document from programme_settings order by version desc limit 1", params! {}, |row| {
        Ok((row.get("version")?, document(row)?))
    })
}

pub(super) fn insert(tx: &Tx<'_>, version: i64, settings: &ProgrammeSettings, author: Author<'_>) -> AppResult<()> {
    tx.execute_one(
        "insert into programme_settings (version, document, changed_by, changed_by_name, created_at_ms)
         values (:version, :document, :by, :name, :now)",
        params! { ":version": version, ":document": serde_json::to_string(settings)?, ":by": author.id,
        ":name": author.name, ":now": tx.now() },
    )
}

pub(super) fn list(read: &Read<'_>, before: i64, limit: i64) -> AppResult<Vec<SettingsChange>> {
    read.all(
        "select s.version, s.document, s.changed_by_name, s.created_at_ms, p.document as earlier
         from programme_settings s left join programme_settings p on p.version = s.version - 1
         where s.version < :before order by s.version desc limit :limit",
        params! { ":before": before, ":limit": limit },
        |row| {
            let earlier: Option<String> = row.get("earlier")?;
            let before = earlier.map(|text| serde_json::from_str(&text)).transpose()?;
            Ok(SettingsChange {
                version: row.get("version")?,
                before: before.unwrap_or_default(),
                after: document(row)?,
                changed_by: row.get("changed_by_name")?,
                created: row.get("created_at_ms")?,
            })
        },
    )
}

/// The value of a point in each version of the settings, oldest first.
pub(super) fn point_values(read: &Read<'_>) -> AppResult<Vec<(Timestamp, PointsRate)>> {
    read.all("select document, created_at_ms from programme_settings order by version", params! {}, |row| {
        Ok((row.get("created_at_ms")?, document(row)?.point_value_hkd))
    })
}

/// The programme's own texts by key, each with its version.
pub(super) fn own_words(read: &Read<'_>) -> AppResult<HashMap<String, (LocalizedText, i64)>> {
    let rows = read.all("select key, text, version from message_text", params! {}, |row| {
        Ok((row.get("key")?, (row.get("text")?, row.get("version")?)))
    })?;
    Ok(rows.into_iter().collect())
}

pub(super) fn put_words(tx: &Tx<'_>, key: &str, text: &LocalizedText, version: i64) -> AppResult<()> {
    tx.execute_one(
        "insert into message_text (key, text, version, updated_at_ms) values (:key, :text, :version, :now)
         on conflict (key) do update set text = excluded.text, version = excluded.version,
             updated_at_ms = excluded.updated_at_ms",
        params! { ":key": key, ":text": text, ":version": version, ":now": tx.now() },
    )
}

pub(super) fn delete_words(tx: &Tx<'_>, key: &str) -> AppResult<()> {
    tx.execute("delete from message_text where key = :key", params! { ":key": key })?;
    Ok(())
}
