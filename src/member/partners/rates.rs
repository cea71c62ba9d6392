//! The rates by which purchases at a partner earn, and their earlier versions.

use serde::Serialize;

use super::PartnerInput;
use crate::base::clock::Timestamp;
use crate::base::content::FormErrors;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;

/// The highest rate that a form accepts, in points per dollar: a higher one is a typing mistake.
const HIGHEST_RATE: i64 = 1_000;

/// The rates of a partner in points per HK$1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Rate for all members.
    pub base: PointsRate,
    /// Extra rate for holders of the Enjoy Card.
    pub extra: PointsRate,
}

impl Rates {
    /// The rates of an input; a missing rate is zero.
    pub(super) fn of(input: &PartnerInput) -> Self {
        let rate = |written: Option<PointsRate>| written.unwrap_or(PointsRate::ZERO);
        Self { base: rate(input.base_points), extra: rate(input.extra_points) }
    }

    /// Fails with `invalid_value` for a rate above 1,000 points per HK$1.
    pub fn check(self) -> AppResult<()> {
        let mut form = FormErrors::new();
        self.check_in(&mut form);
        form.finish()
    }

    /// Adds the errors of [`check`](Self::check) to a form.
    pub(super) fn check_in(self, form: &mut FormErrors) {
        for (field, rate) in [("basePoints", self.base), ("extraPoints", self.extra)] {
            form.expect(field, "invalid_value", rate.units() <= HIGHEST_RATE * 10_000);
        }
    }

    /// Points of a bill by the base rate, rounded down, and with an Enjoy Card also by the extra rate, rounded down.
    pub fn points_of(self, amount: Hkd, enjoy_card: bool) -> (i64, i64) {
        (amount.points_at(self.base), if enjoy_card { amount.points_at(self.extra) } else { 0 })
    }
}

/// A version of the rates of a partner.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerRatesVersion)]
pub struct RatesVersion {
    /// Counts from 1.
    pub version: i64,
    /// Points per HK$1 for all members.
    pub base_points: PointsRate,
    /// Extra points per HK$1 for holders of the Enjoy Card.
    pub extra_points: PointsRate,
    /// The time from which it counts, until the next version does.
    pub from: Timestamp,
}
