//! Points: whole numbers that a JavaScript client can hold exactly.

use serde::{Deserialize, Deserializer, Serialize};

/// The largest amount or balance, 2^53 - 1: a JSON client would round larger ones.
pub const MAX_POINTS: i64 = 9_007_199_254_740_991;

/// An amount of points from 1 to [`MAX_POINTS`], as a client may request it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64)]
pub struct Points(i64);

impl Points {
    /// `None` outside 1 to [`MAX_POINTS`].
    pub const fn new(points: i64) -> Option<Self> {
        if points >= 1 && points <= MAX_POINTS { Some(Self(points)) } else { None }
    }

    /// The amount as a signed integer, always positive.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Reads a JSON integer, or one to nine ASCII digits without a leading zero, because forms send text.
    pub fn from_json(value: &serde_json::Value) -> Option<Self> {
        match value {
            serde_json::Value::Number(number) => number.as_i64().and_then(Self::new),
            serde_json::Value::String(text) => {
                let digits =
                    (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
                if digits { text.parse().ok().and_then(Self::new) } else { None }
            }
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(input)?;
        Self::from_json(&value).ok_or_else(|| serde::de::Error::custom("not a whole number of points from 1"))
    }
}

/// A decimal with at most `SCALE` places, stored as an integer: money and rates never use floats. In JSON it is a
/// decimal string such as `"128.50"`. Clients send none below zero; the server may answer one, such as a credit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, utoipa::ToSchema)]
#[schema(value_type = String, examples("128.50"))]
pub struct Decimal<const SCALE: u32>(i64);

/// An amount of Hong Kong dollars, to the cent.
pub type Hkd = Decimal<2>;
/// Points per Hong Kong dollar, to four places.
pub type PointsRate = Decimal<4>;
/// Grams of CO2e, or a quantity in kilograms, trips or actions, to three places.
pub type Measure = Decimal<3>;
/// Kilograms to the milligram.
pub type Kilograms = Decimal<6>;

impl PointsRate {
    /// The HK$ that points are worth at this rate for one point, rounded to the cent; `None` beyond what fits.
    pub fn worth_of(self, points: i64) -> Option<Hkd> {
        // Converts ten-thousandths of a dollar to cents, rounding half away from zero, so that a reversal takes back
        // exactly what was counted.
        let value = i128::from(points) * i128::from(self.units());
        let cents = (value + 50 * value.signum()) / 100;
        i64::try_from(cents).ok().map(Hkd::from_units)
    }
}

impl<const SCALE: u32> Decimal<SCALE> {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// From a number of the smallest unit (cents for [`Hkd`]).
    pub const fn from_units(units: i64) -> Self {
        Self(units)
    }

    /// The number of the smallest unit.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Reads what a person or a program sends: up to nine digits, an optional point and up to `SCALE` places. Signs,
    /// blanks, exponents and anything else are refused.
    pub fn parse(text: &str) -> Option<Self> {
        let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
        if whole.len() > 9 { None } else { Self::parse_any(text) }
    }

    /// Reads a stored number as [`Display`](std::fmt::Display) wrote it, however large it is.
    pub fn stored<'de, D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        let read = match text.strip_prefix('-') {
            Some(amount) => Self::parse_any(amount).map(|found| Self(-found.0)),
            None => Self::parse_any(&text),
        };
        read.ok_or_else(|| serde::de::Error::custom("not a decimal string"))
    }

    /// Reads digits, an optional point and up to `SCALE` places.
    fn parse_any(text: &str) -> Option<Self> {
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let scale = usize::try_from(SCALE).ok()?;
        if !plain(whole) || !plain(places) || places.len() > scale {
            return None;
        }
        let padded = format!("{places:0<scale$}");
        let units = whole.parse::<i64>().ok()?.checked_mul(10_i64.pow(SCALE))?;
        Some(Self(units.checked_add(padded.parse::<i64>().ok()?)?))
    }
}

impl Hkd {
    /// Whole points for this amount at `rate`, rounded down (contract section 5).
    pub fn points_at(self, rate: PointsRate) -> i64 {
        let product = i128::from(self.units()) * i128::from(rate.units());
        i64::try_from(product / 1_000_000).unwrap_or(i64::MAX)
    }
}

impl<const SCALE: u32> std::fmt::Display for Decimal<SCALE> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (one, units) = (10_u64.pow(SCALE), self.0.unsigned_abs());
        let sign = if self.0 < 0 { "-" } else { "" };
        let places = format!("{:0width$}", units % one, width = SCALE as usize);
        // Money always shows its cents; a rate drops trailing zeros.
        let shown = if SCALE == 2 { places.as_str() } else { places.trim_end_matches('0') };
        match shown {
            "" => write!(out, "{sign}{}", units / one),
            _ => write!(out, "{sign}{}.{shown}", units / one),
        }
    }
}

impl<const SCALE: u32> Serialize for Decimal<SCALE> {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de, const SCALE: u32> Deserialize<'de> for Decimal<SCALE> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a decimal string"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Hkd, Points, PointsRate};
    use serde_json::json;

    #[test]
    fn only_whole_positive_amounts_are_points() {
        for good in [json!(1), json!("120"), json!(9_007_199_254_740_991_i64)] {
            assert!(Points::from_json(&good).is_some(), "{good}");
        }
        for bad in [
            json!(0),
            json!(-5),
            json!(1.5),
            json!(1.0),
            json!("x"),
            json!("01"),
            json!(""),
            json!(null),
            json!(9_007_199_254_740_992_i64),
            json!(u64::MAX),
            json!("1e3"),
            json!([1]),
            json!(true),
        ] {
            assert!(Points::from_json(&bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn an_amount_below_zero_is_written_with_its_sign_and_rounds_like_its_opposite() {
        let rate = PointsRate::parse("0.0205").expect("a rate");
        for (points, shown) in [(30, "0.62"), (-30, "-0.62"), (-1, "-0.02"), (0, "0.00"), (-7_000, "-143.50")] {
            assert_eq!(rate.worth_of(points).expect("fits").to_string(), shown);
        }
        assert_eq!(Hkd::from_units(-5).to_string(), "-0.05");
    }

    #[test]
    fn points_for_money_are_rounded_down() {
        let rate = PointsRate::parse("1.5").expect("a rate");
        assert_eq!(Hkd::parse("128.50").expect("money").points_at(rate), 192);
        assert_eq!(Hkd::parse("0.66").expect("money").points_at(rate), 0);
        assert_eq!(Hkd::parse("128.5").expect("money").to_string(), "128.50");
        assert_eq!(rate.to_string(), "1.5");
        for bad in ["", "-1", "1.234", "1e5", ".5", "1.", " 1", "+1", "NaN", "1,000"] {
            assert!(Hkd::parse(bad).is_none(), "{bad:?}");
        }
    }
}
