//! Limits on how many *different* things somebody tries: passwords guessed by one source, or
//! addresses asked about. Subjects and values are kept as keyed hashes, and not for long.

mod queries;

use std::time::Duration;

use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

/// How long a try of any kind is remembered at most.
const LONGEST_WINDOW: Duration = Duration::from_secs(3 * 3_600);
/// Rows kept at most; beyond it the oldest go, whoever's they are.
const MOST_KEPT: i64 = 100_000;

/// A keyed hash: of who tries, or of what is tried.
pub type TryKey = [u8; 32];

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// A source's wrong pairs of identifier and password.
    Passwords,
    /// Addresses and numbers of which a source learnt that they are in use.
    Members,
    /// Addresses and numbers that one registration asked codes for, or that a reset was asked for.
    Contacts,
}

impl Tried {
    const fn name(self) -> &'static str {
        match self {
            Tried::Passwords => "passwords",
            Tried::Members => "members",
            Tried::Contacts => "contacts",
        }
    }
}

/// Notes that `subject` tried `value`; gives how many different ones it tried within `window`.
pub fn note(tx: &Tx<'_>, tried: Tried, subject: &TryKey, value: &TryKey, window: Duration) -> AppResult<i64> {
    queries::put(tx, tried, subject, value)?;
    queries::count_since(tx, tried, subject, tx.now().minus(window))
}

/// How many different values `subject` tried within `window`, and whether this is one of them.
pub fn distinct(
    read: &Read<'_>,
    tried: Tried,
    subject: &TryKey,
    value: &TryKey,
    window: Duration,
) -> AppResult<(i64, bool)> {
    let since = read.now().minus(window);
    let known = queries::is_known(read, tried, subject, value, since)?;
    Ok((queries::count_since(read, tried, subject, since)?, known))
}

/// Forgets what `subject` tried.
pub fn clear(tx: &Tx<'_>, tried: Tried, subject: &TryKey) -> AppResult<()> {
    queries::delete(tx, tried, subject)
}

/// From now until then, `subject` must solve a captcha.
pub fn suspect(tx: &Tx<'_>, subject: &TryKey, span: Duration) -> AppResult<()> {
    queries::put_suspect(tx, subject, tx.now().plus(span))
}

/// Whether `subject` must solve a captcha.
pub fn is_suspect(read: &Read<'_>, subject: &TryKey) -> AppResult<bool> {
    queries::is_suspect(read, subject)
}

/// Forgets what no longer counts, and more where a flood has left too much.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_before(tx, tx.now().minus(LONGEST_WINDOW))?;
    queries::delete_beyond(tx, MOST_KEPT)?;
    queries::delete_past_suspects(tx)
}
