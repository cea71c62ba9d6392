//! Links by which a staff member accepts an invitation or chooses a new password. The token has 256 bits, is stored
//! hashed and works once.

pub(super) use super::{StaffLink, StaffLinkPurpose};
use std::time::Duration;

use serde::Serialize;

use super::{StaffInfo, StaffRecord, add, find_staff, find_staff_by_email, queries};
use crate::auth::{Role, Staff, staff_sessions};
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::secret::{Secret, hash};
use crate::platform::delivery::{self, Message};
use crate::platform::store::{Read, Tx, stored_names};

/// The link is wrong, used or expired.
pub const LINK_EXPIRED: ProblemType = ProblemType::new("link_expired", 410, "Link no longer valid");
/// The staff member has already accepted the invitation.
pub const ALREADY_ACCEPTED: ProblemType = ProblemType::new("already_accepted", 409, "Already accepted");
/// The staff member has not accepted the invitation yet.
pub const NOT_ACCEPTED: ProblemType = ProblemType::new("not_accepted", 409, "Not accepted yet");

const INVITATION_TIME: Duration = Duration::from_secs(3 * 86_400);
const RESET_TIME: Duration = Duration::from_secs(3_600);
/// Lifetime of a reset link that was requested without a session.
const FORGOTTEN_TIME: Duration = Duration::from_secs(30 * 60);

stored_names! { StaffLinkPurpose { Invitation = "invitation", Reset = "reset" } }

/// A link, shown once to the person who created it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = StaffLink)]
pub struct ShownLink {
    /// The whole URL, to pass on to its recipient. It is shown only in this response, because anyone who has it can
    /// sign in as that person. It is absent if the settings require two people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The time at which the link expires; it works once.
    pub expires: Timestamp,
}

/// A person to invite.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The display name.
    pub name: String,
    /// The e-mail address that receives the link and serves as the sign-in name.
    pub email: Email,
    /// The role.
    pub role: Role,
    /// The partner; only for the role merchant.
    pub partner: Option<PartnerId>,
}

/// The base URL and the language of links that are sent.
#[derive(Clone, Debug)]
pub struct StaffLinkContext {
    /// The admin's base URL, without a trailing slash.
    pub console_url: String,
    /// The language of the person who has the link sent.
    pub language: Language,
}

/// Adds a staff member without a password and sends the invitation. Fails with `email_in_use` and `partner_required`.
pub fn invite(tx: &Tx<'_>, letterhead: &StaffLinkContext, person: &Invitation) -> AppResult<(StaffId, ShownLink)> {
    let id = add(tx, &person.name, &person.email, person.role, person.partner, None)?;
    Ok((id, send(tx, letterhead, id, &INVITATION)?))
}

/// Sends a new invitation to a person who has not accepted yet; the earlier link stops working. Fails with
/// `not_found` and [`ALREADY_ACCEPTED`].
pub fn send_invitation(tx: &Tx<'_>, letterhead: &StaffLinkContext, id: StaffId) -> AppResult<ShownLink> {
    let person = queries::credentials_of(tx, id)?.ok_or(NOT_FOUND)?;
    if person.password_hash.is_some() {
        return Err(ALREADY_ACCEPTED.into());
    }
    send(tx, letterhead, id, &INVITATION)
}

/// Sends a password reset link to a staff member. Fails with `not_found` and [`NOT_ACCEPTED`].
pub fn send_reset(tx: &Tx<'_>, letterhead: &StaffLinkContext, id: StaffId) -> AppResult<ShownLink> {
    let person = queries::credentials_of(tx, id)?.ok_or(NOT_FOUND)?;
    if person.password_hash.is_none() {
        return Err(NOT_ACCEPTED.into());
    }
    send(tx, letterhead, id, &RESET)
}

/// Sends a password reset link if the address belongs to an active staff member; any earlier link stops working.
/// Sends nothing for other addresses. Returns the recipient.
pub(super) fn send_forgotten(
    tx: &Tx<'_>,
    letterhead: &StaffLinkContext,
    email: &Email,
) -> AppResult<Option<StaffInfo>> {
    let Some(person) = find_staff_by_email(tx, email)?.filter(StaffRecord::is_active) else { return Ok(None) };
    send(tx, letterhead, person.info.id, &FORGOTTEN)?;
    Ok(Some(person.info))
}

/// Notifies a staff member by e-mail that the password has changed.
pub(super) fn tell_of_new_password(tx: &Tx<'_>, person: &StaffInfo, language: Language) -> AppResult<()> {
    if let Some(email) = Email::parse(&person.email) {
        let values = [("name", person.name.as_str())];
        delivery::queue(tx, &Message::email(&email, language, "staff_password_changed", &values))?;
    }
    Ok(())
}

/// A kind of link, with the message that carries it.
struct LinkKind {
    purpose: StaffLinkPurpose,
    message: &'static str,
    time: Duration,
}

const INVITATION: LinkKind =
    LinkKind { purpose: StaffLinkPurpose::Invitation, message: "staff_invitation", time: INVITATION_TIME };
const RESET: LinkKind = LinkKind { purpose: StaffLinkPurpose::Reset, message: "staff_reset", time: RESET_TIME };
const FORGOTTEN: LinkKind =
    LinkKind { purpose: StaffLinkPurpose::Reset, message: "staff_forgot", time: FORGOTTEN_TIME };

fn send(tx: &Tx<'_>, letterhead: &StaffLinkContext, id: StaffId, kind: &LinkKind) -> AppResult<ShownLink> {
    let person = find_staff(tx, id)?.ok_or(NOT_FOUND)?;
    let secret = Secret::generate();
    let expires = tx.now().plus(kind.time);
    queries::put_link(tx, id, kind.purpose, &secret.hash(), expires)?;
    let link = format!("{}/admin/accept/{}", letterhead.console_url, secret.expose());
    if let Some(email) = Email::parse(&person.info.email) {
        let values = [("name", person.info.name.as_str()), ("link", link.as_str())];
        delivery::queue(tx, &Message::email(&email, letterhead.language, kind.message, &values).within(kind.time))?;
    }
    Ok(ShownLink { link: Some(link), expires })
}

/// The live link of a token. Fails with [`LINK_EXPIRED`].
pub(super) fn find(read: &Read<'_>, token: &str) -> AppResult<StaffLink> {
    Ok(queries::find_link(read, &hash(token))?.ok_or(LINK_EXPIRED)?)
}

/// Uses up a link: sets the password and ends all earlier sessions of the person. Fails with [`LINK_EXPIRED`].
pub(super) fn accept(tx: &Tx<'_>, token: &str, name: Option<&str>, password_hash: &str) -> AppResult<StaffId> {
    let link = find(tx, token)?;
    queries::delete_link(tx, link.staff)?;
    queries::set_password(tx, link.staff, password_hash)?;
    if let Some(name) = name {
        queries::set_name(tx, link.staff, name)?;
    }
    staff_sessions::end_all(tx, link.staff)?;
    Ok(link.staff)
}

/// Sets the new password that a staff member chose and ends all their other sessions.
pub(super) fn change_own(tx: &Tx<'_>, staff: &Staff, password_hash: &str) -> AppResult<()> {
    queries::set_password(tx, staff.id, password_hash)?;
    queries::delete_link(tx, staff.id)?;
    let epoch = queries::credentials_of(tx, staff.id)?.ok_or(NOT_FOUND)?.epoch;
    staff_sessions::end_all_but(tx, staff.id, staff.session, epoch)
}
