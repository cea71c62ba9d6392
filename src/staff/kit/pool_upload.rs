//! An upload of codes to the pool of an item, by the desk or by the partner of the item.

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::ItemId;
use crate::base::problem::{AppError, AppResult};
use crate::member::rewards::{self, CodeVault, PoolCount, PoolLine, PoolRow, SealedCode};
use crate::platform::http::csv_upload::Row;
use crate::platform::store::{Read, Store};

/// Maximum number of codes in one upload.
const MOST_UPLOADED: usize = 50_000;
/// The heading of the column with the codes.
const HEADING: &str = "code";

/// The query of an upload.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PoolUploadQuery {
    /// Only shows the result of each row.
    #[serde(default)]
    pub dry_run: bool,
}

/// The result of an upload or of a dry run.
#[derive(Serialize, utoipa::ToSchema)]
pub struct PoolAnswer {
    #[serde(flatten)]
    count: PoolCount,
    /// Number of rows with invalid codes, in a dry run; if there is one, an upload adds nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    invalid: Option<i64>,
    /// The result of each row, in a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<PoolRow>>,
}

impl PoolAnswer {
    /// The answer to an upload that was carried out.
    pub fn added(count: PoolCount) -> Self {
        Self { count, invalid: None, rows: None }
    }
}

/// The result that each row would have. `allowed` refuses an item that the caller may not fill.
pub async fn try_out(
    store: &Store,
    vault: CodeVault,
    item: ItemId,
    lines: Vec<PoolLine>,
    allowed: impl FnOnce(&Read<'_>) -> AppResult<()> + Send + 'static,
) -> AppResult<PoolAnswer> {
    let survey = move |read: &Read<'_>| {
        allowed(read)?;
        rewards::survey_pool_codes(read, &vault, item, &lines)
    };
    let survey = store.read_at_length(survey).await?;
    Ok(PoolAnswer { count: survey.count, invalid: Some(survey.invalid), rows: Some(survey.rows) })
}

/// Encrypts the codes. Thousands of them take a while and must block neither this thread nor the writer.
pub async fn seal(vault: CodeVault, now: Timestamp, lines: Vec<PoolLine>) -> AppResult<Vec<SealedCode>> {
    tokio::task::spawn_blocking(move || vault.seal_all(now, &lines)).await.map_err(anyhow::Error::from)?
}

/// Parses an upload: one code per line, or the column `code` of a table. Fails with `invalid_csv` for a file without
/// codes, with `too_many_rows`, and with `code_column_missing` for a table without that column.
pub fn read_codes(rows: &[Row]) -> AppResult<Vec<PoolLine>> {
    let refused = |code| Err(AppError::invalid_field("body", code));
    let Some(first) = rows.first() else { return refused("invalid_csv") };
    let (column, rows) = match first.place_of(HEADING) {
        Some(column) => (column, &rows[1..]),
        None if rows.iter().any(|row| row.cells.len() > 1) => return refused("code_column_missing"),
        None => (0, rows),
    };
    if rows.is_empty() {
        return refused("invalid_csv");
    }
    if rows.len() > MOST_UPLOADED {
        return refused("too_many_rows");
    }
    let line = |row: &Row| PoolLine { line: row.line, text: row.cells.get(column).cloned().unwrap_or_default() };
    Ok(rows.iter().map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::{AppResult, PoolLine, read_codes};
    use crate::platform::http::csv_upload::rows;

    fn read(text: &str) -> AppResult<Vec<PoolLine>> {
        read_codes(&rows(text)?)
    }

    #[test]
    fn a_list_of_codes_is_read_with_or_without_a_heading() {
        let expected = ["A1", "B,2"];
        for text in ["A1\n\"B,2\"\n", "code\r\nA1\r\n\r\n\"B,2\"", "\u{feff}note,Code\nx,A1\ny,\"B,2\"\n"] {
            let read = read(text).expect(text);
            let texts: Vec<&str> = read.iter().map(|line| line.text.as_str()).collect();
            assert_eq!(texts, expected, "{text:?}");
        }
        assert_eq!(read("code\r\n\r\nA1").expect("codes")[0].line, 3);
        for (bad, code) in [
            ("", "invalid_csv"),
            ("code\n", "invalid_csv"),
            ("A1,note\nB2,note\n", "code_column_missing"),
            (&"A\n".repeat(50_001), "too_many_rows"),
        ] {
            assert_eq!(read(bad).expect_err("refused").code(), code);
        }
    }
}
