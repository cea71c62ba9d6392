//! The typefaces of printed pages, embedded in the binary as `tools/print-fonts` writes them: Latin, Greek and
//! Cyrillic in two weights (Inter), and Han in the forms of Hong Kong and of the mainland (Noto Sans CJK).
//!
//! A file's tables are decompressed when the first page is printed. Outlines stay compressed in blocks, and a page
//! decompresses the blocks that it needs.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Length;
use super::art::{Coordinates, OutlineStep};
use super::font_file::FontFile;

/// Glyph 0 of each typeface stands for a character that the typeface lacks.
pub(super) const MISSING: u16 = 0;

/// An embedded typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Typeface {
    Latin,
    LatinBold,
    Han,
}

/// The regional form of a Han character, where Hong Kong and the mainland draw it differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HanForm {
    HongKong,
    Mainland,
}

static FILES: [LazyLock<FontFile>; 3] = [
    LazyLock::new(|| FontFile::read(include_bytes!("fonts/latin.font"))),
    LazyLock::new(|| FontFile::read(include_bytes!("fonts/latin-bold.font"))),
    LazyLock::new(|| FontFile::read(include_bytes!("fonts/han.font"))),
];

impl Typeface {
    fn file(self) -> &'static FontFile {
        &FILES[self as usize]
    }

    /// The typeface's name in a PDF.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Typeface::Latin => "Inter-Regular",
            Typeface::LatinBold => "Inter-Bold",
            Typeface::Han => "NotoSansCJK-Regular",
        }
    }

    /// Ascent, descent and height of capitals, in thousandths of the size.
    pub(super) const fn heights(self) -> (i32, i32, i32) {
        match self {
            Typeface::Latin | Typeface::LatinBold => (969, -242, 727),
            Typeface::Han => (880, -120, 733),
        }
    }

    /// The glyph of a character, if the typeface has one.
    pub(super) fn glyph(self, character: char, form: HanForm) -> Option<u16> {
        let file = self.file();
        let at = file.characters.binary_search(&u32::from(character)).ok()?;
        Some(if form == HanForm::Mainland { file.mainland[at] } else { file.hong_kong[at] })
    }

    /// The width of a glyph in thousandths of the size.
    pub(super) fn width(self, glyph: u16) -> Length {
        Length::from(self.file().widths[usize::from(glyph)])
    }

    /// The Type 2 charstrings of glyphs, without their widths.
    pub(super) fn charstrings(self, glyphs: impl IntoIterator<Item = u16>) -> BTreeMap<u16, Vec<u8>> {
        let file = self.file();
        let mut wanted: BTreeMap<usize, Vec<u16>> = BTreeMap::new();
        for glyph in glyphs {
            wanted.entry(usize::from(glyph) / file.glyphs_of_block).or_default().push(glyph);
        }
        let mut found = BTreeMap::new();
        for (block, glyphs) in wanted {
            let outlines = file.charstrings(block);
            found.extend(
                glyphs.into_iter().map(|glyph| (glyph, outlines[usize::from(glyph) % file.glyphs_of_block].clone())),
            );
        }
        found
    }
}

/// The outline of a charstring, in thousandths of the size, counted upwards from the baseline.
pub(super) fn outline(charstring: &[u8]) -> Vec<OutlineStep> {
    let (mut steps, mut operands) = (Vec::new(), Vec::new());
    let mut at: Coordinates = (0.0, 0.0);
    let mut bytes = charstring.iter().map(|byte| i32::from(*byte));
    while let Some(byte) = bytes.next() {
        let mut next = || bytes.next().unwrap_or_default();
        match byte {
            28 => operands.push((next() << 24 >> 16) | next()),
            32..=246 => operands.push(byte - 139),
            247..=250 => operands.push((byte - 247) * 256 + next() + 108),
            251..=254 => operands.push(-(byte - 251) * 256 - next() - 108),
            _ => {
                if byte != 5 && byte != 8 && !steps.is_empty() {
                    steps.push(OutlineStep::Close);
                }
                let mut places = operands.chunks_exact(2).map(|step| {
                    at = (at.0 + f64::from(step[0]), at.1 + f64::from(step[1]));
                    at
                });
                while let Some(place) = places.next() {
                    steps.push(match byte {
                        21 => OutlineStep::Move(place),
                        5 => OutlineStep::Line(place),
                        _ => OutlineStep::Curve(place, places.next().unwrap_or(place), places.next().unwrap_or(place)),
                    });
                }
                operands.clear();
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::{HanForm, OutlineStep, Typeface, outline};

    #[test]
    fn han_characters_have_the_forms_of_both_places_and_names_are_covered() {
        let glyph = |c, form| Typeface::Han.glyph(c, form).unwrap_or_else(|| panic!("{c} is missing"));
        assert_ne!(glyph('骨', HanForm::HongKong), glyph('骨', HanForm::Mainland));
        assert_eq!(glyph('一', HanForm::HongKong), glyph('一', HanForm::Mainland));
        // Rare characters of names: Hong Kong's supplementary set, beyond the basic plane, the mainland's, an old form.
        for c in "陳張鄺喆堃𨋢𠝹嚿啲玥龑镕赟犇".chars() {
            glyph(c, HanForm::HongKong);
        }
        for c in "−–’Łéğ€Жλ".chars() {
            assert!(Typeface::LatinBold.glyph(c, HanForm::HongKong).is_some(), "{c}");
        }
    }

    #[test]
    fn every_charstring_is_an_outline_of_closed_parts() {
        for typeface in [Typeface::Latin, Typeface::LatinBold, Typeface::Han] {
            let last = u16::try_from(typeface.file().widths.len() - 1).expect("few glyphs");
            for (glyph, charstring) in typeface.charstrings([0, 1, last / 2, last]) {
                let steps = outline(&charstring);
                let count = |what: fn(&OutlineStep) -> bool| steps.iter().filter(|step| what(step)).count();
                let moves = count(|step| matches!(step, OutlineStep::Move(_)));
                assert_eq!(moves, count(|step| matches!(step, OutlineStep::Close)), "{typeface:?} {glyph}");
                assert!(typeface.width(glyph) <= 3_000);
            }
        }
    }
}
