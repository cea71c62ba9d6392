//! Care for members: people without a phone, lost passwords, uncollected coupons, and erasure.

use serde::{Deserialize, Serialize};

use super::{MemberView, known};
use crate::auth::{FORBIDDEN, Role, sessions};
use crate::base::contact::{Email, HkPhone};
use crate::base::id::{MemberId, RecordId, SessionId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType};
use crate::core::ledger;
use crate::core::members::card_pins;
use crate::core::members::notes::{self, MemberNote, NoteText};
use crate::core::members::{self, MemberRecord, NewMember, PersonName, Status};
use crate::member::notifications;
use crate::member::personal_data;
use crate::member::recovery;
use crate::platform::config::Config;
use crate::platform::delivery::SmsBudget;
use crate::platform::store::Tx;
use crate::platform::throttle::Limits;
use crate::staff::kit::AuditedStaff;

/// The member has neither an e-mail address for a link nor a phone number for a code.
pub const NO_CONTACT: ProblemType = ProblemType::new("no_contact", 409, "No e-mail address or phone number");

/// A member added by staff, without a phone or an e-mail address.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewMemberRequest {
    first_name: String,
    last_name: String,
    /// The language of messages and print.
    #[serde(default)]
    language: Language,
}

/// A member's corrected name, with the reason.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RenameRequest {
    first_name: String,
    last_name: String,
    /// At most 500 characters.
    pub(super) reason: String,
}

/// Validates both names of a form. Fails with 400 for invalid names.
fn names(first_name: &str, last_name: &str) -> AppResult<(PersonName, PersonName)> {
    let mut problems = Vec::new();
    let mut name = |field: &'static str, text: &str| {
        let parsed = PersonName::parse(text);
        if parsed.is_none() {
            problems.push(FieldProblem::new(field, "invalid_value"));
        }
        parsed
    };
    match (name("firstName", first_name), name("lastName", last_name)) {
        (Some(first_name), Some(last_name)) => Ok((first_name, last_name)),
        _ => Err(AppError::invalid(problems)),
    }
}

/// Adds a member who has only a card. Fails with 400 for invalid names.
pub(super) fn add(tx: &Tx<'_>, staff: &AuditedStaff, request: &NewMemberRequest) -> AppResult<MemberView> {
    let (first_name, last_name) = names(&request.first_name, &request.last_name)?;
    let new = NewMember {
        first_name,
        last_name,
        email: None,
        phone: None,
        password_hash: None,
        language: request.language,
        referred_by: None,
    };
    known(tx, join(tx, staff, &new)?.id)
}

/// Creates a member with an account, and audits it. The e-mail address and phone number must be unused.
pub fn join(tx: &Tx<'_>, staff: &AuditedStaff, new: &NewMember) -> AppResult<MemberRecord> {
    let record = members::create(tx, new)?;
    ledger::open_account(tx, record.id)?;
    staff.note(tx, "member.create", record.id, None, Some(&known(tx, record.id)?.noted()))?;
    Ok(record)
}

/// Audits a member's state before and after the change, with the reason.
fn note_change(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    action: &str,
    before: &MemberView,
    why: &str,
) -> AppResult<MemberView> {
    let after = known(tx, before.id)?;
    let mut noted = serde_json::to_value(after.clone().noted())?;
    noted["reason"] = why.into();
    staff.note(tx, action, before.id, Some(&serde_json::to_value(before.clone().noted())?), Some(&noted))?;
    Ok(after)
}

/// Gives a member a new card without a PIN. The previous card, and those of accounts merged into this one, stop
/// working. The member is notified on every channel. Fails with `not_found`.
pub(super) fn renew_card(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId, why: &str) -> AppResult<MemberView> {
    let before = present(tx, id)?;
    members::renew_short_id(tx, id)?;
    // Whoever has the old card may have seen its PIN being typed.
    card_pins::remove(tx, id)?;
    let member = members::find(tx, id)?.ok_or(NOT_FOUND)?;
    notifications::warn(tx, &member, "card_replaced", &[])?;
    note_change(tx, staff, "member.new_card", &before, why)
}

/// Sets or replaces the card PIN of a member who has only a card; `pin_hash` is the hash of what the holder typed.
/// Fails with `not_found` and [`card_pins::MEMBER_HAS_DEVICE`].
pub(super) fn set_card_pin(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId, pin_hash: &str) -> AppResult<()> {
    present(tx, id)?;
    let member = members::find(tx, id)?.ok_or(NOT_FOUND)?;
    card_pins::set(tx, &member, pin_hash)?;
    staff.note::<()>(tx, "member.set_card_pin", id, None, None)
}

/// Removes a card's PIN. The card cannot spend points until it has a new one. Fails with `not_found`.
pub(super) fn remove_card_pin(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId) -> AppResult<()> {
    present(tx, id)?;
    if !card_pins::remove(tx, id)? {
        return Err(NOT_FOUND.into());
    }
    staff.note::<()>(tx, "member.remove_card_pin", id, None, None)
}

/// Corrects a member's name, and notifies the member. Fails with `not_found`, and with 400 for invalid names.
pub(super) fn rename(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: MemberId,
    new: &RenameRequest,
    why: &str,
) -> AppResult<MemberView> {
    let before = present(tx, id)?;
    let (first_name, last_name) = names(&new.first_name, &new.last_name)?;
    if (first_name.as_str(), last_name.as_str()) == (before.first_name.as_str(), before.last_name.as_str()) {
        return Ok(before);
    }
    members::set_names(tx, id, &first_name, &last_name)?;
    let language = members::find(tx, id)?.ok_or(NOT_FOUND)?.language;
    let name = members::full_name(language, first_name.as_str(), last_name.as_str());
    notifications::notify(tx, id, "name_corrected", &[("name", &name)])?;
    note_change(tx, staff, "member.rename", &before, why)
}

/// A member who is not erased. Fails with `not_found`.
pub fn present(tx: &Tx<'_>, id: MemberId) -> AppResult<MemberView> {
    let view = known(tx, id)?;
    if view.status == Status::Erased { Err(NOT_FOUND.into()) } else { Ok(view) }
}

/// Signs a member out everywhere. Fails with `not_found`.
pub(super) fn end_sessions(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId) -> AppResult<()> {
    present(tx, id)?;
    let epoch = members::raise_epoch(tx, id)?;
    sessions::end_all_but(tx, id, None, epoch)?;
    staff.note::<()>(tx, "member.end_sessions", id, None, None)
}

/// Ends one session of a member. Fails with `not_found`.
pub(super) fn end_session(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId, session: SessionId) -> AppResult<()> {
    present(tx, id)?;
    if !sessions::end_of_member(tx, id, session)? {
        return Err(NOT_FOUND.into());
    }
    staff.note(tx, "member.end_session", id, Some(&serde_json::json!({ "session": session })), None)
}

/// Sends a member a link to set a new password, or an SMS code if the member has no e-mail address. Fails with
/// `not_found`, [`NO_CONTACT`], and as sending a code does.
pub(super) fn send_reset(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: MemberId,
    limits: &Limits,
    config: &Config,
) -> AppResult<()> {
    let view = present(tx, id)?;
    let email = view.email.as_deref().and_then(Email::parse);
    let phone = view.phone.as_deref().and_then(HkPhone::parse);
    let by = match (email, phone) {
        (Some(email), _) => {
            recovery::send_link(tx, &email, &config.public_url)?;
            "email"
        }
        (None, Some(phone)) => {
            recovery::send_code_of(tx, &staff.keys, limits, SmsBudget::new(&config.sms), &phone)?;
            "sms"
        }
        (None, None) => return Err(NO_CONTACT.into()),
    };
    staff.note(tx, "member.send_reset", id, None, Some(&serde_json::json!({ "by": by })))
}

/// Adds a note about a member, for colleagues. The audit entry leaves out the text, because the audit cannot be erased.
/// Fails with `not_found`, `invalid_note` and [`notes::TOO_MANY_NOTES`].
pub(super) fn add_note(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId, typed: &str) -> AppResult<MemberNote> {
    let text = NoteText::parse(typed).ok_or_else(|| AppError::invalid_field("text", "invalid_note"))?;
    present(tx, id)?;
    let note = notes::add(tx, id, &text, StaffId::from_bytes(staff.actor.id), &staff.actor.name)?;
    staff.note(tx, "member.add_note", id, None, Some(&serde_json::json!({ "note": note.id })))?;
    Ok(note)
}

/// Removes a note; only its author or an owner may. Fails with `not_found` and [`FORBIDDEN`].
pub(super) fn remove_note(tx: &Tx<'_>, staff: &AuditedStaff, id: RecordId) -> AppResult<()> {
    let note = notes::find(tx, id)?.ok_or(NOT_FOUND)?;
    let own = *note.author.as_bytes() == staff.actor.id;
    if !own && staff.actor.role != Role::Owner.name() {
        return Err(FORBIDDEN.into());
    }
    notes::remove(tx, id)?;
    let before = serde_json::json!({ "note": id, "author": note.author_name });
    staff.note(tx, "member.remove_note", note.member, Some(&before), None)
}

/// Erases a member. The audit entry keeps the reason and no personal data. Fails with `not_found`.
pub(super) fn erase(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId, reason: &str) -> AppResult<()> {
    personal_data::erase(tx, id)?;
    staff.note(tx, "member.erase", id, None, Some(&serde_json::json!({ "reason": reason })))
}
