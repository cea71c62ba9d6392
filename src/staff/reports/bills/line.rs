//! A line of a bill.

use serde::Serialize;

use crate::base::language::Language;
use crate::base::messages;
use crate::base::month::Month;
use crate::base::points::{Hkd, PointsRate};
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::stored_names;

/// The subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillLineKind)]
pub(super) enum BillLineKind {
    /// Points that the partner issued.
    Issued,
    /// Points that were redeemed at the partner.
    Redeemed,
    /// The fee for points issued.
    Fee,
}
stored_names! { BillLineKind { Issued = "issued", Redeemed = "redeemed", Fee = "fee" } }

/// A line of a bill: points at one rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerBillLine)]
pub(super) struct PartnerBillLine {
    pub kind: BillLineKind,
    /// The month to which the points belong. An earlier month than the bill's is a correction.
    pub of_month: Month,
    /// Below zero if more was reversed than moved.
    pub points: i64,
    /// HK$ for a point.
    pub rate: PointsRate,
    /// The amount that the partner owes, or a negative amount that the programme owes the partner.
    pub amount_hkd: Hkd,
}

impl PartnerBillLine {
    /// The key of its text among those of printed pages.
    pub(super) fn words(&self, month: Month) -> &'static str {
        match (self.kind, self.of_month == month) {
            (BillLineKind::Issued, true) => "print.bill_issued",
            (BillLineKind::Redeemed, true) => "print.bill_redeemed",
            (BillLineKind::Fee, true) => "print.bill_fee",
            (BillLineKind::Issued, false) => "print.bill_issued_corrected",
            (BillLineKind::Redeemed, false) => "print.bill_redeemed_corrected",
            (BillLineKind::Fee, false) => "print.bill_fee_corrected",
        }
    }
}

/// A line in a file, with the bill that it stands in.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct LineOfFile {
    pub(super) month: Month,
    pub(super) number: Option<i64>,
    pub(super) line: PartnerBillLine,
}

impl CsvRow for LineOfFile {
    const HEADINGS: &'static str = "month,number,kind,text.en,text.zh,text.zhhk,ofMonth,points,rateHkd,amountHkd";

    fn cells(&self) -> Vec<Cell> {
        let line = &self.line;
        let of_month = line.of_month.to_string();
        let words = Language::ALL.map(|language| {
            messages::text(language, line.words(self.month), &[("month", &line.of_month.words(language))])
        });
        let mut cells = vec![self.month.to_string().into(), self.number.into(), line.kind.name().into()];
        cells.extend(words.map(Cell::from));
        cells.extend([of_month.into(), line.points.into(), line.rate.to_string().into(), line.amount_hkd.into()]);
        cells
    }
}
