//! Flows: what each transaction did to the programme as a whole, for reports.

use super::{AccountId, Kind, chain, queries};
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Points by where they went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Transactions that these are the sums of.
    pub transactions: i64,
    /// Issued, less what was taken back.
    pub issued: i64,
    /// Spent for good.
    pub redeemed: i64,
    /// Lapsed.
    pub expired: i64,
    /// Put on hold, less what came off it.
    pub held: i64,
    /// Given from member to member.
    pub transferred: i64,
}

impl Sums {
    /// What members and holds have more.
    pub const fn outstanding(&self) -> i64 {
        self.issued - self.redeemed - self.expired
    }

    /// Both together.
    pub const fn plus(self, other: Sums) -> Sums {
        Sums {
            transactions: self.transactions + other.transactions,
            issued: self.issued + other.issued,
            redeemed: self.redeemed + other.redeemed,
            expired: self.expired + other.expired,
            held: self.held + other.held,
            transferred: self.transferred + other.transferred,
        }
    }
}

/// One transaction as reports see it.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Its place in the ledger.
    pub seq: i64,
    /// Its day.
    pub day: Day,
    /// The partner at whose counter it happened; a reversal's is that of what it undoes.
    pub partner: Option<PartnerId>,
    /// Its kind's stored name.
    pub kind: String,
    /// What it moved.
    pub sums: Sums,
}

/// Visits up to `limit` transactions after a place in the ledger, in its order.
pub fn flows(read: &Read<'_>, after: i64, limit: i64, mut visit: impl FnMut(Flow)) -> AppResult<()> {
    queries::each_flow(read, after, limit, |row| {
        let lines = chain::read_lines(&row.lines)
            .ok_or_else(|| anyhow::anyhow!("transaction number {} has unreadable lines", row.seq))?;
        let mut sums = Sums { transactions: 1, ..Sums::default() };
        for (account, points) in lines {
            match account {
                AccountId::ISSUANCE => sums.issued -= points,
                AccountId::REDEMPTION => sums.redeemed += points,
                AccountId::ESCROW => sums.held += points,
                AccountId::EXPIRY => sums.expired += points,
                _ if row.kind == Kind::Transfer.name() => sums.transferred += points.max(0),
                _ => {}
            }
        }
        let partner = row.partner.as_deref().and_then(PartnerId::parse);
        visit(Flow { seq: row.seq, day: Day::of(row.created), partner, kind: row.kind, sums });
        Ok(())
    })
}
