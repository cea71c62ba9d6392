//! Recovery over HTTP.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{INVALID_RESET_TOKEN, RecoveryChannel};
use crate::auth::one_time_codes::INVALID_OTP;
use crate::auth::{Authenticator, Success, check_new_password};
use crate::base::contact::{Email, HkPhone};
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppError, AppResult};
use crate::platform::config::Config;
use crate::platform::delivery::{self, Outbox, SmsBudget};
use crate::platform::http::answer_time::in_steps;
use crate::platform::http::cookies::{self, Cookies, SameSite, SetCookie};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Store, Tx};
use crate::platform::throttle::Limits;
use crate::platform::throttle::distinct::{self, TriedSubject};
use crate::platform::throttle::table::{
    PASSWORD_RESETS, RESET_LINK_CHECKS, RESET_REQUESTS, RESET_REQUESTS_FOR_ONE, WRONG_RESET_CODES,
};

const RESET_COOKIE: &str = "passwordReset";
const RESET_PATH: &str = "/api/auth";

#[derive(Clone)]
struct Recovery {
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    outbox: Outbox,
    sms_budget: SmsBudget,
    public_url: String,
}

/// Routes for resetting a forgotten password.
pub fn routes(
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    outbox: Outbox,
    config: &Config,
) -> Routes {
    let (sms_budget, public_url) = (SmsBudget::new(&config.sms), config.public_url.clone());
    Routes::new()
        .routes(routes!(send_reset_link))
        .routes(routes!(check_reset_token))
        .routes(routes!(reset_password))
        .routes(routes!(send_reset_code))
        .routes(routes!(verify_reset_code))
        .routes(routes!(reset_password_by_phone))
        .with_state(Recovery { store, limits, keys, authenticator, outbox, sms_budget, public_url })
}

/// The address to send a link to.
#[derive(Deserialize, utoipa::ToSchema)]
struct ResetLinkRequest {
    #[serde(default)]
    #[schema(required)]
    email: String,
}

/// Request a reset link. The response is the same for members and strangers.
#[utoipa::path(post, path = "/api/auth/forgotPassword", tag = "recovery", request_body = ResetLinkRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn send_reset_link(
    State(recovery): State<Recovery>,
    address: ClientAddress,
    Json(request): Json<ResetLinkRequest>,
) -> AppResult<Json<Success>> {
    let email = Email::of_form(&request.email)?;
    recovery.limits.count_source(RESET_REQUESTS, address.source())?;
    // Above this number per address, the response stays the same but nothing is sent.
    if recovery.limits.count(RESET_REQUESTS_FOR_ONE, email.as_str().as_bytes()).is_ok() {
        let public_url = recovery.public_url;
        let asked = recovery.keys.mac(KeyPurpose::AttemptKey, &[b"reset", email.as_str().as_bytes()]);
        let change = move |tx: &Tx<'_>| {
            // Written for members and strangers alike: the time of a disk write would reveal who is a member.
            distinct::note(tx, TriedSubject::Contacts, &asked, &asked, super::RESEND_AFTER)?;
            super::send_link(tx, &email, &public_url)
        };
        in_steps(recovery.store.write_for_visitor(change)).await?;
        recovery.outbox.wake();
    }
    Ok(Success::DONE)
}

/// The token of a reset link, and the new password.
#[derive(Deserialize, utoipa::ToSchema)]
struct ResetRequest {
    #[serde(default)]
    #[schema(required)]
    token: String,
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// The token of a reset link.
#[derive(Deserialize, utoipa::ToSchema)]
struct ResetTokenCheck {
    #[serde(default)]
    #[schema(required)]
    token: String,
}

/// Check whether a reset link is valid, before a password is typed. The link stays usable.
#[utoipa::path(post, path = "/api/auth/checkResetToken", tag = "recovery", request_body = ResetTokenCheck,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn check_reset_token(
    State(recovery): State<Recovery>,
    address: ClientAddress,
    Json(request): Json<ResetTokenCheck>,
) -> AppResult<Json<Success>> {
    recovery.limits.count_source(RESET_LINK_CHECKS, address.source())?;
    recovery.store.read(|read| super::member_of(read, &request.token, RecoveryChannel::Email))?;
    Ok(Success::DONE)
}

/// Set a new password with a reset link, once.
#[utoipa::path(post, path = "/api/auth/resetPassword", tag = "recovery", request_body = ResetRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn reset_password(
    State(recovery): State<Recovery>,
    address: ClientAddress,
    Json(request): Json<ResetRequest>,
) -> AppResult<Json<Success>> {
    recovery.limits.count_source(PASSWORD_RESETS, address.source())?;
    recovery.reset(request.token, RecoveryChannel::Email, None, &request.password, "password").await?;
    Ok(Success::DONE)
}

/// The number to send a code to.
#[derive(Deserialize, utoipa::ToSchema)]
struct ResetCodeRequest {
    /// Eight digits.
    #[serde(default)]
    #[schema(required)]
    phone: String,
}

/// Request a reset code by SMS. The response is the same for members and strangers.
#[utoipa::path(post, path = "/api/auth/resetPasswordSendSMSOTP", tag = "recovery", request_body = ResetCodeRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn send_reset_code(
    State(recovery): State<Recovery>,
    address: ClientAddress,
    Json(request): Json<ResetCodeRequest>,
) -> AppResult<Json<Success>> {
    let phone = HkPhone::of_form(&request.phone)?;
    let Recovery { store, limits, keys, outbox, sms_budget, .. } = recovery;
    limits.count_source(RESET_REQUESTS, address.source())?;
    let send = move |tx: &Tx<'_>| super::send_code(tx, &keys, &limits, sms_budget, &phone);
    let sent = in_steps(store.write_for_visitor(send)).await.inspect_err(delivery::alarm_if_paused);
    match sent {
        // Too soon or too often for this number: the response stays the same, and nothing is sent.
        Err(AppError::Refused(refusal)) if refusal.problem.status == 429 => {}
        other => other?,
    }
    outbox.wake();
    Ok(Success::DONE)
}

/// A phone number and the code that was sent to it.
#[derive(Deserialize, utoipa::ToSchema)]
struct ResetCodeCheck {
    /// Eight digits.
    #[serde(default)]
    #[schema(required)]
    phone: String,
    #[serde(default)]
    #[schema(required)]
    otp: String,
}

/// Confirmation that the code was correct.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResetCodeAnswer {
    success: bool,
    /// For clients without cookies: send it back with the new password.
    reset_token: String,
}

/// Enter the code from the SMS; the new password can then be set within ten minutes.
#[utoipa::path(post, path = "/api/auth/resetPasswordVerifySMSOTP", tag = "recovery", request_body = ResetCodeCheck,
    responses((status = 200, body = ResetCodeAnswer), (status = 429, body = Problem)))]
async fn verify_reset_code(
    State(recovery): State<Recovery>,
    address: ClientAddress,
    Json(request): Json<ResetCodeCheck>,
) -> AppResult<Response> {
    let phone = HkPhone::of_form(&request.phone)?;
    let Recovery { store, limits, keys, authenticator, .. } = recovery;
    limits.begin_try(WRONG_RESET_CODES, address.source(), store.clock().now())?;
    let counted = limits.clone();
    let enter = move |tx: &Tx<'_>| super::enter_code(tx, &keys, &counted, &phone, &request.otp);
    let entered = store.write_for_visitor(enter).await?;
    let secret = entered.ok_or(INVALID_OTP)?;
    limits.take_back_try(WRONG_RESET_CODES, address.source());
    let mut cookies = Cookies::default();
    let cookie = SetCookie::new(RESET_COOKIE, secret.expose(), RESET_PATH, SameSite::Strict)
        .lasting(Some(super::CODE_TIME.as_secs()));
    cookies.add(&cookie, authenticator.secure_cookies());
    let answer = ResetCodeAnswer { success: true, reset_token: secret.expose().to_owned() };
    Ok((cookies, Json(answer)).into_response())
}

/// The number whose code was entered, and the new password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PhoneResetRequest {
    /// Eight digits.
    #[serde(default)]
    #[schema(required)]
    phone: String,
    #[serde(default)]
    #[schema(required)]
    new_password: String,
    /// The token from the code check, for clients without cookies.
    #[serde(default)]
    reset_token: Option<String>,
}

/// Set a new password after the code from the SMS was entered, once.
#[utoipa::path(post, path = "/api/auth/resetPasswordByPhone", tag = "recovery", request_body = PhoneResetRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn reset_password_by_phone(
    State(recovery): State<Recovery>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(request): Json<PhoneResetRequest>,
) -> AppResult<Response> {
    let phone = HkPhone::of_form(&request.phone)?;
    recovery.limits.count_source(PASSWORD_RESETS, address.source())?;
    let presented = request.reset_token.as_deref().or_else(|| cookies::read(&headers, RESET_COOKIE));
    let token = presented.unwrap_or_default().to_owned();
    recovery.reset(token, RecoveryChannel::Sms, Some(&phone), &request.new_password, "newPassword").await?;
    let mut cookies = Cookies::default();
    cookies.add(&SetCookie::expired(RESET_COOKIE, RESET_PATH), recovery.authenticator.secure_cookies());
    Ok((cookies, Success::DONE).into_response())
}

impl Recovery {
    async fn reset(
        &self,
        token: String,
        channel: RecoveryChannel,
        phone: Option<&HkPhone>,
        password: &str,
        field: &'static str,
    ) -> AppResult<()> {
        let member = self.store.read(|read| super::member_of(read, &token, channel))?;
        if phone.is_some() && member.phone.as_ref() != phone {
            return Err(INVALID_RESET_TOKEN.into());
        }
        // A refused password does not use up the token.
        check_new_password(&self.authenticator, &member, password, field)?;
        let hash = self.authenticator.passwords().hash(password).await?;
        self.store.write_for_visitor(move |tx| super::reset(tx, &token, channel, &hash)).await?;
        self.outbox.wake();
        Ok(())
    }
}
