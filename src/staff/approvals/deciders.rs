//! People who can approve a request. A request that nobody can decide is refused at once.

use super::ApprovalRequest;
use crate::auth::Role;
use crate::auth::staff::{StaffRecord, list_staff};
use crate::auth::staff_sessions;
use crate::base::id::StaffId;
use crate::base::problem::{AppResult, ProblemType};
use crate::platform::store::Read;
use crate::staff::kit::permissions::{RoleSet, Settlers};

/// Nobody except the person who asks could approve it.
pub const NOBODY_TO_DECIDE: ProblemType = ProblemType::new("nobody_to_decide", 409, "Nobody to decide");
/// The only owner who could approve it is the one who cannot sign in.
pub const OWNER_LOCKED_OUT: ProblemType = ProblemType::new("owner_locked_out", 409, "An owner is locked out");

/// The people who could approve a request of this person that moves points.
pub fn deciders_of_points(read: &Read<'_>, asker: StaffId) -> AppResult<Vec<StaffRecord>> {
    others(read, asker, true)
}

fn others(read: &Read<'_>, asker: StaffId, moves_points: bool) -> AppResult<Vec<StaffRecord>> {
    let may = |role: Role| role == Role::Owner || (moves_points && Settlers::ROLES.contains(&role));
    let mut others = list_staff(read, None, i64::MAX)?;
    others.retain(|person| person.is_active() && person.info.id != asker && may(person.info.role));
    Ok(others)
}

/// Fails with [`NOBODY_TO_DECIDE`] and [`OWNER_LOCKED_OUT`], which say how to proceed, when nobody can decide.
pub(super) fn require_one(read: &Read<'_>, asker: StaffId, ask: &ApprovalRequest) -> AppResult<()> {
    let others = others(read, asker, ask.pending.as_ref().is_some_and(|pending| pending.moves_points))?;
    match &others[..] {
        [] => Err(NOBODY_TO_DECIDE.into()),
        // Without the second factor this owner can decide only as long as a session is open.
        [last] if ask.pending.as_ref().and_then(|pending| pending.locked_out) == Some(last.info.id) => {
            let gone = staff_sessions::list(read, last.info.id, None)?.is_empty();
            if gone { Err(OWNER_LOCKED_OUT.into()) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}
