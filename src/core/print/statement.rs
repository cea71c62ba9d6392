//! A member's statement as a PDF of A4 pages.

use super::pdf::{PdfPage, document};
use super::words::{FontStyle, TextAnchor};
use super::{A4, Attachment, HAIR, Length, MM, PrintBranding};
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

const LEFT: Length = 20 * MM;
const RIGHT: Length = A4.0 - 20 * MM;
const WORDS: Length = LEFT + 26 * MM;
const POINTS: Length = RIGHT - 30 * MM;
const TOP: Length = 62 * MM;
const ROW: Length = 7 * MM;
const ROWS: usize = 30;
const SIZE: Length = 950;
const RULE: Length = 40;

/// The statement as a PDF.
pub fn statement_pdf(sheet: &StatementSheet) -> AppResult<Vec<u8>> {
    let say = |key: &str| messages::text(sheet.language, key, &[]);
    let row = |day: Option<Day>, words: String, points: Option<i64>, balance: i64| {
        [
            day.map(|day| day.to_string()).unwrap_or_default(),
            words,
            points.map(signed).unwrap_or_default(),
            messages::grouped(balance),
        ]
    };
    let mut rows = vec![row(Some(sheet.from), say("print.opening"), None, sheet.opening)];
    rows.extend(sheet.rows.iter().map(|one| row(Some(one.day), one.words.clone(), Some(one.points), one.balance)));
    rows.push(row(Some(sheet.to), say("print.closing"), None, sheet.closing));
    let count = rows.len().div_ceil(ROWS);
    let pages: Vec<PdfPage> = rows
        .chunks(ROWS)
        .enumerate()
        .map(|(index, rows)| {
            let mut page = head(sheet)?;
            for (place, cells) in rows.iter().enumerate() {
                table_row(&mut page, FontStyle::of(sheet.language), TOP + (place as Length + 1) * ROW, cells);
            }
            let foot = format!("{} / {count}", index + 1);
            page.line(FontStyle::Latin, 800, A4.0 / 2, 285 * MM, RIGHT - LEFT, &foot);
            for (place, line) in sheet.proof.iter().enumerate() {
                let down = (288 + 4 * place as Length) * MM;
                page.line(FontStyle::of(sheet.language), 650, A4.0 / 2, down, RIGHT - LEFT, line);
            }
            Ok(page)
        })
        .collect::<AppResult<_>>()?;
    document(&sheet.name, &pages, sheet.attachment.as_ref())
}

fn head(sheet: &StatementSheet) -> AppResult<PdfPage> {
    let face = FontStyle::of(sheet.language);
    let say = |key: &str| messages::text(sheet.language, key, &[]);
    let mut page = PdfPage::default();
    page.fill(sheet.head.colour, 0, 0, A4.0, 4 * MM);
    sheet.head.put(&mut page, (LEFT, 10 * MM), 9 * MM, RIGHT - LEFT)?;
    let mut line = |face, size, foot: Length, words: &str| {
        page.write(TextAnchor::Begin, face, size, (LEFT, foot), RIGHT - LEFT, words);
    };
    line(face, 1_800, 30 * MM, &say("print.statement"));
    line(face, 1_100, 39 * MM, &format!("{} \u{b7} {}", sheet.name, sheet.short_id));
    line(face, 1_000, 46 * MM, &format!("{} \u{2013} {}", sheet.from, sheet.to));
    let headings = ["print.day", "print.movement", "print.points", "print.balance"].map(say);
    table_row(&mut page, face, TOP, &headings);
    Ok(page)
}

fn table_row(page: &mut PdfPage, face: FontStyle, foot: Length, [day, words, points, balance]: &[String; 4]) {
    page.write(TextAnchor::Begin, face, SIZE, (LEFT, foot), WORDS - LEFT, day);
    page.write(TextAnchor::Begin, face, SIZE, (WORDS, foot), POINTS - 26 * MM - WORDS, words);
    page.write(TextAnchor::End, face, SIZE, (POINTS, foot), 24 * MM, points);
    page.write(TextAnchor::End, face, SIZE, (RIGHT, foot), 28 * MM, balance);
    page.fill(HAIR, LEFT, foot + 2 * MM, RIGHT - LEFT, RULE);
}

/// Points with their sign, including a plus.
fn signed(points: i64) -> String {
    if points > 0 { format!("+{}", messages::grouped(points)) } else { messages::grouped(points) }
}
