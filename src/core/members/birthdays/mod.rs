//! Birthdays of members, without the year. A member may enter theirs; no other feature asks for it.

mod queries;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

/// Month and day of birth, in JSON `02-29`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(value_type = String, examples("02-29"))]
pub struct Birthday(i64);

impl Birthday {
    /// `None` for a day that no year has.
    pub fn new(month: i64, day: i64) -> Option<Self> {
        // 2024 is a leap year.
        Day::parse(&format!("2024-{month:02}-{day:02}")).map(|_| Self(month * 100 + day))
    }

    /// The month, from 1.
    pub const fn month(self) -> i64 {
        self.0 / 100
    }

    /// The day of the month.
    pub const fn day(self) -> i64 {
        self.0 % 100
    }

    /// Reads `02-29`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (month, day) = text.split_once('-')?;
        let number = |part: &str| if part.len() == 2 { part.parse().ok() } else { None };
        Self::new(number(month)?, number(day)?)
    }

    /// Whether the day lies in the month of the birthday.
    pub fn month_in(self, day: Day) -> bool {
        day.civil().1 == self.month()
    }

    /// Whether the day is the birthday. A birthday on 29 February is kept on 28 February in years without it.
    pub fn is_on(self, day: Day) -> bool {
        let (year, month, number) = day.civil();
        let leaps = Day::parse(&format!("{year:04}-02-29")).is_some();
        let kept = if (self.month(), self.day()) == (2, 29) && !leaps { 28 } else { self.day() };
        (month, number) == (self.month(), kept)
    }
}

impl std::fmt::Display for Birthday {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:02}-{:02}", self.month(), self.day())
    }
}

impl Serialize for Birthday {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Birthday {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a birthday"))
    }
}

/// The birthday of a member; `None` if it is not known.
pub fn find(read: &Read<'_>, member: MemberId) -> AppResult<Option<Birthday>> {
    let whole = |(month, day): (i64, i64)| {
        let found = Birthday::new(month, day);
        found.ok_or_else(|| anyhow::anyhow!("the stored birthday {month}-{day} is no day of a year").into())
    };
    queries::find(read, member)?.map(whole).transpose()
}

/// The birthday of a member if it has not been told or changed since a moment.
pub fn known_at(read: &Read<'_>, member: MemberId, moment: Timestamp) -> AppResult<Option<Birthday>> {
    if queries::told_since(read, member, moment)? { Ok(None) } else { find(read, member) }
}

/// Every known birthday.
pub fn all(read: &Read<'_>) -> AppResult<Vec<(MemberId, Birthday)>> {
    let whole = |(member, month, day)| Birthday::new(month, day).map(|birthday| (member, birthday));
    Ok(queries::all(read)?.into_iter().filter_map(whole).collect())
}

/// Stores the birthday of a member.
pub fn set(tx: &Tx<'_>, member: MemberId, birthday: Birthday) -> AppResult<()> {
    queries::put(tx, member, birthday)
}

/// Deletes the birthday of a member.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete(tx, member)
}

/// Gives the birthday of an account that is merged to the account that stays, unless that has one.
pub fn move_to(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    if let (Some(birthday), None) = (find(tx, from)?, find(tx, into)?) {
        set(tx, into, birthday)?;
    }
    forget_member(tx, from)
}

#[cfg(test)]
mod tests {
    use super::Birthday;
    use crate::base::day::Day;

    #[test]
    fn a_leap_day_is_kept_in_february_each_year() {
        let birthday = Birthday::parse("02-29").expect("a birthday");
        let on = |text: &str| birthday.is_on(Day::parse(text).expect("a day"));
        assert_eq!(
            ["2028-02-29", "2028-02-28", "2027-02-28", "2027-03-01", "2100-02-28"].map(on),
            [true, false, true, false, true]
        );
        for bad in ["02-30", "13-01", "2-9", "00-10", "04-31", "", "0101", "1a-01"] {
            assert_eq!(Birthday::parse(bad), None, "{bad}");
        }
        assert_eq!(birthday.to_string(), "02-29");
    }
}
