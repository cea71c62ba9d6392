//! An overview on one A4 page: figures in tiles, a chart of two rows of bars, and short tables side by side.

use super::pdf::{PdfPage, document};
use super::words::{FontStyle, TextAnchor, TextLine};
use super::{A4, HAIR, INK, Length, MM, PrintBranding};
use crate::base::colour::Colour;
use crate::base::language::Language;
use crate::base::problem::AppResult;

/// The content of the page.
pub struct OverviewSheet {
    /// The programme's name and colour.
    pub head: PrintBranding,
    /// The language of the words.
    pub language: Language,
    /// The title of the page and of the file.
    pub heading: String,
    /// At most two lines below it.
    pub lines: Vec<String>,
    /// At most four.
    pub tiles: Vec<OverviewTile>,
    pub chart: OverviewChart,
    /// At most six, side by side from left to right.
    pub tables: Vec<OverviewTable>,
    /// A small line at the foot.
    pub note: String,
}

/// A figure with its name.
pub struct OverviewTile {
    pub label: String,
    pub figure: String,
    /// At most two lines below it.
    pub lines: Vec<String>,
}

/// Two bars for each part of a range.
pub struct OverviewChart {
    pub heading: String,
    /// The names of the two bars.
    pub legend: [String; 2],
    /// The name of each part, and its two numbers.
    pub bars: Vec<(String, [i64; 2])>,
}

/// A short table.
pub struct OverviewTable {
    pub heading: String,
    /// The headings of its columns: words at the left, numbers at the right. The first is the widest.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// Stands in place of rows where there are none.
    pub empty: String,
}

const LEFT: Length = 18 * MM;
const WIDE: Length = A4.0 - 2 * LEFT;
const GUTTER: Length = 8 * MM;
const HALF: Length = (WIDE - GUTTER) / 2;
const RULE: Length = 40;
const TILES: Length = 58 * MM;
const CHART: Length = 88 * MM;
const BARS: Length = 30 * MM;
const TABLES: Length = 139 * MM;
/// The height of a table with its heading and six rows, and the space below it.
const TABLE: Length = 50 * MM;
const ROW: Length = 5 * MM + MM / 2;
/// The width of each column with numbers.
const NUMBER: Length = 19 * MM;
/// The colour of the first of two bars; the second has that of the programme.
const LEAF: Colour = Colour::new(0x17, 0x46, 0x3a);

/// The overview as a PDF.
pub fn overview_pdf(sheet: &OverviewSheet) -> AppResult<Vec<u8>> {
    let (face, mut page) = (FontStyle::of(sheet.language), PdfPage::default());
    page.fill(sheet.head.colour, 0, 0, A4.0, 4 * MM);
    sheet.head.put(&mut page, (LEFT, 10 * MM), 9 * MM, WIDE)?;
    page.write(TextAnchor::Begin, face.bold(), 1_800, (LEFT, 31 * MM), WIDE, &sheet.heading);
    for (line, foot) in sheet.lines.iter().zip([38 * MM, 43 * MM]) {
        page.write(TextAnchor::Begin, face, 1_000, (LEFT, foot), WIDE, line);
    }
    page.fill(INK, LEFT, 48 * MM, WIDE, 2 * RULE);
    tiles(&mut page, sheet);
    chart(&mut page, sheet);
    for (place, table) in sheet.tables.iter().enumerate() {
        let (column, row) = (place % 2, place / 2);
        let left = LEFT + (HALF + GUTTER) * column as Length;
        put_table(&mut page, sheet.language, table, (left, TABLES + TABLE * row as Length));
    }
    page.line(face, 750, A4.0 / 2, 289 * MM, WIDE, &sheet.note);
    document(&sheet.heading, &[page], None)
}

fn tiles(page: &mut PdfPage, sheet: &OverviewSheet) {
    let face = FontStyle::of(sheet.language);
    let wide = WIDE / 4;
    for (place, tile) in sheet.tiles.iter().enumerate() {
        let left = LEFT + wide * place as Length;
        if place > 0 {
            page.fill(HAIR, left, 53 * MM, RULE, 26 * MM);
        }
        let left = if place > 0 { left + 4 * MM } else { left };
        let widest = wide - 6 * MM;
        page.write(TextAnchor::Begin, face, 900, (left, TILES - MM), widest, &tile.label);
        page.write(TextAnchor::Begin, FontStyle::LatinBold, 1_700, (left, TILES + 9 * MM), widest, &tile.figure);
        for (line, foot) in tile.lines.iter().zip([TILES + 15 * MM, TILES + 20 * MM]) {
            page.write(TextAnchor::Begin, face, 800, (left, foot), widest, line);
        }
    }
}

fn chart(page: &mut PdfPage, sheet: &OverviewSheet) {
    let (face, chart) = (FontStyle::of(sheet.language), &sheet.chart);
    let inks = [LEAF, sheet.head.colour];
    page.write(TextAnchor::Begin, face.bold(), 1_100, (LEFT, CHART), HALF, &chart.heading);
    let mut right = LEFT + WIDE;
    for (name, ink) in chart.legend.iter().zip(inks).rev() {
        let line = TextLine {
            stand: TextAnchor::End,
            face,
            size: 850,
            ink: INK,
            foot: (right, CHART),
            widest: 40 * MM,
            text: name.clone(),
        };
        let (_, wide) = line.fitted();
        page.words(&line);
        page.fill(ink, right - wide - 4 * MM, CHART - 2 * MM - MM / 2, 3 * MM, 2 * MM + MM / 2);
        right -= wide + 9 * MM;
    }
    let most = chart.bars.iter().flat_map(|(_, values)| values).copied().max().unwrap_or(0).max(1);
    let floor = CHART + 8 * MM + BARS;
    page.fill(HAIR, LEFT, floor, WIDE, RULE);
    let count = chart.bars.len().max(1) as Length;
    let pitch = WIDE / count;
    let bar = (pitch * 3 / 8).clamp(20, 6 * MM);
    // A name needs 14 mm. If the bars are closer together than that, only every n-th bar gets its name.
    let every = (count * 14 * MM / WIDE + 1) as usize;
    for (place, (name, values)) in chart.bars.iter().enumerate() {
        let middle = LEFT + pitch * place as Length + pitch / 2;
        for ((value, ink), left) in values.iter().zip(inks).zip([middle - bar, middle]) {
            let high = (i128::from((*value).max(0)) * i128::from(BARS) / i128::from(most)) as Length;
            page.fill(ink, left, floor - high, bar - bar / 10, high);
        }
        if place % every == 0 {
            page.line(face, 750, middle, floor + 5 * MM, pitch * every as Length, name);
        }
    }
}

fn put_table(page: &mut PdfPage, language: Language, table: &OverviewTable, (left, top): (Length, Length)) {
    let face = FontStyle::of(language);
    page.write(TextAnchor::Begin, face.bold(), 1_100, (left, top), HALF, &table.heading);
    let mut foot = top + ROW + MM;
    if table.rows.is_empty() {
        page.write(TextAnchor::Begin, face, 900, (left, foot), HALF, &table.empty);
        return;
    }
    put_row(page, (face, 800), &table.columns, (left, foot));
    for row in &table.rows {
        foot += ROW;
        put_row(page, (face, 900), row, (left, foot));
    }
}

fn put_row(page: &mut PdfPage, style: (FontStyle, Length), cells: &[String], (left, foot): (Length, Length)) {
    let numbers = cells.len().saturating_sub(1) as Length;
    for (place, cell) in cells.iter().enumerate() {
        if place == 0 {
            let widest = HALF - NUMBER * numbers - MM;
            page.write(TextAnchor::Begin, style.0, style.1, (left, foot), widest, cell);
        } else {
            let right = left + HALF - NUMBER * (numbers - place as Length);
            page.write(TextAnchor::End, style.0, style.1, (right, foot), NUMBER - 2 * MM, cell);
        }
    }
    page.fill(HAIR, left, foot + 3 * MM / 2, HALF, RULE);
}
