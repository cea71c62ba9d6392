//! Verifies that derived data matches its sources: the ledger with its journal, stock and codes with purchases, the
//! totals of earning rules with what they gave, and the audit with its seals. No routes.

use serde::Serialize;

use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::core::ledger::replay;
use crate::member::earning_rules;
use crate::member::rewards;
use crate::platform::audit;
use crate::platform::store::Read;

/// The result for a consistent programme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerificationReport {
    /// The summary of the ledger.
    #[serde(flatten)]
    pub ledger: replay::LedgerSummary,
    /// Number of redemptions ever made.
    pub redemptions: i64,
}

/// Runs all checks; the inner error describes the first difference.
pub fn verify(read: &Read<'_>, keys: &Keyring) -> AppResult<Result<VerificationReport, String>> {
    let ledger = match replay::replay(read)? {
        Ok(ledger) => ledger,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let redemptions = match rewards::stocktake(read)? {
        Ok(redemptions) => redemptions,
        Err(wrong) => return Ok(Err(wrong)),
    };
    if let Err(wrong) = earning_rules::check_given(read)? {
        return Ok(Err(wrong));
    }
    Ok(match audit::check(read, keys)?.broken_at {
        Some(line) => Err(format!("the audit trail is broken at line {line}")),
        None => Ok(VerificationReport { ledger, redemptions }),
    })
}
