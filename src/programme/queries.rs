//! The SQL of page views and of the policy's copies.

use crate::base::clock::Timestamp;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::store::{Read, Tx, params};

pub(super) fn count_view(tx: &Tx<'_>, day: i64, path: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into page_view (day, path, views) values (:day, :path, 1)
         on conflict (day, path) do update set views = views + 1",
        params! { ":day": day, ":path": path },
    )
}

/// The last good copy of the policy from an address, and when it came.
pub(super) fn privacy_copy(read: &Read<'_>, language: Language, url: &str) -> AppResult<Option<(String, Timestamp)>> {
    read.one(
        "select text, fetched_at_ms from privacy_copy where language = :language and url = :url",
        params! { ":language": language, ":url": url },
        |row| Ok((row.get("text")?, row.get("fetched_at_ms")?)),
    )
}

pub(super) fn keep_privacy_copy(tx: &Tx<'_>, language: Language, url: &str, text: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into privacy_copy (language, url, text, fetched_at_ms) values (:language, :url, :text, :now)
         on conflict (language) do update set url = :url, text = :text, fetched_at_ms = :now",
        params! { ":language": language, ":url": url, ":text": text, ":now": tx.now() },
    )
}
