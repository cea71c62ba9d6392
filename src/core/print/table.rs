//! Tables on A4 pages under the programme's letterhead: statements of members, bills of partners, journals.

use super::pdf::{PdfPage, document};
use super::words::{FontStyle, TextAnchor};
use super::{A4, Attachment, HAIR, Length, MM, PrintBranding};
use crate::base::language::Language;
use crate::base::problem::AppResult;

/// A table with its head.
pub struct TableSheet {
    /// The programme's name and colour.
    pub head: PrintBranding,
    /// The language of the words.
    pub language: Language,
    /// The title of the file.
    pub title: String,
    /// The heading of each page.
    pub heading: String,
    /// At most two lines below it.
    pub lines: Vec<String>,
    pub columns: Vec<TableColumn>,
    pub rows: Vec<TableRow>,
    /// Small lines at the foot of each page.
    pub notes: Vec<String>,
    /// The file that the PDF carries.
    pub attachment: Option<Attachment>,
}

/// A column. The widths of all columns sum up to 170 millimetres.
pub struct TableColumn {
    pub heading: String,
    /// In millimetres.
    pub width: i64,
    /// Aligned to the end, for numbers.
    pub number: bool,
}

/// A row of cells, one a column.
pub struct TableRow {
    pub cells: Vec<String>,
    /// Bold, for sums.
    pub strong: bool,
}

const LEFT: Length = 20 * MM;
const WIDE: Length = A4.0 - 40 * MM;
const TOP: Length = 62 * MM;
const ROW: Length = 7 * MM;
const ROWS: usize = 30;
const SIZE: Length = 950;
const RULE: Length = 40;
/// The space between two columns.
const GAP: Length = 2 * MM;

/// The table as a PDF, thirty rows a page.
pub fn table_pdf(sheet: &TableSheet) -> AppResult<Vec<u8>> {
    let count = sheet.rows.len().div_ceil(ROWS).max(1);
    let pages = (0..count).map(|index| {
        let mut page = head(sheet)?;
        let rows = sheet.rows.iter().skip(index * ROWS).take(ROWS);
        for (place, row) in rows.enumerate() {
            let face = FontStyle::of(sheet.language);
            let face = if row.strong { face.bold() } else { face };
            put_row(&mut page, sheet, face, TOP + (place as Length + 1) * ROW, &row.cells);
        }
        page.line(FontStyle::Latin, 800, A4.0 / 2, 285 * MM, WIDE, &format!("{} / {count}", index + 1));
        for (place, note) in sheet.notes.iter().enumerate() {
            let down = (288 + 4 * place as Length) * MM;
            page.line(FontStyle::of(sheet.language), 650, A4.0 / 2, down, WIDE, note);
        }
        Ok(page)
    });
    document(&sheet.title, &pages.collect::<AppResult<Vec<_>>>()?, sheet.attachment.as_ref())
}

fn head(sheet: &TableSheet) -> AppResult<PdfPage> {
    let face = FontStyle::of(sheet.language);
    let mut page = PdfPage::default();
    page.fill(sheet.head.colour, 0, 0, A4.0, 4 * MM);
    sheet.head.put(&mut page, (LEFT, 10 * MM), 9 * MM, WIDE)?;
    let mut line = |size, foot: Length, words: &str| {
        page.write(TextAnchor::Begin, face, size, (LEFT, foot), WIDE, words);
    };
    line(1_800, 30 * MM, &sheet.heading);
    for (words, (size, foot)) in sheet.lines.iter().zip([(1_100, 39 * MM), (1_000, 46 * MM)]) {
        line(size, foot, words);
    }
    let headings: Vec<String> = sheet.columns.iter().map(|column| column.heading.clone()).collect();
    put_row(&mut page, sheet, face, TOP, &headings);
    Ok(page)
}

fn put_row(page: &mut PdfPage, sheet: &TableSheet, face: FontStyle, foot: Length, cells: &[String]) {
    let mut left = LEFT;
    for (column, cell) in sheet.columns.iter().zip(cells) {
        let (wide, right) = (column.width * MM - GAP, left + column.width * MM);
        let (anchor, x) = if column.number { (TextAnchor::End, right) } else { (TextAnchor::Begin, left) };
        page.write(anchor, face, SIZE, (x, foot), wide, cell);
        left = right;
    }
    page.fill(HAIR, LEFT, foot + 2 * MM, WIDE, RULE);
}
