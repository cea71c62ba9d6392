//! Lists of content, bulk changes and restore: the same for all four kinds.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::super::listing::{ContentUse, Listing, ListingQuery, Sort};
use super::super::{BulkOutcome, BulkRequest, EditableContent, Writers};
use super::TEXT_BODY_LIMIT;
use crate::base::id::{ArticleId, CampaignId, Id, ItemId, PartnerId};
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::member::articles::{ArticleRecord, Articles};
use crate::member::campaigns::{CampaignRecord, Campaigns};
use crate::member::content::{ContentRecord, IdOf};
use crate::member::partners::{PartnerRecord, Partners};
use crate::member::rewards::items::{ItemRecord, Items};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Read;
use crate::staff::kit::http::{StaffWith, tagged};
use crate::staff::kit::permissions::ContentReaders;
use crate::staff::kit::{AdminContext, AuditedStaff};

async fn list<C: EditableContent>(
    admin: AdminContext,
    request: ListRequest,
    query: ListingQuery,
    name: &'static str,
) -> AppResult<Response> {
    let wanted = Listing::read(query)?;
    let counted = wanted.clone();
    let total = admin.store.read_at_length(move |read| super::super::queries::count::<C>(read, &counted)).await?;
    let brief = wanted.brief && !request.is_download();
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted) = (admin.store.clone(), wanted.clone());
        async move {
            let after = cursor.map(|text| IdOf::<C>::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let look = move |read: &Read<'_>| {
                let mut rows = super::super::list::<C>(read, &wanted, after, limit)?;
                if brief {
                    rows.iter_mut().for_each(super::super::shorten::<C>);
                }
                Ok(rows)
            };
            store.read_at_length(look).await
        }
    };
    request.answer(name, Some(total), fetch, |record| record.id().to_string()).await
}

async fn change_many<C: EditableContent>(
    admin: AdminContext,
    staff: AuditedStaff,
    change: BulkRequest,
) -> AppResult<Json<Vec<BulkOutcome>>> {
    let asked = change.clone();
    let used = admin.store.read_at_length(move |read| super::super::used_ones::<C>(read, &asked)).await?;
    admin
        .store
        .write_as(staff.caller(), move |tx| super::super::change_many::<C>(tx, &staff, &change, &used))
        .await
        .map(Json)
}

async fn restore<C: EditableContent>(admin: AdminContext, staff: AuditedStaff, id: IdOf<C>) -> AppResult<Response> {
    let record = admin.store.write_as(staff.caller(), move |tx| super::super::restore::<C>(tx, &staff, id)).await?;
    Ok(tagged(StatusCode::OK, record.version(), record))
}

async fn uses<C: EditableContent>(admin: AdminContext, id: IdOf<C>) -> AppResult<Json<Vec<ContentUse>>> {
    admin
        .store
        .read_consistently(|read| {
            C::find_even_removed(read, id)?.ok_or(NOT_FOUND)?;
            super::super::uses_and_links::<C>(read, id)
        })
        .map(Json)
}

macro_rules! calls {
    ($kind:ident, $record:ty, $id:ty, $word:literal, $path:literal, $bulk_path:literal, $restore_path:literal, $uses_path:literal,
     $list:ident, $bulk:ident, $restore:ident, $uses:ident) => {
        #[doc = concat!("Search the ", $word, ", hidden ones included: `q` in the name, `state` (also `deleted`), `type`, \
            `partner`, `from` and `to` (days or moments of creation); as CSV with `format=csv`. `X-Total-Count` says how many. \
            With `brief=true` the rows have only the beginnings of long texts.")]
        #[utoipa::path(get, path = $path, tag = "admin",
            params(("q" = Option<String>, Query), ("state" = Option<String>, Query, pattern = "^(draft|scheduled|published|archived|deleted)$"), ("type" = Option<String>, Query),
                ("partner" = Option<PartnerId>, Query), ("from" = Option<String>, Query), ("to" = Option<String>, Query),
                ("sort" = inline(Option<Sort>), Query), ("brief" = Option<bool>, Query), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
            responses((status = 200, body = [$record])))]
        async fn $list(
            State(admin): State<AdminContext>,
            _: StaffWith<ContentReaders>,
            request: ListRequest,
            Filters(query): Filters<ListingQuery>,
        ) -> AppResult<Response> {
            list::<$kind>(admin, request, query, $word).await
        }

        #[doc = concat!("Publish, unpublish, archive, remove or restore many ", $word, "; the response has each result.")]
        #[utoipa::path(post, path = $bulk_path, tag = "admin", request_body = BulkRequest,
            responses((status = 200, body = [BulkOutcome])))]
        async fn $bulk(
            State(admin): State<AdminContext>,
            by: StaffWith<Writers<$kind>>,
            Json(change): Json<BulkRequest, TEXT_BODY_LIMIT>,
        ) -> AppResult<Json<Vec<BulkOutcome>>> {
            change_many::<$kind>(admin, by.staff, change).await
        }

        #[doc = concat!("Restore one of the removed ", $word, ".")]
        #[utoipa::path(post, path = $restore_path, tag = "admin", params(("id" = $id, Path)),
            responses((status = 200, body = $record), (status = 409, body = Problem)))]
        async fn $restore(State(admin): State<AdminContext>, by: StaffWith<Writers<$kind>>, PathId(id): PathId<$id>) -> AppResult<Response> {
            restore::<$kind>(admin, by.staff, id).await
        }

        #[doc = concat!("List what uses one of the ", $word, ", and the announcements that link to it. While one of them `blocks`, the \
            record cannot be removed.")]
        #[utoipa::path(get, path = $uses_path, tag = "admin", params(("id" = $id, Path)),
            responses((status = 200, body = [ContentUse])))]
        async fn $uses(State(admin): State<AdminContext>, _: StaffWith<ContentReaders>, PathId(id): PathId<$id>) -> AppResult<Json<Vec<ContentUse>>> {
            uses::<$kind>(admin, id).await
        }
    };
}

calls!(
    Partners,
    PartnerRecord,
    PartnerId,
    "partners",
    "/api/admin/partners",
    "/api/admin/partners/bulk",
    "/api/admin/partners/{id}/restore",
    "/api/admin/partners/{id}/uses",
    list_partners_for_staff,
    change_partners,
    restore_partner,
    list_partner_uses
);
calls!(
    Articles,
    ArticleRecord,
    ArticleId,
    "articles",
    "/api/admin/articles",
    "/api/admin/articles/bulk",
    "/api/admin/articles/{id}/restore",
    "/api/admin/articles/{id}/uses",
    list_articles_for_staff,
    change_articles,
    restore_article,
    list_article_uses
);
calls!(
    Items,
    ItemRecord,
    ItemId,
    "items",
    "/api/admin/items",
    "/api/admin/items/bulk",
    "/api/admin/items/{id}/restore",
    "/api/admin/items/{id}/uses",
    list_items_for_staff,
    change_items,
    restore_item,
    list_item_uses
);
calls!(
    Campaigns,
    CampaignRecord,
    CampaignId,
    "campaigns",
    "/api/admin/campaigns",
    "/api/admin/campaigns/bulk",
    "/api/admin/campaigns/{id}/restore",
    "/api/admin/campaigns/{id}/uses",
    list_campaigns_for_staff,
    change_campaigns,
    restore_campaign,
    list_campaign_uses
);

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_partners_for_staff))
        .routes(routes!(change_partners))
        .routes(routes!(restore_partner))
        .routes(routes!(list_partner_uses))
        .routes(routes!(list_articles_for_staff))
        .routes(routes!(change_articles))
        .routes(routes!(restore_article))
        .routes(routes!(list_article_uses))
        .routes(routes!(list_items_for_staff))
        .routes(routes!(change_items))
        .routes(routes!(restore_item))
        .routes(routes!(list_item_uses))
        .routes(routes!(list_campaigns_for_staff))
        .routes(routes!(change_campaigns))
        .routes(routes!(restore_campaign))
        .routes(routes!(list_campaign_uses))
}
