//! Approving many claims at once.

use super::{claimed, desk_of, findings, worth};
use crate::base::id::ClaimId;
use crate::base::problem::{AppResult, ProblemType};
use crate::member::awards::Caps;
use crate::member::claims;
use crate::platform::store::Tx;
use crate::staff::approvals::{self, APPROVAL_NEEDED, PointsChange, alone};
use crate::staff::kit::AuditedStaff;

/// A finding speaks against the claim, so a person has to check it before it is approved.
pub const CLAIM_NEEDS_A_LOOK: ProblemType = ProblemType::new("claim_needs_a_look", 409, "Claim needs a look");

/// Approves a claim among others, as the member made it. Fails as an approval does, and with [`CLAIM_NEEDS_A_LOOK`] and
/// [`APPROVAL_NEEDED`].
pub(super) fn approve(tx: &Tx<'_>, staff: &AuditedStaff, id: ClaimId, caps: Caps) -> AppResult<()> {
    let claim = claims::undecided(tx, id)?;
    if findings(tx, &claim)?.iter().any(|finding| finding.needs_a_look()) {
        return Err(CLAIM_NEEDS_A_LOOK.into());
    }
    let purchase = claimed(&claim);
    let points = worth(tx, &claim, &purchase, &desk_of(staff, claim.partner))?;
    let share = PointsChange { member: Some(claim.member), points };
    if !staff.may_issue() || (approvals::are_needed(tx)? && alone::is_too_much(tx, staff, share)?) {
        return Err(APPROVAL_NEEDED.into());
    }
    super::approve(tx, staff, id, &purchase, caps)?;
    alone::count(tx, staff, share)
}
