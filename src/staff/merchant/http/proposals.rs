//! HTTP calls by which managers propose items, articles and bonus hours.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value;

use super::{Counter, PartnerManager};
use crate::auth::Merchant;
use crate::base::id::{ProposalId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::json::{ARTICLE_BODY_LIMIT, Json};
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, PathId};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::http::{changed_version, tagged};
use crate::staff::merchant::register;
use crate::staff::proposals::{
    self, PointPrices, ProposalAuthor, ProposalBody, ProposalFilter, ProposalKind, ProposalOutlook, ProposalPage,
    ProposalRecord, ProposalState, ProposalView,
};
use crate::staff::reports;

/// Filters of the list.
#[derive(Deserialize)]
pub(super) struct OwnProposalsQuery {
    state: Option<String>,
    kind: Option<String>,
}

/// List the proposals of the manager's partner, newest first; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/merchant/proposals", tag = "merchant",
    params(("state" = Option<ProposalState>, Query), ("kind" = Option<ProposalKind>, Query),
        ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [ProposalView])))]
pub(super) async fn list_own_proposals(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    request: ListRequest,
    Filters(query): Filters<OwnProposalsQuery>,
) -> AppResult<Response> {
    let wanted = ProposalFilter {
        partner: Some(merchant.partner),
        state: named(query.state.as_deref(), ProposalState::from_name)?,
        kind: named(query.kind.as_deref(), ProposalKind::from_name)?,
        without_drafts: false,
    };
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = counter.store.clone();
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

/// The value that a filter names; `None` without one. Fails with `invalid_parameter` for an unknown name.
fn named<T>(text: Option<&str>, read: fn(&str) -> Option<T>) -> AppResult<Option<T>> {
    match text {
        None | Some("") => Ok(None),
        Some(name) => Ok(Some(read(name).ok_or(INVALID_PARAMETER)?)),
    }
}

/// Begin a proposal as a draft. Its values may be missing until it is sent.
#[utoipa::path(post, path = "/api/merchant/proposals", tag = "merchant", request_body = ProposalBody,
    responses((status = 201, body = ProposalPage), (status = 409, body = Problem)))]
pub(super) async fn create_proposal(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    language: Language,
    Json(body): Json<Value, ARTICLE_BODY_LIMIT>,
) -> AppResult<Response> {
    let (keys, caller, body) = (counter.keys.clone(), merchant.principal(), ProposalBody::read(body)?);
    let create = move |tx: &Tx<'_>| {
        let (id, name) = (StaffId::from_bytes(merchant.actor), merchant.name.clone());
        let made = proposals::create(tx, merchant.partner, &ProposalAuthor { id, name, language }, body)?;
        register::note(tx, &keys, (&merchant, address), "proposal.create", made.id, None, Some(&made))?;
        proposals::page(tx, made)
    };
    let page = counter.store.write_as(caller, create).await?;
    Ok(tagged(StatusCode::CREATED, page.version(), page))
}

/// Show one proposal of the manager's partner; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/merchant/proposals/{id}", tag = "merchant", params(("id" = ProposalId, Path)),
    responses((status = 200, body = ProposalPage)))]
pub(super) async fn get_own_proposal(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    PathId(id): PathId<ProposalId>,
) -> AppResult<Response> {
    let find = |read: &Read<'_>| proposals::page(read, proposals::find_own(read, merchant.partner, id)?);
    let page = counter.store.read_consistently(find)?;
    Ok(tagged(StatusCode::OK, page.version(), page))
}

/// Compute what a proposal would pay and cost, by the partner's rates and its purchases of the last four weeks. Its
/// values may be missing, and nothing is kept.
#[utoipa::path(post, path = "/api/merchant/proposals/outlook", tag = "merchant", request_body = ProposalBody,
    responses((status = 200, body = ProposalOutlook)))]
pub(super) async fn compute_proposal_outlook(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    Json(body): Json<Value, ARTICLE_BODY_LIMIT>,
) -> AppResult<Json<ProposalOutlook>> {
    let (partner, body) = (merchant.partner, ProposalBody::read(body)?.checked_draft()?);
    let compute = move |read: &Read<'_>| {
        let (issued, redeemed) = reports::point_prices(read, partner)?;
        proposals::outlook(read, partner, &body, PointPrices { issued, redeemed })
    };
    counter.store.read_at_length(compute).await.map(Json)
}

/// A change of a proposal by its manager.
struct ProposalChange {
    id: ProposalId,
    /// The version that the manager saw; `None` for any.
    version: Option<i64>,
    action: &'static str,
}

/// Makes a change and audits it.
async fn change(
    counter: &Counter,
    (merchant, address): (Merchant, ClientAddress),
    change: ProposalChange,
    act: impl FnOnce(&Tx<'_>, &ProposalRecord, Option<i64>) -> AppResult<ProposalRecord> + Send + 'static,
) -> AppResult<Response> {
    let (keys, caller) = (counter.keys.clone(), merchant.principal());
    let ProposalChange { id, version, action } = change;
    let write = move |tx: &Tx<'_>| {
        let before = proposals::find_own(tx, merchant.partner, id)?;
        let after = act(tx, &before, version)?;
        register::note(tx, &keys, (&merchant, address), action, id, Some(&before), Some(&after))?;
        proposals::page(tx, after)
    };
    let page = counter.store.write_as(caller, write).await?;
    Ok(tagged(StatusCode::OK, page.version(), page))
}

/// Replace the content of a draft, or of a proposal with changes asked. The kind stays.
#[utoipa::path(put, path = "/api/merchant/proposals/{id}", tag = "merchant", request_body = ProposalBody,
    params(("id" = ProposalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ProposalPage), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
pub(super) async fn replace_own_proposal(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<ProposalId>,
    headers: HeaderMap,
    Json(body): Json<Value, ARTICLE_BODY_LIMIT>,
) -> AppResult<Response> {
    let (version, body) = (changed_version(&headers)?, ProposalBody::read(body)?);
    let of = ProposalChange { id, version, action: "proposal.update" };
    let act = |tx: &Tx<'_>, before: &ProposalRecord, version| proposals::replace(tx, before, version, body);
    change(&counter, (merchant, address), of, act).await
}

/// Delete a draft, or a proposal with changes asked.
#[utoipa::path(delete, path = "/api/merchant/proposals/{id}", tag = "merchant",
    params(("id" = ProposalId, Path), ("If-Match" = String, Header)),
    responses((status = 204), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
pub(super) async fn delete_own_proposal(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<ProposalId>,
    headers: HeaderMap,
) -> AppResult<StatusCode> {
    let version = changed_version(&headers)?;
    let (keys, caller) = (counter.keys.clone(), merchant.principal());
    let delete = move |tx: &Tx<'_>| {
        let before = proposals::find_own(tx, merchant.partner, id)?;
        proposals::delete(tx, &before, version)?;
        register::note(tx, &keys, (&merchant, address), "proposal.delete", id, Some(&before), None)
    };
    counter.store.write_as(caller, delete).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send a proposal for an answer. It is locked until it is answered or taken back.
/// A bonus hour needs a budget and a last day. Words that are missing in a language do not stop it.
#[utoipa::path(post, path = "/api/merchant/proposals/{id}/send", tag = "merchant",
    params(("id" = ProposalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ProposalPage), (status = 400, body = Problem), (status = 409, body = Problem),
        (status = 412, body = Problem), (status = 428, body = Problem)))]
pub(super) async fn send_own_proposal(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<ProposalId>,
    headers: HeaderMap,
) -> AppResult<Response> {
    let of = ProposalChange { id, version: changed_version(&headers)?, action: "proposal.send" };
    change(&counter, (merchant, address), of, proposals::send).await
}

/// Take back a proposal that waits for an answer. It is a draft again.
#[utoipa::path(post, path = "/api/merchant/proposals/{id}/take-back", tag = "merchant",
    params(("id" = ProposalId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ProposalPage), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 428, body = Problem)))]
pub(super) async fn take_own_proposal_back(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<ProposalId>,
    headers: HeaderMap,
) -> AppResult<Response> {
    let of = ProposalChange { id, version: changed_version(&headers)?, action: "proposal.take_back" };
    change(&counter, (merchant, address), of, proposals::take_back).await
}
