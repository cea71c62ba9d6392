//! Sheets of single-use codes to cut up: four columns and six rows on A4.

use super::pdf::{PdfPage, document};
use super::qr::Matrix;
use super::svg::GlyphPainter;
use super::words::{FontStyle, TextAnchor, TextLine};
use super::{A4, INK, Length, MM, shown};
use crate::base::problem::AppResult;

const ACROSS: usize = 4;
const DOWN: usize = 6;
const CELL: (Length, Length) = (48 * MM, 46 * MM);
const CODE_SIDE: Length = 38 * MM;
const MARGIN: (Length, Length) = ((A4.0 - ACROSS as i64 * CELL.0) / 2, (A4.1 - DOWN as i64 * CELL.1) / 2);
const LETTERS: Length = 650;

/// The upper left corner of a cell, by its index.
fn corner(index: usize) -> (Length, Length) {
    let (column, row) = (index % ACROSS, index / ACROSS);
    (MARGIN.0 + column as i64 * CELL.0, MARGIN.1 + row as i64 * CELL.1)
}

/// Codes as a PDF of as many pages as they need.
pub fn sheet_pdf(title: &str, texts: &[String]) -> AppResult<Vec<u8>> {
    let mut pages = Vec::new();
    for of_page in texts.chunks(ACROSS * DOWN) {
        let mut page = PdfPage::default();
        for (index, text) in of_page.iter().enumerate() {
            let (x, y) = corner(index);
            page.code(&Matrix::of(text)?, x + (CELL.0 - CODE_SIDE) / 2, y, CODE_SIDE);
            page.line(FontStyle::Latin, LETTERS, x + CELL.0 / 2, y + CODE_SIDE + 3 * MM, CELL.0 - 2 * MM, text);
        }
        pages.push(page);
    }
    document(title, &pages, None)
}

/// Codes as one SVG of the height that they need.
pub fn sheet_svg(texts: &[String]) -> AppResult<String> {
    let rows = texts.len().div_ceil(ACROSS).max(1) as i64;
    let height = rows * CELL.1 + 2 * MARGIN.1;
    let (mut cells, mut pen) = (String::new(), GlyphPainter::default());
    for (index, text) in texts.iter().enumerate() {
        let (code, (x, y)) = (Matrix::of(text)?, corner(index));
        let side = code.whole_side();
        cells.push_str(&format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {side} {side}\" \
             shape-rendering=\"crispEdges\"><path d=\"{}\"/></svg>{}",
            shown(x + (CELL.0 - CODE_SIDE) / 2),
            shown(y),
            code.path(),
            pen.words(&TextLine {
                stand: TextAnchor::Middle,
                face: FontStyle::Latin,
                size: LETTERS,
                ink: INK,
                foot: (x + CELL.0 / 2, y + CODE_SIDE + 3 * MM),
                widest: CELL.0 - 2 * MM,
                text: text.clone(),
            }),
            size = shown(CODE_SIDE),
        ));
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{tall}pt\" viewBox=\"0 0 {width} {tall}\">\
         <path fill=\"#fff\" d=\"M0 0h{width}v{tall}H0z\"/>{cells}</svg>\n",
        width = shown(A4.0),
        tall = shown(height),
    ))
}
