//! Transactions and settlements in the admin: all transactions, reversals, and the queue of open exchanges.

mod events;
pub mod http;
mod lots;
mod nearby;
mod origin;
mod queries;
mod reversal;
mod search;
mod tables;
mod wanted;

use serde::Serialize;

use self::events::{TransactionEvent, TransactionSeal};
use self::lots::{TakenLotView, TransactionLot};
use self::nearby::NearbyTransactions;
use self::origin::TransactionOrigin;
pub use self::reversal::{Reversal, reverse, tell_reversed};
use self::wanted::RedemptionFilter;
pub use self::wanted::named as member_named;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, PartnerId, RedemptionId, TransactionId};
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::short_id::ShortId;
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger;
use crate::core::ledger::{EarnLine, TransactionKind, TransactionText};
use crate::core::members;
use crate::core::settings;
use crate::member::awards;
use crate::member::awards::{AwardDetails, MissedRules};
use crate::member::carbon;
use crate::member::rewards;
use crate::member::rewards::{ItemSnapshot, RedemptionRecord, RedemptionStatus};
use crate::platform::store::Read;

/// A transaction as the admin shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminTransaction)]
pub struct TransactionView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: TransactionId,
    /// The short number that members read out.
    number: TransactionNumber,
    #[serde(rename = "type")]
    kind: String,
    created: Timestamp,
    /// The postings sum to zero.
    postings: Vec<PostingView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_snapshot: Option<TransactionText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redemption: Option<String>,
    /// The parts of the points for a purchase, if there are several: by the partner's rates first, then by each
    /// earning rule, with the version under which it gave them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    lines: Vec<EarnLine>,
    /// The earning rules that gave no points and let those of the purchase wait, each with its version and its day.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    delays: Vec<EarnLine>,
    /// True if a later transaction reverses this one, or its credit batch was undone.
    reversed: bool,
    /// The transaction that this one reverses; absent for others, and in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    reverses: Option<TransactionBrief>,
    /// The transaction that reverses this one; absent without one, and in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    reversed_by: Option<TransactionBrief>,
    /// Outlet, till, cashier and bill of an award; absent for other transactions.
    #[serde(skip_serializing_if = "Option::is_none")]
    award: Option<AwardDetails>,
    /// The record by which the points were given; absent for awards at a counter and other transactions, and in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<TransactionOrigin>,
    /// The CO2e that a purchase saved, by factor; absent for other transactions, and in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    carbon: Vec<carbon::EntryHeld>,
    /// The lots that it credited to members, with the points left of them; empty in lists. Points that wait have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    lots: Vec<TransactionLot>,
    /// The lots from which it took points. The ledger keeps them where one of them expires; empty otherwise and in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    taken_lots: Vec<TakenLotView>,
    /// The earning rules that gave nothing for an award, and why; absent for other transactions, and in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    missed_rules: Option<MissedRules>,
    /// The person who adjusted points or reversed a transaction, from the audit; absent for others, and in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<StaffBrief>,
    /// The HK$ value of a point at the end of its day; absent in lists, and while the programme has set none.
    #[serde(skip_serializing_if = "Option::is_none")]
    point_value_hkd: Option<PointsRate>,
    /// The points of its first line by that value; absent in lists, and while the programme has set none.
    #[serde(skip_serializing_if = "Option::is_none")]
    worth_hkd: Option<Hkd>,
    /// The events before and after the transaction, with the messages about it, oldest first; empty in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    events: Vec<TransactionEvent>,
    /// Its place in the chain of hashes; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    seal: Option<TransactionSeal>,
    /// The numbers of other transactions near this one; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearby: Option<NearbyTransactions>,
}

/// A transaction by its id and its number.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TransactionBrief {
    #[serde(rename = "_id")]
    id: TransactionId,
    /// The short number that members read out.
    number: TransactionNumber,
}

/// Brief data of a member of staff.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct StaffBrief {
    name: String,
    role: String,
}

/// The account of pending points, as it is stored.
const PENDING: &str = "pending";

/// A posting of a transaction.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminPosting)]
pub struct PostingView {
    /// `member`, `issuance`, `redemption`, `escrow`, `expiry` or `pending`.
    account: String,
    /// The owner of a member's account, or the member for whom points are pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<MemberBrief>,
    /// Signed.
    points: i64,
    /// The balance of a member's account after the transaction; absent for other accounts, and in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance_after: Option<i64>,
}

/// Totals of the queue of open exchanges.
#[derive(Clone, Copy, Debug, Default, Serialize, utoipa::ToSchema)]
pub struct WaitingRedemptions {
    /// Number of open exchanges.
    count: i64,
    /// Points on hold for them.
    points: i64,
    /// Creation time of the oldest one.
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest: Option<Timestamp>,
}

/// Brief data of a member, for lists.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberBrief {
    #[serde(rename = "_id")]
    id: MemberId,
    pub short_id: ShortId,
    pub first_name: String,
    pub last_name: String,
}

/// A redemption as the admin shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminRedemption)]
pub struct RedemptionView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: RedemptionId,
    redeem_item_snapshot: ItemSnapshot,
    #[schema(required)]
    member: Option<MemberBrief>,
    status: RedemptionStatus,
    points: i64,
    created: Timestamp,
    /// The partner whose counter collects it; absent for any partner.
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<PartnerId>,
    used: bool,
    /// Time of the last opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    opened_at: Option<Timestamp>,
    /// End time of that opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    /// Time when a counter collected it.
    #[serde(skip_serializing_if = "Option::is_none")]
    collected_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wallet_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settled_at: Option<Timestamp>,
    /// The operator's note.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The last day on which a coupon can be opened; absent for no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_by: Option<Day>,
    /// True if the coupon was not opened by that day.
    ended: bool,
    /// The item's worth for a customer at the time of purchase, in HK$.
    #[serde(skip_serializing_if = "Option::is_none")]
    face_value_hkd: Option<Hkd>,
    /// The price that the programme pays for it, at the time of purchase, in HK$.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost_hkd: Option<Hkd>,
}

impl TransactionView {
    /// The points of the first line, without their sign.
    fn moved(&self) -> i64 {
        self.postings.first().map_or(0, |posting| posting.points.abs())
    }
}

/// A transaction with its postings.
pub fn find(read: &Read<'_>, id: TransactionId) -> AppResult<Option<TransactionView>> {
    queries::find(read, id)
}

/// The member whose points a transaction took, if it is one member's.
pub fn giver(read: &Read<'_>, id: TransactionId) -> AppResult<Option<MemberBrief>> {
    let postings = find(read, id)?.map(|view| view.postings).unwrap_or_default();
    Ok(postings.into_iter().find(|posting| posting.points < 0).and_then(|posting| posting.member))
}

/// A transaction with its postings and its details: the award's bill, or the member of staff who moved the points.
fn opened(read: &Read<'_>, id: TransactionId) -> AppResult<TransactionView> {
    let mut view = find(read, id)?.ok_or(NOT_FOUND)?;
    view.award = awards::details(read, id)?;
    view.missed_rules = view.award.as_ref().map(|_| awards::missed_rules(read, id)).transpose()?;
    view.lots = lots::credited(read, id, &view)?;
    view.taken_lots = lots::taken(read, id)?;
    if let Some(member) = view.postings.iter().find_map(|posting| posting.member.as_ref().map(|member| member.id)) {
        view.origin = origin::find(read, member, id)?;
        view.carbon = carbon::entries_of(read, member, id)?;
    }
    let noted = if view.kind == TransactionKind::Adjustment.name() {
        let member = view.postings.iter().find_map(|posting| posting.member.as_ref());
        member.map(|member| ("member.adjust", member.id.to_string()))
    } else {
        view.reverses = queries::original_of(read, id)?;
        view.reverses.as_ref().map(|original| ("transaction.reverse", original.id.to_string()))
    };
    view.reversed_by = queries::reversal_of(read, id)?;
    if let Some((action, target)) = noted {
        view.by = origin::moved_by(read, action, target, view.created)?;
    }
    let value = settings::point_values(read)?.on(Day::of(view.created));
    view.point_value_hkd = Some(value).filter(|value| *value != PointsRate::ZERO);
    view.worth_hkd = view.point_value_hkd.and_then(|value| value.worth_of(view.moved()));
    view.events = events::of(read, &view)?;
    view.seal = events::seal(read, id)?;
    view.nearby = Some(nearby::of(read, &view)?);
    Ok(view)
}

/// Brief data of a member, for lists.
pub fn brief(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberBrief>> {
    Ok(members::find(read, id)?.map(|member| MemberBrief {
        id,
        short_id: member.short_id,
        first_name: member.first_name,
        last_name: member.last_name,
    }))
}

pub fn redemption_view(read: &Read<'_>, record: RedemptionRecord) -> AppResult<RedemptionView> {
    Ok(RedemptionView {
        used: record.is_used(read.now()),
        ended: record.has_ended(read.now()),
        use_by: record.last_day(),
        face_value_hkd: record.face_value,
        cost_hkd: record.cost,
        member: brief(read, record.member)?,
        id: record.id,
        redeem_item_snapshot: record.item,
        status: record.status,
        points: record.points,
        created: record.created,
        partner: record.partner,
        opened_at: record.opened_at,
        expires_at: record.expires_at,
        collected_at: record.collected_at,
        wallet_address: record.wallet_address,
        settled_at: record.settled_at,
        note: record.note,
    })
}

/// The postings of a transaction, from the journal's text column: `account:points account:points`. Balances are read for
/// the transaction with that sequence number.
fn postings(read: &Read<'_>, lines: &str, award_seq: i64, balances_of: Option<i64>) -> AppResult<Vec<PostingView>> {
    let parse = |line: &str| {
        let (account, points) = line.split_once(':')?;
        Some((account.parse::<i64>().ok()?, points.parse::<i64>().ok()?))
    };
    let view = |line: &str| {
        let (number, points) = parse(line).ok_or_else(|| anyhow::anyhow!("a journal line reads {line:?}"))?;
        let (account, owner) =
            queries::account(read, number)?.ok_or_else(|| anyhow::anyhow!("account {number} is missing"))?;
        let balance_after = match balances_of.filter(|_| owner.is_some()) {
            Some(seq) => queries::balance_after(read, number, seq)?,
            None => None,
        };
        let owner = match owner {
            None if account == PENDING => ledger::pending_owner(read, award_seq)?,
            owner => owner,
        };
        let member = match owner {
            Some(id) => brief(read, id)?,
            None => None,
        };
        Ok(PostingView { account, member, points, balance_after })
    };
    lines.split(' ').map(view).collect()
}

/// The redemptions that match, after the given one.
fn list_redemptions(
    read: &Read<'_>,
    wanted: &RedemptionFilter,
    after: Option<RedemptionId>,
    limit: i64,
) -> AppResult<Vec<RedemptionView>> {
    let ids = match wanted.only {
        Some(_) if after.is_some() => Vec::new(),
        Some(id) => vec![id],
        None if wanted.nobody => Vec::new(),
        None => queries::list_redemptions(read, wanted, after, limit)?,
    };
    let view = |id| rewards::find(read, id)?.map(|record| redemption_view(read, record)).transpose();
    ids.into_iter().filter_map(|id| view(id).transpose()).collect()
}
