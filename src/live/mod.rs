//! Keeping an open app current: a member's balance and unread count, told when they change.
//!
//! The writer ticks once a commit. Each open stream looks at its own member after a tick, at most
//! twice a second, and speaks only when something is different: no request a second for each
//! member, and nothing to publish where points move.

mod http;

use serde::Serialize;

use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::ledger;
use crate::notifications;
use crate::store::Read;

pub use http::routes;

/// What an open app shows on every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct LiveState {
    /// The balance, in whole points.
    points: i64,
    /// Unseen lines of the inbox.
    unread: i64,
}

fn standing(read: &Read<'_>, member: MemberId) -> AppResult<LiveState> {
    Ok(LiveState { points: ledger::balance_of(read, member)?, unread: notifications::count_unread(read, member)? })
}
