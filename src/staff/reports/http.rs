//! Reports over HTTP.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::activity::{self, Activity};
use super::carbon::{self, CarbonReport};
use super::issued::{self, IssuedReport};
use super::items;
use super::liability::Liability;
use super::queries::{ItemRow, OutletRow};
use super::{PageViews, PartnerRow, ReportPeriod, SummaryReport, bills, journal, liability};
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::points::PointsRate;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{ReportReaders, ViewReaders};

/// The routes of reports.
pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(get_summary))
        .routes(routes!(get_liability))
        .routes(routes!(get_partner_report))
        .routes(routes!(get_outlet_report))
        .routes(routes!(get_item_report))
        .routes(routes!(get_activity))
        .routes(routes!(get_issued))
        .routes(routes!(get_page_views))
        .merge(bills::http::routes())
        .merge(journal::http::routes())
}

#[derive(Deserialize)]
struct SpanQuery {
    from: Option<String>,
    to: Option<String>,
    partner: Option<String>,
}

fn span_of(admin: &AdminContext, query: &SpanQuery) -> AppResult<ReportPeriod> {
    ReportPeriod::read(query.from.as_deref(), query.to.as_deref(), Day::of(admin.store.clock().now()))
}

/// A report of one span, as JSON or as a file with that name.
async fn report_of<T: CsvRow + Serialize + Send + 'static>(
    admin: &AdminContext,
    query: &SpanQuery,
    request: &ListRequest,
    name: &str,
    rows: impl FnOnce(&Read<'_>, ReportPeriod) -> AppResult<Vec<T>> + Send + 'static,
) -> AppResult<Response> {
    let span = span_of(admin, query)?;
    let rows = admin.store.read_at_length(move |read| rows(read, span)).await?;
    request.whole(name, &rows)
}

/// The rows of a carbon report, or a file of them, for whoever may see its partners.
pub async fn carbon_rows(report: CarbonReport, store: Store, request: ListRequest) -> AppResult<Response> {
    if !request.is_download() {
        let rows = store.read_at_length(move |read| report.rows(read, None, usize::MAX)).await?;
        return request.whole("carbon", &rows);
    }
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = store.clone();
        async move {
            let after = cursor.map(|text| carbon::parse_cursor(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let most = usize::try_from(limit).unwrap_or(usize::MAX);
            store.read_at_length(move |read| report.rows(read, after, most)).await
        }
    };
    request.answer("carbon", None, fetch, carbon::cursor_of).await
}

/// Sum up the points issued, redeemed, expired and outstanding, now and for each day from `from` to `to`.
/// Hong Kong days, by default the last thirty; for one `partner` or all; the days as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/reports/summary", tag = "admin",
    params(("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("partner" = Option<PartnerId>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = SummaryReport)))]
async fn get_summary(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<SpanQuery>,
) -> AppResult<Response> {
    let span = span_of(&admin, &query)?;
    let partner = match query.partner.as_deref() {
        None | Some("") => None,
        Some(text) => Some(PartnerId::parse(text).ok_or(INVALID_PARAMETER)?),
    };
    let summary = admin.store.read_at_length(move |read| super::summary(read, span, partner)).await?;
    if request.is_download() { request.whole("summary", &summary.days) } else { Ok(Json(summary).into_response()) }
}

impl CsvRow for Liability {
    const HEADINGS: &'static str = "at,issued,redeemed,expired,outstanding,held,pending,pointValue,liability";

    fn cells(&self) -> Vec<Cell> {
        let Self { at, issued, redeemed, expired, outstanding, held, pending, point_value, liability } = self;
        let mut cells = vec![at.to_string().into()];
        cells.extend([issued, redeemed, expired, outstanding, held, pending].map(|points| Cell::from(*points)));
        cells.extend([point_value.to_string(), liability.to_string()].map(Cell::from));
        cells
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LiabilityQuery {
    at: Option<String>,
    point_value: Option<String>,
}

/// Show what the programme owed at the end of a Hong Kong day (`at`; default today), in points and in HK$.
/// `pointValue` tries another HK$ value of a point, such as `0.05` (default: the value at the end of that day). As CSV with
/// `format=csv`.
#[utoipa::path(get, path = "/api/admin/reports/liability", tag = "admin",
    params(("at" = Option<Day>, Query), ("pointValue" = Option<PointsRate>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = Liability)))]
async fn get_liability(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<LiabilityQuery>,
) -> AppResult<Response> {
    let today = Day::of(admin.store.clock().now());
    let at = match query.at.as_deref() {
        None | Some("") => today,
        Some(text) => Day::parse(text)
            .filter(|day| *day <= today)
            .ok_or_else(|| AppError::invalid_field("at", "invalid_value"))?,
    };
    let value = match query.point_value.as_deref() {
        None | Some("") => None,
        Some(text) => {
            Some(PointsRate::parse(text).ok_or_else(|| AppError::invalid_field("pointValue", "invalid_value"))?)
        }
    };
    let owed = admin.store.read_at_length(move |read| liability::liability(read, at, value)).await?;
    if request.is_download() { request.whole("liability", &[owed]) } else { Ok(Json(owed).into_response()) }
}

/// Show the sums of a span for each partner, and the number of items bought for its counters; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/reports/partners", tag = "admin",
    params(("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [PartnerRow])))]
async fn get_partner_report(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<SpanQuery>,
) -> AppResult<Response> {
    report_of(&admin, &query, &request, "partners", super::partners).await
}

/// Show where the points came from that were issued in the last 28 Hong Kong days, in points and in HK$.
/// The parts add up to the points issued in the summary of the same days; they are what remains after reversals in these
/// days. The parts as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/reports/issued", tag = "admin",
    params(("format" = Option<String>, Query)), responses((status = 200, body = IssuedReport)))]
async fn get_issued(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    let report = admin.store.read_at_length(issued::issued).await?;
    if request.is_download() { request.whole("issued", &report.parts) } else { Ok(Json(report).into_response()) }
}

/// Show the counter activity of each outlet in a span: purchases that earned points, and coupons collected.
/// As CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/reports/outlets", tag = "admin",
    params(("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [OutletRow])))]
async fn get_outlet_report(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<SpanQuery>,
) -> AppResult<Response> {
    report_of(&admin, &query, &request, "outlets", super::outlets::outlets).await
}

/// Show how often each item was bought in a span, most bought first, and what that cost the programme; as CSV with
/// `format=csv`.
#[utoipa::path(get, path = "/api/admin/reports/items", tag = "admin",
    params(("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [ItemRow])))]
async fn get_item_report(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<SpanQuery>,
) -> AppResult<Response> {
    report_of(&admin, &query, &request, "items", items::items).await
}

/// Count the members who earned, spent or sent points in a span; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/reports/activity", tag = "admin",
    params(("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = Activity)))]
async fn get_activity(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<SpanQuery>,
) -> AppResult<Response> {
    let span = span_of(&admin, &query)?;
    let found = admin.store.read_at_length(move |read| activity::activity(read, span)).await?;
    if request.is_download() { request.whole("activity", &[found]) } else { Ok(Json(found).into_response()) }
}

/// Count the views of each screen on each day of a span; as CSV with `format=csv`.
/// The counts hold no data about the viewers.
#[utoipa::path(get, path = "/api/admin/reports/pageviews", tag = "admin",
    params(("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [PageViews])))]
async fn get_page_views(
    State(admin): State<AdminContext>,
    _: StaffWith<ViewReaders>,
    request: ListRequest,
    Filters(query): Filters<SpanQuery>,
) -> AppResult<Response> {
    report_of(&admin, &query, &request, "pageviews", super::page_views).await
}
