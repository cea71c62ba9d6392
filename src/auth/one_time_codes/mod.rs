//! One-time codes: six digits that prove access to an e-mail address or a phone. A code is bound to its purpose,
//! destination and scope, and is valid for these only.

mod queries;

use std::time::Duration;

use crate::base::clock::Timestamp;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::SessionId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppResult, ProblemType, RATE_LIMITED};
use crate::base::secret::{same, six_digits};
use crate::platform::store::{Read, Tx, stored_names};
use crate::platform::throttle::table::{CODES_TO_A_CONTACT, CODES_WITHOUT_CAPTCHA, RESET_CODES_TO_A_PHONE};
use crate::platform::throttle::{Limits, Threshold};

/// The code is wrong, used, expired, or was issued for another use.
pub const INVALID_OTP: ProblemType = ProblemType::new("invalid_otp", 400, "Invalid code");
/// A new code may only be sent a minute after the last one.
pub const RESEND_WAIT: ProblemType = ProblemType::new("resend_wait", 429, "Wait before asking again");

const LIFETIME: Duration = Duration::from_secs(10 * 60);
const ATTEMPTS: i64 = 5;
const RESEND_AFTER: Duration = Duration::from_secs(60);
/// The time for which a verified code stays valid for the action that it was requested for.
const VERIFIED_FOR: Duration = Duration::from_secs(30 * 60);
const DAY: Duration = Duration::from_secs(86_400);

/// The purpose of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePurpose {
    /// Registering as a member.
    Registration,
    /// Adding an e-mail address or a phone number to an account.
    Contact,
    /// Setting a new password without the old one.
    Recovery,
}
stored_names! { CodePurpose { Registration = "registration", Contact = "contact", Recovery = "recovery" } }

impl CodePurpose {
    /// Limits of codes sent to one destination, per hour and per day.
    const fn budget(self) -> [Threshold; 2] {
        match self {
            CodePurpose::Registration | CodePurpose::Contact => CODES_TO_A_CONTACT,
            CodePurpose::Recovery => RESET_CODES_TO_A_PHONE,
        }
    }
}

/// The destination of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// By e-mail.
    Email(Email),
    /// By SMS.
    Phone(HkPhone),
}

impl Destination {
    /// The form in which the destination is stored and compared.
    pub fn stored(&self) -> String {
        match self {
            Destination::Email(email) => email.as_str().to_owned(),
            Destination::Phone(phone) => phone.e164(),
        }
    }
}

/// The purpose, destination and scope of a code.
#[derive(Clone, Debug)]
pub struct CodeUse {
    /// The purpose.
    pub purpose: CodePurpose,
    /// The destination.
    pub destination: Destination,
    /// The id of the registration or session; zeros if the code is bound to the destination only.
    pub scope: [u8; 16],
}

impl CodeUse {
    /// A code that proves, within one session, access to an address or number to add.
    pub fn contact(session: SessionId, destination: Destination) -> Self {
        Self { purpose: CodePurpose::Contact, destination, scope: *session.as_bytes() }
    }

    /// A code that proves that a member who forgot the password owns the phone number.
    pub fn recovery(phone: HkPhone) -> Self {
        Self { purpose: CodePurpose::Recovery, destination: Destination::Phone(phone), scope: [0; 16] }
    }
}

struct StoredCode {
    hash: [u8; 32],
    attempts_left: i64,
    expires_at: Timestamp,
    verified_at: Option<Timestamp>,
}

impl StoredCode {
    fn is_live(&self, now: Timestamp) -> bool {
        self.verified_at.is_none() && self.attempts_left > 0 && self.expires_at > now
    }
}

/// Result of entering a code. Commit the transaction for a wrong code too, because it has used up an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeCheck {
    /// The code was right; [`is_verified`] is true from now on.
    Right,
    /// The code was wrong.
    Wrong,
}

impl CodeCheck {
    /// Fails with [`INVALID_OTP`] unless the code was right.
    pub fn accept(self) -> AppResult<()> {
        match self {
            CodeCheck::Right => Ok(()),
            CodeCheck::Wrong => Err(INVALID_OTP.into()),
        }
    }
}

/// Issues a code and replaces any earlier code of the same use. Fails with [`RESEND_WAIT`] within a minute of the
/// last code, and with 429 above the destination's hourly or daily limit.
pub fn issue(tx: &Tx<'_>, keys: &Keyring, limits: &Limits, usage: &CodeUse) -> AppResult<String> {
    let destination = usage.destination.stored();
    if let Some(sent_at) = queries::last_sent_at(tx, usage.purpose, &destination)? {
        let next = sent_at.plus(RESEND_AFTER);
        if next > tx.now() {
            return Err(RESEND_WAIT.retry_after(next.since(tx.now()).as_millis().div_ceil(1000) as u64));
        }
    }
    check_budget(tx, keys, limits, usage.purpose, &destination)?;
    let code = six_digits();
    queries::put(tx, usage, &destination, &hash_of(keys, usage, &code), ATTEMPTS, tx.now().plus(LIFETIME))?;
    Ok(code)
}

fn check_budget(
    tx: &Tx<'_>,
    keys: &Keyring,
    limits: &Limits,
    purpose: CodePurpose,
    destination: &str,
) -> AppResult<()> {
    let key = keys.mac(KeyPurpose::AttemptKey, &[b"sending", purpose.name().as_bytes(), destination.as_bytes()]);
    for limit in purpose.budget() {
        if limits.is_reached(limit, queries::sendings_since(tx, &key, tx.now().minus(limit.within))?) {
            return Err(RATE_LIMITED.retry_after(limit.within.as_secs()));
        }
    }
    limits.counted(|| queries::insert_sending(tx, &key))
}

/// Records that a code was sent on behalf of a source. `source` is the keyed hash of the source.
pub fn note_source(tx: &Tx<'_>, source: &[u8; 32]) -> AppResult<()> {
    queries::insert_sending(tx, source)
}

/// Number of codes sent on behalf of a source within the time of its limit.
pub fn sendings_of_source(read: &Read<'_>, source: &[u8; 32]) -> AppResult<i64> {
    queries::sendings_since(read, source, read.now().minus(CODES_WITHOUT_CAPTCHA.within))
}

/// Returns whether a code of this use is live: it can still be entered, and therefore guessed.
pub fn is_awaited(read: &Read<'_>, usage: &CodeUse) -> AppResult<bool> {
    let stored = queries::find(read, usage, &usage.destination.stored())?;
    Ok(stored.is_some_and(|code| code.is_live(read.now())))
}

/// Deletes codes and sendings that are older than a day.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_expired(tx, tx.now().minus(DAY - LIFETIME))?;
    queries::delete_sendings_before(tx, tx.now().minus(DAY))
}

/// Deletes every code to a destination, because its owner has left the programme.
pub fn forget_destination(tx: &Tx<'_>, destination: &Destination) -> AppResult<()> {
    queries::delete_destination(tx, &destination.stored())
}

/// Compares the typed text with the code of this use. The code is used up by a right entry or by five wrong ones.
pub fn enter(tx: &Tx<'_>, keys: &Keyring, usage: &CodeUse, typed: &str) -> AppResult<CodeCheck> {
    let destination = usage.destination.stored();
    let Some(stored) = queries::find(tx, usage, &destination)? else { return Ok(CodeCheck::Wrong) };
    if !stored.is_live(tx.now()) {
        return Ok(CodeCheck::Wrong);
    }
    if same(&hash_of(keys, usage, typed.trim()), &stored.hash) {
        queries::mark_verified(tx, usage, &destination)?;
        Ok(CodeCheck::Right)
    } else {
        queries::spend_attempt(tx, usage, &destination)?;
        Ok(CodeCheck::Wrong)
    }
}

/// Returns whether the code of this use was entered correctly within the last half hour.
pub fn is_verified(read: &Read<'_>, usage: &CodeUse) -> AppResult<bool> {
    let stored = queries::find(read, usage, &usage.destination.stored())?;
    let since = read.now().minus(VERIFIED_FOR);
    Ok(stored.and_then(|code| code.verified_at).is_some_and(|at| at > since))
}

/// Deletes every code of a scope after the action that they were requested for.
pub fn forget_scope(tx: &Tx<'_>, scope: &[u8; 16]) -> AppResult<()> {
    queries::delete_scope(tx, scope)
}

/// Deletes the code of one use.
pub fn forget(tx: &Tx<'_>, usage: &CodeUse) -> AppResult<()> {
    queries::delete(tx, usage, &usage.destination.stored())
}

fn hash_of(keys: &Keyring, usage: &CodeUse, code: &str) -> [u8; 32] {
    let destination = usage.destination.stored();
    keys.mac(
        KeyPurpose::OneTimeCode,
        &[usage.purpose.name().as_bytes(), destination.as_bytes(), &usage.scope, code.as_bytes()],
    )
}
