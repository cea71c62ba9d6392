//! The rules that can still give points. The module computes the rest of their budgets, the bonuses to announce to a
//! member, the bonuses whose hours run now at an outlet, and those that a partner's outlets give now or next.

use serde::Serialize;

use super::timing::GivingTime;
use super::touching::MemberToday;
use super::{Bonus, Budget, EarningRule, GivenByRule, LiveRule, Occasion, PlaceOfPurchase, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, OutletId, PartnerId};
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::platform::store::Read;

/// The rules that are on and can still give something: neither over nor spent, and with a bonus. Only such a rule is
/// announced to members.
pub fn still_giving(read: &Read<'_>) -> AppResult<Vec<LiveRule>> {
    let (today, point_value) = (Day::of(read.now()), settings::cached(read)?.point_value_hkd);
    let mut found = Vec::new();
    for live in queries::live(read)? {
        let EarningRule { from, until, budget, caps, .. } = &live.rule;
        let over = until.is_some_and(|until| until < today || from.is_some_and(|from| from > until));
        let none = !live.rule.bonus.gives(settings::cached(read)?.carbon);
        let limited = budget.is_some() || caps.per_rule.is_some();
        if over || none || (limited && live.rule.is_spent(queries::given(read, live.id, today)?, point_value)) {
            continue;
        }
        found.push(live);
    }
    Ok(found)
}

impl EarningRule {
    /// Whether the budget or the cap of the rule is used up by what it has given.
    pub fn is_spent(&self, given: GivenByRule, point_value: PointsRate) -> bool {
        self.budget.is_some_and(|budget| budget.left(given, point_value) == 0)
            || self.caps.per_rule.is_some_and(|cap| given.points >= cap)
    }
}

impl Bonus {
    /// Whether it gives points. Nothing is entered while carbon is off, so points for each unit are not given then.
    fn gives(self, carbon: bool) -> bool {
        match self {
            Bonus::None => false,
            Bonus::PerUnit { .. } => carbon,
            _ => true,
        }
    }
}

impl Budget {
    /// The dollars that are left of a budget in dollars.
    pub fn left_hkd(self, given: GivenByRule) -> Option<Hkd> {
        match self {
            Budget::Points { .. } => None,
            Budget::Hkd { amount } => Some(Hkd::from_units(amount.units().saturating_sub(given.value / 100).max(0))),
        }
    }

    /// The points that are left of the budget. A budget in dollars gives nothing while a point has no value.
    pub fn left(self, given: GivenByRule, point_value: PointsRate) -> i64 {
        match self {
            Budget::Points { amount } => amount.saturating_sub(given.points).max(0),
            Budget::Hkd { amount } if point_value > PointsRate::ZERO => {
                amount.units().saturating_mul(100).saturating_sub(given.value).max(0) / point_value.units()
            }
            Budget::Hkd { .. } => 0,
        }
    }
}

/// The reason why a member gets a bonus that not every member gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BonusReason {
    /// The next purchase is the first.
    FirstPurchase,
    /// The next purchase is the n-th.
    NthPurchase,
    /// The member is new.
    Welcome,
    /// The member's birthday.
    Birthday,
    /// A goal gave it.
    Goal,
    /// The member's level.
    Level,
    /// The member belongs to a segment. Its name stays with the staff.
    Segment,
}

impl EarningRule {
    fn reason(&self) -> Option<BonusReason> {
        match self.occasion {
            Some(Occasion::FirstPurchase { .. }) => Some(BonusReason::FirstPurchase),
            Some(Occasion::NthPurchase { .. }) => Some(BonusReason::NthPurchase),
            Some(Occasion::Welcome { .. }) => Some(BonusReason::Welcome),
            Some(Occasion::Birthday { .. }) => Some(BonusReason::Birthday),
            None if self.granted => Some(BonusReason::Goal),
            None if self.level.is_some() => Some(BonusReason::Level),
            None => self.segment.map(|_| BonusReason::Segment),
        }
    }
}

/// A bonus that a member would get for a purchase on one of the next days.
#[derive(Clone, Debug)]
pub struct MemberBonus {
    /// The rule. Its partners are those at which the member's next purchase gets the bonus.
    pub live: LiveRule,
    /// The reason why the member gets it; `None` for a bonus for all members.
    pub reason: Option<BonusReason>,
    /// The first of these days.
    pub next_day: Day,
}

/// The bonuses that a member would get for a purchase from now to so many days ahead, at a place where the rule gives.
/// Fails with `not_found`.
pub fn bonuses_of(read: &Read<'_>, member: MemberId, days_ahead: i64) -> AppResult<Vec<MemberBonus>> {
    let giving = still_giving(read)?;
    if giving.is_empty() {
        return Ok(Vec::new());
    }
    let today = MemberToday::find(read, member)?;
    let mut found = Vec::new();
    for mut live in giving {
        let Some(next_day) = first_day(read, &today, &live, days_ahead)? else { continue };
        if let Some(partners) = today.partners_next(read, &live.rule)? {
            live.rule.partners = partners;
        }
        let reason = live.rule.reason();
        found.push(MemberBonus { live, reason, next_day });
    }
    Ok(found)
}

/// The first day, from today to so many days ahead, on which a purchase of the member would get the bonus.
fn first_day(read: &Read<'_>, of: &MemberToday, live: &LiveRule, days_ahead: i64) -> AppResult<Option<Day>> {
    let today = Day::of(read.now());
    for day in live.rule.next_days(read.now(), days_ahead) {
        let obstacles = of.of_person(read, live.id, &live.rule, day)?;
        let full = match live.rule.caps.per_day {
            Some(cap) if day == today => queries::given(read, live.id, today)?.today >= cap,
            _ => false,
        };
        if obstacles.is_empty() && !full {
            return Ok(Some(day));
        }
        // The other obstacles stay: a later day need not be looked at.
        if obstacles.iter().any(|obstacle| !obstacle.may_pass()) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// A bonus for all members whose hours run now.
#[derive(Clone, Debug)]
pub struct BonusHour {
    /// The rule.
    pub live: LiveRule,
    /// The end of the hours.
    pub ends: Timestamp,
    /// Its budget, or the cap of the rule if it has no budget; `None` without either.
    pub budget: Option<BudgetLeft>,
    /// Whether the rule gives nothing more today, because its budget, its cap or the cap of the day is used up.
    pub spent: bool,
}

/// A budget and its rest.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "unit", rename_all = "camelCase")]
pub enum BudgetLeft {
    /// A number of points.
    Points {
        /// The whole budget.
        amount: i64,
        /// The points that the rule can still give.
        left: i64,
    },
    /// Hong Kong dollars.
    Hkd {
        /// The whole budget.
        amount: Hkd,
        /// The dollars that the rule can still give.
        left: Hkd,
    },
}

/// The bonuses for all members whose hours run now at that place of a partner; the first to end comes first.
pub fn bonus_hours(read: &Read<'_>, partner: PartnerId, place: PlaceOfPurchase) -> AppResult<Vec<BonusHour>> {
    let outlet = place.outlet(read)?;
    let is_here =
        |rule: &EarningRule| rule.outlets.is_empty() || outlet.is_some_and(|outlet| rule.outlets.contains(&outlet));
    let mut found = Vec::new();
    for live in for_all_at(read, partner)?.into_iter().filter(|live| is_here(&live.rule)) {
        let Some(ends) = live.rule.hours_end(read.now()) else { continue };
        let (budget, spent) = budget_left(read, &live)?;
        found.push(BonusHour { live, ends, budget, spent: spent != Spent::No });
    }
    found.sort_by_key(|one| (one.ends, one.live.id));
    Ok(found)
}

/// A bonus for all members that a partner's outlets give now or next.
#[derive(Clone, Debug)]
pub struct PartnerBonus {
    /// The rule.
    pub live: LiveRule,
    /// The time in which it gives now, or the next one.
    pub time: GivingTime,
    /// Its budget, or the cap of the rule if it has no budget; `None` without either.
    pub budget: Option<BudgetLeft>,
    /// Whether it runs and gives nothing more today, because its budget, its cap or the cap of the day is used up.
    pub spent: bool,
}

/// The bonuses for all members that outlets of a partner give now, or next up to so many days ahead: first those that
/// run, the first to end before the others, and then the next ones in the order of their starts. Of those that are spent
/// only the running ones are there.
pub fn bonuses_at(
    read: &Read<'_>,
    partner: PartnerId,
    outlets: &[OutletId],
    days_ahead: i64,
) -> AppResult<Vec<PartnerBonus>> {
    let is_here =
        |rule: &EarningRule| rule.outlets.is_empty() || rule.outlets.iter().any(|outlet| outlets.contains(outlet));
    let mut found = Vec::new();
    for live in for_all_at(read, partner)?.into_iter().filter(|live| is_here(&live.rule)) {
        let Some(time) = live.rule.giving_time(read.now(), days_ahead) else { continue };
        let (budget, spent) = budget_left(read, &live)?;
        let runs = time.starts.is_none();
        if runs || spent != Spent::Forever {
            found.push(PartnerBonus { live, time, budget, spent: runs && spent != Spent::No });
        }
    }
    found.sort_by_key(|one| (one.time.starts, one.time.ends.is_none(), one.time.ends, one.live.id));
    Ok(found)
}

/// The rules that are on and give something to every member at a partner, or at some of its outlets.
fn for_all_at(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<LiveRule>> {
    let Some(kind) = queries::type_of(read, partner)? else { return Ok(Vec::new()) };
    let carbon = settings::cached(read)?.carbon;
    let mut found = queries::live(read)?;
    found.retain(|LiveRule { rule, .. }| {
        rule.is_for_all()
            && rule.bonus.gives(carbon)
            && (rule.partners.is_empty() || rule.partners.contains(&partner))
            && (rule.partner_types.is_empty() || rule.partner_types.contains(&kind))
    });
    Ok(found)
}

/// Whether a rule gives nothing more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spent {
    No,
    /// The cap of the day is used up.
    Today,
    /// The budget or the cap of the rule is used up.
    Forever,
}

/// The budget of a rule, or its cap, with what is left of it.
fn budget_left(read: &Read<'_>, live: &LiveRule) -> AppResult<(Option<BudgetLeft>, Spent)> {
    let EarningRule { caps, budget, .. } = live.rule;
    if budget.is_none() && caps.per_rule.is_none() && caps.per_day.is_none() {
        return Ok((None, Spent::No));
    }
    let given = queries::given(read, live.id, Day::of(read.now()))?;
    let point_value = settings::cached(read)?.point_value_hkd;
    let spent = if live.rule.is_spent(given, point_value) {
        Spent::Forever
    } else if caps.per_day.is_some_and(|cap| given.today >= cap) {
        Spent::Today
    } else {
        Spent::No
    };
    let in_points = |amount: i64| BudgetLeft::Points { amount, left: (amount - given.points).max(0) };
    let left = match budget {
        Some(whole @ Budget::Hkd { amount }) => whole.left_hkd(given).map(|left| BudgetLeft::Hkd { amount, left }),
        Some(Budget::Points { amount }) => Some(in_points(amount)),
        None => caps.per_rule.map(in_points),
    };
    Ok((left, spent))
}
