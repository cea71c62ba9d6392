//! Versions of the terms over HTTP, for members.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{TermsChange, TermsRecord, accept, queries, to_accept};
use crate::auth::{Member, TrustedMember};
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::ACCOUNT_UPDATES;

#[derive(Clone)]
struct Terms {
    store: Store,
    limits: Limits,
}

/// Routes of the versions of the terms.
pub fn routes(store: Store, limits: Limits) -> Routes {
    Routes::new()
        .routes(routes!(get_terms_to_accept))
        .routes(routes!(accept_terms))
        .routes(routes!(get_terms_version))
        .with_state(Terms { store, limits })
}

/// The version of the terms that a member is asked to accept.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TermsToAccept {
    version: i64,
    /// The changes since the version before, at most three.
    changes: Vec<TermsChange>,
    /// The first day on which it applies.
    starts_on: Day,
    /// The last day on which the member may put the decision off.
    decide_by: Day,
    /// Whether that day is over.
    overdue: bool,
}

/// Show the version of the terms that the member has not accepted yet. 404 if there is nothing to accept.
#[utoipa::path(get, path = "/api/terms/change", tag = "programme",
    responses((status = 200, body = TermsToAccept), (status = 404, body = Problem)))]
async fn get_terms_to_accept(State(terms): State<Terms>, member: Member) -> AppResult<Json<TermsToAccept>> {
    let found = terms.store.read(|read| Ok((to_accept(read, member.id)?, Day::of(read.now()))))?;
    let (TermsRecord { version, input, .. }, today) = (found.0.ok_or(NOT_FOUND)?, found.1);
    Ok(Json(TermsToAccept {
        version,
        changes: input.changes,
        starts_on: input.starts_on,
        decide_by: input.decide_by,
        overdue: input.decide_by < today,
    }))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AcceptTermsRequest {
    /// The version that the member was shown.
    version: i64,
}

#[derive(Serialize, utoipa::ToSchema)]
struct AcceptTermsAnswer {
    success: bool,
}

/// Accept the newest version of the terms. Accepting it again changes nothing.
#[utoipa::path(post, path = "/api/terms/accept", tag = "programme", request_body = AcceptTermsRequest,
    responses((status = 200, body = AcceptTermsAnswer), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn accept_terms(
    State(terms): State<Terms>,
    TrustedMember(member): TrustedMember,
    Json(request): Json<AcceptTermsRequest>,
) -> AppResult<Json<AcceptTermsAnswer>> {
    terms.limits.count(ACCOUNT_UPDATES, member.id.as_bytes())?;
    let id = member.id;
    terms.store.write_as(member.principal(), move |tx| accept(tx, id, request.version)).await?;
    Ok(Json(AcceptTermsAnswer { success: true }))
}

#[derive(Deserialize)]
struct TermsQuery {
    lang: Option<String>,
}

/// Get one version of the terms as text: numbered headings, bullets and paragraphs.
#[utoipa::path(get, path = "/api/terms/versions/{version}", tag = "programme",
    params(("version" = i64, Path), ("lang" = Option<String>, Query, pattern = "^(en|zh|zhhk)$")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem)))]
async fn get_terms_version(
    State(terms): State<Terms>,
    language: Language,
    Path(version): Path<String>,
    Query(query): Query<TermsQuery>,
) -> AppResult<Response> {
    let language = match query.lang {
        None => language,
        Some(code) => Language::from_code(&code).ok_or(INVALID_PARAMETER)?,
    };
    let version = version.parse().map_err(|_| NOT_FOUND)?;
    let text = terms.store.read(|read| queries::text(read, version))?.ok_or(NOT_FOUND)?;
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, content_type)], text.get(language).to_owned()).into_response())
}
