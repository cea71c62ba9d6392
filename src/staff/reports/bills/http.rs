//! Bills of partners over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::rates::TermsInput;
use super::terms::TermsView;
use super::{Bill, BillRow, MonthBills, NumberedBill, paper, queries, terms};
use crate::base::id::PartnerId;
use crate::base::language::Language;
use crate::base::month::Month;
use crate::base::problem::AppResult;
use crate::core::print::PrintBranding;
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest, attachment, languages};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, OptionalKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ReportReaders, Settlers};
use crate::staff::reports::asked::MonthQuery;
use crate::staff::reports::roll_up;

pub(in super::super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_bills))
        .routes(routes!(find_bill))
        .routes(routes!(close_month))
        .routes(routes!(get_bill))
        .routes(routes!(print_bill))
        .routes(routes!(get_partner_terms, add_partner_terms))
}

impl CsvRow for BillRow {
    const HEADINGS: &'static str =
        "partner,name.en,name.zh,name.zhhk,number,issued,issuedHkd,redeemed,redeemedHkd,feeHkd,toPayHkd";

    fn cells(&self) -> Vec<Cell> {
        let sums = &self.sums;
        let mut cells = vec![self.partner_id.to_string().into()];
        cells.extend(languages(&self.name));
        cells.extend([
            self.number.into(),
            sums.issued.into(),
            sums.issued_hkd.into(),
            sums.redeemed.into(),
            sums.redeemed_hkd.into(),
            sums.fee_hkd.into(),
            sums.to_pay_hkd.into(),
        ]);
        cells
    }
}

/// List the bills of all partners for a Hong Kong month (`2026-03`; default: the present one), largest first.
/// An open month shows the sums so far. As CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/bills", tag = "admin",
    params(("month" = Option<Month>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = MonthBills)))]
async fn list_bills(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<MonthQuery>,
) -> AppResult<Response> {
    let month = query.month(admin.store.clock().now())?;
    let found = admin.store.read_at_length(move |read| super::month_bills(read, month)).await?;
    if request.is_download() {
        staff.note_access(&admin, "bill.download", month.to_string()).await?;
        return request.whole(&format!("bills-{month}"), &found.bills);
    }
    Ok(Json(found).into_response())
}

/// The number of a bill.
#[derive(Deserialize)]
struct NumberQuery {
    number: i64,
}

/// Find the bill with a number; the list has one row or none.
#[utoipa::path(get, path = "/api/admin/bills/numbered", tag = "admin", params(("number" = i64, Query)),
    responses((status = 200, body = [NumberedBill])))]
async fn find_bill(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    Filters(query): Filters<NumberQuery>,
) -> AppResult<Json<Vec<NumberedBill>>> {
    let found = admin.store.read(|read| queries::numbered(read, query.number))?;
    Ok(Json(found.into_iter().collect()))
}

/// The month to close.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MonthToClose {
    month: Month,
}

/// Close a month: its bills get their numbers and never change again.
/// The first one can be any month that is over; then months are closed one after another, each after its end.
#[utoipa::path(post, path = "/api/admin/bills/close", tag = "admin", request_body = MonthToClose,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = MonthBills), (status = 409, body = Problem)))]
async fn close_month(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Settlers>,
    OptionalKey(key): OptionalKey,
    Json(order): Json<MonthToClose>,
) -> AppResult<ReplayableAnswer> {
    // The roll-up is updated first, so that the write has only few transactions to sum up.
    roll_up(&admin.store).await?;
    let caller = staff.caller();
    let close = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, key.as_ref(), &order, |tx| super::close(tx, &staff, order.month))
    };
    admin.store.write_as(caller, close).await
}

/// Show a partner's bill for a Hong Kong month (default: the present one) with its lines and days.
/// The lines as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/bills/{id}", tag = "admin",
    params(("id" = PartnerId, Path), ("month" = Option<Month>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = Bill)))]
async fn get_bill(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    PathId(id): PathId<PartnerId>,
    request: ListRequest,
    Filters(query): Filters<MonthQuery>,
) -> AppResult<Response> {
    let month = query.month(admin.store.clock().now())?;
    let bill = admin.store.read_at_length(move |read| super::bill(read, id, month)).await?;
    if !request.is_download() {
        return Ok(Json(bill).into_response());
    }
    staff.note_access(&admin, "bill.download", format!("{month} {id}")).await?;
    request.whole(&format!("bill-{month}-{id}"), &bill.file_lines())
}

/// Print a partner's bill for a month, in `language` (default: the client's).
#[utoipa::path(get, path = "/api/admin/bills/{id}/pdf", tag = "admin",
    params(("id" = PartnerId, Path), ("month" = Option<Month>, Query), ("language" = Option<Language>, Query)),
    responses((status = 200, description = "The bill", body = Vec<u8>, content_type = "application/pdf")))]
async fn print_bill(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    PathId(id): PathId<PartnerId>,
    spoken: Language,
    Filters(query): Filters<MonthQuery>,
) -> AppResult<Response> {
    let month = query.month(admin.store.clock().now())?;
    let language = query.language(spoken)?;
    let (bill, head) = admin
        .store
        .read_at_length(move |read| Ok((super::bill(read, id, month)?, PrintBranding::of(&settings::current(read)?))))
        .await?;
    let pdf = paper::bill_pdf(&bill, head, language)?;
    staff.note_access(&admin, "bill.download", format!("{month} {id}")).await?;
    Ok(attachment("application/pdf", &format!("bill-{month}-{id}"), "pdf", pdf))
}

/// Show what a partner pays and gets for a point, and the history; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/bills/{id}/terms", tag = "admin", params(("id" = PartnerId, Path)),
    responses((status = 200, body = TermsView)))]
async fn get_partner_terms(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    PathId(id): PathId<PartnerId>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| terms::view(read, id))?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// Change what a partner pays and gets for a point, from a day on that is in no closed month.
#[utoipa::path(post, path = "/api/admin/bills/{id}/terms", tag = "admin", request_body = TermsInput,
    params(("id" = PartnerId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = TermsView), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn add_partner_terms(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Settlers>,
    PathId(id): PathId<PartnerId>,
    headers: HeaderMap,
    Json(input): Json<TermsInput>,
) -> AppResult<Response> {
    let expected = changed_version(&headers)?;
    let caller = staff.caller();
    let add = move |tx: &Tx<'_>| terms::add(tx, &staff, id, expected, &input);
    let found = admin.store.write_as(caller, add).await?;
    Ok(tagged(StatusCode::OK, found.version, found))
}
