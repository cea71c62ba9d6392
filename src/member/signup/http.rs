//! Signing up over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::code_requests::{EmailCodeRequest, EmailRequest, PhoneCodeRequest, PhoneRequest};
use super::form::CreateAccountRequest;
use super::{CodeRequestOutcome, CodeRequester, CodeSender, REGISTRATION_REQUIRED};
use crate::auth::captcha;
use crate::auth::one_time_codes::{self, Destination};
use crate::auth::{Authenticator, MaybeMember, Success, UserInfo};
use crate::base::contact::{Email, HkPhone};
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, FieldProblem};
use crate::platform::config::{CaptchaProvider, Config, Disclosure};
use crate::platform::delivery::{self, Outbox, SMS_PAUSED, SmsBudget};
use crate::platform::http::cookies::{self, Cookies, SameSite, SetCookie};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Store, Tx};
use crate::platform::throttle::Limits;
use crate::platform::throttle::distinct;
use crate::platform::throttle::table::{
    ACCOUNTS, CAPTCHA_CHALLENGES, CHECKS_OF_ONE_SIGN_UP, CODE_REQUESTS, CODES_WITHOUT_CAPTCHA, REGISTRATIONS,
    SIGN_UP_CHECKS, WRONG_CODES,
};

const REGISTRATION_COOKIE: &str = "registration";
const REGISTRATION_PATH: &str = "/api/auth";
const CHALLENGE_PATH: &str = "/api/captcha/challenge";

/// Retry-After in seconds when the monthly SMS budget is spent.
const BUDGET_LOOK_SECONDS: u64 = 3_600;

#[derive(Clone)]
struct Signup {
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    outbox: Outbox,
    provider: CaptchaProvider,
    site_key: Option<String>,
    captcha_cost: u32,
    disclosure: Disclosure,
    sms_budget: SmsBudget,
}

/// Routes of sign-up, and of verifying a contact that a member adds.
pub fn routes(
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    outbox: Outbox,
    config: &Config,
) -> Routes {
    let signup = Signup {
        store,
        limits,
        keys,
        authenticator,
        outbox,
        provider: config.captcha.provider,
        site_key: config.captcha.is_elsewhere().then(|| config.captcha.site_key.clone()),
        captcha_cost: config.captcha.cost,
        disclosure: config.signup.disclosure,
        sms_budget: SmsBudget::new(&config.sms),
    };
    Routes::new()
        .routes(routes!(create_registration))
        .routes(routes!(get_captcha_challenge))
        .routes(routes!(send_email_code))
        .routes(routes!(verify_email_code))
        .routes(routes!(send_sms_code))
        .routes(routes!(verify_sms_code))
        .routes(routes!(check_first_step))
        .routes(routes!(create_account))
        .with_state(signup)
}

/// The captcha provider and its parameters.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Captcha {
    /// `altcha`, `turnstile`, `hcaptcha`, `recaptcha` or `none`.
    #[schema(value_type = String)]
    provider: CaptchaProvider,
    /// For external providers.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_key: Option<String>,
    /// URL of the challenges, for `altcha`.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge_url: Option<String>,
}

/// A new registration.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistrationAnswer {
    success: bool,
    captcha: Captcha,
    /// For clients without cookies: send it with each request of the registration.
    registration_id: String,
}

/// Begin a registration; the other sign-up requests belong to it.
#[utoipa::path(post, path = "/api/auth/initRegistration", tag = "signup",
    responses((status = 200, body = RegistrationAnswer), (status = 429, body = Problem)))]
async fn create_registration(
    State(signup): State<Signup>,
    address: ClientAddress,
) -> AppResult<(Cookies, Json<RegistrationAnswer>)> {
    signup.limits.count_source(REGISTRATIONS, address.source())?;
    let secret = signup.store.write_for_visitor(super::open_registration).await?;
    let cookie = SetCookie::new(REGISTRATION_COOKIE, secret.expose(), REGISTRATION_PATH, SameSite::Lax)
        .lasting(Some(super::REGISTRATION_TIME.as_secs()));
    let mut cookies = Cookies::default();
    cookies.add(&cookie, signup.authenticator.secure_cookies());
    let asked = signup.provider == CaptchaProvider::Altcha;
    let challenge_url = asked.then(|| CHALLENGE_PATH.to_owned());
    let captcha = Captcha { provider: signup.provider, site_key: signup.site_key, challenge_url };
    let registration_id = secret.expose().to_owned();
    Ok((cookies, Json(RegistrationAnswer { success: true, captcha, registration_id })))
}

/// Get a challenge of the embedded captcha, in the format of its widget.
#[utoipa::path(get, path = "/api/captcha/challenge", tag = "signup",
    responses((status = 200, body = Object)))]
async fn get_captcha_challenge(
    State(signup): State<Signup>,
    address: ClientAddress,
) -> AppResult<Json<serde_json::Value>> {
    signup.limits.count_source(CAPTCHA_CHALLENGES, address.source())?;
    captcha::challenge(&signup.keys, signup.captcha_cost).map(Json)
}

fn email(typed: &str) -> AppResult<Destination> {
    Email::of_form(typed).map(Destination::Email)
}

fn phone(typed: &str) -> AppResult<Destination> {
    HkPhone::of_form(typed).map(Destination::Phone)
}

impl Signup {
    /// Uses the registration in the body, else the signed-in member, else the registration in the cookie. So a member
    /// who once opened the sign-up page can still add contacts to the account.
    fn asker(&self, headers: &HeaderMap, field: Option<&str>, member: MaybeMember) -> AppResult<CodeRequester> {
        let presented = match (field, member.0) {
            (None, Some(member)) => return Ok(CodeRequester::Member(member)),
            (field, _) => field.or_else(|| cookies::read(headers, REGISTRATION_COOKIE)),
        };
        let registration = match presented {
            Some(secret) => self.store.read(|read| super::find_registration(read, secret))?,
            None => None,
        };
        registration.map(CodeRequester::Visitor).ok_or_else(|| REGISTRATION_REQUIRED.into())
    }

    async fn send(
        &self,
        (address, language): (ClientAddress, Language),
        asker: CodeRequester,
        destination: Destination,
        captcha: Option<&str>,
    ) -> AppResult<Json<Success>> {
        let Self { store, limits, keys, .. } = self;
        for limit in CODE_REQUESTS {
            limits.count_source(limit, address.source())?;
        }
        let source = distinct::source_key(keys, address.source());
        if self.provider != CaptchaProvider::None {
            let sent = store.read(|read| one_time_codes::sendings_of_source(read, &source))?;
            if limits.is_reached(CODES_WITHOUT_CAPTCHA, sent) {
                captcha::demand(&self.authenticator, captcha).await?;
            }
        }
        let sending = CodeSender {
            keys: keys.clone(),
            limits: limits.clone(),
            disclosure: self.disclosure,
            sms_budget: self.sms_budget,
            language,
            source,
        };
        let caller = asker.principal();
        let send = move |tx: &Tx<'_>| super::send_code(tx, &sending, &asker, destination);
        let sent = match caller {
            Some(member) => store.write_as(member, send).await,
            None => store.write_for_visitor(send).await,
        };
        let asked = sent.inspect_err(delivery::alarm_if_paused)?;
        self.outbox.wake();
        match asked {
            CodeRequestOutcome::Sent => Ok(Success::DONE),
            CodeRequestOutcome::InUse(problem) => Err(problem.into()),
            // The operator may raise the budget at any time; otherwise the response is the same until the next month.
            CodeRequestOutcome::MonthSpent => Err(SMS_PAUSED.retry_after(BUDGET_LOOK_SECONDS)),
        }
    }

    async fn verify(
        &self,
        address: ClientAddress,
        asker: CodeRequester,
        destination: Destination,
        typed: String,
    ) -> AppResult<Json<Success>> {
        self.limits.begin_try(WRONG_CODES, address.source(), self.store.clock().now())?;
        let keys = self.keys.clone();
        let usage = asker.usage(destination);
        let enter = move |tx: &Tx<'_>| one_time_codes::enter(tx, &keys, &usage, &typed);
        let entered = match asker.principal() {
            Some(member) => self.store.write_as(member, enter).await?,
            None => self.store.write_for_visitor(enter).await?,
        };
        entered.accept()?;
        self.limits.take_back_try(WRONG_CODES, address.source());
        Ok(Success::DONE)
    }
}

/// Send a code to an e-mail address, for a registration or for a member who adds it.
#[utoipa::path(post, path = "/api/auth/sendEmailOTP", tag = "signup", request_body = EmailRequest,
    responses((status = 200, body = Success), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn send_email_code(
    State(signup): State<Signup>,
    address: ClientAddress,
    language: Language,
    member: MaybeMember,
    headers: HeaderMap,
    Json(request): Json<EmailRequest>,
) -> AppResult<Json<Success>> {
    let asker = signup.asker(&headers, request.registration_id.as_deref(), member)?;
    signup.send((address, language), asker, email(&request.email)?, request.captcha.as_deref()).await
}

/// Enter the code that was sent by e-mail.
#[utoipa::path(post, path = "/api/auth/verifyEmailOTP", tag = "signup", request_body = EmailCodeRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn verify_email_code(
    State(signup): State<Signup>,
    address: ClientAddress,
    member: MaybeMember,
    headers: HeaderMap,
    Json(request): Json<EmailCodeRequest>,
) -> AppResult<Json<Success>> {
    let asker = signup.asker(&headers, request.registration_id.as_deref(), member)?;
    signup.verify(address, asker, email(&request.email)?, request.otp).await
}

/// Send a code to a phone, for a registration or for a member who adds it.
#[utoipa::path(post, path = "/api/auth/sendSMSOTP", tag = "signup", request_body = PhoneRequest,
    responses((status = 200, body = Success), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn send_sms_code(
    State(signup): State<Signup>,
    address: ClientAddress,
    language: Language,
    member: MaybeMember,
    headers: HeaderMap,
    Json(request): Json<PhoneRequest>,
) -> AppResult<Json<Success>> {
    let asker = signup.asker(&headers, request.registration_id.as_deref(), member)?;
    signup.send((address, language), asker, phone(&request.phone)?, request.captcha.as_deref()).await
}

/// Enter the code that was sent by SMS.
#[utoipa::path(post, path = "/api/auth/verifySMSOTP", tag = "signup", request_body = PhoneCodeRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn verify_sms_code(
    State(signup): State<Signup>,
    address: ClientAddress,
    member: MaybeMember,
    headers: HeaderMap,
    Json(request): Json<PhoneCodeRequest>,
) -> AppResult<Json<Success>> {
    let asker = signup.asker(&headers, request.registration_id.as_deref(), member)?;
    signup.verify(address, asker, phone(&request.phone)?, request.otp).await
}

/// Check the names, the password and the referral code of a sign-up before any code is sent. Stores nothing.
#[utoipa::path(post, path = "/api/auth/checkRegistration", tag = "signup", request_body = CreateAccountRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn check_first_step(
    State(signup): State<Signup>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(request): Json<CreateAccountRequest>,
) -> AppResult<Json<Success>> {
    signup.limits.count_source(SIGN_UP_CHECKS, address.source())?;
    let presented = request.registration_id.as_deref().or_else(|| cookies::read(&headers, REGISTRATION_COOKIE));
    let secret = presented.ok_or(REGISTRATION_REQUIRED)?;
    let mut problems = request.check_first_step(signup.authenticator.password_policy());
    problems.extend(signup.store.read_consistently(|read| {
        super::find_registration(read, secret)?.ok_or(REGISTRATION_REQUIRED)?;
        signup.limits.count(CHECKS_OF_ONE_SIGN_UP, secret.as_bytes())?;
        request.check_referral_code(read)
    })?);
    if problems.is_empty() { Ok(Success::DONE) } else { Err(AppError::invalid(problems)) }
}

/// A new member.
#[derive(Serialize, utoipa::ToSchema)]
struct AccountAnswer {
    success: bool,
    user: UserInfo,
}

/// Create the account. Ends the registration; the next step is the sign-in.
#[utoipa::path(post, path = "/api/auth/createAccount", tag = "signup", request_body = CreateAccountRequest,
    responses((status = 201, body = AccountAnswer), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn create_account(
    State(signup): State<Signup>,
    address: ClientAddress,
    language: Language,
    headers: HeaderMap,
    Json(request): Json<CreateAccountRequest>,
) -> AppResult<Response> {
    let Signup { store, limits, authenticator, .. } = signup;
    let form = request.check(authenticator.password_policy())?;
    let presented = request.registration_id.as_deref().or_else(|| cookies::read(&headers, REGISTRATION_COOKIE));
    let (registration, problems) = store.read_consistently(|read| {
        let registration = match presented {
            Some(secret) => super::find_registration(read, secret)?,
            None => None,
        };
        let problems: Vec<FieldProblem> = super::unverified(read, registration, &form)?;
        form.referrer(read)?;
        Ok((registration, problems))
    })?;
    let Some(registration) = registration.filter(|_| problems.is_empty()) else {
        return Err(AppError::invalid(problems));
    };
    for limit in ACCOUNTS {
        limits.count_source(limit, address.source())?;
    }
    let solved = captcha::solved(&authenticator, request.captcha.as_deref().unwrap_or_default()).await?;
    let password_hash = authenticator.passwords().hash(&request.user_password).await?;
    let user = store
        .write_for_visitor(move |tx| {
            let member = super::create_account(tx, registration, &form, password_hash, language, solved.as_ref())?;
            UserInfo::read(tx, member.id)
        })
        .await?;
    let mut cookies = Cookies::default();
    cookies.add(&SetCookie::expired(REGISTRATION_COOKIE, REGISTRATION_PATH), authenticator.secure_cookies());
    Ok((StatusCode::CREATED, cookies, Json(AccountAnswer { success: true, user })).into_response())
}
