//! The printed dashboard over HTTP.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::{overview, paper};
use crate::base::day::Day;
use crate::base::id::StaffId;
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult};
use crate::core::print::PrintBranding;
use crate::core::settings;
use crate::platform::http::list_response::{Filters, attachment};
use crate::platform::http::routes::{Routes, routes};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::ReportReaders;

pub fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(print_dashboard))
}

#[derive(Deserialize)]
struct OverviewQuery {
    from: Option<String>,
    to: Option<String>,
    language: Option<String>,
}

/// Print the dashboard of the days from `from` to `to` (Hong Kong days; default: the last thirty), in `language`
/// (default: the client's). Each figure is compared with that of as many days before; a range has at most five years.
#[utoipa::path(get, path = "/api/admin/reports/dashboard/pdf", tag = "admin",
    params(("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("language" = Option<Language>, Query)),
    responses((status = 200, description = "The dashboard", body = Vec<u8>, content_type = "application/pdf")))]
async fn print_dashboard(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ReportReaders>,
    spoken: Language,
    Filters(query): Filters<OverviewQuery>,
) -> AppResult<Response> {
    let language = match query.language.as_deref() {
        None | Some("") => spoken,
        Some(code) => Language::from_code(code).ok_or_else(|| AppError::invalid_field("language", "invalid_value"))?,
    };
    let reader = StaffId::from_bytes(staff.actor.id);
    let (found, head, today) = admin
        .store
        .read_at_length(move |read| {
            let head = PrintBranding::of(&settings::current(read)?);
            let found = overview(read, (query.from.as_deref(), query.to.as_deref()), reader)?;
            Ok((found, head, Day::of(read.now())))
        })
        .await?;
    let span = format!("{}-{}", found.figures.from, found.figures.to);
    let pdf = paper::dashboard_pdf(&found, head, language, today)?;
    staff.note_access(&admin, "dashboard.download", span.clone()).await?;
    Ok(attachment("application/pdf", &format!("dashboard-{span}"), "pdf", pdf))
}
