//! Counter activity of each outlet.

use super::queries::OutletRow;

use super::{ReportPeriod, queries};
use crate::base::problem::AppResult;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Read;

impl CsvRow for OutletRow {
    const HEADINGS: &'static str =
        "_id,name.en,name.zh,name.zhhk,partner,partnerName.en,partnerName.zh,partnerName.zhhk,awards,issued,collected";

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
