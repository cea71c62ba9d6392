//! Earning rules as the admin shows them.

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::EarningRuleId;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::earning_rules::{self, EarningRule, EarningRuleRecord, EndByHand, RuleVersion};
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Read;
use crate::staff::kit::tables::word;

/// The days of the totals in lists.
const RECENT_DAYS: i64 = 28;

/// Whether a rule gives points, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleState)]
pub(super) enum RuleState {
    /// The rule was never on.
    Draft,
    /// The rule is on.
    On,
    /// The rule is on and starts on a later day.
    Scheduled,
    /// The rule was switched off.
    Off,
    /// The rule's last day is over.
    Ended,
    /// The budget of the version or the cap of the rule is spent.
    Spent,
}

/// A version of an earning rule.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleVersion)]
pub(super) struct VersionView {
    /// Counts from 1.
    version: i64,
    /// Whether it was never on: then a change edits it. A change of any other version makes a new draft.
    draft: bool,
    /// Its content.
    rule: EarningRule,
    /// The person who wrote it.
    created_by: String,
    created: Timestamp,
    updated: Timestamp,
    /// The time at which it was first switched on.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_on: Option<Timestamp>,
}

impl From<RuleVersion> for VersionView {
    fn from(found: RuleVersion) -> Self {
        Self {
            version: found.version,
            draft: found.is_draft(),
            rule: found.rule,
            created_by: found.created_by,
            created: found.created,
            updated: found.updated,
            first_on: found.first_on,
        }
    }
}

/// An earning rule: the version that is on, the draft, and the points that the rule has given.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminEarningRule)]
pub(super) struct RuleView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: EarningRuleId,
    state: RuleState,
    /// The version that is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<VersionView>,
    /// The newest version; the same as `live` unless a draft is being written.
    latest: VersionView,
    /// The end that a person gave to the version that is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<EndByHand>,
    /// Points that all versions have given. Awards that were taken back do not count.
    given_points: i64,
    /// The value of these points when they were given.
    given_hkd: Hkd,
    /// Points that are left of the budget of the version that is on, or else of the newest.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget_left_points: Option<i64>,
    /// Dollars that are left of a budget in dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget_left_hkd: Option<Hkd>,
    /// Points given in the last 28 days.
    recent_points: i64,
    /// The value of these points.
    recent_hkd: Hkd,
    /// The number of purchases to which it added in the last 28 days.
    recent_awards: i64,
    /// The time of the last simulation of the newest version; absent if the version has changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    simulated: Option<Timestamp>,
    created: Timestamp,
    updated: Timestamp,
    /// Number of changes.
    #[serde(skip)]
    pub(super) changes: i64,
}

/// A rule with the points that it gave in the last days.
pub(super) fn shown(read: &Read<'_>, record: EarningRuleRecord) -> AppResult<RuleView> {
    let today = Day::of(read.now());
    let (recent_points, value, recent_awards) =
        earning_rules::given_since(read, record.id, today.plus(1 - RECENT_DAYS))?;
    let point_value = settings::cached(read)?.point_value_hkd;
    let present = record.present();
    let left = present.rule.budget.map(|budget| budget.left(record.given, point_value));
    let left_hkd = present.rule.budget.and_then(|budget| budget.left_hkd(record.given));
    Ok(RuleView {
        id: record.id,
        state: state(&record, point_value, today),
        given_points: record.given.points,
        given_hkd: super::dollars(record.given.value),
        budget_left_points: left,
        budget_left_hkd: left_hkd,
        recent_points,
        recent_hkd: super::dollars(value),
        recent_awards,
        simulated: record.simulated,
        created: record.created,
        updated: record.updated,
        changes: record.changes,
        ended: record.ended,
        live: record.live.map(VersionView::from),
        latest: record.latest.into(),
    })
}

fn state(record: &EarningRuleRecord, point_value: PointsRate, today: Day) -> RuleState {
    let Some(live) = record.live.as_ref().map(|live| &live.rule) else {
        let was_on = record.latest.version > 1 || !record.latest.is_draft();
        return if was_on { RuleState::Off } else { RuleState::Draft };
    };
    if record.is_over(today) {
        RuleState::Ended
    } else if live.is_spent(record.given, point_value) {
        RuleState::Spent
    } else if live.from.is_some_and(|from| from > today) {
        RuleState::Scheduled
    } else {
        RuleState::On
    }
}

impl CsvRow for RuleView {
    const HEADINGS: &'static str = "_id,state,name.en,name.zh,name.zhhk,version,from,until,givenPoints,givenHkd,recentPoints,recentHkd,budgetLeftPoints,created,updated";

    fn cells(&self) -> Vec<Cell> {
        let present = self.live.as_ref().unwrap_or(&self.latest);
        let last = present.rule.until.into_iter().chain(self.ended.as_ref().map(|ended| ended.on)).min();
        let mut cells = vec![self.id.to_string().into(), word(&self.state)];
        cells.extend(languages(&present.rule.name));
        cells.extend([
            present.version.into(),
            present.rule.from.map(|day| day.to_string()).into(),
            last.map(|day| day.to_string()).into(),
            self.given_points.into(),
            self.given_hkd.to_string().into(),
            self.recent_points.into(),
            self.recent_hkd.to_string().into(),
            self.budget_left_points.into(),
            self.created.into(),
            self.updated.into(),
        ]);
        cells
    }
}
