//! Things to print: QR codes by themselves, a poster, and sheets to cut up; as SVG, PNG and PDF.
//!
//! In a PDF the code is drawn as vectors and the words are text. Chinese words name Adobe's standard
//! Chinese fonts, which are not embedded: the reader or printer puts its own in their place, as it
//! does for every file of that kind. In an SVG the words take the system's own fonts.

mod pdf;
mod poster;
mod qr;
mod sheet;

pub(super) use poster::{Poster, poster_pdf, poster_svg};
pub(super) use qr::Matrix;
pub(super) use sheet::{sheet_pdf, sheet_svg};

/// A length in points, 1/72 inch, in hundredths: drawings are exact in whole numbers.
type Length = i64;

/// One millimetre.
const MM: Length = 283;
/// A4 upright.
const A4: (Length, Length) = (59_528, 84_189);

/// A text as it may stand in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A length as drawings write it.
fn shown(length: Length) -> String {
    let sign = if length < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", length.abs() / 100, length.abs() % 100)
}
