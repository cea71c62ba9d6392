//! The rewards of levels: given once when a member rises to a level, taken back with a level that a return takes back.

use super::queries::KnownLadder;
use super::queries::rewards::{self as rows, TierReward};
use super::{Level, TierChange};
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages::{grouped, text};
use crate::base::problem::{AppError, AppResult};
use crate::core::members::{self, Status};
use crate::member::goals::{self, GivenReward, GoalReward, RewardWords};
use crate::member::notifications::{self, OperatorMessage};
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Tx};

/// The name of the texts in the history.
const LINE: &str = "tier";
/// The rewards of a level that are given later in one write.
const OWED_AT_ONCE: i64 = 200;

/// Gives the rewards of the levels that a member has risen to, from the level held before. A level whose reward the
/// member got in the same period gives none. Without a vault, and where a reward is refused, such as a coupon without
/// stock, the reward is owed: it must not make the purchase fail.
pub(super) fn give(
    tx: &Tx<'_>,
    vault: Option<&CodeVault>,
    known: &KnownLadder,
    member: MemberId,
    (before, risen): (i64, &TierChange),
) -> AppResult<()> {
    let Some(ladder) = known.version(risen.version) else { return Ok(()) };
    for number in before + 1..=risen.level {
        let Some(level) = ladder.level(number) else { continue };
        let Some(reward) = level.reward else { continue };
        if rows::is_given(tx, member, number, risen.since)? {
            continue;
        }
        let given = match vault {
            Some(vault) => hand_over(tx, vault, (member, level), reward)?,
            None => None,
        };
        let row = TierReward {
            member,
            level: number,
            reached: risen.since,
            until: risen.until,
            version: risen.version,
            given: given.unwrap_or_default(),
            owed: given.is_none(),
        };
        rows::put(tx, &row)?;
        // Without a vault the reward follows within the hour, and is told then.
        if vault.is_some() {
            tell(tx, (member, level), reward, given.as_ref())?;
        }
    }
    Ok(())
}

/// Gives a reward; `None` if it cannot be given now.
fn hand_over(
    tx: &Tx<'_>,
    vault: &CodeVault,
    (member, level): (MemberId, &Level),
    reward: GoalReward,
) -> AppResult<Option<GivenReward>> {
    let words = RewardWords { name: &level.name, line: LINE };
    match tx.savepoint(|tx| goals::give_reward(tx, vault, member, reward, words)) {
        Ok(given) => Ok(Some(given)),
        Err(AppError::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The name of the level whose reward a transaction of a member gave.
pub fn level_of_reward(
    read: &Read<'_>,
    member: MemberId,
    transaction: TransactionId,
) -> AppResult<Option<LocalizedText>> {
    let Some((version, level)) = rows::rewarded_by(read, member, transaction)? else { return Ok(None) };
    let known = KnownLadder::load(read)?;
    Ok(known.version(version).and_then(|ladder| ladder.level(level)).map(|level| level.name.clone()))
}

/// Gives some rewards of levels that were owed and can be given now. Returns how many.
pub fn give_owed_rewards(tx: &Tx<'_>, vault: &CodeVault) -> AppResult<usize> {
    let known = tx.cached(KnownLadder::load)?;
    let mut count = 0;
    for (version, number) in rows::owing_levels(tx)? {
        let Some(level) = known.version(version).and_then(|ladder| ladder.level(number)) else { continue };
        let Some(reward) = level.reward else { continue };
        for row in rows::owed(tx, (version, number), OWED_AT_ONCE)? {
            // One that cannot be given, such as a coupon without stock, means that the others of the level cannot either.
            let Some(given) = hand_over(tx, vault, (row.member, level), reward)? else { break };
            rows::put(tx, &TierReward { given, owed: false, ..row })?;
            tell(tx, (row.member, level), reward, Some(&given))?;
            count += 1;
        }
    }
    Ok(count)
}

/// Takes back the rewards of the levels above the one that is left, because a return took these levels back: those of
/// the days on which the levels were reached, and of periods that are not over. A reward that is spent stays, and the
/// level gives no other one in its period.
pub(super) fn take_back(
    tx: &Tx<'_>,
    known: &KnownLadder,
    member: MemberId,
    (left, undone): (i64, &[Day]),
) -> AppResult<()> {
    let today = Day::of(tx.now());
    let rows = rows::given_above(tx, member, left)?;
    for row in rows.into_iter().filter(|row| row.until >= today || undone.contains(&row.reached)) {
        let Some(level) = known.version(row.version).and_then(|ladder| ladder.level(row.level)) else { continue };
        let words = RewardWords { name: &level.name, line: LINE };
        if !row.owed && !goals::take_reward_back(tx, member, &row.given, words)? {
            continue;
        }
        rows::delete(tx, &row)?;
        if !row.owed {
            say(tx, (member, level), ("tier_undone", "tier_reward_undone"), &[])?;
        }
    }
    Ok(())
}

fn tell(tx: &Tx<'_>, of: (MemberId, &Level), reward: GoalReward, given: Option<&GivenReward>) -> AppResult<()> {
    let Some(given) = given else { return say(tx, of, ("tier_reward", "tier_reward_owed"), &[]) };
    if let Some(days) = goals::multiplied_days(tx, reward, given.grant)? {
        let part = if days.later { "tier_reward_multiplier_later" } else { "tier_reward_multiplier" };
        let until = days.until.to_string();
        return say(tx, of, ("tier_reward", part), &[("factor", &days.factor), ("day", &until)]);
    }
    match reward {
        GoalReward::Points { points } => {
            say(tx, of, ("tier_reward", "tier_reward_points"), &[("points", &grouped(points))])
        }
        GoalReward::Item { .. } => say(tx, of, ("tier_reward", "tier_reward_item"), &[]),
        GoalReward::Badge => say(tx, of, ("tier_reward", "tier_reward_badge"), &[]),
        GoalReward::Multiplier { .. } => Ok(()),
    }
}

fn say(
    tx: &Tx<'_>,
    (member, level): (MemberId, &Level),
    (kind, part): (&'static str, &str),
    values: &[(&str, &str)],
) -> AppResult<()> {
    if members::find(tx, member)?.is_none_or(|found| found.status == Status::Erased) {
        return Ok(());
    }
    let told = |end: &str| {
        LocalizedText::from_each(|language| {
            let values: Vec<_> = values.iter().copied().chain([("level", level.name.get(language))]).collect();
            text(language, &format!("inbox.{part}.{end}"), &values)
        })
    };
    let message = OperatorMessage { title: told("title"), body: told("body") };
    notifications::notify_in_words(tx, member, kind, &message)
}
