//! Earning rules: what members get for a purchase beyond the rates of the partner, set by operators without code.
//!
//! A rule has versions. A version may be edited until it is switched on for the first time; after that, a change makes
//! a new version, and the one that is on goes on until the new one takes over. An award keeps the version of each rule
//! that added to it. This module has no routes; the admin and the counter have them.

mod bonus;
mod check;
mod ending;
mod evaluate;
mod exclusion;
mod facts;
mod fitting;
mod giving;
mod grants;
mod meeting;
mod missed;
mod order;
mod past_bill;
mod places;
mod purchase;
mod queries;
mod rule;
pub mod simulation;
mod timing;
pub mod touching;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, PartnerId, RecordId, SegmentId, TransactionId};
use crate::base::points::PointsRate;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType};
use crate::core::ledger::EarnLine;
use crate::core::settings;
use crate::member::levels;
use crate::member::segments;
use crate::platform::store::{Read, Tx};

use bonus::LiveRules;
pub use bonus::{BonusLine, RuleBonus, bonus, bonus_by, bonus_for_anyone};
pub use ending::{RULE_END_STAYS, RULE_NOT_ON, end_today, take_end_back};
pub use evaluate::{
    EarlierPurchases, GivenByRule, GivenToMember, LiveRule, MemberPeriod, Purchase, RuleFacts, RuleLimit, RuleLine,
    evaluate,
};
pub use facts::{FactsOfAnyone, PlaceOfPurchase, StoredFacts};
pub use fitting::RuleMiss;
pub use giving::{
    BonusHour, BonusReason, BudgetLeft, MemberBonus, PartnerBonus, bonus_hours, bonuses_at, bonuses_of, still_giving,
};
pub use grants::{RULE_NOT_GRANTED, find_grant, grant, granted_factor, take_grant_back};
pub use meeting::{MeetingRule, meeting};
pub use missed::{MissedRule, missed};
pub use order::{MovedRule, RULE_ORDER_CHANGED, arrange};
pub use past_bill::PastBill;
pub use rule::{
    BirthdayWindow, Bonus, Budget, EarningRule, MultipliedPoints, Occasion, PendingScope, PurchaseScope, Rounding,
    RuleCaps, RulePending, Stacking,
};

/// The programme has as many earning rules as it may have.
pub const TOO_MANY_RULES: ProblemType = ProblemType::new("too_many_rules", 409, "Too many earning rules");

/// Most earning rules of a programme, those that are off included.
const MOST_RULES: i64 = 500;

/// A version of a rule.
#[derive(Clone, Debug)]
pub struct RuleVersion {
    /// Counts from 1.
    pub version: i64,
    /// The content of the version, with the present priority of the rule.
    pub rule: EarningRule,
    /// The priority that the writer of the version entered. Moving the rule in the list changes the present priority, not this
    /// one.
    written_priority: i64,
    /// The name of the person who wrote it.
    pub created_by: String,
    /// The time at which it was first saved.
    pub created: Timestamp,
    /// The time of the last edit.
    pub updated: Timestamp,
    /// The time at which it was first switched on; from then on it does not change.
    pub first_on: Option<Timestamp>,
}

impl RuleVersion {
    /// Whether it was never on.
    pub fn is_draft(&self) -> bool {
        self.first_on.is_none()
    }

    /// Its content as it was written. A simulation holds while this stays the same, also if the rule is moved in the list.
    pub fn as_written(&self) -> EarningRule {
        EarningRule { priority: self.written_priority, ..self.rule.clone() }
    }
}

/// The end that a person gave to a rule that is on. The version stays as it is.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = EarningRuleEnd)]
pub struct EndByHand {
    /// The last day.
    pub on: Day,
    /// The person's name.
    pub by: String,
    /// The time of the decision.
    pub at: Timestamp,
}

/// A rule with its live and its latest version, which may be the same.
#[derive(Clone, Debug)]
pub struct EarningRuleRecord {
    /// The rule's id; ids sort by creation.
    pub id: EarningRuleId,
    /// The version that is on.
    pub live: Option<RuleVersion>,
    /// The newest version.
    pub latest: RuleVersion,
    /// The end by hand of the version that is on.
    pub ended: Option<EndByHand>,
    /// The points of all versions together.
    pub given: GivenByRule,
    /// The time of the simulation of the latest version as it is now.
    pub simulated: Option<Timestamp>,
    /// The time of creation.
    pub created: Timestamp,
    /// The time of the last change.
    pub updated: Timestamp,
    /// Number of changes.
    pub changes: i64,
}

impl EarningRuleRecord {
    /// The version that counts: the one that is on, or else the newest.
    pub fn present(&self) -> &RuleVersion {
        self.live.as_ref().unwrap_or(&self.latest)
    }

    /// Whether the rule is on, and is not over.
    pub fn goes_on(&self, today: Day) -> bool {
        self.live.is_some() && !self.is_over(today)
    }

    /// Whether the last day of the rule is over, or lies before its first day, so that the rule gives nothing any more.
    pub fn is_over(&self, today: Day) -> bool {
        let never_starts = |last: Day| self.present().rule.from.is_some_and(|from| from > last);
        self.last_day().is_some_and(|last| last < today || never_starts(last))
    }

    /// The last day of the version that counts, by the version or by hand.
    pub fn last_day(&self) -> Option<Day> {
        self.present().rule.until.into_iter().chain(self.ended.as_ref().map(|ended| ended.on)).min()
    }
}

/// The days in which a goal lets a member earn by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Its id.
    pub id: RecordId,
    /// The first day.
    pub from: Day,
    /// The last day.
    pub until: Day,
}

/// The rules that are on.
pub fn live(read: &Read<'_>) -> AppResult<Vec<LiveRule>> {
    queries::live(read)
}

/// Counts what rules gave for an award towards their caps and budgets. The day is that of the purchase, which is
/// evaluated against what was given for that day.
pub fn count(
    tx: &Tx<'_>,
    lines: &[EarnLine],
    transaction: TransactionId,
    of: (MemberId, PartnerId, Day),
    point_value: PointsRate,
) -> AppResult<()> {
    let by_rules: Vec<&EarnLine> = lines.iter().filter(|line| line.rule.is_some() && line.points > 0).collect();
    queries::insert_lines(tx, &by_rules, transaction, of, point_value)
}

/// Gives back to caps and budgets what rules gave for an award that is taken back.
pub fn forget(tx: &Tx<'_>, member: MemberId, transaction: TransactionId) -> AppResult<()> {
    queries::undo_lines(tx, member, transaction)
}

/// Counts what all rules gave again, from the lines of awards. An import needs it, because it writes the lines only.
pub fn count_again(tx: &Tx<'_>) -> AppResult<()> {
    queries::count_again(tx)
}

/// Checks that all rules gave points for awards only, and that their totals are the sums of these points. The inner `Err`
/// is a sentence that names the first rule for which this is not so.
pub fn check_given(read: &Read<'_>) -> AppResult<Result<(), String>> {
    if let Some(rule) = queries::gave_without_award(read)? {
        return Ok(Err(format!("earning rule {rule} gave points in a transaction that is no award")));
    }
    Ok(match queries::wrong_totals(read)?.first() {
        Some(rule) => Err(format!("the totals of earning rule {rule} are not the sums of what it gave")),
        None => Ok(()),
    })
}

/// Moves what rules gave to an account that is merged to the account that stays.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_member(tx, from, into)
}

/// Every rule, oldest first.
pub fn list(read: &Read<'_>) -> AppResult<Vec<EarningRuleRecord>> {
    queries::list(read)
}

/// Finds a rule.
pub fn find(read: &Read<'_>, id: EarningRuleId) -> AppResult<Option<EarningRuleRecord>> {
    queries::find(read, id)
}

/// The rules whose live or newest version asks for a segment.
pub fn asking_for(read: &Read<'_>, segment: SegmentId) -> AppResult<Vec<EarningRuleRecord>> {
    let asks = |version: &RuleVersion| version.rule.segment == Some(segment);
    let mut found = queries::list(read)?;
    found.retain(|rule| asks(&rule.latest) || rule.live.as_ref().is_some_and(asks));
    Ok(found)
}

/// The versions of a rule, newest first.
pub fn versions(read: &Read<'_>, id: EarningRuleId) -> AppResult<Vec<RuleVersion>> {
    queries::versions(read, id)
}

/// The points that a rule gave since a day, their value in ten-thousandths of HK$, and the number of awards.
pub fn given_since(read: &Read<'_>, id: EarningRuleId, since: Day) -> AppResult<(i64, i64, i64)> {
    queries::given_since(read, id, since)
}

/// Adds a rule, which is off, with its first draft. Fails as [`checked`] does, and with [`TOO_MANY_RULES`].
pub fn create(tx: &Tx<'_>, rule: EarningRule, by: &str) -> AppResult<EarningRuleRecord> {
    if queries::count(tx)? >= MOST_RULES {
        return Err(TOO_MANY_RULES.into());
    }
    let (id, rule) = (EarningRuleId::made_at(tx.now()), checked(tx, None, rule)?);
    queries::insert(tx, id)?;
    queries::insert_version(tx, id, 1, &rule, by)?;
    written(tx, id)
}

/// Replaces the draft of a rule, or makes one from its latest version. Fails as [`checked`] does, and with `not_found`.
pub fn replace(tx: &Tx<'_>, id: EarningRuleId, rule: EarningRule, by: &str) -> AppResult<EarningRuleRecord> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    let rule = checked(tx, Some(id), rule)?;
    let (live, latest) = (before.live.map(|live| live.version), before.latest);
    if latest.is_draft() {
        queries::update_version(tx, id, latest.version, &rule)?;
        queries::update(tx, id, live, latest.version)?;
    } else {
        queries::insert_version(tx, id, latest.version + 1, &rule, by)?;
        queries::update(tx, id, live, latest.version + 1)?;
    }
    written(tx, id)
}

/// Drops the draft of a rule, and the rule itself if it was never on. Fails with `not_found` without a draft.
pub fn drop_draft(tx: &Tx<'_>, id: EarningRuleId) -> AppResult<()> {
    let found = queries::find(tx, id)?.filter(|found| found.latest.is_draft()).ok_or(NOT_FOUND)?;
    if found.latest.version == 1 {
        return queries::delete(tx, id);
    }
    let earlier = found.latest.version - 1;
    queries::update(tx, id, found.live.map(|live| live.version), earlier)?;
    queries::delete_version(tx, id, found.latest.version)
}

/// Fails as [`checked`] does, because partners and other rules may have changed since a version was written, with
/// `rule_is_over` if the last hours in which it applies have passed, and with `rule_pending_before_start` for a rule that
/// begins now and whose points would wait until an earlier day.
pub fn check_to_switch_on(read: &Read<'_>, id: EarningRuleId, rule: EarningRule) -> AppResult<()> {
    let rule = checked(read, Some(id), rule)?;
    // Without a first day, the rule begins today.
    let released = rule.pending.and_then(|pending| pending.until).filter(|_| rule.from.is_none());
    if released.is_some_and(|day| day < Day::of(read.now())) {
        return Err(AppError::invalid_field("pending.until", "rule_pending_before_start"));
    }
    if rule.end().is_some_and(|end| end <= read.now()) {
        return Err(AppError::invalid_field("until", "rule_is_over"));
    }
    Ok(())
}

/// Switches the latest version of a rule on, in place of the one that is on. Fails with `not_found`, and as
/// [`check_to_switch_on`] does.
pub fn switch_on(tx: &Tx<'_>, id: EarningRuleId) -> AppResult<EarningRuleRecord> {
    let found = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    let version = found.latest.version;
    check_to_switch_on(tx, id, found.latest.rule)?;
    queries::mark_on(tx, id, version)?;
    queries::spans::end(tx, id)?;
    queries::spans::begin(tx, id, version)?;
    queries::update(tx, id, Some(version), version)?;
    tx.invalidate::<LiveRules>();
    written(tx, id)
}

/// Switches a rule off. Points that it gave stay. Fails with `not_found`.
pub fn switch_off(tx: &Tx<'_>, id: EarningRuleId) -> AppResult<EarningRuleRecord> {
    let found = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    if found.live.is_some() {
        queries::update(tx, id, None, found.latest.version)?;
        queries::spans::end(tx, id)?;
        tx.invalidate::<LiveRules>();
    }
    written(tx, id)
}

fn written(read: &Read<'_>, id: EarningRuleId) -> AppResult<EarningRuleRecord> {
    queries::find(read, id)?.ok_or_else(|| anyhow::anyhow!("the earning rule {id} just written is missing").into())
}

/// The rule as it would be stored, for the rule with that id. Fails as [`EarningRule::checked`] does, with
/// `rule_never_applies` for partners and outlets that do not exist or exclude each other and for a segment whose members
/// cannot meet the other conditions, and with `rules_overlap` for the priority and for each rule that it overlaps.
pub fn checked(read: &Read<'_>, id: Option<EarningRuleId>, rule: EarningRule) -> AppResult<EarningRule> {
    checked_among(read, id, rule, &queries::live(read)?)
}

/// Checks a rule as [`checked`] does. The caller passes the rules that are on, so that they are read once.
pub fn checked_among(
    read: &Read<'_>,
    id: Option<EarningRuleId>,
    rule: EarningRule,
    live: &[LiveRule],
) -> AppResult<EarningRule> {
    let today = Day::of(read.now());
    let rule = rule.checked(today)?;
    let mut problems = places::wrong(read, &rule)?;
    if matches!(rule.budget, Some(Budget::Hkd { .. })) && settings::cached(read)?.point_value_hkd == PointsRate::ZERO {
        problems.push(FieldProblem::new("budget.unit", "rule_divides_by_zero"));
    }
    if let Some(level) = rule.level
        && levels::name(read, level)?.is_none()
    {
        problems.push(FieldProblem::new("level", "unknown_level"));
    }
    if let Some(segment) = rule.segment {
        match segments::find(read, segment)? {
            None => problems.push(FieldProblem::new("segment", "unknown_segment")),
            Some(found) if !rule.is_for_some_of(&found.conditions, today) => {
                problems.push(FieldProblem::new("segment", "rule_never_applies"));
            }
            Some(_) => {}
        }
    }
    let mut others = Vec::new();
    // A rule that is over gives no more points, so it cannot overlap with this rule.
    for other in live.iter().filter(|other| other.goes_on(read.now())) {
        if Some(other.id) != id && other.rule.overlaps_without_order(&rule) && places::shared(read, &other.rule, &rule)?
        {
            others.push(other);
        }
    }
    if !others.is_empty() {
        problems.push(FieldProblem::new("priority", "rules_overlap"));
        problems.extend(
            others.iter().map(|other| FieldProblem::new(format!("earningRules[{}]", other.id), "rules_overlap")),
        );
    }
    if problems.is_empty() { Ok(rule) } else { Err(AppError::invalid(problems)) }
}
