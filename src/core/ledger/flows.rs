//! Flows: the effect of each transaction on the programme's totals, for reports.

use super::{AccountId, TransactionKind, chain, queries};
use crate::base::clock::Timestamp;
use crate::base::day::{Day, Period};
use crate::base::id::{PartnerId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Sums of points by destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Number of transactions.
    pub transactions: i64,
    /// Points issued, minus points returned to issuance.
    pub issued: i64,
    /// Points spent.
    pub redeemed: i64,
    /// Points expired.
    pub expired: i64,
    /// Points put on hold, minus points released.
    pub held: i64,
    /// Points transferred between members.
    pub transferred: i64,
    /// Points of purchases that began to wait, minus those that were released or taken back.
    pub pending: i64,
}

impl Sums {
    /// The change of outstanding points: balances of members and open holds. Pending points are issued, but they are not
    /// outstanding until their release.
    pub const fn outstanding(&self) -> i64 {
        self.issued - self.redeemed - self.expired - self.pending
    }

    /// The sum of both.
    pub const fn plus(self, other: Sums) -> Sums {
        Sums {
            transactions: self.transactions + other.transactions,
            issued: self.issued + other.issued,
            redeemed: self.redeemed + other.redeemed,
            expired: self.expired + other.expired,
            held: self.held + other.held,
            transferred: self.transferred + other.transferred,
            pending: self.pending + other.pending,
        }
    }
}

/// A transaction as reports see it.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The transaction's sequence number in the ledger.
    pub seq: i64,
    /// The day on which it was posted.
    pub day: Day,
    /// The partner at whose counter it happened. A reversal has the partner of the transaction that it reverses.
    pub partner: Option<PartnerId>,
    /// The kind's stored name.
    pub kind: String,
    /// The points that it moved.
    pub sums: Sums,
    /// The account of the member who earned, spent or sent points; `None` for gifts that arrive, changes by staff and
    /// whatever the programme does by itself.
    pub active: Option<AccountId>,
}

/// Visits up to `limit` transactions after a sequence number, in ledger order.
pub fn flows(read: &Read<'_>, after: i64, limit: i64, mut visit: impl FnMut(Flow)) -> AppResult<()> {
    queries::each_flow(read, after, limit, |row| {
        visit(flow_of(row)?);
        Ok(())
    })
}

fn flow_of(row: queries::FlowRow) -> AppResult<Flow> {
    let lines = chain::read_lines(&row.lines)
        .ok_or_else(|| anyhow::anyhow!("transaction number {} has unreadable lines", row.seq))?;
    let mut sums = Sums { transactions: 1, ..Sums::default() };
    let mut active = None;
    for (account, points) in lines {
        if account > AccountId::EXPIRY && is_activity(&row.kind, points) {
            active = Some(account);
        }
        match account {
            AccountId::ISSUANCE => sums.issued -= points,
            AccountId::REDEMPTION => sums.redeemed += points,
            AccountId::ESCROW => sums.held += points,
            AccountId::EXPIRY => sums.expired += points,
            AccountId::PENDING => sums.pending += points,
            _ if row.kind == TransactionKind::Transfer.name() => sums.transferred += points.max(0),
            _ => {}
        }
    }
    let partner = row.partner.as_deref().and_then(PartnerId::parse);
    Ok(Flow { seq: row.seq, day: Day::of(row.created), partner, kind: row.kind, sums, active })
}

/// Whether a posting to a member's account counts as activity of the member. Activity is every kind that `last_active`
/// counts. The release of pending points counts too, because those points made no posting to the account before.
fn is_activity(kind: &str, points: i64) -> bool {
    match TransactionKind::from_name(kind) {
        Some(TransactionKind::Transfer) => points < 0,
        Some(
            TransactionKind::Earn
            | TransactionKind::Release
            | TransactionKind::Campaign
            | TransactionKind::Referral
            | TransactionKind::Redeem
            | TransactionKind::Hold,
        ) => true,
        _ => false,
    }
}

/// A transaction that was reversed.
#[derive(Clone, Debug)]
pub struct ReversedFlow {
    /// The kind's stored name.
    pub kind: String,
    /// The day on which it was posted.
    pub day: Day,
}

/// Visits the reversals of a period, each with the transaction that it reverses.
pub fn reversals_in(read: &Read<'_>, period: Period, mut visit: impl FnMut(Flow, ReversedFlow)) -> AppResult<()> {
    queries::each_reversal(read, period, |row, kind, reversed| {
        visit(flow_of(row)?, ReversedFlow { kind, day: Day::of(reversed) });
        Ok(())
    })
}

/// A transfer between two members.
#[derive(Clone, Copy, Debug)]
pub struct MemberTransfer {
    /// The transaction.
    pub id: TransactionId,
    /// The account of the member who sent points.
    pub from: AccountId,
    /// The account of the member who got them.
    pub to: AccountId,
    /// Whole points.
    pub points: i64,
    /// The time at which it was made.
    pub created: Timestamp,
}

/// Visits the transfers since a moment, in ledger order.
pub fn transfers_since(
    read: &Read<'_>,
    since: Timestamp,
    mut visit: impl FnMut(MemberTransfer) -> AppResult<()>,
) -> AppResult<()> {
    queries::each_transfer_since(read, since, |id, created, lines| {
        let lines = chain::read_lines(lines).ok_or_else(|| anyhow::anyhow!("transfer {id} has unreadable lines"))?;
        match *lines.as_slice() {
            [(from, lost), (to, points)] if lost < 0 => visit(MemberTransfer { id, from, to, points, created }),
            [(to, points), (from, _)] => visit(MemberTransfer { id, from, to, points, created }),
            _ => Ok(()),
        }
    })
}
