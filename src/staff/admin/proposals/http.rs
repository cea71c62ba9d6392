//! Proposals of partners in the admin, over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use super::{ProposalDecision, answer};
use crate::base::id::{PartnerId, ProposalId};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Editors};
use crate::staff::kit::{AdminContext, AuditedStaff, reason};
use crate::staff::proposals::{
    self, PointPrices, ProposalFilter, ProposalKind, ProposalOutlook, ProposalPage, ProposalState, ProposalView,
    WaitingProposals,
};
use crate::staff::reports;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_proposals))
        .routes(routes!(sum_up_waiting_proposals))
        .routes(routes!(get_proposal))
        .routes(routes!(get_proposal_outlook))
        .routes(routes!(accept_proposal))
        .routes(routes!(ask_for_changes))
        .routes(routes!(refuse_proposal))
}

#[derive(Deserialize)]
struct ProposalsQuery {
    state: Option<String>,
    kind: Option<String>,
    partner: Option<String>,
}

impl ProposalsQuery {
    /// Fails with `invalid_parameter` for an unknown value.
    fn filter(&self) -> AppResult<ProposalFilter> {
        fn named<T>(text: Option<&str>, read: impl FnOnce(&str) -> Option<T>) -> AppResult<Option<T>> {
            match text {
                None | Some("") => Ok(None),
                Some(name) => Ok(Some(read(name).ok_or(INVALID_PARAMETER)?)),
            }
        }
        Ok(ProposalFilter {
            partner: named(self.partner.as_deref(), PartnerId::parse)?,
            state: named(self.state.as_deref(), ProposalState::from_name)?,
            kind: named(self.kind.as_deref(), ProposalKind::from_name)?,
            without_drafts: true,
        })
    }
}

/// List the proposals of partners, newest first; as CSV with `format=csv`. Drafts are left out.
#[utoipa::path(get, path = "/api/admin/proposals", tag = "admin",
    params(("state" = Option<ProposalState>, Query), ("kind" = Option<ProposalKind>, Query),
        ("partner" = Option<PartnerId>, Query), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [ProposalView])))]
async fn list_proposals(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    request: ListRequest,
    Filters(query): Filters<ProposalsQuery>,
) -> AppResult<Response> {
    let wanted = query.filter()?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before = cursor.map(|text| ProposalId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let list = move |read: &Read<'_>| {
                let found = proposals::list(read, wanted, before, limit)?;
                found.into_iter().map(|record| proposals::view(read, record)).collect()
            };
            store.read_at_length(list).await
        }
    };
    request.answer("proposals", None, fetch, |proposal: &ProposalView| proposal.id().to_string()).await
}

/// Count the proposals that wait for an answer.
#[utoipa::path(get, path = "/api/admin/proposals/waiting", tag = "admin",
    responses((status = 200, body = WaitingProposals)))]
async fn sum_up_waiting_proposals(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
) -> AppResult<Json<WaitingProposals>> {
    admin.store.read(proposals::waiting).map(Json)
}

/// Show one proposal; an answer must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/proposals/{id}", tag = "admin", params(("id" = ProposalId, Path)),
    responses((status = 200, body = ProposalPage)))]
async fn get_proposal(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<ProposalId>,
) -> AppResult<Response> {
    let page = admin.store.read_consistently(|read| proposals::page(read, proposals::find_sent(read, id)?))?;
    Ok(tagged(StatusCode::OK, page.version(), page))
}

/// Show what a proposal would pay and cost, by the partner's rates and its purchases of the last four weeks.
#[utoipa::path(get, path = "/api/admin/proposals/{id}/outlook", tag = "admin", params(("id" = ProposalId, Path)),
    responses((status = 200, body = ProposalOutlook)))]
async fn get_proposal_outlook(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<ProposalId>,
) -> AppResult<Json<ProposalOutlook>> {
    let compute = move |read: &Read<'_>| {
        let found = proposals::find_sent(read, id)?;
        let (issued, redeemed) = reports::point_prices(read, found.partner_id)?;
        proposals::outlook(read, found.partner_id, &found.body, PointPrices { issued, redeemed })
    };
    admin.store.read_at_length(compute).await.map(Json)
}

async fn respond(
    admin: AdminContext,
    staff: AuditedStaff,
    id: ProposalId,
    headers: HeaderMap,
    given: ProposalDecision,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let (caller, config, outbox) = (staff.caller(), admin.config.clone(), admin.outbox.clone());
    let act = move |tx: &Tx<'_>| {
        let answered = answer(tx, &staff, id, version, given, &config.public_url)?;
        proposals::page(tx, answered)
    };
    let page = admin.store.write_as(caller, act).await?;
    outbox.wake();
    Ok(tagged(StatusCode::OK, page.version(), page))
}

/// Accept a proposal: it becomes a draft of an item, an article or an earning rule, which is then reviewed, simulated
/// and published like any other. Items and earning rules need the role that writes them.
#[utoipa::path(post, path = "/api/admin/proposals/{id}/accept", tag = "admin",
    params(("id" = ProposalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ProposalPage), (status = 400, body = Problem), (status = 409, body = Problem),
        (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn accept_proposal(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<ProposalId>,
    headers: HeaderMap,
) -> AppResult<Response> {
    respond(admin, staff, id, headers, ProposalDecision::Accept).await
}

/// The words of an answer to a partner.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ProposalNote {
    /// The text that the managers of the partner read, at most 500 characters.
    note: String,
}

/// Ask for changes of a proposal. The partner's managers read the note, and can change the proposal and send it again.
#[utoipa::path(post, path = "/api/admin/proposals/{id}/ask-for-changes", tag = "admin", request_body = ProposalNote,
    params(("id" = ProposalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ProposalPage), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
async fn ask_for_changes(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<ProposalId>,
    headers: HeaderMap,
    Json(request): Json<ProposalNote>,
) -> AppResult<Response> {
    let given = ProposalDecision::AskForChanges(reason("note", &request.note)?);
    respond(admin, staff, id, headers, given).await
}

/// Refuse a proposal for good. The partner's managers read the reason.
#[utoipa::path(post, path = "/api/admin/proposals/{id}/refuse", tag = "admin", request_body = ProposalNote,
    params(("id" = ProposalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ProposalPage), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
async fn refuse_proposal(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<ProposalId>,
    headers: HeaderMap,
    Json(request): Json<ProposalNote>,
) -> AppResult<Response> {
    let given = ProposalDecision::Refuse(reason("note", &request.note)?);
    respond(admin, staff, id, headers, given).await
}
