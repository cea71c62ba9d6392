//! SQL of the rewards of levels.

use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::member::goals::GivenReward;
use crate::platform::store::{Read, Row, Tx, params};

/// The reward that a member got for reaching a level.
pub(in crate::member::tiers) struct TierReward {
    pub member: MemberId,
    /// Counts the levels from 1.
    pub level: i64,
    /// The day on which the level was reached.
    pub reached: Day,
    /// The last day of the level as it was then.
    pub until: Day,
    /// The version of the ladder that has the reward.
    pub version: i64,
    pub given: GivenReward,
    /// Whether the reward could not be given yet.
    pub owed: bool,
}

fn reward(row: &Row<'_>) -> AppResult<TierReward> {
    Ok(TierReward {
        member: row.get("member_id")?,
        level: row.get("level")?,
        reached: row.get("reached_day")?,
        until: row.get("until_day")?,
        version: row.get("version")?,
        given: GivenReward {
            transaction: row.get("transaction_id")?,
            redemption: row.get("redemption_id")?,
            grant: row.get("grant_id")?,
        },
        owed: row.get("owed")?,
    })
}

/// Whether the member got the reward of a level in a period that is not over on that day.
pub(in crate::member::tiers) fn is_given(read: &Read<'_>, member: MemberId, level: i64, day: Day) -> AppResult<bool> {
    read.exists(
        "select 1 from tier_reward where member_id = :member and level = :level and until_day >= :day",
        params! { ":member": member, ":level": level, ":day": day },
    )
}

/// Writes a reward as it is now.
pub(in crate::member::tiers) fn put(tx: &Tx<'_>, row: &TierReward) -> AppResult<()> {
    tx.execute_one(
        "insert into tier_reward (member_id, level, reached_day, until_day, version, transaction_id, redemption_id,
                                  grant_id, owed)
         values (:member, :level, :reached, :until, :version, :transaction, :redemption, :grant, :owed)
         on conflict (member_id, level, reached_day) do update set transaction_id = excluded.transaction_id,
             redemption_id = excluded.redemption_id, grant_id = excluded.grant_id, owed = excluded.owed",
        params! { ":member": row.member, ":level": row.level, ":reached": row.reached, ":until": row.until,
        ":version": row.version, ":transaction": row.given.transaction, ":redemption": row.given.redemption,
        ":grant": row.given.grant, ":owed": row.owed },
    )
}

pub(in crate::member::tiers) fn delete(tx: &Tx<'_>, row: &TierReward) -> AppResult<()> {
    tx.execute_one(
        "delete from tier_reward where member_id = :member and level = :level and reached_day = :reached",
        params! { ":member": row.member, ":level": row.level, ":reached": row.reached },
    )
}

/// The rewards of the levels above one in periods that are not over on that day.
pub(in crate::member::tiers) fn given_above(
    read: &Read<'_>,
    member: MemberId,
    level: i64,
    day: Day,
) -> AppResult<Vec<TierReward>> {
    read.all(
        "select member_id, level, reached_day, until_day, version, transaction_id, redemption_id, grant_id, owed
         from tier_reward where member_id = :member and level > :level and until_day >= :day order by level desc",
        params! { ":member": member, ":level": level, ":day": day },
        reward,
    )
}

/// The newest reward of each level of a member: the level, the day on which it was reached, and whether it is owed.
pub(in crate::member::tiers) fn newest_of(read: &Read<'_>, member: MemberId) -> AppResult<Vec<(i64, Day, bool)>> {
    read.all(
        "select level, reached_day, owed from tier_reward where member_id = :member order by level, reached_day",
        params! { ":member": member },
        |row| Ok((row.get("level")?, row.get("reached_day")?, row.get("owed")?)),
    )
}

/// Some rewards that could not be given.
pub(in crate::member::tiers) fn owed(read: &Read<'_>, limit: i64) -> AppResult<Vec<TierReward>> {
    read.all(
        "select member_id, level, reached_day, until_day, version, transaction_id, redemption_id, grant_id, owed
         from tier_reward where owed = 1 order by member_id limit :limit",
        params! { ":limit": limit },
        reward,
    )
}

/// Moves the rewards of a member to another. If both got the reward of a level on the same day, one row stays.
pub(in crate::member::tiers) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute(
        "update tier_reward set member_id = :into where member_id = :from and not exists (select 1 from tier_reward o
             where o.member_id = :into and o.level = tier_reward.level and o.reached_day = tier_reward.reached_day)",
        both,
    )?;
    tx.execute("delete from tier_reward where member_id = :from", params! { ":from": from })?;
    Ok(())
}
