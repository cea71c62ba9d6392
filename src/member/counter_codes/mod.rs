//! Codes that change every 30 seconds. A member shows one at a counter to earn points, to be looked up and to use
//! coupons; a screenshot of it is worthless a minute later. The short id keeps earning points, and may be printed.
//!
//! The first scan binds a code to one counter. Only the use of a coupon spends it, so that one scan serves a purchase
//! that earns points and is paid in part by a coupon.
//!
//! A code is HMAC-SHA-256 over the member and the half minute, under a key of its own from the keyring. The app gets the
//! codes of an hour ahead and never the key, so that it works offline for that hour. The server's clock alone counts.

mod http;
mod queries;

use std::time::Duration;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::MemberId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::secret;
use crate::base::short_id::ShortId;
use crate::core::members::{self, MemberRecord, Status};
use crate::core::settings;
use crate::platform::store::{Read, Tx};

pub use http::routes;

/// The code is old, was scanned before, or is no code of a member. All three get the same answer, so that a forger
/// learns nothing.
pub const COUNTER_CODE_STALE: ProblemType = ProblemType::new("counter_code_stale", 409, "Code no longer valid");

/// The time for which a code is shown, in milliseconds.
const STEP_MS: i64 = 30_000;
/// Codes that the app gets ahead: an hour.
const AHEAD: i64 = 120;
/// Number of earlier codes that a scan accepts: one, for a phone whose request for codes was slow.
const TOLERANCE: i64 = 1;
/// The time after a scan within which a coupon can be used with it.
const SPENDING_TIME: Duration = Duration::from_secs(180);
/// Codes of this many earlier steps are recognised as old codes, which do not count as guesses.
const OLD: i64 = 2_880;
/// The beginning of a code, by which a scanner tells it from a short id.
const PREFIX: &str = "KC-";
/// Characters of the seal: 60 bits.
const SEAL: usize = 12;
/// Crockford's base 32.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The codes of the next hour.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CounterCodes {
    /// The server's time, by which the app corrects its own clock.
    server_time: Timestamp,
    /// The time from which the first code is shown; each next one follows after `stepSeconds`.
    from: Timestamp,
    /// Seconds for which a code is shown.
    step_seconds: i64,
    /// The texts of the QR codes.
    codes: Vec<String>,
}

/// A scan of a code.
#[derive(Clone, Copy, Debug)]
struct Scan {
    actor: [u8; 16],
    scanned: Timestamp,
    spent: bool,
}

fn step_of(moment: Timestamp) -> i64 {
    moment.as_millis().div_euclid(STEP_MS)
}

fn seal(keys: &Keyring, member: MemberId, step: i64) -> String {
    let mac = keys.mac(KeyPurpose::CounterCode, &[member.as_bytes(), &step.to_be_bytes()]);
    let bits = mac.iter().take(8).fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    let character = |at: usize| char::from(ALPHABET[(bits >> (59 - 5 * at) & 31) as usize]);
    (0..SEAL).map(character).collect()
}

/// Fails with `not_found` while the programme has codes that do not change.
fn require_on(read: &Read<'_>) -> AppResult<()> {
    if settings::cached(read)?.counter_codes { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// The codes of a member for the next hour. Fails with `not_found` while the setting is off.
fn codes_ahead(read: &Read<'_>, keys: &Keyring, id: MemberId) -> AppResult<CounterCodes> {
    require_on(read)?;
    let member = members::find(read, id)?.ok_or(NOT_FOUND)?;
    let first = step_of(read.now());
    let code = |step| format!("{PREFIX}{}-{}", member.short_id, seal(keys, id, step));
    Ok(CounterCodes {
        server_time: read.now(),
        from: Timestamp::from_millis(first * STEP_MS),
        step_seconds: STEP_MS / 1_000,
        codes: (first..first + AHEAD).map(code).collect(),
    })
}

/// The member whom a code names, and its seal.
fn named(read: &Read<'_>, text: &str) -> AppResult<(MemberRecord, String)> {
    let text = text.trim().to_ascii_uppercase();
    let parts = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
    let (short_id, seal) = parts.ok_or(COUNTER_CODE_STALE)?;
    let short_id = ShortId::parse(short_id).ok_or(COUNTER_CODE_STALE)?;
    let member = members::find_by_identifier(read, &Identifier::ShortId(short_id))?;
    let member = member.filter(|found| found.status == Status::Active).ok_or(COUNTER_CODE_STALE)?;
    Ok((member, seal.to_owned()))
}

/// The step of a member's code, if it is one of the last `back` steps or of this one.
fn step_within(keys: &Keyring, member: MemberId, given: &str, now: Timestamp, back: i64) -> Option<i64> {
    let is_of = |step: &i64| secret::same(seal(keys, member, *step).as_bytes(), given.as_bytes());
    let now = step_of(now);
    (now - back..=now).rev().find(is_of)
}

/// Whether a text is meant as a changing code, which tells it from a short id.
pub fn is_code(text: &str) -> bool {
    text.trim_start().get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// Looks a member up by the code on their screen, once: only whoever scanned a code first may scan it again, until it is
/// spent. Fails with `not_found` while the setting is off, and with [`COUNTER_CODE_STALE`].
pub fn scan(tx: &Tx<'_>, keys: &Keyring, text: &str, actor: &[u8; 16]) -> AppResult<MemberRecord> {
    first_scanned_by(tx, keys, text, actor, |scan| !scan.spent)
}

/// Finds the member for an award by the code on their screen. The code is then bound to this counter, as after
/// [`scan`], but an award does not spend it: it can still be used for a coupon here. A code that was spent here still
/// finds its member, because the printed short id earns points too and never expires. Fails as [`scan`] does.
pub fn identify(tx: &Tx<'_>, keys: &Keyring, text: &str, actor: &[u8; 16]) -> AppResult<MemberRecord> {
    first_scanned_by(tx, keys, text, actor, |_| true)
}

fn first_scanned_by(
    tx: &Tx<'_>,
    keys: &Keyring,
    text: &str,
    actor: &[u8; 16],
    may_scan_again: impl FnOnce(&Scan) -> bool,
) -> AppResult<MemberRecord> {
    require_on(tx)?;
    let (member, given) = named(tx, text)?;
    let step = step_within(keys, member.id, &given, tx.now(), TOLERANCE).ok_or(COUNTER_CODE_STALE)?;
    match queries::find(tx, step, member.id)? {
        None => queries::insert(tx, step, member.id, actor)?,
        Some(scan) if scan.actor == *actor && may_scan_again(&scan) => {}
        Some(_) => return Err(COUNTER_CODE_STALE.into()),
    }
    Ok(member)
}

/// Takes a scanned code for the use of a coupon, once, within three minutes of its scan. Fails as [`scan`] does.
pub fn spend(tx: &Tx<'_>, keys: &Keyring, text: &str, actor: &[u8; 16]) -> AppResult<MemberRecord> {
    require_on(tx)?;
    let (member, given) = named(tx, text)?;
    let back = i64::try_from(SPENDING_TIME.as_millis()).unwrap_or(0) / STEP_MS + TOLERANCE + 1;
    let step = step_within(keys, member.id, &given, tx.now(), back).ok_or(COUNTER_CODE_STALE)?;
    let scan = queries::find(tx, step, member.id)?.filter(|scan| scan.actor == *actor).ok_or(COUNTER_CODE_STALE)?;
    if scan.scanned.plus(SPENDING_TIME) <= tx.now() || !queries::spend(tx, step, member.id)? {
        return Err(COUNTER_CODE_STALE.into());
    }
    Ok(member)
}

/// Whether a counter may see the balance of a member. The member must have shown a changing code there within the last
/// three minutes, because a printed short id may be in the hands of another person. While the programme has no changing
/// codes, every counter may see the balance.
pub fn may_see_balance(read: &Read<'_>, member: MemberId, actor: &[u8; 16]) -> AppResult<bool> {
    if !settings::cached(read)?.counter_codes {
        return Ok(true);
    }
    let since = read.now().minus(SPENDING_TIME);
    queries::was_scanned_by(read, member, actor, step_of(since) - TOLERANCE, since)
}

/// Whether a refused text is a real code of a member that is too old. Such a text is no guess and does not count
/// against the till.
pub fn is_old(read: &Read<'_>, keys: &Keyring, text: &str) -> AppResult<bool> {
    let Ok((member, given)) = named(read, text) else { return Ok(false) };
    Ok(step_within(keys, member.id, &given, read.now(), OLD).is_some())
}

/// Deletes some scans whose codes are past.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_before(tx, step_of(tx.now()) - OLD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_of_its_member_and_its_half_minute_alone() {
        let keys = Keyring::new([7; 32]);
        let (now, ada, ben) =
            (Timestamp::from_millis(1_790_000_010_000), MemberId::from_bytes([1; 16]), MemberId::from_bytes([2; 16]));
        let step = step_of(now);
        let given = seal(&keys, ada, step);
        assert_eq!(given.len(), SEAL);
        assert_eq!(step_within(&keys, ada, &given, now, TOLERANCE), Some(step));
        let later = |steps: i64| Timestamp::from_millis(now.as_millis() + steps * STEP_MS);
        assert_eq!(step_within(&keys, ada, &given, later(1), TOLERANCE), Some(step), "one step of tolerance");
        assert_eq!(step_within(&keys, ada, &given, later(2), TOLERANCE), None);
        assert_eq!(step_within(&keys, ada, &given, later(-1), TOLERANCE), None, "a code of the future");
        assert_eq!(step_within(&keys, ben, &given, now, TOLERANCE), None);
        assert_eq!(step_within(&Keyring::new([8; 32]), ada, &given, now, TOLERANCE), None);
        assert_eq!(step_within(&keys, ada, "", now, TOLERANCE), None);
    }
}
