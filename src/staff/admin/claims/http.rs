//! Claims in the admin, over HTTP.

mod member;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::assign::{self, ClaimPlace, ClaimStaff, WaitingClaims};
use super::bulk;
use super::queries::{self, ClaimFilter, ClaimHolder};
use super::{ApprovedPurchase, ClaimPage, ClaimPreview, ClaimToApprove, ClaimView};
use crate::base::contact::Identifier;
use crate::base::hours::TimeOfDay;
use crate::base::id::{ClaimId, OutletId, PartnerId, StaffId};
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::core::members;
use crate::member::awards::{Caps, Receipt};
use crate::member::claims::{self, ClaimReason, ClaimRecord, ClaimStatus, photo_answer};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::content::listing::said;
use crate::staff::admin::content::{BulkOutcome, each};
use crate::staff::approvals::{self, ApprovalRequest, AskedAction, PointsChange, alone};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, ClaimPhotoReaders, Supporters};
use crate::staff::kit::{AdminContext, AuditedStaff, reason};

/// Most claims that one call approves. Their awards are one write, and other writes wait for it.
const MOST_APPROVED: usize = 50;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_claims_for_staff))
        .routes(routes!(sum_up_waiting_claims))
        .routes(routes!(list_claim_staff))
        .routes(routes!(assign_claims))
        .routes(routes!(approve_claims))
        .routes(routes!(get_claim_place))
        .routes(routes!(get_claim_for_staff))
        .routes(routes!(get_claim_photo_for_staff))
        .merge(member::routes())
        .routes(routes!(preview_claim))
        .routes(routes!(approve_claim))
        .routes(routes!(refuse_claim))
}

/// Sum up the claims that wait for an answer.
#[utoipa::path(get, path = "/api/admin/claims/waiting", tag = "admin", responses((status = 200, body = WaitingClaims)))]
async fn sum_up_waiting_claims(
    State(admin): State<AdminContext>,
    _: StaffWith<BookReaders>,
) -> AppResult<Json<WaitingClaims>> {
    admin.store.read_at_length(assign::waiting).await.map(Json)
}

#[derive(Deserialize)]
struct ClaimsQuery {
    q: Option<String>,
    status: Option<String>,
    partner: Option<String>,
    assigned: Option<String>,
}

impl ClaimFilter {
    /// `None` if nothing can match. Fails with `invalid_parameter` for unknown values.
    fn read(read: &Read<'_>, staff: &AuditedStaff, query: ClaimsQuery) -> AppResult<Option<Self>> {
        let status = match query.status.as_deref() {
            None | Some("") => ClaimStatus::Waiting,
            Some(name) => ClaimStatus::from_name(name).ok_or(INVALID_PARAMETER)?,
        };
        let partner = match query.partner.as_deref() {
            None | Some("") => None,
            Some(text) => Some(PartnerId::parse(text).ok_or(INVALID_PARAMETER)?),
        };
        let holder = match query.assigned.as_deref() {
            None | Some("") => None,
            Some("me") => Some(ClaimHolder::Staff(StaffId::from_bytes(staff.actor.id))),
            Some("nobody") => Some(ClaimHolder::Nobody),
            Some(text) => Some(ClaimHolder::Staff(StaffId::parse(text).ok_or(INVALID_PARAMETER)?)),
        };
        let mut filter = Self { status, partner, holder, ..Self::waiting() };
        let Some(typed) = said(query.q)? else { return Ok(Some(filter)) };
        let number = typed.strip_prefix("C-").or(typed.strip_prefix("c-")).and_then(|digits| digits.parse().ok());
        let member = Identifier::parse(&typed).map(|named| members::find_by_identifier(read, &named)).transpose()?;
        match (number, member.flatten(), Receipt::parse(&typed)) {
            (Some(number), ..) => filter.number = Some(number),
            (None, Some(member), _) => filter.member = Some(member.id),
            (None, None, Some(receipt)) => filter.receipt = Some(receipt.key().to_owned()),
            (None, None, None) => return Ok(None),
        }
        Ok(Some(filter))
    }
}

/// List claims; as CSV with `format=csv`. Those that wait come by due date, others with the newest first.
/// The search is audited. Filters: `q` (the number of a claim such as `C-12`, a receipt number, or an identifier of a
/// member), `status` (default `waiting`), `partner`, and `assigned` (`me`, `nobody` or the id of a member of staff).
#[utoipa::path(get, path = "/api/admin/claims", tag = "admin",
    params(("q" = Option<String>, Query), ("status" = Option<ClaimStatus>, Query), ("partner" = Option<PartnerId>, Query),
        ("assigned" = Option<String>, Query), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [ClaimView])))]
async fn list_claims_for_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    request: ListRequest,
    Filters(query): Filters<ClaimsQuery>,
) -> AppResult<Response> {
    let wanted = admin.store.read_consistently(|read| ClaimFilter::read(read, &staff, query))?;
    let look = admin.look_at_list(&request, staff.clone(), "claim")?;
    let counted = wanted.as_ref().filter(|wanted| wanted.status == ClaimStatus::Waiting);
    let total = counted.map(|wanted| admin.store.read(|read| queries::count_waiting(read, wanted))).transpose()?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted, staff) = (admin.store.clone(), wanted.clone(), staff.clone());
        async move {
            let after = cursor.map(|text| ClaimId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let Some(wanted) = wanted else { return Ok(Vec::new()) };
            store.read_at_length(move |read| list(read, &staff, &wanted, after, limit)).await
        }
    };
    look.beside(request.answer("claims", total, fetch, |claim: &ClaimView| claim.id.to_string())).await
}

fn list(
    read: &Read<'_>,
    staff: &AuditedStaff,
    wanted: &ClaimFilter,
    after: Option<ClaimId>,
    limit: i64,
) -> AppResult<Vec<ClaimView>> {
    let after = after.map(|id| claims::find(read, id)?.ok_or_else(|| AppError::from(INVALID_PARAMETER))).transpose()?;
    let ids = queries::list(read, wanted, after.as_ref(), limit)?;
    ids.into_iter().map(|id| super::view(read, staff, claims::find(read, id)?.ok_or(NOT_FOUND)?)).collect()
}

/// Show a claim with the partner's bills of that day and the member's other claims; the access is audited.
#[utoipa::path(get, path = "/api/admin/claims/{id}", tag = "admin", params(("id" = ClaimId, Path)),
    responses((status = 200, body = ClaimPage)))]
async fn get_claim_for_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<ClaimId>,
) -> AppResult<Json<ClaimPage>> {
    let (store, reader) = (admin.store.clone(), staff.clone());
    let found = async move { store.read_at_length(move |read| super::page(read, &reader, id)).await.map(Json) };
    admin.look_at(staff, "claim.open", id).beside(found).await
}

/// Show the photo of a claim; the access is audited.
#[utoipa::path(get, path = "/api/admin/claims/{id}/photo", tag = "admin", params(("id" = ClaimId, Path)),
    responses((status = 200, description = "The photo", body = Vec<u8>, content_type = "image/jpeg")))]
async fn get_claim_photo_for_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ClaimPhotoReaders>,
    PathId(id): PathId<ClaimId>,
) -> AppResult<Response> {
    let photo = admin.store.read(|read| claims::photo(read, id))?.ok_or(NOT_FOUND)?;
    admin.look_at(staff, "claim.photo", id).beside(async { Ok(photo_answer(photo)) }).await
}

/// List the staff who may look after claims, by name.
#[utoipa::path(get, path = "/api/admin/claims/staff", tag = "admin", responses((status = 200, body = [ClaimStaff])))]
async fn list_claim_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<BookReaders>,
) -> AppResult<Json<Vec<ClaimStaff>>> {
    admin.store.read(assign::choices).map(Json)
}

/// Show the place of a claim in the queue, and the claims before and after it.
#[utoipa::path(get, path = "/api/admin/claims/{id}/place", tag = "admin", params(("id" = ClaimId, Path)),
    responses((status = 200, body = ClaimPlace)))]
async fn get_claim_place(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<ClaimId>,
) -> AppResult<Json<ClaimPlace>> {
    admin.store.read_consistently(|read| assign::place(read, &staff, id)).map(Json)
}

/// Claims to assign.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AssignClaimsRequest {
    /// 1 to 500 claims.
    ids: Vec<String>,
    /// The member of staff; absent for nobody.
    #[serde(default)]
    staff: Option<StaffId>,
}

/// Give claims without a decision to a member of staff, or to nobody; the response has each result. A decision ends it.
#[utoipa::path(post, path = "/api/admin/claims/assign", tag = "admin", request_body = AssignClaimsRequest,
    responses((status = 200, body = [BulkOutcome])))]
async fn assign_claims(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    Json(request): Json<AssignClaimsRequest>,
) -> AppResult<Json<Vec<BulkOutcome>>> {
    let caller = staff.caller();
    let assign = move |tx: &Tx<'_>| {
        assign::require_able(tx, request.staff)?;
        each(tx, &request.ids, |tx, id| assign::assign(tx, &staff, ClaimId::parse(id).ok_or(NOT_FOUND)?, request.staff))
    };
    admin.store.write_as(caller, assign).await.map(Json)
}

/// Claims to approve together.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ApproveClaimsRequest {
    /// 1 to 50 claims.
    ids: Vec<String>,
}

/// Approve claims as their members made them, each like one alone; the response has each result. A claim is left out if
/// a finding speaks against it (`claim_needs_a_look`), if a second person has to approve it (`approval_needed`), or if its
/// award is refused.
#[utoipa::path(post, path = "/api/admin/claims/approve", tag = "admin", request_body = ApproveClaimsRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = [BulkOutcome])))]
async fn approve_claims(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    key: IdempotencyKey,
    Json(request): Json<ApproveClaimsRequest>,
) -> AppResult<ReplayableAnswer> {
    if request.ids.len() > MOST_APPROVED {
        return Err(AppError::invalid_field("ids", "invalid_value"));
    }
    let caps = Caps::new(&admin.config.merchant);
    let caller = staff.caller();
    let approve = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &request, |tx| {
            each(tx, &request.ids, |tx, id| bulk::approve(tx, &staff, ClaimId::parse(id).ok_or(NOT_FOUND)?, caps))
        })
    };
    admin.store.write_as(caller, approve).await
}

/// The figures of the receipt; absent ones are taken from the claim.
#[derive(Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct ApproveClaimRequest {
    /// The amount in HK$, as a decimal string.
    amount_hkd: Option<Hkd>,
    /// The receipt number. One receipt earns once.
    receipt: Option<String>,
    /// Whether the extra points of the Enjoy Card are given.
    enjoy_card: bool,
    /// The time on the receipt; without it, the earning rules of noon count.
    time: Option<TimeOfDay>,
    /// The outlet on the receipt; without it, earning rules of outlets do not count.
    outlet: Option<OutletId>,
}

impl ApproveClaimRequest {
    /// The purchase that earns points. Fails with `invalid_amount_hkd` and `invalid_receipt`.
    fn purchase(&self, claim: &ClaimRecord) -> AppResult<ApprovedPurchase> {
        if self.amount_hkd == Some(Hkd::ZERO) {
            return Err(AppError::invalid_field("amountHkd", "invalid_amount_hkd"));
        }
        let typed = self.receipt.clone().filter(|receipt| !receipt.trim().is_empty());
        if typed.as_deref().is_some_and(|receipt| Receipt::parse(receipt).is_none()) {
            return Err(AppError::invalid_field("receipt", "invalid_receipt"));
        }
        Ok(ApprovedPurchase {
            amount: self.amount_hkd.unwrap_or(claim.amount),
            receipt: typed.or(claim.receipt.clone()),
            enjoy_card: self.enjoy_card,
            time: self.time,
            outlet: self.outlet,
        })
    }
}

/// Tell what an undecided claim would give by the figures of the receipt, and by which rules. Nothing changes.
#[utoipa::path(post, path = "/api/admin/claims/{id}/preview", tag = "admin", request_body = ApproveClaimRequest,
    params(("id" = ClaimId, Path)),
    responses((status = 200, body = ClaimPreview), (status = 409, body = Problem)))]
async fn preview_claim(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<ClaimId>,
    Json(request): Json<ApproveClaimRequest>,
) -> AppResult<Json<ClaimPreview>> {
    let look = |read: &Read<'_>| {
        let claim = claims::find(read, id)?.ok_or(NOT_FOUND)?;
        super::preview(read, &staff, id, &request.purchase(&claim)?)
    };
    admin.store.read_consistently(look).map(Json)
}

/// Approve a claim: its points are given by an award, with the limits of an award, and the member is notified.
/// Support proposes it; a second person approves that, and large amounts where the settings say so. Then the response
/// is 202, and the points are given on approval.
#[utoipa::path(post, path = "/api/admin/claims/{id}/approve", tag = "admin", request_body = ApproveClaimRequest,
    params(("id" = ClaimId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ClaimView), (status = 202, body = approvals::Approval), (status = 409, body = Problem)))]
async fn approve_claim(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<ClaimId>,
    key: IdempotencyKey,
    Json(request): Json<ApproveClaimRequest>,
) -> AppResult<ReplayableAnswer> {
    let caps = Caps::new(&admin.config.merchant);
    let caller = staff.caller();
    let approve = move |tx: &Tx<'_>| {
        let claim = claims::find(tx, id)?.ok_or(NOT_FOUND)?;
        let purchase = request.purchase(&claim)?;
        super::order_of(tx, &claim, &purchase)?;
        let admin = super::desk_of(&staff, claim.partner);
        let action = ClaimToApprove { claim: id, member: claim.member, purchase: purchase.clone(), caps };
        let share = PointsChange { member: Some(claim.member), points: super::worth(tx, &claim, &purchase, &admin)? };
        let ask = ApprovalRequest {
            action: "claim.approve",
            target: id.to_string(),
            method: "POST",
            path: format!("/api/admin/claims/{id}/approve"),
            key: Some(key.clone()),
            body: serde_json::to_value(&request)?,
            exact: None,
            pending: Some(AskedAction::of(&action)?),
        };
        let needs_another = !staff.may_issue() || alone::is_too_much(tx, &staff, share)?;
        let check = |tx: &Tx<'_>| tx.rehearse(|tx| super::approve(tx, &staff, id, &purchase, caps));
        approvals::answer_unless_waiting(tx, &staff, (&key, &request), needs_another.then_some(&ask), check, |tx| {
            let approved = super::approve(tx, &staff, id, &purchase, caps)?;
            alone::count(tx, &staff, share)?;
            Ok(approved)
        })
    };
    admin.store.write_as(caller, approve).await
}

/// The reason why a claim is refused.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct RefuseClaimRequest {
    /// The member reads a sentence for it in their language.
    reason: ClaimReason,
    /// A sentence that the member reads too, at most 500 characters; required for the reason `other`.
    #[serde(default)]
    reply: Option<String>,
}

/// Refuse a claim, also one whose question the member has not answered; the member reads the reason.
#[utoipa::path(post, path = "/api/admin/claims/{id}/refuse", tag = "admin", request_body = RefuseClaimRequest,
    params(("id" = ClaimId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ClaimView), (status = 409, body = Problem)))]
async fn refuse_claim(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<ClaimId>,
    key: IdempotencyKey,
    Json(request): Json<RefuseClaimRequest>,
) -> AppResult<ReplayableAnswer> {
    let typed = request.reply.as_deref().unwrap_or_default();
    let says_nothing = typed.trim().is_empty() && request.reason != ClaimReason::Other;
    let reply = if says_nothing { String::new() } else { reason("reply", typed)? };
    let caller = staff.caller();
    let refuse = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &request, |tx| {
            super::refuse(tx, &staff, id, request.reason, &reply)
        })
    };
    admin.store.write_as(caller, refuse).await
}
