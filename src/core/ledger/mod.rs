//! The ledger: accounts, transactions and postings. The only code that moves points. No routes.
//!
//! Every movement is balanced, appended and never changed; balances, lots and holds are derived in
//! the same commit, and the hash chain ties each transaction to the one before it.

mod chain;
mod flows;
mod lots;
mod post;
mod queries;
pub mod replay;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, ProblemType};
use crate::platform::store::{Read, Tx};

pub use chain::Link;
pub use flows::{Flow, Sums, flows};
pub use post::{HoldEnd, Posted, end_hold, post, reverse};

/// A member's balance would fall below zero.
pub const INSUFFICIENT_POINTS: ProblemType = ProblemType::new("insufficient_points", 422, "Not enough points");
/// A balance would outgrow what clients can hold exactly.
pub const BALANCE_LIMIT: ProblemType = ProblemType::new("balance_limit", 422, "Balance limit");
/// The transaction has been reversed before.
pub const ALREADY_REVERSED: ProblemType = ProblemType::new("already_reversed", 409, "Already reversed");
/// The transaction is of a kind that has its own way back (holds), or is itself a reversal.
pub const NOT_REVERSIBLE: ProblemType = ProblemType::new("not_reversible", 422, "Not reversible");
/// Points would go back to a member who has left the programme.
pub const MEMBER_LEFT: ProblemType = ProblemType::new("member_left", 422, "The member has left");
/// The hold has been confirmed or returned before.
pub const HOLD_ENDED: ProblemType = ProblemType::new("hold_ended", 409, "Already settled");

/// What a movement is, as histories name it (contract section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Points given to another member; each side sees its own half.
    #[serde(rename = "Transfer")]
    Transfer,
    /// Points for a purchase at a partner.
    #[serde(rename = "Earn")]
    Earn,
    /// Points spent on a coupon, or an exchange's held points spent for good.
    #[serde(rename = "Redeem")]
    Redeem,
    /// Points set aside while an exchange is processed.
    #[serde(rename = "Redeem - Hold")]
    Hold,
    /// Held points given back.
    #[serde(rename = "Redeem - Refund")]
    Refund,
    /// Points for bringing a friend.
    #[serde(rename = "Referral")]
    Referral,
    /// Points for scanning a code.
    #[serde(rename = "Campaign")]
    Campaign,
    /// Points given or taken by an operator.
    #[serde(rename = "Adjustment")]
    Adjustment,
    /// Points that have lapsed.
    #[serde(rename = "Expiry")]
    Expiry,
    /// The opposite of an earlier transaction.
    #[serde(rename = "Reversal")]
    Reversal,
}

impl Kind {
    /// The name that is stored, hashed and (but for transfers) shown.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Transfer => "Transfer",
            Kind::Earn => "Earn",
            Kind::Redeem => "Redeem",
            Kind::Hold => "Redeem - Hold",
            Kind::Refund => "Redeem - Refund",
            Kind::Referral => "Referral",
            Kind::Campaign => "Campaign",
            Kind::Adjustment => "Adjustment",
            Kind::Expiry => "Expiry",
            Kind::Reversal => "Reversal",
        }
    }
}

/// Where points land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(i64);

impl AccountId {
    /// Where points come from when they are issued; its balance is what was ever issued, negative.
    pub const ISSUANCE: AccountId = AccountId(1);
    /// Where spent points end.
    pub const REDEMPTION: AccountId = AccountId(2);
    /// Where points wait while an exchange is processed.
    pub const ESCROW: AccountId = AccountId(3);
    /// Where lapsed points end.
    pub const EXPIRY: AccountId = AccountId(4);

    /// Whether this account's points are held as lots: everybody's but the sources and sinks.
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

/// One signed line of a movement.
#[derive(Clone, Debug)]
pub struct Line {
    /// The account.
    pub account: AccountId,
    /// Signed whole points, never zero.
    pub points: i64,
    /// The other side as this account's owner knows it.
    pub memo: Option<String>,
}

/// What a history shows of a movement: a name and a description in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Snapshot {
    /// A few words.
    pub name: LocalizedText,
    /// One line.
    pub description: LocalizedText,
}

/// What a movement was for; kept with it for good, and part of its hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// What histories show; transfers have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<Snapshot>,
    /// Why an operator did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The partner at whose counter it happened, as its id's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// The redemption that it pays, as its id's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redemption: Option<String>,
}

/// A balanced set of lines that is about to be posted.
#[derive(Clone, Debug)]
pub struct Movement {
    /// What it is.
    pub kind: Kind,
    /// Two or more lines that sum to zero.
    pub lines: Vec<Line>,
    /// What it is for.
    pub details: Details,
    /// When points that it issues lapse; [`Timestamp::NEVER`] for never.
    pub expires_at: Timestamp,
}

impl Movement {
    /// So many points from one account to another.
    pub fn between(kind: Kind, from: AccountId, to: AccountId, points: i64, details: Details) -> Self {
        let line = |account, points| Line { account, points, memo: None };
        Self { kind, lines: vec![line(from, -points), line(to, points)], details, expires_at: Timestamp::NEVER }
    }

    /// Tells each side whom it dealt with: the first line's owner, then the second's.
    pub fn with_memos(mut self, first: String, second: String) -> Self {
        for (line, memo) in self.lines.iter_mut().zip([first, second]) {
            line.memo = Some(memo);
        }
        self
    }
}

/// Opens the account of a new member, with nothing in it.
pub fn open_account(tx: &Tx<'_>, member: MemberId) -> AppResult<AccountId> {
    queries::insert_account(tx, member)
}

/// A member's account and what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// The account.
    pub account: AccountId,
    /// Whole points.
    pub balance: i64,
}

/// The account of a member with its balance. Every member has one from the start.
pub fn purse_of(read: &Read<'_>, member: MemberId) -> AppResult<Purse> {
    queries::purse_of(read, member)?.ok_or_else(|| anyhow::anyhow!("the member {member} has no account").into())
}

/// The account of a member.
pub fn account_of(read: &Read<'_>, member: MemberId) -> AppResult<AccountId> {
    Ok(purse_of(read, member)?.account)
}

/// A member's balance, in whole points.
pub fn balance_of(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    Ok(purse_of(read, member)?.balance)
}

/// One line of a member's history, newest first in lists.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its place in the ledger; lists are cut by it.
    pub seq: i64,
    /// The transaction.
    pub id: TransactionId,
    /// The kind's stored name.
    pub kind: String,
    /// Signed points of this account.
    pub points: i64,
    /// The balance right after it.
    pub balance_after: i64,
    /// When.
    pub created: Timestamp,
    /// The other side, where there is one and it is still known.
    pub memo: Option<String>,
    /// What it was for.
    pub details: Details,
}

/// A member's entries before a place in the ledger (`i64::MAX` for the newest), newest first.
pub fn entries(read: &Read<'_>, member: MemberId, before_seq: i64, limit: i64) -> AppResult<Vec<Entry>> {
    queries::entries(read, account_of(read, member)?, before_seq, limit)
}

/// Forgets by what names a member and those they dealt with knew each other. The movements stay.
pub fn forget_names(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    for (seq, lines) in queries::named_movements(tx, account_of(tx, member)?)? {
        // By the journal, which names both sides: a search of all postings would hold up the writer.
        let lines =
            chain::read_lines(&lines).ok_or_else(|| anyhow::anyhow!("transaction {seq} has unreadable lines"))?;
        for (account, _) in lines {
            queries::empty_memo(tx, account, seq)?;
        }
    }
    Ok(())
}

/// When the newest transaction was posted.
pub fn newest_moment(read: &Read<'_>) -> AppResult<Option<Timestamp>> {
    queries::newest_moment(read)
}

/// Where a transaction stands in the ledger; `None` when there is no such transaction.
pub fn place_of(read: &Read<'_>, id: TransactionId) -> AppResult<Option<i64>> {
    Ok(queries::find(read, id)?.map(|found| found.seq))
}
