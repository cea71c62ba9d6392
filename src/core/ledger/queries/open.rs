//! SQL of the last part of a replay: the open holds and pending points must be those that the journal left open.

use std::collections::{BTreeMap, HashMap};

use super::super::AccountId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// Compares the holds with those that the journal opened and ended.
pub(in crate::core::ledger) fn compare_holds(
    read: &Read<'_>,
    open_holds: &HashMap<i64, (AccountId, i64)>,
    ended_holds: usize,
) -> AppResult<Result<(), String>> {
    let mut result = Ok(());
    let (mut open, mut ended) = (0_usize, 0_usize);
    read.each("select seq, account_id, points, status = 'open' as open from hold", params! {}, |row| {
        let seq: i64 = row.get("seq")?;
        if !row.get::<bool>("open")? {
            ended += 1;
            return Ok(());
        }
        open += 1;
        let stored = (AccountId::from_row(row.get("account_id")?), row.get("points")?);
        if open_holds.get(&seq) != Some(&stored) && result.is_ok() {
            result = Err(format!("hold {seq} is not what the journal says"));
        }
        Ok(())
    })?;
    if (open, ended) != (open_holds.len(), ended_holds) && result.is_ok() {
        result = Err(format!(
            "{open} holds are open and {ended} ended, and the journal has {} and {}",
            open_holds.len(),
            ended_holds
        ));
    }
    Ok(result)
}

/// Compares the open rows of pending points with the lots of the pending account, given by their award.
pub(in crate::core::ledger) fn compare_pending(
    read: &Read<'_>,
    lots: impl Iterator<Item = (i64, i64)>,
) -> AppResult<Result<(), String>> {
    let mut left: BTreeMap<i64, i64> = BTreeMap::new();
    for (seq, points) in lots {
        *left.entry(seq).or_default() += points;
    }
    read.each("select seq, points from pending_points where status = 'open'", params! {}, |row| {
        *left.entry(row.get("seq")?).or_default() -= row.get::<i64>("points")?;
        Ok(())
    })?;
    let odd = left.into_iter().find(|(_, points)| *points != 0);
    Ok(odd.map_or(Ok(()), |(seq, _)| Err(format!("the pending points of transaction number {seq} are not its lots"))))
}
