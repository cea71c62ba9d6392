//! Transactions and settlements over HTTP.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::wanted::{RedemptionFilter, TransactionFilter, TransactionQuery, TransactionSort};
use super::{RedemptionView, Reversal, TransactionView, WaitingRedemptions, queries, redemption_view, search};
use crate::base::day::Day;
use crate::base::id::{CashierId, ItemId, MemberId, OutletId, PartnerId, RedemptionId, TillId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::member::awards;
use crate::member::rewards;
use crate::member::rewards::{ItemType, RedemptionStatus};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::{self, ApprovalRequest, AskedAction};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, Operators, Settlers, Supporters};
use crate::staff::kit::{AdminContext, reason};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(search_transactions))
        .routes(routes!(get_transaction))
        .routes(routes!(reverse_transaction))
        .routes(routes!(send_slip_of_transaction))
        .routes(routes!(list_redemptions_for_staff))
        .routes(routes!(sum_up_waiting_redemptions))
        .routes(routes!(confirm_redemption))
        .routes(routes!(reject_redemption))
        .routes(routes!(reopen_redemption))
        .routes(routes!(extend_redemption))
}

/// Search all transactions; as CSV with `format=csv`. The search is audited.
/// Filters: `q` (a transaction's id or short number, an identifier of a member, or a receipt number), `type`, `member`,
/// `partner`, `from` and `to` (days or times). `outlet`, `till`, `cashier` and `amountHkd` (the bill, exactly) find
/// awards alone. `pointsFrom` and `pointsTo` need another filter: a first day, a type other than `Transfer`, or one of
/// the others.
#[utoipa::path(get, path = "/api/admin/transactions", tag = "admin",
    params(("q" = Option<String>, Query), ("type" = Option<String>, Query), ("member" = Option<MemberId>, Query), ("partner" = Option<PartnerId>, Query),
        ("outlet" = Option<OutletId>, Query), ("till" = Option<TillId>, Query), ("cashier" = Option<CashierId>, Query), ("amountHkd" = Option<Hkd>, Query),
        ("pointsFrom" = Option<i64>, Query), ("pointsTo" = Option<i64>, Query),
        ("from" = Option<String>, Query), ("to" = Option<String>, Query), ("sort" = inline(Option<TransactionSort>), Query), ("format" = Option<String>, Query),
        ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [TransactionView])))]
async fn search_transactions(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    request: ListRequest,
    Filters(query): Filters<TransactionQuery>,
) -> AppResult<Response> {
    let wanted = admin.store.read_consistently(|read| TransactionFilter::read(read, query))?;
    let look = admin.look_at_list(&request, staff, "transaction")?;
    let total = if wanted.is_open() { Some(admin.store.read(queries::count)?) } else { None };
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted) = (admin.store.clone(), wanted.clone());
        async move {
            let after = cursor.map(|text| TransactionId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let look = move |read: &Read<'_>| search::list_transactions(read, &wanted, after, limit);
            store.read_at_length(look).await
        }
    };
    look.beside(request.answer("transactions", total, fetch, |transaction| transaction.id.to_string())).await
}

/// Show one transaction, with the bill of an award, the staff who moved the points, what happened around it and how many
/// others are near it; the access is audited.
#[utoipa::path(get, path = "/api/admin/transactions/{id}", tag = "admin", params(("id" = TransactionId, Path)),
    responses((status = 200, body = TransactionView)))]
async fn get_transaction(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<TransactionId>,
) -> AppResult<Json<TransactionView>> {
    let found = admin.store.read_consistently(|read| super::opened(read, id))?;
    admin.look_at(staff, "transaction.open", id).beside(async { Ok(Json(found)) }).await
}

/// The reason for the action.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ReasonRequest {
    /// At most 500 characters.
    reason: String,
}

/// Reverse a transaction by its opposite, once; nothing is edited or deleted.
/// The reversal needs approval by a second person where the settings say so. Then the response is 202, and the
/// reversal is made on approval.
#[utoipa::path(post, path = "/api/admin/transactions/{id}/reverse", tag = "admin", request_body = ReasonRequest,
    params(("id" = TransactionId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = TransactionView), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn reverse_transaction(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<TransactionId>,
    key: IdempotencyKey,
    Json(request): Json<ReasonRequest>,
) -> AppResult<ReplayableAnswer> {
    let why = reason("reason", &request.reason)?;
    let ask = ApprovalRequest {
        action: "transaction.reverse",
        target: id.to_string(),
        method: "POST",
        path: format!("/api/admin/transactions/{id}/reverse"),
        key: Some(key.clone()),
        body: serde_json::to_value(&request)?,
        exact: None,
        pending: Some(AskedAction::of(&Reversal { transaction: id, reason: why.clone() })?),
    };
    let caller = staff.caller();
    let reverse = move |tx: &Tx<'_>| {
        let check = |tx: &Tx<'_>| tx.rehearse(|tx| super::reverse(tx, &staff, id, &why));
        approvals::answer_unless_waiting(tx, &staff, (&key, &request), Some(&ask), check, |tx| {
            super::reverse(tx, &staff, id, &why)
        })
    };
    admin.store.write_as(caller, reverse).await
}

/// The slip waits for delivery.
#[derive(Serialize, utoipa::ToSchema)]
struct SentSlip {
    success: bool,
}

/// Send the slip of an award to its member by e-mail, again or for the first time.
#[utoipa::path(post, path = "/api/admin/transactions/{id}/slip", tag = "admin",
    params(("id" = TransactionId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = SentSlip), (status = 409, body = Problem)))]
async fn send_slip_of_transaction(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<TransactionId>,
    key: IdempotencyKey,
) -> AppResult<ReplayableAnswer> {
    let caller = staff.caller();
    let send = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &id, |tx| {
            awards::send_slip_again(tx, id)?;
            staff.note(tx, "transaction.slip", id, None::<&()>, None::<&()>)?;
            Ok(SentSlip { success: true })
        })
    };
    let answer = admin.store.write_as(caller, send).await?;
    admin.outbox.wake();
    Ok(answer)
}

/// List redemptions; as CSV with `format=csv`. The search is audited.
/// Filters: `q` (a redemption's id, or an identifier of a member), `status` (`processing` ones wait for an operator),
/// `type`, `member`, `partner`, `item`, `from` and `to`.
#[utoipa::path(get, path = "/api/admin/redemptions", tag = "admin",
    params(("q" = Option<String>, Query), ("status" = Option<RedemptionStatus>, Query), ("type" = Option<ItemType>, Query), ("member" = Option<MemberId>, Query),
        ("partner" = Option<PartnerId>, Query), ("item" = Option<ItemId>, Query), ("from" = Option<String>, Query), ("to" = Option<String>, Query),
        ("sort" = inline(Option<TransactionSort>), Query), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [RedemptionView])))]
async fn list_redemptions_for_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    request: ListRequest,
    Filters(query): Filters<TransactionQuery>,
) -> AppResult<Response> {
    let wanted = admin.store.read_consistently(|read| RedemptionFilter::read(read, query))?;
    let look = admin.look_at_list(&request, staff, "redemption")?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted) = (admin.store.clone(), wanted.clone());
        async move {
            let after = cursor.map(|text| RedemptionId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let look = move |read: &Read<'_>| super::list_redemptions(read, &wanted, after, limit);
            store.read_at_length(look).await
        }
    };
    look.beside(request.answer("redemptions", None, fetch, |redemption| redemption.id.to_string())).await
}

/// Sum up the exchanges that wait to be settled.
#[utoipa::path(get, path = "/api/admin/redemptions/waiting", tag = "admin",
    responses((status = 200, body = WaitingRedemptions)))]
async fn sum_up_waiting_redemptions(
    State(admin): State<AdminContext>,
    _: StaffWith<BookReaders>,
) -> AppResult<Json<WaitingRedemptions>> {
    admin.store.read_at_length(queries::waiting).await.map(Json)
}

/// A redemption before or after its settlement, as the audit keeps it.
#[derive(Serialize)]
struct AuditedRedemption {
    #[serde(flatten)]
    redemption: RedemptionView,
    /// The transaction that spent or returned the points, by which the audit leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<TransactionId>,
}

/// An optional note on the settlement.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmRequest {
    /// A reference for the member, who reads it; at most 500 characters.
    #[serde(default)]
    note: Option<String>,
}

/// Confirm an exchange: its held points are spent.
#[utoipa::path(post, path = "/api/admin/redemptions/{id}/confirm", tag = "admin", request_body = Option<ConfirmRequest>, params(("id" = RedemptionId, Path)),
    responses((status = 200, body = RedemptionView), (status = 409, body = Problem)))]
async fn confirm_redemption(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Settlers>,
    PathId(id): PathId<RedemptionId>,
    request: Option<Json<ConfirmRequest>>,
) -> AppResult<Json<RedemptionView>> {
    let given = request.and_then(|Json(request)| request.note).filter(|note| !note.trim().is_empty());
    let note = given.map(|note| reason("note", &note)).transpose()?;
    let caller = staff.caller();
    let settle = move |tx: &Tx<'_>| {
        let before = rewards::find(tx, id)?.ok_or(NOT_FOUND)?;
        let before = AuditedRedemption { redemption: redemption_view(tx, before)?, transaction: None };
        let (settled, transaction) = rewards::confirm(tx, id, note)?;
        let after = AuditedRedemption { redemption: redemption_view(tx, settled)?, transaction: Some(transaction) };
        staff.note(tx, "redemption.confirm", id, Some(&before), Some(&after))?;
        Ok(after.redemption)
    };
    admin.store.write_as(caller, settle).await.map(Json)
}

/// Reject an exchange: its points, stock and quota are returned.
#[utoipa::path(post, path = "/api/admin/redemptions/{id}/reject", tag = "admin", request_body = ReasonRequest, params(("id" = RedemptionId, Path)),
    responses((status = 200, body = RedemptionView), (status = 409, body = Problem)))]
async fn reject_redemption(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Settlers>,
    PathId(id): PathId<RedemptionId>,
    Json(request): Json<ReasonRequest>,
) -> AppResult<Json<RedemptionView>> {
    let why = reason("reason", &request.reason)?;
    let caller = staff.caller();
    let settle = move |tx: &Tx<'_>| {
        let before = rewards::find(tx, id)?.ok_or(NOT_FOUND)?;
        let before = AuditedRedemption { redemption: redemption_view(tx, before)?, transaction: None };
        let (settled, transaction) = rewards::reject(tx, id, why)?;
        let after = AuditedRedemption { redemption: redemption_view(tx, settled)?, transaction: Some(transaction) };
        staff.note(tx, "redemption.reject", id, Some(&before), Some(&after))?;
        Ok(after.redemption)
    };
    admin.store.write_as(caller, settle).await.map(Json)
}

/// Return an opened coupon that was not collected in time; once per coupon.
#[utoipa::path(post, path = "/api/admin/redemptions/{id}/reopen", tag = "admin", request_body = ReasonRequest, params(("id" = RedemptionId, Path)),
    responses((status = 200, body = RedemptionView), (status = 409, body = Problem)))]
async fn reopen_redemption(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<RedemptionId>,
    Json(request): Json<ReasonRequest>,
) -> AppResult<Json<RedemptionView>> {
    let why = reason("reason", &request.reason)?;
    let caller = staff.caller();
    let reopen = move |tx: &Tx<'_>| {
        let before = redemption_view(tx, rewards::find(tx, id)?.ok_or(NOT_FOUND)?)?;
        let reopened = rewards::reopen(tx, id)?;
        let transaction = reopened.transaction;
        let after = redemption_view(tx, reopened)?;
        let noted = serde_json::json!({ "redemption": after, "reason": why, "transaction": transaction });
        staff.note(tx, "redemption.reopen", id, Some(&serde_json::json!({ "redemption": before })), Some(&noted))?;
        Ok(after)
    };
    admin.store.write_as(caller, reopen).await.map(Json)
}

/// The new last day of a coupon, and the reason.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ExtensionRequest {
    /// The last day on which it can be opened: later than before, today or later, at most 366 days away.
    until: Day,
    /// At most 500 characters.
    reason: String,
}

/// Extend the validity of an unused coupon; the member gets a notice.
#[utoipa::path(post, path = "/api/admin/redemptions/{id}/extend", tag = "admin", request_body = ExtensionRequest, params(("id" = RedemptionId, Path)),
    responses((status = 200, body = RedemptionView), (status = 409, body = Problem)))]
async fn extend_redemption(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<RedemptionId>,
    Json(request): Json<ExtensionRequest>,
) -> AppResult<Json<RedemptionView>> {
    let why = reason("reason", &request.reason)?;
    let caller = staff.caller();
    let extend = move |tx: &Tx<'_>| {
        let before = redemption_view(tx, rewards::find(tx, id)?.ok_or(NOT_FOUND)?)?;
        let extended = rewards::extend(tx, id, request.until)?;
        let transaction = extended.transaction;
        let after = redemption_view(tx, extended)?;
        let noted = serde_json::json!({ "redemption": after, "reason": why, "transaction": transaction });
        staff.note(tx, "redemption.extend", id, Some(&serde_json::json!({ "redemption": before })), Some(&noted))?;
        Ok(after)
    };
    admin.store.write_as(caller, extend).await.map(Json)
}
