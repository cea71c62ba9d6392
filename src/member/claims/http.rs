//! Claims over HTTP, for members.

mod answer;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use self::answer::ClaimQuestion;
use super::photo::{self, ReceiptPhoto};
use super::{ClaimReason, ClaimRecord, ClaimStatus, Purchase, queries};
use crate::auth::{Member, TrustedMember};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{ClaimId, PartnerId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::awards::Receipt;
use crate::member::media::{FILE_LIMIT, ImageProcessor};
use crate::member::partners;
use crate::platform::http::json::{Json, UNSUPPORTED_MEDIA_TYPE, read_body};
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Store, Tx};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{CLAIM_PHOTOS, CLAIMS};

#[derive(Clone)]
struct Claims {
    store: Store,
    limits: Limits,
    images: ImageProcessor,
}

/// Routes of claims.
pub fn routes(store: Store, limits: Limits, images: ImageProcessor) -> Routes {
    Routes::new()
        .routes(routes!(list_claims, create_claim))
        .routes(routes!(get_claim))
        .routes(routes!(get_claim_photo, put_claim_photo))
        .routes(routes!(withdraw_claim))
        .merge(answer::routes())
        .with_state(Claims { store, limits, images })
}

/// A claim as its member sees it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Claim {
    /// Claim id; ids sort by creation time.
    #[serde(rename = "_id")]
    id: ClaimId,
    /// The number to tell the help desk, such as `C-2618`.
    number: String,
    partner: ClaimPartner,
    /// The day of the purchase, in Hong Kong.
    day: Day,
    amount_hkd: Hkd,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    /// The member's own words; empty for none.
    note: String,
    status: ClaimStatus,
    /// Whether the help desk made it in the member's name.
    filed_by_staff: bool,
    /// The question of the help desk; the member has to answer it while the status is `asked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<ClaimQuestion>,
    has_photo: bool,
    created: Timestamp,
    /// The day by which the programme answers.
    answer_by: Day,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<Timestamp>,
    /// The reason why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ClaimReason>,
    /// For a claim that was refused because its receipt gave points already: the member's own transaction that gave them.
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<TransactionId>,
    /// A sentence of the help desk about the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    /// Whether the member may ask again.
    may_ask_again: bool,
    /// Whether the refusal is final, because the member has asked again already.
    is_final: bool,
    /// For a claim that waits: the time at which its points were taken back, which opened the claim again.
    #[serde(skip_serializing_if = "Option::is_none")]
    reopened: Option<Timestamp>,
    /// The transaction that gave the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<TransactionId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
}

/// The partner of a claim.
#[derive(Serialize, utoipa::ToSchema)]
struct ClaimPartner {
    #[serde(rename = "_id")]
    id: PartnerId,
    name: LocalizedText,
    logo: String,
}

impl Claim {
    fn of(read: &Read<'_>, record: ClaimRecord) -> AppResult<Self> {
        let partner = partners::find(read, record.partner)?.ok_or(NOT_FOUND)?.input;
        let refused = record.status == ClaimStatus::Refused;
        let decided = record.decided_at.filter(|_| !record.is_undecided());
        Ok(Self {
            number: record.label(),
            is_final: record.is_final(),
            reopened: record.reopening().map(|reopening| reopening.at),
            answer_by: record.answer_by(),
            partner: ClaimPartner { id: record.partner, name: partner.name, logo: partner.logo },
            earlier: earlier(read, &record)?,
            reason: record.reason.filter(|_| refused),
            reply: Some(record.reply).filter(|text| refused && !text.is_empty()),
            may_ask_again: refused && record.asked_again.is_none(),
            decided,
            filed_by_staff: record.filed_by.is_some(),
            question: record.question.map(ClaimQuestion::from),
            id: record.id,
            day: record.day,
            amount_hkd: record.amount,
            receipt: record.receipt,
            note: record.note,
            status: record.status,
            has_photo: record.has_photo,
            created: record.created,
            transaction: record.transaction,
            points: record.points,
        })
    }
}

/// The member's own transaction because of which a claim was refused: the one that gave points for the same receipt.
fn earlier(read: &Read<'_>, record: &ClaimRecord) -> AppResult<Option<TransactionId>> {
    let refused = record.status == ClaimStatus::Refused && record.reason == Some(ClaimReason::AlreadyGiven);
    match record.receipt.as_deref().filter(|_| refused).and_then(Receipt::parse) {
        Some(receipt) => queries::given_for(read, record.member, record.partner, &receipt),
        None => Ok(None),
    }
}

/// A purchase that gave no points.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimRequest {
    partner: PartnerId,
    /// The day of the purchase, at most 30 days ago.
    day: Day,
    /// The amount paid in HK$, as a decimal string such as `"128.50"`.
    #[schema(value_type = String)]
    amount_hkd: String,
    /// The receipt number, at most 64 characters.
    #[serde(default)]
    receipt: Option<String>,
    /// The member's own words, at most 300 characters.
    #[serde(default)]
    note: Option<String>,
}

impl ClaimRequest {
    pub fn new(
        partner: PartnerId,
        day: Day,
        amount_hkd: String,
        receipt: Option<String>,
        note: Option<String>,
    ) -> Self {
        Self { partner, day, amount_hkd, receipt, note }
    }

    /// The purchase. Fails with 400 for a field.
    pub fn purchase(&self) -> AppResult<Purchase> {
        let typed = self.receipt.as_deref().filter(|receipt| !receipt.trim().is_empty());
        let read =
            |typed: &str| Receipt::parse(typed).ok_or_else(|| AppError::invalid_field("receipt", "invalid_receipt"));
        let amount =
            Hkd::parse(&self.amount_hkd).ok_or_else(|| AppError::invalid_field("amountHkd", "invalid_amount_hkd"))?;
        Ok(Purchase {
            partner: self.partner,
            day: self.day,
            amount,
            receipt: typed.map(read).transpose()?,
            note: words(self.note.as_deref()),
        })
    }
}

fn words(note: Option<&str>) -> String {
    note.unwrap_or_default().trim().to_owned()
}

/// A claim that was made, or the first one about the same purchase.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct MadeClaim {
    claim: Claim,
    /// Whether the member had made it before; then nothing new was made.
    already_made: bool,
}

/// List the member's claims, newest first.
#[utoipa::path(get, path = "/api/claims", tag = "claims",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Claim])))]
async fn list_claims(State(claims): State<Claims>, member: Member, page: PageRequest) -> AppResult<Page<Claim>> {
    let before = page.after(ClaimId::parse)?;
    let rows = claims.store.read_consistently(|read| {
        let found = super::of_member(read, member.id, before, page.probe())?;
        found.into_iter().map(|record| Claim::of(read, record)).collect::<AppResult<Vec<_>>>()
    })?;
    Ok(page.finish(rows, |claim| claim.id.to_string()))
}

/// Claim the points of a purchase that gave none. A second claim about the same receipt returns the first one.
#[utoipa::path(post, path = "/api/claims", tag = "claims", request_body = ClaimRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = MadeClaim), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn create_claim(
    State(claims): State<Claims>,
    TrustedMember(member): TrustedMember,
    key: IdempotencyKey,
    Json(request): Json<ClaimRequest>,
) -> AppResult<ReplayableAnswer> {
    claims.limits.count(CLAIMS, member.id.as_bytes())?;
    let purchase = request.purchase()?;
    claims
        .store
        .write_as(member.principal(), move |tx| {
            idempotency::once(tx, member.id.as_bytes(), &key, &request, |tx| {
                let (record, already_made) = super::open(tx, member.id, &purchase)?;
                Ok(MadeClaim { claim: Claim::of(tx, record)?, already_made })
            })
        })
        .await
}

/// Show one of the member's claims.
#[utoipa::path(get, path = "/api/claims/{id}", tag = "claims", params(("id" = ClaimId, Path)),
    responses((status = 200, body = Claim)))]
async fn get_claim(
    State(claims): State<Claims>,
    member: Member,
    PathId(id): PathId<ClaimId>,
) -> AppResult<Json<Claim>> {
    let found = claims.store.read_consistently(|read| Claim::of(read, super::own(read, member.id, id)?))?;
    Ok(Json(found))
}

/// The response with a photo, which no cache may store.
pub fn photo_answer(photo: Vec<u8>) -> Response {
    let mut response = ([(header::CONTENT_TYPE, "image/jpeg")], photo).into_response();
    let set = [
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'; sandbox"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in set {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Show the photo of one of the member's claims.
#[utoipa::path(get, path = "/api/claims/{id}/photo", tag = "claims", params(("id" = ClaimId, Path)),
    responses((status = 200, description = "The photo", body = Vec<u8>, content_type = "image/jpeg")))]
async fn get_claim_photo(
    State(claims): State<Claims>,
    member: Member,
    PathId(id): PathId<ClaimId>,
) -> AppResult<Response> {
    let found = claims.store.read_consistently(|read| {
        super::own(read, member.id, id)?;
        photo::read(read, id)
    })?;
    Ok(photo_answer(found.ok_or(NOT_FOUND)?))
}

/// An uploaded photo. The bytes decide its real type.
pub struct PhotoBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for PhotoBody {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> AppResult<Self> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        if !kind.starts_with("image/") || request.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(UNSUPPORTED_MEDIA_TYPE.worded("refused.no_picture").into());
        }
        read_body(request, FILE_LIMIT).await.map(Self)
    }
}

/// Add a photo of the receipt to a claim without a decision: PNG, JPEG or WebP of at most 5 MiB and 4,096 pixels a side. A new
/// photo replaces the old one. Only the member and staff who decide about claims can see it.
#[utoipa::path(put, path = "/api/claims/{id}/photo", tag = "claims", params(("id" = ClaimId, Path)),
    request_body(content = Vec<u8>, content_type = "image/*", description = "The photo"),
    responses((status = 200, body = Claim), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn put_claim_photo(
    State(claims): State<Claims>,
    TrustedMember(member): TrustedMember,
    PathId(id): PathId<ClaimId>,
    PhotoBody(file): PhotoBody,
) -> AppResult<Json<Claim>> {
    claims.limits.count(CLAIM_PHOTOS, member.id.as_bytes())?;
    // The state is checked before the picture is processed, and again when it is stored.
    claims.store.read_consistently(|read| super::own(read, member.id, id).and_then(|_| super::undecided(read, id)))?;
    let developed = ReceiptPhoto::process(&claims.images, file).await?;
    let keep = move |tx: &Tx<'_>| {
        super::own(tx, member.id, id)?;
        Claim::of(tx, photo::put(tx, id, &developed)?)
    };
    claims.store.write_as(member.principal(), keep).await.map(Json)
}

/// Take back a claim without a decision. Its photo is deleted.
#[utoipa::path(post, path = "/api/claims/{id}/withdraw", tag = "claims", params(("id" = ClaimId, Path)),
    responses((status = 200, body = Claim), (status = 409, body = Problem)))]
async fn withdraw_claim(
    State(claims): State<Claims>,
    TrustedMember(member): TrustedMember,
    PathId(id): PathId<ClaimId>,
) -> AppResult<Json<Claim>> {
    claims.limits.count(CLAIMS, member.id.as_bytes())?;
    claims
        .store
        .write_as(member.principal(), move |tx| Claim::of(tx, super::withdraw(tx, member.id, id)?))
        .await
        .map(Json)
}
