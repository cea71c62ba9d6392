//! Segments over HTTP.

use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::SegmentView;
use super::lists::{self, ListDryRun};
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::segments::{self, Conditions, NewSegment, SegmentCount};
use crate::platform::http::csv_upload::CsvFile;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::SEGMENT_COUNTS;
use crate::staff::admin::members::{self, MemberView};
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{BookReaders, ContentReaders, Editors, Operators};
use crate::staff::kit::{AdminContext, AuditedStaff};

/// Number of members that the editor shows as a sample.
const SAMPLE: usize = 6;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_segments, create_segment))
        .routes(routes!(get_segment, replace_segment, delete_segment))
        .routes(routes!(count_conditions))
        .routes(routes!(count_segment))
        .routes(routes!(sample_conditions))
        .routes(routes!(check_member))
        .routes(routes!(try_list))
        .routes(routes!(create_list))
        .routes(routes!(replace_list))
}

/// The members who meet some conditions, in numbers.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SegmentCount)]
struct CountView {
    /// Members who belong.
    members: i64,
    /// All active members.
    of: i64,
    /// Of `match: all` the members who are left after each line; of `any` those who have come in by then.
    after_lines: Vec<i64>,
    /// The time of the count, in milliseconds.
    took_ms: i64,
}

/// Checks the conditions and counts the members. Each count reads the programme's purchases, and staff count while they
/// type, so counts are limited.
async fn count(admin: &AdminContext, staff: &AuditedStaff, conditions: &Conditions) -> AppResult<CountView> {
    admin.limits.count(SEGMENT_COUNTS, &staff.actor.id)?;
    let began = Instant::now();
    let SegmentCount { members, of, after_lines } = segments::count(&admin.store, conditions).await?;
    let took_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    Ok(CountView { members, of, after_lines, took_ms })
}

/// List the segments with their last counts and where each is used, oldest first; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/segments", tag = "admin", params(("format" = Option<String>, Query)),
    responses((status = 200, body = [SegmentView])))]
async fn list_segments(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    admin.note_download(&request, staff, "segment.download").await?;
    let list = |read: &Read<'_>| {
        let of = segments::active_members(read)?;
        let views = segments::list(read)?.into_iter().map(|found| SegmentView::among(read, found, of));
        views.collect::<AppResult<Vec<_>>>()
    };
    request.whole("segments", &admin.store.read_consistently(list)?)
}

/// Save a new segment. It is counted first.
#[utoipa::path(post, path = "/api/admin/segments", tag = "admin", request_body = NewSegment,
    responses((status = 201, body = SegmentView), (status = 409, body = Problem)))]
async fn create_segment(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    Json(new): Json<NewSegment>,
) -> AppResult<Response> {
    let new = admin.store.read(|read| segments::checked(read, new))?;
    let members = count(&admin, &staff, &new.conditions).await?.members;
    let made = admin.store.write_as(staff.caller(), move |tx| super::create(tx, &staff, new, members)).await?;
    Ok(tagged(StatusCode::CREATED, made.version, made))
}

/// Show one segment; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/segments/{id}", tag = "admin", params(("id" = SegmentId, Path)),
    responses((status = 200, body = SegmentView)))]
async fn get_segment(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<SegmentId>,
) -> AppResult<Response> {
    let found = admin.store.read_consistently(|read| super::present(read, id))?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// Replace a segment that nobody else has changed meanwhile. It is counted first.
/// Other conditions are refused with `segment_earns` while an earning rule that is on asks for the segment.
#[utoipa::path(put, path = "/api/admin/segments/{id}", tag = "admin", request_body = NewSegment,
    params(("id" = SegmentId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = SegmentView), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
async fn replace_segment(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<SegmentId>,
    headers: HeaderMap,
    Json(new): Json<NewSegment>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let new = admin.store.read(|read| segments::checked(read, new))?;
    let members = count(&admin, &staff, &new.conditions).await?.members;
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| super::replace(tx, &staff, id, version, (new, members));
    let after = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, after.version, after))
}

/// Remove a segment. While it is used, this fails with `segment_in_use`, whose fields name each use.
#[utoipa::path(delete, path = "/api/admin/segments/{id}", tag = "admin", params(("id" = SegmentId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn delete_segment(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<SegmentId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::remove(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Count the members who meet some conditions, without saving anything.
#[utoipa::path(post, path = "/api/admin/segments/count", tag = "admin", request_body = Conditions,
    responses((status = 200, body = CountView)))]
async fn count_conditions(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    Json(conditions): Json<Conditions>,
) -> AppResult<Json<CountView>> {
    let conditions = admin.store.read(|read| segments::checked_conditions(read, conditions))?;
    count(&admin, &staff, &conditions).await.map(Json)
}

/// Count a segment again, and keep the number.
#[utoipa::path(post, path = "/api/admin/segments/{id}/count", tag = "admin", params(("id" = SegmentId, Path)),
    responses((status = 200, body = CountView)))]
async fn count_segment(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    PathId(id): PathId<SegmentId>,
) -> AppResult<Json<CountView>> {
    let found = admin.store.read(|read| segments::find(read, id))?.ok_or(NOT_FOUND)?;
    let counted = count(&admin, &staff, &found.conditions).await?;
    let members = counted.members;
    admin.store.write_as(staff.caller(), move |tx| segments::keep_count(tx, id, members)).await?;
    Ok(Json(counted))
}

/// Show a few of the newest members who meet some conditions; the access is audited.
#[utoipa::path(post, path = "/api/admin/segments/sample", tag = "admin", request_body = Conditions,
    responses((status = 200, body = [MemberView])))]
async fn sample_conditions(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    Json(conditions): Json<Conditions>,
) -> AppResult<Json<Vec<MemberView>>> {
    admin.limits.count(SEGMENT_COUNTS, &staff.actor.id)?;
    let conditions = admin.store.read(|read| segments::checked_conditions(read, conditions))?;
    let caller = staff.caller();
    let noted = conditions.clone();
    admin.store.write_as(caller, move |tx| staff.note(tx, "segment.sample", "list", None, Some(&noted))).await?;
    let find = move |read: &Read<'_>| {
        let found = segments::newest(read, &conditions, SAMPLE)?;
        found.into_iter().filter_map(|id| members::view(read, id).transpose()).collect()
    };
    admin.store.read_at_length(find).await.map(Json)
}

/// A question about one member.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SegmentCheck)]
struct CheckRequest {
    conditions: Conditions,
    member: MemberId,
}

/// Whether a member belongs, and why.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = SegmentCheckAnswer)]
struct CheckAnswer {
    /// Whether the member is active: others belong to no segment.
    active: bool,
    belongs: bool,
    /// For each line, whether it fits the member; empty for a member who is not active.
    lines: Vec<bool>,
}

/// Tell whether a member meets some conditions, and which lines fit; the access is audited.
#[utoipa::path(post, path = "/api/admin/segments/check", tag = "admin", request_body = CheckRequest,
    responses((status = 200, body = CheckAnswer), (status = 404, body = Problem)))]
async fn check_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    Json(CheckRequest { conditions, member }): Json<CheckRequest>,
) -> AppResult<Json<CheckAnswer>> {
    admin.limits.count(SEGMENT_COUNTS, &staff.actor.id)?;
    let check = |read: &Read<'_>| {
        let conditions = segments::checked_conditions(read, conditions)?;
        members::view(read, member)?.ok_or(NOT_FOUND)?;
        let found = segments::explain(read, &conditions, member)?;
        Ok((conditions, found))
    };
    let (conditions, found) = admin.store.read_consistently(check)?;
    let caller = staff.caller();
    admin.store.write_as(caller, move |tx| staff.note(tx, "segment.check", member, None, Some(&conditions))).await?;
    let active = found.is_some();
    let (belongs, lines) = found.map_or((false, Vec::new()), |found| (found.belongs, found.lines));
    Ok(Json(CheckAnswer { active, belongs, lines }))
}

/// Check a list of members (`member`; at most 10,000 rows) and show the result of each row.
#[utoipa::path(post, path = "/api/admin/segments/lists/dry-run", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`member`: e-mail address, phone number or id",
        example = json!("member\nalice@kapok.example\n")),
    params(("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`")),
    responses((status = 200, body = ListDryRun)))]
async fn try_list(
    State(admin): State<AdminContext>,
    _: StaffWith<Operators>,
    CsvFile(rows): CsvFile,
) -> AppResult<Json<ListDryRun>> {
    Ok(Json(admin.store.read_at_length(move |read| lists::read_rows(read, &rows)).await?.1))
}

#[derive(Deserialize)]
struct NameQuery {
    #[serde(default)]
    name: String,
}

/// Save a list of members as a segment. Rows that the dry run marks are left out.
#[utoipa::path(post, path = "/api/admin/segments/lists", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`member`: e-mail address, phone number or id",
        example = json!("member\nalice@kapok.example\n")),
    params(("name" = String, Query), ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`")),
    responses((status = 201, body = SegmentView), (status = 409, body = Problem)))]
async fn create_list(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    Filters(NameQuery { name }): Filters<NameQuery>,
    CsvFile(rows): CsvFile,
) -> AppResult<Response> {
    let listed = admin.store.read_at_length(move |read| lists::read_rows(read, &rows)).await?.0;
    let caller = staff.caller();
    let made = admin.store.write_many_rows_as(caller, move |tx| lists::create(tx, &staff, name, &listed)).await?;
    Ok(tagged(StatusCode::CREATED, made.version, made))
}

/// Replace the members of a list that nobody else has changed meanwhile. Rows that the dry run marks are left out.
/// This is refused with `segment_earns` while an earning rule that is on asks for the list.
#[utoipa::path(put, path = "/api/admin/segments/{id}/list", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "`member`: e-mail address, phone number or id",
        example = json!("member\nalice@kapok.example\n")),
    params(("id" = SegmentId, Path), ("If-Match" = String, Header),
        ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`")),
    responses((status = 200, body = SegmentView), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
async fn replace_list(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<SegmentId>,
    headers: HeaderMap,
    CsvFile(rows): CsvFile,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let listed = admin.store.read_at_length(move |read| lists::read_rows(read, &rows)).await?.0;
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| lists::replace(tx, &staff, id, version, &listed);
    let after = admin.store.write_many_rows_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, after.version, after))
}
