//! The dashboard as a printed page: the figures of a range beside those of the range before, what expires, and the work
//! that waits.

pub mod http;
mod paper;

use super::claims::WaitingClaims;
use super::expiry::ExpiryReport;
use super::{claims, expiry};
use crate::base::id::StaffId;
use crate::base::problem::AppResult;
use crate::member::alarms::{self, AlarmQueue, Totals};
use crate::platform::store::Read;
use crate::staff::proposals::{self, WaitingProposals};
use crate::staff::reports::{RangeFigures, compared};

/// Everything that the page shows.
struct Overview {
    figures: RangeFigures,
    expiry: ExpiryReport,
    /// Alarms without a decision.
    open: Totals,
    /// Alarms whose points are on hold.
    held: Totals,
    claims: WaitingClaims,
    proposals: WaitingProposals,
}

/// The overview of a range, as [`compared`] reads it, for a member of staff.
fn overview(read: &Read<'_>, span: (Option<&str>, Option<&str>), reader: StaffId) -> AppResult<Overview> {
    Ok(Overview {
        figures: compared(read, span.0, span.1)?,
        expiry: expiry::report(read, reader)?,
        open: alarms::counts(read, AlarmQueue::Open)?,
        held: alarms::counts(read, AlarmQueue::Held)?,
        claims: claims::waiting(read)?,
        proposals: proposals::waiting(read)?,
    })
}
