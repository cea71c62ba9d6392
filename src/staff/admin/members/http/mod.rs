//! Members in the admin, over HTTP.

mod care;
mod identity;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::page::AdminEntry;
use super::search::{MemberSort, Search, SearchQuery};
use super::{Adjusted, MemberView, PROPOSAL_TOO_LARGE, queries};
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::ledger;
use crate::core::members::Status;
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest, PointsChange, alone};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, Supporters};
use crate::staff::kit::{AdminContext, AuditedStaff, reason};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .merge(care::routes())
        .merge(identity::routes())
        .routes(routes!(search_members))
        .routes(routes!(get_member))
        .routes(routes!(list_member_transactions))
        .routes(routes!(adjust_member))
        .routes(routes!(suspend_member))
        .routes(routes!(reinstate_member))
}

/// Search members by the beginning of a name, e-mail address, phone number or short id.
/// Filters: `status`, `from` and `to` (days or times of joining), `segment` (its active members). As CSV with `format=csv`, which needs approval by a
/// second person where the settings say so. Then the response is 202, and after approval the same request returns the
/// file, once. The search is audited.
#[utoipa::path(get, path = "/api/admin/members", tag = "admin",
    params(("q" = Option<String>, Query), ("status" = Option<Status>, Query), ("from" = Option<String>, Query), ("to" = Option<String>, Query),
        ("segment" = Option<SegmentId>, Query), ("sort" = inline(Option<MemberSort>), Query), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [MemberView]), (status = 202, body = approvals::Approval),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn search_members(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    request: ListRequest,
    Filters(query): Filters<SearchQuery>,
) -> AppResult<Response> {
    let (body, exact) = (serde_json::to_value(query.masked())?, serde_json::to_string(&query)?);
    let search = Search::read(query)?;
    let total = if search.is_open() { Some(admin.store.read(queries::count)?) } else { None };
    let look = if request.is_download() {
        let ask = ApprovalRequest {
            action: "member.download",
            target: "list".to_owned(),
            method: "GET",
            path: "/api/admin/members".to_owned(),
            key: None,
            body,
            exact: Some(exact),
            pending: None,
        };
        let caller = staff.caller();
        let take = move |tx: &Tx<'_>| {
            approvals::unless_waiting(tx, &staff, Some(&ask), |tx| {
                staff.note(tx, ask.action, &ask.target, None, Some(&ask.body))
            })
        };
        if let ApprovalOutcome::Waits(approval) = admin.store.write_as(caller, take).await? {
            return Ok(approval.answer()?.into_response());
        }
        None
    } else {
        Some(admin.look_at_list(&request, staff, "member")?)
    };
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, search) = (admin.store.clone(), search.clone());
        async move {
            let after = cursor.map(|text| MemberId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            queries::search(&store, search, after, limit).await
        }
    };
    let answer = request.answer("members", total, fetch, |member| member.id.to_string());
    match look {
        Some(look) => look.beside(answer).await,
        None => answer.await,
    }
}

/// Show one member; the access is audited.
#[utoipa::path(get, path = "/api/admin/members/{id}", tag = "admin", params(("id" = MemberId, Path)),
    responses((status = 200, body = MemberView)))]
async fn get_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<MemberId>,
) -> AppResult<Json<MemberView>> {
    let caller = staff.caller();
    let open = move |tx: &Tx<'_>| {
        let member = super::known(tx, id)?;
        staff.note::<MemberView>(tx, "member.open", id, None, None)?;
        Ok(member)
    };
    admin.store.write_as(caller, open).await.map(Json)
}

/// List a member's transactions; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/members/{id}/transactions", tag = "admin",
    params(("id" = MemberId, Path), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [AdminEntry])))]
async fn list_member_transactions(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<MemberId>,
    request: ListRequest,
) -> AppResult<Response> {
    admin.store.read(|read| super::known(read, id))?;
    staff.note_access(&admin, "member.history", id).await?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before = cursor.map(|text| text.parse().map_err(|_| INVALID_PARAMETER)).transpose()?;
            let page = move |read: &Read<'_>| ledger::entries(read, id, before.unwrap_or(i64::MAX), limit);
            Ok(store.read_at_length(page).await?.into_iter().map(AdminEntry::from).collect())
        }
    };
    request.answer("transactions", None, fetch, |entry: &AdminEntry| entry.seq.to_string()).await
}

/// Points to give or take.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AdjustRequest {
    /// Signed whole points, not zero.
    points: i64,
    /// The reason, which the member reads.
    reason: String,
}

/// Give points to a member, or take some.
/// More than 10,000 points need approval by a second person where the settings say so. Then the response is 202, and
/// the points move on approval. Points that one person moves alone within a day are added up, and so are the points
/// moved for one member. For support the response is always 202: an owner, an operator or finance must approve it
/// first, and more points than the settings allow support to propose are refused.
#[utoipa::path(post, path = "/api/admin/members/{id}/adjust", tag = "admin", request_body = AdjustRequest,
    params(("id" = MemberId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Adjusted), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn adjust_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    key: IdempotencyKey,
    Json(request): Json<AdjustRequest>,
) -> AppResult<ReplayableAnswer> {
    let why = reason("reason", &request.reason)?;
    let share = PointsChange { member: Some(id), points: request.points };
    let ask = super::request_to_adjust(id, request.points, &why, Some(&key))?;
    let caller = staff.caller();
    let adjust = move |tx: &Tx<'_>| {
        let check = |tx: &Tx<'_>| tx.rehearse(|tx| super::adjust(tx, &staff, id, request.points, &why));
        if !staff.may_issue() && share.points.abs() > settings::current(tx)?.support_limit {
            return Err(PROPOSAL_TOO_LARGE.into());
        }
        let needs_another = !staff.may_issue() || alone::is_too_much(tx, &staff, share)?;
        let ask = needs_another.then_some(&ask);
        approvals::answer_unless_waiting(tx, &staff, (&key, &request), ask, check, |tx| {
            let adjusted = super::adjust(tx, &staff, id, request.points, &why)?;
            alone::count(tx, &staff, share)?;
            Ok(adjusted)
        })
    };
    admin.store.write_as(caller, adjust).await
}

/// The reason, which the audit keeps.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StandingRequest)]
struct StandingRequest {
    /// At most 500 characters; the member does not read it.
    #[serde(default)]
    #[schema(required = false)]
    reason: Option<String>,
}

async fn change_status(
    admin: &AdminContext,
    staff: AuditedStaff,
    id: MemberId,
    status: Status,
    request: Option<Json<StandingRequest>>,
) -> AppResult<Json<MemberView>> {
    let given = request.and_then(|Json(request)| request.reason);
    let why = given.map(|text| reason("reason", &text)).transpose()?;
    admin
        .store
        .write_as(staff.caller(), move |tx| super::set_status(tx, &staff, id, status, why.as_deref()))
        .await
        .map(Json)
}

/// Suspend a member and end their sessions.
#[utoipa::path(post, path = "/api/admin/members/{id}/suspend", tag = "admin", request_body = Option<StandingRequest>, params(("id" = MemberId, Path)),
    responses((status = 200, body = MemberView)))]
async fn suspend_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    request: Option<Json<StandingRequest>>,
) -> AppResult<Json<MemberView>> {
    change_status(&admin, staff, id, Status::Suspended, request).await
}

/// Reinstate a suspended member.
#[utoipa::path(post, path = "/api/admin/members/{id}/reinstate", tag = "admin", request_body = Option<StandingRequest>, params(("id" = MemberId, Path)),
    responses((status = 200, body = MemberView)))]
async fn reinstate_member(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<MemberId>,
    request: Option<Json<StandingRequest>>,
) -> AppResult<Json<MemberView>> {
    change_status(&admin, staff, id, Status::Active, request).await
}
