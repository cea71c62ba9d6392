//! Effects of a new password, whether changed or reset, and of leaving the programme.

use super::one_time_codes::{self, Destination};
use super::{Authenticator, device_accounts, passkeys, password_rules, sessions};
use crate::base::id::{MemberId, SessionId};
use crate::base::problem::{AppError, AppResult};
use crate::core::members::{self, MemberRecord};
use crate::platform::store::Tx;

/// Replaces a member's password and ends every session except `kept`. The caller warns the member.
pub fn change_password(tx: &Tx<'_>, member: MemberId, password_hash: &str, kept: Option<SessionId>) -> AppResult<()> {
    let epoch = members::set_password(tx, member, password_hash)?;
    sessions::end_all_but(tx, member, kept, epoch)
}

/// Checks a new password of a member. It must not contain the names, the local part of the e-mail address or the phone
/// number. Fails with 400 for `field`.
pub fn check_new_password(
    authenticator: &Authenticator,
    member: &MemberRecord,
    typed: &str,
    field: &'static str,
) -> AppResult<()> {
    let local = member.email.as_ref().and_then(|email| email.as_str().split('@').next());
    let phone = member.phone.as_ref().map(|phone| phone.digits());
    let personal = [Some(member.first_name.as_str()), Some(member.last_name.as_str()), local, phone];
    let personal: Vec<&str> = personal.into_iter().flatten().collect();
    let checked = password_rules::check(typed, authenticator.password_policy(), &personal, field);
    checked.map_err(|problem| AppError::invalid(vec![problem]))
}

/// Ends every session of a member, for example at a suspension or an erasure.
pub fn end_sessions(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    let epoch = members::raise_epoch(tx, member)?;
    sessions::end_all_but(tx, member, None, epoch)
}

/// Deletes every credential of a member who leaves: sessions, passkeys and pending codes.
pub fn forget_member(tx: &Tx<'_>, member: &MemberRecord) -> AppResult<()> {
    end_sessions(tx, member.id)?;
    passkeys::remove_all(tx, member.id)?;
    device_accounts::forget_member(tx, member.id)?;
    let email = member.email.clone().map(Destination::Email);
    let phone = member.phone.clone().map(Destination::Phone);
    for destination in email.into_iter().chain(phone) {
        one_time_codes::forget_destination(tx, &destination)?;
    }
    Ok(())
}
