//! One-time codes: six digits that prove that somebody reads an address or a phone. A code is
//! bound to its purpose, its destination and its scope, and never verifies another.

mod queries;

use std::time::Duration;

use crate::base::clock::Timestamp;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::SessionId;
use crate::base::keys::{Keyring, Purpose};
use crate::base::problem::{AppResult, ProblemType, RATE_LIMITED};
use crate::base::secret::{same, six_digits};
use crate::platform::http::limits::Limits;
use crate::platform::store::{Read, Tx};

/// The code is wrong, used up, too old, or was meant for something else.
pub const INVALID_OTP: ProblemType = ProblemType::new("invalid_otp", 400, "Invalid code");
/// A new code may only be sent a minute after the last one.
pub const RESEND_WAIT: ProblemType = ProblemType::new("resend_wait", 429, "Wait before asking again");

const LIFETIME: Duration = Duration::from_secs(10 * 60);
const ATTEMPTS: i64 = 5;
const RESEND_AFTER: Duration = Duration::from_secs(60);
/// How long an entered code counts for what it was asked for.
const VERIFIED_FOR: Duration = Duration::from_secs(30 * 60);
const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(86_400);

/// What a code is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePurpose {
    /// Becoming a member.
    Registration,
    /// Adding an address or a phone to an account.
    Contact,
    /// Setting a new password without the old one.
    Recovery,
}

impl CodePurpose {
    const fn name(self) -> &'static str {
        match self {
            CodePurpose::Registration => "registration",
            CodePurpose::Contact => "contact",
            CodePurpose::Recovery => "recovery",
        }
    }

    /// Sendings to one destination in an hour and in a day.
    const fn budget(self) -> (i64, i64) {
        match self {
            CodePurpose::Registration | CodePurpose::Contact => (5, 10),
            CodePurpose::Recovery => (3, 6),
        }
    }
}

/// Where a code goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// By e-mail.
    Email(Email),
    /// By SMS.
    Phone(HkPhone),
}

impl Destination {
    /// As it is stored and compared.
    pub fn stored(&self) -> String {
        match self {
            Destination::Email(email) => email.as_str().to_owned(),
            Destination::Phone(phone) => phone.e164(),
        }
    }
}

/// One use of codes: what for, where to, and in whose scope.
#[derive(Clone, Debug)]
pub struct CodeUse {
    /// What for.
    pub purpose: CodePurpose,
    /// Where to.
    pub destination: Destination,
    /// The registration's or session's id; zeros where there is only the destination.
    pub scope: [u8; 16],
}

impl CodeUse {
    /// The code by which a member proves, in one session, an address or number to add.
    pub fn contact(session: SessionId, destination: Destination) -> Self {
        Self { purpose: CodePurpose::Contact, destination, scope: *session.as_bytes() }
    }

    /// The code by which a member who forgot their password proves that the phone is theirs.
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

/// What entering a code came to. A wrong one must be committed too: it has cost an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It was the code; from now on [`is_verified`] says so.
    Right,
    /// It was not.
    Wrong,
}

impl Entered {
    /// Fails with [`INVALID_OTP`] unless the code was right.
    pub fn accept(self) -> AppResult<()> {
        match self {
            Entered::Right => Ok(()),
            Entered::Wrong => Err(INVALID_OTP.into()),
        }
    }
}

/// Makes a code that replaces any earlier one of the same use. Fails with [`RESEND_WAIT`] within a
/// minute of the last, and with 429 beyond a destination's budget of an hour or a day.
pub fn issue(tx: &Tx<'_>, keys: &Keyring, limits: &Limits, usage: &CodeUse) -> AppResult<String> {
    let destination = usage.destination.stored();
    if let Some(sent_at) = queries::last_sent_at(tx, usage.purpose, &destination)? {
        let next = sent_at.plus(RESEND_AFTER);
        if next > tx.now() {
            return Err(RESEND_WAIT.retry_after(next.since(tx.now()).as_millis().div_ceil(1000) as u64));
        }
    }
    if limits.enabled() {
        check_budget(tx, keys, usage.purpose, &destination)?;
    }
    let code = six_digits();
    queries::put(tx, usage, &destination, &hash_of(keys, usage, &code), ATTEMPTS, tx.now().plus(LIFETIME))?;
    Ok(code)
}

fn check_budget(tx: &Tx<'_>, keys: &Keyring, purpose: CodePurpose, destination: &str) -> AppResult<()> {
    let key = keys.mac(Purpose::AttemptKey, &[b"sending", purpose.name().as_bytes(), destination.as_bytes()]);
    let (hourly, daily) = purpose.budget();
    for (count, span) in [(hourly, HOUR), (daily, DAY)] {
        if queries::sendings_since(tx, &key, tx.now().minus(span))? >= count {
            return Err(RATE_LIMITED.retry_after(span.as_secs()));
        }
    }
    queries::insert_sending(tx, &key)
}

/// Notes that a source had a code sent, under the source's keyed hash.
pub fn note_source(tx: &Tx<'_>, source: &[u8; 32]) -> AppResult<()> {
    queries::insert_sending(tx, source)
}

/// How many codes a source had sent within the last hour.
pub fn sendings_of_source(read: &Read<'_>, source: &[u8; 32]) -> AppResult<i64> {
    queries::sendings_since(read, source, read.now().minus(HOUR))
}

/// Whether a code of this use could still be guessed.
pub fn is_awaited(read: &Read<'_>, usage: &CodeUse) -> AppResult<bool> {
    let stored = queries::find(read, usage, &usage.destination.stored())?;
    Ok(stored.is_some_and(|code| code.is_live(read.now())))
}

/// Forgets codes and sendings of which a day has passed.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_expired(tx, tx.now().minus(DAY - LIFETIME))?;
    queries::delete_sendings_before(tx, tx.now().minus(DAY))
}

/// Forgets every code to a destination: whoever read there has left.
pub fn forget_destination(tx: &Tx<'_>, destination: &Destination) -> AppResult<()> {
    queries::delete_destination(tx, &destination.stored())
}

/// Compares what was typed with the code of this use. A right code is spent; five wrong ones
/// spend it too.
pub fn enter(tx: &Tx<'_>, keys: &Keyring, usage: &CodeUse, typed: &str) -> AppResult<Entered> {
    let destination = usage.destination.stored();
    let Some(stored) = queries::find(tx, usage, &destination)? else { return Ok(Entered::Wrong) };
    if !stored.is_live(tx.now()) {
        return Ok(Entered::Wrong);
    }
    if same(&hash_of(keys, usage, typed.trim()), &stored.hash) {
        queries::mark_verified(tx, usage, &destination)?;
        Ok(Entered::Right)
    } else {
        queries::spend_attempt(tx, usage, &destination)?;
        Ok(Entered::Wrong)
    }
}

/// Whether the code of this use was entered within the last half hour.
pub fn is_verified(read: &Read<'_>, usage: &CodeUse) -> AppResult<bool> {
    let stored = queries::find(read, usage, &usage.destination.stored())?;
    let since = read.now().minus(VERIFIED_FOR);
    Ok(stored.and_then(|code| code.verified_at).is_some_and(|at| at > since))
}

/// Forgets every code of a scope: what it was asked for has happened.
pub fn forget_scope(tx: &Tx<'_>, scope: &[u8; 16]) -> AppResult<()> {
    queries::delete_scope(tx, scope)
}

/// Forgets the code of one use.
pub fn forget(tx: &Tx<'_>, usage: &CodeUse) -> AppResult<()> {
    queries::delete(tx, usage, &usage.destination.stored())
}

fn hash_of(keys: &Keyring, usage: &CodeUse, code: &str) -> [u8; 32] {
    let destination = usage.destination.stored();
    keys.mac(
        Purpose::OneTimeCode,
        &[usage.purpose.name().as_bytes(), destination.as_bytes(), &usage.scope, code.as_bytes()],
    )
}
