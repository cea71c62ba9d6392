//! The ladder of levels in the admin: operators write it and switch it on and off.

pub mod http;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::member::tiers::{self, Ladder, LadderRecord, LadderVersion};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AuditedStaff, require_version};

/// The name of the ladder in the audit.
const LADDER: &str = "ladder";

fn current(read: &Read<'_>, version: Option<i64>) -> AppResult<LadderRecord> {
    let found = tiers::find(read)?;
    require_version(version, found.changes)?;
    Ok(found)
}

/// Writes the draft of the ladder and audits it. Fails with `stale`, and as [`tiers::replace`] does.
fn replace(tx: &Tx<'_>, staff: &AuditedStaff, version: Option<i64>, ladder: Ladder) -> AppResult<LadderView> {
    let before = current(tx, version)?;
    let after = tiers::replace(tx, ladder, &staff.actor.name)?;
    let (earlier, later) = (before.versions.first(), after.versions.first());
    let content = |version: &LadderVersion| version.ladder.clone();
    staff.note(tx, "tier.update", LADDER, earlier.map(content).as_ref(), later.map(content).as_ref())?;
    LadderView::of(tx, after)
}

/// Drops the draft of the ladder and audits it. Fails as [`tiers::drop_draft`] does.
fn drop_draft(tx: &Tx<'_>, staff: &AuditedStaff) -> AppResult<()> {
    let before = tiers::find(tx)?;
    tiers::drop_draft(tx)?;
    staff.note(tx, "tier.drop_draft", LADDER, before.versions.first().map(|draft| &draft.ladder), None)
}

/// Switches the latest version of the ladder on and audits it. Fails with `stale` and `not_found`.
fn switch_on(tx: &Tx<'_>, staff: &AuditedStaff, version: Option<i64>) -> AppResult<LadderView> {
    let before = current(tx, version)?;
    let after = tiers::switch_on(tx)?;
    let (earlier, later) = (before.live_version(), after.live_version());
    staff.note(tx, "tier.switch_on", LADDER, earlier.map(|on| &on.ladder), later.map(|on| &on.ladder))?;
    LadderView::of(tx, after)
}

/// Switches the ladder off and audits it. Fails with `not_found`.
fn switch_off(tx: &Tx<'_>, staff: &AuditedStaff) -> AppResult<LadderView> {
    let before = tiers::find(tx)?;
    let after = tiers::switch_off(tx)?;
    if let Some(live) = before.live_version() {
        staff.note(tx, "tier.switch_off", LADDER, Some(&live.ladder), None)?;
    }
    LadderView::of(tx, after)
}

/// A version of the ladder.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TierLadderVersion)]
struct VersionOfLadder {
    /// Counts from 1.
    version: i64,
    /// Whether it was never on: then a change edits it. A change of any other version makes a new draft.
    draft: bool,
    /// Its content.
    ladder: Ladder,
    /// The person who wrote it.
    created_by: String,
    created: Timestamp,
    updated: Timestamp,
    /// The time at which it was first switched on.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_on: Option<Timestamp>,
}

impl From<LadderVersion> for VersionOfLadder {
    fn from(found: LadderVersion) -> Self {
        let LadderVersion { version, ladder, created_by, created, updated, first_on } = found;
        Self { version, draft: first_on.is_none(), ladder, created_by, created, updated, first_on }
    }
}

/// The ladder with its versions, and how many members have reached each level.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminTierLadder)]
struct LadderView {
    /// The number of the version that is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<i64>,
    /// All versions, the newest first; empty before the first draft.
    versions: Vec<VersionOfLadder>,
    /// The members of each level that has some.
    members: Vec<LevelCount>,
    /// Number of changes.
    #[serde(skip)]
    changes: i64,
}

/// The members of a level.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = TierLevelCount)]
struct LevelCount {
    /// Counts the levels from 1.
    level: i64,
    members: i64,
}

impl LadderView {
    fn of(read: &Read<'_>, record: LadderRecord) -> AppResult<Self> {
        let counted = tiers::members_by_level(read)?.into_iter();
        Ok(Self {
            live: record.live,
            versions: record.versions.into_iter().map(VersionOfLadder::from).collect(),
            members: counted.map(|(level, members)| LevelCount { level, members }).collect(),
            changes: record.changes,
        })
    }
}
