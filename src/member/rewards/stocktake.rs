//! Stocktake: compares stock, quotas, pools and redemptions with each other and with the ledger.

use super::queries::stocktake;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Checks all items and redemptions in the snapshot of `read`; returns the number of redemptions. The inner `Err` is
/// a sentence that names the first inconsistency.
pub fn stocktake(read: &Read<'_>) -> AppResult<Result<i64, String>> {
    if let Some((item, shown, derived)) = stocktake::wrong_stock(read)? {
        return Ok(Err(format!("item {item} shows a stock of {shown}, and {derived} are right")));
    }
    if let Some((item, shown, derived)) = stocktake::wrong_pool(read)? {
        return Ok(Err(format!("item {item} shows {shown} free codes, and {derived} are right")));
    }
    if let Some(item) = stocktake::wrong_quota(read)? {
        return Ok(Err(format!("a member's quota of item {item} is not what they bought")));
    }
    if let Some(redemption) = stocktake::unpaid(read)? {
        return Ok(Err(format!("redemption {redemption} is not borne out by the ledger")));
    }
    stocktake::count_redemptions(read).map(Ok)
}
