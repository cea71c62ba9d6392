//! A member's statement as a PDF of A4 pages.

use super::table::{TableColumn, TableRow, TableSheet, table_pdf};
use super::{Attachment, PrintBranding};
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;

/// The content of a statement.
pub struct StatementSheet {
    /// The programme's name and colour.
    pub head: PrintBranding,
    /// The language of the statement.
    pub language: Language,
    /// The member's name.
    pub name: String,
    pub short_id: String,
    pub from: Day,
    pub to: Day,
    /// Balance before the first row.
    pub opening: i64,
    pub rows: Vec<StatementRow>,
    /// Balance after the last row.
    pub closing: i64,
    /// Lines at the foot of each page that say how the statement can be checked.
    pub proof: Vec<String>,
    /// The file that the PDF carries.
    pub attachment: Option<Attachment>,
}

/// A movement.
pub struct StatementRow {
    pub day: Day,
    pub words: String,
    /// Signed.
    pub points: i64,
    pub balance: i64,
}

/// The statement as a PDF.
pub fn statement_pdf(sheet: StatementSheet) -> AppResult<Vec<u8>> {
    let language = sheet.language;
    let say = |key: &str| messages::text(language, key, &[]);
    let row = |day: Day, words: String, points: Option<i64>, balance: i64| TableRow {
        cells: vec![day.to_string(), words, points.map(signed).unwrap_or_default(), messages::grouped(balance)],
        strong: false,
    };
    let mut rows = vec![row(sheet.from, say("print.opening"), None, sheet.opening)];
    rows.extend(sheet.rows.into_iter().map(|one| row(one.day, one.words, Some(one.points), one.balance)));
    rows.push(row(sheet.to, say("print.closing"), None, sheet.closing));
    let column = |key, width, number| TableColumn { heading: say(key), width, number };
    table_pdf(&TableSheet {
        head: sheet.head,
        language,
        heading: say("print.statement"),
        lines: vec![
            format!("{} \u{b7} {}", sheet.name, sheet.short_id),
            format!("{} \u{2013} {}", sheet.from, sheet.to),
        ],
        title: sheet.name,
        columns: vec![
            column("print.day", 26, false),
            column("print.movement", 88, false),
            column("print.points", 26, true),
            column("print.balance", 30, true),
        ],
        rows,
        notes: sheet.proof,
        attachment: sheet.attachment,
    })
}

/// Points with their sign, including a plus.
fn signed(points: i64) -> String {
    if points > 0 { format!("+{}", messages::grouped(points)) } else { messages::grouped(points) }
}
