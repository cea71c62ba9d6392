//! Goals in the admin: operators write them and switch them on and off.

pub mod http;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::GoalId;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::content::Content;
use crate::member::goals::{self, Goal, GoalRecord, GoalReward, GoalVersion};
use crate::member::rewards::items::Items;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::{
    self, ApprovalOutcome, ApprovalRequest, AskedAction, PendingAction, PointsChange, alone,
};
use crate::staff::kit::tables::word;
use crate::staff::kit::{AuditedStaff, require_version};

/// A goal to switch on, once approved.
#[derive(Serialize, Deserialize)]
pub struct GoalToSwitchOn {
    goal: GoalId,
    /// The state of the goal that the second person saw.
    changes: i64,
}

impl PendingAction for GoalToSwitchOn {
    const NAME: &'static str = "SwitchOnGoal";
    const MOVES_POINTS: bool = true;

    fn version(&self) -> Option<i64> {
        Some(self.changes)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        let before = current(tx, self.goal, Some(self.changes))?;
        Ok(serde_json::to_value(GoalView::of(tx, put_on(tx, asker, &before)?))?)
    }
}

/// The goal, if it still has that version. Fails with `not_found` and `stale`.
fn current(read: &Read<'_>, id: GoalId, version: Option<i64>) -> AppResult<GoalRecord> {
    let found = goals::find(read, id)?.ok_or(NOT_FOUND)?;
    require_version(version, found.changes)?;
    Ok(found)
}

/// Adds a goal, which is off, and audits it. Fails as [`goals::create`] does.
fn create(tx: &Tx<'_>, staff: &AuditedStaff, goal: Goal) -> AppResult<GoalView> {
    let made = goals::create(tx, goal, &staff.actor.name)?;
    staff.note(tx, "goal.create", made.id, None, Some(&made.latest().goal))?;
    Ok(GoalView::of(tx, made))
}

/// Writes the draft of a goal and audits it. Fails with `stale`, and as [`goals::replace`] does.
fn replace(tx: &Tx<'_>, staff: &AuditedStaff, id: GoalId, version: Option<i64>, goal: Goal) -> AppResult<GoalView> {
    let before = current(tx, id, version)?;
    let after = goals::replace(tx, id, goal, &staff.actor.name)?;
    staff.note(tx, "goal.update", id, Some(&before.latest().goal), Some(&after.latest().goal))?;
    Ok(GoalView::of(tx, after))
}

/// Drops the draft of a goal and audits it. Fails as [`goals::drop_draft`] does.
fn drop_draft(tx: &Tx<'_>, staff: &AuditedStaff, id: GoalId) -> AppResult<()> {
    let before = goals::find(tx, id)?.ok_or(NOT_FOUND)?;
    goals::drop_draft(tx, id)?;
    staff.note(tx, "goal.drop_draft", id, Some(&before.latest().goal), None)
}

/// Switches a goal off and audits it. Fails with `not_found`.
fn switch_off(tx: &Tx<'_>, staff: &AuditedStaff, id: GoalId) -> AppResult<GoalView> {
    let before = goals::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = goals::switch_off(tx, id)?;
    if let Some(live) = before.live_version() {
        staff.note(tx, "goal.switch_off", id, Some(&live.goal), None)?;
    }
    Ok(GoalView::of(tx, after))
}

/// Switches the latest version of a goal on, or asks for approval where its rewards may be worth more points than one
/// person may give alone. Fails with `not_found`, `stale`, and as [`goals::switch_on`] does.
fn switch_on(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: GoalId,
    version: Option<i64>,
) -> AppResult<ApprovalOutcome<GoalView>> {
    let before = current(tx, id, version)?;
    if before.live == Some(before.latest().version) {
        return Ok(ApprovalOutcome::Done(GoalView::of(tx, before)));
    }
    goals::checked(tx, before.latest().goal.clone())?;
    let share = PointsChange { member: None, points: most_given(tx, &before)? };
    let ask = if alone::is_too_much(tx, staff, share)? { Some(request(&before)?) } else { None };
    approvals::unless_waiting(tx, staff, ask.as_ref(), |tx| {
        let after = put_on(tx, staff, &before)?;
        alone::count(tx, staff, share)?;
        Ok(GoalView::of(tx, after))
    })
}

fn put_on(tx: &Tx<'_>, staff: &AuditedStaff, before: &GoalRecord) -> AppResult<GoalRecord> {
    let after = goals::switch_on(tx, before.id)?;
    let earlier = before.live_version().map(|live| &live.goal);
    staff.note(tx, "goal.switch_on", before.id, earlier, Some(&before.latest().goal))?;
    Ok(after)
}

fn request(before: &GoalRecord) -> AppResult<ApprovalRequest> {
    let order = GoalToSwitchOn { goal: before.id, changes: before.changes };
    // The second person sees the goal that is on and the one that would be.
    let earlier = before.live_version().map(|live| &live.goal);
    Ok(ApprovalRequest {
        action: "goal.switch_on",
        target: before.id.to_string(),
        method: "POST",
        path: format!("/api/admin/goals/{}/switch-on", before.id),
        key: None,
        body: serde_json::json!({ "before": earlier, "after": before.latest().goal }),
        exact: None,
        pending: Some(AskedAction::of(&order)?),
    })
}

/// The most points that the rewards of the latest version can still be worth; the largest number if nothing bounds it.
fn most_given(read: &Read<'_>, record: &GoalRecord) -> AppResult<i64> {
    let goal = &record.latest().goal;
    let each = match goal.reward {
        GoalReward::Points { points } => points,
        GoalReward::Item { item } => Items::find(read, item)?.map_or(0, |item| item.input.points.get()),
        // The points of a multiplier are limited by its earning rule, which was approved on its own.
        GoalReward::Badge | GoalReward::Multiplier { .. } => 0,
    };
    let left = goal.limit.map_or(i64::MAX, |limit| (limit - record.rewards).max(0));
    Ok(each.saturating_mul(left))
}

/// Whether members can work towards a goal, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminGoalState)]
enum State {
    /// The goal was never on.
    Draft,
    /// The goal is on.
    On,
    /// The goal is on and starts on a later day.
    Scheduled,
    /// The goal was switched off.
    Off,
    /// The goal's last day is over.
    Ended,
    /// All its rewards have been given.
    Spent,
}

/// A version of a goal.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoalVersion)]
struct VersionOfGoal {
    /// Counts from 1.
    version: i64,
    /// Whether it was never on: then a change edits it. A change of any other version makes a new draft.
    draft: bool,
    /// Its content.
    goal: Goal,
    /// The person who wrote it.
    created_by: String,
    created: Timestamp,
    updated: Timestamp,
    /// The time at which it was first switched on.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_on: Option<Timestamp>,
}

impl From<GoalVersion> for VersionOfGoal {
    fn from(found: GoalVersion) -> Self {
        let GoalVersion { version, goal, created_by, created, updated, first_on } = found;
        Self { version, draft: first_on.is_none(), goal, created_by, created, updated, first_on }
    }
}

/// A goal with its versions, and how often it was won.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminGoal)]
struct GoalView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: GoalId,
    state: State,
    /// The number of the version that is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<i64>,
    /// All versions, the newest first.
    versions: Vec<VersionOfGoal>,
    /// Cards that members have begun.
    cards: i64,
    /// Rewards that were given. Those that were taken back do not count.
    rewards: i64,
    created: Timestamp,
    updated: Timestamp,
    /// Number of changes.
    #[serde(skip)]
    changes: i64,
}

impl GoalView {
    fn of(read: &Read<'_>, record: GoalRecord) -> Self {
        Self {
            id: record.id,
            state: state(&record, Day::of(read.now())),
            live: record.live,
            cards: record.cards,
            rewards: record.rewards,
            created: record.created,
            updated: record.updated,
            changes: record.changes,
            versions: record.versions.into_iter().map(VersionOfGoal::from).collect(),
        }
    }
}

fn state(record: &GoalRecord, today: Day) -> State {
    let Some(live) = record.live_version().map(|live| &live.goal) else {
        let was_on = record.versions.iter().any(|version| version.first_on.is_some());
        return if was_on { State::Off } else { State::Draft };
    };
    if live.until.is_some_and(|until| until < today) {
        State::Ended
    } else if live.limit.is_some_and(|limit| record.rewards >= limit) {
        State::Spent
    } else if live.is_on(today) {
        State::On
    } else {
        State::Scheduled
    }
}

impl CsvRow for GoalView {
    const HEADINGS: &'static str =
        "_id,state,name.en,name.zh,name.zhhk,kind,counts,target,from,until,limit,cards,rewards,created,updated";

    fn cells(&self) -> Vec<Cell> {
        let present = self.versions.iter().find(|version| Some(version.version) == self.live);
        let Some(goal) = present.or(self.versions.first()).map(|version| &version.goal) else { return Vec::new() };
        let mut cells = vec![self.id.to_string().into(), word(&self.state)];
        cells.extend(languages(&goal.name));
        cells.extend([
            word(&goal.kind),
            word(&goal.counts),
            goal.target.into(),
            goal.from.map(|day| day.to_string()).into(),
            goal.until.map(|day| day.to_string()).into(),
            goal.limit.into(),
            self.cards.into(),
            self.rewards.into(),
            self.created.into(),
            self.updated.into(),
        ]);
        cells
    }
}
