//! Limits on the number of *different* values that a subject tries: passwords guessed by one source, or addresses
//! queried. Subjects and values are stored as keyed hashes and deleted after a few hours.

mod queries;

use std::net::IpAddr;
use std::time::Duration;

use super::Limits;
use super::table::{TRIES_KEPT, TRIES_REMEMBERED};
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, stored_names};

/// Keyed hash of a subject or of a value.
pub type TryKey = [u8; 32];

/// Keyed hash of a source. The address itself is not stored.
pub fn source_key(keys: &Keyring, source: IpAddr) -> TryKey {
    keys.mac(KeyPurpose::AttemptKey, &[b"source", source.to_string().as_bytes()])
}

/// The kind of value that is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriedSubject {
    /// Wrong pairs of identifier and password, per source.
    Passwords,
    /// Addresses and phone numbers that a source found to be in use.
    Members,
    /// Addresses and phone numbers for which one registration, or a password reset, requested codes.
    Contacts,
}
stored_names! { TriedSubject { Passwords = "passwords", Members = "members", Contacts = "contacts" } }

/// Records that `subject` tried `value`. Returns how many different values it tried within `window`.
pub fn note(tx: &Tx<'_>, tried: TriedSubject, subject: &TryKey, value: &TryKey, window: Duration) -> AppResult<i64> {
    queries::put(tx, tried, subject, value)?;
    queries::count_since(tx, tried, subject, tx.now().minus(window))
}

/// Returns how many different values `subject` tried within `window`, and whether `value` is one of them.
pub fn distinct(
    read: &Read<'_>,
    tried: TriedSubject,
    subject: &TryKey,
    value: &TryKey,
    window: Duration,
) -> AppResult<(i64, bool)> {
    let since = read.now().minus(window);
    let known = queries::is_known(read, tried, subject, value, since)?;
    Ok((queries::count_since(read, tried, subject, since)?, known))
}

/// Deletes the tries of `subject`.
pub fn clear(tx: &Tx<'_>, tried: TriedSubject, subject: &TryKey) -> AppResult<()> {
    queries::delete(tx, tried, subject)
}

/// Requires a captcha from `subject` for the duration `span`.
pub fn suspect(tx: &Tx<'_>, subject: &TryKey, span: Duration) -> AppResult<()> {
    queries::put_suspect(tx, subject, tx.now().plus(span))
}

/// Whether `subject` must solve a captcha.
pub fn is_suspect(read: &Read<'_>, limits: &Limits, subject: &TryKey) -> AppResult<bool> {
    limits.in_force(subject).map_or(Ok(false), |subject| queries::is_suspect(read, subject))
}

/// Deletes expired rows, and the oldest rows above the row limit.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_before(tx, tx.now().minus(TRIES_REMEMBERED))?;
    queries::delete_beyond(tx, TRIES_KEPT)?;
    queries::delete_past_suspects(tx)
}
