//! A member's own account over HTTP.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Change, NEVER_CHANGED, add_email, add_phone, replace_password, tell_birthday};
use crate::auth;
use crate::auth::{Authenticator, Member, TrustedMember, UNAUTHENTICATED, UserInfo};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members::{self, Birthday, Face, birthdays};
use crate::platform::delivery::Outbox;
use crate::platform::http::cookies::Cookies;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{ACCOUNT_UPDATES, PASSWORD_CHANGES};

/// The time for which a sign-in counts as proof of identity.
const FRESH: Duration = Duration::from_secs(5 * 60);

#[derive(Clone)]
struct Profile {
    store: Store,
    limits: Limits,
    authenticator: Authenticator,
    outbox: Outbox,
}

/// Routes for the member's own account.
pub fn routes(store: Store, limits: Limits, authenticator: Authenticator, outbox: Outbox) -> Routes {
    Routes::new()
        .routes(routes!(get_user_info))
        .routes(routes!(update_user))
        .routes(routes!(get_birthday, set_birthday))
        .routes(routes!(set_face))
        .with_state(Profile { store, limits, authenticator, outbox })
}

/// Show the member's own account.
#[utoipa::path(get, path = "/api/auth/getUserInfo", tag = "profile",
    responses((status = 200, body = UserInfo)))]
async fn get_user_info(State(profile): State<Profile>, member: Member) -> AppResult<(Cookies, Json<UserInfo>)> {
    let user = profile.store.read(|read| UserInfo::read(read, member.id))?;
    Ok(profile.with_cookie(&member, user))
}

/// Exactly one change: end of the tutorial, both names, a password, an e-mail address or a phone number.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "the description of a body that is read field by field")]
struct UpdateUserRequest {
    /// Only `false` is accepted; it ends the tutorial.
    first_time_login: Option<bool>,
    first_name: Option<String>,
    last_name: Option<String>,
    password: Option<String>,
    /// Required with `password` unless the sign-in is under five minutes old.
    current_password: Option<String>,
    /// Accepted only if the member has none, and after its code was entered in this session.
    email: Option<String>,
    /// Accepted only if the member has none, and after its code was entered in this session.
    phone: Option<String>,
}

/// Change one property of the member's own account.
#[utoipa::path(put, path = "/api/auth/updateUser", tag = "profile", request_body = UpdateUserRequest,
    responses((status = 200, body = UserInfo), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn update_user(
    State(profile): State<Profile>,
    TrustedMember(member): TrustedMember,
    address: ClientAddress,
    Json(body): Json<Map<String, Value>>,
) -> AppResult<(Cookies, Json<UserInfo>)> {
    profile.limits.count(ACCOUNT_UPDATES, member.id.as_bytes())?;
    let hoped_for: Vec<&str> = NEVER_CHANGED.into_iter().filter(|name| body.contains_key(*name)).collect();
    if !hoped_for.is_empty() {
        tracing::warn!(member = %member.id, fields = ?hoped_for, "account update: read-only fields in the request");
    }
    let change = Change::read(&body)?;
    let new_hash = match &change {
        Change::Password { new, current } => {
            Some(profile.new_password(&member, new, current.as_deref(), address.source()).await?)
        }
        _ => None,
    };
    let changed = member.clone();
    let (user, renewed) = profile
        .store
        .write_as(member.principal(), move |tx| {
            let mut renewed = None;
            match &change {
                Change::EndFirstTime => members::end_first_time(tx, changed.id)?,
                Change::Names(first, last) => members::set_names(tx, changed.id, first, last)?,
                Change::Password { .. } => renewed = replace_password(tx, &changed, &new_hash.unwrap_or_default())?,
                Change::Email(email) => add_email(tx, &changed, email)?,
                Change::Phone(phone) => add_phone(tx, &changed, phone)?,
            }
            Ok((UserInfo::read(tx, changed.id)?, renewed))
        })
        .await?;
    profile.outbox.wake();
    match renewed {
        Some(granted) => {
            let cookies = auth::member_cookies(&profile.authenticator, &granted, &user, profile.store.clock().now());
            Ok((cookies, Json(user)))
        }
        None => Ok(profile.with_cookie(&member, user)),
    }
}

/// The member's birthday, without the year.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MemberBirthday)]
struct BirthdayBody {
    /// Month and day, such as `02-29`.
    birthday: Birthday,
}

/// Show the member's birthday. Fails with 404 until the member has told it.
#[utoipa::path(get, path = "/api/auth/birthday", tag = "profile",
    responses((status = 200, body = BirthdayBody), (status = 404, body = Problem)))]
async fn get_birthday(State(profile): State<Profile>, member: Member) -> AppResult<Json<BirthdayBody>> {
    let birthday = profile.store.read(|read| birthdays::find(read, member.id))?.ok_or(NOT_FOUND)?;
    Ok(Json(BirthdayBody { birthday }))
}

/// Tell the member's birthday, once. It is used for birthday bonuses alone.
#[utoipa::path(put, path = "/api/auth/birthday", tag = "profile", request_body = BirthdayBody,
    responses((status = 200, body = BirthdayBody), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn set_birthday(
    State(profile): State<Profile>,
    TrustedMember(member): TrustedMember,
    Json(BirthdayBody { birthday }): Json<BirthdayBody>,
) -> AppResult<Json<BirthdayBody>> {
    profile.limits.count(ACCOUNT_UPDATES, member.id.as_bytes())?;
    let id = member.id;
    profile.store.write_as(member.principal(), move |tx| tell_birthday(tx, id, birthday)).await?;
    Ok(Json(BirthdayBody { birthday }))
}

/// The member's picture.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ChooseFaceRequest {
    /// The drawn picture; null for the initials.
    #[schema(required)]
    face: Option<Face>,
}

/// Choose the picture that friends and shops see beside the member's name.
#[utoipa::path(put, path = "/api/auth/face", tag = "profile", request_body = ChooseFaceRequest,
    responses((status = 200, body = UserInfo), (status = 429, body = Problem)))]
async fn set_face(
    State(profile): State<Profile>,
    TrustedMember(member): TrustedMember,
    Json(ChooseFaceRequest { face }): Json<ChooseFaceRequest>,
) -> AppResult<(Cookies, Json<UserInfo>)> {
    profile.limits.count(ACCOUNT_UPDATES, member.id.as_bytes())?;
    let id = member.id;
    let user = profile
        .store
        .write_as(member.principal(), move |tx| {
            members::set_face(tx, id, face)?;
            UserInfo::read(tx, id)
        })
        .await?;
    Ok(profile.with_cookie(&member, user))
}

impl Profile {
    /// Updates the cookie for the first paint, so that it matches the response.
    fn with_cookie(&self, member: &Member, user: UserInfo) -> (Cookies, Json<UserInfo>) {
        (auth::refresh_user_cookie(&self.authenticator, member, &user), Json(user))
    }

    /// Hashes a new password after checking the password rules and the identity of the member.
    async fn new_password(
        &self,
        member: &Member,
        new: &str,
        current: Option<&str>,
        source: IpAddr,
    ) -> AppResult<String> {
        let known = self.store.read(|read| members::find(read, member.id))?.ok_or(UNAUTHENTICATED)?;
        auth::check_new_password(&self.authenticator, &known, new, "password")?;
        self.limits.count(PASSWORD_CHANGES, member.id.as_bytes())?;
        auth::reauthenticate(&self.authenticator, member, FRESH, current, source).await?;
        self.authenticator.passwords().hash(new).await
    }
}
