//! Whether everything that is derived agrees with what it is derived from: the ledger with its
//! journal, stock and codes with what was sold, the audit trail with its seals. No routes.

use serde::Serialize;

use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::core::ledger::replay;
use crate::member::rewards;
use crate::platform::audit;
use crate::platform::store::Read;

/// What a sound programme holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The ledger's part.
    #[serde(flatten)]
    pub ledger: replay::Summary,
    /// Redemptions ever made.
    pub redemptions: i64,
}

/// Compares all of it; the inner error is the first difference, in words for people.
pub fn verify(read: &Read<'_>, keys: &Keyring) -> AppResult<Result<Report, String>> {
    let ledger = match replay::replay(read)? {
        Ok(ledger) => ledger,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let redemptions = match rewards::stocktake(read)? {
        Ok(redemptions) => redemptions,
        Err(wrong) => return Ok(Err(wrong)),
    };
    Ok(match audit::check(read, keys)?.broken_at {
        Some(line) => Err(format!("the audit trail is broken at line {line}")),
        None => Ok(Report { ledger, redemptions }),
    })
}
