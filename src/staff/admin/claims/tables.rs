//! The queue of claims as CSV.

use super::ClaimView;
use crate::platform::http::list_response::{Cell, CsvRow};

impl CsvRow for ClaimView {
    const HEADINGS: &'static str = "_id,number,created,due,status,member,partner,day,amountHkd,receipt,photo,findings,points,\
        decided,decidedBy,reason,transaction";

    fn cells(&self) -> Vec<Cell> {
        let findings: Vec<&str> = self.findings.iter().map(|finding| finding.name()).collect();
        vec![
            self.id.to_string().into(),
            self.number.clone().into(),
            self.created.into(),
            self.due.into(),
            self.status.name().into(),
            self.member.as_ref().map(|member| member.short_id.to_string()).into(),
            self.partner_name.en.clone().into(),
            self.day.to_string().into(),
            self.amount_hkd.to_string().into(),
            self.receipt.clone().into(),
            self.has_photo.into(),
            findings.join(" ").into(),
            self.points.into(),
            self.decided.into(),
            self.decided_by.clone().into(),
            self.reason.map(|reason| reason.name()).into(),
            self.transaction.map(|id| id.to_string()).into(),
        ]
    }
}
