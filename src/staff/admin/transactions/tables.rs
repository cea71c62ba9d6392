//! Transactions and settlements as CSV.

use super::{MemberBrief, PostingView, RedemptionView, TransactionView};
use crate::platform::http::list_response::{Cell, CsvRow, languages};

/// Accounts on one side of a transaction, and their owners.
fn side(postings: &[PostingView], takes: bool) -> [Cell; 2] {
    let of_side = || postings.iter().filter(move |posting| (posting.points < 0) == takes);
    let accounts: Vec<&str> = of_side().map(|posting| posting.account.as_str()).collect();
    let owners: Vec<&str> = of_side().filter_map(|posting| Some(posting.member.as_ref()?.short_id.as_str())).collect();
    [accounts.join(" ").into(), owners.join(" ").into()]
}

impl CsvRow for TransactionView {
    const HEADINGS: &'static str =
        "_id,created,type,points,from,fromMember,to,toMember,reason,partner,redemption,reversed,number";

    fn cells(&self) -> Vec<Cell> {
        let moved = self.postings.iter().map(|posting| posting.points.max(0)).sum::<i64>();
        let [from, from_member] = side(&self.postings, true);
        let [to, to_member] = side(&self.postings, false);
        vec![
            self.id.to_string().into(),
            self.created.into(),
            self.kind.clone().into(),
            moved.into(),
            from,
            from_member,
            to,
            to_member,
            self.reason.clone().into(),
            self.partner.clone().into(),
            self.redemption.clone().into(),
            self.reversed.into(),
            self.number.as_str().into(),
        ]
    }
}

impl CsvRow for RedemptionView {
    const HEADINGS: &'static str = "\
        _id,created,type,item.en,item.zh,item.zhhk,member,status,points,partner,used,openedAt,collectedAt,\
        walletAddress,settledAt,note,useBy,ended,faceValueHkd,costHkd";

    fn cells(&self) -> Vec<Cell> {
        let mut cells =
            vec![self.id.to_string().into(), self.created.into(), self.redeem_item_snapshot.kind.name().into()];
        cells.extend(languages(&self.redeem_item_snapshot.name));
        cells.extend([
            self.member.as_ref().map(|member: &MemberBrief| member.short_id.to_string()).into(),
            self.status.name().into(),
            self.points.into(),
            self.partner.map(|id| id.to_string()).into(),
            self.used.into(),
            self.opened_at.into(),
            self.collected_at.into(),
            self.wallet_address.clone().into(),
            self.settled_at.into(),
            self.note.clone().into(),
            self.use_by.map(|day| day.to_string()).into(),
            self.ended.into(),
            self.face_value_hkd.map(|value| value.to_string()).into(),
            self.cost_hkd.map(|value| value.to_string()).into(),
        ]);
        cells
    }
}
