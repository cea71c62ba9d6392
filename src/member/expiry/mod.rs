//! Points that expire: the run that takes them, the notices before, and the grace in which a member brings them back.
//! The rules by which points end are in `core/expiry`.

mod http;
mod queries;
mod run;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
use crate::base::messages::{grouped, localized};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::expiry::{self, Policies, end_of_day, last_day_of};
use crate::core::ledger::{self, AccountId, Details, EarnLine, EndingLot, PendingAward, TransactionText};
use crate::core::timekeeping;
use crate::member::notifications::{self, Letters};
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;

pub use http::routes;
pub use run::{run, settle_due};

/// The days of grace are over.
pub const GRACE_OVER: ProblemType = ProblemType::new("grace_over", 409, "Too late to bring the points back");

/// A member gets an e-mail about expiring points at most once in this number of days, except for the last notice.
const DAYS_BETWEEN_MAILS: i64 = 6;
/// The last notice before points expire, in days before. Its e-mail is sent whenever another was sent.
const LAST_NOTICE: i64 = 1;
/// The time that notices are kept after their day.
const NOTICES_KEPT_DAYS: i64 = 40;

/// Points of a member that expire together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingPoints {
    /// Whole points.
    points: i64,
    /// The last day on which they can be spent.
    last_day: Day,
}

/// Expired points that the member may bring back.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ExpiredPoints {
    id: TransactionId,
    points: i64,
    last_day: Day,
    until: Timestamp,
    extra_days: i64,
}

/// Expired points that the member may bring back, as in the API.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnablePoints {
    /// The transaction by which they expired.
    transaction_id: TransactionId,
    /// Whole points.
    points: i64,
    /// The last day on which they could be spent.
    last_day: Day,
    /// The last day on which they can be brought back.
    until: Day,
    /// The last day on which they can be spent if they are brought back today.
    use_by: Day,
}

/// Points of a purchase that wait until the time for returns is over.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingPoints {
    /// The award.
    transaction_id: TransactionId,
    /// Whole points.
    points: i64,
    /// The day on which they can be spent.
    day: Day,
    /// The time of the award.
    created: Timestamp,
    /// The words of the award in every language.
    #[serde(skip_serializing_if = "Option::is_none")]
    item_snapshot: Option<TransactionText>,
    /// The parts of the award.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    lines: Vec<EarnLine>,
}

impl From<PendingAward> for WaitingPoints {
    fn from(PendingAward { award, created, day, points, details }: PendingAward) -> Self {
        Self { transaction_id: award, points, day, created, item_snapshot: details.snapshot, lines: details.lines }
    }
}

/// The points that wait, and those that end soon, on a member's account.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PointsOutlook {
    /// Points that cannot be spent yet and are not in the balance, the next to be released first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pending: Vec<WaitingPoints>,
    /// Points that expire, the next first.
    expiring: Vec<EndingPoints>,
    /// Points that have expired and can be brought back, the first to be lost first.
    expired: Vec<ReturnablePoints>,
}

/// Points that were brought back.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroughtBack {
    /// The transaction.
    transaction_id: TransactionId,
    /// Whole points.
    points: i64,
    /// The balance after it.
    balance: i64,
    /// The last day on which they can be spent.
    use_by: Day,
}

/// A notice that some points expire.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Notice {
    last_day: Day,
    points: i64,
    /// 30, 7 or 1.
    days_before: i64,
}

/// Expired lots in two lists: those that the member may still bring back, and those that the member brought back before.
type ExpiredLots = [Vec<(EndingLot, Timestamp)>; 2];

/// The changes that an account needs now.
#[derive(Debug, Default)]
struct Plan {
    member: Option<MemberId>,
    expired: ExpiredLots,
    notices: Vec<Notice>,
}

impl Plan {
    fn is_empty(&self) -> bool {
        self.notices.is_empty() && self.expired.iter().all(Vec::is_empty)
    }
}

/// The account's lots with the end that counts for each, in spending order.
pub fn ends_of(read: &Read<'_>, policies: &Policies, account: AccountId) -> AppResult<Vec<(EndingLot, Timestamp)>> {
    let lots = ledger::ending_lots(read, account)?;
    let last_active = match policies.needs_activity() && !lots.is_empty() {
        true => ledger::last_active(read, account)?.unwrap_or(Timestamp::from_millis(0)),
        false => Timestamp::from_millis(0),
    };
    let end = |lot: &EndingLot| policies.end_of(lot.dates, read.now(), last_active);
    Ok(lots.into_iter().map(|lot| (lot, end(&lot))).collect())
}

/// Points by their last day, of lots that have not expired and have an end.
fn by_last_day(ends: &[(EndingLot, Timestamp)], now: Timestamp) -> BTreeMap<Day, i64> {
    let mut days = BTreeMap::new();
    for (lot, end) in ends.iter().filter(|(_, end)| *end > now && *end != Timestamp::NEVER) {
        *days.entry(last_day_of(*end)).or_default() += lot.points;
    }
    days
}

fn expired(read: &Read<'_>, ends: &[(EndingLot, Timestamp)]) -> AppResult<ExpiredLots> {
    let mut expired = ExpiredLots::default();
    for (lot, end) in ends.iter().filter(|(_, end)| *end <= read.now()) {
        let came_back = queries::is_brought_back(read, lot.seq)?;
        expired[usize::from(came_back)].push((*lot, *end));
    }
    Ok(expired)
}

fn plan(read: &Read<'_>, policies: &Policies, account: AccountId) -> AppResult<Plan> {
    let Some(member) = queries::member_of(read, account)? else { return Ok(Plan::default()) };
    let ends = ends_of(read, policies, account)?;
    let mut plan = Plan { member: Some(member), expired: expired(read, &ends)?, notices: Vec::new() };
    let today = Day::of(read.now());
    let notices = policies.in_force(read.now()).map(|version| version.policy.notices).unwrap_or_default();
    for (last_day, points) in by_last_day(&ends, read.now()) {
        let days_left = last_day.number() - today.number();
        let Some(days_before) = notices.chosen().find(|days| days_left <= *days) else { break };
        let notice = Notice { last_day, points, days_before };
        if !queries::is_told(read, member, &notice)? {
            plan.notices.push(notice);
        }
    }
    Ok(plan)
}

/// Takes the expired points of an account, and gives the notices that are due. A second call does nothing.
fn settle(tx: &Tx<'_>, letters: &Letters, account: AccountId) -> AppResult<()> {
    let policies = expiry::policies(tx)?;
    let Plan { member, expired, notices } = plan(tx, &policies, account)?;
    let Some(member) = member else { return Ok(()) };
    take(tx, &policies, (member, account), expired)?;
    let mailed = mail(tx, letters, member, &notices)?;
    for notice in &notices {
        let mailed_on = (mailed == Some(notice)).then(|| Day::of(tx.now()));
        queries::insert_notice(tx, member, notice, mailed_on)?;
        tell(tx, member, "points_ending", &values_of(notice))?;
    }
    Ok(())
}

/// Queues one e-mail and returns its notice: the last notice of some points, or else the one with the most points. A
/// member who earns on many days has points that expire on many days, and an e-mail for each notice of each of them
/// would be too many, so the earlier notices have a limit of six days. The last notice has none, because nothing else
/// would tell a member who reads only e-mails that these points expire.
fn mail<'n>(tx: &Tx<'_>, letters: &Letters, member: MemberId, notices: &'n [Notice]) -> AppResult<Option<&'n Notice>> {
    let is_last = |notice: &Notice| notice.days_before == LAST_NOTICE;
    let rank = |notice: &&Notice| (is_last(notice), notice.points);
    let Some(most) = notices.iter().rev().max_by_key(rank) else { return Ok(None) };
    if !is_last(most) && queries::is_mailed_since(tx, member, Day::of(tx.now()).plus(1 - DAYS_BETWEEN_MAILS))? {
        return Ok(None);
    }
    let values = values_of(most);
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    let queued = letters.remind(tx, member, "points_ending", &values, end_of_day(most.last_day))?;
    Ok(queued.then_some(most))
}

fn values_of(notice: &Notice) -> [(&'static str, String); 2] {
    [("points", grouped(notice.points)), ("day", notice.last_day.to_string())]
}

/// Takes expired lots: those that expired for the first time, for which the member may have a time of grace, and those
/// that had come back.
fn take(
    tx: &Tx<'_>,
    policies: &Policies,
    (member, account): (MemberId, AccountId),
    [first_time, again]: ExpiredLots,
) -> AppResult<()> {
    let policy = policies.in_force(tx.now()).map(|version| version.policy);
    let grace = policy.filter(|policy| policy.grace_days > 0);
    for (lots, grace) in [(first_time, grace), (again, None)] {
        let Some(last_day) = lots.iter().map(|(_, end)| last_day_of(*end)).max() else { continue };
        let lots: Vec<EndingLot> = lots.into_iter().map(|(lot, _)| lot).collect();
        let posted = ledger::expire(tx, account, &lots, history("expiry"))?;
        let points = lots.iter().map(|lot| lot.points).sum();
        let event = || serde_json::json!({ "memberId": member, "points": points, "transactionId": posted.id });
        webhooks::emit(tx, "points.expired", event)?;
        let Some(grace) = grace else {
            notifications::notify(tx, member, "points_gone", &[("points", &grouped(points))])?;
            continue;
        };
        // The grace is counted from the run, so that a late run does not shorten it.
        let until_day = Day::of(tx.now()).plus(grace.grace_days - 1).max(last_day.plus(grace.grace_days));
        let expired = ExpiredPoints {
            id: posted.id,
            points,
            last_day,
            until: end_of_day(until_day),
            extra_days: grace.extra_days,
        };
        queries::insert_grace(tx, member, &expired)?;
        let values = [("points", grouped(points)), ("day", until_day.to_string())];
        tell(tx, member, "points_expired", &values)?;
    }
    Ok(())
}

/// Takes the points of a member that have ended, as the run would, before a change that takes points from the balance:
/// after midnight and before the run reaches the account, they are still in the balance and would be spent first.
/// Returns whether points were taken, so that the caller reads the balance again. Takes nothing while the clock is in
/// doubt, as in the run. Runs no statement without a policy, and one statement if no points have ended.
pub fn settle_ended(tx: &Tx<'_>, member: MemberId) -> AppResult<bool> {
    let policies = expiry::policies(tx)?;
    if policies.is_empty() {
        return Ok(false);
    }
    let Some(account) = ledger::account_with_ended_lot(tx, member)? else { return Ok(false) };
    let ends = ends_of(tx, &policies, account)?;
    let has_ended = ends.iter().any(|(_, end)| *end <= tx.now());
    if !has_ended || timekeeping::doubt(tx, tx.now())?.is_some() {
        return Ok(false);
    }
    let expired = expired(tx, &ends)?;
    take(tx, &policies, (member, account), expired)?;
    Ok(true)
}

/// Like [`settle_ended`], before a member earns points: where points end by inactivity, today's purchase would
/// otherwise renew points that ended at midnight.
pub fn settle_before_earning(tx: &Tx<'_>, member: MemberId) -> AppResult<bool> {
    if expiry::policies(tx)?.needs_activity() { settle_ended(tx, member) } else { Ok(false) }
}

fn tell(tx: &Tx<'_>, member: MemberId, kind: &'static str, values: &[(&str, String); 2]) -> AppResult<()> {
    notifications::notify(tx, member, kind, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
}

fn history(key: &str) -> Details {
    let text = |part: &str| localized(&format!("history.{key}.{part}"), &[]);
    Details {
        snapshot: Some(TransactionText { name: text("name"), description: text("description") }),
        ..Details::default()
    }
}

/// The points of a member that wait, those that end soon, and those that can be brought back.
pub fn outlook(read: &Read<'_>, member: MemberId) -> AppResult<PointsOutlook> {
    let policies = expiry::policies(read)?;
    let pending = ledger::pending_of(read, member)?.into_iter().map(WaitingPoints::from).collect();
    if policies.is_empty() {
        return Ok(PointsOutlook { pending, expiring: Vec::new(), expired: Vec::new() });
    }
    let ends = ends_of(read, &policies, ledger::account_of(read, member)?)?;
    let of_day = |(last_day, points)| EndingPoints { points, last_day };
    let today = Day::of(read.now());
    let returnable = |expired: ExpiredPoints| ReturnablePoints {
        transaction_id: expired.id,
        points: expired.points,
        last_day: expired.last_day,
        until: last_day_of(expired.until),
        use_by: today.plus(expired.extra_days),
    };
    Ok(PointsOutlook {
        pending,
        expiring: by_last_day(&ends, read.now()).into_iter().map(of_day).collect(),
        expired: queries::open_grace(read, member, read.now())?.into_iter().map(returnable).collect(),
    })
}

/// Brings expired points back, once. Fails with `not_found` and [`GRACE_OVER`].
pub fn bring_back(tx: &Tx<'_>, member: MemberId, id: TransactionId) -> AppResult<BroughtBack> {
    let expired = queries::find_grace(tx, member, id)?.ok_or(NOT_FOUND)?;
    if expired.until <= tx.now() {
        return Err(GRACE_OVER.into());
    }
    let use_by = Day::of(tx.now()).plus(expired.extra_days);
    let posted = ledger::bring_back(tx, id, end_of_day(use_by), history("brought_back"))?;
    queries::set_brought_back(tx, id, posted.id)?;
    let points = grouped(expired.points);
    let day = use_by.to_string();
    notifications::record(tx, member, "points_back", &[("points", &points), ("day", &day)])?;
    let balance = ledger::balance_of(tx, member)?;
    Ok(BroughtBack { transaction_id: posted.id, points: expired.points, balance, use_by })
}

/// Deletes some notices that are long past.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_notices(tx, Day::of(tx.now()).plus(-NOTICES_KEPT_DAYS))
}

/// Moves what can be brought back to the account that stays when two are merged.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_member(tx, from, into)
}
