//! Expiry in the admin: the points that expire by month and their value, the effect of another policy, and the start of
//! a policy.

mod checks;
mod estimate;
pub mod http;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::StaffId;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::core::expiry::{self, Policies, Policy, PolicyVersion, last_day_of};
use crate::core::ledger::{self, AccountId, EndingLot};
use crate::core::settings;
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::PendingAction;
use crate::staff::kit::{AuditedStaff, require_version};

pub use checks::ExpiryChecks;
pub use estimate::ExpiryEstimate;

use estimate::PastEnds;

/// Months of the forecast, from the present one.
const MONTHS: i64 = 12;
/// Points that end within this time expire "soon".
const SOON: Duration = Duration::from_secs(30 * 86_400);

/// Points and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ExpiringWorth)]
pub struct Worth {
    /// Whole points.
    pub points: i64,
    /// By the value of a point in the settings.
    pub hkd: Hkd,
}

/// The points that expire in a month if nothing is spent before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ExpiringMonth {
    /// The first day of the month.
    pub month: Day,
    #[serde(flatten)]
    pub worth: Worth,
    /// The points of them that will probably expire unspent, by the [`ExpiryEstimate`]; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    unspent: Option<i64>,
}

/// The points that expire, and the policy.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiryReport {
    /// The number of the newest version; 0 if expiry was never switched on.
    version: i64,
    /// The version that holds now; absent while points never expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<PolicyVersion>,
    /// The version that takes over later, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<PolicyVersion>,
    /// Every version, newest first.
    history: Vec<PolicyVersion>,
    /// The present month and the eleven after it.
    pub months: Vec<ExpiringMonth>,
    /// The points that expire in these months.
    total: Worth,
    /// The points that expire within thirty days.
    pub soon: Worth,
    /// The members who have them.
    soon_members: i64,
    /// Points of members that expire later or never.
    lasting: Worth,
    /// The points of these months that will probably expire unspent; absent without an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    unspent: Option<Worth>,
    /// The history from which the split into spent and unspent is estimated; absent while no points have reached their
    /// last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<ExpiryEstimate>,
    /// The questions to answer before another policy starts.
    checks: ExpiryChecks,
}

/// A policy and the day from which it would hold.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ExpiryProposal)]
pub struct Proposal {
    policy: Policy,
    /// Today or later.
    starts: Day,
    /// The number of the newest version that the person has seen.
    version: i64,
}

/// The changes that a policy would bring for the points of members.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiryEffect {
    /// Lots that would end earlier; always 0.
    lots_shorter: i64,
    /// Members who would keep some points longer.
    members_longer: i64,
    /// Points that would end later, or no more.
    points_longer: i64,
    /// The points that would expire in the present month and the eleven after it.
    months: Vec<ExpiringMonth>,
    /// The sum of these months.
    total: Worth,
    /// The sum of these months by the versions that are switched on.
    total_now: Worth,
    /// The part of that sum that would not expire in these months.
    less: Worth,
    /// The last day of points that a member earns on the day of the start; absent if they never expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    new_points_last_day: Option<Day>,
    /// The time of the look-up.
    looked_up: Timestamp,
}

/// A policy that starts once it is approved.
#[derive(Serialize, Deserialize)]
pub struct ExpiryToSwitchOn(Proposal);

impl PendingAction for ExpiryToSwitchOn {
    const NAME: &'static str = "Expiry";
    const MOVES_POINTS: bool = true;

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        switch_on(tx, asker, &self.0).map(|_| Value::Null)
    }
}

impl Proposal {
    /// Fails with `400` that names every field out of bounds.
    fn check(&self, today: Day) -> AppResult<()> {
        self.policy.check()?;
        let soon = self.starts <= today.plus(366);
        if soon { Ok(()) } else { Err(AppError::invalid_field("starts", "invalid_value")) }
    }

    /// The proposal as the approving person reads it.
    fn in_short(&self) -> AppResult<Value> {
        let mut short = serde_json::to_value(self.policy.rule)?;
        short["graceDays"] = self.policy.grace_days.into();
        short["extraDays"] = self.policy.extra_days.into();
        short["noticeDays"] = self.policy.notices.chosen().collect::<Vec<_>>().into();
        short["starts"] = serde_json::to_value(self.starts)?;
        Ok(short)
    }

    /// The moment from which it would hold: a start that has passed, while it waited for approval, is now.
    fn start(&self, now: Timestamp) -> Timestamp {
        self.starts.start().max(now)
    }
}

/// Fails with `400` and `stale` for a policy that cannot be switched on. Returns the newest version.
fn require_sound(read: &Read<'_>, proposal: &Proposal) -> AppResult<Option<PolicyVersion>> {
    proposal.check(Day::of(read.now()))?;
    let newest = newest(&*expiry::policies(read)?);
    require_version(Some(proposal.version), newest.as_ref().map_or(0, |version| version.version))?;
    Ok(newest)
}

/// Puts a version of the policy in force. Fails with `400` and `stale`.
fn switch_on(tx: &Tx<'_>, staff: &AuditedStaff, proposal: &Proposal) -> AppResult<PolicyVersion> {
    let before = require_sound(tx, proposal)?;
    expiry::switch_on(tx, &proposal.policy, proposal.start(tx.now()), (staff.actor.id, &staff.actor.name))?;
    let after = newest(&*expiry::policies(tx)?).ok_or_else(|| anyhow::anyhow!("the new policy is missing"))?;
    staff.note(tx, "expiry.switch_on", after.version, before.as_ref(), Some(&after))?;
    Ok(after)
}

fn newest(policies: &Policies) -> Option<PolicyVersion> {
    policies.versions().last().cloned()
}

/// Points by the month in which they expire.
struct Forecast {
    first: i64,
    months: BTreeMap<i64, i64>,
    value: PointsRate,
}

impl Forecast {
    fn new(read: &Read<'_>) -> AppResult<Self> {
        let first = read.now().hong_kong_month();
        let months = (first..first + MONTHS).map(|month| (month, 0)).collect();
        Ok(Self { first, months, value: settings::current(read)?.point_value_hkd })
    }

    /// Counts points; those that have expired already count for the present month.
    fn add(&mut self, end: Timestamp, points: i64) {
        if end == Timestamp::NEVER {
            return;
        }
        if let Some(sum) = self.months.get_mut(&last_day_of(end).month_number().max(self.first)) {
            *sum += points;
        }
    }

    fn worth(&self, points: i64) -> AppResult<Worth> {
        Ok(Worth { points, hkd: self.value.worth_of(points).ok_or(INVALID_PARAMETER)? })
    }

    fn total(&self) -> AppResult<Worth> {
        self.worth(self.months.values().sum())
    }

    /// The months, each with the points that will probably expire unspent where there is an estimate.
    fn months(&self, history: Option<&PastEnds>) -> AppResult<Vec<ExpiringMonth>> {
        let month = |(number, points): (&i64, &i64)| {
            let (year, month) = (i16::try_from(number / 12).ok(), i8::try_from(number % 12 + 1).ok());
            let first = year.zip(month).and_then(|(year, month)| Day::of_year(year, month, 1));
            Ok(ExpiringMonth {
                month: first.ok_or(INVALID_PARAMETER)?,
                worth: self.worth(*points)?,
                unspent: history.map(|ends| ends.unspent(*points, number - self.first)),
            })
        };
        self.months.iter().map(month).collect()
    }
}

/// Visits every open lot of members that has an end, with the moment at which its member last earned or spent points
/// where a policy asks for it.
fn each_lot(
    read: &Read<'_>,
    policies: &Policies,
    mut visit: impl FnMut(AccountId, EndingLot, Timestamp),
) -> AppResult<()> {
    let mut known: Option<(AccountId, Timestamp)> = None;
    ledger::each_ending_lot(read, |account, lot| {
        let active = match known.filter(|(of, _)| *of == account) {
            Some((_, active)) => active,
            None if policies.needs_activity() => {
                ledger::last_active(read, account)?.unwrap_or(Timestamp::from_millis(0))
            }
            None => Timestamp::from_millis(0),
        };
        known = Some((account, active));
        visit(account, lot, active);
        Ok(())
    })
}

/// The points that expire, and the policy.
pub(super) fn report(read: &Read<'_>, reader: StaffId) -> AppResult<ExpiryReport> {
    let policies = expiry::policies(read)?;
    let now = read.now();
    let mut forecast = Forecast::new(read)?;
    let end_of_soon = now.plus(SOON);
    let (mut soon, mut soon_members, mut last_soon) = (0, 0, None);
    each_lot(read, &policies, |account, lot, active| {
        let end = policies.end_of(lot.dates, now, active);
        forecast.add(end, lot.points);
        if end < end_of_soon {
            soon += lot.points;
            // The lots of one account come one after the other, so a comparison with the last account counts each
            // member once.
            soon_members += i64::from(last_soon.replace(account) != Some(account));
        }
    })?;
    let total = forecast.total()?;
    let history = estimate::past_ends(read)?;
    let months = forecast.months(history.as_ref())?;
    let unspent = months.iter().map(|month| month.unspent).sum::<Option<i64>>();
    let in_force = policies.in_force(now).cloned();
    Ok(ExpiryReport {
        version: newest(&policies).map_or(0, |version| version.version),
        next: policies.next(now).cloned(),
        in_force,
        history: policies.versions().iter().rev().cloned().collect(),
        months,
        unspent: unspent.map(|points| forecast.worth(points)).transpose()?,
        estimate: history.map(|ends| ends.estimate()),
        checks: checks::checks(read, &policies, reader)?,
        soon: forecast.worth(soon)?,
        soon_members,
        lasting: forecast.worth(ledger::held_by_members(read)? - total.points)?,
        total,
    })
}

/// The changes that a policy would bring for the points of members.
fn effect(read: &Read<'_>, proposal: &Proposal) -> AppResult<ExpiryEffect> {
    let now = read.now();
    proposal.check(Day::of(now))?;
    let policies = expiry::policies(read)?;
    let start = proposal.start(now);
    let with = policies.with(proposal.policy, start, now);
    let (mut forecast, mut forecast_now) = (Forecast::new(read)?, Forecast::new(read)?);
    let (mut lots_shorter, mut members_longer, mut points_longer) = (0, 0, 0);
    let mut last_longer = None;
    each_lot(read, &with, |account, lot, active| {
        let before = policies.end_of(lot.dates, start, active);
        // A policy does not change points that end before its start.
        let after = if before <= start { before } else { with.end_of(lot.dates, start, active) };
        lots_shorter += i64::from(after < before);
        if after > before {
            points_longer += lot.points;
            members_longer += i64::from(last_longer.replace(account) != Some(account));
        }
        forecast_now.add(before, lot.points);
        forecast.add(after, lot.points);
    })?;
    let end_of_new = proposal.policy.end_of_new(start);
    let (total, total_now) = (forecast.total()?, forecast_now.total()?);
    Ok(ExpiryEffect {
        lots_shorter,
        members_longer,
        points_longer,
        months: forecast.months(None)?,
        less: forecast.worth(total_now.points - total.points)?,
        total,
        total_now,
        new_points_last_day: Some(end_of_new).filter(|end| *end != Timestamp::NEVER).map(last_day_of),
        looked_up: now,
    })
}
