//! Alarms in the admin: the queue, the evidence of an alarm, earlier alarms about the same subject, and the decision.
//!
//! A hold needs no second person, even for many points. It gives points to nobody, one call returns them to their
//! member at once, and the member could spend them while an approval waits. Points are taken for good only by a
//! reversal or an adjustment, which have their own limits and approvals.

mod cashier;
pub mod http;
mod tables;

use std::time::Duration;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{AlarmId, CashierId, MemberId, PartnerId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::core::settings::{self, AlarmSettings};
use crate::member::alarms::{
    self, AbuseKind, AlarmDecision, AlarmEvent, AlarmLevel, AlarmOutcome, AlarmQueue, AlarmRecord, AlarmStep, Evidence,
};
use crate::member::awards;
use crate::member::partners;
use crate::platform::store::{Read, Tx};
use crate::staff::admin::transactions::{MemberBrief, brief, giver};
use crate::staff::kit::AuditedStaff;

/// Transactions of the evidence that are shown.
const EVIDENCE_SHOWN: usize = 50;
/// Earlier alarms about the same subject that are shown.
const EARLIER_SHOWN: i64 = 10;
/// The period whose alarms the summary counts.
const FOUR_WEEKS: Duration = Duration::from_secs(28 * 86_400);

/// An alarm as the admin shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AbuseAlarm)]
pub struct AlarmView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: AlarmId,
    pub kind: AbuseKind,
    pub level: AlarmLevel,
    pub queue: AlarmQueue,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<AlarmOutcome>,
    /// The member of a pair, or the one who got transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<MemberBrief>,
    /// The cashier, the member of staff or the API key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<PartnerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner_name: Option<LocalizedText>,
    /// Awards, senders, bills or accounts that look odd.
    pub counted: i64,
    /// All bills of which these are a part; 0 for kinds that count.
    pub of_all: i64,
    /// The usual number of awards of one member, or the usual share in per cent.
    pub usual: i64,
    /// The period of the detection, in days.
    pub days: i64,
    /// The points that it concerns.
    pub points: i64,
    /// Their value in HK$, as a decimal string.
    pub worth_hkd: Hkd,
    pub raised: Timestamp,
    /// The time of the last finding.
    pub found: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Timestamp>,
    /// The subject raises no alarm before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_until: Option<Timestamp>,
}

/// The queue in figures, and what raises an alarm.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AlarmSummary)]
pub struct Summary {
    /// Alarms that wait for a decision.
    open: i64,
    open_points: i64,
    /// Their value in HK$, as a decimal string.
    open_worth_hkd: Hkd,
    /// Alarms with points on hold.
    held: i64,
    /// Alarms of the last four weeks.
    raised_lately: i64,
    /// Those of them for which points are or were on hold.
    held_lately: i64,
    dismissed_lately: i64,
    /// The thresholds that raise an alarm.
    settings: AlarmSettings,
}

/// A member whose points an alarm concerns.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AlarmMember)]
struct ConcernedMember {
    #[schema(required)]
    member: Option<MemberBrief>,
    /// Points of the evidence.
    points: i64,
    /// Points that can be put on hold now.
    holdable: i64,
    /// Points on hold because of this alarm.
    held: i64,
}

/// A transaction that is evidence of an alarm.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AlarmEvidence)]
struct EvidenceView {
    transaction: TransactionId,
    created: Timestamp,
    #[schema(required)]
    member: Option<MemberBrief>,
    /// The member who sent the points of a transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    sender: Option<MemberBrief>,
    points: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount_hkd: Option<Hkd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
}

/// The evidence of one Hong Kong day.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AlarmDay)]
struct EvidenceDay {
    day: Day,
    count: i64,
    points: i64,
}

/// Something that happened to an alarm.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AlarmStep)]
struct StepView {
    what: AlarmEvent,
    /// The member of staff; absent for the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    note: String,
    points: i64,
    created: Timestamp,
}

/// An earlier alarm about the same subject, and what was done.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = EarlierAlarm)]
struct EarlierView {
    alarm: AlarmView,
    steps: Vec<StepView>,
}

/// An alarm with everything that the admin shows about it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AbuseAlarmPage)]
pub struct AlarmPage {
    alarm: AlarmView,
    /// The outlet of the newest award.
    #[serde(skip_serializing_if = "Option::is_none")]
    outlet: Option<LocalizedText>,
    /// The till of the newest award.
    #[serde(skip_serializing_if = "Option::is_none")]
    till: Option<String>,
    /// The person at the counter, if it is a cashier who was not removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    cashier: Option<CashierId>,
    /// Whether that cashier may sign in.
    #[serde(skip_serializing_if = "Option::is_none")]
    cashier_active: Option<bool>,
    /// The members whose points it concerns, the most points first.
    members: Vec<ConcernedMember>,
    /// The evidence by Hong Kong day, the oldest first.
    per_day: Vec<EvidenceDay>,
    /// The newest transactions of the evidence.
    evidence: Vec<EvidenceView>,
    /// The number of all of them.
    evidence_count: usize,
    /// The events of the alarm, the oldest first.
    steps: Vec<StepView>,
    /// Earlier alarms about the same subject, the newest first.
    earlier: Vec<EarlierView>,
}

impl From<AlarmStep> for StepView {
    fn from(step: AlarmStep) -> Self {
        let AlarmStep { what, by, note, points, created } = step;
        Self { what, by, note, points, created }
    }
}

fn view(read: &Read<'_>, alarm: AlarmRecord) -> AppResult<AlarmView> {
    let partner = alarm.actor.as_ref().map(|actor| actor.partner);
    let found = partner.map(|id| partners::find(read, id)).transpose()?.flatten();
    let worth = settings::cached(read)?.point_value_hkd.worth_of(alarm.points).ok_or(INVALID_PARAMETER)?;
    Ok(AlarmView {
        id: alarm.id,
        kind: alarm.kind,
        level: alarm.level,
        queue: alarm.queue,
        outcome: alarm.outcome,
        member: alarm.member.map(|id| brief(read, id)).transpose()?.flatten(),
        by: alarm.actor.map(|actor| actor.name),
        partner,
        partner_name: found.map(|partner| partner.input.name),
        counted: alarm.figures.counted,
        of_all: alarm.figures.of_all,
        usual: alarm.figures.usual,
        days: alarm.figures.days,
        points: alarm.points,
        worth_hkd: worth,
        raised: alarm.raised,
        found: alarm.found,
        ended: alarm.ended,
        quiet_until: alarm.quiet_until,
    })
}

fn summary(read: &Read<'_>) -> AppResult<Summary> {
    let settings = settings::current(read)?;
    let (open, held) = (alarms::counts(read, AlarmQueue::Open)?, alarms::counts(read, AlarmQueue::Held)?);
    let lately = alarms::done_since(read, read.now().minus(FOUR_WEEKS))?;
    Ok(Summary {
        open: open.alarms,
        open_points: open.points,
        open_worth_hkd: settings.point_value_hkd.worth_of(open.points).ok_or(INVALID_PARAMETER)?,
        held: held.alarms,
        raised_lately: lately.raised,
        held_lately: lately.held,
        dismissed_lately: lately.dismissed,
        settings: settings.alarms,
    })
}

fn page(read: &Read<'_>, id: AlarmId) -> AppResult<AlarmPage> {
    let record = alarms::find(read, id)?.ok_or(NOT_FOUND)?;
    let all = alarms::evidence(read, id)?;
    let per_day = by_day(&all);
    // The evidence of an alarm about a device is accounts, not transactions; the list of members shows them.
    let transactions = if record.kind == AbuseKind::Device { Vec::new() } else { all };
    let newest = transactions.first().map(|one| awards::details(read, one.id)).transpose()?.flatten();
    let (outlet, till) = newest.map_or((None, None), |details| (details.outlet, details.till));
    let cashier = cashier::find(read, &record)?;
    Ok(AlarmPage {
        outlet,
        till,
        cashier: cashier.as_ref().map(|cashier| cashier.id),
        cashier_active: cashier.map(|cashier| cashier.active),
        members: concerned(read, id)?,
        per_day,
        evidence_count: transactions.len(),
        evidence: transactions
            .iter()
            .take(EVIDENCE_SHOWN)
            .map(|one| evidence(read, record.kind, one))
            .collect::<AppResult<_>>()?,
        steps: steps(read, id)?,
        earlier: earlier(read, &record)?,
        alarm: view(read, record)?,
    })
}

fn by_day(newest_first: &[Evidence]) -> Vec<EvidenceDay> {
    let mut days: Vec<EvidenceDay> = Vec::new();
    for one in newest_first.iter().rev() {
        let day = Day::of(one.created);
        match days.last_mut().filter(|last| last.day == day) {
            Some(last) => (last.count, last.points) = (last.count + 1, last.points + one.points),
            None => days.push(EvidenceDay { day, count: 1, points: one.points }),
        }
    }
    days
}

fn concerned(read: &Read<'_>, id: AlarmId) -> AppResult<Vec<ConcernedMember>> {
    let held = alarms::held_by_alarm(read, id)?;
    let one = |(member, points): (MemberId, i64)| {
        let held = held.iter().find(|(owner, _)| *owner == member).map_or(0, |(_, points)| *points);
        let holdable = alarms::holdable(read, points, held, member)?;
        Ok(ConcernedMember { member: brief(read, member)?, points, holdable, held })
    };
    alarms::shares(read, id)?.into_iter().map(one).collect()
}

fn evidence(read: &Read<'_>, kind: AbuseKind, one: &Evidence) -> AppResult<EvidenceView> {
    let details = awards::details(read, one.id)?;
    Ok(EvidenceView {
        sender: if kind == AbuseKind::FanIn { giver(read, one.id)? } else { None },
        transaction: one.id,
        created: one.created,
        member: brief(read, one.member)?,
        points: one.points,
        amount_hkd: details.as_ref().map(|details| details.amount_hkd),
        receipt: details.and_then(|details| details.receipt),
    })
}

fn steps(read: &Read<'_>, id: AlarmId) -> AppResult<Vec<StepView>> {
    Ok(alarms::steps(read, id)?.into_iter().map(StepView::from).collect())
}

fn earlier(read: &Read<'_>, alarm: &AlarmRecord) -> AppResult<Vec<EarlierView>> {
    let one = |before: AlarmRecord| Ok(EarlierView { steps: steps(read, before.id)?, alarm: view(read, before)? });
    alarms::earlier(read, alarm, EARLIER_SHOWN)?.into_iter().map(one).collect()
}

/// The part of a decision that the audit keeps.
#[derive(Serialize)]
struct AuditedDecision<'a> {
    kind: AbuseKind,
    note: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
}

fn audit(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    action: &'static str,
    alarm: &AlarmRecord,
    note: &str,
    points: Option<i64>,
) -> AppResult<()> {
    staff.note(tx, action, alarm.id, None, Some(&AuditedDecision { kind: alarm.kind, note, points }))
}

fn hold(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: AlarmId,
    members: Option<&[MemberId]>,
    note: &str,
) -> AppResult<AlarmView> {
    let (alarm, points) = alarms::hold(tx, id, members, AlarmDecision { by: &staff.actor.name, note })?;
    audit(tx, staff, "alarm.hold", &alarm, note, Some(points))?;
    view(tx, alarm)
}

fn release(tx: &Tx<'_>, staff: &AuditedStaff, id: AlarmId, note: &str) -> AppResult<AlarmView> {
    let (alarm, points) = alarms::release(tx, id, AlarmDecision { by: &staff.actor.name, note })?;
    audit(tx, staff, "alarm.release", &alarm, note, Some(points))?;
    view(tx, alarm)
}

fn dismiss(tx: &Tx<'_>, staff: &AuditedStaff, ids: &[AlarmId], note: &str) -> AppResult<Vec<AlarmView>> {
    let one = |id: &AlarmId| {
        let alarm = alarms::dismiss(tx, *id, AlarmDecision { by: &staff.actor.name, note })?;
        audit(tx, staff, "alarm.dismiss", &alarm, note, None)?;
        view(tx, alarm)
    };
    ids.iter().map(one).collect()
}
