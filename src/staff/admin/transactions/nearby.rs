//! The transactions around a transaction: with the same receipt, of the same member and at the same till on its day.

use serde::Serialize;

use super::wanted::{TransactionFilter, TransactionSort};
use super::{TransactionView, queries};
use crate::base::day::{Day, Period};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::member::awards::{self, AwardSearch};
use crate::platform::store::Read;

/// Most transactions that are counted for one number.
const MOST: i64 = 100;

/// The numbers of other transactions near a transaction; at most 100 are counted for each number.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearbyTransactions {
    /// Other awards for the same receipt number, at any partner; absent without a receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_receipt: Option<usize>,
    /// The other transactions of each of its members on that Hong Kong day.
    members: Vec<NearbyOfMember>,
    /// The other awards of its till on that day; absent without a till.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_till: Option<usize>,
}

/// The other transactions of a member on the day of a transaction.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct NearbyOfMember {
    member: MemberId,
    count: usize,
    /// The sum of their points, signed.
    points: i64,
}

pub(super) fn of(read: &Read<'_>, view: &TransactionView) -> AppResult<NearbyTransactions> {
    let day = Day::of(view.created);
    let period = Period { from: day.start(), until: day.plus(1).start() };
    let award = view.award.as_ref();
    let same_receipt = match award.and_then(|award| award.receipt.as_deref()) {
        Some(receipt) => {
            let found = awards::of_receipt(read, receipt, MOST)?;
            Some(found.iter().filter(|id| **id != view.id).count())
        }
        None => None,
    };
    let same_till = match award.and_then(|award| award.till_id) {
        Some(till) => {
            let wanted = AwardSearch { till: Some(till), ..AwardSearch::default() };
            let found = awards::search(read, &wanted, (period, true), None, MOST)?;
            Some(found.iter().filter(|id| **id != view.id).count())
        }
        None => None,
    };
    let mut members: Vec<MemberId> =
        view.postings.iter().filter_map(|posting| Some(posting.member.as_ref()?.id)).collect();
    members.sort_unstable();
    members.dedup();
    let members = members.into_iter().map(|member| of_member(read, view, member, period)).collect::<AppResult<_>>()?;
    Ok(NearbyTransactions { same_receipt, members, same_till })
}

fn of_member(read: &Read<'_>, view: &TransactionView, member: MemberId, period: Period) -> AppResult<NearbyOfMember> {
    let wanted = TransactionFilter {
        only: None,
        receipts: None,
        nobody: false,
        member: Some(member),
        partner: None,
        kind: None,
        period,
        sort: TransactionSort::Newest,
        award: AwardSearch::default(),
    };
    let mut found = queries::list(read, &wanted, None, MOST)?;
    found.retain(|other| other.id != view.id);
    let own = found.iter().flat_map(|other| &other.postings);
    let own = own
        .filter(|posting| posting.account == "member" && posting.member.as_ref().is_some_and(|one| one.id == member));
    let points = own.map(|posting| posting.points).sum();
    Ok(NearbyOfMember { member, count: found.len(), points })
}
