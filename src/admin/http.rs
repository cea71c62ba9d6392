//! The desk over HTTP: what its calls share, and the audit trail.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::crews::{Crew, TrailReaders};
use super::uploads::Darkroom;
use super::{
    Desk, Hand, PRECONDITION_REQUIRED, STALE, approvals, batches, books, checklist, codes, content, keys, members,
    messages, notices, outlets, reports, settings, staff, uploads, webhooks,
};
use crate::audit;
use crate::audit::{Actor, Entry};
use crate::auth::{Authenticator, Staff};
use crate::base::id::AuditId;
use crate::base::problem::{AppError, AppResult};
use crate::config::Config;
use crate::delivery::Outbox;
use crate::http::json::Json;
use crate::http::page::{Page, PageRequest};
use crate::http::problem::Problem;
use crate::http::request::ClientAddress;
use crate::outbound::AllowedHosts;
use crate::rewards::CodeVault;

/// The calls of the desk.
pub fn routes(authenticator: &Authenticator, outbox: Outbox, config: &Arc<Config>, media: PathBuf) -> OpenApiRouter {
    let (store, keys) = (authenticator.store().clone(), authenticator.keys().clone());
    let desk = Desk {
        vault: CodeVault::new(&keys),
        darkroom: Darkroom::new(media),
        callable: AllowedHosts::new(&config.webhooks.allowed_hosts),
        authenticator: authenticator.clone(),
        config: config.clone(),
        store,
        keys,
        outbox,
    };
    OpenApiRouter::new()
        .merge(approvals::http::routes())
        .merge(batches::http::routes())
        .merge(checklist::http::routes())
        .merge(content::http::routes())
        .merge(codes::http::routes())
        .merge(members::http::routes())
        .merge(books::http::routes())
        .merge(keys::http::routes())
        .merge(messages::http::routes())
        .merge(notices::http::routes())
        .merge(outlets::http::routes())
        .merge(settings::http::routes())
        .merge(staff::http::routes())
        .merge(reports::http::routes())
        .merge(uploads::http::routes())
        .merge(webhooks::http::routes())
        .routes(routes!(list_audit))
        .with_state(desk)
}

/// A caller of that crew. Anybody else is turned away before the rest of the request is read.
pub(super) struct By<C> {
    /// Who, with the means to note what they do.
    pub hand: Hand,
    crew: PhantomData<C>,
}

impl<C: Crew> FromRequestParts<Desk> for By<C> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, desk: &Desk) -> AppResult<Self> {
        let staff = Staff::from_request_parts(parts, desk).await?;
        staff.require(C::ROLES)?;
        // Nobody's address is unknown; the extractor cannot fail.
        let Ok(address) = ClientAddress::from_request_parts(parts, desk).await;
        let actor = Actor { id: *staff.id.as_bytes(), name: staff.name, role: staff.role.name(), address: address.0 };
        Ok(Self { hand: Hand { actor, keys: desk.keys.clone() }, crew: PhantomData })
    }
}

/// A resource with the version that its next change must name.
pub(super) fn tagged<T: Serialize>(status: StatusCode, version: i64, body: T) -> Response {
    let mut response = (status, Json(body)).into_response();
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The version that a change was made from; `None` for `*`. Fails with [`PRECONDITION_REQUIRED`]
/// when the change says nothing, and with [`STALE`] for a tag that is none of ours.
pub(super) fn changed_version(headers: &HeaderMap) -> AppResult<Option<i64>> {
    let value = headers.get(header::IF_MATCH).ok_or(PRECONDITION_REQUIRED)?;
    let text = value.to_str().map_err(|_| STALE)?.trim();
    if text == "*" {
        return Ok(None);
    }
    let tag = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    Ok(Some(tag.and_then(|version| version.parse().ok()).ok_or(STALE)?))
}

/// List what staff did.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Entry]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_audit(State(desk): State<Desk>, _: By<TrailReaders>, page: PageRequest) -> AppResult<Page<Entry>> {
    let before = page.after(AuditId::parse)?;
    let rows = desk.store.read(|read| audit::list(read, before, page.probe()))?;
    Ok(page.finish(rows, |entry| entry.id.to_string()))
}
