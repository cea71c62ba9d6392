//! Short codes of open coupons: eight characters that a person can read out and type if the camera does not work. The
//! QR code holds the long code.

use std::time::Duration;

use super::codes::CodeVault;
use super::queries;
use crate::base::clock::Timestamp;
use crate::base::id::{RecordId, RedemptionId};
use crate::base::problem::AppResult;
use crate::base::short_code::ShortCode;
use crate::platform::store::{Read, Tx};

/// The time for which a short code is reported as expired after its end; later the code is unknown.
const REMEMBERED: Duration = Duration::from_secs(86_400);
/// Number of random codes to try until one is free. A second try is rare.
const DRAWS: usize = 8;

/// Assigns a unique short code to a coupon that was just opened. Fails when every try is taken.
pub(super) fn give(tx: &Tx<'_>, vault: &CodeVault, holder: RedemptionId, until: Timestamp) -> AppResult<ShortCode> {
    queries::short_codes::delete_before(tx, tx.now().minus(REMEMBERED))?;
    for _ in 0..DRAWS {
        let code = ShortCode::generate();
        // A till first compares the typed text with the pool codes, so a short code must not equal one of them.
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

/// The row id that an encrypted short code is bound to.
fn row(holder: RedemptionId) -> RecordId {
    RecordId::from_bytes(*holder.as_bytes())
}
