//! Writes a Compact Font Format file (Adobe Technical Note 5176) with the glyphs that one document uses. The font is
//! CID-keyed, so that glyphs keep their numbers when others are left out.

use std::collections::BTreeMap;

/// The operators of a DICT; those from 12 << 8 take two bytes.
const CHARSET: u16 = 15;
const CHAR_STRINGS: u16 = 17;
const PRIVATE: u16 = 18;
const DEFAULT_WIDTH: u16 = 20;
const NOMINAL_WIDTH: u16 = 21;
const ROS: u16 = (12 << 8) | 30;
const CID_COUNT: u16 = (12 << 8) | 34;
const FD_ARRAY: u16 = (12 << 8) | 36;
const FD_SELECT: u16 = (12 << 8) | 37;

/// The number of the first custom string, after the standard strings.
const FIRST_OWN_STRING: i32 = 391;

/// A font of these charstrings, by glyph number, each with its width. Glyph 0 is required.
pub(super) fn font(name: &str, glyphs: &BTreeMap<u16, (i32, Vec<u8>)>) -> Vec<u8> {
    let header: [u8; 4] = [1, 0, 4, 4];
    let names = index(&[name.as_bytes().to_vec()]);
    let strings = index(&[b"Adobe".to_vec(), b"Identity".to_vec()]);
    let global_subroutines = index(&[]);
    let mut charset = vec![0];
    charset.extend(glyphs.keys().skip(1).flat_map(|glyph| glyph.to_be_bytes()));
    let count = u16::try_from(glyphs.len()).unwrap_or(u16::MAX).to_be_bytes();
    let fd_select = [3, 0, 1, 0, 0, 0, count[0], count[1]];
    let char_strings: Vec<Vec<u8>> =
        glyphs.values().map(|(width, charstring)| with_width(*width, charstring)).collect();
    let char_strings = index(&char_strings);
    let mut private = Vec::new();
    entry(&mut private, &[1_000], DEFAULT_WIDTH);
    entry(&mut private, &[0], NOMINAL_WIDTH);
    let size = |bytes: &[u8]| i32::try_from(bytes.len()).unwrap_or(i32::MAX);
    // Every number takes five bytes, so that the length of a DICT does not depend on its offsets.
    let top = |offsets: [i32; 4]| {
        let mut top = Vec::new();
        entry(&mut top, &[FIRST_OWN_STRING, FIRST_OWN_STRING + 1, 0], ROS);
        entry(&mut top, &[65_535], CID_COUNT);
        for (offset, operator) in offsets.into_iter().zip([CHARSET, FD_SELECT, CHAR_STRINGS, FD_ARRAY]) {
            entry(&mut top, &[offset], operator);
        }
        index(&[top])
    };
    let charset_at = size(&header) + size(&names) + size(&top([0; 4])) + size(&strings) + size(&global_subroutines);
    let fd_select_at = charset_at + size(&charset);
    let char_strings_at = fd_select_at + size(&fd_select);
    let private_at = char_strings_at + size(&char_strings);
    let fd_array_at = private_at + size(&private);
    let mut font_dict = Vec::new();
    entry(&mut font_dict, &[size(&private), private_at], PRIVATE);
    let top = top([charset_at, fd_select_at, char_strings_at, fd_array_at]);
    let fd_array = index(&[font_dict]);
    [&header[..], &names, &top, &strings, &global_subroutines, &charset, &fd_select, &char_strings, &private, &fd_array]
        .concat()
}

/// A charstring with its width in front.
fn with_width(width: i32, charstring: &[u8]) -> Vec<u8> {
    let [.., high, low] = width.to_be_bytes();
    [&[28, high, low], charstring].concat()
}

fn entry(dict: &mut Vec<u8>, operands: &[i32], operator: u16) {
    for operand in operands {
        dict.push(29);
        dict.extend(operand.to_be_bytes());
    }
    let [high, low] = operator.to_be_bytes();
    dict.extend([high, low].into_iter().skip_while(|byte| *byte == 0));
}

/// An INDEX: number of items, their end offsets, and their data.
fn index(items: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = u16::try_from(items.len()).unwrap_or(u16::MAX).to_be_bytes().to_vec();
    if items.is_empty() {
        return bytes;
    }
    bytes.push(4);
    let mut at = 1_u32;
    bytes.extend(at.to_be_bytes());
    for item in items {
        at += u32::try_from(item.len()).unwrap_or(u32::MAX);
        bytes.extend(at.to_be_bytes());
    }
    bytes.extend(items.concat());
    bytes
}
