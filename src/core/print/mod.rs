//! Documents to print: QR codes, a poster, sheets of codes, a member's card and statement, bills, journals and the dashboard, as SVG, PNG
//! and PDF.
//!
//! A PDF draws the code as vectors and the words as text, with the glyphs in use embedded. An SVG draws words as
//! outlines. Both look the same everywhere, whatever fonts are installed.

mod art;
mod attachment;
mod card;
mod cff;
mod font_file;
mod method;
mod overview;
mod pdf;
mod poster;
mod qr;
mod sheet;
mod statement;
mod svg;
mod table;
mod typeface;
mod words;

use self::art::Drawing;
use self::pdf::PdfPage;
use self::words::{FontStyle, TextAnchor};
use crate::base::colour::Colour;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::core::settings::ProgrammeSettings;

pub use attachment::{Attachment, attachment_in};
pub use card::{Card, card_pdf};
pub use method::{FactorLines, MethodSheet, method_pdf};
pub use overview::{OverviewChart, OverviewSheet, OverviewTable, OverviewTile, overview_pdf};
pub use poster::{Poster, poster_pdf, poster_svg};
pub use qr::Matrix;
pub use sheet::{sheet_pdf, sheet_svg};
pub use statement::{StatementProof, StatementRow, StatementSheet, statement_pdf};
pub use table::{TableColumn, TableRow, TableSheet, table_pdf};

/// A length in hundredths of a point (1/72 inch), so that drawings are exact in whole numbers.
type Length = i64;

/// The length of one millimetre.
const MM: Length = 283;
/// A4 portrait.
const A4: (Length, Length) = (59_528, 84_189);

/// The paper of the brand …
const PAPER: Colour = Colour::new(0xf6, 0xf1, 0xe7);
/// … and its ink.
const INK: Colour = Colour::new(0x17, 0x23, 0x1d);
/// The background of a code.
const WHITE: Colour = Colour::new(0xff, 0xff, 0xff);
/// Lines between table rows, and around a card to cut out.
const HAIR: Colour = Colour::new(0xc4, 0xc0, 0xb6);

/// The programme's name and colour on printed pages.
#[derive(Clone, Debug)]
pub struct PrintBranding {
    /// The programme's name.
    pub programme: String,
    /// The colour of the programme's points.
    pub colour: Colour,
}

impl PrintBranding {
    /// The letterhead from the programme's settings.
    pub fn of(settings: &ProgrammeSettings) -> Self {
        Self { programme: settings.programme_name.clone(), colour: settings.colours.points }
    }

    /// The drawn name, if the programme has Kapok's default name; other names are written as text.
    fn wordmark(&self) -> AppResult<Option<Drawing>> {
        const WORDMARK: &str = include_str!("../../../ui/src/kit/art/wordmark.svg");
        let is_drawn = self.programme == messages::BUILT_IN_NAME;
        Ok(is_drawn.then(|| Drawing::read(WORDMARK, None, INK)).transpose()?)
    }

    /// Puts the programme's name at an upper left corner, with that height.
    fn put(&self, page: &mut PdfPage, (x, y): (Length, Length), height: Length, widest: Length) -> AppResult<()> {
        match self.wordmark()? {
            Some(drawn) => page.draw(&drawn.placed((points(x), points(y)), points(height) / drawn.height), None),
            None => {
                let foot = (x, y + height * 3 / 4);
                page.write(TextAnchor::Begin, FontStyle::LatinBold, height * 3 / 4, foot, widest, &self.programme);
            }
        }
        Ok(())
    }
}

/// A length in points.
fn points(length: Length) -> f64 {
    length as f64 / 100.0
}

/// A text escaped for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A length as PDF and SVG write it.
fn shown(length: Length) -> String {
    let sign = if length < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", length.abs() / 100, length.abs() % 100)
}
