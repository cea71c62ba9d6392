//! The register of counters: partners' outlets, the tills that stand there, the cashiers who work
//! at them, and who is signed in where. It has no routes; the desk manages it, and the counter
//! rests on it.

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

/// Trims a name that must say something. Fails with `required_field` and `too_long`.
fn checked_name(given: &str) -> AppResult<String> {
    let name = given.trim();
    match name.chars().count() {
        0 => Err(AppError::invalid_field("name", "required_field")),
        1..=LONGEST_NAME => Ok(name.to_owned()),
        _ => Err(AppError::invalid_field("name", "too_long")),
    }
}

/// Forgets sign-ins at tills whose time is over.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::sessions::delete_expired(tx)
}
