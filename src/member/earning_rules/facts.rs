//! The facts of rules from the database, each read at most once for a purchase.

use super::evaluate::{EarlierPurchases, GivenByRule, GivenToMember, LiveRule, MemberPeriod, RuleFacts};
use super::queries;
use super::rule::PurchaseScope;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, EarningRuleId, MemberId, OutletId, PartnerId, SegmentId, TillId};
use crate::base::points::Measure;
use crate::base::problem::AppResult;
use crate::core::members::{Birthday, birthdays};
use crate::member::carbon::EnteredQuantity;
use crate::member::levels;
use crate::member::segments;
use crate::platform::store::Read;

/// The place of a purchase.
#[derive(Clone, Copy, Debug)]
pub enum PlaceOfPurchase {
    /// At a till, whose outlet is looked up.
    Till(TillId),
    /// At an outlet.
    Outlet(OutletId),
    /// At no outlet.
    Elsewhere,
}

impl PlaceOfPurchase {
    /// The outlet.
    pub(super) fn outlet(self, read: &Read<'_>) -> AppResult<Option<OutletId>> {
        match self {
            PlaceOfPurchase::Till(till) => queries::outlet_of(read, till),
            PlaceOfPurchase::Outlet(outlet) => Ok(Some(outlet)),
            PlaceOfPurchase::Elsewhere => Ok(None),
        }
    }
}

/// The facts about a purchase of a member that is made now, or that was made earlier and earns now.
pub struct StoredFacts<'r, 'c> {
    read: &'r Read<'c>,
    member: MemberId,
    joined: Timestamp,
    partner: PartnerId,
    place: PlaceOfPurchase,
    entered: &'r [EnteredQuantity],
    bought: Timestamp,
    at: Day,
    outlet: Option<Option<OutletId>>,
    birthday: Option<Option<Birthday>>,
    here: Option<EarlierPurchases>,
    everywhere: Option<EarlierPurchases>,
    /// The segments that rules have as a condition and that the member belongs to.
    segments: Vec<SegmentId>,
    granted: Option<Vec<EarningRuleId>>,
    level: Option<i64>,
}

impl<'r, 'c> StoredFacts<'r, 'c> {
    /// The facts of a purchase for which the cashier entered no quantities. The member joined at `joined`.
    pub fn new(
        read: &'r Read<'c>,
        (member, joined): (MemberId, Timestamp),
        partner: PartnerId,
        place: PlaceOfPurchase,
        bought: Timestamp,
    ) -> Self {
        let (outlet, birthday, here, everywhere, granted, level) = (None, None, None, None, None, None);
        let at = Day::of(bought);
        let (entered, segments) = (&[], Vec::new());
        Self {
            read,
            member,
            joined,
            partner,
            place,
            entered,
            bought,
            at,
            outlet,
            birthday,
            here,
            everywhere,
            segments,
            granted,
            level,
        }
    }

    /// Adds the quantities that the cashier entered.
    pub fn with_entered(self, entered: &'r [EnteredQuantity]) -> Self {
        Self { entered, ..self }
    }
}

impl RuleFacts for StoredFacts<'_, '_> {
    fn expect(&mut self, rules: &[&LiveRule]) -> AppResult<()> {
        let mut asked: Vec<SegmentId> = rules.iter().filter_map(|live| live.rule.segment).collect();
        asked.sort_unstable();
        asked.dedup();
        if !asked.is_empty() {
            self.segments = segments::those_of(self.read, &asked, self.member)?;
        }
        Ok(())
    }

    fn outlet(&mut self) -> AppResult<Option<OutletId>> {
        if let Some(known) = self.outlet {
            return Ok(known);
        }
        Ok(*self.outlet.insert(self.place.outlet(self.read)?))
    }

    fn joined(&mut self) -> AppResult<Timestamp> {
        Ok(self.joined)
    }

    fn birthday(&mut self) -> AppResult<Option<Birthday>> {
        match self.birthday {
            Some(known) => Ok(known),
            None => Ok(*self.birthday.insert(birthdays::find(self.read, self.member)?)),
        }
    }

    fn belongs(&mut self, segment: SegmentId) -> AppResult<bool> {
        Ok(self.segments.contains(&segment))
    }

    fn level(&mut self) -> AppResult<i64> {
        match self.level {
            Some(known) => Ok(known),
            None => Ok(*self.level.insert(levels::of_member(self.read, self.member, self.at)?)),
        }
    }

    fn is_granted(&mut self, rule: EarningRuleId) -> AppResult<bool> {
        let granted = match &self.granted {
            Some(known) => known,
            None => self.granted.insert(queries::granted(self.read, self.member, self.at)?),
        };
        Ok(granted.contains(&rule))
    }

    fn entered(&mut self, factor: CarbonFactorId) -> AppResult<Measure> {
        Ok(quantity_of(self.entered, factor))
    }

    fn purchases_before(&mut self, at: PurchaseScope) -> AppResult<EarlierPurchases> {
        let known = match at {
            PurchaseScope::Partner => self.here,
            PurchaseScope::Programme => self.everywhere,
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let found = if self.bought < self.read.now() {
            queries::purchases::counted_until(self.read, self.member, self.partner, (at, self.bought))?
        } else {
            let counted = queries::purchases::counted(self.read, self.member, self.partner, at)?;
            EarlierPurchases { counted, made: counted }
        };
        match at {
            PurchaseScope::Partner => self.here = Some(found),
            PurchaseScope::Programme => self.everywhere = Some(found),
        }
        Ok(found)
    }

    fn times_given(&mut self, rule: EarningRuleId, at: PurchaseScope) -> AppResult<i64> {
        queries::purchases::times_given(self.read, rule, self.member, (at, self.partner))
    }

    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule> {
        queries::given(self.read, rule, self.at)
    }

    fn given_to_member(&mut self, rule: EarningRuleId, over: MemberPeriod) -> AppResult<GivenToMember> {
        queries::given_to_member(self.read, rule, self.member, (self.at, over))
    }

    fn given_and_to_member(
        &mut self,
        rule: EarningRuleId,
        over: MemberPeriod,
    ) -> AppResult<(GivenByRule, GivenToMember)> {
        queries::given_and_to_member(self.read, rule, self.member, (self.at, over))
    }
}

/// The facts about a present purchase whose member is not known yet. The member counts as one to whom no rule has given
/// points. The caller leaves out rules with further conditions about the member.
pub struct FactsOfAnyone<'r, 'c> {
    read: &'r Read<'c>,
    place: PlaceOfPurchase,
    entered: &'r [EnteredQuantity],
    at: Day,
}

impl<'r, 'c> FactsOfAnyone<'r, 'c> {
    /// The facts of a purchase with the quantities that the cashier entered.
    pub fn new(read: &'r Read<'c>, place: PlaceOfPurchase, entered: &'r [EnteredQuantity], at: Day) -> Self {
        Self { read, place, entered, at }
    }
}

impl RuleFacts for FactsOfAnyone<'_, '_> {
    fn outlet(&mut self) -> AppResult<Option<OutletId>> {
        self.place.outlet(self.read)
    }

    fn joined(&mut self) -> AppResult<Timestamp> {
        Ok(self.read.now())
    }

    fn birthday(&mut self) -> AppResult<Option<Birthday>> {
        Ok(None)
    }

    fn belongs(&mut self, _: SegmentId) -> AppResult<bool> {
        Ok(false)
    }

    fn level(&mut self) -> AppResult<i64> {
        Ok(0)
    }

    fn is_granted(&mut self, _: EarningRuleId) -> AppResult<bool> {
        Ok(false)
    }

    fn entered(&mut self, factor: CarbonFactorId) -> AppResult<Measure> {
        Ok(quantity_of(self.entered, factor))
    }

    fn purchases_before(&mut self, _: PurchaseScope) -> AppResult<EarlierPurchases> {
        Ok(EarlierPurchases::default())
    }

    fn times_given(&mut self, _: EarningRuleId, _: PurchaseScope) -> AppResult<i64> {
        Ok(0)
    }

    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule> {
        queries::given(self.read, rule, self.at)
    }

    fn given_to_member(&mut self, _: EarningRuleId, _: MemberPeriod) -> AppResult<GivenToMember> {
        Ok(GivenToMember::default())
    }
}

fn quantity_of(entered: &[EnteredQuantity], factor: CarbonFactorId) -> Measure {
    entered.iter().find(|one| one.factor_id == factor).map_or(Measure::ZERO, |one| one.quantity)
}
