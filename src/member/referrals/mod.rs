//! Rewards for referring friends. A reward is paid when the friend earns points at a shop, not at sign-up, because
//! otherwise people would create fake accounts. The module also shows invitations: who invites by a code, and the
//! reward.

mod http;
mod queries;

use std::time::Duration;

use crate::base::id::{MemberId, TransactionId};
use crate::base::messages::{grouped, localized};
use crate::base::points::MAX_POINTS;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, ALREADY_REVERSED, AccountId, Details, NewPostings, TransactionKind, TransactionText};
use crate::core::members::{self, MemberRecord, Status};
use crate::core::settings;
use crate::member::expiry;
use crate::member::notifications;
use crate::platform::store::Tx;
use crate::platform::webhooks;

pub use http::{ReferralInvitation, routes};

/// Maximum number of rewards for one member within [`MONTH`].
pub const MOST_REWARDS: i64 = 10;
/// Length of a month for this limit.
const MONTH: Duration = Duration::from_secs(30 * 86_400);

/// Rewards the referrer of a member who has just earned points at a counter by that transaction: once per friend, by
/// the amount in the settings, if the friend's phone is verified. Otherwise it does nothing. Points from scanned codes
/// do not count, because one poster would be enough for many fake friends.
pub fn reward_for_earning(tx: &Tx<'_>, friend: &MemberRecord, earn: TransactionId) -> AppResult<()> {
    let Some(referrer) = members::referrer_of(tx, friend.id)? else { return Ok(()) };
    let points = settings::cached(tx)?.referral_bonus;
    if points == 0 {
        return Ok(());
    }
    if friend.phone.is_none() || referrer == friend.id || queries::is_rewarded(tx, friend.id)? {
        return Ok(());
    }
    let may_receive = members::find(tx, referrer)?.is_some_and(|found| found.status == Status::Active);
    if !may_receive || queries::count_since(tx, referrer, tx.now().minus(MONTH))? >= MOST_REWARDS {
        return Ok(());
    }
    // If the referrer's balance is at its limit, the friend must earn points all the same.
    if ledger::balance_of(tx, referrer)? > MAX_POINTS - points {
        return Ok(());
    }
    expiry::settle_before_earning(tx, referrer)?;
    let account = ledger::account_of(tx, referrer)?;
    let movement = NewPostings::between(
        TransactionKind::Referral,
        AccountId::ISSUANCE,
        account,
        points,
        details("history.referral"),
    );
    let posted = ledger::post(tx, &movement)?;
    queries::insert(tx, friend.id, referrer, earn, posted.id, points)?;
    let event = || serde_json::json!({ "memberId": referrer, "points": points, "transactionId": posted.id });
    webhooks::emit(tx, "points.referred", event)?;
    notifications::notify(tx, referrer, "referral", &[("points", &grouped(points))])
}

/// Takes back the reward of a reversed earning; a later purchase of the friend may earn it again. A reward that was
/// already spent stays, and the friend brings no further one.
pub fn take_back_for(tx: &Tx<'_>, earn: TransactionId) -> AppResult<()> {
    let Some((friend, referrer, reward, points)) = queries::find_by_earn(tx, earn)? else { return Ok(()) };
    expiry::settle_ended(tx, referrer)?;
    if ledger::balance_of(tx, referrer)? < points {
        return Ok(());
    }
    match ledger::reverse(tx, reward, details("history.reversed")) {
        Ok(_) => {}
        // Staff already reversed the reward on purpose.
        Err(error) if error.is(ALREADY_REVERSED) => return Ok(()),
        Err(error) => return Err(error),
    }
    queries::delete(tx, friend)?;
    notifications::notify(tx, referrer, "referral_undone", &[("points", &grouped(points))])
}

/// Merges two accounts: moves the rewards for referred friends, and whether the account was a rewarded friend itself.
pub fn merge_members(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_rewards(tx, from, into)
}

fn details(line: &str) -> Details {
    let text = |part: &str| localized(&format!("{line}.{part}"), &[]);
    Details {
        snapshot: Some(TransactionText { name: text("name"), description: text("description") }),
        ..Details::default()
    }
}
