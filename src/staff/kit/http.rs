//! HTTP parts that the calls of staff share.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::permissions::{Operators, RoleSet};
use super::{AdminContext, AuditedStaff, PRECONDITION_REQUIRED, STALE, access_log};
use crate::auth::Staff;
use crate::base::problem::{AppError, AppResult};
use crate::platform::audit::Actor;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::request::ClientAddress;

/// A signed-in member of staff with one of the roles. Other clients are refused before the rest of the request is read.
pub struct StaffWith<C> {
    /// The member of staff, with the means to write audit entries.
    pub staff: AuditedStaff,
    roles: PhantomData<C>,
}

impl<C: RoleSet, S: Send + Sync> FromRequestParts<S> for StaffWith<C>
where
    AdminContext: FromRef<S>,
{
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        let staff = Staff::from_request_parts(parts, state).await?;
        staff.require(C::ROLES)?;
        // The extractor cannot fail: each client has an address.
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let admin = AdminContext::from_ref(state);
        let principal = staff.principal();
        let actor = Actor { id: *staff.id.as_bytes(), name: staff.name, role: staff.role.name(), address: address.0 };
        Ok(Self { staff: AuditedStaff { actor, keys: admin.keys.clone(), principal }, roles: PhantomData })
    }
}

impl AdminContext {
    /// Audits the download of a list, with its filters. Pages of a list are not audited, except pages of lists of
    /// members (see [`AdminContext::look_at_list`]).
    pub async fn note_download(
        &self,
        request: &ListRequest,
        staff: AuditedStaff,
        action: &'static str,
    ) -> AppResult<()> {
        if !request.is_download() {
            return Ok(());
        }
        let asked = access_log::masked(request.asked());
        self.store.write_as(staff.caller(), move |tx| staff.note(tx, action, "list", None, Some(&asked))).await
    }
}

/// An owner or operator, for read-only calls of parts that do not belong to the admin.
pub struct OperatorOnly;

impl<S: Send + Sync> FromRequestParts<S> for OperatorOnly {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        Staff::from_request_parts(parts, state).await?.require(Operators::ROLES).map(|()| Self)
    }
}

/// A response with the resource and its version as `ETag`. The next change must name this version.
pub fn tagged<T: Serialize>(status: StatusCode, version: i64, body: T) -> Response {
    tag((status, Json(body)).into_response(), version)
}

/// Adds the version as `ETag` to a response.
pub fn tag(mut response: Response, version: i64) -> Response {
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The version that `If-Match` names, for a change that may omit it; `None` without the header.
pub fn named_version(headers: &HeaderMap) -> AppResult<Option<i64>> {
    if headers.contains_key(header::IF_MATCH) { changed_version(headers) } else { Ok(None) }
}

/// The version that a change was made from; `None` for `*`. Fails with [`PRECONDITION_REQUIRED`] without `If-Match`,
/// and with [`STALE`] for a tag that this server did not issue.
pub fn changed_version(headers: &HeaderMap) -> AppResult<Option<i64>> {
    let value = headers.get(header::IF_MATCH).ok_or(PRECONDITION_REQUIRED)?;
    let text = value.to_str().map_err(|_| STALE)?.trim();
    if text == "*" {
        return Ok(None);
    }
    let tag = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    Ok(Some(tag.and_then(|version| version.parse().ok()).ok_or(STALE)?))
}
