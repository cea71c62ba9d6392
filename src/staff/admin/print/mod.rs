//! Things to print: QR codes by themselves, a poster, sheets to cut up, a member's card and statement; as SVG, PNG and PDF.
//!
//! In a PDF the code is drawn as vectors and the words are text, whose typefaces are embedded with the glyphs in use. In
//! an SVG the words are drawn as outlines. Both look the same everywhere, whatever fonts a reader or a print shop has.

mod art;
mod card;
mod cff;
mod pdf;
mod poster;
mod qr;
mod sheet;
mod statement;
mod svg;
mod typeface;
mod words;

use self::art::Drawing;
use self::pdf::Page;
use self::words::{Face, Stand};
use crate::base::colour::Colour;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::core::settings::ProgrammeSettings;

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

/// The paper of the brand …
const PAPER: Colour = Colour::new(0xf6, 0xf1, 0xe7);
/// … and its ink.
const INK: Colour = Colour::new(0x17, 0x23, 0x1d);
/// What a code stands on.
const WHITE: Colour = Colour::new(0xff, 0xff, 0xff);
/// Lines between rows, and around what is cut out.
const HAIR: Colour = Colour::new(0xc4, 0xc0, 0xb6);

/// Whose paper it is.
#[derive(Clone, Debug)]
pub(super) struct Letterhead {
    /// What the programme is called.
    pub programme: String,
    /// The colour of its points.
    pub colour: Colour,
}

impl Letterhead {
    /// That of the programme's settings.
    pub(super) fn of(settings: &ProgrammeSettings) -> Self {
        Self { programme: settings.programme_name.clone(), colour: settings.colours.points }
    }

    /// The drawn name of a programme that is called as Kapok comes; any other is written.
    fn wordmark(&self) -> AppResult<Option<Drawing>> {
        const WORDMARK: &str = include_str!("../../../../ui/src/art/wordmark.svg");
        let is_drawn = self.programme == messages::BUILT_IN_NAME;
        Ok(is_drawn.then(|| Drawing::read(WORDMARK, None, INK)).transpose()?)
    }

    /// The programme's name with its upper left corner at a place, so high.
    fn put(&self, page: &mut Page, (x, y): (Length, Length), height: Length, widest: Length) -> AppResult<()> {
        match self.wordmark()? {
            Some(drawn) => page.draw(&drawn.placed((points(x), points(y)), points(height) / drawn.height), None),
            None => {
                let foot = (x, y + height * 3 / 4);
                page.write(Stand::Begin, Face::LatinBold, height * 3 / 4, foot, widest, &self.programme);
            }
        }
        Ok(())
    }
}

/// A length in whole points.
fn points(length: Length) -> f64 {
    length as f64 / 100.0
}

/// A text as it may stand in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A length as drawings write it.
fn shown(length: Length) -> String {
    let sign = if length < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", length.abs() / 100, length.abs() % 100)
}
