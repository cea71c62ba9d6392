//! Sign-in with a password. The response does not reveal whether an identifier exists: an unknown identifier takes
//! the same time, gets the same response and is counted in the same way.

use std::net::IpAddr;
use std::time::Duration;

use super::captcha;
use super::password_rules::is_too_long;
use super::passwords::PasswordCheck;
use super::sessions::{self, IssuedSession, Remember, SessionKind};
use super::{Authenticator, Member, device_accounts, device_words, known_device};
use crate::base::contact::Identifier;
use crate::base::id::MemberId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::language::Language;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::members::{self, Credentials, Status};
use crate::platform::config::CaptchaProvider;
use crate::platform::store::Tx;
use crate::platform::throttle::by_source;
use crate::platform::throttle::distinct::{self, TriedSubject, TryKey};
use crate::platform::throttle::failures::{self, AttemptKey, GuessCounts};
use crate::platform::throttle::table::{CAPTCHA_TIME, LOGIN_FAILURES, LOGINS, WRONG_PAIRS};

/// No account has this identifier and password.
pub const INVALID_CREDENTIALS: ProblemType = ProblemType::new("invalid_credentials", 401, "Wrong sign-in");
/// The password is right, but the account is suspended.
pub const ACCOUNT_SUSPENDED: ProblemType = ProblemType::new("account_suspended", 403, "Account suspended");
/// The request needs a recent sign-in or the current password.
pub const REAUTHENTICATION_REQUIRED: ProblemType =
    ProblemType::new("reauthentication_required", 401, "Current password required");
/// Sign-ins without a browser are switched off (`auth.standalone_bearer`).
pub const API_SESSIONS_OFF: ProblemType = ProblemType::new("api_sessions_off", 403, "API sessions are switched off");

/// An attempt to sign in.
pub(super) struct Attempt<'a> {
    /// The identifier, as typed.
    pub(super) identifier: &'a str,
    /// The password, as typed.
    pub(super) password: &'a str,
    /// Whether cookies or a bearer will carry the session.
    pub(super) kind: SessionKind,
    /// Whether the member stays signed in after the browser closes.
    pub(super) remember: Remember,
    /// The client's address.
    pub(super) source: IpAddr,
    /// The known-device mark, if the request carries one.
    pub(super) device: Option<&'a str>,
    /// The User-Agent.
    pub(super) user_agent: &'a str,
    /// The captcha solution, if the request carries one.
    pub(super) captcha: Option<&'a str>,
    /// The language that the request names, if it names one.
    pub(super) language: Option<Language>,
}

/// A member who has just signed in.
pub(super) struct MemberSignIn {
    pub(super) member: MemberId,
    pub(super) granted: IssuedSession,
    /// The known-device mark to set.
    pub(super) device: String,
}

/// Opens a session for the member with this identifier and password.
pub(super) async fn sign_in(authenticator: &Authenticator, attempt: &Attempt<'_>) -> AppResult<MemberSignIn> {
    if attempt.kind == SessionKind::Api && !authenticator.standalone_bearer() {
        return Err(API_SESSIONS_OFF.into());
    }
    let (store, keys) = (authenticator.store(), authenticator.keys());
    authenticator.limits().count_source(LOGINS, attempt.source)?;
    let source = distinct::source_key(keys, attempt.source);
    let asks = authenticator.captcha_provider() != CaptchaProvider::None;
    if asks && store.read(|read| distinct::is_suspect(read, authenticator.limits(), &source))? {
        captcha::demand(authenticator, attempt.captcha).await?;
    }
    // A short id cannot be used to sign in, because it is public: members read it out at tills.
    let identifier = Identifier::parse(attempt.identifier).filter(|one| !matches!(one, Identifier::ShortId(_)));
    let known = match &identifier {
        Some(identifier) => store.read(|read| members::credentials_for(read, identifier))?,
        None => None,
    };
    let known = known.filter(|credentials| credentials.status != Status::Erased);
    let device = known.as_ref().and_then(|credentials| device_of(keys, attempt.device, credentials.id));
    let typed = normalised(attempt.identifier, identifier.as_ref());
    let key = attempt_key(keys, known.as_ref(), device, &typed);
    let proof = PasswordProof {
        guess: GuessCounts { account: key, sources: by_source(&LOGIN_FAILURES, attempt.source) },
        password: attempt.password,
        stored: known.as_ref().and_then(|credentials| credentials.password_hash.clone()),
    };
    let outcome = match prove(authenticator, proof).await {
        Err(refused) if asks && refused.is(INVALID_CREDENTIALS) => {
            note_wrong_pair(authenticator, source, &typed, attempt.password).await?;
            return Err(refused);
        }
        other => other?,
    };
    // Without credentials no password can be right.
    let credentials = known.ok_or(INVALID_CREDENTIALS)?;
    if credentials.status == Status::Suspended {
        // The password was right, so repeated tries at a suspended account do not count as guesses.
        store.write_for_visitor(move |tx| failures::clear(tx, &key)).await?;
        return Err(ACCOUNT_SUSPENDED.into());
    }
    let renewed = match outcome {
        PasswordCheck::RightButOutdated => Some(authenticator.passwords().hash(attempt.password).await?),
        _ => None,
    };
    let limits = authenticator.limits().clone();
    let (kind, remember, language, member) = (attempt.kind, attempt.remember, attempt.language, credentials.id);
    let words = device_words(attempt.user_agent);
    let (browser, keyring) = (known_device::device_of(attempt.device), keys.clone());
    let mark = mark_device(keys, Some(&browser), member);
    let granted = store
        .write_for_visitor(move |tx| {
            failures::clear(tx, &key)?;
            if let Some(hash) = renewed {
                members::rehash_password(tx, member, credentials.epoch, &hash)?;
            }
            let granted = sessions::open_for_member(tx, &limits, member, credentials.epoch, kind, remember)?;
            members::follow_language(tx, member, language)?;
            if let Some(words) = words {
                sessions::name_device(tx, granted.session, &words)?;
            }
            if kind == SessionKind::Browser {
                device_accounts::note(tx, &keyring, &browser, member)?;
            }
            Ok(granted)
        })
        .await?;
    Ok(MemberSignIn { member, granted, device: mark })
}

/// Counts a wrong pair against its source. The same pair again is one person's mistake and counts once. Many
/// different pairs show that the source tries a list.
async fn note_wrong_pair(
    authenticator: &Authenticator,
    source: TryKey,
    identifier: &str,
    password: &str,
) -> AppResult<()> {
    let pair = authenticator.keys().mac(KeyPurpose::AttemptKey, &[b"pair", identifier.as_bytes(), password.as_bytes()]);
    let limits = authenticator.limits().clone();
    let change = move |tx: &Tx<'_>| {
        let pairs = distinct::note(tx, TriedSubject::Passwords, &source, &pair, WRONG_PAIRS.within)?;
        if !limits.is_reached(WRONG_PAIRS, pairs) {
            return Ok(());
        }
        distinct::clear(tx, TriedSubject::Passwords, &source)?;
        distinct::suspect(tx, &source, CAPTCHA_TIME)
    };
    authenticator.limits().counting(authenticator.store().write_for_visitor(change)).await
}

/// A password and the stored hash to compare it with.
pub(super) struct PasswordProof<'a> {
    pub(super) guess: GuessCounts,
    pub(super) password: &'a str,
    pub(super) stored: Option<String>,
}

/// Compares the password, and counts failures against the account and the source. After a success the caller clears
/// the account's count. Fails with [`INVALID_CREDENTIALS`], or with 429 when the account or the source has failed too
/// often.
pub(super) async fn prove(authenticator: &Authenticator, proof: PasswordProof<'_>) -> AppResult<PasswordCheck> {
    let (store, limits) = (authenticator.store(), authenticator.limits());
    failures::begin(store, limits, &proof.guess).await?;
    let outcome = match is_too_long(proof.password) {
        true => Ok(PasswordCheck::Wrong),
        false => authenticator.passwords().verify(proof.password, proof.stored).await,
    };
    match &outcome {
        Ok(PasswordCheck::Wrong) => return Err(INVALID_CREDENTIALS.into()),
        Ok(_) => limits.take_back_tries(&proof.guess.sources),
        Err(_) => failures::take_back(store, limits, &proof.guess).await?,
    }
    outcome
}

/// One normalised text for every way of typing an identifier.
fn normalised(typed: &str, identifier: Option<&Identifier>) -> String {
    match identifier {
        Some(Identifier::Email(email)) => email.as_str().to_owned(),
        Some(Identifier::Phone(phone)) => phone.e164(),
        _ => typed.trim().to_lowercase(),
    }
}

/// The key of an account's failure count. It is the same for every identifier of the account. A known device has its
/// own count, so that other clients cannot lock the owner out. The epoch is part of the key, so that a password reset
/// starts a new count.
fn attempt_key(keys: &Keyring, known: Option<&Credentials>, device: Option<&str>, normalised: &str) -> AttemptKey {
    match (known, device) {
        (None, _) => keys.mac(KeyPurpose::AttemptKey, &[b"identifier", normalised.as_bytes()]),
        (Some(account), None) => {
            keys.mac(KeyPurpose::AttemptKey, &[b"account", account.id.as_bytes(), &account.epoch.to_be_bytes()])
        }
        (Some(account), Some(device)) => keys.mac(
            KeyPurpose::AttemptKey,
            &[b"device", account.id.as_bytes(), &account.epoch.to_be_bytes(), device.as_bytes()],
        ),
    }
}

/// The known-device mark after a sign-in.
pub(super) fn mark_device(keys: &Keyring, mark: Option<&str>, member: MemberId) -> String {
    known_device::mark(keys, mark, &[member.as_bytes()])
}

/// The device id inside the mark, if the mark is valid for this member.
fn device_of<'d>(keys: &Keyring, mark: Option<&'d str>, member: MemberId) -> Option<&'d str> {
    known_device::find(keys, mark, &[member.as_bytes()])
}

/// Confirms that the member is present: by the current password if it was typed, else by a sign-in within the time
/// `within`. Fails with [`REAUTHENTICATION_REQUIRED`].
pub async fn reauthenticate(
    authenticator: &Authenticator,
    member: &Member,
    within: Duration,
    typed: Option<&str>,
    source: IpAddr,
) -> AppResult<()> {
    let age = authenticator.store().clock().now().since(member.signed_in_at);
    match typed {
        Some(typed) => confirm_password(authenticator, member, typed, source).await.map_err(|refused| {
            if refused.is(INVALID_CREDENTIALS) { REAUTHENTICATION_REQUIRED.into() } else { refused }
        }),
        None if age < within => Ok(()),
        None => Err(REAUTHENTICATION_REQUIRED.into()),
    }
}

/// Checks the password of a signed-in member. Failures count as at a sign-in. Fails with [`INVALID_CREDENTIALS`].
async fn confirm_password(
    authenticator: &Authenticator,
    member: &Member,
    password: &str,
    source: IpAddr,
) -> AppResult<()> {
    let known = authenticator.store().read(|read| members::credentials(read, member.id))?;
    let credentials = known.ok_or(INVALID_CREDENTIALS)?;
    let key = authenticator
        .keys()
        .mac(KeyPurpose::AttemptKey, &[b"confirmation", member.id.as_bytes(), &credentials.epoch.to_be_bytes()]);
    let guess = GuessCounts { account: key, sources: by_source(&LOGIN_FAILURES, source) };
    let proof = PasswordProof { guess, password, stored: credentials.password_hash };
    prove(authenticator, proof).await?;
    authenticator.store().write_as(member.principal(), move |tx| failures::clear(tx, &key)).await
}
