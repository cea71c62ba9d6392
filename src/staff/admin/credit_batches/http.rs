//! Credit batches over HTTP.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::reading;
use super::{Batch, Credit, CreditUndo, CreditsToGive, CreditsToUndo, DryRun, queries};
use crate::base::id::RecordId;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::platform::http::csv_upload::CsvFile;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::IdempotencyKey;
use crate::platform::store::Tx;
use crate::staff::approvals::{self, ApprovalRequest, AskedAction};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, Operators};
use crate::staff::kit::{AdminContext, reason};

/// Maximum length of a batch's name, in characters.
const LONGEST_NAME: usize = 120;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_credit_batches, create_credit_batch))
        .routes(routes!(list_credits_of_batch))
        .routes(routes!(try_credit_batch))
        .routes(routes!(undo_credit_batch))
}

/// List credit batches, newest first; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/credits", tag = "admin",
    params(("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Batch])))]
async fn list_credit_batches(
    State(admin): State<AdminContext>,
    _: StaffWith<BookReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let after = cursor.map(|text| RecordId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| queries::list(read, after, limit)).await
        }
    };
    request.answer("credits", None, fetch, |batch| batch.id.to_string()).await
}

/// List the credits of a batch as in its file; as CSV with `format=csv`. The access is audited.
#[utoipa::path(get, path = "/api/admin/credits/{id}/rows", tag = "admin",
    params(("id" = RecordId, Path), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Credit])))]
async fn list_credits_of_batch(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<RecordId>,
    request: ListRequest,
) -> AppResult<Response> {
    let batch = admin.store.read(|read| queries::find(read, id))?.ok_or(NOT_FOUND)?;
    let look = admin.look_at_list_of(&request, staff, "credits", id)?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let after = cursor.map(|text| text.parse().map_err(|_| INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| queries::credits(read, id, after.unwrap_or(0), limit)).await
        }
    };
    look.beside(request.answer("credits-of-batch", Some(batch.rows), fetch, |credit: &Credit| credit.line.to_string()))
        .await
}

#[derive(Deserialize)]
struct NameQuery {
    #[serde(default)]
    name: String,
}

/// Check a credit file (`member,points,reason`; at most 10,000 rows) and show the result of each row.
/// A file with the headings `member,partner,amountHkd` and, if wanted, `day,time,outlet,receipt,enjoyCard` has purchases, which earn what they
/// earn at a counter; the answer shows each row by itself.
#[utoipa::path(post, path = "/api/admin/credits/dry-run", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`member,points,reason`: e-mail address, phone number or short id; whole points; why. Or, with headings, `member,partner,amountHkd,day,time,outlet,receipt,enjoyCard`: the id or English name of the partner; the amount of the bill; the day as 2026-03-12; the time of that day in Hong Kong as 18:30; the id of an open outlet of the partner, or its name in any language; the receipt number; yes or no",
        example = json!("member,points,reason\nalice@kapok.example,20,Helped at the fair\n")),
    params(("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`")),
    responses((status = 200, body = DryRun), (status = 422, body = Problem)))]
async fn try_credit_batch(
    State(admin): State<AdminContext>,
    _: StaffWith<Operators>,
    CsvFile(rows): CsvFile,
) -> AppResult<Json<DryRun>> {
    let lines = reading::read(&rows)?;
    admin.store.read_at_length(move |read| super::try_out(read, &lines)).await.map(Json)
}

/// Give every row of a credit file, or none, as one credit batch with the name `name`.
/// The batch needs approval by a second person where the settings say so: then the response is 202.
#[utoipa::path(post, path = "/api/admin/credits", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`member,points,reason`: e-mail address, phone number or short id; whole points; why. Or, with headings, `member,partner,amountHkd,day,time,outlet,receipt,enjoyCard`: the id or English name of the partner; the amount of the bill; the day as 2026-03-12; the time of that day in Hong Kong as 18:30; the id of an open outlet of the partner, or its name in any language; the receipt number; yes or no",
        example = json!("member,points,reason\nalice@kapok.example,20,Helped at the fair\n")),
    params(("name" = String, Query), ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`"),
        ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Batch), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn create_credit_batch(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    Filters(query): Filters<NameQuery>,
    key: IdempotencyKey,
    CsvFile(rows): CsvFile,
) -> AppResult<Response> {
    let lines = reading::read(&rows)?;
    let name = query.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        return Err(AppError::invalid_field("name", "required_field"));
    }
    let ask = ApprovalRequest {
        action: "credits.give",
        target: name.clone(),
        method: "POST",
        path: "/api/admin/credits".to_owned(),
        key: Some(key.clone()),
        body: super::in_short(&name, &lines)?,
        exact: None,
        pending: Some(AskedAction::of(&CreditsToGive { name: name.clone(), lines: lines.clone() })?),
    };
    let caller = staff.caller();
    let give = move |tx: &Tx<'_>| {
        let check = |tx: &Tx<'_>| super::refuse_mistakes(&super::try_out(tx, &lines)?);
        let keyed = (&key, &(&name, &lines));
        approvals::answer_unless_waiting(tx, &staff, keyed, Some(&ask), check, |tx| {
            super::give(tx, &staff, &name, &lines)
        })
    };
    let answer = admin.store.write_many_rows_as(caller, give).await?;
    super::post_open_rows(&admin.store, &admin.vault).await?;
    Ok(answer.into_response())
}

/// The reason for an undo.
#[derive(Deserialize, serde::Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct UndoRequest {
    /// At most 500 characters.
    reason: String,
}

/// Undo a credit batch in one step; the response lists points that have been spent since.
/// The undo needs approval by a second person where the settings say so: then the response is 202.
#[utoipa::path(post, path = "/api/admin/credits/{id}/undo", tag = "admin", request_body = UndoRequest,
    params(("id" = RecordId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = CreditUndo), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn undo_credit_batch(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<RecordId>,
    key: IdempotencyKey,
    Json(request): Json<UndoRequest>,
) -> AppResult<Response> {
    let why = reason("reason", &request.reason)?;
    let ask = ApprovalRequest {
        action: "credits.undo",
        target: id.to_string(),
        method: "POST",
        path: format!("/api/admin/credits/{id}/undo"),
        key: Some(key.clone()),
        body: serde_json::to_value(&request)?,
        exact: None,
        pending: Some(AskedAction::of(&CreditsToUndo { batch: id, reason: why.clone() })?),
    };
    let caller = staff.caller();
    let undo = move |tx: &Tx<'_>| {
        let check = |tx: &Tx<'_>| super::require_given(tx, id).map(drop);
        approvals::answer_unless_waiting(tx, &staff, (&key, &request), Some(&ask), check, |tx| {
            super::undo(tx, &staff, id, &why)
        })
    };
    Ok(admin.store.write_many_rows_as(caller, undo).await?.into_response())
}
