//! HTTP calls by which a staff member uses a link to accept an invitation or to choose a new password.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{check_name, check_password};
use crate::auth::http::Success;
use crate::auth::staff::links::{self, StaffLinkPurpose};
use crate::auth::staff::{LINK_EXPIRED, StaffInfo, find_staff};
use crate::auth::{AuthState, Role};
use crate::base::clock::Timestamp;
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult};
use crate::platform::audit::{self, Actor, AuditedAction};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Read;
use crate::platform::throttle::table::STAFF_LINKS;

pub(super) fn routes() -> Routes<AuthState> {
    Routes::new().routes(routes!(show_staff_link)).routes(routes!(accept_staff_link))
}

/// The token of a link: the part of the URL after `/admin/accept/`.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct StaffLinkRequest {
    token: String,
}

/// The purpose and recipient of a link.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct LinkAnswer {
    purpose: StaffLinkPurpose,
    name: String,
    email: String,
    role: Role,
    /// The time at which the link expires; it works once.
    expires: Timestamp,
}

fn whose(read: &Read<'_>, token: &str) -> AppResult<(links::StaffLink, StaffInfo)> {
    let link = links::find(read, token)?;
    let person = find_staff(read, link.staff)?.ok_or(LINK_EXPIRED)?;
    Ok((link, person.info))
}

/// Show the purpose of an invitation or reset link without using it.
#[utoipa::path(post, path = "/api/staff/link", tag = "staff", request_body = StaffLinkRequest,
    responses((status = 200, body = LinkAnswer), (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn show_staff_link(
    State(AuthState { store, limits, .. }): State<AuthState>,
    address: ClientAddress,
    Json(request): Json<StaffLinkRequest>,
) -> AppResult<Json<LinkAnswer>> {
    limits.count_source(STAFF_LINKS, address.source())?;
    let (link, person) = store.read(|read| whose(read, &request.token))?;
    Ok(Json(LinkAnswer {
        purpose: link.purpose,
        name: person.name,
        email: person.email,
        role: person.role,
        expires: link.expires,
    }))
}

/// The new password of the link's recipient, and for an invitation their name.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AcceptRequest {
    token: String,
    #[serde(default)]
    #[schema(required = false)]
    name: Option<String>,
    #[serde(default)]
    password: String,
}

/// Use a link: set the password, and for an invitation the name.
/// The response does not sign the person in. An e-mail confirms a password that replaces another.
#[utoipa::path(post, path = "/api/staff/link/accept", tag = "staff", request_body = AcceptRequest,
    responses((status = 200, body = Success), (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn accept_staff_link(
    State(AuthState { store, limits, keys, authenticator, outbox, .. }): State<AuthState>,
    address: ClientAddress,
    language: Language,
    Json(request): Json<AcceptRequest>,
) -> AppResult<Json<Success>> {
    limits.count_source(STAFF_LINKS, address.source())?;
    // Checked before the password is hashed, so that a client without the token cannot cause that work.
    let (link, person) = store.read(|read| whose(read, &request.token))?;
    let mut fields = Vec::new();
    let name =
        request.name.as_deref().map(check_name).transpose().map_err(|problem| fields.push(problem)).ok().flatten();
    let called = name.clone().unwrap_or_else(|| person.name.clone());
    fields.extend(check_password(&authenticator, "password", &request.password, &called, &person.email).err());
    if !fields.is_empty() {
        return Err(AppError::invalid(fields));
    }
    let hash = authenticator.passwords().hash(&request.password).await?;
    store
        .write_for_visitor(move |tx| {
            let id = links::accept(tx, &request.token, name.as_deref(), &hash)?;
            let role = person.role.name();
            if link.purpose == StaffLinkPurpose::Reset {
                links::tell_of_new_password(tx, &person, language)?;
            }
            let actor = Actor { id: *id.as_bytes(), name: called, role, address: address.0 };
            audit::record(tx, &keys, &actor, AuditedAction::bare("staff.accept_link", id))
        })
        .await?;
    outbox.wake();
    Ok(Success::DONE)
}
