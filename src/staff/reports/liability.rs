//! The programme's liability for points at the end of a day.

use serde::Serialize;

use super::sums_until;
use crate::base::day::Day;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::core::settings;
use crate::platform::store::Read;

/// Points that the programme owes.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LiabilityReport)]
pub(super) struct Liability {
    /// At the end of this day.
    pub at: Day,
    pub issued: i64,
    pub redeemed: i64,
    pub expired: i64,
    /// Members' balances plus holds.
    pub outstanding: i64,
    /// The part of them on hold.
    pub held: i64,
    /// Points of purchases that wait until the time for returns is over.
    pub pending: i64,
    /// HK$ per point: from the request, or else the value that the programme's settings had at the end of the day.
    pub point_value: PointsRate,
    /// The value of the outstanding and the pending points in HK$, rounded to the cent.
    pub liability: Hkd,
}

pub(super) fn liability(read: &Read<'_>, at: Day, value: Option<PointsRate>) -> AppResult<Liability> {
    let sums = sums_until(read, at)?;
    let value = value.map_or_else(|| Ok(settings::point_values(read)?.on(at)), Ok::<_, AppError>)?;
    let outstanding = sums.outstanding();
    Ok(Liability {
        at,
        issued: sums.issued,
        redeemed: sums.redeemed,
        expired: sums.expired,
        outstanding,
        held: sums.held,
        pending: sums.pending,
        point_value: value,
        liability: value.worth_of(outstanding + sums.pending).ok_or(INVALID_PARAMETER)?,
    })
}
