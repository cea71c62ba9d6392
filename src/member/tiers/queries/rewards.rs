//! SQL of the rewards of levels.

use super::MemberRange;
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
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

/// The members of a range who got the reward of a level in a period that is not over on a day, with the level.
pub(in crate::member::tiers) fn given_in_range(
    read: &Read<'_>,
    (after, last): MemberRange,
    day: Day,
) -> AppResult<Vec<(MemberId, i64)>> {
    read.all(
        "select member_id, level from tier_reward
         where member_id > :after and member_id <= :last and until_day >= :day order by member_id",
        params! { ":after": after, ":last": last, ":day": day },
        |row| Ok((row.get("member_id")?, row.get("level")?)),
    )
}

/// The version of the ladder and the level whose reward a transaction of the member gave.
pub(in crate::member::tiers) fn rewarded_by(
    read: &Read<'_>,
    member: MemberId,
    transaction: TransactionId,
) -> AppResult<Option<(i64, i64)>> {
    read.one(
        "select version, level from tier_reward where member_id = :member and transaction_id = :transaction",
        params! { ":member": member, ":transaction": transaction },
        |row| Ok((row.get("version")?, row.get("level")?)),
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

/// The rewards of the levels above one, the highest level first.
pub(in crate::member::tiers) fn given_above(
    read: &Read<'_>,
    member: MemberId,
    level: i64,
) -> AppResult<Vec<TierReward>> {
    read.all(
        "select member_id, level, reached_day, until_day, version, transaction_id, redemption_id, grant_id, owed
         from tier_reward where member_id = :member and level > :level order by level desc, reached_day desc",
        params! { ":member": member, ":level": level },
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

/// The versions and levels of the rewards that members are still owed, as pairs.
pub(in crate::member::tiers) fn owing_levels(read: &Read<'_>) -> AppResult<Vec<(i64, i64)>> {
    read.all("select distinct version, level from tier_reward where owed = 1", params! {}, |row| {
        Ok((row.get("version")?, row.get("level")?))
    })
}

/// Some rewards of a level that could not be given, of members who may get them now.
pub(in crate::member::tiers) fn owed(
    read: &Read<'_>,
    (version, level): (i64, i64),
    limit: i64,
) -> AppResult<Vec<TierReward>> {
    read.all(
        "select r.member_id, r.level, r.reached_day, r.until_day, r.version, r.transaction_id, r.redemption_id,
                r.grant_id, r.owed
         from tier_reward r join member m on m.id = r.member_id and m.status = 'active'
         where r.owed = 1 and r.version = :version and r.level = :level order by r.member_id limit :limit",
        params! { ":version": version, ":level": level, ":limit": limit },
        reward,
    )
}

/// Moves the rewards of a member to another. If both have the reward of a level of the same day, one row stays: that of a
/// reward that was given rather than one that is owed.
pub(in crate::member::tiers) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute(
        "delete from tier_reward where member_id = :into and owed = 1 and exists (select 1 from tier_reward o
             where o.member_id = :from and o.level = tier_reward.level and o.reached_day = tier_reward.reached_day
               and o.owed = 0)",
        params! { ":from": from, ":into": into },
    )?;
    tx.execute(
        "update tier_reward set member_id = :into where member_id = :from and not exists (select 1 from tier_reward o
             where o.member_id = :into and o.level = tier_reward.level and o.reached_day = tier_reward.reached_day)",
        both,
    )?;
    tx.execute("delete from tier_reward where member_id = :from", params! { ":from": from })?;
    Ok(())
}
