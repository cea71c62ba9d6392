//! The scan limit of a campaign ("fuse" in the API). A code that has leaked is scanned far more often than usual, so the
//! campaign pauses itself until staff resume it.

pub use super::ScanLimit;
use serde::Serialize;

use super::{Campaigns, queries};
use crate::base::clock::Timestamp;
use crate::base::id::CampaignId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::content::Content;
use crate::platform::store::{Read, Tx};

const HOUR_MS: i64 = 3_600_000;
/// The usual rate is the average of this many past hours.
const USUAL_HOURS: i64 = 7 * 24;
/// `factor` applies only after this many hours of scans, so that a launch is not mistaken for a leak.
const LEAST_HOURS: i64 = 24;
/// `factor` applies only after this many scans, so that test scans before a launch do not set the usual rate.
const LEAST_KNOWN: i64 = 20;
/// Default `floor`: fewer scans per hour never pause a campaign by `factor`.
const LEAST_SCANS: i64 = 20;
const MOST_SCANS: i64 = 1_000_000_000;

impl ScanLimit {
    /// The limit of a new campaign: far more scans than on a busy day, and far fewer than of a leaked code.
    pub(super) const USUAL: ScanLimit = ScanLimit { per_hour: None, factor: Some(10), floor: Some(200) };
}

/// The setting of a campaign's scan limit, and its present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignFuseState)]
pub struct ScanLimitState {
    /// The setting.
    #[serde(flatten)]
    pub limit: ScanLimit,
    /// The time at which the campaign was paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_at: Option<Timestamp>,
    /// Number of scans in this hour, counted since a scan limit was set.
    pub scans_this_hour: i64,
    /// Number of changes of the setting; 0 if it was never set.
    #[serde(skip)]
    pub version: i64,
}

/// A campaign that its scan limit has paused.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PausedCampaign)]
pub struct PausedCampaign {
    /// Campaign id.
    #[serde(rename = "_id")]
    pub id: CampaignId,
    /// Name of the campaign.
    pub name: LocalizedText,
    /// The time at which it was paused.
    pub paused_at: Timestamp,
    /// Number of scans in the hour of the pause.
    pub scans: i64,
}

fn hour_of(moment: Timestamp) -> i64 {
    moment.as_millis().div_euclid(HOUR_MS)
}

/// The scan limit of a campaign and its state.
pub fn scan_limit_state(read: &Read<'_>, id: CampaignId) -> AppResult<ScanLimitState> {
    let (limit, paused_at, version) = queries::scan_limit(read, id)?.unwrap_or_default();
    let scans_this_hour = queries::scans_in_hour(read, id, hour_of(read.now()))?;
    Ok(ScanLimitState { limit, paused_at, scans_this_hour, version })
}

/// The paused campaigns that wait for staff to resume them, latest first.
pub fn paused(read: &Read<'_>) -> AppResult<Vec<PausedCampaign>> {
    queries::paused(read)?
        .into_iter()
        .map(|(id, name, paused_at)| {
            let scans = queries::scans_in_hour(read, id, hour_of(paused_at))?;
            Ok(PausedCampaign { id, name, paused_at, scans })
        })
        .collect()
}

/// Sets or removes a scan limit. Fails with `not_found`, and with `invalid_value` for a number out of range.
pub fn set_scan_limit(tx: &Tx<'_>, id: CampaignId, limit: ScanLimit) -> AppResult<ScanLimitState> {
    Campaigns::find(tx, id)?.ok_or(NOT_FOUND)?;
    for (field, scans) in [("perHour", limit.per_hour), ("floor", limit.floor)] {
        if scans.is_some_and(|scans| !(1..=MOST_SCANS).contains(&scans)) {
            return Err(AppError::invalid_field(field, "invalid_value"));
        }
    }
    if limit.factor.is_some_and(|factor| !(2..=1_000).contains(&factor)) {
        return Err(AppError::invalid_field("factor", "invalid_value"));
    }
    queries::put_scan_limit(tx, id, limit)?;
    scan_limit_state(tx, id)
}

/// Resumes a paused campaign and resets the count of this hour. Fails with `not_found`.
pub fn resume(tx: &Tx<'_>, id: CampaignId) -> AppResult<ScanLimitState> {
    Campaigns::find(tx, id)?.ok_or(NOT_FOUND)?;
    queries::set_paused(tx, id, None)?;
    queries::forget_hour(tx, id, hour_of(tx.now()))?;
    scan_limit_state(tx, id)
}

/// The decision on one more scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScanDecision {
    /// The scan counts.
    Fine,
    /// The campaign is paused, by an earlier scan or by this one.
    Paused,
}

/// Counts one more scan, or pauses the campaign. The pause is stored although the scan gives no points.
pub(super) fn pass(tx: &Tx<'_>, id: CampaignId) -> AppResult<ScanDecision> {
    let Some((limit, paused_at, _)) = queries::scan_limit(tx, id)? else { return Ok(ScanDecision::Fine) };
    if paused_at.is_some() {
        return Ok(ScanDecision::Paused);
    }
    let hour = hour_of(tx.now());
    let scans = queries::scans_in_hour(tx, id, hour)?;
    let too_many = limit.per_hour.is_some_and(|most| scans >= most);
    let unusual = match limit.factor {
        None => false,
        Some(factor) => {
            let (earlier, first) = queries::scans_between(tx, id, hour - USUAL_HOURS, hour)?;
            let hours = first.map_or(0, |first| hour - first);
            let usual = (earlier + hours - 1) / hours.max(1);
            let known = hours >= LEAST_HOURS && earlier >= LEAST_KNOWN;
            known && scans >= limit.floor.unwrap_or(LEAST_SCANS).max(usual.saturating_mul(factor))
        }
    };
    if too_many || unusual {
        queries::set_paused(tx, id, Some(tx.now()))?;
        tracing::warn!(campaign = %id, scans, "campaigns: a campaign was paused by its scan limit");
        return Ok(ScanDecision::Paused);
    }
    queries::count_scan(tx, id, hour)?;
    Ok(ScanDecision::Fine)
}
