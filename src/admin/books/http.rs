//! The books over HTTP.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{RedemptionView, Summary, TransactionView, queries, redemption_view};
use crate::admin::crews::{BookReaders, Operators, ReportReaders, Settlers};
use crate::admin::http::By;
use crate::admin::{Desk, reason};
use crate::base::id::{MemberId, RedemptionId, TransactionId};
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::http::json::Json;
use crate::http::page::{Page, PageRequest};
use crate::http::problem::Problem;
use crate::http::request::PathId;
use crate::idempotency::{self, Answer, IdempotencyKey};
use crate::rewards;
use crate::rewards::RedemptionStatus;

/// The calls of the books.
pub(in crate::admin) fn routes() -> OpenApiRouter<Desk> {
    OpenApiRouter::new()
        .routes(routes!(search_transactions))
        .routes(routes!(get_transaction))
        .routes(routes!(reverse_transaction))
        .routes(routes!(list_redemptions_for_staff))
        .routes(routes!(confirm_redemption))
        .routes(routes!(reject_redemption))
        .routes(routes!(get_summary))
}

#[derive(Deserialize)]
struct TransactionQuery {
    r#type: Option<String>,
    member: Option<String>,
}

/// Search all transactions.
#[utoipa::path(get, path = "/api/admin/transactions", tag = "admin",
    params(("type" = Option<String>, Query), ("member" = Option<MemberId>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [TransactionView]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn search_transactions(
    State(desk): State<Desk>,
    _: By<BookReaders>,
    Query(query): Query<TransactionQuery>,
    page: PageRequest,
) -> AppResult<Page<TransactionView>> {
    let member = match query.member.as_deref() {
        None | Some("") => None,
        Some(text) => Some(MemberId::parse(text).ok_or(INVALID_PARAMETER)?),
    };
    let before = page.after(|text| text.parse().ok())?.unwrap_or(i64::MAX);
    let (limit, kind) = (page.probe(), query.r#type);
    let look = move |read: &crate::store::Read<'_>| match member {
        Some(member) => queries::list_of_member(read, member, kind.as_deref(), before, limit),
        None => queries::list(read, kind.as_deref(), before, limit),
    };
    let rows = desk.store.read_at_length(look).await?;
    Ok(page.finish(rows, |transaction| transaction.seq.to_string()))
}

/// Show one transaction.
#[utoipa::path(get, path = "/api/admin/transactions/{id}", tag = "admin", params(("id" = TransactionId, Path)),
    responses((status = 200, body = TransactionView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn get_transaction(
    State(desk): State<Desk>,
    _: By<BookReaders>,
    PathId(id): PathId<TransactionId>,
) -> AppResult<Json<TransactionView>> {
    let found = desk.store.read_consistently(|read| queries::find(read, id))?;
    Ok(Json(found.ok_or(NOT_FOUND)?))
}

/// Why.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ReasonRequest {
    /// At most 500 characters.
    reason: String,
}

/// Undo a transaction by its opposite, once; nothing is edited or deleted.
#[utoipa::path(post, path = "/api/admin/transactions/{id}/reverse", tag = "admin", request_body = ReasonRequest,
    params(("id" = TransactionId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = TransactionView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn reverse_transaction(
    State(desk): State<Desk>,
    By { hand, .. }: By<Operators>,
    PathId(id): PathId<TransactionId>,
    key: IdempotencyKey,
    Json(request): Json<ReasonRequest>,
) -> AppResult<Answer> {
    let why = reason("reason", &request.reason)?;
    desk.store
        .write(move |tx| {
            idempotency::once(tx, &hand.actor.id, &key, &request, |tx| super::reverse(tx, &hand, id, &why))
        })
        .await
}

#[derive(Deserialize)]
struct StatusQuery {
    status: Option<String>,
}

/// List redemptions; those with `status=processing` wait for an operator.
#[utoipa::path(get, path = "/api/admin/redemptions", tag = "admin",
    params(("status" = Option<RedemptionStatus>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [RedemptionView]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_redemptions_for_staff(
    State(desk): State<Desk>,
    _: By<BookReaders>,
    Query(query): Query<StatusQuery>,
    page: PageRequest,
) -> AppResult<Page<RedemptionView>> {
    let status = match query.status.as_deref() {
        None | Some("") => None,
        Some(name) => Some(RedemptionStatus::from_name(name).ok_or(INVALID_PARAMETER)?),
    };
    let before = page.after(RedemptionId::parse)?;
    let limit = page.probe();
    let look = move |read: &crate::store::Read<'_>| {
        let found = rewards::list_all(read, status, before, limit)?;
        found.into_iter().map(|record| redemption_view(read, record)).collect::<AppResult<Vec<_>>>()
    };
    let rows = desk.store.read_at_length(look).await?;
    Ok(page.finish(rows, |redemption| redemption.id.to_string()))
}

/// What to remember of the settlement.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmRequest {
    /// At most 500 characters.
    #[serde(default)]
    note: Option<String>,
}

/// Confirm an exchange: its held points are spent.
#[utoipa::path(post, path = "/api/admin/redemptions/{id}/confirm", tag = "admin", request_body = ConfirmRequest, params(("id" = RedemptionId, Path)),
    responses((status = 200, body = RedemptionView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn confirm_redemption(
    State(desk): State<Desk>,
    By { hand, .. }: By<Settlers>,
    PathId(id): PathId<RedemptionId>,
    Json(request): Json<ConfirmRequest>,
) -> AppResult<Json<RedemptionView>> {
    let given = request.note.filter(|note| !note.trim().is_empty());
    let note = given.map(|note| reason("note", &note)).transpose()?;
    let settle = move |tx: &crate::store::Tx<'_>| {
        let before = rewards::find(tx, id)?.ok_or(NOT_FOUND)?;
        let before = redemption_view(tx, before)?;
        let after = redemption_view(tx, rewards::confirm(tx, id, note)?)?;
        hand.note(tx, "redemption.confirm", id, Some(&before), Some(&after))?;
        Ok(after)
    };
    desk.store.write(settle).await.map(Json)
}

/// Reject an exchange: its points, stock and quota go back.
#[utoipa::path(post, path = "/api/admin/redemptions/{id}/reject", tag = "admin", request_body = ReasonRequest, params(("id" = RedemptionId, Path)),
    responses((status = 200, body = RedemptionView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn reject_redemption(
    State(desk): State<Desk>,
    By { hand, .. }: By<Settlers>,
    PathId(id): PathId<RedemptionId>,
    Json(request): Json<ReasonRequest>,
) -> AppResult<Json<RedemptionView>> {
    let why = reason("reason", &request.reason)?;
    let settle = move |tx: &crate::store::Tx<'_>| {
        let before = rewards::find(tx, id)?.ok_or(NOT_FOUND)?;
        let before = redemption_view(tx, before)?;
        let after = redemption_view(tx, rewards::reject(tx, id, why)?)?;
        hand.note(tx, "redemption.reject", id, Some(&before), Some(&after))?;
        Ok(after)
    };
    desk.store.write(settle).await.map(Json)
}

/// Sum up the programme: points issued, redeemed, expired and outstanding.
#[utoipa::path(get, path = "/api/admin/reports/summary", tag = "admin",
    responses((status = 200, body = Summary), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn get_summary(State(desk): State<Desk>, _: By<ReportReaders>) -> AppResult<Json<Summary>> {
    desk.store.read_at_length(queries::summary).await.map(Json)
}
