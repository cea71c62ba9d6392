//! SQL of page views and of the copies of the programme's own texts.

use crate::base::clock::Timestamp;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn count_view(tx: &Tx<'_>, day: i64, path: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into page_view (day, path, views) values (:day, :path, 1)
         on conflict (day, path) do update set views = page_view.views + 1",
        params! { ":day": day, ":path": path },
    )
}

/// The last good copy of a text from an address, and when it was fetched.
pub(super) fn text_copy(
    read: &Read<'_>,
    kind: &str,
    language: Language,
    url: &str,
) -> AppResult<Option<(String, Timestamp)>> {
    read.one(
        "select text, fetched_at_ms from text_copy where kind = :kind and language = :language and url = :url",
        params! { ":kind": kind, ":language": language, ":url": url },
        |row| Ok((row.get("text")?, row.get("fetched_at_ms")?)),
    )
}

pub(super) fn keep_text_copy(tx: &Tx<'_>, kind: &str, language: Language, url: &str, text: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into text_copy (kind, language, url, text, fetched_at_ms) values (:kind, :language, :url, :text, :now)
         on conflict (kind, language) do update set url = :url, text = :text, fetched_at_ms = :now",
        params! { ":kind": kind, ":language": language, ":url": url, ":text": text, ":now": tx.now() },
    )
}
