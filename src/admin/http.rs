//! The desk over HTTP: what its calls share.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::crews::{Crew, Operators};
use super::looks::RecentLooks;
use super::trail::LastCheck;
use super::uploads::Darkroom;
use super::{
    Desk, Hand, PRECONDITION_REQUIRED, STALE, approvals, batches, books, checklist, codes, content, keys, loading,
    members, messages, notices, outlets, reports, settings, staff, trail, uploads, webhooks,
};
use crate::audit::Actor;
use crate::auth::{Authenticator, Staff};
use crate::base::problem::{AppError, AppResult};
use crate::config::Config;
use crate::delivery::Outbox;
use crate::http::csv::ListRequest;
use crate::http::json::Json;
use crate::http::request::ClientAddress;
use crate::http::routes::Routes;
use crate::outbound::AllowedHosts;
use crate::rewards::CodeVault;

/// The calls of the desk.
pub fn routes(authenticator: &Authenticator, outbox: Outbox, config: &Arc<Config>, media: PathBuf) -> Routes {
    let (store, keys) = (authenticator.store().clone(), authenticator.keys().clone());
    let desk = Desk {
        vault: CodeVault::new(&keys),
        darkroom: Darkroom::new(media),
        last_check: LastCheck::default(),
        looks: RecentLooks::default(),
        callable: AllowedHosts::new(&config.webhooks.allowed_hosts),
        authenticator: authenticator.clone(),
        config: config.clone(),
        store,
        keys,
        outbox,
    };
    Routes::new()
        .merge(approvals::http::routes())
        .merge(batches::http::routes())
        .merge(checklist::http::routes())
        .merge(content::http::routes())
        .merge(codes::http::routes())
        .merge(members::http::routes())
        .merge(books::http::routes())
        .merge(keys::http::routes())
        .merge(loading::http::routes())
        .merge(messages::http::routes())
        .merge(notices::http::routes())
        .merge(outlets::http::routes())
        .merge(settings::http::routes())
        .merge(staff::http::routes())
        .merge(reports::http::routes())
        .merge(trail::http::routes())
        .merge(uploads::http::routes())
        .merge(webhooks::http::routes())
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

impl Desk {
    /// Notes that somebody takes a list along, and what it was narrowed to. A page of it is not noted: of lists of
    /// members it is (see [`Desk::look_at_list`]).
    pub(super) async fn note_download(&self, request: &ListRequest, hand: Hand, action: &'static str) -> AppResult<()> {
        if !request.is_download() {
            return Ok(());
        }
        let asked = request.asked();
        self.store.write(move |tx| hand.note(tx, action, "list", None, Some(&asked))).await
    }
}

/// An owner or operator, for calls of parts above the desk that only look.
pub struct Operating;

impl<S: Send + Sync> FromRequestParts<S> for Operating {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        Staff::from_request_parts(parts, state).await?.require(Operators::ROLES).map(|()| Self)
    }
}

/// A resource with the version that its next change must name.
pub(super) fn tagged<T: Serialize>(status: StatusCode, version: i64, body: T) -> Response {
    tag((status, Json(body)).into_response(), version)
}

/// An answer that is written already, with that version.
pub(super) fn tag(mut response: Response, version: i64) -> Response {
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The same for a change that need not say it: `None` when it says nothing.
pub(super) fn named_version(headers: &HeaderMap) -> AppResult<Option<i64>> {
    if headers.contains_key(header::IF_MATCH) { changed_version(headers) } else { Ok(None) }
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
