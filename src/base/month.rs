//! Calendar months in Hong Kong.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::clock::Timestamp;
use super::day::{Day, Period};
use super::language::Language;

const MONTHS: i64 = 12;

/// A month in Hong Kong, in JSON `2026-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, examples("2026-03"))]
pub struct Month(i64);

impl Month {
    /// The month of a timestamp.
    pub fn of(moment: Timestamp) -> Self {
        let day = Day::of(moment).to_string();
        Self::parse(&day[..7]).expect("a day begins with its month")
    }

    /// Reads `2026-03`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let digits = |text: &str, length: usize| {
            let all = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i64>().ok().filter(|_| all)
        };
        let (year, month) = (digits(year, 4)?, digits(month, 2)?);
        (1..=MONTHS).contains(&month).then(|| Self(year * MONTHS + month - 1))
    }

    /// The number of the month as in [`Timestamp::hong_kong_month`]: year * 12 + month, of which January is 0.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// From its number.
    pub const fn from_number(number: i64) -> Self {
        Self(number)
    }

    /// The month after it.
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The month of a day.
    pub fn of_day(day: Day) -> Self {
        Self::from_number(day.month_number())
    }

    /// The month before it.
    pub const fn previous(self) -> Self {
        Self(self.0 - 1)
    }

    /// The first day of the month.
    pub fn first(self) -> Day {
        Day::parse(&format!("{self}-01")).expect("each month has a first day")
    }

    /// Its last day.
    pub fn last(self) -> Day {
        self.next().first().plus(-1)
    }

    /// March 2026 or 2026年3月.
    pub fn words(self, language: Language) -> String {
        match language {
            Language::En => self.first().start().in_hong_kong("%B %Y"),
            Language::Zh | Language::Zhhk => {
                format!("{}\u{5e74}{}\u{6708}", self.0.div_euclid(MONTHS), self.0.rem_euclid(MONTHS) + 1)
            }
        }
    }

    /// The period from the month's first moment to its last.
    pub fn period(self) -> Period {
        Period { from: self.first().start(), until: self.next().first().start() }
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:04}-{:02}", self.0 / MONTHS, self.0 % MONTHS + 1)
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a month"))
    }
}

#[cfg(test)]
mod tests {
    use super::Month;
    use crate::base::clock::Timestamp;
    use crate::base::language::Language;

    #[test]
    fn a_month_begins_and_ends_at_midnight_in_hong_kong() {
        let leap = Month::parse("2028-02").expect("a month");
        assert_eq!((leap.first().to_string(), leap.last().to_string()), ("2028-02-01".into(), "2028-02-29".into()));
        let december = Month::parse("2026-12").expect("a month");
        assert_eq!(december.period().until.to_string(), "2026-12-31T16:00:00.000Z");
        let last = Timestamp::parse("2026-12-31T15:59:59.999Z").expect("a moment");
        assert_eq!(
            (Month::of(last), Month::of(december.period().until)),
            (december, Month::parse("2027-01").expect("a month"))
        );
        assert_eq!(Month::parse("2027-01").expect("a month").previous(), december);
        assert_eq!(december.words(Language::En), "December 2026");
        assert_eq!(Month::parse("2027-01").expect("a month").words(Language::Zhhk), "2027年1月");
        for bad in ["", "2026-13", "2026-00", "2026-1", "26-01", "2026-01-01", "+026-01"] {
            assert!(Month::parse(bad).is_none(), "{bad}");
        }
    }
}
