//! Gives the reward of a reached target, and takes it back.

use super::goal::{Goal, GoalReward};
use super::{GoalCard, queries};
use crate::base::id::{MemberId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages::{self, grouped};
use crate::base::problem::{AppError, AppResult};
use crate::core::ledger::{self, ALREADY_REVERSED, AccountId, Details, NewPostings, TransactionKind, TransactionText};
use crate::core::members::{self, Status};
use crate::member::notifications::{self, OperatorMessage};
use crate::member::rewards::{self, CodeVault};
use crate::platform::store::{FORGOTTEN_AT_ONCE, Tx};

/// Gives the reward of a card whose target is reached, and tells the member. A reward that is refused, such as an item
/// without stock, is owed: it must not make the purchase fail.
pub(super) fn give(
    tx: &Tx<'_>,
    vault: &CodeVault,
    (member, goal): (MemberId, &Goal),
    card: &mut GoalCard,
) -> AppResult<()> {
    match tx.savepoint(|tx| given(tx, vault, member, goal)) {
        Ok((transaction, redemption)) => {
            (card.transaction, card.redemption, card.owed) = (transaction, redemption, false);
        }
        Err(AppError::Refused(_)) if card.owed => return Ok(()),
        Err(AppError::Refused(_)) => card.owed = true,
        Err(error) => return Err(error),
    }
    tell(tx, member, goal, card)
}

type Given = (Option<TransactionId>, Option<RedemptionId>);

fn given(tx: &Tx<'_>, vault: &CodeVault, member: MemberId, goal: &Goal) -> AppResult<Given> {
    let paid = |points: i64| -> AppResult<TransactionId> {
        let details = details(&goal.name, "history.goal");
        let to = ledger::account_of(tx, member)?;
        let movement = NewPostings::between(TransactionKind::Campaign, AccountId::ISSUANCE, to, points, details);
        Ok(ledger::post(tx, &movement)?.id)
    };
    match goal.reward {
        GoalReward::Points { points } => Ok((Some(paid(points)?), None)),
        // The programme pays the price, so that stock, codes, reports and returns are those of any coupon.
        GoalReward::Item { item } => {
            let price = rewards::price_of_coupon(tx, item)?;
            let transaction = paid(price)?;
            let bought = rewards::buy_as_reward(tx, vault, member, item)?;
            Ok((Some(transaction), Some(bought.redemption.id)))
        }
        GoalReward::Badge => Ok((None, None)),
    }
}

/// Takes the reward of a card back; false if it stays because its points are spent or its coupon was opened.
pub(super) fn take_back(tx: &Tx<'_>, member: MemberId, goal: &Goal, card: &GoalCard) -> AppResult<bool> {
    let taken = tx.savepoint(|tx| {
        let because = || details(&goal.name, "history.goal_undone");
        if let Some(redemption) = card.redemption {
            let coupon = rewards::find(tx, redemption)?;
            if let Some(coupon) = coupon.filter(|coupon| coupon.status == rewards::RedemptionStatus::Confirmed) {
                rewards::undo_purchase(tx, coupon.transaction, &goal.name.en)?;
                ledger::reverse(tx, coupon.transaction, because())?;
            }
        }
        match card.transaction.map(|transaction| ledger::reverse(tx, transaction, because())) {
            // Staff reversed the points before on purpose.
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
    if members::find(tx, member)?.is_some_and(|found| found.status != Status::Erased) {
        notifications::notify_in_words(tx, member, "goal_undone", &words(goal, "goal_undone", ""))?;
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
    };
    notifications::notify_in_words(tx, member, "goal_reached", &words(goal, part, &points))
}

fn words(goal: &Goal, part: &str, points: &str) -> OperatorMessage {
    let say = |end: &str| {
        LocalizedText::from_each(|language| {
            let values = [("goal", goal.name.get(language)), ("points", points)];
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
