//! A member's statement: all transactions of their points, as the points screen shows them, and a signed statement of
//! each month.

mod anchor;
mod check;
mod http;
mod pdf;
mod queries;
mod receipt;
mod second_line;
mod signed;
mod signing_keys;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{PartnerId, TransactionId};
use crate::base::messages;
use crate::base::points::{Hkd, Measure};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger::{EarnLine, LedgerEntry, TransactionKind, TransactionText, WaitingEntry};

pub use anchor::{anchor_daily, is_anchor_logged};
pub use check::{StatementFault, TrustedKeys, check_file};
pub use http::routes;
pub use second_line::second_line;
pub use signed::{MonthStatement, StatementCarbon, StatementExpiring};
pub use signing_keys::{PublishedKeys, published, rotate, signing_key};

/// A stored key pair that signs statements.
struct StoredKey {
    id: String,
    public_key: [u8; 32],
    sealed: Vec<u8>,
    created: Timestamp,
}

/// A transaction on a member's account.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Transaction {
    /// Transaction id; ids sort by creation time.
    #[serde(rename = "_id")]
    object_id: TransactionId,
    /// The same id.
    id: TransactionId,
    /// The short number, which staff find it by.
    number: TransactionNumber,
    /// One of `Transfer - Debit`, `Transfer - Credit`, `Earn`, `Redeem`, `Redeem - Hold`,
    /// `Redeem - Refund`, `Referral`, `Campaign`, `Adjustment`, `Expiry`, `Reversal`.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: &'static str,
    /// Signed whole points.
    points: i64,
    /// The time at which it was posted.
    created: Timestamp,
    /// The balance after it.
    balance_after: i64,
    /// The transaction's description in every language; absent for transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    item_snapshot: Option<TransactionText>,
    /// The other side of a transfer: the text that the sender typed, or the sender's short id.
    #[serde(skip_serializing_if = "Option::is_none")]
    counterparty: Option<String>,
    /// The parts of the points for a purchase, if there are several: by the partner's rates first, then by each
    /// earning rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    lines: Vec<EarnLine>,
    /// The points of a purchase that all wait until the time for returns is over: they are neither in `points` nor in
    /// the balance. Once they are released, another transaction takes the place of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_points: Option<i64>,
    /// The day on which they, or the first of them, are released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_until: Option<Day>,
}

/// A transaction with the further details of its receipt.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionReceipt {
    #[serde(flatten)]
    transaction: Transaction,
    /// The purchase that gave the points, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    purchase: Option<ReceiptPurchase>,
    /// The last day on which the points can be spent, or the first of these days. Absent for points that never expire,
    /// are spent or still wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<Day>,
    /// The day on which the points were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back: Option<Day>,
}

/// The purchase of a receipt.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptPurchase {
    /// The partner.
    partner_id: PartnerId,
    /// The day of the award in Hong Kong.
    day: Day,
    /// The amount of the bill.
    amount_hkd: Hkd,
    /// The number of the partner's receipt, if it was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    /// Grams of CO2e that the purchase saved; 0 once it is taken back. Absent while the programme does not count carbon.
    #[serde(skip_serializing_if = "Option::is_none")]
    carbon_grams: Option<Measure>,
}

impl From<WaitingEntry> for Transaction {
    fn from(WaitingEntry { entry, points, day }: WaitingEntry) -> Self {
        Self { pending_points: Some(points), pending_until: Some(day), ..Self::from(entry) }
    }
}

impl From<LedgerEntry> for Transaction {
    fn from(entry: LedgerEntry) -> Self {
        let is_transfer = entry.kind == TransactionKind::Transfer;
        let kind = match (is_transfer, entry.points < 0) {
            (true, true) => "Transfer - Debit",
            (true, false) => "Transfer - Credit",
            // The API contract has no type of its own for this kind.
            (false, _) if entry.kind == TransactionKind::Release => TransactionKind::Earn.name(),
            (false, _) => entry.kind.name(),
        };
        // Clients hide a transaction without name and description, so each kind has a default text.
        let item_snapshot =
            if is_transfer { None } else { Some(entry.details.snapshot.unwrap_or_else(|| generic(entry.kind))) };
        Self {
            object_id: entry.id,
            id: entry.id,
            number: TransactionNumber::of(entry.seq, entry.created),
            kind,
            points: entry.points,
            created: entry.created,
            balance_after: entry.balance_after,
            item_snapshot,
            counterparty: entry.memo.filter(|_| is_transfer),
            lines: entry.details.lines,
            pending_points: None,
            pending_until: None,
        }
    }
}

fn generic(kind: TransactionKind) -> TransactionText {
    let key = match kind {
        TransactionKind::Earn | TransactionKind::Release => "earn",
        TransactionKind::Redeem => "redeem",
        TransactionKind::Hold => "hold",
        TransactionKind::Refund => "refund",
        TransactionKind::Referral => "referral",
        TransactionKind::Campaign => "campaign",
        TransactionKind::Expiry => "expiry",
        TransactionKind::Reversal => "reversal",
        TransactionKind::Adjustment | TransactionKind::Transfer => "adjustment",
    };
    TransactionText {
        name: messages::localized(&format!("history.{key}.name"), &[]),
        description: messages::localized(&format!("history.{key}.description"), &[]),
    }
}
