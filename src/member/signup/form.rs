//! The sign-up form and its validation (spec section 5).

use serde::Deserialize;

use crate::auth::one_time_codes::Destination;
use crate::auth::password_rules;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::MemberId;
use crate::base::problem::{AppError, AppResult, FieldProblem};
use crate::core::members::{self, PersonName};
use crate::platform::config::PasswordPolicy;
use crate::platform::store::Read;

const INVALID_REFERRAL_CODE: &str = "invalid_referral_code";

/// The sign-up form.
#[derive(Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct CreateAccountRequest {
    #[schema(required)]
    pub(super) first_name: String,
    #[schema(required)]
    pub(super) last_name: String,
    /// Its code must have been entered.
    pub(super) user_email: Option<String>,
    #[schema(required)]
    pub(super) user_password: String,
    /// Eight digits; its code must have been entered.
    pub(super) user_phone: Option<String>,
    /// The referral code of a friend.
    pub(super) referral_code: Option<String>,
    /// False ignores the e-mail address.
    pub(super) has_email: Option<bool>,
    /// False ignores the phone number.
    pub(super) has_phone: Option<bool>,
    /// The captcha solution.
    pub(super) captcha: Option<String>,
    /// The registration, for clients without cookies.
    pub(super) registration_id: Option<String>,
}

/// A form that passed all checks that need no database.
#[derive(Clone)]
pub(super) struct CheckedForm {
    pub(super) first_name: PersonName,
    pub(super) last_name: PersonName,
    pub(super) email: Option<Email>,
    pub(super) phone: Option<HkPhone>,
    referral_code: Option<String>,
}

fn filled(field: &Option<String>) -> Option<&str> {
    field.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

impl CreateAccountRequest {
    /// Checks the first step: the names and the password, which are asked for before the contacts.
    pub(super) fn check_first_step(&self, policy: PasswordPolicy) -> Vec<FieldProblem> {
        let mut problems = Vec::new();
        name(&self.first_name, "firstName", "first_name_required", &mut problems);
        name(&self.last_name, "lastName", "last_name_required", &mut problems);
        let personal = [self.first_name.as_str(), self.last_name.as_str()];
        problems.extend(password_rules::check(&self.user_password, policy, &personal, "userPassword").err());
        problems
    }

    /// Returns a problem if the referral code is unknown.
    pub(super) fn check_referral_code(&self, read: &Read<'_>) -> AppResult<Option<FieldProblem>> {
        let Some(code) = filled(&self.referral_code) else { return Ok(None) };
        let known = members::find_by_referral_code(read, code)?.is_some();
        Ok((!known).then(|| FieldProblem::new("referralCode", INVALID_REFERRAL_CODE)))
    }

    /// Checks every field; the error contains all problems at once.
    pub(super) fn check(&self, policy: PasswordPolicy) -> AppResult<CheckedForm> {
        let mut problems = Vec::new();
        let first_name = name(&self.first_name, "firstName", "first_name_required", &mut problems);
        let last_name = name(&self.last_name, "lastName", "last_name_required", &mut problems);
        let typed_email = filled(&self.user_email).filter(|_| self.has_email != Some(false));
        let typed_phone = filled(&self.user_phone).filter(|_| self.has_phone != Some(false));
        if typed_email.is_none() && typed_phone.is_none() {
            problems.push(FieldProblem::new("userEmail", "email_or_phone_required"));
        }
        let email = typed_email.and_then(Email::parse);
        if typed_email.is_some() && email.is_none() {
            problems.push(FieldProblem::new("userEmail", "invalid_email"));
        }
        let phone = typed_phone.and_then(HkPhone::parse);
        if typed_phone.is_some() && phone.is_none() {
            problems.push(FieldProblem::new("userPhone", "invalid_hong_kong_phone"));
        }
        let local = typed_email.and_then(|email| email.split('@').next()).unwrap_or("");
        let personal = [self.first_name.as_str(), self.last_name.as_str(), local, typed_phone.unwrap_or("")];
        problems.extend(password_rules::check(&self.user_password, policy, &personal, "userPassword").err());
        match (first_name, last_name) {
            (Some(first_name), Some(last_name)) if problems.is_empty() => Ok(CheckedForm {
                first_name,
                last_name,
                email,
                phone,
                referral_code: filled(&self.referral_code).map(str::to_owned),
            }),
            _ => Err(AppError::invalid(problems)),
        }
    }
}

fn name(
    typed: &str,
    field: &'static str,
    missing: &'static str,
    problems: &mut Vec<FieldProblem>,
) -> Option<PersonName> {
    let name = PersonName::parse(typed);
    if name.is_none() {
        problems.push(FieldProblem::new(field, PersonName::refusal(typed, missing)));
    }
    name
}

impl CheckedForm {
    /// The contacts whose codes must have been entered.
    pub(super) fn destinations(&self) -> Vec<Destination> {
        let email = self.email.clone().map(Destination::Email);
        email.into_iter().chain(self.phone.clone().map(Destination::Phone)).collect()
    }

    /// The member who referred the new member. Fails with `invalid_referral_code` for an unknown code.
    pub(super) fn referrer(&self, read: &Read<'_>) -> AppResult<Option<MemberId>> {
        let Some(code) = &self.referral_code else { return Ok(None) };
        let found = members::find_by_referral_code(read, code)?;
        found.map(Some).ok_or_else(|| AppError::invalid_field("referralCode", INVALID_REFERRAL_CODE))
    }
}

#[cfg(test)]
mod tests {
    use super::CreateAccountRequest;
    use crate::base::problem::AppError;
    use crate::platform::config::PasswordPolicy;

    fn codes(change: impl FnOnce(&mut CreateAccountRequest)) -> Vec<&'static str> {
        let mut form = CreateAccountRequest {
            first_name: "Carol".into(),
            last_name: "陳".into(),
            user_email: Some("carol@example.org".into()),
            user_password: "Harbour#4471q".into(),
            has_email: Some(true),
            ..CreateAccountRequest::default()
        };
        change(&mut form);
        match form.check(PasswordPolicy::Composition) {
            Err(AppError::Refused(refusal)) => refusal.fields.iter().map(|field| field.code).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_full_form_breaks_no_rule() {
        assert!(codes(|_| {}).is_empty());
        assert!(codes(|form| form.user_phone = Some(String::new())).is_empty());
    }

    #[test]
    fn each_rule_has_its_own_code() {
        assert_eq!(codes(|form| form.first_name.clear()), ["first_name_required"]);
        assert_eq!(codes(|form| form.last_name = " ".into()), ["last_name_required"]);
        assert_eq!(codes(|form| form.last_name = "evil.hk".into()), ["invalid_name"]);
        assert_eq!(codes(|form| form.last_name = "n".repeat(51)), ["too_long"]);
        assert_eq!(codes(|form| form.last_name = "n".repeat(3_000)), ["too_long"]);
        assert_eq!(codes(|form| form.user_email = Some("a@b".into())), ["invalid_email"]);
        assert_eq!(codes(|form| form.has_email = Some(false)), ["email_or_phone_required"]);
        assert_eq!(codes(|form| form.user_phone = Some("12345678".into())), ["invalid_hong_kong_phone"]);
        assert_eq!(codes(|form| form.user_password = "weak".into()), ["weak_password"]);
        assert_eq!(codes(|form| form.user_password = "x".repeat(600)), ["password_too_long"]);
    }

    #[test]
    fn all_field_errors_are_in_one_response() {
        let all = codes(|form| *form = CreateAccountRequest::default());
        assert_eq!(all, ["first_name_required", "last_name_required", "email_or_phone_required", "weak_password"]);
    }
}
