//! The number of segments of an SMS, which is also its price: 160 characters of the GSM alphabet, or 70 of any other
//! (3GPP TS 23.038). A longer SMS loses some characters of each segment to the numbering.

/// The default alphabet, without the escape character.
const GSM: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// The extension of the alphabet: each character counts twice.
const GSM_EXTENSION: &str = "\u{c}^{}\\[~]|€";

/// The segments of a text; at least one.
pub(super) fn parts(text: &str) -> u32 {
    let places = text.chars().try_fold(0_u32, |sum, c| {
        if GSM.contains(c) {
            Some(sum.saturating_add(1))
        } else if GSM_EXTENSION.contains(c) {
            Some(sum.saturating_add(2))
        } else {
            None
        }
    });
    let (length, alone, joined) = match places {
        Some(places) => (places, 160, 153),
        None => (u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX), 70, 67),
    };
    if length <= alone { 1 } else { length.div_ceil(joined) }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn the_alphabet_decides_how_many_characters_an_sms_segment_has() {
        assert_eq!(parts(""), 1);
        assert_eq!(parts(&"a".repeat(160)), 1);
        assert_eq!(parts(&"a".repeat(161)), 2);
        assert_eq!(parts(&"€".repeat(80)), 1);
        assert_eq!(parts(&"€".repeat(81)), 2);
        assert_eq!(parts(&"碼".repeat(70)), 1);
        assert_eq!(parts(&"碼".repeat(71)), 2);
        assert_eq!(parts(&"碼".repeat(134)), 2);
        assert_eq!(parts(&"碼".repeat(135)), 3);
        assert_eq!(parts(&"😀".repeat(35)), 1, "two units each");
        assert_eq!(parts(&"😀".repeat(36)), 2);
        assert_eq!(parts(&"a".repeat(306)), 2);
        assert_eq!(parts(&"a".repeat(307)), 3);
    }
}
