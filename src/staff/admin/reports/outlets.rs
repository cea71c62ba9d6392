//! Counter activity of each outlet.

use serde::Serialize;

use super::{ReportPeriod, queries};
use crate::base::id::{OutletId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Read;

/// The sums of one outlet in a span.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OutletReport)]
pub(super) struct OutletRow {
    /// Absent in the row of what a partner did without a till.
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    pub id: Option<OutletId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<LocalizedText>,
    pub partner: PartnerId,
    #[serde(rename = "partnerName")]
    pub partner_name: LocalizedText,
    /// Purchases that earned points, without returned ones.
    pub awards: i64,
    /// Points awarded.
    pub issued: i64,
    /// Coupons collected.
    pub collected: i64,
}

impl CsvRow for OutletRow {
    const HEADINGS: &'static [&'static str] = &[
        "_id",
        "name.en",
        "name.zh",
        "name.zhhk",
        "partner",
        "partnerName.en",
        "partnerName.zh",
        "partnerName.zhhk",
        "awards",
        "issued",
        "collected",
    ];

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.map(|id| id.to_string()).into()];
        cells.extend(languages(&self.name.clone().unwrap_or_default()));
        cells.push(self.partner.to_string().into());
        cells.extend(languages(&self.partner_name));
        cells.extend([self.awards, self.issued, self.collected].map(Cell::from));
        cells
    }
}

/// The sums of each outlet in a span, most coupons collected first.
pub(super) fn outlets(read: &Read<'_>, span: ReportPeriod) -> AppResult<Vec<OutletRow>> {
    queries::outlets(read, span.from, span.to)
}
