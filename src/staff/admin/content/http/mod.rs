//! Content over HTTP: the same five calls for each of the four kinds.

mod lists;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use serde_json::Value;

use super::giving;
use super::{EditableContent, Writers};
use crate::base::id::{ArticleId, CampaignId, ItemId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::articles::{ArticleInput, ArticleRecord, Articles};
use crate::member::campaigns::{CampaignInput, CampaignRecord, Campaigns};
use crate::member::content::{ContentRecord, IdOf, InputOf};
use crate::member::partners::{PartnerInput, PartnerRecord, Partners};
use crate::member::rewards::items::{ItemInput, ItemRecord, Items};
use crate::platform::http::json::{ARTICLE_BODY_LIMIT, Json};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::staff::approvals::{Approval, ApprovalOutcome};
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::ContentReaders;
use crate::staff::kit::replace_body::edited;
use crate::staff::kit::{AdminContext, AuditedStaff};

/// Body limit in bytes: descriptions and terms in three languages.
const TEXT_BODY_LIMIT: usize = 64 * 1024;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .merge(lists::routes())
        .routes(routes!(create_partner))
        .routes(routes!(get_partner_for_staff, replace_partner, delete_partner))
        .routes(routes!(create_article))
        .routes(routes!(get_article_for_staff, replace_article, delete_article))
        .routes(routes!(create_item))
        .routes(routes!(get_item_for_staff, replace_item, delete_item))
        .routes(routes!(create_campaign))
        .routes(routes!(get_campaign_for_staff, replace_campaign, delete_campaign))
}

async fn add<C: EditableContent>(admin: AdminContext, staff: AuditedStaff, input: InputOf<C>) -> AppResult<Response> {
    let outcome = admin.store.write_as(staff.caller(), move |tx| giving::add::<C>(tx, &staff, input)).await?;
    told::<C>(StatusCode::CREATED, outcome)
}

/// The record as it is now (200 or 201), or the pending approval (202).
fn told<C: EditableContent>(status: StatusCode, outcome: ApprovalOutcome<C::Record>) -> AppResult<Response> {
    match outcome {
        ApprovalOutcome::Done(record) => Ok(tagged(status, record.version(), record)),
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

async fn show<C: EditableContent>(admin: AdminContext, id: IdOf<C>) -> AppResult<Response> {
    let record = admin.store.read(|read| C::find(read, id))?.ok_or(NOT_FOUND)?;
    Ok(tagged(StatusCode::OK, record.version(), record))
}

async fn change<C: EditableContent>(
    admin: AdminContext,
    staff: AuditedStaff,
    id: IdOf<C>,
    headers: HeaderMap,
    body: Value,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let shown = admin.store.read(|read| C::find(read, id))?.ok_or(NOT_FOUND)?;
    let input = edited(body, &shown, shown.input())?;
    let outcome =
        admin.store.write_as(staff.caller(), move |tx| giving::change::<C>(tx, &staff, id, version, input)).await?;
    told::<C>(StatusCode::OK, outcome)
}

async fn drop_one<C: EditableContent>(admin: AdminContext, staff: AuditedStaff, id: IdOf<C>) -> AppResult<Response> {
    admin.store.read_at_length(move |read| super::require_unused::<C>(read, id)).await?;
    admin.store.write_as(staff.caller(), move |tx| super::remove::<C>(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Add a partner.
/// A rate of more than twice the programme's usual rate needs approval by a second person where the settings say so.
/// Then the response is 202, and the change is made on approval.
#[utoipa::path(post, path = "/api/admin/partners", tag = "admin", request_body = PartnerInput,
    responses((status = 201, body = PartnerRecord), (status = 202, body = Approval), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn create_partner(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Partners>>,
    Json(input): Json<PartnerInput, TEXT_BODY_LIMIT>,
) -> AppResult<Response> {
    add::<Partners>(admin, by.staff, input).await
}

/// Show one partner; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/partners/{id}", tag = "admin", params(("id" = PartnerId, Path)),
    responses((status = 200, body = PartnerRecord)))]
async fn get_partner_for_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<PartnerId>,
) -> AppResult<Response> {
    show::<Partners>(admin, id).await
}

/// Replace one partner that nobody else has changed meanwhile.
/// A rate of more than twice the programme's usual rate needs approval by a second person where the settings say so.
/// Then the response is 202, and the change is made on approval.
#[utoipa::path(put, path = "/api/admin/partners/{id}", tag = "admin", request_body = PartnerInput,
    params(("id" = PartnerId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = PartnerRecord), (status = 202, body = Approval), (status = 409, body = Problem),
        (status = 412, body = Problem), (status = 428, body = Problem), (status = 422, body = Problem)))]
async fn replace_partner(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Partners>>,
    PathId(id): PathId<PartnerId>,
    headers: HeaderMap,
    Json(body): Json<Value, TEXT_BODY_LIMIT>,
) -> AppResult<Response> {
    change::<Partners>(admin, by.staff, id, headers, body).await
}

/// Remove one partner from every list.
#[utoipa::path(delete, path = "/api/admin/partners/{id}", tag = "admin", params(("id" = PartnerId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn delete_partner(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Partners>>,
    PathId(id): PathId<PartnerId>,
) -> AppResult<Response> {
    drop_one::<Partners>(admin, by.staff, id).await
}

/// Add an article.
#[utoipa::path(post, path = "/api/admin/articles", tag = "admin", request_body = ArticleInput,
    responses((status = 201, body = ArticleRecord), (status = 422, body = Problem)))]
async fn create_article(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Articles>>,
    Json(input): Json<ArticleInput, ARTICLE_BODY_LIMIT>,
) -> AppResult<Response> {
    add::<Articles>(admin, by.staff, input).await
}

/// Show one article; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/articles/{id}", tag = "admin", params(("id" = ArticleId, Path)),
    responses((status = 200, body = ArticleRecord)))]
async fn get_article_for_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<ArticleId>,
) -> AppResult<Response> {
    show::<Articles>(admin, id).await
}

/// Replace one article that nobody else has changed meanwhile.
#[utoipa::path(put, path = "/api/admin/articles/{id}", tag = "admin", request_body = ArticleInput,
    params(("id" = ArticleId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ArticleRecord), (status = 412, body = Problem), (status = 422, body = Problem),
        (status = 428, body = Problem)))]
async fn replace_article(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Articles>>,
    PathId(id): PathId<ArticleId>,
    headers: HeaderMap,
    Json(body): Json<Value, ARTICLE_BODY_LIMIT>,
) -> AppResult<Response> {
    change::<Articles>(admin, by.staff, id, headers, body).await
}

/// Remove one article from every list.
#[utoipa::path(delete, path = "/api/admin/articles/{id}", tag = "admin", params(("id" = ArticleId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn delete_article(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Articles>>,
    PathId(id): PathId<ArticleId>,
) -> AppResult<Response> {
    drop_one::<Articles>(admin, by.staff, id).await
}

/// Add an item.
#[utoipa::path(post, path = "/api/admin/items", tag = "admin", request_body = ItemInput,
    responses((status = 201, body = ItemRecord), (status = 422, body = Problem)))]
async fn create_item(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Items>>,
    Json(input): Json<ItemInput, TEXT_BODY_LIMIT>,
) -> AppResult<Response> {
    add::<Items>(admin, by.staff, input).await
}

/// Show one item; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/items/{id}", tag = "admin", params(("id" = ItemId, Path)),
    responses((status = 200, body = ItemRecord)))]
async fn get_item_for_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<ItemId>,
) -> AppResult<Response> {
    show::<Items>(admin, id).await
}

/// Replace one item that nobody else has changed meanwhile.
#[utoipa::path(put, path = "/api/admin/items/{id}", tag = "admin", request_body = ItemInput,
    params(("id" = ItemId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ItemRecord), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 422, body = Problem), (status = 428, body = Problem)))]
async fn replace_item(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Items>>,
    PathId(id): PathId<ItemId>,
    headers: HeaderMap,
    Json(body): Json<Value, TEXT_BODY_LIMIT>,
) -> AppResult<Response> {
    change::<Items>(admin, by.staff, id, headers, body).await
}

/// Remove one item from every list.
#[utoipa::path(delete, path = "/api/admin/items/{id}", tag = "admin", params(("id" = ItemId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn delete_item(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Items>>,
    PathId(id): PathId<ItemId>,
) -> AppResult<Response> {
    drop_one::<Items>(admin, by.staff, id).await
}

/// Add a campaign.
/// A campaign that can give more than 10,000 points needs approval by a second person where the settings say so. Then
/// the response is 202, and the change is made on approval.
#[utoipa::path(post, path = "/api/admin/campaigns", tag = "admin", request_body = CampaignInput,
    responses((status = 201, body = CampaignRecord), (status = 202, body = Approval),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn create_campaign(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Campaigns>>,
    Json(input): Json<CampaignInput>,
) -> AppResult<Response> {
    add::<Campaigns>(admin, by.staff, input).await
}

/// Show one campaign; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}", tag = "admin", params(("id" = CampaignId, Path)),
    responses((status = 200, body = CampaignRecord)))]
async fn get_campaign_for_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<CampaignId>,
) -> AppResult<Response> {
    show::<Campaigns>(admin, id).await
}

/// Replace one campaign that nobody else has changed meanwhile.
/// A campaign that can give more than 10,000 points needs approval by a second person where the settings say so. Then
/// the response is 202, and the change is made on approval.
#[utoipa::path(put, path = "/api/admin/campaigns/{id}", tag = "admin", request_body = CampaignInput,
    params(("id" = CampaignId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = CampaignRecord), (status = 202, body = Approval),
        (status = 409, body = Problem), (status = 412, body = Problem), (status = 428, body = Problem),
        (status = 422, body = Problem)))]
async fn replace_campaign(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Campaigns>>,
    PathId(id): PathId<CampaignId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    change::<Campaigns>(admin, by.staff, id, headers, body).await
}

/// Remove one campaign from every list.
#[utoipa::path(delete, path = "/api/admin/campaigns/{id}", tag = "admin", params(("id" = CampaignId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn delete_campaign(
    State(admin): State<AdminContext>,
    by: StaffWith<Writers<Campaigns>>,
    PathId(id): PathId<CampaignId>,
) -> AppResult<Response> {
    drop_one::<Campaigns>(admin, by.staff, id).await
}
