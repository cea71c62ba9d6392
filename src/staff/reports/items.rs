//! Items bought in a period, and their cost for the programme.

use super::queries::ItemRow;
use super::{ReportPeriod, queries};
use crate::base::problem::AppResult;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Read;

impl CsvRow for ItemRow {
    const HEADINGS: &'static str = "_id,name.en,name.zh,name.zhhk,partner,bought,costHkd";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.to_string().into()];
        cells.extend(languages(&self.name));
        cells.push(self.partner.map(|id| id.to_string()).into());
        cells.push(self.bought.into());
        cells.push(self.cost.map(|cost| cost.to_string()).into());
        cells
    }
}

/// The items bought in a span, most bought first.
pub(super) fn items(read: &Read<'_>, span: ReportPeriod) -> AppResult<Vec<ItemRow>> {
    queries::items(read, span.from, span.to)
}
