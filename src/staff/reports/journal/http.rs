//! The journal over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::assumption::BreakageInput;
use super::breakage::{self, BreakageView};
use super::{MonthJournal, journal, paper};
use crate::base::language::Language;
use crate::base::month::Month;
use crate::base::problem::AppResult;
use crate::core::print::PrintBranding;
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest, attachment};
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ReportReaders, Settlers};
use crate::staff::reports::asked::MonthQuery;

pub(in super::super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(get_journal))
        .routes(routes!(print_journal))
        .routes(routes!(get_breakage, assume_breakage))
}

/// Show the journal of a Hong Kong month (`2026-03`; default: the present one): double-entry lines in HK$ that lead from
/// the opening to the closing balance of deferred revenue. As CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/journal", tag = "admin",
    params(("month" = Option<Month>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = MonthJournal)))]
async fn get_journal(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<MonthQuery>,
) -> AppResult<Response> {
    let month = query.month(admin.store.clock().now())?;
    let found = admin.store.read_at_length(move |read| journal(read, month)).await?;
    if request.is_download() {
        staff.note_access(&admin, "journal.download", month).await?;
        return request.whole(&format!("journal-{month}"), &paper::rows(&found));
    }
    Ok(Json(found).into_response())
}

/// Print the journal of a month, in `language` (default: the client's).
#[utoipa::path(get, path = "/api/admin/journal/pdf", tag = "admin",
    params(("month" = Option<Month>, Query), ("language" = Option<Language>, Query)),
    responses((status = 200, description = "The journal", body = Vec<u8>, content_type = "application/pdf")))]
async fn print_journal(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    spoken: Language,
    Filters(query): Filters<MonthQuery>,
) -> AppResult<Response> {
    let month = query.month(admin.store.clock().now())?;
    let language = query.language(spoken)?;
    let (found, head) = admin
        .store
        .read_at_length(move |read| Ok((journal(read, month)?, PrintBranding::of(&settings::current(read)?))))
        .await?;
    let pdf = paper::journal_pdf(&found, head, language)?;
    staff.note_access(&admin, "journal.download", month).await?;
    Ok(attachment("application/pdf", &format!("journal-{month}"), "pdf", pdf))
}

/// Show the assumed breakage and its history; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/journal/breakage", tag = "admin",
    responses((status = 200, body = BreakageView)))]
async fn get_breakage(State(admin): State<AdminContext>, _: StaffWith<ReportReaders>) -> AppResult<Response> {
    let found = admin.store.read(breakage::view)?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// Assume another breakage, from a month on that is not closed.
#[utoipa::path(post, path = "/api/admin/journal/breakage", tag = "admin", request_body = BreakageInput,
    params(("If-Match" = String, Header)),
    responses((status = 200, body = BreakageView), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn assume_breakage(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Settlers>,
    headers: HeaderMap,
    Json(input): Json<BreakageInput>,
) -> AppResult<Response> {
    let expected = changed_version(&headers)?;
    let caller = staff.caller();
    let assume = move |tx: &Tx<'_>| breakage::assume(tx, &staff, expected, input);
    let found = admin.store.write_as(caller, assume).await?;
    Ok(tagged(StatusCode::OK, found.version, found))
}
