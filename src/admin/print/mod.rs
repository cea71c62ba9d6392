//! Things to print: QR codes by themselves, a poster, sheets to cut up, a member's card and statement; as SVG, PNG and PDF.
//!
//! In a PDF the code is drawn as vectors and the words are text. Chinese words name Adobe's standard
//! Chinese fonts, which are not embedded: the reader or printer puts its own in their place, as it
//! does for every file of that kind. In an SVG the words take the system's own fonts.

mod card;
mod pdf;
mod poster;
mod qr;
mod sheet;
mod statement;

pub(super) use card::{Card, card_pdf};
pub(super) use poster::{Poster, poster_pdf, poster_svg};
pub(super) use qr::Matrix;
pub(super) use sheet::{sheet_pdf, sheet_svg};
pub(super) use statement::{StatementRow, StatementSheet, statement_pdf};

/// A length in points, 1/72 inch, in hundredths: drawings are exact in whole numbers.
type Length = i64;

/// One millimetre.
const MM: Length = 283;
/// A4 upright.
const A4: (Length, Length) = (59_528, 84_189);

/// The red of points, in hundredths of red, green and blue …
const RED: [u8; 3] = [76, 16, 18];
/// … and the paper of the brand.
const PAPER: [u8; 3] = [98, 96, 92];

/// A text as it may stand in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A length as drawings write it.
fn shown(length: Length) -> String {
    let sign = if length < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", length.abs() / 100, length.abs() % 100)
}
