//! SQL of referral rewards.

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn is_rewarded(read: &Read<'_>, friend: MemberId) -> AppResult<bool> {
    read.exists("select 1 from referral_reward where friend_id = :friend", params! { ":friend": friend })
}

pub(super) fn count_since(read: &Read<'_>, referrer: MemberId, since: Timestamp) -> AppResult<i64> {
    read.number(
        "select count(*) as n from referral_reward where referrer_id = :referrer and created_at_ms > :since",
        params! { ":referrer": referrer, ":since": since },
    )
}

/// The friend, the referrer, the reward's transaction and its points.
pub(super) fn find_by_earn(
    read: &Read<'_>,
    earn: TransactionId,
) -> AppResult<Option<(MemberId, MemberId, TransactionId, i64)>> {
    read.one(
        "select friend_id, referrer_id, transaction_id, points from referral_reward where earn_id = :earn",
        params! { ":earn": earn },
        |row| Ok((row.get("friend_id")?, row.get("referrer_id")?, row.get("transaction_id")?, row.get("points")?)),
    )
}

pub(super) fn insert(
    tx: &Tx<'_>,
    friend: MemberId,
    referrer: MemberId,
    earn: TransactionId,
    transaction: TransactionId,
    points: i64,
) -> AppResult<()> {
    tx.execute_one(
        "insert into referral_reward (friend_id, referrer_id, earn_id, transaction_id, points, created_at_ms)
         values (:friend, :referrer, :earn, :transaction, :points, :now)",
        params! { ":friend": friend, ":referrer": referrer, ":earn": earn, ":transaction": transaction,
        ":points": points, ":now": tx.now() },
    )
}

pub(super) fn delete(tx: &Tx<'_>, friend: MemberId) -> AppResult<()> {
    tx.execute_one("delete from referral_reward where friend_id = :friend", params! { ":friend": friend })
}

pub(super) fn move_rewards(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute("update referral_reward set referrer_id = :into where referrer_id = :from", both)?;
    // If both accounts were rewarded friends, the remaining account keeps its own row.
    tx.execute(
        "update referral_reward set friend_id = :into where friend_id = :from
             and not exists (select 1 from referral_reward where friend_id = :into)",
        both,
    )?;
    Ok(())
}
