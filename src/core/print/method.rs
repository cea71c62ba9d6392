//! The method by which saved CO2e is counted, as a PDF of A4 pages: every factor with its source and its versions.

use super::pdf::{PdfPage, document};
use super::words::{FontStyle, TextAnchor};
use super::{A4, HAIR, Length, MM, PrintBranding};
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;

/// The content of the document.
pub struct MethodSheet {
    /// The programme's name and colour.
    pub head: PrintBranding,
    /// The language of the document.
    pub language: Language,
    /// The day whose factors it lists.
    pub day: Day,
    pub factors: Vec<FactorLines>,
}

/// A factor.
pub struct FactorLines {
    /// The choice, with the partner if it counts at one only.
    pub name: String,
    /// Such as `1,140 g`.
    pub grams: String,
    /// Such as `per trip`.
    pub unit: String,
    /// The version, its source and the page of the source.
    pub lines: Vec<String>,
    /// A line for each earlier version.
    pub earlier: Vec<String>,
}

const LEFT: Length = 20 * MM;
const RIGHT: Length = A4.0 - 20 * MM;
const WIDE: Length = RIGHT - LEFT;
/// The width of the column with the grams.
const GRAMS: Length = 42 * MM;
/// The end of the table on each page.
const BOTTOM: Length = 272 * MM;
const FIRST_TOP: Length = 66 * MM;
const NEXT_TOP: Length = 34 * MM;
const LINE: Length = 5 * MM;
const GAP: Length = 4 * MM;
const RULE: Length = 40;

/// The method as a PDF.
pub fn method_pdf(sheet: &MethodSheet) -> AppResult<Vec<u8>> {
    let say = |key: &str| messages::text(sheet.language, key, &[]);
    let (face, bold) = (FontStyle::of(sheet.language), FontStyle::of(sheet.language).bold());
    let mut pages = vec![first_page(sheet)?];
    let mut foot = FIRST_TOP;
    for factor in &sheet.factors {
        let lines = 1 + factor.lines.len() + factor.earlier.len();
        let height = GAP + LINE * lines as Length + GAP;
        if foot + height > BOTTOM && foot > NEXT_TOP {
            pages.push(next_page(sheet)?);
            foot = NEXT_TOP;
        }
        let Some(page) = pages.last_mut() else { break };
        let mut line = foot + GAP + LINE;
        page.write(TextAnchor::Begin, bold, 1_100, (LEFT, line), WIDE - GRAMS, &factor.name);
        page.write(TextAnchor::End, bold, 1_100, (RIGHT, line), GRAMS, &factor.grams);
        for (place, words) in factor.lines.iter().chain(&factor.earlier).enumerate() {
            line += LINE;
            page.write(TextAnchor::Begin, face, 900, (LEFT, line), WIDE - GRAMS, words);
            if place == 0 {
                page.write(TextAnchor::End, face, 900, (RIGHT, line), GRAMS, &factor.unit);
            }
        }
        foot += height;
        page.fill(HAIR, LEFT, foot, WIDE, RULE);
    }
    let count = pages.len();
    for (index, page) in pages.iter_mut().enumerate() {
        page.line(face, 800, A4.0 / 2, 280 * MM, WIDE, &say("print.method_stays"));
        page.line(FontStyle::Latin, 800, A4.0 / 2, 287 * MM, WIDE, &format!("{} / {count}", index + 1));
    }
    document(&say("print.method"), &pages, None)
}

fn first_page(sheet: &MethodSheet) -> AppResult<PdfPage> {
    let (face, mut page) = (FontStyle::of(sheet.language), PdfPage::default());
    page.fill(sheet.head.colour, 0, 0, A4.0, 4 * MM);
    sheet.head.put(&mut page, (LEFT, 10 * MM), 9 * MM, WIDE)?;
    let day = sheet.day.to_string();
    let lines: [(FontStyle, Length, Length, &str); 4] = [
        (face.bold(), 1_800, 31 * MM, "print.method"),
        (face, 1_000, 40 * MM, "print.method_compares"),
        (face, 1_000, 46 * MM, "print.method_petals"),
        (face, 1_000, 52 * MM, "print.method_day"),
    ];
    for (style, size, foot, key) in lines {
        let words = messages::text(sheet.language, key, &[("day", &day)]);
        page.write(TextAnchor::Begin, style, size, (LEFT, foot), WIDE, &words);
    }
    headings(&mut page, sheet.language, FIRST_TOP);
    Ok(page)
}

fn next_page(sheet: &MethodSheet) -> AppResult<PdfPage> {
    let mut page = PdfPage::default();
    page.fill(sheet.head.colour, 0, 0, A4.0, 4 * MM);
    sheet.head.put(&mut page, (LEFT, 10 * MM), 9 * MM, WIDE)?;
    headings(&mut page, sheet.language, NEXT_TOP);
    Ok(page)
}

/// The headings of the table, above the line at `foot`.
fn headings(page: &mut PdfPage, language: Language, foot: Length) {
    let face = FontStyle::of(language);
    let words = |key: &str| messages::text(language, key, &[]);
    let line = foot - 2 * MM;
    page.write(TextAnchor::Begin, face, 900, (LEFT, line), WIDE - GRAMS, &words("print.method_choice"));
    page.write(TextAnchor::End, face, 900, (RIGHT, line), GRAMS, &words("print.method_saved"));
    page.fill(HAIR, LEFT, foot, WIDE, RULE);
}
