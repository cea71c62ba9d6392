//! Goals: stamp cards and challenges. Both use the same code, and operators set them up without programming. Purchases
//! count towards a target within a window; reaching it gives points, a coupon or a badge, once.
//!
//! A goal has versions. A version may be edited until it is switched on for the first time. A member's card keeps the
//! version under which it began, so that a later version does not change its target.

mod check;
mod cost;
mod count;
mod goal;
mod http;
mod notice;
mod queries;
mod reward;
mod shown;
mod views;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{GoalId, MemberId, PartnerId, RecordId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType};
use crate::member::earning_rules;
use crate::member::partners;
use crate::platform::store::{Read, Tx};

pub use check::reward_problems;
pub use cost::{GoalCost, cost, cost_of};
pub use count::{GoalStep, GoalSteps, count, forget, stamp};
pub use goal::{Counted, Goal, GoalKind, GoalReward, GoalWindow};
pub use http::routes;
pub use notice::tell_ending;
pub use queries::KnownGoals;
pub use reward::{GivenReward, MultipliedDays, RewardWords, give_owed, give_reward, multiplied_days, take_reward_back};
pub use shown::{ShownReward, reward as shown_reward};
pub use views::{CardHeld, held};

/// The programme has as many goals as it may have.
pub const TOO_MANY_GOALS: ProblemType = ProblemType::new("too_many_goals", 409, "Too many goals");

/// The goal takes no stamp from the member now: it is off, over, spent, or reached already.
pub const STAMP_UNAVAILABLE: ProblemType = ProblemType::new("stamp_unavailable", 409, "No stamp now");

/// Most goals of a programme, those that are off included.
const MOST_GOALS: usize = 200;

/// A purchase that earned points, as goals see it.
#[derive(Clone, Copy, Debug)]
pub struct CountedPurchase {
    /// The transaction of its points.
    pub transaction: TransactionId,
    /// The buyer.
    pub member: MemberId,
    /// The partner.
    pub partner: PartnerId,
    /// The bill.
    pub amount: Hkd,
    /// The points that it earned.
    pub points: i64,
    /// The moment of the purchase, which may be days before its points: purchases of a file and approved claims.
    pub at: Timestamp,
}

/// An event that adds to a card: a purchase, or the scan of a campaign's code, which has no partner.
struct Addition {
    member: MemberId,
    /// The transaction of the purchase, or the id of the claim.
    source: TransactionId,
    partner: Option<PartnerId>,
    amount: i64,
    /// The day of the purchase, or of the scan.
    day: Day,
}

/// A version of a goal.
#[derive(Clone, Debug)]
pub struct GoalVersion {
    /// Counts from 1.
    pub version: i64,
    /// Its content.
    pub goal: Goal,
    /// The name of the person who wrote it.
    pub created_by: String,
    /// The time at which it was first saved.
    pub created: Timestamp,
    /// The time of the last edit.
    pub updated: Timestamp,
    /// The time at which it was first switched on; from then on it does not change.
    pub first_on: Option<Timestamp>,
}

/// A goal with all its versions.
#[derive(Clone, Debug)]
pub struct GoalRecord {
    /// The goal's id; ids sort by creation.
    pub id: GoalId,
    /// The version that is on.
    pub live: Option<i64>,
    /// The versions, the newest first; never empty.
    pub versions: Vec<GoalVersion>,
    /// Cards that members have begun.
    pub cards: i64,
    /// Cards whose target was reached.
    pub rewards: i64,
    /// The time of creation.
    pub created: Timestamp,
    /// The time of the last change.
    pub updated: Timestamp,
    /// Number of changes.
    pub changes: i64,
}

impl GoalRecord {
    /// The newest version.
    pub fn latest(&self) -> &GoalVersion {
        &self.versions[0]
    }

    /// The version with that number.
    pub fn version(&self, number: i64) -> Option<&GoalVersion> {
        self.versions.iter().find(|version| version.version == number)
    }

    /// The version that is on.
    pub fn live_version(&self) -> Option<&GoalVersion> {
        self.live.and_then(|number| self.version(number))
    }
}

/// A member's card of a goal.
#[derive(Clone, Debug)]
pub struct GoalCard {
    /// Counts the member's cards of the goal from 1.
    pub number: i64,
    /// The version under which it began.
    pub version: i64,
    /// In the unit of the goal; cents for a sum of bills.
    pub progress: i64,
    /// The time of the first purchase that counted.
    pub started: Timestamp,
    /// The first moment at which nothing counts any more.
    pub ends: Option<Timestamp>,
    /// The time at which the target was reached.
    pub reached: Option<Timestamp>,
    /// The transaction of the points of the reward.
    pub transaction: Option<TransactionId>,
    /// The coupon of the reward.
    pub redemption: Option<RedemptionId>,
    /// The days in which the member earns by a rule, as the reward.
    pub grant: Option<RecordId>,
    /// Whether the reward could not be given yet.
    pub owed: bool,
    /// The time at which the member saw that the target was reached.
    pub seen: Option<Timestamp>,
}

impl GoalCard {
    /// Whether purchases count towards it at that moment.
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.reached.is_none() && self.ends.is_none_or(|ends| now < ends)
    }
}

/// Every goal, oldest first.
pub fn list(read: &Read<'_>) -> AppResult<Vec<GoalRecord>> {
    queries::list(read)
}

/// Finds a goal.
pub fn find(read: &Read<'_>, id: GoalId) -> AppResult<Option<GoalRecord>> {
    queries::find(read, id)
}

/// The goal whose reward a transaction of a member gave, with its name at that time.
pub fn of_reward(
    read: &Read<'_>,
    member: MemberId,
    transaction: TransactionId,
) -> AppResult<Option<(GoalId, LocalizedText)>> {
    let Some((id, version)) = queries::rewarded_by(read, member, transaction)? else { return Ok(None) };
    let found = find(read, id)?;
    Ok(found.and_then(|goal| goal.version(version).map(|version| (id, version.goal.name.clone()))))
}

/// Adds a goal, which is off, with its first draft. Fails as [`checked`] does, and with [`TOO_MANY_GOALS`].
pub fn create(tx: &Tx<'_>, goal: Goal, by: &str) -> AppResult<GoalRecord> {
    if list(tx)?.len() >= MOST_GOALS {
        return Err(TOO_MANY_GOALS.into());
    }
    let (id, goal) = (GoalId::made_at(tx.now()), checked(tx, goal)?);
    queries::insert(tx, id)?;
    queries::insert_version(tx, id, 1, &goal, by)?;
    written(tx, id)
}

/// Replaces the draft of a goal, or makes one. Fails as [`checked`] does, and with `not_found`.
pub fn replace(tx: &Tx<'_>, id: GoalId, goal: Goal, by: &str) -> AppResult<GoalRecord> {
    let before = find(tx, id)?.ok_or(NOT_FOUND)?;
    let goal = checked(tx, goal)?;
    let latest = before.latest();
    let number = if latest.first_on.is_none() {
        queries::update_version(tx, id, latest.version, &goal)?;
        latest.version
    } else {
        queries::insert_version(tx, id, latest.version + 1, &goal, by)?;
        latest.version + 1
    };
    queries::update(tx, id, before.live, number)?;
    written(tx, id)
}

/// Drops the draft of a goal, and the goal itself if it was never on. Fails with `not_found` without a draft.
pub fn drop_draft(tx: &Tx<'_>, id: GoalId) -> AppResult<()> {
    let found = find(tx, id)?.filter(|found| found.latest().first_on.is_none()).ok_or(NOT_FOUND)?;
    let draft = found.latest().version;
    if draft == 1 {
        return queries::delete(tx, id);
    }
    queries::update(tx, id, found.live, draft - 1)?;
    queries::delete_version(tx, id, draft)
}

/// Switches the latest version of a goal on, in place of the one that is on. Cards under way keep their version. Fails
/// with `not_found`, with `day_passed` if its last day is over, with `rule_is_off` if the earning rule of its reward is
/// off, and as [`checked`] does.
pub fn switch_on(tx: &Tx<'_>, id: GoalId) -> AppResult<GoalRecord> {
    let found = find(tx, id)?.ok_or(NOT_FOUND)?;
    let goal = checked(tx, found.latest().goal.clone())?;
    if goal.is_over(Day::of(tx.now())) {
        return Err(AppError::invalid_field("until", "day_passed"));
    }
    if let GoalReward::Multiplier { rule, .. } = goal.reward
        && earning_rules::find(tx, rule)?.is_none_or(|rule| !rule.goes_on(Day::of(tx.now())))
    {
        return Err(AppError::invalid_field("reward.rule", "rule_is_off"));
    }
    let version = found.latest().version;
    queries::mark_on(tx, id, version)?;
    queries::update(tx, id, Some(version), version)?;
    tx.invalidate::<KnownGoals>();
    written(tx, id)
}

/// Switches a goal off. What it gave stays, and cards under way rest. Fails with `not_found`.
pub fn switch_off(tx: &Tx<'_>, id: GoalId) -> AppResult<GoalRecord> {
    let found = find(tx, id)?.ok_or(NOT_FOUND)?;
    if found.live.is_some() {
        queries::update(tx, id, None, found.latest().version)?;
        tx.invalidate::<KnownGoals>();
    }
    written(tx, id)
}

fn written(read: &Read<'_>, id: GoalId) -> AppResult<GoalRecord> {
    find(read, id)?.ok_or_else(|| anyhow::anyhow!("the goal {id} just written is missing").into())
}

/// The goal as it would be stored. Fails as [`Goal::checked`] does, with `goal_unreachable` for partners that do not
/// exist, with `unknown_item` for an item that is no coupon on sale, and with `unknown_rule` for an earning rule that
/// goals cannot give.
pub fn checked(read: &Read<'_>, goal: Goal) -> AppResult<Goal> {
    with_known_parts(read, goal.checked()?)
}

/// Checks a goal as [`checked`] does, except for its name.
fn checked_conditions(read: &Read<'_>, goal: Goal) -> AppResult<Goal> {
    with_known_parts(read, goal.checked_without_name()?)
}

fn with_known_parts(read: &Read<'_>, goal: Goal) -> AppResult<Goal> {
    let mut problems = Vec::new();
    for (at, partner) in goal.partners.iter().enumerate() {
        if partners::find(read, *partner)?.is_none() {
            let field = format!("partners[{at}]");
            problems.push(FieldProblem::new(field, "goal_unreachable"));
        }
    }
    if let Some((part, code)) = check::unknown_part(read, goal.reward)? {
        let field = format!("reward.{part}");
        problems.push(FieldProblem::new(field, code));
    }
    if problems.is_empty() { Ok(goal) } else { Err(AppError::invalid(problems)) }
}

/// Marks the reached targets of a goal as seen by the member.
pub fn see(tx: &Tx<'_>, member: MemberId, goal: GoalId) -> AppResult<()> {
    queries::mark_seen(tx, member, goal)
}

/// Moves the cards of an account that is merged to the account that stays, behind its own.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_member(tx, from, into)
}

/// The name of a partner.
fn partner_name(read: &Read<'_>, id: PartnerId) -> AppResult<Option<LocalizedText>> {
    Ok(partners::find(read, id)?.map(|found| found.input.name))
}
