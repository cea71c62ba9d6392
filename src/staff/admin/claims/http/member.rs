//! Calls by which staff ask the member of a claim a question, make a claim in a member's name, and add its photo.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::base::day::Day;
use crate::base::id::{ClaimId, MemberId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members;
use crate::core::members::Status;
use crate::member::claims::{self, ClaimRequest, PhotoBody, QuestionKind, ReceiptPhoto, photo_answer};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::admin::claims::{ClaimView, note, view};
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{ClaimPhotoReaders, Supporters};
use crate::staff::kit::{AdminContext, reason};

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(file_claim))
        .routes(routes!(ask_member_about_claim))
        .routes(routes!(put_claim_photo_for_staff))
        .routes(routes!(get_claim_thumbnail))
}

/// A question to the member.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AskMemberRequest {
    /// The member reads a sentence for it in their language.
    kind: QuestionKind,
    /// Words that the member reads too, at most 500 characters; required for the kind `other`.
    #[serde(default)]
    words: Option<String>,
}

/// Ask the member of a claim one question; the claim waits for the answer and then stands in the queue again, with a new
/// due date. The member is notified. A claim has one question.
#[utoipa::path(post, path = "/api/admin/claims/{id}/ask", tag = "admin", request_body = AskMemberRequest,
    params(("id" = ClaimId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ClaimView), (status = 409, body = Problem)))]
async fn ask_member_about_claim(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<ClaimId>,
    key: IdempotencyKey,
    Json(request): Json<AskMemberRequest>,
) -> AppResult<ReplayableAnswer> {
    let typed = request.words.as_deref().unwrap_or_default();
    let says_nothing = typed.trim().is_empty() && request.kind != QuestionKind::Other;
    let words = if says_nothing { String::new() } else { reason("words", typed)? };
    let caller = staff.caller();
    let ask = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &request, |tx| {
            let before = claims::undecided(tx, id)?;
            let after = claims::ask(tx, id, request.kind, &words, &staff.actor.name)?;
            note(tx, &staff, "claim.ask", &before)?;
            view(tx, &staff, after)
        })
    };
    admin.store.write_as(caller, ask).await
}

/// A purchase that gave a member no points.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FileClaimRequest {
    member: MemberId,
    partner: PartnerId,
    /// The day of the purchase, at most 30 days ago.
    day: Day,
    /// The amount paid in HK$, as a decimal string such as `"128.50"`.
    amount_hkd: String,
    /// The receipt number, at most 64 characters.
    #[serde(default)]
    receipt: Option<String>,
    /// The member's words, at most 300 characters.
    #[serde(default)]
    note: Option<String>,
}

/// A claim that was made, or the member's first one about the same purchase.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct FiledClaim {
    claim: ClaimView,
    /// Whether the claim existed before; then nothing new was made.
    already_made: bool,
}

/// Make a claim in a member's name, within the limits of the member's own claims. The member is notified and sees the
/// claim in the app.
#[utoipa::path(post, path = "/api/admin/claims", tag = "admin", request_body = FileClaimRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = FiledClaim), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn file_claim(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    key: IdempotencyKey,
    Json(request): Json<FileClaimRequest>,
) -> AppResult<ReplayableAnswer> {
    let asked = ClaimRequest::new(
        request.partner,
        request.day,
        request.amount_hkd.clone(),
        request.receipt.clone(),
        request.note.clone(),
    );
    let purchase = asked.purchase()?;
    let caller = staff.caller();
    let file = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &request, |tx| {
            let known = members::find(tx, request.member)?.filter(|member| member.status != Status::Erased);
            let member = known.ok_or(NOT_FOUND)?.id;
            let (record, already_made) = claims::file(tx, member, &purchase, &staff.actor.name)?;
            if !already_made {
                let facts = serde_json::json!({ "number": record.label(), "member": member });
                staff.note(tx, "claim.file", record.id, None, Some(&facts))?;
            }
            Ok(FiledClaim { claim: view(tx, &staff, record)?, already_made })
        })
    };
    admin.store.write_as(caller, file).await
}

/// Add a photo of the receipt to a claim without a decision, as the member could. A new photo replaces the old one.
#[utoipa::path(put, path = "/api/admin/claims/{id}/photo", tag = "admin", params(("id" = ClaimId, Path)),
    request_body(content = Vec<u8>, content_type = "image/*", description = "The photo"),
    responses((status = 200, body = ClaimView), (status = 409, body = Problem)))]
async fn put_claim_photo_for_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Supporters>,
    PathId(id): PathId<ClaimId>,
    PhotoBody(file): PhotoBody,
) -> AppResult<Json<ClaimView>> {
    // The state is checked before the picture is processed, and again when it is stored.
    admin.store.read(|read| claims::undecided(read, id))?;
    let developed = ReceiptPhoto::process(&admin.images(), file).await?;
    let caller = staff.caller();
    let put = move |tx: &Tx<'_>| {
        let before = claims::undecided(tx, id)?;
        let after = claims::put_photo(tx, id, &developed)?;
        note(tx, &staff, "claim.photo_add", &before)?;
        view(tx, &staff, after)
    };
    admin.store.write_as(caller, put).await.map(Json)
}

/// Show the photo of a claim for lists, as JPEG of at most 112 pixels a side. Nothing on it can be read, so that the
/// access is not audited.
#[utoipa::path(get, path = "/api/admin/claims/{id}/thumbnail", tag = "admin", params(("id" = ClaimId, Path)),
    responses((status = 200, description = "The photo", body = Vec<u8>, content_type = "image/jpeg")))]
async fn get_claim_thumbnail(
    State(admin): State<AdminContext>,
    _: StaffWith<ClaimPhotoReaders>,
    PathId(id): PathId<ClaimId>,
) -> AppResult<Response> {
    Ok(photo_answer(admin.store.read(|read| claims::thumbnail(read, id))?.ok_or(NOT_FOUND)?))
}
