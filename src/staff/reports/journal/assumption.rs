//! The assumed breakage, and its versions.

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::month::Month;
use crate::base::points::Decimal;

/// A share in per cent, to two places.
pub(super) type Percent = Decimal<2>;

/// A new assumption.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BreakageInput)]
pub(super) struct BreakageInput {
    /// The per cent of points that nobody is expected to redeem, such as `12.50`.
    pub percent: Percent,
    /// The first month: one that is not closed.
    pub from: Month,
    /// The reason for the assumption, for the auditor.
    pub reason: String,
}

/// A version of the assumption.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BreakageVersion)]
pub(super) struct BreakageVersion {
    /// Counts from 1.
    pub version: i64,
    #[serde(flatten)]
    pub input: BreakageInput,
    pub changed_by: String,
    pub created: Timestamp,
}
