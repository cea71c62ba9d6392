//! The ledger: accounts, transactions and postings. Only this module moves points. It has no routes.
//!
//! Every transaction is balanced, appended and never changed. Balances, lots and holds are derived in the same
//! commit, and the hash chain links each transaction to the one before it.

mod afterwards;
mod chain;
mod departures;
mod digest;
mod earned;
mod ending;
mod flows;
mod lots;
mod pending;
mod periods;
mod post;
mod queries;
pub mod replay;
mod reversed_award;
mod traced;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, ProblemType};
use crate::base::transaction_number::TypedNumber;
use crate::platform::store::{Read, Tx, stored_names};

pub use afterwards::{EndedHold, FollowUp, PendingDay, Seal, hold_end, pending_days, seal};
pub use chain::HashedTransaction;
pub use departures::{Departure, each_departure, next_account};
pub use earned::{EarnLine, EarnLineKind, earn_lines, parts};
pub use ending::{
    EndingLot, account_with_ended_lot, accounts_with_ending_lots, bring_back, each_ending_lot, ending_lots, expire,
    held_by_members, last_active,
};
pub use flows::{Flow, MemberTransfer, ReversedFlow, Sums, flows, reversals_in, transfers_since};
pub use pending::{
    DuePending, PendingAward, PendingPart, WaitingEntry, award_of, due_pending, lapse_pending, member_of, move_pending,
    pending_before, pending_of, pending_owner, post_award, release, waiting_entries,
};
pub use periods::{AccountPeriod, account_in, head_before};
pub use post::{HoldEnd, Posted, end_hold, post, reverse};
pub use traced::{CreditedLot, TakenLot, lots_credited, lots_taken};

/// A member's balance would fall below zero.
pub const INSUFFICIENT_POINTS: ProblemType = ProblemType::new("insufficient_points", 422, "Not enough points");
/// A balance would exceed the largest integer that clients can represent exactly.
pub const BALANCE_LIMIT: ProblemType = ProblemType::new("balance_limit", 422, "Balance limit");
/// The transaction has already been reversed.
pub const ALREADY_REVERSED: ProblemType = ProblemType::new("already_reversed", 409, "Already reversed");
/// The member has spent the points that a reversal would take.
pub const POINTS_ALREADY_SPENT: ProblemType = ProblemType::new("points_already_spent", 409, "Points already spent");
/// The transaction cannot be reversed: it belongs to a hold, which ends by its own call, or is itself a reversal or the
/// release of pending points.
pub const NOT_REVERSIBLE: ProblemType = ProblemType::new("not_reversible", 422, "Not reversible");
/// Points would return to a member who has left the programme.
pub const MEMBER_LEFT: ProblemType = ProblemType::new("member_left", 422, "The member has left");
/// The hold has already been confirmed or returned.
pub const HOLD_ENDED: ProblemType = ProblemType::new("hold_ended", 409, "Already settled");

/// The kind of a transaction, as histories name it (contract section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TransactionKind {
    /// Points given to another member; each side sees its own posting.
    #[serde(rename = "Transfer")]
    Transfer,
    /// Points for a purchase at a partner.
    #[serde(rename = "Earn")]
    Earn,
    /// Points spent on a coupon, or held points of an exchange that are spent when it is confirmed.
    #[serde(rename = "Redeem")]
    Redeem,
    /// Points set aside while an exchange is processed.
    #[serde(rename = "Redeem - Hold")]
    Hold,
    /// Held points that are returned.
    #[serde(rename = "Redeem - Refund")]
    Refund,
    /// Points of an earlier purchase that were pending until now. Histories of members name it `Earn`.
    #[serde(rename = "Earn - Release")]
    Release,
    /// Points for referring a friend.
    #[serde(rename = "Referral")]
    Referral,
    /// Points for scanning a code.
    #[serde(rename = "Campaign")]
    Campaign,
    /// Points added or removed by an operator.
    #[serde(rename = "Adjustment")]
    Adjustment,
    /// Points that have expired.
    #[serde(rename = "Expiry")]
    Expiry,
    /// The opposite of an earlier transaction.
    #[serde(rename = "Reversal")]
    Reversal,
}
stored_names! {
    TransactionKind {
        Transfer = "Transfer", Earn = "Earn", Release = "Earn - Release", Redeem = "Redeem", Hold = "Redeem - Hold",
        Refund = "Redeem - Refund", Referral = "Referral", Campaign = "Campaign", Adjustment = "Adjustment",
        Expiry = "Expiry", Reversal = "Reversal",
    }
}

/// The id of a ledger account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(i64);

impl AccountId {
    /// Holds points of purchases until the day on which they are released to their members.
    pub const PENDING: AccountId = AccountId(0);
    /// The source of issued points. Its balance is minus the total ever issued.
    pub const ISSUANCE: AccountId = AccountId(1);
    /// The destination of spent points.
    pub const REDEMPTION: AccountId = AccountId(2);
    /// Holds points while an exchange is processed.
    pub const ESCROW: AccountId = AccountId(3);
    /// The destination of expired points.
    pub const EXPIRY: AccountId = AccountId(4);

    /// Whether the account's points are held as lots: true for all accounts except sources and sinks.
    pub fn holds_lots(self) -> bool {
        !matches!(self, AccountId::ISSUANCE | AccountId::REDEMPTION | AccountId::EXPIRY)
    }

    /// The row number.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// From the row number.
    pub const fn from_row(id: i64) -> Self {
        Self(id)
    }
}

/// The end of the hash chain: its newest transaction, or the newest one before a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainHead {
    /// The sequence number; 0 for an empty ledger.
    pub seq: i64,
    /// The hash; 32 zero bytes for an empty ledger.
    pub hash: [u8; 32],
}

impl ChainHead {
    /// The hash in hexadecimal.
    pub fn hex(&self) -> String {
        self.hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The newest transaction of the chain.
pub fn chain_head(read: &Read<'_>) -> AppResult<ChainHead> {
    Ok(queries::chain_head(read)?.unwrap_or(ChainHead { seq: 0, hash: chain::GENESIS }))
}

/// A signed line of a transaction.
#[derive(Clone, Debug)]
pub struct Posting {
    /// The account.
    pub account: AccountId,
    /// Signed whole points, never zero.
    pub points: i64,
    /// The other party, as shown to the owner of this account.
    pub memo: Option<String>,
}

/// The text that histories show for a transaction: a name and a description in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = Snapshot)]
pub struct TransactionText {
    /// A few words.
    pub name: LocalizedText,
    /// The description, in one line.
    pub description: LocalizedText,
}

/// The reason of a transaction. Stored permanently and covered by its hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// The text for histories; transfers have no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<TransactionText>,
    /// The operator's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The partner at whose counter the transaction happened, as id text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// The redemption that the transaction pays for, as id text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redemption: Option<String>,
    /// The parts of the points for a purchase, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<EarnLine>,
    /// The earning rules that gave no points and let those of the purchase wait, each with its day.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub delays: Vec<EarnLine>,
    /// The award whose pending points it releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub releases: Option<TransactionId>,
    /// The lots that it takes where one of them has an end, and those that a reversal gives back. With them, a reversal
    /// returns exactly the lots that were spent. Pending points are always named. The ledger sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lots: Option<String>,
}

/// A balanced set of lines to post.
#[derive(Clone, Debug)]
pub struct NewPostings {
    /// The kind.
    pub kind: TransactionKind,
    /// Two or more lines that sum to zero.
    pub lines: Vec<Posting>,
    /// The reason of the transaction.
    pub details: Details,
    /// The end of the issued points; [`Timestamp::NEVER`] for the end by the policy in force.
    pub expires_at: Timestamp,
}

impl NewPostings {
    /// Moves `points` from one account to another.
    pub fn between(kind: TransactionKind, from: AccountId, to: AccountId, points: i64, details: Details) -> Self {
        let line = |account, points| Posting { account, points, memo: None };
        Self { kind, lines: vec![line(from, -points), line(to, points)], details, expires_at: Timestamp::NEVER }
    }

    /// Names the other party on each line: `first` on the first line, `second` on the second.
    pub fn with_memos(mut self, first: String, second: String) -> Self {
        for (line, memo) in self.lines.iter_mut().zip([first, second]) {
            line.memo = Some(memo);
        }
        self
    }
}

/// Opens the empty account of a new member.
pub fn open_account(tx: &Tx<'_>, member: MemberId) -> AppResult<AccountId> {
    queries::insert_account(tx, member)
}

/// A member's account and its balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberAccount {
    /// The account.
    pub account: AccountId,
    /// Whole points.
    pub balance: i64,
}

/// The account of a member with its balance. Every member has an account from the start.
pub fn member_account(read: &Read<'_>, member: MemberId) -> AppResult<MemberAccount> {
    queries::member_account(read, member)?.ok_or_else(|| anyhow::anyhow!("the member {member} has no account").into())
}

/// The account of a member.
pub fn account_of(read: &Read<'_>, member: MemberId) -> AppResult<AccountId> {
    Ok(member_account(read, member)?.account)
}

/// A member's balance, in whole points.
pub fn balance_of(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    Ok(member_account(read, member)?.balance)
}

/// A line of a member's history. Lists begin with the newest line.
#[derive(Clone, Debug)]
pub struct LedgerEntry {
    /// The transaction's sequence number in the ledger, used as page cursor.
    pub seq: i64,
    /// The transaction.
    pub id: TransactionId,
    /// The kind.
    pub kind: TransactionKind,
    /// Signed points of this account.
    pub points: i64,
    /// The account's balance after this transaction.
    pub balance_after: i64,
    /// The time at which the transaction was posted.
    pub created: Timestamp,
    /// The other party, if there is one and its name is still stored.
    pub memo: Option<String>,
    /// The reason of the transaction.
    pub details: Details,
}

/// A member's entries before a sequence number (`i64::MAX` for the newest), newest first.
pub fn entries(read: &Read<'_>, member: MemberId, before_seq: i64, limit: i64) -> AppResult<Vec<LedgerEntry>> {
    queries::entries(read, member, before_seq, limit)
}

/// The transactions with that short number: one, unless the day has more than a million transactions.
pub fn numbered(read: &Read<'_>, number: TypedNumber) -> AppResult<Vec<TransactionId>> {
    let day = (number.day.start(), number.day.plus(1).start());
    let mut found = Vec::new();
    for seq in number.sequence_numbers(queries::latest_seq(read)?) {
        found.extend(queries::posted_within(read, seq, day)?);
    }
    Ok(found)
}

/// Deletes the memos that name a member, and the memos by which the member knew others. The transactions stay.
pub fn forget_names(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    for (seq, lines) in queries::named_movements(tx, account_of(tx, member)?)? {
        // Finds the postings by the journal, which names both sides. A search over all postings would block the
        // writer.
        let lines =
            chain::read_lines(&lines).ok_or_else(|| anyhow::anyhow!("transaction {seq} has unreadable lines"))?;
        for (account, _) in lines {
            queries::empty_memo(tx, account, seq)?;
        }
    }
    Ok(())
}

/// The time at which the newest transaction was posted.
pub fn newest_moment(read: &Read<'_>) -> AppResult<Option<Timestamp>> {
    queries::newest_moment(read)
}

/// The sequence number of a transaction; `None` if the transaction does not exist.
pub fn place_of(read: &Read<'_>, id: TransactionId) -> AppResult<Option<i64>> {
    Ok(queries::find(read, id)?.map(|found| found.seq))
}
