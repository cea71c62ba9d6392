//! The profile: a member views and changes their own account.

mod http;

use serde_json::{Map, Value};

use crate::auth;
use crate::auth::Member;
use crate::auth::UNAUTHENTICATED;
use crate::auth::one_time_codes::{self, CodeUse, Destination};
use crate::auth::sessions::{self, IssuedSession};
use crate::base::contact::{Email, HkPhone, Identifier};
use crate::base::id::MemberId;
use crate::base::problem::{AppError, AppResult, FieldProblem, ProblemType};
use crate::core::members::{self, Birthday, EMAIL_IN_USE, MemberRecord, PHONE_IN_USE, PersonName, birthdays};
use crate::member::notifications;
use crate::member::recovery;
use crate::platform::delivery;
use crate::platform::store::Tx;

pub use http::routes;

/// A request must contain exactly one kind of change.
pub const INVALID_UPDATE: ProblemType = ProblemType::new("invalid_update", 400, "Not exactly one change");
/// The birthday is already set. A member who could change it would have a birthday each month.
pub const BIRTHDAY_ALREADY_SET: ProblemType = ProblemType::new("birthday_already_set", 409, "Birthday already set");
/// Members can add an address but not replace it; only staff can.
pub const EMAIL_ALREADY_SET: ProblemType = ProblemType::new("email_already_set", 409, "E-mail address already set");
/// Members can add a number but not replace it; only staff can.
pub const PHONE_ALREADY_SET: ProblemType = ProblemType::new("phone_already_set", 409, "Phone number already set");

/// Fields that a request may contain but cannot change; they are logged.
const NEVER_CHANGED: [&str; 8] = ["_id", "balance", "biometric", "points", "referralCode", "role", "shortId", "status"];

/// A change to an account.
#[derive(Clone)]
enum Change {
    /// The tutorial is finished.
    EndFirstTime,
    /// New names.
    Names(PersonName, PersonName),
    /// A new password, and the current one if it is required.
    Password { new: String, current: Option<String> },
    /// An e-mail address, if none is set.
    Email(Email),
    /// A phone number, if none is set.
    Phone(HkPhone),
}

impl Change {
    /// Parses exactly one of the changes of contract section 3; unknown fields are ignored.
    fn read(body: &Map<String, Value>) -> AppResult<Self> {
        let has = |name: &str| body.contains_key(name);
        let shapes =
            [has("firstTimeLogin"), has("firstName") || has("lastName"), has("password"), has("email"), has("phone")];
        if shapes.into_iter().filter(|present| *present).count() != 1 {
            return Err(INVALID_UPDATE.into());
        }
        let text = |name: &'static str| match body.get(name) {
            None | Some(Value::Null) => Ok(""),
            Some(Value::String(text)) => Ok(text.as_str()),
            Some(_) => Err(AppError::invalid_field(name, "invalid_value")),
        };
        if has("firstTimeLogin") {
            return match body.get("firstTimeLogin") {
                Some(Value::Bool(false)) => Ok(Change::EndFirstTime),
                _ => Err(AppError::invalid_field("firstTimeLogin", "invalid_value")),
            };
        }
        if has("firstName") || has("lastName") {
            return names(text("firstName")?, text("lastName")?);
        }
        if has("password") {
            let current = Some(text("currentPassword")?).filter(|typed| !typed.is_empty()).map(str::to_owned);
            return Ok(Change::Password { new: text("password")?.to_owned(), current });
        }
        if has("email") {
            return Email::of_form(text("email")?).map(Change::Email);
        }
        HkPhone::of_form(text("phone")?).map(Change::Phone)
    }
}

fn names(first: &str, last: &str) -> AppResult<Change> {
    let mut problems = Vec::new();
    let mut read = |typed: &str, field: &'static str, missing: &'static str| {
        let name = PersonName::parse(typed);
        if name.is_none() {
            problems.push(FieldProblem::new(field, PersonName::refusal(typed, missing)));
        }
        name
    };
    let names = (read(first, "firstName", "first_name_required"), read(last, "lastName", "last_name_required"));
    match names {
        (Some(first), Some(last)) => Ok(Change::Names(first, last)),
        _ => Err(AppError::invalid(problems)),
    }
}

fn record(tx: &Tx<'_>, id: MemberId) -> AppResult<MemberRecord> {
    members::find(tx, id)?.ok_or_else(|| UNAUTHENTICATED.into())
}

/// Replaces the password. All other sessions end. This one continues; a browser gets new secrets, so that a stolen
/// copy of the old ones is useless.
fn replace_password(tx: &Tx<'_>, member: &Member, password_hash: &str) -> AppResult<Option<IssuedSession>> {
    let known = record(tx, member.id)?;
    // An attacker who requested a reset and reads the member's messages must not be able to use it now.
    recovery::forget_member(tx, &known)?;
    auth::change_password(tx, member.id, password_hash, Some(member.session))?;
    notifications::warn(tx, &known, "password_changed", &[])?;
    sessions::renew(tx, member.session)
}

/// Adds an address whose code was entered in this session.
fn add_email(tx: &Tx<'_>, member: &Member, email: &Email) -> AppResult<()> {
    let known = record(tx, member.id)?;
    if known.email.is_some() {
        return Err(EMAIL_ALREADY_SET.into());
    }
    let usage = CodeUse::contact(member.session, Destination::Email(email.clone()));
    if !one_time_codes::is_verified(tx, &usage)? {
        return Err(AppError::invalid_field("email", "email_not_verified"));
    }
    if members::find_by_identifier(tx, &Identifier::Email(email.clone()))?.is_some() {
        return Err(EMAIL_IN_USE.into());
    }
    one_time_codes::forget(tx, &usage)?;
    members::set_email(tx, member.id, email)?;
    warn_of_contact(tx, &known, email.as_str())
}

/// Adds a number whose code was entered in this session.
fn add_phone(tx: &Tx<'_>, member: &Member, phone: &HkPhone) -> AppResult<()> {
    let known = record(tx, member.id)?;
    if known.phone.is_some() {
        return Err(PHONE_ALREADY_SET.into());
    }
    let usage = CodeUse::contact(member.session, Destination::Phone(phone.clone()));
    if !one_time_codes::is_verified(tx, &usage)? {
        return Err(AppError::invalid_field("phone", "phone_not_verified"));
    }
    if members::find_by_identifier(tx, &Identifier::Phone(phone.clone()))?.is_some() {
        return Err(PHONE_IN_USE.into());
    }
    one_time_codes::forget(tx, &usage)?;
    members::set_phone(tx, member.id, phone)?;
    warn_of_contact(tx, &known, phone.digits())
}

/// Warns a member, at the previous contacts, that a new contact can now reset the password: an attacker in a stolen
/// session would add their own. The caller wakes the outbox.
fn warn_of_contact(tx: &Tx<'_>, known: &MemberRecord, added: &str) -> AppResult<()> {
    notifications::warn(tx, known, "contact_added", &[("contact", &delivery::history::shown(added))])
}

/// Stores the birthday of a member. Fails with [`BIRTHDAY_ALREADY_SET`] for another one than the stored.
fn tell_birthday(tx: &Tx<'_>, member: MemberId, birthday: Birthday) -> AppResult<()> {
    match birthdays::find(tx, member)? {
        None => birthdays::set(tx, member, birthday),
        Some(known) if known == birthday => Ok(()),
        Some(_) => Err(BIRTHDAY_ALREADY_SET.into()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Change, INVALID_UPDATE};
    use crate::base::problem::AppError;

    fn read(body: Value) -> Result<Change, AppError> {
        Change::read(body.as_object().expect("an object"))
    }

    #[test]
    fn one_call_makes_one_kind_of_change() {
        assert!(matches!(read(json!({"firstTimeLogin": false})), Ok(Change::EndFirstTime)));
        assert!(matches!(read(json!({"firstName": "A", "lastName": "B", "points": 9})), Ok(Change::Names(..))));
        assert!(matches!(read(json!({"email": "a@b.hk"})), Ok(Change::Email(_))));
        for body in [json!({}), json!({"role": "owner"}), json!({"email": "a@b.hk", "phone": "61234567"})] {
            assert!(read(body).is_err_and(|error| error.is(INVALID_UPDATE)));
        }
    }

    #[test]
    fn values_of_the_wrong_form_are_refused() {
        for (body, code) in [
            (json!({"firstTimeLogin": true}), "invalid_value"),
            (json!({"firstName": "A"}), "last_name_required"),
            (json!({"firstName": 1, "lastName": "B"}), "invalid_value"),
            (json!({"email": "x"}), "invalid_email"),
            (json!({"phone": "12345678"}), "invalid_hong_kong_phone"),
        ] {
            assert_eq!(read(body).err().map(|error| error.code()), Some(code));
        }
    }
}
