//! Versions of the terms of use in the admin. Owners publish them; a published version does not change.

pub mod http;

use crate::base::problem::AppResult;
use crate::member::terms::{self, TermsRecord, TermsVersionInput};
use crate::platform::store::Tx;
use crate::staff::kit::AuditedStaff;

/// Publishes the next version. Fails with 400 for invalid fields.
fn publish(tx: &Tx<'_>, staff: &AuditedStaff, input: TermsVersionInput) -> AppResult<TermsRecord> {
    let made = terms::publish(tx, input, &staff.actor.name)?;
    staff.note(tx, "terms.publish", made.version, None, Some(&made))?;
    Ok(made)
}
