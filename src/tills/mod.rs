//! The register of counters: partners' outlets, the tills that stand there, the cashiers who work
//! at them, and who is signed in where. It has no routes; the desk manages it, and the counter
//! rests on it.

pub mod cashiers;
pub mod devices;
pub mod outlets;
pub mod passkeys;
mod queries;
pub mod sessions;

use crate::base::problem::{AppError, AppResult};

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

/// A PIN of four to eight digits. Never shown, not even in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl Pin {
    /// Fails with `invalid_pin` for anything else.
    pub fn parse(typed: &str) -> AppResult<Self> {
        let sound = (4..=8).contains(&typed.len()) && typed.bytes().all(|byte| byte.is_ascii_digit());
        if sound { Ok(Self(typed.to_owned())) } else { Err(AppError::invalid_field("pin", "invalid_pin")) }
    }

    /// The digits, for hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Pin {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Pin(…)")
    }
}
