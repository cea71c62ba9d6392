//! Codes and stock: uploads of code pools, codes of campaigns, and the remaining stock of items.

pub mod http;
mod scans;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::id::CampaignId;
use crate::base::problem::{AppError, AppResult};
use crate::member::campaigns::{self, CampaignCode};
use crate::member::rewards::PoolLine;
use crate::platform::http::csv_upload::Row;
use crate::platform::store::Tx;
use crate::staff::approvals::PendingAction;
use crate::staff::kit::AuditedStaff;

pub use scans::ScanToTakeBack;

/// Maximum number of codes in one upload.
const MOST_UPLOADED: usize = 50_000;
/// The heading of the column with the codes.
const HEADING: &str = "code";

/// New campaign codes, to print.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = CodesAnswer)]
pub struct Codes {
    codes: Vec<CampaignCode>,
}

/// Codes to create, once approved.
#[derive(Serialize, Deserialize)]
pub struct CodesToMake {
    campaign: CampaignId,
    count: u32,
}

impl PendingAction for CodesToMake {
    const NAME: &'static str = "MakeCodes";
    const MOVES_POINTS: bool = true;

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(make(tx, asker, self.campaign, self.count)?)?)
    }
}

/// Creates codes of a campaign and audits it. Fails as [`campaigns::make_codes`] does.
pub fn make(tx: &Tx<'_>, staff: &AuditedStaff, campaign: CampaignId, count: u32) -> AppResult<Codes> {
    let codes = campaigns::make_codes(tx, campaign, count)?;
    staff.note(tx, "campaign.make_codes", campaign, None, Some(&serde_json::json!({ "count": count })))?;
    Ok(Codes { codes })
}

/// Parses an upload: one code per line, or the column `code` of a table. Fails with `invalid_csv` for a file without
/// codes, with `too_many_rows`, and with `code_column_missing` for a table without that column.
fn read_codes(rows: &[Row]) -> AppResult<Vec<PoolLine>> {
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
