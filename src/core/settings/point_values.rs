//! The value of a point on each day. Reports read it here, so that a past day keeps the value that it had.

use super::{ProgrammeSettings, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// The values of a point that owners have set, oldest first.
#[derive(Clone, Debug)]
pub struct PointValues(Vec<(Timestamp, PointsRate)>);

impl PointValues {
    /// The HK$ value of one point at the end of a day.
    pub fn on(&self, day: Day) -> PointsRate {
        let end = day.plus(1).start();
        self.latest(|since| since < end)
    }

    /// The HK$ value of one point at a moment.
    pub fn at(&self, moment: Timestamp) -> PointsRate {
        self.latest(|since| since <= moment)
    }

    fn latest(&self, holds: impl Fn(Timestamp) -> bool) -> PointsRate {
        let set = self.0.iter().rev().find(|(since, _)| holds(*since));
        set.map_or_else(|| ProgrammeSettings::default().point_value_hkd, |(_, value)| *value)
    }
}

/// Every value of a point, from the history of the settings.
pub fn point_values(read: &Read<'_>) -> AppResult<PointValues> {
    queries::point_values(read).map(PointValues)
}

#[cfg(test)]
mod tests {
    use super::PointValues;
    use crate::base::day::Day;
    use crate::base::points::PointsRate;

    #[test]
    fn a_day_has_the_value_that_held_at_its_end() {
        let day = |text| Day::parse(text).expect("a day");
        let rate = |text| PointsRate::parse(text).expect("a rate");
        let noon = |text| day(text).start().plus(std::time::Duration::from_secs(43_200));
        let values = PointValues(vec![(noon("2026-02-03"), rate("0.016")), (noon("2026-02-05"), rate("0.02"))]);
        let shown =
            ["2026-02-02", "2026-02-03", "2026-02-04", "2026-02-05"].map(|text| values.on(day(text)).to_string());
        assert_eq!(shown, ["0.01", "0.016", "0.016", "0.02"]);
    }
}
