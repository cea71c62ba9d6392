//! Counts purchases towards goals, and takes them back. Both run in the write of the award or of its reversal.

use serde::Serialize;

use super::goal::{Counted, Goal, GoalKind, GoalWindow};
use super::queries::{self, KnownGoal, KnownGoals};
use super::shown::{self, ShownReward};
use super::{Addition, CountedPurchase, GoalCard, STAMP_UNAVAILABLE, reward};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{GoalId, MemberId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Tx};

/// The progress that a purchase made on a goal.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoalStep {
    /// The goal.
    pub goal: GoalId,
    /// Its name.
    pub name: LocalizedText,
    /// The way in which it is shown.
    pub kind: GoalKind,
    /// The unit of the target.
    pub counts: Counted,
    /// Progress of the member's card, in the unit of the target.
    pub progress: i64,
    /// The part of the progress that this purchase added. It is 0 for a partner that counts already, and for a bill that
    /// completes no whole dollar.
    pub added: i64,
    /// The target.
    pub target: i64,
    /// Whether this purchase reached the target.
    pub reached: bool,
    /// Whether the target is reached and the reward follows later, such as an item without stock.
    pub owed: bool,
    /// The reward for reaching the target.
    pub reward: ShownReward,
    /// The last day on which purchases count on this card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub last_day: Option<Day>,
}

/// The progress that a purchase made on goals.
#[derive(Clone, Debug, Default)]
pub struct GoalSteps {
    /// The goals on which it counted.
    pub counted: Vec<GoalStep>,
    /// The goals on which it would have counted if the member had fewer purchases on that day. Nothing is added to them.
    pub full_today: Vec<GoalStep>,
}

/// Counts a purchase towards the goals that are on, and gives the rewards of targets that it reaches. A purchase counts
/// on one card of a goal at most; what exceeds the target is not carried over. A purchase that is posted late counts as on
/// its own day: on a card that ended since, and by the version of that day.
pub fn count(tx: &Tx<'_>, vault: &CodeVault, purchase: &CountedPurchase) -> AppResult<GoalSteps> {
    let mut steps = GoalSteps::default();
    if !settings::cached(tx)?.goals {
        return Ok(steps);
    }
    let known = tx.cached(KnownGoals::load)?;
    for goal in &known.0 {
        add(tx, vault, goal, purchase, &mut steps)?;
    }
    Ok(steps)
}

fn add(
    tx: &Tx<'_>,
    vault: &CodeVault,
    known: &KnownGoal,
    purchase: &CountedPurchase,
    steps: &mut GoalSteps,
) -> AppResult<()> {
    let day = Day::of(purchase.at);
    // The conditions are checked first: they are in memory, and most goals do not meet them.
    if !known.versions.iter().any(|version| version.goal.fits(purchase)) {
        return Ok(());
    }
    let is_late = day < Day::of(tx.now());
    let Some(version) = (if is_late { known.newest_on(day) } else { Some(known.live) }) else { return Ok(()) };
    let Some((card, begins)) = card_for(tx, (known, version), purchase.member, purchase.at)? else { return Ok(()) };
    let Some(goal) = known.version(card.version).filter(|goal| goal.fits(purchase)) else { return Ok(()) };
    if begins && is_spent(tx, known)? {
        return Ok(());
    }
    if is_full_on(tx, purchase.member, (known.id, goal), day)? {
        steps.full_today.push(step(tx, (known, goal), &card, 0)?);
        return Ok(());
    }
    let CountedPurchase { member, transaction: source, partner, .. } = *purchase;
    let addition = Addition { member, source, partner: Some(partner), amount: goal.amount_of(purchase), day };
    steps.counted.push(put(tx, vault, (known, goal), card, &addition)?);
    Ok(())
}

/// Adds a stamp that a campaign gives: it counts as a purchase, at no partner. The conditions on bills and partners and
/// the stamps of a day are for purchases. Fails with [`STAMP_UNAVAILABLE`].
pub fn stamp(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    id: GoalId,
    source: TransactionId,
) -> AppResult<GoalStep> {
    let goals = if settings::cached(tx)?.goals { Some(tx.cached(KnownGoals::load)?) } else { None };
    let known =
        goals.as_ref().and_then(|goals| goals.0.iter().find(|known| known.id == id)).ok_or(STAMP_UNAVAILABLE)?;
    let (card, begins) = card_for(tx, (known, known.live), member, tx.now())?.ok_or(STAMP_UNAVAILABLE)?;
    let today = Day::of(tx.now());
    let goal = known.version(card.version).filter(|goal| goal.counts == Counted::Purchases && goal.is_on(today));
    let goal = goal.ok_or(STAMP_UNAVAILABLE)?;
    if begins && is_spent(tx, known)? {
        return Err(STAMP_UNAVAILABLE.into());
    }
    put(tx, vault, (known, goal), card, &Addition { member, source, partner: None, amount: 1, day: today })
}

/// The card of a member that is open for a purchase of a moment, or the one of the version that begins with it, and
/// whether it begins.
fn card_for(
    read: &Read<'_>,
    (known, version): (&KnownGoal, i64),
    member: MemberId,
    at: Timestamp,
) -> AppResult<Option<(GoalCard, bool)>> {
    let cards = queries::newest_cards(read, member, known.id)?;
    for card in cards.iter().rev().filter(|card| card.is_open(at)) {
        if let Some(card) = with_purchase_of(read, known, member, (card, at))? {
            return Ok(Some((card, false)));
        }
    }
    Ok(begun((known, version), &cards, at).map(|card| (card, true)))
}

/// An open card with the days that it has once a purchase of a moment is on it. A purchase from before the first one of
/// the card becomes the first. `None` if the purchase is of another month, or if a card of some days would then end
/// before its newest purchase.
fn with_purchase_of(
    read: &Read<'_>,
    known: &KnownGoal,
    member: MemberId,
    (card, at): (&GoalCard, Timestamp),
) -> AppResult<Option<GoalCard>> {
    if card.started <= at {
        return Ok(Some(card.clone()));
    }
    let Some(goal) = known.version(card.version) else { return Ok(None) };
    let moved = GoalCard { started: at, ends: goal.end_of_card(at), ..card.clone() };
    let holds = match goal.window {
        GoalWindow::Dates => true,
        GoalWindow::Month => Day::of(card.started).month_number() == Day::of(at).month_number(),
        GoalWindow::SinceFirst { .. } => {
            let newest = queries::last_day_of(read, member, known.id, card.number)?;
            moved.ends.zip(newest).is_none_or(|(ends, newest)| newest.start() < ends)
        }
    };
    Ok(holds.then_some(moved))
}

fn put(
    tx: &Tx<'_>,
    vault: &CodeVault,
    (known, goal): (&KnownGoal, &Goal),
    mut card: GoalCard,
    addition: &Addition,
) -> AppResult<GoalStep> {
    let (member, before) = (addition.member, goal.shown(card.progress));
    queries::insert_stamp(tx, known.id, card.number, addition)?;
    card.progress = match goal.counts {
        Counted::Partners => queries::progress_of(tx, member, known.id, (card.number, goal.counts))?.1,
        _ => card.progress.saturating_add(addition.amount),
    };
    let reached = card.progress >= goal.target_units() && !is_spent(tx, known)?;
    if reached {
        card.reached = Some(tx.now());
        reward::give(tx, vault, (member, goal), &mut card)?;
    }
    queries::put_card(tx, member, known.id, &card)?;
    step(tx, (known, goal), &card, goal.shown(card.progress) - before)
}

/// The progress of a card, to which a purchase added something.
fn step(read: &Read<'_>, (known, goal): (&KnownGoal, &Goal), card: &GoalCard, added: i64) -> AppResult<GoalStep> {
    Ok(GoalStep {
        goal: known.id,
        name: goal.name.clone(),
        kind: goal.kind,
        counts: goal.counts,
        progress: goal.shown(card.progress),
        added,
        target: goal.target,
        reached: card.reached.is_some(),
        owed: card.owed,
        reward: shown::reward(read, goal.reward)?,
        last_day: card.ends.map(|ends| Day::of(ends).plus(-1)),
    })
}

/// The card that a purchase of a moment begins; `None` if the goal allows no further one.
fn begun((known, version): (&KnownGoal, i64), cards: &[GoalCard], at: Timestamp) -> Option<GoalCard> {
    let goal = known.version(version)?;
    if !goal.is_on(Day::of(at)) || !may_begin(goal, cards, at) {
        return None;
    }
    Some(GoalCard {
        number: cards.first().map_or(1, |newest| newest.number + 1),
        version,
        progress: 0,
        started: at,
        ends: goal.end_of_card(at),
        reached: None,
        transaction: None,
        redemption: None,
        grant: None,
        owed: false,
        seen: None,
    })
}

/// Whether a member with these cards may begin another one at a moment: a goal that does not repeat is reached once, or
/// once a month.
pub(super) fn may_begin(goal: &Goal, cards: &[GoalCard], at: Timestamp) -> bool {
    let counts = |card: &&GoalCard| match goal.window {
        GoalWindow::Month => Day::of(card.started).month_number() == Day::of(at).month_number(),
        GoalWindow::Dates | GoalWindow::SinceFirst { .. } => true,
    };
    goal.repeats || !cards.iter().filter(counts).any(|card| card.reached.is_some())
}

/// Whether as many purchases of the day count as the goal allows.
fn is_full_on(read: &Read<'_>, member: MemberId, (id, goal): (GoalId, &Goal), day: Day) -> AppResult<bool> {
    let Some(most) = goal.per_day else { return Ok(false) };
    Ok(queries::stamps_on(read, member, id, day)? >= most)
}

/// Whether all rewards of the version that is on have been given.
fn is_spent(read: &Read<'_>, known: &KnownGoal) -> AppResult<bool> {
    match known.version(known.live).and_then(|goal| goal.limit) {
        Some(limit) => Ok(queries::rewards(read, known.id)? >= limit),
        None => Ok(false),
    }
}

/// Takes back what a purchase added to cards, because it was reversed. A card that falls below its target gives its
/// reward back, and is under way again; a reward that is spent or used stays, and so does its reached target. Returns
/// false if a reward stays.
pub fn forget(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<bool> {
    let mut all = true;
    for stamp in queries::take_stamps(tx, transaction)? {
        let (member, id) = (stamp.member, stamp.goal);
        let card = queries::find_card(tx, member, id, stamp.card)?;
        let found = super::find(tx, id)?;
        let Some((mut card, found)) = card.zip(found) else { continue };
        let Some(goal) = found.version(card.version).map(|version| &version.goal) else { continue };
        let (stamps, progress) = queries::progress_of(tx, member, id, (card.number, goal.counts))?;
        card.progress = progress;
        if card.reached.is_some() && progress < goal.target_units() {
            if reward::take_back(tx, member, goal, &card)? {
                card = GoalCard { reached: None, owed: false, seen: None, ..card };
                (card.transaction, card.redemption, card.grant) = (None, None, None);
            } else {
                all = false;
            }
        }
        if stamps == 0 && card.reached.is_none() {
            queries::delete_card(tx, member, id, card.number)?;
        } else {
            queries::put_card(tx, member, id, &card)?;
        }
    }
    Ok(all)
}
