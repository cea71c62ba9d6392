//! The rules that could apply to one member's next purchase, and why the others could not. What depends on the purchase
//! itself is left out: its place, day of the week, hour and amount.

use std::cell::RefCell;
use std::collections::HashMap;

use serde::Serialize;

use super::evaluate::{GivenToMember, MemberPeriod};
use super::fitting::falls;
use super::rule::{EarningRule, Occasion, PurchaseScope};
use super::{EarningRuleRecord, places, queries};
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, PartnerId, SegmentId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members::{self, MemberRecord, Status, birthdays};
use crate::core::settings;
use crate::member::levels;
use crate::member::segments;
use crate::platform::store::Read;

/// A reason for which a rule gives a member nothing at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schema(as = EarningRuleObstacle)]
pub enum RuleObstacle {
    /// The account is suspended.
    Suspended,
    /// The rule is off.
    Off,
    /// The rule starts on a later day.
    NotStarted {
        /// Its first day.
        from: Day,
    },
    /// The last day of the rule is over.
    Ended {
        /// Its last day.
        on: Day,
    },
    /// The budget or the cap of the rule is spent.
    Spent,
    /// The cap of a day is reached for today.
    DaySpent,
    /// The member is not in the segment.
    Segment {
        /// The segment.
        segment: SegmentId,
    },
    /// The member does not hold the level or a higher one.
    Level {
        /// The lowest level.
        level: i64,
    },
    /// No goal has given the rule to the member for today.
    NotGranted,
    /// The member has bought before, at each partner that the rule asks about.
    NotFirst,
    /// The purchase that counts comes later.
    NotYet {
        /// Purchases before it.
        purchases: i64,
    },
    /// The purchase that counts is over.
    NthPassed,
    /// The member joined too long ago.
    WelcomeOver {
        /// The last day of the welcome.
        on: Day,
    },
    /// The member has not told the birthday.
    NoBirthday,
    /// It is not the time of the birthday.
    NotBirthday,
    /// The member had the gift of this year.
    BirthdayGiven,
    /// The cap of a member is reached.
    MemberSpent,
    /// The cap of a member's day is reached for today.
    MemberDaySpent,
}

impl RuleObstacle {
    /// Returns whether the obstacle may be gone on a later day, though the member does nothing.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(self, RuleObstacle::NotBirthday | RuleObstacle::NotGranted | RuleObstacle::MemberDaySpent)
    }
}

/// A rule and a member.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleOfMember)]
pub struct RuleOfMember {
    /// The rule.
    pub rule: EarningRuleId,
    /// The reason why it gives the member nothing at present; empty if it could apply to the next purchase.
    pub obstacles: Vec<RuleObstacle>,
}

/// A member today, as rules ask about them.
pub(super) struct MemberToday {
    member: MemberRecord,
    day: Day,
    /// Purchases by partner.
    purchases: HashMap<PartnerId, i64>,
    partners: Vec<(PartnerId, String)>,
    /// The segments that were looked at, and whether the member belongs to them.
    segments: RefCell<HashMap<SegmentId, bool>>,
}

/// Every rule, and why it gives a member nothing at present. Fails with `not_found`.
pub fn of_member(read: &Read<'_>, id: MemberId) -> AppResult<Vec<RuleOfMember>> {
    let today = MemberToday::find(read, id)?;
    let mut found = Vec::new();
    for record in queries::list(read)? {
        let mut obstacles = Vec::new();
        if today.member.status != Status::Active {
            obstacles.push(RuleObstacle::Suspended);
        }
        obstacles.extend(of_rule(read, &today, &record)?);
        obstacles.extend(today.of_person(read, record.id, &record.present().rule, today.day)?);
        found.push(RuleOfMember { rule: record.id, obstacles });
    }
    Ok(found)
}

/// The obstacles that are the same for every member.
fn of_rule(read: &Read<'_>, today: &MemberToday, record: &EarningRuleRecord) -> AppResult<Vec<RuleObstacle>> {
    let Some(live) = record.live.as_ref().map(|live| &live.rule) else { return Ok(vec![RuleObstacle::Off]) };
    let mut found = Vec::new();
    if let Some(on) = record.last_day().filter(|_| record.is_over(today.day)) {
        found.push(RuleObstacle::Ended { on });
    } else if let Some(from) = live.from.filter(|from| *from > today.day) {
        found.push(RuleObstacle::NotStarted { from });
    }
    if live.is_spent(record.given, settings::cached(read)?.point_value_hkd) {
        found.push(RuleObstacle::Spent);
    }
    if let Some(cap) = live.caps.per_day
        && queries::given(read, record.id, today.day)?.today >= cap
    {
        found.push(RuleObstacle::DaySpent);
    }
    Ok(found)
}

impl MemberToday {
    /// Fails with `not_found`.
    pub(super) fn find(read: &Read<'_>, id: MemberId) -> AppResult<Self> {
        Ok(Self {
            member: members::find(read, id)?.ok_or(NOT_FOUND)?,
            day: Day::of(read.now()),
            purchases: queries::purchases::counted_by_partner(read, id)?,
            partners: queries::purchases::partners(read)?,
            segments: RefCell::default(),
        })
    }

    fn belongs(&self, read: &Read<'_>, segment: SegmentId) -> AppResult<bool> {
        if let Some(known) = self.segments.borrow().get(&segment) {
            return Ok(*known);
        }
        let found = segments::contains(read, segment, self.member.id)?;
        self.segments.borrow_mut().insert(segment, found);
        Ok(found)
    }

    /// The obstacles of this member for a purchase on a day, today or later.
    pub(super) fn of_person(
        &self,
        read: &Read<'_>,
        rule_id: EarningRuleId,
        rule: &EarningRule,
        day: Day,
    ) -> AppResult<Vec<RuleObstacle>> {
        let (id, mut found) = (self.member.id, Vec::new());
        if let Some(segment) = rule.segment
            && !self.belongs(read, segment)?
        {
            found.push(RuleObstacle::Segment { segment });
        }
        if let Some(level) = rule.level
            && levels::of_member(read, id, day)? < level
        {
            found.push(RuleObstacle::Level { level });
        }
        if rule.granted && !queries::granted(read, id, day)?.contains(&rule_id) {
            found.push(RuleObstacle::NotGranted);
        }
        let birthday = matches!(rule.occasion, Some(Occasion::Birthday { .. }));
        let asks = rule.caps.per_member.is_some() || rule.caps.per_member_day.is_some() || birthday;
        let given = if asks {
            queries::given_to_member(read, rule_id, id, (day, MemberPeriod::Always))?
        } else {
            GivenToMember::default()
        };
        found.extend(self.of_occasion(read, rule, given, day)?);
        if rule.caps.per_member.is_some_and(|cap| given.points >= cap) {
            found.push(RuleObstacle::MemberSpent);
        }
        if rule.caps.per_member_day.is_some_and(|cap| given.today >= cap) {
            found.push(RuleObstacle::MemberDaySpent);
        }
        Ok(found)
    }

    fn of_occasion(
        &self,
        read: &Read<'_>,
        rule: &EarningRule,
        given: GivenToMember,
        day: Day,
    ) -> AppResult<Option<RuleObstacle>> {
        Ok(match rule.occasion {
            None => None,
            Some(Occasion::FirstPurchase { at }) => {
                self.until_nth(read, rule, at, (1, false))?.map(|_| RuleObstacle::NotFirst)
            }
            Some(Occasion::NthPurchase { n, repeats, at }) => self.until_nth(read, rule, at, (n, repeats))?,
            Some(Occasion::Welcome { within_days }) => {
                let last = within_days.map(|days| Day::of(self.member.created).plus(days));
                match last.filter(|last| *last < day) {
                    Some(on) => Some(RuleObstacle::WelcomeOver { on }),
                    None => self
                        .until_nth(read, rule, PurchaseScope::Programme, (1, false))?
                        .map(|_| RuleObstacle::NotFirst),
                }
            }
            Some(Occasion::Birthday { window }) => match birthdays::find(read, self.member.id)? {
                None => Some(RuleObstacle::NoBirthday),
                Some(birthday) if !falls(birthday, window, day) => Some(RuleObstacle::NotBirthday),
                Some(_) => (given.this_year > 0).then_some(RuleObstacle::BirthdayGiven),
            },
        })
    }

    /// The reason why the next purchase is not an n-th one at any of the places that a rule asks about.
    fn until_nth(
        &self,
        read: &Read<'_>,
        rule: &EarningRule,
        at: PurchaseScope,
        (n, repeats): (i64, bool),
    ) -> AppResult<Option<RuleObstacle>> {
        let before: Vec<i64> = match at {
            PurchaseScope::Programme => vec![self.purchases.values().sum()],
            PurchaseScope::Partner => self.before_at(read, rule)?.into_iter().map(|(_, before)| before).collect(),
        };
        Ok(match before.into_iter().filter_map(|before| left_to_nth(before, n, repeats)).min() {
            Some(0) => None,
            Some(purchases) => Some(RuleObstacle::NotYet { purchases }),
            None => Some(RuleObstacle::NthPassed),
        })
    }

    /// The partners of a rule, and the purchases at each so far.
    fn before_at(&self, read: &Read<'_>, rule: &EarningRule) -> AppResult<Vec<(PartnerId, i64)>> {
        let named = places::partners(read, rule)?;
        let allowed = |(partner, kind): &&(PartnerId, String)| places::allows(rule, named.as_ref(), (*partner, kind));
        let counted =
            |(partner, _): &(PartnerId, String)| (*partner, self.purchases.get(partner).copied().unwrap_or(0));
        Ok(self.partners.iter().filter(allowed).map(counted).collect())
    }

    /// The partners at which the next purchase is the one that a rule counts at each partner. `None` if the rule does not
    /// count by partner, or if no partner is left out.
    pub(super) fn partners_next(&self, read: &Read<'_>, rule: &EarningRule) -> AppResult<Option<Vec<PartnerId>>> {
        let (n, repeats) = match rule.occasion {
            Some(Occasion::FirstPurchase { at: PurchaseScope::Partner }) => (1, false),
            Some(Occasion::NthPurchase { n, repeats, at: PurchaseScope::Partner }) => (n, repeats),
            _ => return Ok(None),
        };
        let all = self.before_at(read, rule)?;
        let next: Vec<_> =
            all.iter().filter(|(_, before)| left_to_nth(*before, n, repeats) == Some(0)).map(|(id, _)| *id).collect();
        Ok((next.len() < all.len()).then_some(next))
    }
}

/// The number of purchases that come before the next n-th purchase; `None` if the n-th purchase is over and the rule
/// counts it once.
fn left_to_nth(before: i64, n: i64, repeats: bool) -> Option<i64> {
    let n = n.max(1);
    match before + 1 {
        next if next <= n => Some(n - next),
        next if repeats => Some((n - next % n) % n),
        _ => None,
    }
}
