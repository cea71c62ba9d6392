//! The second factor of staff: an authenticator app, a passkey, and recovery codes for the day on
//! which both are lost.

mod http;
mod passkeys;
mod queries;
mod totp;

use serde::Serialize;

use self::totp::Secret;
use crate::base::id::StaffId;
use crate::base::keys::{Keyring, Purpose};
use crate::base::problem::{AppResult, ProblemType};
use crate::base::secret::random_bytes;
use crate::platform::store::{Read, Tx};

pub(super) use http::routes;

/// The password is right, and a code is needed too.
pub const SECOND_FACTOR_REQUIRED: ProblemType =
    ProblemType::new("second_factor_required", 401, "Second factor required");
/// The password is right, and the code is not.
pub const SECOND_FACTOR_INVALID: ProblemType = ProblemType::new("second_factor_invalid", 401, "Wrong second factor");
/// The session may do nothing until a second factor is set up.
pub const SECOND_FACTOR_ENROLMENT_REQUIRED: ProblemType =
    ProblemType::new("second_factor_enrolment_required", 403, "Second factor to be set up");
/// An authenticator app is set up already.
pub const SECOND_FACTOR_EXISTS: ProblemType = ProblemType::new("second_factor_exists", 409, "Set up already");
/// The settings ask for a second factor, and this is the last.
pub const SECOND_FACTOR_NEEDED: ProblemType = ProblemType::new("second_factor_needed", 409, "Second factor needed");

/// Recovery codes that somebody gets at a time.
const RECOVERY_CODES: usize = 10;

/// What presenting a code at a sign-in came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// There is no second factor.
    NotAsked,
    /// It is right, and used up.
    Right,
    /// There is one, and nothing was presented.
    Missing,
    /// It is wrong, or was used before.
    Wrong,
}

/// A secret for an authenticator app, shown while it is being set up.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = TotpSecret)]
struct Enrolment {
    /// For typing: 32 letters and digits.
    secret: String,
    /// For a QR code: an address of the kind `otpauth`.
    address: String,
}

/// Codes that each stand in for a lost second factor once; shown here and never again.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Whether a code lets somebody in; a right one is used up.
pub(super) fn check(tx: &Tx<'_>, keys: &Keyring, id: StaffId, code: Option<&str>) -> AppResult<Check> {
    if !is_set_up(tx, id)? {
        return Ok(Check::NotAsked);
    }
    let Some(code) = code.map(plain).filter(|code| !code.is_empty()) else { return Ok(Check::Missing) };
    let right = take_totp(tx, keys, id, &code)? || queries::delete_recovery_code(tx, id, &hashed(keys, id, &code))?;
    Ok(if right { Check::Right } else { Check::Wrong })
}

fn is_set_up(read: &Read<'_>, id: StaffId) -> AppResult<bool> {
    Ok(queries::count_totp(read, id)? + queries::count_passkeys(read, id)? > 0)
}

/// Letters and digits alone, in capitals: codes are typed with blanks and hyphens.
fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).take(40).map(|c| c.to_ascii_uppercase()).collect()
}

fn hashed(keys: &Keyring, id: StaffId, code: &str) -> [u8; 32] {
    keys.mac(Purpose::RecoveryCode, &[id.as_bytes(), code.as_bytes()])
}

/// Takes the code of a step that is newer than the newest one taken.
fn take_totp(tx: &Tx<'_>, keys: &Keyring, id: StaffId, code: &str) -> AppResult<bool> {
    let Some(known) = queries::find_totp(tx, id)?.filter(|known| known.confirmed) else { return Ok(false) };
    match Secret::open(keys, id, &known.sealed)?.step_of(code, tx.now()) {
        Some(step) => queries::take_step(tx, id, step),
        None => Ok(false),
    }
}

/// Begins setting up an app, in place of an earlier try. Fails with [`SECOND_FACTOR_EXISTS`].
fn begin_totp(tx: &Tx<'_>, keys: &Keyring, id: StaffId, email: &str) -> AppResult<Enrolment> {
    if queries::count_totp(tx, id)? > 0 {
        return Err(SECOND_FACTOR_EXISTS.into());
    }
    let secret = Secret::generate();
    queries::put_totp(tx, id, &secret.seal(keys, id))?;
    Ok(Enrolment { secret: secret.text(), address: secret.address(email) })
}

/// Ends setting up an app by its first code; gives recovery codes where there are none yet.
/// `None` for a wrong code. Fails with [`SECOND_FACTOR_EXISTS`].
fn confirm_totp(tx: &Tx<'_>, keys: &Keyring, id: StaffId, code: &str) -> AppResult<Option<RecoveryCodes>> {
    let Some(known) = queries::find_totp(tx, id)? else { return Ok(None) };
    if known.confirmed {
        return Err(SECOND_FACTOR_EXISTS.into());
    }
    let Some(step) = Secret::open(keys, id, &known.sealed)?.step_of(&plain(code), tx.now()) else { return Ok(None) };
    queries::confirm_totp(tx, id, step)?;
    first_recovery_codes(tx, keys, id).map(Some)
}

/// Takes the app away. Fails with [`SECOND_FACTOR_NEEDED`] when `needed` and it is the last factor.
fn remove_totp(tx: &Tx<'_>, id: StaffId, needed: bool) -> AppResult<()> {
    queries::delete_totp(tx, id)?;
    tidy_up(tx, id, needed)
}

/// Takes a passkey away; gives whether it was theirs. Fails as [`remove_totp`] does.
fn remove_passkey(tx: &Tx<'_>, id: StaffId, passkey: crate::base::id::PasskeyId, needed: bool) -> AppResult<bool> {
    let found = queries::delete_passkey(tx, id, passkey)?;
    tidy_up(tx, id, needed)?;
    Ok(found)
}

/// Recovery codes without a factor to recover would only lie about.
fn tidy_up(tx: &Tx<'_>, id: StaffId, needed: bool) -> AppResult<()> {
    match (is_set_up(tx, id)?, needed) {
        (true, _) => Ok(()),
        (false, true) => Err(SECOND_FACTOR_NEEDED.into()),
        (false, false) => queries::delete_recovery_codes(tx, id),
    }
}

/// Takes every factor of somebody away: they have lost them, and an owner knows who is asking.
pub fn remove_all(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    queries::delete_totp(tx, id)?;
    queries::delete_passkeys(tx, id)?;
    queries::delete_recovery_codes(tx, id)
}

fn first_recovery_codes(tx: &Tx<'_>, keys: &Keyring, id: StaffId) -> AppResult<RecoveryCodes> {
    if queries::count_recovery_codes(tx, id)? > 0 {
        return Ok(RecoveryCodes { recovery_codes: Vec::new() });
    }
    renew_recovery_codes(tx, keys, id)
}

/// Ten new recovery codes in place of all earlier ones.
fn renew_recovery_codes(tx: &Tx<'_>, keys: &Keyring, id: StaffId) -> AppResult<RecoveryCodes> {
    queries::delete_recovery_codes(tx, id)?;
    let mut recovery_codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = recovery_code();
        queries::insert_recovery_code(tx, id, &hashed(keys, id, &plain(&code)))?;
        recovery_codes.push(code);
    }
    Ok(RecoveryCodes { recovery_codes })
}

/// 60 random bits as three groups of four letters and digits that nobody confuses.
fn recovery_code() -> String {
    const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let letters = random_bytes::<12>().map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}
