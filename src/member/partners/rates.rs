//! The rates by which purchases at a partner earn, and their earlier versions.

use serde::Serialize;

use super::{PartnerInput, PartnerRecord, queries};
use crate::base::clock::Timestamp;
use crate::base::content::FormErrors;
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::platform::store::Read;

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

    /// Notes the rates that [`check`](Self::check) refuses.
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

/// The default rates of a form: those of the existing partner, or the programme's for a new one.
pub fn usual_rates(read: &Read<'_>, before: Option<&PartnerRecord>) -> AppResult<Rates> {
    match before {
        Some(record) => Ok(record.rates()),
        None => Ok(Rates { base: settings::cached(read)?.points_per_hkd, extra: PointsRate::ZERO }),
    }
}

/// The rates for a purchase. A purchase of today earns by the present rates. A purchase of an earlier day earns by the
/// rates of its time, or by the first ones if the partner is younger.
pub fn rates_at(read: &Read<'_>, partner: &PartnerRecord, bought: Timestamp) -> AppResult<Rates> {
    if Day::of(bought) >= Day::of(read.now()) {
        return Ok(partner.rates());
    }
    Ok(queries::rates_at(read, partner.id, bought)?.unwrap_or(partner.rates()))
}

/// The versions of the rates of a partner, newest first.
pub fn rates_versions(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<RatesVersion>> {
    queries::rates_versions(read, partner)
}
