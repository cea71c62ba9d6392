//! Goals as a member sees them.

use serde::Serialize;

use super::count::may_begin;
use super::goal::{Counted, Goal, GoalKind};
use super::shown::{self, ShownReward};
use super::{GoalCard, GoalRecord, partner_name, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{GoalId, MemberId, PartnerId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::earning_rules;
use crate::platform::store::Read;

/// The progress of a member on a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoalState)]
pub(super) enum MemberGoalState {
    /// Purchases count.
    Open,
    /// The target is reached, and no further card begins for now.
    Reached,
    /// Nothing counts any more: it is over, switched off, or its rewards are all given.
    Ended,
}

/// A partner at which purchases count.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = GoalPartner)]
pub(super) struct PartnerOfGoal {
    #[serde(rename = "_id")]
    id: PartnerId,
    name: LocalizedText,
}

/// A reached target.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoalReached)]
pub(super) struct ReachedCard {
    /// Counts the member's cards of the goal from 1.
    card: i64,
    at: Timestamp,
    /// Whether the reward follows later, such as an item without stock.
    owed: bool,
    /// The coupon.
    #[serde(skip_serializing_if = "Option::is_none")]
    redemption_id: Option<RedemptionId>,
    /// The first day on which points are multiplied.
    #[serde(skip_serializing_if = "Option::is_none")]
    multiplied_from: Option<Day>,
    /// The last day on which points are multiplied.
    #[serde(skip_serializing_if = "Option::is_none")]
    multiplied_until: Option<Day>,
    /// Whether the member has seen that it was reached.
    seen: bool,
}

/// A goal with the member's progress.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MemberGoal)]
pub(super) struct MemberGoalView {
    #[serde(rename = "_id")]
    id: GoalId,
    name: LocalizedText,
    kind: GoalKind,
    counts: Counted,
    state: MemberGoalState,
    /// In the unit of the target: whole dollars for a sum of bills.
    progress: i64,
    target: i64,
    /// The last day on which purchases count on this card.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_day: Option<Day>,
    /// The days of a card, if it begins with the next purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<i64>,
    /// The partners at which purchases count; every partner if empty.
    partners: Vec<PartnerOfGoal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_bill_hkd: Option<Hkd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_day: Option<i64>,
    /// Whether a new card begins after the target was reached.
    repeats: bool,
    reward: ShownReward,
    /// The number of times that the member has reached the target.
    times: i64,
    /// The target that the member reached last.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<ReachedCard>,
}

/// A purchase on a card.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoalStamp)]
pub(super) struct StampView {
    /// The transaction of the purchase, or the id of the claim of a campaign.
    transaction_id: TransactionId,
    /// Absent for a stamp that a campaign gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<PartnerOfGoal>,
    /// The card's progress in the unit of the target; whole dollars for a bill.
    amount: i64,
    created: Timestamp,
}

/// A goal with the purchases on the member's card.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = MemberGoalDetails)]
pub(super) struct GoalDetails {
    #[serde(flatten)]
    goal: MemberGoalView,
    /// The purchases on the card that is shown, oldest first.
    stamps: Vec<StampView>,
}

/// A card of a member, for the copy of their data.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoalCardHeld)]
pub struct CardHeld {
    goal: GoalId,
    name: LocalizedText,
    /// In the unit of the target: whole dollars for a sum of bills.
    progress: i64,
    target: i64,
    started: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<Timestamp>,
}

/// Every card of a member, by goal, the oldest first.
pub fn held(read: &Read<'_>, member: MemberId) -> AppResult<Vec<CardHeld>> {
    let known = super::list(read)?;
    let mut found = Vec::new();
    for (id, card) in queries::cards_of(read, member)? {
        let Some(goal) = known.iter().find(|known| known.id == id).and_then(|record| of_card(record, &card)) else {
            continue;
        };
        let (name, progress) = (goal.name.clone(), goal.shown(card.progress));
        let (target, started, reached) = (goal.target, card.started, card.reached);
        found.push(CardHeld { goal: id, name, progress, target, started, reached });
    }
    Ok(found)
}

/// The goals of a member: those that are on, then those that ended and of which the member has a card.
pub(super) fn of_member(read: &Read<'_>, member: MemberId) -> AppResult<Vec<MemberGoalView>> {
    let cards = queries::cards_of(read, member)?;
    let mut found = Vec::new();
    for record in super::list(read)? {
        let own: Vec<&GoalCard> = cards.iter().filter(|(goal, _)| *goal == record.id).map(|(_, card)| card).collect();
        found.extend(view(read, &record, &own)?.map(|(view, _)| view));
    }
    found.sort_by_key(|view| {
        (view.state == MemberGoalState::Ended, view.last_day.unwrap_or(Day::from_number(i64::MAX)))
    });
    Ok(found)
}

/// A goal of a member, as [`of_member`] lists it; `None` for a goal that the member does not see.
pub(super) fn one(read: &Read<'_>, member: MemberId, id: GoalId) -> AppResult<Option<GoalDetails>> {
    let Some(record) = super::find(read, id)? else { return Ok(None) };
    let cards = queries::cards_of(read, member)?;
    let own: Vec<&GoalCard> = cards.iter().filter(|(goal, _)| *goal == id).map(|(_, card)| card).collect();
    let Some((goal, card)) = view(read, &record, &own)? else { return Ok(None) };
    let mut stamps = Vec::new();
    for stamp in card.map_or_else(|| Ok(Vec::new()), |card| queries::stamps(read, member, id, card))? {
        let whole = if goal.counts == Counted::Spend { stamp.amount / 100 } else { stamp.amount };
        let partner = stamp.partner.map(|id| partner(read, id)).transpose()?;
        stamps.push(StampView { transaction_id: stamp.transaction, partner, amount: whole, created: stamp.created });
    }
    Ok(Some(GoalDetails { goal, stamps }))
}

/// The view of a goal and the number of the card that it shows.
fn view(read: &Read<'_>, record: &GoalRecord, cards: &[&GoalCard]) -> AppResult<Option<(MemberGoalView, Option<i64>)>> {
    let (now, today) = (read.now(), Day::of(read.now()));
    let open = cards.iter().find(|card| card.is_open(now)).copied();
    // A purchase that is posted late begins its card behind those of later days.
    let newest = cards.iter().max_by_key(|card| (card.started, card.number)).copied();
    let live = record.live_version().map(|version| &version.goal).filter(|goal| goal.is_on(today));
    let live = live.filter(|goal| goal.limit.is_none_or(|limit| record.rewards < limit));
    let all: Vec<GoalCard> = cards.iter().map(|card| (*card).clone()).collect();
    let (state, card, goal) = match (live, open, newest) {
        (Some(_), Some(open), _) => (MemberGoalState::Open, Some(open), of_card(record, open)),
        (Some(live), None, _) if may_begin(live, &all, now) => (MemberGoalState::Open, None, Some(live)),
        (Some(live), None, newest) => (MemberGoalState::Reached, newest, Some(live)),
        (None, _, Some(newest)) => (MemberGoalState::Ended, Some(newest), of_card(record, newest)),
        (None, _, None) => return Ok(None),
    };
    let Some(goal) = goal else { return Ok(None) };
    let last_reached =
        cards.iter().filter(|card| card.reached.is_some()).max_by_key(|card| (card.reached, card.number));
    let reached = last_reached.map(|card| reached_card(read, card)).transpose()?.flatten();
    let ends = card.map_or_else(|| goal.end_of_card(now), |card| card.ends);
    let begins = state == MemberGoalState::Open && card.is_none();
    let days = match goal.window {
        super::GoalWindow::SinceFirst { days } if begins => Some(days),
        _ => None,
    };
    let full = card.is_some_and(|card| card.reached.is_some());
    let partners = goal.partners.iter().map(|id| partner(read, *id)).collect::<AppResult<_>>()?;
    let shown = MemberGoalView {
        id: record.id,
        name: goal.name.clone(),
        kind: goal.kind,
        counts: goal.counts,
        state,
        progress: if full { goal.target } else { card.map_or(0, |card| goal.shown(card.progress)) },
        target: goal.target,
        last_day: if days.is_some() { goal.until } else { ends.map(|ends| Day::of(ends).plus(-1)) },
        days,
        partners,
        minimum_bill_hkd: goal.minimum_bill_hkd,
        per_day: goal.per_day,
        repeats: goal.repeats,
        reward: shown::reward(read, goal.reward)?,
        times: i64::try_from(cards.iter().filter(|card| card.reached.is_some()).count()).unwrap_or(0),
        reached,
    };
    Ok(Some((shown, card.map(|card| card.number))))
}

fn reached_card(read: &Read<'_>, card: &GoalCard) -> AppResult<Option<ReachedCard>> {
    let Some(at) = card.reached else { return Ok(None) };
    let grant = card.grant.map(|grant| earning_rules::find_grant(read, grant)).transpose()?.flatten();
    Ok(Some(ReachedCard {
        card: card.number,
        at,
        owed: card.owed,
        redemption_id: card.redemption,
        multiplied_from: grant.map(|grant| grant.from),
        multiplied_until: grant.map(|grant| grant.until),
        seen: card.seen.is_some(),
    }))
}

/// The goal under which a card began.
fn of_card<'r>(record: &'r GoalRecord, card: &GoalCard) -> Option<&'r Goal> {
    record.version(card.version).map(|version| &version.goal)
}

fn partner(read: &Read<'_>, id: PartnerId) -> AppResult<PartnerOfGoal> {
    Ok(PartnerOfGoal { id, name: partner_name(read, id)?.unwrap_or_default() })
}
