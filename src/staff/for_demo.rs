//! Actions of staff in the filled demo. They follow the rules of the admin and are audited under the names of staff.

use crate::auth::Principal;
use crate::base::id::MemberId;
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::member::rewards::CodeVault;
use crate::platform::audit::Actor;
use crate::platform::store::Tx;
use crate::staff::admin::credit_batches::{self, CreditLine};
use crate::staff::admin::members;
use crate::staff::approvals::{self, ApprovalOutcome};
use crate::staff::kit::AuditedStaff;

/// A member of staff who acts without a session.
pub struct ActingStaff(AuditedStaff);

impl ActingStaff {
    /// An actor with the id and the role of this person.
    pub fn new(actor: Actor, keys: &Keyring) -> Self {
        Self(AuditedStaff { actor, keys: keys.clone(), principal: Principal::WithoutSession })
    }
}

/// Gives points to many members by one file, and posts them. Each row has the identifier of its member.
pub fn give_credits(
    tx: &Tx<'_>,
    ActingStaff(staff): &ActingStaff,
    file: &str,
    rows: &[(String, i64, &str)],
) -> AppResult<()> {
    let lines = (1..).zip(rows).map(|(line, (identifier, points, reason))| CreditLine {
        line,
        identifier: identifier.clone(),
        points: Some(*points),
        reason: (*reason).to_owned(),
        purchase: None,
        mistake: None,
    });
    credit_batches::give(tx, staff, file, &lines.collect::<Vec<_>>())?;
    credit_batches::post_all(tx, &CodeVault::new(&staff.keys))
}

/// Asks for the approval of points for a member. Points that need no approval are given at once.
pub fn ask_to_adjust(
    tx: &Tx<'_>,
    ActingStaff(staff): &ActingStaff,
    member: MemberId,
    points: i64,
    reason: &str,
) -> AppResult<()> {
    let ask = members::request_to_adjust(member, points, reason, None)?;
    let asked =
        approvals::unless_waiting(tx, staff, Some(&ask), |tx| members::adjust(tx, staff, member, points, reason));
    asked.map(|_: ApprovalOutcome<_>| ())
}
