//! HTTP calls of staff: sign-in, sign-out, links, passwords and sessions.

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

/// State of calls that send e-mail.
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

/// Trims and checks a person's name.
pub fn check_name(given: &str) -> Result<String, FieldProblem> {
    let name = given.trim();
    if name.is_empty() {
        return Err(FieldProblem::new("name", "required_field"));
    }
    let sound = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
    if sound { Ok(name.to_owned()) } else { Err(FieldProblem::new("name", "invalid_name")) }
}

/// Checks a new password of a person with this name and e-mail address.
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
