//! The estimated cost of a goal that is not on yet. The estimate counts the purchases of the last four weeks by the rules
//! of [`super::count`], as if the goal had been on, and prices the rewards of the cards that became full. It stores nothing.
//!
//! The estimate ignores the first and last day of the goal, because most of those days are still to come. Every card is
//! empty on the first day of the four weeks. A card that members need more than four weeks for is therefore counted as
//! begun, never as full.

use std::collections::{HashMap, VecDeque};

use serde::Serialize;

use super::goal::{Counted, Goal, GoalReward, GoalWindow};
use super::queries::{self, TriedPurchase, TriedScan};
use super::{CountedPurchase, checked_conditions};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{GoalId, MemberId, PartnerId, RecordId};
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::settings;
use crate::member::content::Content;
use crate::member::rewards::items::Items;
use crate::platform::store::{Read, Store};

/// The days whose purchases are counted, today included.
const DAYS: i64 = 28;
/// Purchases that one read looks at. A longer read would keep the log of the database from being emptied.
const PORTION: i64 = 50_000;
/// The most purchases that are counted. Each takes about a microsecond.
const MOST: i64 = 1_000_000;
/// The most scans that are counted. One read looks at all of them.
const MOST_SCANS: i64 = 100_000;

/// The estimated cost of a goal, from the purchases of the last four weeks.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoalCost {
    /// The first day of the purchases.
    from: Day,
    /// The last day, which is not over.
    to: Day,
    /// Purchases and scans that would have counted.
    counted: i64,
    /// Members who would have begun a card.
    members: i64,
    /// Cards that would have become full, each with its reward.
    full_cards: i64,
    /// The cost of one reward in HK$: the price that the programme pays for the coupon, or the present value of the
    /// points. Absent where it is not known, as for a coupon without a price and for more points by an earning rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    each_hkd: Option<Hkd>,
    /// The cost of the full cards in HK$.
    #[serde(skip_serializing_if = "Option::is_none")]
    hkd: Option<Hkd>,
    /// The coupons that are left in stock; absent for another reward, and for a stock without limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    coupons_left: Option<i64>,
    /// The last day on which the coupon is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered_until: Option<Day>,
    /// The rewards that the goal may still give; absent without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewards_left: Option<i64>,
    /// The day on which the last of these rewards would have been given.
    #[serde(skip_serializing_if = "Option::is_none")]
    spent_on: Option<Day>,
    /// Whether there were more purchases or scans than one call counts. Then only the oldest of them are in the figures.
    cut_short: bool,
}

/// Counts what a goal may cost by the purchases of the last four weeks. `of` names the goal whose draft it is: the scans
/// that gave it stamps count too, and the rewards that it gave are no longer left. The name is not looked at. Fails as
/// [`super::checked`] does, and with `not_found`.
pub async fn cost(store: &Store, goal: Goal, of: Option<GoalId>) -> AppResult<GoalCost> {
    let to = Day::of(store.clock().now());
    let from = to.plus(1 - DAYS);
    let mut trial = store.read_at_length(move |read| Trial::begin(read, goal, of, from)).await?;
    let (mut after, mut left) = (RecordId::earliest_at(from.start()), MOST);
    loop {
        let portion = PORTION.min(left);
        let (back, last) = store.read_at_length(move |read| trial.count_portion(read, after, portion)).await?;
        (trial, left) = (back, left - portion);
        match last {
            Some(last) if left > 0 => after = last,
            more => {
                trial.cut_short |= more.is_some();
                return store.read_at_length(move |read| trial.finish(read, (from, to))).await;
            }
        }
    }
}

/// A card of the trial that is not full.
struct TrialCard {
    progress: i64,
    ends: Option<Timestamp>,
    /// The partners whose purchases are on it, for a goal that counts partners.
    partners: Vec<PartnerId>,
}

/// The cards of one member in the trial.
#[derive(Default)]
struct TrialCards {
    open: Option<TrialCard>,
    /// The month in which the newest full card became full.
    full_in: Option<i64>,
    /// The newest day with a purchase, and how many counted on it.
    today: Option<(Day, i64)>,
}

/// A purchase or a scan, as the trial adds it.
struct TrialAddition {
    member: MemberId,
    at: Timestamp,
    /// Absent for a scan.
    partner: Option<PartnerId>,
    amount: i64,
}

/// A goal that is tried on past purchases.
struct Trial {
    goal: Goal,
    rewards_left: Option<i64>,
    cards: HashMap<MemberId, TrialCards>,
    /// The scans that are not counted yet, the oldest first.
    scans: VecDeque<TriedScan>,
    counted: i64,
    full: i64,
    spent_on: Option<Day>,
    cut_short: bool,
}

impl Trial {
    fn begin(read: &Read<'_>, goal: Goal, of: Option<GoalId>, from: Day) -> AppResult<Self> {
        let mut goal = checked_conditions(read, goal)?;
        (goal.from, goal.until) = (None, None);
        let given = match of {
            Some(id) => super::find(read, id)?.ok_or(NOT_FOUND)?.rewards,
            None => 0,
        };
        let scans = match of {
            Some(id) if goal.counts == Counted::Purchases => queries::scans_since(read, id, from.start(), MOST_SCANS)?,
            _ => Vec::new(),
        };
        Ok(Self {
            rewards_left: goal.limit.map(|limit| (limit - given).max(0)),
            goal,
            cards: HashMap::new(),
            cut_short: scans.len() as i64 == MOST_SCANS,
            scans: scans.into(),
            counted: 0,
            full: 0,
            spent_on: None,
        })
    }

    /// Counts some purchases after one, with the scans between them. Returns the last purchase; `None` if no more follow.
    fn count_portion(mut self, read: &Read<'_>, after: RecordId, limit: i64) -> AppResult<(Self, Option<RecordId>)> {
        let (mut seen, mut last) = (0, None);
        queries::each_purchase_after(read, after, limit, |past| {
            (seen, last) = (seen + 1, Some(past.id));
            self.add_scans(Some(past.at));
            self.add_purchase(&past);
        })?;
        Ok((self, last.filter(|_| seen == limit)))
    }

    fn add_purchase(&mut self, past: &TriedPurchase) {
        let TriedPurchase { member, partner, amount, points, at, transaction, .. } = *past;
        let purchase = CountedPurchase { transaction, member, partner, amount, points, at };
        if self.goal.fits(&purchase) {
            let amount = self.goal.amount_of(&purchase);
            self.add(&TrialAddition { member, at, partner: Some(partner), amount });
        }
    }

    /// Adds the scans until a moment, or all that are left.
    fn add_scans(&mut self, until: Option<Timestamp>) {
        while let Some(scan) = self.scans.pop_front_if(|scan| until.is_none_or(|until| scan.at <= until)) {
            self.add(&TrialAddition { member: scan.member, at: scan.at, partner: None, amount: 1 });
        }
    }

    fn is_spent(&self) -> bool {
        self.rewards_left.is_some_and(|left| self.full >= left)
    }

    fn add(&mut self, addition: &TrialAddition) {
        let (spent, day) = (self.is_spent(), Day::of(addition.at));
        let goal = &self.goal;
        let known = self.cards.get(&addition.member);
        let goes_on = known.and_then(|cards| cards.open.as_ref()).is_some_and(|card| is_open(card, addition.at));
        let may_begin = || goal.repeats || known.is_none_or(|cards| may_begin_again(goal, cards.full_in, day));
        let counted_today = known.and_then(|cards| cards.today).filter(|(on, _)| *on == day).map_or(0, |(_, n)| n);
        let is_full_today = addition.partner.is_some() && goal.per_day.is_some_and(|most| counted_today >= most);
        if is_full_today || (!goes_on && (spent || !may_begin())) {
            return;
        }
        let cards = self.cards.entry(addition.member).or_default();
        if addition.partner.is_some() {
            cards.today = Some((day, counted_today + 1));
        }
        let begin = || TrialCard { progress: 0, ends: goal.end_of_card(addition.at), partners: Vec::new() };
        let mut card = cards.open.take().filter(|_| goes_on).unwrap_or_else(begin);
        card.put(goal, addition);
        self.counted += 1;
        if card.progress >= goal.target_units() && !spent {
            cards.full_in = Some(day.month_number());
            self.full += 1;
            self.spent_on = self.rewards_left.filter(|left| self.full == *left).map(|_| day);
        } else {
            cards.open = Some(card);
        }
    }

    fn finish(mut self, read: &Read<'_>, (from, to): (Day, Day)) -> AppResult<GoalCost> {
        self.add_scans(None);
        let full = self.full;
        let item = match self.goal.reward {
            GoalReward::Item { item } => Items::find(read, item)?,
            _ => None,
        };
        let (each_hkd, hkd) = (cost_of(read, self.goal.reward, 1)?, cost_of(read, self.goal.reward, full)?);
        let last_moment = item.as_ref().and_then(|item| item.input.valid_until);
        let last_offered = last_moment.map(|end| Day::of(end.minus(std::time::Duration::from_millis(1))));
        let use_until = item.as_ref().and_then(|item| item.input.use_until);
        Ok(GoalCost {
            from,
            to,
            counted: self.counted,
            members: i64::try_from(self.cards.len()).unwrap_or(i64::MAX),
            full_cards: full,
            each_hkd,
            hkd,
            coupons_left: item.as_ref().map(|item| item.left()).filter(|left| *left >= 0),
            offered_until: [last_offered, use_until].into_iter().flatten().min(),
            rewards_left: self.rewards_left,
            spent_on: self.spent_on,
            cut_short: self.cut_short,
        })
    }
}

/// The cost of so many rewards in HK$; `None` where it is not known, as for a coupon without a price and for more points
/// by an earning rule.
pub fn cost_of(read: &Read<'_>, reward: GoalReward, count: i64) -> AppResult<Option<Hkd>> {
    let times = |each: Hkd| Hkd::from_units(each.units().saturating_mul(count));
    Ok(match reward {
        // The value of all points together, because a point may be worth less than a cent.
        GoalReward::Points { points } => settings::cached(read)?.point_value_hkd.worth_of(points.saturating_mul(count)),
        GoalReward::Item { item } => Items::find(read, item)?.and_then(|item| item.input.cost_hkd).map(times),
        GoalReward::Badge => Some(Hkd::ZERO),
        GoalReward::Multiplier { .. } => None,
    })
}

fn is_open(card: &TrialCard, at: Timestamp) -> bool {
    card.ends.is_none_or(|ends| at < ends)
}

/// Whether a member with a full card may begin another one of a goal that does not repeat: with the next month.
fn may_begin_again(goal: &Goal, full_in: Option<i64>, day: Day) -> bool {
    full_in.is_none_or(|month| goal.window == GoalWindow::Month && month != day.month_number())
}

impl TrialCard {
    fn put(&mut self, goal: &Goal, addition: &TrialAddition) {
        if goal.counts != Counted::Partners {
            self.progress = self.progress.saturating_add(addition.amount);
        } else if let Some(partner) = addition.partner
            && !self.partners.contains(&partner)
        {
            self.partners.push(partner);
            self.progress += 1;
        }
    }
}
