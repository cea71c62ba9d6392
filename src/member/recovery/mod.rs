//! Password reset without the old password: by a link in an e-mail, or a code in an SMS. The responses do not reveal
//! who is a member.

mod http;
mod queries;

use std::time::Duration;

use crate::auth;
use crate::auth::one_time_codes::{self, CodeCheck, CodeUse};
use crate::base::contact::{Email, HkPhone, Identifier};
use crate::base::id::MemberId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppResult, ProblemType};
use crate::base::secret::{Secret, hash};
use crate::core::members::{self, MemberRecord, Status};
use crate::member::notifications;
use crate::platform::delivery::{self, Message, SmsBudget};
use crate::platform::store::{Read, Tx, stored_names};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::WRONG_RESET_CODES_FOR_ONE;

pub use http::routes;

/// The link or the entered code is used, expired, or unknown.
pub const INVALID_RESET_TOKEN: ProblemType = ProblemType::new("invalid_reset_token", 400, "Reset link not valid");

/// Too many wrong codes were entered for that number today.
pub const RECOVERY_OFF: ProblemType = ProblemType::new("recovery_off", 409, "Resets by SMS are off");

const LINK_TIME: Duration = Duration::from_secs(30 * 60);
const CODE_TIME: Duration = Duration::from_secs(10 * 60);
/// A second request within this time has no effect, because repeated messages would annoy the member.
const RESEND_AFTER: Duration = Duration::from_secs(60);

/// The time within which wrong codes add up, and for which resets by SMS stay off after too many of them. Resets by
/// e-mail still work.
const DAY: Duration = Duration::from_secs(86_400);

/// A member's proof that a contact is their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecoveryChannel {
    Email,
    Sms,
}
stored_names! { RecoveryChannel { Email = "email", Sms = "sms" } }

fn active(read: &Read<'_>, identifier: &Identifier) -> AppResult<Option<MemberRecord>> {
    Ok(members::find_by_identifier(read, identifier)?.filter(|member| member.status == Status::Active))
}

/// Sends a link to a member's verified address and invalidates earlier links. Sends nothing to other addresses.
pub fn send_link(tx: &Tx<'_>, email: &Email, public_url: &str) -> AppResult<()> {
    let secret = Secret::generate();
    let Some(member) = active(tx, &Identifier::Email(email.clone()))? else { return Ok(()) };
    let latest = queries::latest(tx, member.id, RecoveryChannel::Email)?;
    if latest.is_some_and(|at| at.plus(RESEND_AFTER) > tx.now()) {
        return Ok(());
    }
    queries::delete_of_channel(tx, member.id, RecoveryChannel::Email)?;
    queries::insert(tx, &secret.hash(), member.id, RecoveryChannel::Email, tx.now().plus(LINK_TIME))?;
    let link = format!("{public_url}/resetPassword/{}", secret.expose());
    delivery::queue(tx, &Message::email(email, member.language, "reset", &[("link", &link)]).of(member.id))?;
    Ok(())
}

/// Sends a code to a member's verified number only. For other numbers it does the same work, so that waiting times,
/// budgets and refusals are the same.
fn send_code(tx: &Tx<'_>, keys: &Keyring, limits: &Limits, budget: SmsBudget, phone: &HkPhone) -> AppResult<()> {
    if is_off(tx, keys, phone)? {
        return Ok(());
    }
    budget.require(tx, limits)?;
    let code = one_time_codes::issue(tx, keys, limits, &CodeUse::recovery(phone.clone()))?;
    if let Some(member) = active(tx, &Identifier::Phone(phone.clone()))? {
        let mut message = Message::sms(phone, member.language, "reset", &[("code", &code)]).of(member.id);
        if let Some(email) = &member.email {
            // Both are verified contacts of this account; if SMS fails, the code still arrives by e-mail.
            message = message.or(Message::email(email, member.language, "code", &[("code", &code)]).of(member.id));
        }
        delivery::queue(tx, &message)?;
    }
    Ok(())
}

/// Sends a code to a member on request of staff. Staff get the reason of a refusal, unlike visitors: fails with
/// [`RECOVERY_OFF`], and as sending a code does.
pub fn send_code_of(tx: &Tx<'_>, keys: &Keyring, limits: &Limits, budget: SmsBudget, phone: &HkPhone) -> AppResult<()> {
    if is_off(tx, keys, phone)? {
        return Err(RECOVERY_OFF.into());
    }
    send_code(tx, keys, limits, budget, phone)
}

/// Exchanges the entered code for a token that can set the password once.
fn enter_code(tx: &Tx<'_>, keys: &Keyring, limits: &Limits, phone: &HkPhone, typed: &str) -> AppResult<Option<Secret>> {
    let usage = CodeUse::recovery(phone.clone());
    if is_off(tx, keys, phone)? {
        return Ok(None);
    }
    let awaited = one_time_codes::is_awaited(tx, &usage)?;
    if one_time_codes::enter(tx, keys, &usage, typed)? == CodeCheck::Wrong {
        if awaited {
            limits.counted(|| note_failure(tx, keys, phone))?;
        }
        return Ok(None);
    }
    one_time_codes::forget(tx, &usage)?;
    let Some(member) = active(tx, &Identifier::Phone(phone.clone()))? else { return Ok(None) };
    let secret = Secret::generate();
    queries::delete_of_channel(tx, member.id, RecoveryChannel::Sms)?;
    queries::insert(tx, &secret.hash(), member.id, RecoveryChannel::Sms, tx.now().plus(CODE_TIME))?;
    Ok(Some(secret))
}

/// The key under which failures of a phone number are counted, for members and strangers alike.
fn phone_key(keys: &Keyring, phone: &HkPhone) -> [u8; 32] {
    keys.mac(KeyPurpose::AttemptKey, &[b"recovery", phone.e164().as_bytes()])
}

fn is_off(read: &Read<'_>, keys: &Keyring, phone: &HkPhone) -> AppResult<bool> {
    let guesses = queries::find_guesses(read, &phone_key(keys, phone))?;
    Ok(guesses.is_some_and(|guesses| guesses.off_until > read.now()))
}

/// Counts a wrong code while a code was awaited. Too many in a day switch off resets by SMS for this phone, and its
/// member is notified.
fn note_failure(tx: &Tx<'_>, keys: &Keyring, phone: &HkPhone) -> AppResult<()> {
    let key = phone_key(keys, phone);
    let earlier = queries::find_guesses(tx, &key)?.filter(|guesses| guesses.since.plus(DAY) > tx.now());
    let (failures, since) = earlier.map_or((1, tx.now()), |guesses| (guesses.failures + 1, guesses.since));
    let off = failures >= WRONG_RESET_CODES_FOR_ONE.most;
    // When the pause ends, the day of the count is over too, so the count starts again.
    let off_until = if off { tx.now().plus(DAY) } else { tx.now() };
    queries::put_guesses(tx, &key, failures, since, off_until)?;
    if off {
        one_time_codes::forget(tx, &CodeUse::recovery(phone.clone()))?;
        if let Some(member) = active(tx, &Identifier::Phone(phone.clone()))? {
            notifications::notify(tx, member.id, "recovery_off", &[])?;
        }
    }
    Ok(())
}

/// Deletes expired links and entered codes, and counts of wrong codes older than a day.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_expired(tx)?;
    queries::delete_guesses_before(tx, tx.now().minus(DAY))
}

/// Invalidates all password resets of a member: links, codes, and tokens from entered codes.
pub fn forget_member(tx: &Tx<'_>, member: &MemberRecord) -> AppResult<()> {
    if let Some(phone) = &member.phone {
        one_time_codes::forget(tx, &CodeUse::recovery(phone.clone()))?;
    }
    queries::delete_of_member(tx, member.id)
}

/// The member whose password a token may set. Fails with [`INVALID_RESET_TOKEN`].
fn member_of(read: &Read<'_>, token: &str, channel: RecoveryChannel) -> AppResult<MemberRecord> {
    let id: Option<MemberId> = queries::find(read, &hash(token), channel)?;
    let member = match id {
        Some(id) => members::find(read, id)?.filter(|member| member.status == Status::Active),
        None => None,
    };
    member.ok_or_else(|| INVALID_RESET_TOKEN.into())
}

/// Uses up the token and sets the password. Ends all sessions, and invalidates all other reset requests.
fn reset(tx: &Tx<'_>, token: &str, channel: RecoveryChannel, password_hash: &str) -> AppResult<()> {
    let member = member_of(tx, token, channel)?;
    forget_member(tx, &member)?;
    auth::change_password(tx, member.id, password_hash, None)?;
    members::note_recovery(tx, member.id)?;
    notifications::warn(tx, &member, "password_changed", &[])
}
