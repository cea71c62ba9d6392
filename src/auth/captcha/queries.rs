//! SQL of captchas.

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Tx, params};

pub(super) fn insert_spent(tx: &Tx<'_>, solution_hash: &[u8; 32], expires: Timestamp) -> AppResult<bool> {
    let touched = tx.execute(
        "insert into captcha_spent (solution_hash, expires_at_ms) values (:solution_hash, :expires) \
         on conflict do nothing",
        params! { ":solution_hash": solution_hash, ":expires": expires },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_spent_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    tx.execute("delete from captcha_spent where expires_at_ms < :before", params! { ":before": before })?;
    Ok(())
}
