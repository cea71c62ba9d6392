//! Short codes of open coupons: eight signs that a person can read out and type where the camera does not help. The long
//! code stays in the QR code.

use std::time::Duration;

use super::codes::CodeVault;
use super::queries;
use crate::base::clock::Timestamp;
use crate::base::id::{RecordId, RedemptionId};
use crate::base::problem::AppResult;
use crate::base::short_code::ShortCode;
use crate::platform::store::{Read, Tx};

/// How long a counter is told that a short code has expired; after that it is unknown.
const REMEMBERED: Duration = Duration::from_secs(86_400);
/// Random codes that are drawn until one is free. The second one is hardly ever needed.
const DRAWS: usize = 8;

/// Gives a coupon that was just opened a short code that no other one has. Fails when every draw is taken.
pub(super) fn give(tx: &Tx<'_>, vault: &CodeVault, holder: RedemptionId, until: Timestamp) -> AppResult<ShortCode> {
    queries::short_codes::delete_before(tx, tx.now().minus(REMEMBERED))?;
    for _ in 0..DRAWS {
        let code = ShortCode::generate();
        // A till compares what was typed with the codes of pools first.
        let taken = queries::codes::is_used(tx, vault.lookup(code.as_str()))?;
        let (sealed, lookup) = (vault.reseal(row(holder), code.as_str()).0, vault.short_lookup(&code));
        if !taken && queries::short_codes::put(tx, holder, &sealed, lookup, until)? {
            return Ok(code);
        }
    }
    Err(anyhow::anyhow!("no free short code was found for the coupon {holder}").into())
}

/// The short code of a coupon that is open.
pub(super) fn of(read: &Read<'_>, vault: &CodeVault, holder: RedemptionId) -> AppResult<Option<ShortCode>> {
    let Some(sealed) = queries::short_codes::held_by(read, holder)? else { return Ok(None) };
    Ok(ShortCode::parse(&vault.open(row(holder), &sealed)?))
}

/// What a sealed short code is bound to.
fn row(holder: RedemptionId) -> RecordId {
    RecordId::from_bytes(*holder.as_bytes())
}
