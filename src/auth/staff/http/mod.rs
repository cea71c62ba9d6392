//! The staff's own calls: signing in and out, links, passwords and sessions.

mod account;
mod forgotten;
mod links;
mod sign_in;

use axum::extract::FromRef;

use crate::auth::Authenticator;
use crate::auth::password_rules;
use crate::base::problem::FieldProblem;
use crate::platform::delivery::Outbox;
use crate::platform::http::routes::Routes;

pub(in crate::auth) use sign_in::{StaffLoginAnswer, session_kind, welcome};

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 100;

pub(in crate::auth) fn routes(authenticator: Authenticator, outbox: Outbox) -> Routes {
    Routes::new()
        .merge(sign_in::routes(authenticator.clone()))
        .merge(forgotten::routes(authenticator.clone(), outbox.clone()))
        .merge(links::routes(authenticator.clone(), outbox.clone()))
        .merge(account::routes(authenticator, outbox))
}

/// What calls need that send e-mail.
#[derive(Clone)]
struct Mailing {
    authenticator: Authenticator,
    outbox: Outbox,
}

impl FromRef<Mailing> for Authenticator {
    fn from_ref(mailing: &Mailing) -> Self {
        mailing.authenticator.clone()
    }
}

impl FromRef<Mailing> for Outbox {
    fn from_ref(mailing: &Mailing) -> Self {
        mailing.outbox.clone()
    }
}

/// A person's name without blanks around it, if it is one.
pub fn check_name(given: &str) -> Result<String, FieldProblem> {
    let name = given.trim();
    if name.is_empty() {
        return Err(FieldProblem::new("name", "required_field"));
    }
    let sound = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
    if sound { Ok(name.to_owned()) } else { Err(FieldProblem::new("name", "invalid_name")) }
}

/// Whether a password may be somebody's with that name and address.
fn check_password(
    authenticator: &Authenticator,
    field: &'static str,
    password: &str,
    name: &str,
    email: &str,
) -> Result<(), FieldProblem> {
    let local = email.split('@').next().unwrap_or("");
    password_rules::check_for_staff(password, authenticator.staff_password_policy(), &[name, local], field)
}
