//! Stocktaking: stock, quotas, pools and redemptions held against each other and the ledger.

use super::queries::stocktake;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Counts everything that is sold or could be, in the snapshot that `read` sees; gives the number
/// of redemptions. An `Err` inside is the sentence that names the first thing that is wrong.
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
