//! HTTP calls that list a partner's rewards and count its customers.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::{Counter, PartnerManager};
use crate::base::day::Day;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest, languages};
use crate::staff::merchant::PartnerReward;
use crate::staff::merchant::shelf::{self, CustomerCounts};

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
