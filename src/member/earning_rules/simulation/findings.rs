//! The sums of a simulation while purchases are replayed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::time::Instant;

use super::{
    ChangedBill, DayOfSimulation, PartnerOfSimulation, PastPurchase, SimulationFigures, SimulationResult, queries,
};
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, PartnerId, TransactionId};
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::earning_rules::evaluate::RuleLine;
use crate::member::earning_rules::{PendingScope, RuleLimit};
use crate::platform::store::Read;

/// Most purchases that a result lists.
const MOST_BILLS: usize = 50;

/// The sums of one day or of one partner while the simulation runs: the simulated points, the members who get them, and the
/// points that the rule gave in reality.
#[derive(Default)]
struct SimulatedSums {
    members: HashSet<MemberId>,
    points: i64,
    given: i64,
}

impl SimulatedSums {
    fn figures(&self, point_value: PointsRate) -> SimulationFigures {
        SimulationFigures {
            members: count(&self.members),
            points: self.points,
            given_points: self.given,
            hkd: worth(self.points, point_value),
            given_hkd: worth(self.given, point_value),
        }
    }
}

/// A changed purchase in the order of the size of its change. Of equal ones the older is kept.
struct ByChange {
    size: i64,
    transaction: Reverse<TransactionId>,
    bill: Box<ChangedBill>,
}

impl PartialEq for ByChange {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ByChange {}

impl PartialOrd for ByChange {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByChange {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.size, self.transaction).cmp(&(other.size, other.transaction))
    }
}

/// The subject of the simulation. It decides which points of a purchase are compared with the points that were really
/// given.
pub(super) enum Compared {
    /// The points by one rule, and the points that it really gave, by transaction.
    Rule(EarningRuleId, HashMap<TransactionId, i64>),
    /// All points of purchases at one partner.
    Rates(PartnerId),
}

/// The compared points of one purchase.
struct ComparedPoints<'l> {
    would: i64,
    given: i64,
    limited_by: Option<RuleLimit>,
    /// The line of the simulated rule.
    line: Option<&'l RuleLine<'l>>,
}

impl Compared {
    pub(super) fn of_rule(read: &Read<'_>, rule: EarningRuleId, from: Day) -> AppResult<Self> {
        Ok(Self::Rule(rule, queries::given_since(read, rule, from)?))
    }

    /// The points of a purchase that would earn `total` points, `lines` among them.
    fn points<'l>(&self, past: &PastPurchase, total: i64, lines: &'l [RuleLine<'l>]) -> ComparedPoints<'l> {
        match self {
            Self::Rule(rule, really_given) => {
                let line = lines.iter().find(|line| line.rule.id == *rule);
                ComparedPoints {
                    would: line.map_or(0, |line| line.points),
                    given: really_given.get(&past.transaction).copied().unwrap_or(0),
                    limited_by: line.and_then(|line| line.limited_by),
                    line,
                }
            }
            Self::Rates(partner) if past.partner == *partner => {
                // A limit of a rule says nothing about the rates.
                ComparedPoints { would: total, given: past.points, limited_by: None, line: None }
            }
            Self::Rates(_) => ComparedPoints { would: 0, given: 0, limited_by: None, line: None },
        }
    }
}

/// The sums so far.
pub(super) struct Findings {
    began: Instant,
    compared: Compared,
    purchases: i64,
    bills: i64,
    limited: i64,
    change: i64,
    pending: i64,
    pending_bills: i64,
    budget_spent_on: Option<Day>,
    would_members: HashSet<MemberId>,
    given_members: HashSet<MemberId>,
    days: BTreeMap<i64, SimulatedSums>,
    partners: HashMap<PartnerId, SimulatedSums>,
    changed: BinaryHeap<Reverse<ByChange>>,
}

impl Findings {
    pub(super) fn begin(compared: Compared) -> Self {
        Self {
            began: Instant::now(),
            compared,
            purchases: 0,
            bills: 0,
            limited: 0,
            change: 0,
            pending: 0,
            pending_bills: 0,
            budget_spent_on: None,
            would_members: HashSet::new(),
            given_members: HashSet::new(),
            days: BTreeMap::new(),
            partners: HashMap::new(),
            changed: BinaryHeap::new(),
        }
    }

    /// Adds a purchase, the day on which it earned, and the lines that the rules would have added to it.
    pub(super) fn add(&mut self, past: &PastPurchase, day: Day, lines: &[RuleLine<'_>]) {
        self.purchases += 1;
        let would = lines.iter().fold(past.base.saturating_add(past.card), |sum, line| sum.saturating_add(line.points));
        let ComparedPoints { would: points, given, limited_by, line: own } = self.compared.points(past, would, lines);
        self.limited += i64::from(limited_by.is_some());
        if limited_by == Some(RuleLimit::Budget) {
            self.budget_spent_on.get_or_insert(day);
        }
        let waits = own.map_or(0, |own| waiting(own, past, would));
        self.pending += waits;
        self.pending_bills += i64::from(waits > 0);
        if points == 0 && given == 0 {
            return;
        }
        for sums in [self.days.entry(day.number()).or_default(), self.partners.entry(past.partner).or_default()] {
            sums.points += points;
            sums.given += given;
            if points > 0 {
                sums.members.insert(past.member);
            }
        }
        if points > 0 {
            self.bills += 1;
            self.would_members.insert(past.member);
        }
        if given > 0 {
            self.given_members.insert(past.member);
        }
        self.change += would - past.points;
        self.keep(past, would, lines, limited_by);
    }

    /// Keeps the purchase if its change is among the largest.
    fn keep(&mut self, past: &PastPurchase, would: i64, lines: &[RuleLine<'_>], limited_by: Option<RuleLimit>) {
        let size = (would - past.points).abs();
        let smallest = self.changed.peek().map_or(0, |Reverse(least)| least.size);
        let full = self.changed.len() >= MOST_BILLS;
        if size == 0 || (full && size <= smallest) {
            return;
        }
        let bill = Box::new(ChangedBill {
            transaction: past.transaction,
            member: past.member,
            partner: past.partner,
            created: past.created,
            amount_hkd: past.amount,
            given: past.points,
            would,
            lines: lines.iter().filter(|line| !line.only_delays()).map(RuleLine::shown).collect(),
            limited_by,
        });
        if full {
            self.changed.pop();
        }
        self.changed.push(Reverse(ByChange { size, transaction: Reverse(past.transaction), bill }));
    }

    /// The result.
    pub(super) fn finish(
        self,
        read: &Read<'_>,
        version: i64,
        (from, to, keep_dates): (Day, Day, bool),
    ) -> AppResult<SimulationResult> {
        let point_value = settings::point_values(read)?.at(read.now());
        let day = |(number, sums): (i64, SimulatedSums)| DayOfSimulation {
            day: Day::from_number(number),
            figures: sums.figures(point_value),
        };
        let by_day: Vec<_> = self.days.into_iter().map(day).collect();
        let mut by_partner = Vec::new();
        for (partner, sums) in self.partners {
            by_partner.push(PartnerOfSimulation {
                partner,
                name: queries::partner_name(read, partner)?.unwrap_or_default(),
                figures: sums.figures(point_value),
            });
        }
        by_partner.sort_by_key(|one| (Reverse(one.figures.points.max(one.figures.given_points)), one.partner));
        let points = by_day.iter().map(|one| one.figures.points).sum();
        let given_points = by_day.iter().map(|one| one.figures.given_points).sum();
        let counted = |members: &HashSet<MemberId>, others: &HashSet<MemberId>| {
            i64::try_from(members.difference(others).count()).unwrap_or(i64::MAX)
        };
        let changed = self.changed.into_sorted_vec();
        Ok(SimulationResult {
            version,
            from,
            to,
            keep_dates,
            purchases: self.purchases,
            bills: self.bills,
            limited: self.limited,
            members: count(&self.would_members),
            members_new: counted(&self.would_members, &self.given_members),
            members_lost: counted(&self.given_members, &self.would_members),
            points,
            given_points,
            hkd: worth(points, point_value),
            given_hkd: worth(given_points, point_value),
            change: self.change,
            pending_points: self.pending,
            pending_bills: self.pending_bills,
            budget_spent_on: self.budget_spent_on,
            by_day,
            by_partner,
            changed_bills: changed.into_iter().map(|Reverse(one)| *one.bill).collect(),
            milliseconds: i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX),
        })
    }
}

/// The points of a purchase that wait by the line of the simulated rule. Points that are released before the purchase
/// earned, such as by a late claim, do not wait.
fn waiting(own: &RuleLine<'_>, past: &PastPurchase, would: i64) -> i64 {
    let waits = |of| own.pending_until(Day::of(past.bought), of).is_some_and(|day| day > Day::of(past.created));
    if waits(PendingScope::Purchase) {
        would
    } else if waits(PendingScope::Bonus) {
        own.points
    } else {
        0
    }
}

fn count(members: &HashSet<MemberId>) -> i64 {
    i64::try_from(members.len()).unwrap_or(i64::MAX)
}

/// The value of points.
fn worth(points: i64, point_value: PointsRate) -> Hkd {
    point_value.worth_of(points).unwrap_or(Hkd::from_units(i64::MAX))
}
