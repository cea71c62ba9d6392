//! The fuse of a campaign: when a code has got about and is scanned far more often than it should
//! be, the campaign pauses by itself until somebody has had a look.

use serde::{Deserialize, Serialize};

use super::queries;
use crate::base::clock::Timestamp;
use crate::base::id::CampaignId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::platform::store::{Read, Tx};

const HOUR_MS: i64 = 3_600_000;
/// What is usual is told by so many hours …
const USUAL_HOURS: i64 = 7 * 24;
/// … of which there must be so many, so that a launch does not look like a leak …
const LEAST_HOURS: i64 = 24;
/// … with so many scans in them, so that a try or two of a code do not make its launch one, either …
const LEAST_KNOWN: i64 = 20;
/// … and pauses no campaign below so many scans an hour, unless the fuse says another number.
const LEAST_SCANS: i64 = 20;
const MOST_SCANS: i64 = 1_000_000_000;

/// When a campaign pauses by itself; never where both are absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CampaignFuse)]
pub struct Fuse {
    /// After so many scans in one hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<i64>,
    /// After so many times the usual number of scans in one hour: that of the last seven days, once there are a day
    /// and twenty scans of it, and at least `floor`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<i64>,
    /// So many scans in one hour are never too many for `factor`; twenty where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<i64>,
}

impl Fuse {
    /// What a new campaign begins with: far above a good day, and far below a code that has got about.
    pub(super) const USUAL: Fuse = Fuse { per_hour: None, factor: Some(10), floor: Some(200) };
}

/// A fuse and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignFuseState)]
pub struct FuseState {
    /// As it was set.
    #[serde(flatten)]
    pub fuse: Fuse,
    /// Since when the campaign has been paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_at: Option<Timestamp>,
    /// Scans in this hour, since a fuse was set.
    pub scans_this_hour: i64,
    /// Counts its settings; 0 for one that never was.
    #[serde(skip)]
    pub version: i64,
}

/// A campaign that its fuse has paused.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PausedCampaign)]
pub struct Paused {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: CampaignId,
    /// What people call it.
    pub name: LocalizedText,
    /// Since when.
    pub paused_at: Timestamp,
    /// Scans that it had taken in that hour.
    pub scans: i64,
}

fn hour_of(moment: Timestamp) -> i64 {
    moment.as_millis().div_euclid(HOUR_MS)
}

/// How a campaign's fuse stands.
pub fn fuse_state(read: &Read<'_>, id: CampaignId) -> AppResult<FuseState> {
    let (fuse, paused_at, version) = queries::fuse(read, id)?.unwrap_or_default();
    let scans_this_hour = queries::scans_in_hour(read, id, hour_of(read.now()))?;
    Ok(FuseState { fuse, paused_at, scans_this_hour, version })
}

/// The campaigns that wait for somebody to resume them, the latest first.
pub fn paused(read: &Read<'_>) -> AppResult<Vec<Paused>> {
    queries::paused(read)?
        .into_iter()
        .map(|(id, name, paused_at)| {
            let scans = queries::scans_in_hour(read, id, hour_of(paused_at))?;
            Ok(Paused { id, name, paused_at, scans })
        })
        .collect()
}

/// Sets a fuse, or takes it out. Fails with `not_found`, and with `invalid_value` for a number that
/// is none.
pub fn set_fuse(tx: &Tx<'_>, id: CampaignId, fuse: Fuse) -> AppResult<FuseState> {
    super::find(tx, id)?.ok_or(NOT_FOUND)?;
    for (field, scans) in [("perHour", fuse.per_hour), ("floor", fuse.floor)] {
        if scans.is_some_and(|scans| !(1..=MOST_SCANS).contains(&scans)) {
            return Err(AppError::invalid_field(field, "invalid_value"));
        }
    }
    if fuse.factor.is_some_and(|factor| !(2..=1_000).contains(&factor)) {
        return Err(AppError::invalid_field("factor", "invalid_value"));
    }
    queries::put_fuse(tx, id, fuse)?;
    fuse_state(tx, id)
}

/// Lets a paused campaign go on; this hour is counted anew. Fails with `not_found`.
pub fn resume(tx: &Tx<'_>, id: CampaignId) -> AppResult<FuseState> {
    super::find(tx, id)?.ok_or(NOT_FOUND)?;
    queries::set_paused(tx, id, None)?;
    queries::forget_hour(tx, id, hour_of(tx.now()))?;
    fuse_state(tx, id)
}

/// What the fuse says of one more scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It counts.
    Fine,
    /// The campaign is paused, since before or by this scan.
    Paused,
}

/// Counts one more scan, or pauses the campaign: that stays though the scan gives nothing.
pub(super) fn pass(tx: &Tx<'_>, id: CampaignId) -> AppResult<Verdict> {
    let Some((fuse, paused_at, _)) = queries::fuse(tx, id)? else { return Ok(Verdict::Fine) };
    if paused_at.is_some() {
        return Ok(Verdict::Paused);
    }
    let hour = hour_of(tx.now());
    let scans = queries::scans_in_hour(tx, id, hour)?;
    let too_many = fuse.per_hour.is_some_and(|most| scans >= most);
    let unusual = match fuse.factor {
        None => false,
        Some(factor) => {
            let (earlier, first) = queries::scans_between(tx, id, hour - USUAL_HOURS, hour)?;
            let hours = first.map_or(0, |first| hour - first);
            let usual = (earlier + hours - 1) / hours.max(1);
            let known = hours >= LEAST_HOURS && earlier >= LEAST_KNOWN;
            known && scans >= fuse.floor.unwrap_or(LEAST_SCANS).max(usual.saturating_mul(factor))
        }
    };
    if too_many || unusual {
        queries::set_paused(tx, id, Some(tx.now()))?;
        tracing::warn!(campaign = %id, scans, "a campaign was paused by its fuse");
        return Ok(Verdict::Paused);
    }
    queries::count_scan(tx, id, hour)?;
    Ok(Verdict::Fine)
}
