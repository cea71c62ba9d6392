//! Reads the embedded fonts that `tools/print-fonts` writes.
//!
//! A file is four numbers (u32, little endian like all others): glyphs, characters, glyphs of a block, bytes of the
//! packed tables; then the packed tables and the packed blocks. All parts are packed by brotli.
//!
//! The tables are, one after the other: for each character (ascending) its difference from the one before (u32), the
//! difference of its glyph in Hong Kong's form from the glyph before (i16), the difference of its mainland glyph from
//! Hong Kong's (i16); for each glyph its width (u16, thousandths of the size); for each block its end (u32).
//!
//! A block holds the outlines of its glyphs in five streams, after the length of each (u32), because numbers of one
//! kind beside each other pack a fifth smaller than charstrings do. The first stream has one byte for each step: the
//! operation in the two upper bits (0 move, 1 line, 2 curve) and a bit for each operand that is zero, or 255 after
//! the last step of a glyph. The others are the operands that are not zero: x and y of moves and lines, x and y of
//! curves, each a difference of one byte (120 more than its value) or of two bytes.

use brotli_decompressor::BrotliDecompress;

/// Operands that a Type 2 charstring may stack.
const STACK: usize = 48;
/// The operators of Type 2 charstrings that outlines use, in the order of their numbers in the first stream, each with
/// the number of its operands.
const OPERATORS: [(u8, usize); 3] = [(21, 2), (5, 2), (8, 6)];
const CURVE: usize = 2;
const MOVE: usize = 0;
const END_CHARACTER: u8 = 14;
const END_OF_GLYPH: u8 = 255;

/// A typeface's file with its tables decompressed.
pub(super) struct FontFile {
    /// In ascending order.
    pub characters: Vec<u32>,
    /// The glyph of each character in the form of Hong Kong.
    pub hong_kong: Vec<u16>,
    /// The glyph of each character in the form of the mainland.
    pub mainland: Vec<u16>,
    /// The width of each glyph, in thousandths of the size.
    pub widths: Vec<u16>,
    pub glyphs_of_block: usize,
    ends: Vec<usize>,
    blocks: &'static [u8],
}

impl FontFile {
    /// Panics if the bytes are no such file: they are part of the binary, and a test reads each of them.
    pub fn read(bytes: &'static [u8]) -> Self {
        let (head, packed) = bytes.split_at(16);
        let mut head = Numbers(head);
        let (glyphs, characters, glyphs_of_block) = (head.size(), head.size(), head.size());
        let (tables, blocks) = packed.split_at(head.size());
        let tables = unpacked(tables);
        let mut tables = Numbers(&tables);
        let mut last = 0;
        let characters: Vec<u32> = (0..characters).map(|_| add(&mut last, tables.long())).collect();
        let mut last = 0;
        let hong_kong: Vec<u16> = characters.iter().map(|_| add_short(&mut last, tables.short())).collect();
        let mainland = hong_kong.iter().map(|glyph| glyph.wrapping_add(tables.short())).collect();
        let widths = (0..glyphs).map(|_| tables.short()).collect();
        let ends = (0..glyphs.div_ceil(glyphs_of_block)).map(|_| tables.size()).collect();
        Self { characters, hong_kong, mainland, widths, glyphs_of_block, ends, blocks }
    }

    /// The Type 2 charstrings of one block's glyphs.
    pub fn charstrings(&self, block: usize) -> Vec<Vec<u8>> {
        let start = if block == 0 { 0 } else { self.ends[block - 1] };
        let bytes = unpacked(&self.blocks[start..self.ends[block]]);
        let (lengths, mut rest) = bytes.split_at(20);
        let mut lengths = Numbers(lengths);
        let [steps, operands @ ..] = std::array::from_fn::<_, 5, _>(|_| {
            let (stream, after) = rest.split_at(lengths.size());
            rest = after;
            stream
        });
        let mut operands = operands.map(Numbers);
        let glyphs = steps.split(|step| *step == END_OF_GLYPH).take(self.glyphs_of_block);
        let mut found: Vec<_> = glyphs.map(|steps| charstring(steps, &mut operands)).collect();
        // No bytes follow the mark after the last glyph.
        found.truncate(steps.iter().filter(|step| **step == END_OF_GLYPH).count());
        found
    }
}

/// Joins steps of one kind under one operator, as far as the operands may be stacked.
fn charstring(steps: &[u8], streams: &mut [Numbers; 4]) -> Vec<u8> {
    let (mut written, mut stacked, mut pending) = (Vec::new(), 0, None);
    for step in steps {
        let kind = usize::from(step >> 6);
        let (operator, operands) = OPERATORS[kind];
        if kind == MOVE || pending != Some(operator) || stacked + operands > STACK {
            written.extend(pending.replace(operator));
            stacked = 0;
        }
        stacked += operands;
        for operand in 0..operands {
            let stream = operand % 2 + if kind == CURVE { 2 } else { 0 };
            let is_zero = step >> operand & 1 == 1;
            write_number(&mut written, if is_zero { 0 } else { streams[stream].difference() });
        }
    }
    written.extend(pending);
    written.push(END_CHARACTER);
    written
}

/// A number as an operand of a Type 2 charstring.
fn write_number(written: &mut Vec<u8>, number: i16) {
    let in_two = |first: u8, beyond: i16| {
        let [high, low] = beyond.to_be_bytes();
        [first + high, low]
    };
    match number {
        -107..=107 => written.push((number + 139).to_le_bytes()[0]),
        108..=1131 => written.extend(in_two(247, number - 108)),
        -1131..=-108 => written.extend(in_two(251, -number - 108)),
        _ => {
            written.push(28);
            written.extend(number.to_be_bytes());
        }
    }
}

/// Numbers that stand one after the other.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.0.split_first_chunk().expect("an embedded font is whole");
        self.0 = rest;
        *bytes
    }

    fn long(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    fn short(&mut self) -> u16 {
        u16::from_le_bytes(self.bytes())
    }

    fn size(&mut self) -> usize {
        self.long() as usize
    }

    /// A difference of an outline that is not zero.
    fn difference(&mut self) -> i16 {
        let [first] = self.bytes();
        let mut beyond = |from: u8| i16::from(first - from) * 256 + i16::from(self.bytes::<1>()[0]) + 121;
        match first {
            0..=240 => i16::from(first) - 120,
            241..=247 => beyond(241),
            _ => -beyond(248),
        }
    }
}

fn add(last: &mut u32, difference: u32) -> u32 {
    *last = last.wrapping_add(difference);
    *last
}

fn add_short(last: &mut u16, difference: u16) -> u16 {
    *last = last.wrapping_add(difference);
    *last
}

fn unpacked(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    BrotliDecompress(&mut bytes, &mut out).expect("an embedded font can be decompressed");
    out
}

#[cfg(test)]
mod tests {
    use super::{FontFile, Numbers, write_number};
    #[test]
    fn every_block_of_the_han_font_unpacks_to_charstrings_that_end() {
        let font = FontFile::read(include_bytes!("fonts/han.font"));
        let charstrings: Vec<_> = (0..font.ends.len()).flat_map(|block| font.charstrings(block)).collect();
        assert_eq!(charstrings.len(), font.widths.len());
        assert!(charstrings.iter().all(|charstring| charstring.last() == Some(&super::END_CHARACTER)));
    }

    #[test]
    fn numbers_at_the_bounds_of_each_length_are_read_and_written() {
        let packed = [0, 240, 241, 0, 247, 255, 248, 0, 255, 255];
        let mut packed = Numbers(&packed);
        let differences: Vec<i16> = std::iter::repeat_with(|| packed.difference()).take(6).collect();
        assert_eq!(differences, [-120, 120, 121, 1912, -121, -2168]);
        for (number, bytes) in [
            (107, &[246][..]),
            (-107, &[32]),
            (108, &[247, 0]),
            (1131, &[250, 255]),
            (-108, &[251, 0]),
            (-1131, &[254, 255]),
            (1132, &[28, 4, 108]),
            (-1132, &[28, 251, 148]),
        ] {
            let mut written = Vec::new();
            write_number(&mut written, number);
            assert_eq!(written, bytes, "{number}");
        }
    }
}
