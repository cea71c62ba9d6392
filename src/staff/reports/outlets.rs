//! Counter activity of each outlet.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::queries::{CounterSums, OutletRow};
use super::{ReportPeriod, queries};
use crate::base::id::{OutletId, PartnerId};
use crate::base::language::LocalizedText;
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

/// The sums of each outlet in a span, most coupons collected first. What a partner did without a till has a row without
/// an outlet.
pub(super) fn outlets(read: &Read<'_>, span: ReportPeriod) -> AppResult<Vec<OutletRow>> {
    let mut by_till = HashMap::<(PartnerId, Vec<u8>), CounterSums>::new();
    queries::each_counter_day(read, (span.from, span.to), |partner, till, more| {
        add(by_till.entry((PartnerId::from_bytes(partner), till.to_vec())).or_default(), more);
    })?;
    let outlets = queries::outlets_of_tills(read)?;
    let mut by_outlet = HashMap::<(PartnerId, Option<OutletId>), CounterSums>::new();
    for ((partner, till), sums) in &by_till {
        let outlet = outlets.get(till).map(|(outlet, _)| *outlet);
        add(by_outlet.entry((*partner, outlet)).or_default(), *sums);
    }
    let names: HashMap<OutletId, &LocalizedText> = outlets.values().map(|(outlet, name)| (*outlet, name)).collect();
    let mut rows = Vec::new();
    for ((partner, id), [awards, issued, collected]) in by_outlet {
        if awards == 0 && collected == 0 {
            continue;
        }
        let partner_name = queries::partner_name(read, partner)?.unwrap_or_default();
        let name = id.and_then(|id| names.get(&id).map(|name| (*name).clone()));
        rows.push(OutletRow { id, name, partner, partner_name, awards, issued, collected });
    }
    rows.sort_by_key(|row| (Reverse(row.collected), Reverse(row.issued), row.partner, row.id));
    Ok(rows)
}

fn add(sums: &mut CounterSums, more: CounterSums) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}
