//! The second factor of staff: an authenticator app, a passkey, and recovery codes for the case that both are lost.

mod http;
mod passkeys;
mod queries;
mod totp;

use serde::Serialize;

use self::totp::TotpSecret;
use crate::base::id::StaffId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppResult, ProblemType};
use crate::base::secret::random_bytes;
use crate::platform::store::{Read, Tx};

pub(super) use http::routes;

/// The password is right, and a second factor is required too.
pub const SECOND_FACTOR_REQUIRED: ProblemType =
    ProblemType::new("second_factor_required", 401, "Second factor required");
/// The password is right, but the second factor is wrong.
pub const SECOND_FACTOR_INVALID: ProblemType = ProblemType::new("second_factor_invalid", 401, "Wrong second factor");
/// The session is limited until a second factor is set up.
pub const SECOND_FACTOR_ENROLMENT_REQUIRED: ProblemType =
    ProblemType::new("second_factor_enrolment_required", 403, "Second factor to be set up");
/// An authenticator app is set up already.
pub const SECOND_FACTOR_EXISTS: ProblemType = ProblemType::new("second_factor_exists", 409, "Set up already");
/// The settings require a second factor, and this is the last one.
pub const SECOND_FACTOR_NEEDED: ProblemType = ProblemType::new("second_factor_needed", 409, "Second factor needed");

/// Number of recovery codes issued at a time.
const RECOVERY_CODES: usize = 10;

/// Result of checking a second factor at a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecondFactorCheck {
    /// The person has no second factor.
    NotAsked,
    /// The code is right and now used up.
    Right,
    /// A second factor is set up, and no code was presented.
    Missing,
    /// The code is wrong or was used before.
    Wrong,
}

/// The secret for an authenticator app, shown during set-up.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = TotpSecret)]
struct Enrolment {
    /// For typing: 32 letters and digits.
    secret: String,
    /// For a QR code: an `otpauth` URL.
    address: String,
}

/// Recovery codes, shown only in this response. Each replaces a lost second factor once.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Checks the second factor of a sign-in. A right code is used up.
pub(super) fn check(tx: &Tx<'_>, keys: &Keyring, id: StaffId, code: Option<&str>) -> AppResult<SecondFactorCheck> {
    if !is_set_up(tx, id)? {
        return Ok(SecondFactorCheck::NotAsked);
    }
    let Some(code) = code.map(plain).filter(|code| !code.is_empty()) else { return Ok(SecondFactorCheck::Missing) };
    let right = take_totp(tx, keys, id, &code)? || queries::delete_recovery_code(tx, id, &hashed(keys, id, &code))?;
    Ok(if right { SecondFactorCheck::Right } else { SecondFactorCheck::Wrong })
}

fn is_set_up(read: &Read<'_>, id: StaffId) -> AppResult<bool> {
    Ok(queries::count_totp(read, id)? > 0 || crate::auth::passkeys::has_any(read, id)?)
}

/// Keeps letters and digits, in upper case, because people type codes with spaces and hyphens.
fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).take(40).map(|c| c.to_ascii_uppercase()).collect()
}

fn hashed(keys: &Keyring, id: StaffId, code: &str) -> [u8; 32] {
    keys.mac(KeyPurpose::RecoveryCode, &[id.as_bytes(), code.as_bytes()])
}

/// Accepts a TOTP code if its time step is later than the last accepted one.
fn take_totp(tx: &Tx<'_>, keys: &Keyring, id: StaffId, code: &str) -> AppResult<bool> {
    let Some(known) = queries::find_totp(tx, id)?.filter(|known| known.confirmed) else { return Ok(false) };
    match TotpSecret::open(keys, id, &known.sealed)?.step_of(code, tx.now()) {
        Some(step) => queries::take_step(tx, id, step),
        None => Ok(false),
    }
}

/// Starts the set-up of an app and replaces an unfinished set-up. Fails with [`SECOND_FACTOR_EXISTS`].
fn begin_totp(tx: &Tx<'_>, keys: &Keyring, id: StaffId, email: &str) -> AppResult<Enrolment> {
    if queries::count_totp(tx, id)? > 0 {
        return Err(SECOND_FACTOR_EXISTS.into());
    }
    let secret = TotpSecret::generate();
    queries::put_totp(tx, id, &secret.seal(keys, id))?;
    Ok(Enrolment { secret: secret.text(), address: secret.address(email) })
}

/// Finishes the set-up of an app with its first code. Returns recovery codes if the person has none, and `None` for a
/// wrong code. Fails with [`SECOND_FACTOR_EXISTS`].
fn confirm_totp(tx: &Tx<'_>, keys: &Keyring, id: StaffId, code: &str) -> AppResult<Option<RecoveryCodes>> {
    let Some(known) = queries::find_totp(tx, id)? else { return Ok(None) };
    if known.confirmed {
        return Err(SECOND_FACTOR_EXISTS.into());
    }
    let Some(step) = TotpSecret::open(keys, id, &known.sealed)?.step_of(&plain(code), tx.now()) else {
        return Ok(None);
    };
    queries::confirm_totp(tx, id, step)?;
    first_recovery_codes(tx, keys, id).map(Some)
}

/// Removes the app. Fails with [`SECOND_FACTOR_NEEDED`] if `needed` and the app is the last factor.
fn remove_totp(tx: &Tx<'_>, id: StaffId, needed: bool) -> AppResult<()> {
    queries::delete_totp(tx, id)?;
    tidy_up(tx, id, needed)
}

/// Removes a passkey. Returns whether it was the person's. Fails with the errors of [`remove_totp`].
fn remove_passkey(tx: &Tx<'_>, id: StaffId, passkey: crate::base::id::PasskeyId, needed: bool) -> AppResult<bool> {
    let found = crate::auth::passkeys::remove(tx, id, passkey)?.is_some();
    tidy_up(tx, id, needed)?;
    Ok(found)
}

/// Deletes the recovery codes after the last factor was removed, because they recover nothing then.
fn tidy_up(tx: &Tx<'_>, id: StaffId, needed: bool) -> AppResult<()> {
    match (is_set_up(tx, id)?, needed) {
        (true, _) => Ok(()),
        (false, true) => Err(SECOND_FACTOR_NEEDED.into()),
        (false, false) => queries::delete_recovery_codes(tx, id),
    }
}

/// Removes every factor of a person who has lost them. An owner calls this after verifying who asks.
pub fn remove_all(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    queries::delete_totp(tx, id)?;
    crate::auth::passkeys::remove_all(tx, id)?;
    queries::delete_recovery_codes(tx, id)
}

fn first_recovery_codes(tx: &Tx<'_>, keys: &Keyring, id: StaffId) -> AppResult<RecoveryCodes> {
    if queries::count_recovery_codes(tx, id)? > 0 {
        return Ok(RecoveryCodes { recovery_codes: Vec::new() });
    }
    renew_recovery_codes(tx, keys, id)
}

/// Issues ten new recovery codes and deletes all earlier ones.
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

/// 60 random bits as three groups of four characters that are not easily confused.
fn recovery_code() -> String {
    const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let letters = random_bytes::<12>().map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}
