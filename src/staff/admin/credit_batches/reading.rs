//! Parsing of a credit file: `member,points,reason`, in this order or below headings with these names.

use serde::{Deserialize, Serialize};

use crate::base::points::MAX_POINTS;
use crate::base::problem::{AppError, AppResult};
use crate::platform::http::csv_upload::Row;

/// Maximum number of rows in one file.
const MOST_ROWS: usize = 10_000;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;
const COLUMNS: [&str; 3] = ["member", "points", "reason"];

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditLine {
    /// Its line number in the file, counted from 1.
    pub line: i64,
    /// An e-mail address, a phone number or a short id.
    pub identifier: String,
    /// Absent if invalid.
    pub points: Option<i64>,
    pub reason: String,
    /// The error code of a row that is invalid regardless of members.
    #[serde(skip)]
    pub mistake: Option<&'static str>,
}

fn wrong_columns() -> AppError {
    AppError::invalid_field("body", "wrong_columns")
}

/// Parses the rows of a file. Fails with `invalid_csv` for no rows, with `too_many_credits`, and with
/// `wrong_columns`.
pub(super) fn read(rows: &[Row]) -> AppResult<Vec<CreditLine>> {
    let (mut order, mut lines) = ([0, 1, 2], Vec::new());
    for (index, row) in rows.iter().enumerate() {
        if index == 0 && row.names("points") {
            for (place, wanted) in order.iter_mut().zip(COLUMNS) {
                *place = row.place_of(wanted).ok_or_else(wrong_columns)?;
            }
            continue;
        }
        let cell = |column: usize| row.cells.get(order[column]).ok_or_else(wrong_columns);
        let (identifier, points, reason) = (cell(0)?, cell(1)?, cell(2)?);
        let points = points.parse().ok().filter(|points| (1..=MAX_POINTS).contains(points));
        let said = !reason.is_empty() && reason.chars().count() <= LONGEST_REASON && !reason.contains(char::is_control);
        let mistake = match (points, said) {
            (None, _) => Some("invalid_amount"),
            (Some(_), false) => Some("invalid_reason"),
            (Some(_), true) => None,
        };
        let line =
            CreditLine { line: row.line, identifier: identifier.clone(), points, reason: reason.clone(), mistake };
        lines.push(line);
    }
    match lines.len() {
        0 => Err(AppError::invalid_field("body", "invalid_csv")),
        1..=MOST_ROWS => Ok(lines),
        _ => Err(AppError::invalid_field("body", "too_many_credits")),
    }
}

#[cfg(test)]
mod tests {
    use super::{AppResult, CreditLine};
    use crate::platform::http::csv_upload::rows;

    fn read(text: &str) -> AppResult<Vec<CreditLine>> {
        super::read(&rows(text)?)
    }

    #[test]
    fn columns_stand_in_their_order_or_below_their_names() {
        let plain = read("ada@example.org,5,Thanks\n\n61234567,6,\"Oh, \"\"dear\"\"\"\n").expect("rows");
        assert_eq!((plain.len(), plain[1].line, plain[1].reason.as_str()), (2, 3, "Oh, \"dear\""));
        let named = read("\u{feff}Reason,Member,note,POINTS\r\nx,K7Q2M9XA,,9\r\n").expect("rows");
        assert_eq!((named[0].points, named[0].identifier.as_str()), (Some(9), "K7Q2M9XA"));
        for bad in ["", "\n\n", "member,points\na,1\n", "only one column\n", "points,reason,who\n1,x,a\n"] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        for (row, code) in [
            ("a,0,x", "invalid_amount"),
            ("a,1.5,x", "invalid_amount"),
            ("a,-1,x", "invalid_amount"),
            ("a,1,", "invalid_reason"),
        ] {
            assert_eq!(read(row).expect(row)[0].mistake, Some(code), "{row}");
        }
    }
}
