//! Parsing of a credit file: `member,points,reason`, in this order or below headings with these names. A file of
//! purchases has the headings `member,partner,amountHkd` and optionally `day,time,outlet,receipt,enjoyCard`.

use serde::{Deserialize, Serialize};

use crate::base::day::Day;
use crate::base::hours::TimeOfDay;
use crate::base::points::{Hkd, MAX_POINTS};
use crate::base::problem::{AppError, AppResult};
use crate::member::awards::Receipt;
use crate::platform::http::csv_upload::Row;

/// Maximum number of rows in one file.
const MOST_ROWS: usize = 10_000;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;
const COLUMNS: [&str; 3] = ["member", "points", "reason"];
/// The column that distinguishes a file of purchases.
const AMOUNT: &str = "amountHkd";

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditLine {
    /// The row's line number in the file, counted from 1.
    pub line: i64,
    /// An e-mail address, a phone number or a short id.
    pub identifier: String,
    /// Absent if invalid, and for a purchase.
    pub points: Option<i64>,
    /// Empty for a purchase.
    pub reason: String,
    /// The purchase that earns the points, in a file of purchases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purchase: Option<PurchaseLine>,
    /// The error code of a row that is invalid regardless of members.
    #[serde(skip)]
    pub mistake: Option<&'static str>,
}

/// A purchase as the file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseLine {
    /// The id or the English name of the partner.
    pub partner: String,
    /// The amount of the bill.
    pub amount: Hkd,
    /// The day of the purchase; without it the earning rules of the moment of posting hold.
    pub day: Option<Day>,
    /// The time of that day in Hong Kong; without it the earning rules of noon hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeOfDay>,
    /// The id or the name of the outlet, in any language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlet: Option<String>,
    /// The receipt number as typed.
    pub receipt: Option<String>,
    /// Whether the member showed an Enjoy Card.
    pub enjoy_card: bool,
}

fn wrong_columns() -> AppError {
    AppError::invalid_field("body", "wrong_columns")
}

/// Parses the rows of a file. Fails with `invalid_csv` for no rows, with `too_many_credits`, and with
/// `wrong_columns`.
pub(super) fn read(rows: &[Row]) -> AppResult<Vec<CreditLine>> {
    let lines = match rows.split_first() {
        Some((headings, rows)) if headings.names(AMOUNT) => read_purchases(headings, rows)?,
        _ => read_credits(rows)?,
    };
    match lines.len() {
        0 => Err(AppError::invalid_field("body", "invalid_csv")),
        1..=MOST_ROWS => Ok(lines),
        _ => Err(AppError::invalid_field("body", "too_many_credits")),
    }
}

/// Parses purchases below their headings. An empty cell in an optional column counts as a missing one.
fn read_purchases(headings: &Row, rows: &[Row]) -> AppResult<Vec<CreditLine>> {
    let required = |name| headings.place_of(name).ok_or_else(wrong_columns);
    let (member, partner, amount) = (required("member")?, required("partner")?, required(AMOUNT)?);
    let optional = ["day", "time", "outlet", "receipt", "enjoyCard"];
    let [day, time, outlet, receipt, card] = optional.map(|name| headings.place_of(name));
    let line_of = |row: &Row| {
        let cell = |column: usize| row.cells.get(column).map_or("", String::as_str);
        let filled = |column: Option<usize>| column.map(cell).filter(|text| !text.is_empty());
        let amount = Hkd::parse(cell(amount)).filter(|amount| *amount > Hkd::ZERO);
        let (bought, shown) = (filled(day).map(Day::parse), filled(card).map(yes_or_no));
        let (number, clock) = (filled(receipt), filled(time).map(time_of));
        let mistake = match (amount, bought, clock, shown) {
            (None, ..) => Some("invalid_amount_hkd"),
            (_, Some(None), ..) => Some("invalid_day"),
            (_, _, Some(None), _) => Some("invalid_time"),
            (_, None, Some(_), _) => Some("time_without_day"),
            (_, _, _, Some(None)) => Some("invalid_value"),
            _ if number.is_some_and(|typed| Receipt::parse(typed).is_none()) => Some("invalid_receipt"),
            _ => None,
        };
        let purchase = amount.map(|amount| PurchaseLine {
            partner: cell(partner).to_owned(),
            amount,
            day: bought.flatten(),
            time: clock.flatten(),
            outlet: filled(outlet).map(str::to_owned),
            receipt: number.map(str::to_owned),
            enjoy_card: shown.flatten().unwrap_or(false),
        });
        CreditLine {
            line: row.line,
            identifier: cell(member).to_owned(),
            points: None,
            reason: String::new(),
            purchase,
            mistake,
        }
    };
    Ok(rows.iter().map(line_of).collect())
}

/// A time of a purchase. The end of a day, `24:00`, belongs to the next day.
fn time_of(cell: &str) -> Option<TimeOfDay> {
    TimeOfDay::parse(cell).filter(|_| cell != "24:00")
}

fn yes_or_no(cell: &str) -> Option<bool> {
    match cell.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" => Some(true),
        "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

fn read_credits(rows: &[Row]) -> AppResult<Vec<CreditLine>> {
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
        lines.push(CreditLine {
            line: row.line,
            identifier: identifier.clone(),
            points,
            reason: reason.clone(),
            purchase: None,
            mistake,
        });
    }
    Ok(lines)
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

    #[test]
    fn purchases_stand_below_their_headings() {
        let found = read("Partner,MEMBER,amountHKD,receipt\nTea House,ada@example.org,88.5,R-1\n,,x\n").expect("rows");
        let bill = found[0].purchase.as_ref().expect("a purchase");
        assert_eq!(
            (bill.partner.as_str(), bill.amount.to_string(), bill.enjoy_card),
            ("Tea House", "88.50".into(), false)
        );
        assert_eq!((bill.receipt.as_deref(), found[0].points, found[0].line), (Some("R-1"), None, 2));
        assert_eq!(found[1].mistake, Some("invalid_amount_hkd"), "a short row without an amount");
        for bad in ["member,amountHkd\na,1\n", "member,partner,amountHkd\n"] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        for (row, code) in [
            ("a,P,0,,,", "invalid_amount_hkd"),
            ("a,P,-1,,,", "invalid_amount_hkd"),
            ("a,P,1.234,,,", "invalid_amount_hkd"),
            ("a,P,1,2026-02-30,,", "invalid_day"),
            ("a,P,1,,,maybe", "invalid_value"),
            ("a,P,1,,\u{200b},", "invalid_receipt"),
            ("a,P,1,2026-02-20,,,6pm", "invalid_time"),
            ("a,P,1,2026-02-20,,,24:00", "invalid_time"),
            ("a,P,1,,,,18:00", "time_without_day"),
        ] {
            let text = format!("member,partner,amountHkd,day,receipt,enjoyCard,time\n{row}\n");
            assert_eq!(read(&text).expect(row)[0].mistake, Some(code), "{row}");
        }
    }
}
