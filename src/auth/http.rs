//! HTTP calls to sign in and out.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::extractors::bearer;
use super::login::{self, Attempt};
use super::session_cookies::{DEVICE_TIME_S, member_cookies, no_member_cookies};
use super::sessions::{self, IssuedSession, PresentedSecret, Remember, SessionKind};
use super::{ACCESS_COOKIE, AuthState, Authenticator, Member, REFRESH_COOKIE, UserInfo};
use crate::base::problem::{AppError, AppResult, FieldProblem};
use crate::platform::http::cookies::{self, SameSite, SetCookie};
use crate::platform::http::json::Json;
use crate::platform::http::origin::{Origins, is_from_browser, require_our_own_page};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, NamedLanguage, UserAgent};
use crate::platform::http::routes::{Routes, routes};

/// The known-device cookie.
pub(super) const DEVICE_COOKIE: &str = "device";

/// The calls to sign in and out as a member.
pub(super) fn routes() -> Routes<AuthState> {
    Routes::new().routes(routes!(check_auth_token)).routes(routes!(create_login)).routes(routes!(delete_session))
}

/// The call succeeded.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Success {
    /// Always true.
    pub success: bool,
}

impl Success {
    /// The only value.
    pub const DONE: Json<Success> = Json(Success { success: true });
}

/// Whether the session is live.
#[derive(Serialize, utoipa::ToSchema)]
struct AuthStatus {
    authenticated: bool,
}

/// Ask whether the session is live.
#[utoipa::path(get, path = "/api/auth/checkAuthToken", tag = "auth",
    responses((status = 200, body = AuthStatus)))]
async fn check_auth_token(_: Member) -> Json<AuthStatus> {
    Json(AuthStatus { authenticated: true })
}

/// The credentials of a sign-in.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginRequest {
    /// E-mail address or phone number.
    #[serde(default)]
    user_identifier: String,
    #[serde(default)]
    user_password: String,
    /// Whether to stay signed in for 30 days.
    #[serde(default)]
    #[schema(required = false)]
    remember_me: bool,
    /// The captcha solution, after the server asked for it with `captcha_required`.
    #[serde(default)]
    captcha: Option<String>,
}

/// A new session.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginAnswer {
    success: bool,
    /// In a browser: a request token, which is valid only together with the session's cookie. Otherwise: a bearer.
    token: String,
    /// Seconds until the session must be renewed.
    expires_in: u64,
    user: UserInfo,
}

/// Sign in with a password.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", request_body = LoginRequest,
    responses((status = 200, body = LoginAnswer), (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn create_login(
    State(AuthState { store, authenticator, .. }): State<AuthState>,
    address: ClientAddress,
    headers: HeaderMap,
    UserAgent(user_agent): UserAgent,
    NamedLanguage(language): NamedLanguage,
    Json(request): Json<LoginRequest>,
) -> AppResult<Response> {
    let typed = [("userIdentifier", &request.user_identifier), ("userPassword", &request.user_password)];
    let missing: Vec<_> = typed
        .into_iter()
        .filter(|(_, value)| value.trim().is_empty())
        .map(|(name, _)| FieldProblem::new(name, "required_field"))
        .collect();
    if !missing.is_empty() {
        return Err(AppError::invalid(missing));
    }
    let kind = if is_from_browser(&headers) { SessionKind::Browser } else { SessionKind::Api };
    let attempt = Attempt {
        identifier: &request.user_identifier,
        password: &request.user_password,
        kind,
        remember: if request.remember_me { Remember::Yes } else { Remember::No },
        source: address.source(),
        device: cookies::read(&headers, DEVICE_COOKIE),
        user_agent: &user_agent,
        captcha: request.captcha.as_deref(),
        language,
    };
    let signed_in = login::sign_in(&authenticator, &attempt).await?;
    let user = store.read(|read| UserInfo::read(read, signed_in.member))?;
    Ok(login_answer(&authenticator, kind, &signed_in.granted, user, Some(&signed_in.device)))
}

/// The response to any kind of sign-in, with cookies for a browser.
pub(super) fn login_answer(
    authenticator: &Authenticator,
    kind: SessionKind,
    granted: &IssuedSession,
    user: UserInfo,
    device: Option<&str>,
) -> Response {
    let now = authenticator.store().clock().now();
    let expires_in = granted.access_expires.seconds_from(now);
    if kind == SessionKind::Api {
        return Json(LoginAnswer { success: true, token: granted.access.clone(), expires_in, user }).into_response();
    }
    let token = sessions::request_token(authenticator.keys(), granted.session);
    let mut cookies = member_cookies(authenticator, granted, &user, now);
    if let Some(device) = device {
        let mark = SetCookie::new(DEVICE_COOKIE, device, "/api/auth", SameSite::Strict).lasting(Some(DEVICE_TIME_S));
        cookies.add(&mark, authenticator.secure_cookies());
    }
    (cookies, Json(LoginAnswer { success: true, token, expires_in, user })).into_response()
}

/// Sign out. Succeeds with or without a session.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth",
    responses((status = 200, body = Success)))]
async fn delete_session(
    State(AuthState { authenticator, .. }): State<AuthState>,
    Extension(origins): Extension<Origins>,
    headers: HeaderMap,
) -> AppResult<Response> {
    end_presented(&authenticator, &origins, &headers, &[ACCESS_COOKIE, REFRESH_COOKIE]).await?;
    let clear = (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\""));
    Ok((no_member_cookies(&authenticator), [clear], Success::DONE).into_response())
}

/// Ends the sessions whose secrets the request carries, as bearer or in `cookies`. Fails with `cross_site_request` if
/// only a cookie is present and the browser does not confirm that our own page sent the request: signing out is a
/// change too.
pub(super) async fn end_presented(
    authenticator: &Authenticator,
    origins: &Origins,
    headers: &HeaderMap,
    cookies: &[&str],
) -> AppResult<()> {
    let held: Vec<&str> = cookies.iter().filter_map(|name| cookies::read(headers, name)).collect();
    let bearer = bearer(headers);
    if bearer.is_none() && !held.is_empty() {
        require_our_own_page(headers, origins)?;
    }
    let presented = held.into_iter().chain(bearer).filter(|text| PresentedSecret::parse(text).is_some());
    let texts: Vec<String> = presented.map(str::to_owned).collect();
    if texts.is_empty() {
        return Ok(());
    }
    authenticator.store().write_for_visitor(move |tx| sessions::end_presented(tx, &texts)).await
}
