//! Keeping an open app current: a member's balance, unread count, and the last coupon that a counter collected, told when
//! they change.
//!
//! The writer ticks once a commit. Each open stream looks at its own member after a tick, at most
//! twice a second, and speaks only when something is different: no request a second for each
//! member, and nothing to publish where points move.

mod http;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::member::notifications;
use crate::member::rewards;
use crate::platform::store::Read;

pub use http::routes;

/// What an open app shows on every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveState {
    /// The balance, in whole points.
    points: i64,
    /// Unseen lines of the inbox.
    unread: i64,
    /// When a counter last collected a coupon of theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_collected: Option<Timestamp>,
}

fn standing(read: &Read<'_>, member: MemberId) -> AppResult<LiveState> {
    Ok(LiveState {
        points: ledger::balance_of(read, member)?,
        unread: notifications::count_unread(read, member)?,
        last_collected: rewards::last_collected(read, member)?,
    })
}
