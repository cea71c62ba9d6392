//! Gives the reward of a reached target, and takes it back.

use super::goal::{Goal, GoalReward};
use super::{GoalCard, queries};
use crate::base::day::Day;
use crate::base::id::{MemberId, RecordId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages::{self, grouped};
use crate::base::problem::{AppError, AppResult};
use crate::core::ledger::{self, ALREADY_REVERSED, AccountId, Details, NewPostings, TransactionKind, TransactionText};
use crate::core::members::{self, Status};
use crate::member::earning_rules;
use crate::member::expiry;
use crate::member::notifications::{self, OperatorMessage};
use crate::member::rewards::{self, CodeVault};
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Tx};

/// Gives the reward of a card whose target is reached, and tells the member. A reward that is refused, such as an item
/// without stock, is owed: it must not make the purchase fail.
pub(super) fn give(
    tx: &Tx<'_>,
    vault: &CodeVault,
    (member, goal): (MemberId, &Goal),
    card: &mut GoalCard,
) -> AppResult<()> {
    let words = RewardWords { name: &goal.name, line: "goal" };
    match tx.savepoint(|tx| give_reward(tx, vault, member, goal.reward, words)) {
        Ok(given) => {
            (card.transaction, card.redemption, card.grant) = (given.transaction, given.redemption, given.grant);
            card.owed = false;
        }
        Err(AppError::Refused(_)) if card.owed => return Ok(()),
        Err(AppError::Refused(_)) => card.owed = true,
        Err(error) => return Err(error),
    }
    tell(tx, member, goal, card)
}

/// The parts of a reward that was given, by which it is taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenReward {
    /// The transaction of the points, or of those that paid for the coupon.
    pub transaction: Option<TransactionId>,
    /// The coupon.
    pub redemption: Option<RedemptionId>,
    /// The days with more points.
    pub grant: Option<RecordId>,
}

/// The reason of a reward in the history of its member.
#[derive(Clone, Copy, Debug)]
pub struct RewardWords<'n> {
    /// The name of the goal or of the level.
    pub name: &'n LocalizedText,
    /// The texts are `history.<line>.description` and `history.<line>_undone.description`.
    pub line: &'static str,
}

/// Gives a reward. The caller notifies the member. Fails if the reward cannot be given now, such as a coupon without
/// stock.
pub fn give_reward(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    reward: GoalReward,
    words: RewardWords<'_>,
) -> AppResult<GivenReward> {
    let paid = |points: i64| -> AppResult<TransactionId> {
        let details = details(words.name, &format!("history.{}", words.line));
        expiry::settle_before_earning(tx, member)?;
        let to = ledger::account_of(tx, member)?;
        let movement = NewPostings::between(TransactionKind::Campaign, AccountId::ISSUANCE, to, points, details);
        Ok(ledger::post(tx, &movement)?.id)
    };
    match reward {
        GoalReward::Points { points } => Ok(GivenReward { transaction: Some(paid(points)?), ..GivenReward::default() }),
        // The programme pays the price, so that stock, codes, reports and returns work as for any other coupon.
        GoalReward::Item { item } => {
            let price = rewards::price_of_coupon(tx, item)?;
            let transaction = paid(price)?;
            let bought = rewards::buy_as_reward(tx, vault, member, item)?;
            Ok(GivenReward { transaction: Some(transaction), redemption: Some(bought.redemption.id), grant: None })
        }
        GoalReward::Badge => Ok(GivenReward::default()),
        GoalReward::Multiplier { rule, days } => {
            Ok(GivenReward { grant: Some(earning_rules::grant(tx, rule, member, days)?), ..GivenReward::default() })
        }
    }
}

/// Takes the reward of a card back; false if it stays because its points are spent or its coupon was opened.
pub(super) fn take_back(tx: &Tx<'_>, member: MemberId, goal: &Goal, card: &GoalCard) -> AppResult<bool> {
    let given = GivenReward { transaction: card.transaction, redemption: card.redemption, grant: card.grant };
    let taken = take_reward_back(tx, member, &given, RewardWords { name: &goal.name, line: "goal" })?;
    if taken && members::find(tx, member)?.is_some_and(|found| found.status != Status::Erased) {
        notifications::notify_in_words(tx, member, "goal_undone", &words(goal, "goal_undone", &[]))?;
    }
    Ok(taken)
}

/// Takes a reward back. The caller notifies the member. Returns false if the member keeps the reward, because the points
/// are spent or the coupon was opened.
pub fn take_reward_back(tx: &Tx<'_>, member: MemberId, given: &GivenReward, words: RewardWords<'_>) -> AppResult<bool> {
    let taken = tx.savepoint(|tx| {
        let because = || details(words.name, &format!("history.{}_undone", words.line));
        // The reversal of an award settles its member only if points were credited. An award whose points are all
        // pending has credited none, so ended points are settled here.
        expiry::settle_ended(tx, member)?;
        if let Some(redemption) = given.redemption {
            rewards::take_gift_back(tx, redemption, &words.name.en, because())?;
        }
        match given.transaction.map(|transaction| ledger::reverse(tx, transaction, because())) {
            // Staff have already reversed these points on purpose.
            Some(Err(error)) if error.is(ALREADY_REVERSED) => Ok(()),
            Some(outcome) => outcome.map(drop),
            None => Ok(()),
        }
    });
    match taken {
        Ok(()) => {}
        Err(AppError::Refused(_)) => return Ok(false),
        Err(error) => return Err(error),
    }
    if let Some(grant) = given.grant {
        earning_rules::take_grant_back(tx, grant)?;
    }
    Ok(true)
}

/// Gives some rewards that were owed and can be given now. Returns how many.
pub fn give_owed(tx: &Tx<'_>, vault: &CodeVault) -> AppResult<usize> {
    let limit = i64::try_from(FORGOTTEN_AT_ONCE).unwrap_or(i64::MAX);
    let mut count = 0;
    for found in super::list(tx)? {
        for (member, mut card) in queries::owed(tx, found.id, limit)? {
            let Some(version) = found.version(card.version) else { continue };
            if members::find(tx, member)?.is_none_or(|found| found.status != Status::Active) {
                continue;
            }
            give(tx, vault, (member, &version.goal), &mut card)?;
            if !card.owed {
                queries::put_card(tx, member, found.id, &card)?;
                count += 1;
            }
        }
    }
    Ok(count)
}

fn tell(tx: &Tx<'_>, member: MemberId, goal: &Goal, card: &GoalCard) -> AppResult<()> {
    let (part, points) = match goal.reward {
        _ if card.owed => ("goal_owed", String::new()),
        GoalReward::Points { points } => ("goal_points", grouped(points)),
        GoalReward::Item { .. } => ("goal_item", String::new()),
        GoalReward::Badge => ("goal_badge", String::new()),
        GoalReward::Multiplier { .. } => return tell_multiplier(tx, member, goal, card),
    };
    notifications::notify_in_words(tx, member, "goal_reached", &words(goal, part, &[("points", &points)]))
}

/// The days with more points that a reward gave.
#[derive(Clone, Debug)]
pub struct MultipliedDays {
    /// The factor.
    pub factor: String,
    /// The last day.
    pub until: Day,
    /// Whether the first day is not today, because earlier days with more points go on.
    pub later: bool,
}

/// The days with more points of a reward; `None` for any other reward, and if its rule is off.
pub fn multiplied_days(
    read: &Read<'_>,
    reward: GoalReward,
    grant: Option<RecordId>,
) -> AppResult<Option<MultipliedDays>> {
    let GoalReward::Multiplier { rule, .. } = reward else { return Ok(None) };
    let grant = grant.map(|grant| earning_rules::find_grant(read, grant)).transpose()?.flatten();
    let live = earning_rules::find(read, rule)?.and_then(|rule| rule.live);
    let Some((grant, live)) = grant.zip(live) else { return Ok(None) };
    let factor = earning_rules::granted_factor(&live).map_or_else(String::new, |factor| factor.to_string());
    Ok(Some(MultipliedDays { factor, until: grant.until, later: grant.from > Day::of(read.now()) }))
}

fn tell_multiplier(tx: &Tx<'_>, member: MemberId, goal: &Goal, card: &GoalCard) -> AppResult<()> {
    let Some(days) = multiplied_days(tx, goal.reward, card.grant)? else { return Ok(()) };
    let until = days.until.to_string();
    let values = [("factor", days.factor.as_str()), ("day", until.as_str())];
    let starts = if days.later { "goal_multiplier_later" } else { "goal_multiplier" };
    notifications::notify_in_words(tx, member, "goal_reached", &words(goal, starts, &values))
}

fn words(goal: &Goal, part: &str, values: &[(&str, &str)]) -> OperatorMessage {
    let say = |end: &str| {
        LocalizedText::from_each(|language| {
            let values: Vec<_> = values.iter().copied().chain([("goal", goal.name.get(language))]).collect();
            messages::text(language, &format!("inbox.{part}.{end}"), &values)
        })
    };
    OperatorMessage { title: say("title"), body: say("body") }
}

fn details(name: &LocalizedText, line: &str) -> Details {
    let name = LocalizedText::from_each(|language| name.get(language).to_owned());
    let description = messages::localized(&format!("{line}.description"), &[]);
    Details { snapshot: Some(TransactionText { name, description }), ..Details::default() }
}
