//! Time: UTC timestamps in milliseconds, and the clock.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A timestamp in milliseconds since the Unix epoch, UTC. In JSON: RFC 3339 with milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, format = DateTime, examples("2026-03-12T06:32:08.000Z"))]
pub struct Timestamp(i64);

impl Timestamp {
    /// The end of year 9999. It means "never" in columns that may not be null.
    pub const NEVER: Timestamp = Timestamp(253_402_300_799_999);

    /// From milliseconds since the Unix epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The time `span` later.
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    }

    /// The time `span` earlier.
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(span.as_millis()).unwrap_or(i64::MAX)))
    }

    /// The time from `earlier` to this moment; zero if `earlier` is the later one.
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Whole seconds from `now` to this time, rounded up: a quarter of an hour that was granted a moment ago is 900.
    /// Zero if it lies in the past.
    pub fn seconds_from(self, now: Timestamp) -> u64 {
        u64::try_from(self.since(now).as_millis().div_ceil(1_000)).unwrap_or(u64::MAX)
    }

    /// The number of this time's day in Hong Kong, counted from 1970-01-01. Hong Kong keeps UTC+8 all year, so no
    /// time-zone table is needed.
    pub const fn hong_kong_day(self) -> i64 {
        (self.0 + 8 * 3_600_000).div_euclid(86_400_000)
    }

    /// The number of this time's month in Hong Kong: twelve times the year, plus the month counted from 0.
    pub fn hong_kong_month(self) -> i64 {
        let date = self.on_hong_kong_clocks().date();
        i64::from(date.year()) * 12 + i64::from(date.month()) - 1
    }

    /// The time in Hong Kong, formatted by a pattern such as `%-d %b %Y, %H:%M`.
    pub fn in_hong_kong(self, pattern: &str) -> String {
        self.on_hong_kong_clocks().strftime(pattern).to_string()
    }

    fn on_hong_kong_clocks(self) -> jiff::Zoned {
        let local = jiff::Timestamp::from_millisecond(self.0.saturating_add(8 * 3_600_000));
        local.unwrap_or(jiff::Timestamp::MAX).to_zoned(TimeZone::UTC)
    }

    /// The start of this moment's day in Hong Kong.
    pub const fn hong_kong_midnight(self) -> Timestamp {
        Timestamp(self.hong_kong_day() * 86_400_000 - 8 * 3_600_000)
    }

    /// Reads RFC 3339 with any offset; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|moment| Self(moment.as_millisecond()))
    }
}

/// The first time of which only the general formatter knows the text.
const END_OF_QUICK_TEXT: i64 = 253_402_207_200_000;

/// RFC 3339 in UTC with milliseconds, as in `2026-03-12T06:32:08.007Z`.
type Rfc3339 = [u8; 24];

impl Timestamp {
    /// The text of a time from 1970 to nearly the end of 9999. A page of a list has hundreds of times, and a general formatter
    /// takes longer for each than reading its row.
    fn rfc_3339(self) -> Option<Rfc3339> {
        let millis = u64::try_from(self.0).ok().filter(|_| self.0 < END_OF_QUICK_TEXT)?;
        let (day, of_day) = (millis / 86_400_000, millis % 86_400_000);
        let (year, month, day) = civil_date(day);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let mut put = |at: usize, width: usize, mut number: u64| {
            for digit in text[at..at + width].iter_mut().rev() {
                *digit = b'0' + (number % 10) as u8;
                number /= 10;
            }
        };
        put(0, 4, year);
        put(5, 2, month);
        put(8, 2, day);
        put(11, 2, of_day / 3_600_000);
        put(14, 2, of_day / 60_000 % 60);
        put(17, 2, of_day / 1_000 % 60);
        put(20, 3, of_day % 1_000);
        Some(text)
    }
}

/// Year, month and day of the Gregorian calendar for a number of days since 1970-01-01. The year begins in March here,
/// so that a leap day is its last day (Hinnant, "chrono-compatible low-level date algorithms").
fn civil_date(days: u64) -> (u64, u64, u64) {
    let since_march_0000 = days + 719_468;
    let (era, of_era) = (since_march_0000 / 146_097, since_march_0000 % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, of_year - (153 * from_march + 2) / 5 + 1)
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(text) = self.rfc_3339() {
            return out.write_str(std::str::from_utf8(&text).unwrap_or_default());
        }
        let moment = jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::MAX);
        let utc = moment.to_zoned(TimeZone::UTC);
        write!(out, "{}", utc.strftime("%Y-%m-%dT%H:%M:%S.%3fZ"))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.rfc_3339() {
            Some(text) => out.serialize_str(std::str::from_utf8(&text).unwrap_or_default()),
            None => out.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not an RFC 3339 time"))
    }
}

/// The source of the current time: the system, or values that a test sets.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    set_by_hand: Option<Arc<ManualClock>>,
}

/// A clock for tests: the time it shows, and how much time has passed, in milliseconds.
#[derive(Debug)]
struct ManualClock {
    shown: AtomicI64,
    passed: AtomicI64,
}

impl Clock {
    /// The machine's own clock.
    pub fn system() -> Self {
        Self { set_by_hand: None }
    }

    /// A test clock that stays at `start` until [`Clock::advance`] moves it.
    pub fn starting_at(start: Timestamp) -> Self {
        let by_hand = ManualClock { shown: AtomicI64::new(start.as_millis()), passed: AtomicI64::new(0) };
        Self { set_by_hand: Some(Arc::new(by_hand)) }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        match &self.set_by_hand {
            Some(by_hand) => Timestamp(by_hand.shown.load(Ordering::SeqCst)),
            None => Timestamp(jiff::Timestamp::now().as_millisecond()),
        }
    }

    /// Time since the start of the process, independent of clock changes. The time during which the machine sleeps
    /// does not count.
    pub fn passed(&self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        match &self.set_by_hand {
            Some(by_hand) => {
                Duration::from_millis(u64::try_from(by_hand.passed.load(Ordering::SeqCst)).unwrap_or_default())
            }
            None => START.elapsed(),
        }
    }

    /// Advances a test clock; the system's clock is not affected.
    pub fn advance(&self, span: Duration) {
        if let Some(by_hand) = &self.set_by_hand {
            let step = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
            by_hand.shown.fetch_add(step, Ordering::SeqCst);
            by_hand.passed.fetch_add(step, Ordering::SeqCst);
        }
    }

    /// Sets a test clock to another time, as NTP or a person does: no time passes.
    pub fn set(&self, moment: Timestamp) {
        if let Some(by_hand) = &self.set_by_hand {
            by_hand.shown.store(moment.as_millis(), Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{END_OF_QUICK_TEXT, TimeZone, Timestamp};

    #[test]
    fn a_timestamp_is_parsed_back_from_its_text() {
        let moment = Timestamp::from_millis(1_773_297_128_007);
        assert_eq!(moment.to_string(), "2026-03-12T06:32:08.007Z");
        assert_eq!(Timestamp::parse(&moment.to_string()), Some(moment));
    }

    #[test]
    fn the_quick_text_is_that_of_the_calendar() {
        let calendar = |moment: Timestamp| {
            let utc = jiff::Timestamp::from_millisecond(moment.as_millis()).expect("in range").to_zoned(TimeZone::UTC);
            utc.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
        };
        // Every day from 1970 to 2120 at another time of day, and the ends of the range.
        let days = (0..55_000).map(|day: i64| day * 86_400_000 + day * 7_919 % 86_400_000);
        let ends = [-1, 0, 951_782_399_999, 951_782_400_000, END_OF_QUICK_TEXT - 1, END_OF_QUICK_TEXT];
        for moment in days.chain(ends).map(Timestamp::from_millis) {
            assert_eq!(moment.to_string(), calendar(moment));
        }
    }

    #[test]
    fn a_second_that_has_begun_counts_as_whole() {
        let now = Timestamp::from_millis(1_000);
        let until = |millis: i64| Timestamp::from_millis(millis).seconds_from(now);
        assert_eq!((until(901_000), until(900_999), until(900_000)), (900, 900, 899));
        assert_eq!((until(1_000), until(0)), (0, 0));
    }

    #[test]
    fn a_day_in_hong_kong_begins_at_four_in_the_afternoon_utc() {
        let before = Timestamp::parse("2026-03-11T15:59:59.999Z").expect("a moment");
        let after = Timestamp::parse("2026-03-11T16:00:00.000Z").expect("a moment");
        assert_eq!(before.hong_kong_day() + 1, after.hong_kong_day());
        assert_eq!(after.hong_kong_midnight(), after);
    }
}
