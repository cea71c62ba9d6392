//! Care for members, over HTTP.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::super::MemberView;
use super::super::care::{self, NewMemberRequest};
use super::super::page::{self, MemberPage, Statement};
use crate::base::day::{Day, Period};
use crate::base::id::{MemberId, RecordId, SessionId};
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::core::members::{self, notes::MemberNote};
use crate::core::print::{Card, Matrix, PrintBranding, card_pdf, statement_pdf};
use crate::core::settings;
use crate::member::personal_data::{self, PersonalData};
use crate::platform::delivery;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest, attachment};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, OptionalKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, Operators, Supporters};
use crate::staff::kit::{AdminContext, reason};

/// Days that a statement covers by default.
const USUAL_DAYS: i64 = 90;

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(create_member))
        .routes(routes!(get_member_page))
        .routes(routes!(get_member_statement))
        .routes(routes!(print_member_statement))
        .routes(routes!(get_member_card))
        .routes(routes!(end_member_sessions))
        .routes(routes!(end_member_session))
        .routes(routes!(send_member_reset))
        .routes(routes!(add_member_note))
        .routes(routes!(remove_member_note))
        .routes(routes!(export_member))
        .routes(routes!(erase_member))
}

/// Add a member who has no phone and no e-mail address, only a card.
/// `card` is the text of its QR code. A repeated `Idempotency-Key` gets the same response and adds no second member.
#[utoipa::path(post, path = "/api/admin/members", tag = "admin", request_body = NewMemberRequest,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = MemberView)))]
async fn create_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    OptionalKey(key): OptionalKey,
    Json(request): Json<NewMemberRequest>,
) -> AppResult<ReplayableAnswer> {
    let caller = staff.caller();
    let add = move |tx: &Tx<'_>| {
        idempotency::made(tx, &staff.actor.id, key.as_ref(), &request, |tx| care::add(tx, &staff, &request))
    };
    admin.store.write_as(caller, add).await
}

/// Show one member's page.
/// It has the profile, points and their lots, the newest transactions, redemptions and messages, and the sessions.
/// The access is audited.
#[utoipa::path(get, path = "/api/admin/members/{id}/page", tag = "admin", params(("id" = MemberId, Path)),
    responses((status = 200, body = MemberPage)))]
async fn get_member_page(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<MemberId>,
) -> AppResult<Json<MemberPage>> {
    let page = admin.store.read_at_length(move |read| page::page(read, id)).await?;
    staff.note_access(&admin, "member.open", id).await?;
    Ok(Json(page))
}

#[derive(Deserialize)]
struct StatementQuery {
    from: Option<String>,
    to: Option<String>,
}

/// Show a member's statement from `from` to `to` (Hong Kong days; default: the last ninety); as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/members/{id}/statement", tag = "admin",
    params(("id" = MemberId, Path), ("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = Statement)))]
async fn get_member_statement(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<MemberId>,
    request: ListRequest,
    Filters(query): Filters<StatementQuery>,
) -> AppResult<Response> {
    let statement = statement_of(&admin, id, &query, false).await?;
    staff.note_access(&admin, "member.statement", id).await?;
    if request.is_download() {
        return request.whole(&format!("statement-{id}"), statement.lines());
    }
    Ok(Json(statement).into_response())
}

#[derive(Deserialize)]
struct CardQuery {
    format: Option<String>,
}

/// Print the same statement as a PDF, in the member's language.
#[utoipa::path(get, path = "/api/admin/members/{id}/statement/pdf", tag = "admin",
    params(("id" = MemberId, Path), ("from" = Option<Day>, Query), ("to" = Option<Day>, Query)),
    responses((status = 200, description = "The statement", body = Vec<u8>, content_type = "application/pdf")))]
async fn print_member_statement(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<MemberId>,
    Filters(query): Filters<StatementQuery>,
) -> AppResult<Response> {
    let statement = statement_of(&admin, id, &query, true).await?;
    staff.note_access(&admin, "member.statement", id).await?;
    let head = PrintBranding::of(&admin.store.read(settings::current)?);
    let pdf = statement_pdf(statement.sheet(head))?;
    Ok(attachment("application/pdf", &format!("statement-{id}"), "pdf", pdf))
}

async fn statement_of(
    admin: &AdminContext,
    id: MemberId,
    query: &StatementQuery,
    for_print: bool,
) -> AppResult<Statement> {
    let day = |field: &'static str, text: Option<&str>, otherwise: Day| match text {
        None | Some("") => Ok(otherwise),
        Some(text) => Day::parse(text).ok_or_else(|| AppError::invalid_field(field, "invalid_value")),
    };
    let to = day("to", query.to.as_deref(), Day::of(admin.store.clock().now()))?;
    let from = day("from", query.from.as_deref(), to.plus(1 - USUAL_DAYS))?;
    if from > to {
        return Err(AppError::invalid_field("to", "invalid_period"));
    }
    let period = Period { from: from.start(), until: to.plus(1).start() };
    admin.store.read_at_length(move |read| page::statement(read, id, period, (from, to), for_print)).await
}

/// Show a member's card, whose QR code a counter scans.
/// The response is the QR code as SVG, or as PNG with `format=png`; with `format=pdf` the whole card, to print and
/// cut out.
#[utoipa::path(get, path = "/api/admin/members/{id}/card", tag = "admin",
    params(("id" = MemberId, Path), ("format" = Option<String>, Query, pattern = "^(svg|png|pdf)$")),
    responses((status = 200, description = "The code, or the card", content((Vec<u8> = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "application/pdf")))))]
async fn get_member_card(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<MemberId>,
    Filters(query): Filters<CardQuery>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| members::find(read, id))?;
    let member = found.filter(|member| member.status != members::Status::Erased).ok_or(NOT_FOUND)?;
    staff.note_access(&admin, "member.card", id).await?;
    let code = Matrix::of(member.short_id.as_str())?;
    let name = format!("card-{}", member.short_id);
    match query.format.as_deref() {
        None | Some("svg") => Ok(attachment("image/svg+xml", &name, "svg", code.svg())),
        Some("png") => Ok(attachment("image/png", &name, "png", code.png()?)),
        Some("pdf") => {
            let whose = members::full_name(member.language, &member.first_name, &member.last_name);
            let head = PrintBranding::of(&admin.store.read(settings::current)?);
            let card = Card { head, name: whose, short_id: member.short_id.to_string(), language: member.language };
            Ok(attachment("application/pdf", &name, "pdf", card_pdf(&card)?))
        }
        Some(_) => Err(INVALID_PARAMETER.into()),
    }
}

/// The action was done.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = AdminDone)]
struct AdminSuccess {
    success: bool,
}

const DONE: Json<AdminSuccess> = Json(AdminSuccess { success: true });

/// Sign a member out everywhere.
#[utoipa::path(post, path = "/api/admin/members/{id}/end-sessions", tag = "admin", params(("id" = MemberId, Path)),
    responses((status = 200, body = AdminSuccess)))]
async fn end_member_sessions(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
) -> AppResult<Json<AdminSuccess>> {
    admin.store.write_as(staff.caller(), move |tx| care::end_sessions(tx, &staff, id)).await?;
    Ok(DONE)
}

/// The session to end.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EndSessionRequest)]
struct EndSessionRequest {
    session: SessionId,
}

/// End one session of a member.
#[utoipa::path(post, path = "/api/admin/members/{id}/end-session", tag = "admin", request_body = EndSessionRequest, params(("id" = MemberId, Path)),
    responses((status = 200, body = AdminSuccess)))]
async fn end_member_session(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    Json(request): Json<EndSessionRequest>,
) -> AppResult<Json<AdminSuccess>> {
    admin.store.write_as(staff.caller(), move |tx| care::end_session(tx, &staff, id, request.session)).await?;
    Ok(DONE)
}

/// Send a member a link by e-mail to set a new password, or a code by SMS if there is no e-mail address.
#[utoipa::path(post, path = "/api/admin/members/{id}/send-reset", tag = "admin", params(("id" = MemberId, Path)),
    responses((status = 200, body = AdminSuccess), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn send_member_reset(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
) -> AppResult<Json<AdminSuccess>> {
    let (limits, config) = (admin.limits.clone(), admin.config.clone());
    let sent = admin.store.write_as(staff.caller(), move |tx| care::send_reset(tx, &staff, id, &limits, &config)).await;
    sent.inspect_err(delivery::alarm_if_paused)?;
    admin.outbox.wake();
    Ok(DONE)
}

/// The text of a note.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct NoteRequest {
    /// Plain text of at most 1,000 characters; lines may break.
    text: String,
}

/// Add a note about a member, for colleagues to read on the member's page.
/// The member's data export includes the note, and erasure of the member deletes it.
#[utoipa::path(post, path = "/api/admin/members/{id}/notes", tag = "admin", request_body = NoteRequest, params(("id" = MemberId, Path)),
    responses((status = 201, body = MemberNote), (status = 409, body = Problem)))]
async fn add_member_note(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    Json(request): Json<NoteRequest>,
) -> AppResult<Response> {
    let note = admin.store.write_as(staff.caller(), move |tx| care::add_note(tx, &staff, id, &request.text)).await?;
    Ok((StatusCode::CREATED, Json(note)).into_response())
}

/// Remove a note about a member: one's own, or as an owner any note.
#[utoipa::path(delete, path = "/api/admin/notes/{id}", tag = "admin", params(("id" = RecordId, Path)),
    responses((status = 204)))]
async fn remove_member_note(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<RecordId>,
) -> AppResult<StatusCode> {
    admin.store.write_as(staff.caller(), move |tx| care::remove_note(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Export all data held about a member.
/// The export needs approval by a second person where the settings say so. Then the response is 202, and after
/// approval the same request returns the file, once.
#[utoipa::path(get, path = "/api/admin/members/{id}/export", tag = "admin", params(("id" = MemberId, Path)),
    responses((status = 200, body = PersonalData), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn export_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
) -> AppResult<Response> {
    let data = admin.store.read_at_length(move |read| personal_data::export(read, id)).await?;
    let ask = ApprovalRequest {
        action: "member.export",
        target: id.to_string(),
        method: "GET",
        path: format!("/api/admin/members/{id}/export"),
        key: None,
        body: serde_json::json!({}),
        exact: None,
        pending: None,
    };
    let caller = staff.caller();
    let take = move |tx: &Tx<'_>| {
        approvals::unless_waiting(tx, &staff, Some(&ask), |tx| staff.note::<()>(tx, ask.action, id, None, None))
    };
    if let ApprovalOutcome::Waits(approval) = admin.store.write_as(caller, take).await? {
        return Ok(approval.answer()?.into_response());
    }
    Ok(attachment("application/json", &format!("member-{id}"), "json", serde_json::to_vec(&data)?))
}

/// The reason for an erasure.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EraseRequest)]
struct EraseRequest {
    /// At most 500 characters; it must not name the person.
    reason: String,
}

/// Erase a member for good; the ledger keeps its entries without the name.
#[utoipa::path(post, path = "/api/admin/members/{id}/erase", tag = "admin", request_body = EraseRequest, params(("id" = MemberId, Path)),
    responses((status = 200, body = AdminSuccess)))]
async fn erase_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<MemberId>,
    Json(request): Json<EraseRequest>,
) -> AppResult<Json<AdminSuccess>> {
    let why = reason("reason", &request.reason)?;
    admin.store.write_as(staff.caller(), move |tx| care::erase(tx, &staff, id, &why)).await?;
    admin.outbox.wake();
    Ok(DONE)
}
