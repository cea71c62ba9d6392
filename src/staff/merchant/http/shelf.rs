//! HTTP calls that list a partner's rewards and count its customers.

use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use super::{Counter, PartnerManager};
use crate::base::day::Day;
use crate::base::id::ItemId;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::member::rewards;
use crate::platform::http::csv_upload::CsvFile;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest, languages};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, PathId};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::pool_upload::{self, PoolAnswer, PoolUploadQuery, read_codes};
use crate::staff::merchant::shelf::{self, CustomerCounts};
use crate::staff::merchant::{PartnerReward, register};

impl CsvRow for PartnerReward {
    const HEADINGS: &'static str =
        "_id,name.en,name.zh,name.zhhk,points,onOffer,left,lowStock,freeCodes,sold,soldRecently,collected";

    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = vec![self.id.to_string().into()];
        cells.extend(languages(&self.name));
        cells.extend([
            self.points.into(),
            self.on_offer.into(),
            self.left.into(),
            self.low_stock.into(),
            self.free_codes.into(),
            self.sold.into(),
            self.sold_recently.into(),
            self.collected.into(),
        ]);
        cells
    }
}

/// List what the manager's partner offers for points, with stock, free codes and sales; low stock first.
/// As CSV with `format=csv`.
#[utoipa::path(get, path = "/api/merchant/rewards", tag = "merchant",
    params(("format" = Option<String>, Query)),
    responses((status = 200, body = [PartnerReward])))]
pub(super) async fn list_own_rewards(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    request: ListRequest,
) -> AppResult<Response> {
    let rewards = counter.store.read_at_length(move |read| shelf::rewards(read, merchant.partner)).await?;
    request.whole("rewards", &rewards)
}

/// Add codes to the pool of an own reward, all of them or none.
/// Codes already in the pool are skipped; a code of another reward of the partner is refused. With `dryRun=true` the
/// response only shows the result of each row, with masked codes. At most 50,000 rows in 4 MB.
#[utoipa::path(post, path = "/api/merchant/rewards/{id}/codes", tag = "merchant",
    request_body(content = String, content_type = "text/csv", description = "One code a line, with an optional heading `code`; a table needs it",
        example = json!("code\nTEA-0001\nTEA-0002\n")),
    params(("id" = ItemId, Path), ("dryRun" = Option<bool>, Query),
        ("encoding" = Option<String>, Query, description = "`utf-8` (default), `big5` or `gbk`")),
    responses((status = 200, body = PoolAnswer), (status = 409, body = Problem)))]
pub(super) async fn upload_own_codes(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(item): PathId<ItemId>,
    Query(query): Query<PoolUploadQuery>,
    CsvFile(rows): CsvFile,
) -> AppResult<Json<PoolAnswer>> {
    let (lines, partner) = (read_codes(&rows)?, merchant.partner);
    let (vault, now) = (counter.vault.clone(), counter.store.clock().now());
    let allowed = move |read: &Read<'_>| shelf::require_own_pool(read, partner, item);
    if query.dry_run {
        return pool_upload::try_out(&counter.store, vault, item, lines, allowed).await.map(Json);
    }
    // A refusal comes before the work of the encryption.
    counter.store.read(allowed)?;
    let caller = merchant.principal();
    let (sealed, keys) = (pool_upload::seal(vault, now, lines).await?, counter.keys.clone());
    let add = move |tx: &Tx<'_>| {
        shelf::require_own_pool(tx, partner, item)?;
        let count = rewards::add_pool_codes(tx, item, &sealed)?;
        register::note(tx, &keys, (&merchant, address), "item.add_codes", item, None, Some(&count))?;
        Ok(PoolAnswer::added(count))
    };
    counter.store.write_as(caller, add).await.map(Json)
}

/// The days of a report.
#[derive(Deserialize)]
pub(super) struct CustomerQuery {
    to: Option<String>,
    weeks: Option<String>,
}

/// Count the members who bought at the manager's partner in some weeks, and how many of them came back. No person is
/// named, and below 10 members there are no figures.
#[utoipa::path(get, path = "/api/merchant/customers", tag = "merchant",
    params(("to" = Option<Day>, Query), ("weeks" = Option<i64>, Query)),
    responses((status = 200, body = CustomerCounts)))]
pub(super) async fn get_customer_counts(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    Filters(query): Filters<CustomerQuery>,
) -> AppResult<Json<CustomerCounts>> {
    let today = Day::of(counter.store.clock().now());
    let to = match query.to.as_deref() {
        None | Some("") => today,
        Some(text) => Day::parse(text).ok_or(INVALID_PARAMETER)?,
    };
    if to > today {
        return Err(AppError::invalid_field("to", "invalid_value"));
    }
    let weeks = match query.weeks.as_deref() {
        None | Some("") => shelf::USUAL_WEEKS,
        Some(text) => text.parse().ok().filter(|weeks| shelf::WEEKS.contains(weeks)).ok_or(INVALID_PARAMETER)?,
    };
    let partner = merchant.partner;
    counter.store.read_at_length(move |read| shelf::customers(read, partner, to, weeks)).await.map(Json)
}
