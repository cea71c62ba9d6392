//! HTTP calls of staff: sign-in, sign-out, links, passwords and sessions.

mod account;
mod forgotten;
mod links;
mod sign_in;

use crate::auth::password_rules;
use crate::auth::{AuthState, Authenticator};
use crate::base::problem::FieldProblem;
use crate::platform::http::routes::Routes;

pub(in crate::auth) use sign_in::{StaffLoginAnswer, session_kind, welcome};

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 100;

pub(in crate::auth) fn routes() -> Routes<AuthState> {
    Routes::new().merge(sign_in::routes()).merge(forgotten::routes()).merge(links::routes()).merge(account::routes())
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
