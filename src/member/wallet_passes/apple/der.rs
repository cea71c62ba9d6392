//! Reads and writes values in DER (ITU-T X.690), as far as certificates and signatures need it.

/// The tag of an integer.
pub(super) const INTEGER: u8 = 0x02;
/// The tag of a bit string.
pub(super) const BIT_STRING: u8 = 0x03;
/// The tag of an octet string.
pub(super) const OCTET_STRING: u8 = 0x04;
/// The tag of an object identifier.
pub(super) const OBJECT_ID: u8 = 0x06;
/// The tag of a time with a two-digit year.
pub(super) const UTC_TIME: u8 = 0x17;
/// The tag of a time with a four-digit year.
pub(super) const GENERALIZED_TIME: u8 = 0x18;
/// The tag of a sequence.
pub(super) const SEQUENCE: u8 = 0x30;
/// The tag of a set.
pub(super) const SET: u8 = 0x31;
/// The tag of a constructed value with the context-specific number 0.
pub(super) const CONTEXT_0: u8 = 0xa0;

/// A value that was read.
#[derive(Clone, Copy)]
pub(super) struct DerValue<'a> {
    /// Its tag.
    pub(super) tag: u8,
    /// The bytes after tag and length.
    pub(super) content: &'a [u8],
    /// All of its bytes.
    pub(super) whole: &'a [u8],
}

/// Reads the next value and moves `input` behind it. `None` at the end and for bytes that are no DER.
pub(super) fn next<'a>(input: &mut &'a [u8]) -> Option<DerValue<'a>> {
    let whole = *input;
    let (&[tag, first], rest) = whole.split_first_chunk::<2>()?;
    // Tags of more than one byte do not occur here.
    if tag & 0x1f == 0x1f {
        return None;
    }
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x83 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    *input = rest;
    Some(DerValue { tag, content, whole: &whole[..whole.len() - rest.len()] })
}

/// Reads the next value if it has that tag.
pub(super) fn next_of<'a>(input: &mut &'a [u8], tag: u8) -> Option<DerValue<'a>> {
    next(input).filter(|value| value.tag == tag)
}

/// Writes a value.
pub(super) fn value(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut written = vec![tag];
    let length = content.len();
    if length < 0x80 {
        written.push(length as u8);
    } else {
        let digits = length.to_be_bytes();
        let digits = &digits[digits.iter().take_while(|digit| **digit == 0).count()..];
        written.push(0x80 | digits.len() as u8);
        written.extend_from_slice(digits);
    }
    written.extend_from_slice(content);
    written
}

/// Writes a value that holds others.
pub(super) fn holding<T: AsRef<[u8]>>(tag: u8, parts: &[T]) -> Vec<u8> {
    let content: Vec<u8> = parts.iter().flat_map(|part| part.as_ref()).copied().collect();
    value(tag, &content)
}

#[cfg(test)]
mod tests {
    use super::{SEQUENCE, next, value};

    #[test]
    fn what_was_written_is_read_again() {
        for length in [0, 1, 127, 128, 255, 256, 70_000] {
            let written = value(SEQUENCE, &vec![7; length]);
            let mut input = [written.as_slice(), &[9, 9]].concat();
            input.push(0);
            let mut rest = input.as_slice();
            let read = next(&mut rest).expect("a value");
            assert_eq!((read.tag, read.content.len(), read.whole), (SEQUENCE, length, written.as_slice()));
            assert_eq!(rest, [9, 9, 0]);
        }
    }

    #[test]
    fn bytes_that_end_early_are_no_value() {
        for bytes in [&[][..], &[0x30], &[0x30, 2, 0], &[0x30, 0x82, 1], &[0x30, 0x80, 0, 0], &[0x1f, 1, 0]] {
            assert!(next(&mut &*bytes).is_none(), "{bytes:?}");
        }
    }
}
