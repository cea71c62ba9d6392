//! Limits the points that one person moves without a second person, while the settings ask for two. The points of a
//! day are added up for the person who gives them and for the member who gets them, so that nobody splits a large
//! change into many small ones to avoid the approval.

use std::time::Duration;

use super::{are_needed, queries};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};
use crate::staff::kit::AuditedStaff;

/// The most points that one person may give, take, or make it possible to give, within [`DAY`] without a second person.
const MOST_ALONE: i64 = 10_000;
const DAY: Duration = Duration::from_secs(86_400);

/// Points about to move, and the member whose points they are, if it is one member.
#[derive(Clone, Copy, Debug)]
pub struct PointsChange {
    pub member: Option<MemberId>,
    /// Signed: positive when given, negative when taken. Only the amount counts.
    pub points: i64,
}

impl PointsChange {
    fn size(self) -> i64 {
        self.points.saturating_abs()
    }
}

/// Whether a second person has to approve the share. The share is added to the points that this person moved alone
/// within the last [`DAY`], and to the points of this member that anybody moved alone: neither sum may pass
/// [`MOST_ALONE`]. Points that a second person approved are not counted.
pub fn is_too_much(read: &Read<'_>, staff: &AuditedStaff, share: PointsChange) -> AppResult<bool> {
    if share.points == 0 || share.size() > MOST_ALONE || !are_needed(read)? {
        return Ok(share.size() > MOST_ALONE);
    }
    let since = read.now().minus(DAY);
    let by_staff = queries::alone_by_staff(read, &staff.actor.id, since)?;
    let of_member = match share.member {
        Some(member) => queries::alone_of_member(read, member, since)?,
        None => 0,
    };
    Ok(by_staff.max(of_member).saturating_add(share.size()) > MOST_ALONE)
}

/// Counts a share that one person has moved alone.
pub fn count(tx: &Tx<'_>, staff: &AuditedStaff, share: PointsChange) -> AppResult<()> {
    if share.points == 0 || share.size() > MOST_ALONE || !are_needed(tx)? {
        return Ok(());
    }
    queries::insert_alone(tx, &staff.actor.id, share.member, share.size())
}

/// Deletes the shares that no longer count; returns their number.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_alone_before(tx, tx.now().minus(DAY))
}
