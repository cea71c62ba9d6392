//! The input of the evaluation: the purchase, and the facts about the member, the outlet and the points that rules have
//! given so far.

use super::rule::{EarningRule, PurchaseScope};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::LocalTime;
use crate::base::id::{CarbonFactorId, EarningRuleId, OutletId, PartnerId, SegmentId};
use crate::base::points::{Hkd, Measure, PointsRate};
use crate::base::problem::AppResult;
use crate::core::members::Birthday;

/// A rule that is on, in its present version.
#[derive(Clone, Debug)]
pub struct LiveRule {
    /// The rule.
    pub id: EarningRuleId,
    /// The version.
    pub version: i64,
    /// Its content.
    pub rule: EarningRule,
}

/// A purchase, as rules see it.
#[derive(Clone, Debug)]
pub struct Purchase<'a> {
    /// The partner of the purchase.
    pub partner: PartnerId,
    /// The type of that partner.
    pub partner_type: &'a str,
    /// The bill.
    pub amount: Hkd,
    /// Whether the member showed an Enjoy Card.
    pub enjoy_card: bool,
    /// Points by the partner's base rate.
    pub base: i64,
    /// Points by the partner's extra rate.
    pub card: i64,
    /// When, in Hong Kong.
    pub at: LocalTime,
    /// The value of a point.
    pub point_value: PointsRate,
}

/// Points that a rule has given so far. Awards that were taken back do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenByRule {
    /// In total.
    pub points: i64,
    /// The value of the points when they were given, in ten-thousandths of HK$.
    pub value: i64,
    /// On the day of the purchase.
    pub today: i64,
}

/// Points that a rule has given to one member so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenToMember {
    /// In total.
    pub points: i64,
    /// On the day of the purchase.
    pub today: i64,
    /// In the calendar year of the purchase.
    pub this_year: i64,
}

/// The period whose points a limit for each member counts. It ends with the day of the purchase or later, because a claim
/// may earn late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberPeriod {
    /// The day of the purchase.
    Day,
    /// The calendar year of the purchase.
    Year,
    /// All the time.
    Always,
}

impl MemberPeriod {
    /// The first day that counts for a purchase of that day.
    pub fn first_day(self, of: Day) -> Day {
        match self {
            MemberPeriod::Day => of,
            MemberPeriod::Year => of.first_of_year(),
            MemberPeriod::Always => Day::from_number(0),
        }
    }
}

/// The member's purchases that have been counted before this one. Awards that were taken back do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EarlierPurchases {
    /// All of them.
    pub counted: i64,
    /// Those that were made before this one. They are fewer if this one earns late, such as by a claim.
    pub made: i64,
}

/// Facts that rules need beyond the purchase itself. A rule asks only for the facts that it needs, after its other
/// conditions have been met.
pub trait RuleFacts {
    /// Receives the rules whose other conditions the purchase meets, so that one query can read the facts about the
    /// member for all of them.
    fn expect(&mut self, _rules: &[&LiveRule]) -> AppResult<()> {
        Ok(())
    }
    /// The outlet of the purchase, if it was made at a till.
    fn outlet(&mut self) -> AppResult<Option<OutletId>>;
    /// The time at which the member joined.
    fn joined(&mut self) -> AppResult<Timestamp>;
    /// The member's birthday, if it is known.
    fn birthday(&mut self) -> AppResult<Option<Birthday>>;
    /// Whether the member belongs to a segment.
    fn belongs(&mut self, segment: SegmentId) -> AppResult<bool>;
    /// The level that the member holds; 0 for none.
    fn level(&mut self) -> AppResult<i64>;
    /// Whether a goal has given the rule to the member for the day of the purchase.
    fn is_granted(&mut self, rule: EarningRuleId) -> AppResult<bool>;
    /// The units of a carbon factor that the cashier entered with the purchase; zero if none.
    fn entered(&mut self, factor: CarbonFactorId) -> AppResult<Measure>;
    /// The number of the member's purchases before this one.
    fn purchases_before(&mut self, at: PurchaseScope) -> AppResult<EarlierPurchases>;
    /// The number of the member's purchases for which the rule has given points.
    fn times_given(&mut self, rule: EarningRuleId, at: PurchaseScope) -> AppResult<i64>;
    /// The points that the rule has given.
    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule>;
    /// The points that the rule has given to the member. Points from before the period may be left out.
    fn given_to_member(&mut self, rule: EarningRuleId, over: MemberPeriod) -> AppResult<GivenToMember>;
    /// The results of [`given`](Self::given) and of [`given_to_member`](Self::given_to_member) together. A rule that has
    /// limits of its own and limits for each member needs both, and one statement can read them.
    fn given_and_to_member(
        &mut self,
        rule: EarningRuleId,
        over: MemberPeriod,
    ) -> AppResult<(GivenByRule, GivenToMember)> {
        Ok((self.given(rule)?, self.given_to_member(rule, over)?))
    }
}
