//! The rates of a partner, and their versions.

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::points::PointsRate;

/// New rates of a partner.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PartnerTermsInput)]
pub(super) struct TermsInput {
    /// HK$ that the partner pays for a point that it issues.
    pub issued_hkd: PointsRate,
    /// HK$ that the partner gets for a point that is redeemed there; absent for the value of a point on that day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redeemed_hkd: Option<PointsRate>,
    /// HK$ of fee for a point that the partner issues.
    pub fee_hkd: PointsRate,
    /// The first day: in a month that is not closed.
    pub from: Day,
}

/// A version of a partner's rates.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerTermsVersion)]
pub(super) struct TermsVersion {
    /// Counts from 1.
    pub version: i64,
    #[serde(flatten)]
    pub input: TermsInput,
    pub changed_by: String,
    pub created: Timestamp,
}
