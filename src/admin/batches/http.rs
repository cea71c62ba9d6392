//! Batches of credits over HTTP.

use axum::extract::{FromRequest, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::reading::{self, CreditLine};
use super::{Batch, DryRun, Undone, queries};
use crate::admin::approvals::{self, Ask, Deed};
use crate::admin::crews::{BookReaders, Operators};
use crate::admin::http::By;
use crate::admin::{Desk, reason};
use crate::base::id::RecordId;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::http::csv::{Filters, ListRequest};
use crate::http::json::{Json, UNSUPPORTED_MEDIA_TYPE, read_body};
use crate::http::problem::Problem;
use crate::http::request::PathId;
use crate::idempotency::{self, IdempotencyKey};
use crate::store::Tx;

/// Ten thousand rows with their reasons, in bytes.
const FILE_LIMIT: usize = 4 * 1024 * 1024;
/// The longest name of a batch, in characters.
const LONGEST_NAME: usize = 120;

/// The calls of batches.
pub(in crate::admin) fn routes() -> OpenApiRouter<Desk> {
    OpenApiRouter::new()
        .routes(routes!(list_credit_batches, create_credit_batch))
        .routes(routes!(try_credit_batch))
        .routes(routes!(undo_credit_batch))
}

/// A file of credits, `text/csv`.
struct Credits(Vec<CreditLine>);

impl<S: Send + Sync> FromRequest<S> for Credits {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> AppResult<Self> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let essence = kind.split(';').next().unwrap_or("").trim();
        if !essence.eq_ignore_ascii_case("text/csv") || request.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(UNSUPPORTED_MEDIA_TYPE.into());
        }
        let body = read_body(request, FILE_LIMIT).await?;
        let text = std::str::from_utf8(&body).map_err(|_| AppError::invalid_field("body", "invalid_encoding"))?;
        reading::read(text).map(Self)
    }
}

/// List batches, the newest first; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/credits", tag = "admin",
    params(("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Batch]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_credit_batches(
    State(desk): State<Desk>,
    _: By<BookReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = desk.store.clone();
        async move {
            let after = cursor.map(|text| RecordId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| queries::list(read, after, limit)).await
        }
    };
    request.answer("credits", None, fetch, |batch| batch.id.to_string()).await
}

#[derive(Deserialize)]
struct NameQuery {
    #[serde(default)]
    name: String,
}

/// Try a file of credits (`member,points,reason`; at most 10,000 rows): what would become of each row.
#[utoipa::path(post, path = "/api/admin/credits/dry-run", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`member,points,reason`: e-mail address, phone number or short id; whole points; why"),
    responses((status = 200, body = DryRun), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem)))]
async fn try_credit_batch(
    State(desk): State<Desk>,
    _: By<Operators>,
    Credits(lines): Credits,
) -> AppResult<Json<DryRun>> {
    desk.store.read_at_length(move |read| super::try_out(read, &lines)).await.map(Json)
}

/// Give every row of a file of credits, or none of them, as one batch named `name`. It needs a second person
/// where the settings say so: then the answer is 202.
#[utoipa::path(post, path = "/api/admin/credits", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`member,points,reason`: e-mail address, phone number or short id; whole points; why"),
    params(("name" = String, Query), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Batch), (status = 202, body = approvals::Approval), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
async fn create_credit_batch(
    State(desk): State<Desk>,
    By { hand, .. }: By<Operators>,
    Filters(query): Filters<NameQuery>,
    key: IdempotencyKey,
    Credits(lines): Credits,
) -> AppResult<Response> {
    let name = query.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(AppError::invalid_field("name", "required_field"));
    }
    let ask = Ask {
        action: "credits.give",
        target: name.clone(),
        method: "POST",
        path: "/api/admin/credits".to_owned(),
        key: Some(key.text().to_owned()),
        body: super::in_short(&name, &lines)?,
        deed: Some(Deed::Credits { name: name.clone(), lines: lines.clone() }),
    };
    let give = move |tx: &Tx<'_>| {
        let check = |tx: &Tx<'_>| super::refuse_mistakes(&super::try_out(tx, &lines)?);
        approvals::answer_unless_waiting(tx, &hand, Some(&ask), check, |tx| {
            idempotency::once(tx, &hand.actor.id, &key, &(&name, &lines), |tx| super::give(tx, &hand, &name, &lines))
        })
    };
    Ok(desk.store.write(give).await?.into_response())
}

/// Why.
#[derive(Deserialize, serde::Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct UndoRequest {
    /// At most 500 characters.
    reason: String,
}

/// Take a batch back in one step; points that have been spent since are told. It needs a second person where
/// the settings say so: then the answer is 202.
#[utoipa::path(post, path = "/api/admin/credits/{id}/undo", tag = "admin", request_body = UndoRequest,
    params(("id" = RecordId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Undone), (status = 202, body = approvals::Approval), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn undo_credit_batch(
    State(desk): State<Desk>,
    By { hand, .. }: By<Operators>,
    PathId(id): PathId<RecordId>,
    key: IdempotencyKey,
    Json(request): Json<UndoRequest>,
) -> AppResult<Response> {
    let why = reason("reason", &request.reason)?;
    let ask = Ask {
        action: "credits.undo",
        target: id.to_string(),
        method: "POST",
        path: format!("/api/admin/credits/{id}/undo"),
        key: Some(key.text().to_owned()),
        body: serde_json::to_value(&request)?,
        deed: Some(Deed::UndoCredits { batch: id, reason: why.clone() }),
    };
    let undo = move |tx: &Tx<'_>| {
        let check = |tx: &Tx<'_>| queries::find(tx, id)?.map(drop).ok_or(NOT_FOUND.into());
        approvals::answer_unless_waiting(tx, &hand, Some(&ask), check, |tx| {
            idempotency::once(tx, &hand.actor.id, &key, &request, |tx| super::undo(tx, &hand, id, &why))
        })
    };
    Ok(desk.store.write(undo).await?.into_response())
}
