//! A new password without the old one: a link by e-mail, or a code by SMS. Nobody learns from it
//! who is a member.

mod http;
mod queries;

use std::time::Duration;

use crate::auth;
use crate::auth::one_time_codes::{self, CodeUse, Entered};
use crate::base::contact::{Email, HkPhone, Identifier};
use crate::base::id::MemberId;
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, ProblemType};
use crate::base::secret::{Secret, hash};
use crate::delivery::{self, Message};
use crate::http::limits::Limits;
use crate::members::{self, MemberRecord, Status};
use crate::notifications;
use crate::store::{Read, Tx};

pub use http::routes;

/// The link or the entered code is used, too old, or was never given.
pub const INVALID_RESET_TOKEN: ProblemType = ProblemType::new("invalid_reset_token", 400, "Reset link not valid");

const LINK_TIME: Duration = Duration::from_secs(30 * 60);
const CODE_TIME: Duration = Duration::from_secs(10 * 60);
/// A second request within this is answered and does nothing: mail floods hurt the member too.
const RESEND_AFTER: Duration = Duration::from_secs(60);

/// How a member showed that an address or number is theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    Email,
    Sms,
}

impl Channel {
    const fn name(self) -> &'static str {
        match self {
            Channel::Email => "email",
            Channel::Sms => "sms",
        }
    }
}

fn active(read: &Read<'_>, identifier: &Identifier) -> AppResult<Option<MemberRecord>> {
    Ok(members::find_by_identifier(read, identifier)?.filter(|member| member.status == Status::Active))
}

/// Sends a link to a member's verified address, in place of any earlier one. For a stranger's it
/// does as much work and sends nothing.
fn send_link(tx: &Tx<'_>, email: &Email, public_url: &str) -> AppResult<()> {
    queries::delete_expired(tx)?;
    let secret = Secret::generate();
    let Some(member) = active(tx, &Identifier::Email(email.clone()))? else { return Ok(()) };
    let latest = queries::latest(tx, member.id, Channel::Email)?;
    if latest.is_some_and(|at| at.plus(RESEND_AFTER) > tx.now()) {
        return Ok(());
    }
    queries::delete_of_channel(tx, member.id, Channel::Email)?;
    queries::insert(tx, &secret.hash(), member.id, Channel::Email, tx.now().plus(LINK_TIME))?;
    let link = format!("{public_url}/resetPassword/{}", secret.expose());
    delivery::queue(tx, &Message::email(email, member.language, "reset", &[("link", &link)]))?;
    Ok(())
}

/// Sends a code to a member's verified number; to nobody else's.
fn send_code(tx: &Tx<'_>, keys: &Keyring, limits: &Limits, phone: &HkPhone) -> AppResult<()> {
    let code = one_time_codes::issue(tx, keys, limits, &CodeUse::recovery(phone.clone()))?;
    if let Some(member) = active(tx, &Identifier::Phone(phone.clone()))? {
        delivery::queue(tx, &Message::sms(phone, member.language, "reset", &[("code", &code)]))?;
    }
    Ok(())
}

/// Exchanges the entered code for a token by which the password can be set, once.
fn enter_code(tx: &Tx<'_>, keys: &Keyring, phone: &HkPhone, typed: &str) -> AppResult<Option<Secret>> {
    let usage = CodeUse::recovery(phone.clone());
    if one_time_codes::enter(tx, keys, &usage, typed)? == Entered::Wrong {
        return Ok(None);
    }
    one_time_codes::forget(tx, &usage)?;
    let Some(member) = active(tx, &Identifier::Phone(phone.clone()))? else { return Ok(None) };
    let secret = Secret::generate();
    queries::delete_of_channel(tx, member.id, Channel::Sms)?;
    queries::insert(tx, &secret.hash(), member.id, Channel::Sms, tx.now().plus(CODE_TIME))?;
    Ok(Some(secret))
}

/// Whose password a token may set now. Fails with [`INVALID_RESET_TOKEN`].
fn member_of(read: &Read<'_>, token: &str, channel: Channel) -> AppResult<MemberRecord> {
    let id: Option<MemberId> = queries::find(read, &hash(token), channel)?;
    let member = match id {
        Some(id) => members::find(read, id)?.filter(|member| member.status == Status::Active),
        None => None,
    };
    member.ok_or_else(|| INVALID_RESET_TOKEN.into())
}

/// Spends the token and sets the password; every session ends, and every other way in that was
/// asked for.
fn reset(tx: &Tx<'_>, token: &str, channel: Channel, password_hash: &str) -> AppResult<()> {
    let member = member_of(tx, token, channel)?;
    queries::delete_of_member(tx, member.id)?;
    auth::change_password(tx, &member, password_hash, None)?;
    members::note_recovery(tx, member.id)?;
    notifications::notify(tx, member.id, "password_changed", &[])
}
