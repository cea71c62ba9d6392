//! Codes and stock over HTTP.

mod campaigns;
mod scans;

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};

use super::{Codes, CodesToMake};
use crate::base::id::{CampaignId, ItemId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::campaigns::Campaigns;
use crate::member::content::Content;
use crate::member::rewards;
use crate::member::rewards::PoolWithdrawal;
use crate::member::rewards::items::{self, Items, StockChange};
use crate::platform::http::csv_upload::CsvFile;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, OptionalKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::admin::content::giving;
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest, AskedAction, PointsChange, alone};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::Operators;
use crate::staff::kit::pool_upload::{self, PoolAnswer, PoolUploadQuery, read_codes};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(upload_item_codes, withdraw_item_codes))
        .routes(routes!(change_item_stock))
        .merge(campaigns::routes())
        .merge(scans::routes())
        .routes(routes!(create_campaign_codes))
}

/// Add codes to an item's pool, all of them or none.
/// Codes already in the pool are skipped; a code of another item of the same partner is refused. With `dryRun=true`
/// the response only shows the result of each row, with masked codes. At most 50,000 rows in 4 MB.
#[utoipa::path(post, path = "/api/admin/items/{id}/codes", tag = "admin",
    request_body(content = String, content_type = "text/csv", description = "One code a line, with an optional heading `code`; a table needs it",
        example = json!("code\nTEA-0001\nTEA-0002\n")),
    params(("id" = ItemId, Path), ("dryRun" = Option<bool>, Query),
        ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`")),
    responses((status = 200, body = PoolAnswer), (status = 409, body = Problem)))]
async fn upload_item_codes(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(item): PathId<ItemId>,
    Query(query): Query<PoolUploadQuery>,
    CsvFile(rows): CsvFile,
) -> AppResult<Json<PoolAnswer>> {
    let (lines, caller) = (read_codes(&rows)?, staff.caller());
    let (vault, now) = (admin.vault.clone(), admin.store.clock().now());
    if query.dry_run {
        return pool_upload::try_out(&admin.store, vault, item, lines, |_| Ok(())).await.map(Json);
    }
    let sealed = pool_upload::seal(vault, now, lines).await?;
    let add = move |tx: &Tx<'_>| {
        let count = rewards::add_pool_codes(tx, item, &sealed)?;
        staff.note(tx, "item.add_codes", item, None, Some(&count))?;
        Ok(PoolAnswer::added(count))
    };
    admin.store.write_as(caller, add).await.map(Json)
}

/// Withdraw the codes that no member holds from an item's pool, for example after an upload of the wrong file.
/// Codes of members' coupons stay.
#[utoipa::path(delete, path = "/api/admin/items/{id}/codes", tag = "admin", params(("id" = ItemId, Path)),
    responses((status = 200, body = PoolWithdrawal)))]
async fn withdraw_item_codes(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(item): PathId<ItemId>,
) -> AppResult<Json<PoolWithdrawal>> {
    let caller = staff.caller();
    let withdraw = move |tx: &Tx<'_>| {
        let withdrawn = rewards::withdraw_pool_codes(tx, item)?;
        staff.note(tx, "item.withdraw_codes", item, None, Some(&withdrawn))?;
        Ok(withdrawn)
    };
    admin.store.write_as(caller, withdraw).await.map(Json)
}

/// A change of stock: set it, or add to it.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct StockRequest {
    /// The new stock; -1 for unlimited.
    #[serde(default)]
    #[schema(minimum = -1)]
    leftover: Option<i64>,
    /// The number to add to the stock; negative to remove.
    #[serde(default)]
    add: Option<i64>,
}

/// The new stock.
#[derive(Serialize, utoipa::ToSchema)]
struct StockAnswer {
    /// Negative for unlimited.
    leftover: i64,
}

/// Change the stock of an item. A repeated `Idempotency-Key` gets the same response and changes the stock once.
#[utoipa::path(post, path = "/api/admin/items/{id}/stock", tag = "admin", request_body = StockRequest,
    params(("id" = ItemId, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = StockAnswer)))]
async fn change_item_stock(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(item): PathId<ItemId>,
    OptionalKey(key): OptionalKey,
    Json(request): Json<StockRequest>,
) -> AppResult<ReplayableAnswer> {
    let change = match (request.leftover, request.add) {
        (Some(leftover), None) => StockChange::Set(leftover),
        (None, Some(more)) => StockChange::Add(more),
        _ => return Err(AppError::invalid_field("leftover", "required_field")),
    };
    let caller = staff.caller();
    let act = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, key.as_ref(), &request, |tx| {
            let before = StockAnswer { leftover: Items::find(tx, item)?.ok_or(NOT_FOUND)?.input.leftover };
            let after = StockAnswer { leftover: items::change_stock(tx, item, change)? };
            staff.note(tx, "item.stock", item, Some(&before), Some(&after))?;
            Ok(after)
        })
    };
    admin.store.write_as(caller, act).await
}

/// The number of codes to create.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CodesRequest {
    /// 1 to 10,000; a shared campaign always has one code.
    #[schema(minimum = 1, maximum = 10000)]
    count: u32,
}

/// Create single-use codes, or the one shared code; a repeated `Idempotency-Key` creates them once.
/// Codes by which a campaign can give more than 10,000 points need approval by a second person where the settings say
/// so. Then the response is 202, and the codes are created on approval.
#[utoipa::path(post, path = "/api/admin/campaigns/{id}/codes", tag = "admin", request_body = CodesRequest,
    params(("id" = CampaignId, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = Codes), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn create_campaign_codes(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(campaign): PathId<CampaignId>,
    OptionalKey(key): OptionalKey,
    Json(request): Json<CodesRequest>,
) -> AppResult<ReplayableAnswer> {
    let caller = staff.caller();
    let known = admin.store.read(|read| Campaigns::find(read, campaign))?;
    let about = known.map(|record| (record.input.name, record.input.points));
    let (name, points) = about.unzip();
    let ask = ApprovalRequest {
        action: "campaign.make_codes",
        target: campaign.to_string(),
        method: "POST",
        path: format!("/api/admin/campaigns/{campaign}/codes"),
        key: key.clone(),
        body: serde_json::json!({ "name": name, "points": points, "count": request.count }),
        // The stored action does not hold the points of a code, so they are added: a request with other points is another one.
        exact: Some(format!("{points:?}")),
        pending: Some(AskedAction::of(&CodesToMake { campaign, count: request.count })?),
    };
    let make = move |tx: &Tx<'_>| {
        // An unknown campaign is refused below, under the idempotency key.
        let known = Campaigns::find(tx, campaign)?.is_some();
        let points = if known { giving::more_with_codes(tx, campaign, request.count)? } else { 0 };
        let share = PointsChange { member: None, points };
        let ask = alone::is_too_much(tx, &staff, share)?.then_some(&ask);
        let check = |tx: &Tx<'_>| tx.rehearse(|tx| super::make(tx, &staff, campaign, request.count));
        let act = |tx: &Tx<'_>| {
            let codes = super::make(tx, &staff, campaign, request.count)?;
            alone::count(tx, &staff, share)?;
            Ok(codes)
        };
        match &key {
            Some(key) => approvals::answer_unless_waiting(tx, &staff, (key, &request), ask, check, act),
            None => match approvals::unless_waiting(tx, &staff, ask, act)? {
                ApprovalOutcome::Done(codes) => {
                    Ok(ReplayableAnswer { status: 200, body: serde_json::to_string(&codes)?, replayed: false })
                }
                ApprovalOutcome::Waits(approval) => approval.answer(),
            },
        }
    };
    admin.store.write_as(caller, make).await
}
