//! The ladder of levels in the admin: operators write it and switch it on and off.

pub mod http;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::clock::Timestamp;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::goals::GoalReward;
use crate::member::tiers::{self, Ladder, LadderEffect, LadderRecord, LadderVersion, Level};
use crate::platform::store::{Read, Store, Tx};
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest, AskedAction, PendingAction};
use crate::staff::kit::{AuditedStaff, STALE, require_version};

/// The name of the ladder in the audit.
const LADDER: &str = "ladder";

/// The ladder to switch on, once approved.
#[derive(Serialize, Deserialize)]
pub struct LadderToSwitchOn {
    /// The state of the ladder that the second person saw.
    changes: i64,
}

impl PendingAction for LadderToSwitchOn {
    const NAME: &'static str = "SwitchOnLadder";
    const MOVES_POINTS: bool = true;

    fn version(&self) -> Option<i64> {
        Some(self.changes)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        let before = current(tx, Some(self.changes))?;
        Ok(serde_json::to_value(put_on(tx, asker, &before)?)?)
    }
}

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

/// The effect of switching the latest version on.
struct CountedEffect {
    /// The state of the ladder that it was counted for.
    changes: i64,
    effect: LadderEffect,
}

/// Counts, before the ladder is switched on, who would rise and fall. `None` where nobody has to be asked: the settings
/// let one person decide, or the latest version is on already. Fails with `stale` and `not_found`.
async fn counted(store: &Store, version: Option<i64>) -> AppResult<Option<CountedEffect>> {
    let look = |read: &Read<'_>| {
        let found = current(read, version)?;
        let latest = found.versions.first().ok_or(NOT_FOUND)?;
        let asks = approvals::are_needed(read)? && found.live != Some(latest.version);
        Ok(asks.then(|| (found.changes, latest.ladder.clone())))
    };
    let Some((changes, ladder)) = store.read_consistently(look)? else { return Ok(None) };
    Ok(Some(CountedEffect { changes, effect: tiers::effect(store, ladder).await? }))
}

/// Switches the latest version of the ladder on and audits it, or asks for approval where it lets members fall or may give
/// more rewards. Fails with `stale` and `not_found`.
fn switch_on(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    version: Option<i64>,
    counted: Option<&CountedEffect>,
) -> AppResult<ApprovalOutcome<LadderView>> {
    let before = current(tx, version)?;
    let latest = before.versions.first().ok_or(NOT_FOUND)?;
    let ask = match counted {
        Some(CountedEffect { changes, effect }) => {
            require_version(Some(*changes), before.changes)?;
            let asks = effect.fall > 0 || may_give_more(&before, latest);
            if asks { Some(request(&before, latest, effect)?) } else { None }
        }
        // The settings have asked for a second person since the look.
        None if approvals::are_needed(tx)? && before.live != Some(latest.version) => return Err(STALE.into()),
        None => None,
    };
    approvals::unless_waiting(tx, staff, ask.as_ref(), |tx| put_on(tx, staff, &before))
}

fn put_on(tx: &Tx<'_>, staff: &AuditedStaff, before: &LadderRecord) -> AppResult<LadderView> {
    let after = tiers::switch_on(tx)?;
    let (earlier, later) = (before.live_version(), after.live_version());
    staff.note(tx, "tier.switch_on", LADDER, earlier.map(|on| &on.ladder), later.map(|on| &on.ladder))?;
    LadderView::of(tx, after)
}

/// Whether the latest version may give rewards of worth to more members than the present one, or greater ones. Nothing
/// bounds how many members reach a level, so one person decides neither on such a reward nor on what it is given for.
/// More points by an earning rule are bounded by the rule.
fn may_give_more(before: &LadderRecord, latest: &LadderVersion) -> bool {
    let costs = |level: &Level| matches!(level.reward, Some(GoalReward::Points { .. } | GoalReward::Item { .. }));
    let terms = |LadderVersion { ladder, .. }: &LadderVersion| {
        let levels: Vec<_> = ladder.levels.iter().map(|level| (level.target, level.reward)).collect();
        (ladder.counts, ladder.window, levels)
    };
    latest.ladder.levels.iter().any(costs) && before.live_version().map(terms) != Some(terms(latest))
}

fn request(before: &LadderRecord, latest: &LadderVersion, effect: &LadderEffect) -> AppResult<ApprovalRequest> {
    // While the ladder is off, members hold the levels of the last version that was on.
    let was_on = || before.versions.iter().find(|version| version.first_on.is_some());
    let earlier = before.live_version().or_else(was_on).map(|version| &version.ladder);
    let LadderEffect { rise, fall, first_fall, .. } = effect;
    Ok(ApprovalRequest {
        action: "tier.switch_on",
        target: LADDER.to_owned(),
        method: "POST",
        path: "/api/admin/tiers/switch-on".to_owned(),
        key: None,
        body: serde_json::json!({ "before": earlier, "after": latest.ladder, "rise": rise, "fall": fall,
            "firstFall": first_fall, "removed": effect.of_removed_levels(), "levels": effect.levels }),
        exact: None,
        pending: Some(AskedAction::of(&LadderToSwitchOn { changes: before.changes })?),
    })
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
