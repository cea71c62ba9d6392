//! Counters: partners' outlets, their tills, their cashiers, and the sessions at tills. This module has no routes.
//! The admin manages counters, and the counter's calls use them.

pub mod cashiers;
pub mod devices;
pub mod outlet;
pub mod passkeys;
mod queries;
pub mod sessions;

use crate::base::problem::{AppError, AppResult};
use crate::platform::store::Tx;

/// The longest name of a till or cashier, in characters.
const LONGEST_NAME: usize = 60;

/// Trims a name. Fails with `required_field` if it is empty, and with `too_long`.
fn checked_name(given: &str) -> AppResult<String> {
    let name = given.trim();
    match name.chars().count() {
        0 => Err(AppError::invalid_field("name", "required_field")),
        1..=LONGEST_NAME => Ok(name.to_owned()),
        _ => Err(AppError::invalid_field("name", "too_long")),
    }
}

/// Deletes expired sessions at tills.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::sessions::delete_expired(tx)
}
