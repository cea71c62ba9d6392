//! The card of a member without a phone, in the size of a bank card, to print on A4 and cut out.

use super::pdf::{PdfPage, document};
use super::qr::Matrix;
use super::words::{FontStyle, TextAnchor};
use super::{HAIR, Length, MM, PAPER, PrintBranding};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;

/// The content of a card.
pub struct Card {
    /// The programme's name and colour.
    pub head: PrintBranding,
    /// The member's name.
    pub name: String,
    /// The text of the QR code, which the member reads out if a scanner fails.
    pub short_id: String,
    /// The language beside English: its Chinese variant.
    pub language: Language,
}

/// Size of a bank card (ISO 7810 ID-1).
const SIZE: (Length, Length) = (8_560 * MM / 100, 5_398 * MM / 100);
const CORNER: (Length, Length) = (20 * MM, 20 * MM);
const CODE_SIDE: Length = 40 * MM;
const CUT: Length = 20;

/// The card as a PDF of one page.
pub fn card_pdf(card: &Card) -> AppResult<Vec<u8>> {
    let (x, y) = CORNER;
    let mut page = PdfPage::default();
    page.fill(HAIR, x - CUT, y - CUT, SIZE.0 + 2 * CUT, SIZE.1 + 2 * CUT);
    page.fill(PAPER, x, y, SIZE.0, SIZE.1);
    page.fill(card.head.colour, x, y, SIZE.0, 4 * MM);
    page.code(&Matrix::of(&card.short_id)?, x + 3 * MM, y + 9 * MM, CODE_SIDE);
    let (left, widest) = (x + 46 * MM, SIZE.0 - 49 * MM);
    card.head.put(&mut page, (left, y + 8 * MM), 8 * MM, widest)?;
    let mut line = |face, size, foot: Length, words: &str| {
        page.write(TextAnchor::Begin, face, size, (left, y + foot), widest, words);
    };
    let chinese = if card.language == Language::Zh { Language::Zh } else { Language::Zhhk };
    line(FontStyle::of(chinese).bold(), 1_300, 24 * MM, &card.name);
    line(FontStyle::LatinBold, 1_600, 33 * MM, &grouped(&card.short_id));
    for (language, foot) in [(Language::En, 43 * MM), (chinese, 48 * MM)] {
        line(FontStyle::of(language), 750, foot, &messages::text(language, "print.show_card", &[]));
    }
    document(&card.name, &[page], None)
}

/// K7Q2 M9XA: two groups, as people read it aloud.
fn grouped(short_id: &str) -> String {
    let (first, rest) = short_id.split_at_checked(4).unwrap_or((short_id, ""));
    format!("{first} {rest}")
}
