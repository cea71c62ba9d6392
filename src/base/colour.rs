//! A programme's own colours, which must be dark enough for white text.

use serde::{Deserialize, Deserializer, Serialize};

/// The minimum contrast of text and background (WCAG 2.2, 1.4.3), in hundredths.
const LEAST_CONTRAST: u64 = 450;
/// The colour of text on a programme's colour, as in the web app.
const TEXT: Colour = Colour([0xff, 0xfd, 0xf8]);
/// The luminance computation uses fractions of this number.
const WHOLE: u64 = 1_000_000;

/// An opaque colour: `#c5301c` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(value_type = String, examples("#c5301c"))]
pub struct Colour([u8; 3]);

impl Colour {
    /// From its three parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    /// Red, green and blue.
    pub const fn parts(self) -> [u8; 3] {
        self.0
    }

    /// Reads `#` and six hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Self::new(part(0)?, part(2)?, part(4)?))
    }

    /// Whether white text is readable on it.
    pub fn carries_text(self) -> bool {
        let (text, ground) = (TEXT.luminance(), self.luminance());
        100 * (text + WHOLE / 20) >= LEAST_CONTRAST * (ground + WHOLE / 20)
    }

    /// The relative luminance of WCAG 2.2, in parts of [`WHOLE`].
    fn luminance(self) -> u64 {
        let [red, green, blue] = self.0.map(linear);
        (2_126 * red + 7_152 * green + 722 * blue) / 10_000
    }
}

/// A colour component as linear light, by the curve of sRGB, in parts of [`WHOLE`].
fn linear(part: u8) -> u64 {
    let share = f64::from(part) / 255.0;
    let light = if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) };
    (light * WHOLE as f64).round() as u64
}

impl std::fmt::Display for Colour {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(out, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Serialize for Colour {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a colour such as #c5301c"))
    }
}

#[cfg(test)]
mod tests {
    use super::Colour;

    #[test]
    fn a_colour_needs_enough_contrast_to_white_text() {
        for (text, carries) in [
            ("#c5301c", true),
            ("#17463A", true),
            ("#000000", true),
            ("#767676", false),
            ("#757575", true),
            ("#ffffff", false),
        ] {
            assert_eq!(Colour::parse(text).expect(text).carries_text(), carries, "{text}");
        }
        assert_eq!(Colour::parse("#17463A").expect("a colour").to_string(), "#17463a");
        for bad in ["", "red", "#fff", "#12345g", "123456", "#1234567", "#+12345", "#é1234"] {
            assert!(Colour::parse(bad).is_none(), "{bad}");
        }
    }
}
