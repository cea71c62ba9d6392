//! HTTP calls by which a partner's managers read its bills.

use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::{Counter, PartnerManager};
use crate::base::language::Language;
use crate::base::month::Month;
use crate::base::problem::AppResult;
use crate::core::print::PrintBranding;
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest, attachment};
use crate::platform::http::request::ClientAddress;
use crate::staff::merchant::register::note;
use crate::staff::reports::{self, Bill, MonthQuery};

impl Counter {
    /// Audits that a bill leaves the server as a file.
    async fn note_bill(
        &self,
        PartnerManager(merchant): PartnerManager,
        address: ClientAddress,
        month: Month,
    ) -> AppResult<()> {
        let keys = self.keys.clone();
        self.store
            .write_as(merchant.principal(), move |tx| {
                let target = format!("{month} {}", merchant.partner);
                note::<()>(tx, &keys, (&merchant, address), "bill.download", target, None, None)
            })
            .await
    }
}

/// Show the bill of the manager's partner for a Hong Kong month (`2026-03`; default: the present one) with its lines,
/// days and other months. An open month shows the sums so far. The lines as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/merchant/bill", tag = "merchant",
    params(("month" = Option<Month>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = Bill)))]
pub(super) async fn get_own_bill(
    State(counter): State<Counter>,
    manager: PartnerManager,
    address: ClientAddress,
    request: ListRequest,
    Filters(query): Filters<MonthQuery>,
) -> AppResult<Response> {
    let month = query.month(counter.store.clock().now())?;
    let partner = manager.0.partner;
    let bill = counter.store.read_at_length(move |read| reports::bill(read, partner, month)).await?;
    if !request.is_download() {
        return Ok(Json(bill).into_response());
    }
    counter.note_bill(manager, address, month).await?;
    request.whole(&format!("bill-{month}"), &bill.file_lines())
}

/// Print the bill of the manager's partner for a month, in `language` (default: the client's).
#[utoipa::path(get, path = "/api/merchant/bill/pdf", tag = "merchant",
    params(("month" = Option<Month>, Query), ("language" = Option<Language>, Query)),
    responses((status = 200, description = "The bill", body = Vec<u8>, content_type = "application/pdf")))]
pub(super) async fn print_own_bill(
    State(counter): State<Counter>,
    manager: PartnerManager,
    address: ClientAddress,
    spoken: Language,
    Filters(query): Filters<MonthQuery>,
) -> AppResult<Response> {
    let month = query.month(counter.store.clock().now())?;
    let language = query.language(spoken)?;
    let partner = manager.0.partner;
    let (bill, head) = counter
        .store
        .read_at_length(move |read| {
            Ok((reports::bill(read, partner, month)?, PrintBranding::of(&settings::current(read)?)))
        })
        .await?;
    let pdf = reports::bill_pdf(&bill, head, language)?;
    counter.note_bill(manager, address, month).await?;
    Ok(attachment("application/pdf", &format!("bill-{month}"), "pdf", pdf))
}
