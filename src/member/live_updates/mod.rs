//! Live updates for an open app: a member's balance, unread count, and last coupon collected at a counter, sent when
//! they change.
//!
//! The writer signals each commit. After a signal, each open stream reads its own member's state, at most twice a
//! second, and sends it only if it changed. Clients need not poll, and code that moves points need not publish
//! events.

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

/// The state that an open app shows on every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveState {
    /// The balance, in whole points.
    points: i64,
    /// Number of unread lines in the inbox.
    unread: i64,
    /// The time at which a counter last collected one of the member's coupons.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_collected: Option<Timestamp>,
}

fn current_state(read: &Read<'_>, member: MemberId) -> AppResult<LiveState> {
    Ok(LiveState {
        points: ledger::balance_of(read, member)?,
        unread: notifications::count_unread(read, member)?,
        last_collected: rewards::last_collected(read, member)?,
    })
}
