//! Lines of words: the glyph of each character, and the width of the line.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use super::Length;
use super::typeface::{HanForm, MISSING, Typeface};
use crate::base::colour::Colour;
use crate::base::language::Language;

/// The style of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FontStyle {
    Latin,
    LatinBold,
    /// Traditional Chinese.
    Hant,
    /// Traditional Chinese, bold.
    HantBold,
    /// Simplified Chinese.
    Hans,
    /// Simplified Chinese, bold.
    HansBold,
}

impl FontStyle {
    /// The face for a language.
    pub(super) const fn of(language: Language) -> Self {
        match language {
            Language::En => FontStyle::Latin,
            Language::Zhhk => FontStyle::Hant,
            Language::Zh => FontStyle::Hans,
        }
    }

    /// The bold style of this typeface.
    pub(super) const fn bold(self) -> Self {
        match self {
            FontStyle::Latin | FontStyle::LatinBold => FontStyle::LatinBold,
            FontStyle::Hant | FontStyle::HantBold => FontStyle::HantBold,
            FontStyle::Hans | FontStyle::HansBold => FontStyle::HansBold,
        }
    }

    const fn is_bold(self) -> bool {
        matches!(self, FontStyle::LatinBold | FontStyle::HantBold | FontStyle::HansBold)
    }

    const fn form(self) -> HanForm {
        match self {
            FontStyle::Hans | FontStyle::HansBold => HanForm::Mainland,
            _ => HanForm::HongKong,
        }
    }
}

/// The part of a line that its position refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextAnchor {
    Begin,
    Middle,
    End,
}

/// A line of words. A line wider than `widest` gets a smaller size.
pub(super) struct TextLine {
    pub stand: TextAnchor,
    pub face: FontStyle,
    pub size: Length,
    pub ink: Colour,
    /// The position of the baseline: x and y from the upper left corner.
    pub foot: (Length, Length),
    pub widest: Length,
    pub text: String,
}

/// A part of a line in one typeface.
pub(super) struct TextRun {
    pub typeface: Typeface,
    /// Whether to simulate bold with a stroke, because Han has only one weight.
    pub heavy: bool,
    /// Whether no typeface has the characters: they are printed as boxes, and the file keeps their text.
    pub unknown: bool,
    pub text: String,
    pub glyphs: Vec<(u16, char)>,
}

impl TextRun {
    /// The width in thousandths of the size.
    pub(super) fn width(&self) -> Length {
        self.glyphs.iter().map(|(glyph, _)| self.typeface.width(*glyph)).sum()
    }
}

/// The unit of widths: the size has 1,000 units.
pub(super) const EM: Length = 1_000;
/// Width of the stroke of bold Han, in thousandths of the size.
pub(super) const HEAVY: Length = 30;
/// From this character on, the Han typeface is searched first.
const FIRST_HAN: u32 = 0x2e80;
/// The replacement for a character that no typeface has.
const BOX: char = '\u{25a1}';

impl TextLine {
    pub(super) fn runs(&self) -> Vec<TextRun> {
        runs(self.face, &self.text)
    }

    /// The size in which the line fits, and its width in that size.
    pub(super) fn fitted(&self) -> (Length, Length) {
        let wide = self.runs().iter().map(TextRun::width).sum::<Length>();
        let size = if wide * self.size / EM > self.widest { self.widest * EM / wide.max(1) } else { self.size };
        (size, wide * size / EM)
    }

    /// The x position of the start, for a line of that width.
    pub(super) fn left(&self, wide: Length) -> Length {
        match self.stand {
            TextAnchor::Begin => self.foot.0,
            TextAnchor::Middle => self.foot.0 - wide / 2,
            TextAnchor::End => self.foot.0 - wide,
        }
    }
}

/// Splits a line into runs of one typeface each.
fn runs(face: FontStyle, text: &str) -> Vec<TextRun> {
    let mut runs: Vec<TextRun> = Vec::new();
    for character in text.nfc().filter(|character| !is_invisible(*character)) {
        let found = glyphs(face, character);
        let unknown = found.is_none();
        let (typeface, glyphs) = found.unwrap_or_else(|| {
            let glyph = Typeface::Han.glyph(BOX, HanForm::HongKong).unwrap_or(MISSING);
            (Typeface::Han, vec![(glyph, BOX)])
        });
        match runs.last_mut() {
            Some(last) if last.typeface == typeface && last.unknown == unknown => {
                last.text.push(character);
                last.glyphs.extend(glyphs);
            }
            _ => {
                let heavy = face.is_bold() && typeface == Typeface::Han;
                runs.push(TextRun { typeface, heavy, unknown, text: character.to_string(), glyphs });
            }
        }
    }
    runs
}

/// The glyphs of a character or of its parts (a ligature's letters, a letter without its accent), all of one
/// typeface; `None` where no typeface has them.
fn glyphs(face: FontStyle, character: char) -> Option<(Typeface, Vec<(u16, char)>)> {
    let latin = if face.is_bold() { Typeface::LatinBold } else { Typeface::Latin };
    let order = if u32::from(character) >= FIRST_HAN { [Typeface::Han, latin] } else { [latin, Typeface::Han] };
    let of = |characters: &[char]| {
        order.into_iter().find_map(|typeface| {
            let glyph = |one: &char| Some((typeface.glyph(*one, face.form())?, *one));
            characters.iter().map(glyph).collect::<Option<Vec<_>>>().map(|glyphs| (typeface, glyphs))
        })
    };
    of(&[character]).or_else(|| {
        let parts: Vec<char> = character.nfkd().filter(|part| canonical_combining_class(*part) == 0).collect();
        if parts.is_empty() { None } else { of(&parts) }
    })
}

/// Whether a character is invisible: controls, joiners and variation selectors.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(u32::from(character), 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0xfe00..=0xfe0f | 0xfeff
            | 0xe0000..=0xe0fff)
}

#[cfg(test)]
mod tests {
    use super::{FontStyle, runs};
    use crate::core::print::typeface::Typeface;

    #[test]
    fn a_character_without_a_glyph_is_printed_as_a_box() {
        let found = runs(FontStyle::Hant, "李\u{2cff0}e\u{301}ﬀ\u{200d}\u{1e9b}\u{fe0f}");
        let told: Vec<_> = found.iter().map(|run| (run.typeface, run.unknown, run.text.as_str())).collect();
        assert_eq!(
            told,
            [(Typeface::Han, false, "李"), (Typeface::Han, true, "\u{2cff0}"), (Typeface::Latin, false, "éﬀẛ")]
        );
    }
}
