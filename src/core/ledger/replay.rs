//! Ledger replay: recomputes every sum, balance, lot, hold and hash from the journal and compares them with the
//! tables. Reports the first difference.

use std::collections::{BTreeMap, HashMap};

use super::chain::{self, HashedTransaction};
use super::digest::line_digest;
use super::lots::{self, LotPart};
use super::queries::{compare_holds, compare_pending};
use super::{AccountId, Details, TransactionKind};
use crate::base::clock::Timestamp;
use crate::base::id::TransactionId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// Totals of a consistent ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct LedgerSummary {
    /// Transactions replayed.
    pub transactions: i64,
    /// Accounts compared.
    pub accounts: i64,
    /// Points held by members, in escrow and pending.
    pub outstanding: i64,
    /// Holds that are open.
    pub open_holds: i64,
    /// The newest hash, in hexadecimal; empty for an empty ledger.
    pub head: String,
}

/// The state of one account according to the journal.
#[derive(Default)]
struct Account {
    balance: i64,
    /// A sum over the account's lines, independent of their order, to compare with its postings.
    digest: u64,
    /// Open lots in spending order.
    lots: OpenLots,
}

/// Points by end, time of earning, and sequence number of the crediting transaction.
type OpenLots = BTreeMap<(Timestamp, Timestamp, i64), i64>;

#[derive(Default)]
struct ReplayedLedger {
    accounts: HashMap<AccountId, Account>,
    open_holds: HashMap<i64, (AccountId, i64)>,
    ended_holds: usize,
}

struct JournalRow {
    seq: i64,
    id: TransactionId,
    kind: String,
    created: Timestamp,
    lines: String,
    expires_at: Option<Timestamp>,
    details: Option<String>,
    reverses_seq: Option<i64>,
    hash: [u8; 32],
}

type ReplayResult<T> = Result<T, String>;

/// Replays the ledger in the snapshot of `read`. The inner `Err` is a sentence that names the first difference.
pub fn replay(read: &Read<'_>) -> AppResult<ReplayResult<LedgerSummary>> {
    let mut replayed = ReplayedLedger::default();
    let mut summary = LedgerSummary::default();
    let mut previous = chain::GENESIS;
    let mut result = Ok(());
    let ends: HashMap<i64, i64> = read
        .all("select seq, ended_by_seq from hold where ended_by_seq is not null", params! {}, |row| {
            Ok((row.get("ended_by_seq")?, row.get("seq")?))
        })?
        .into_iter()
        .collect();
    let sql = "select seq, id, kind, created_at_ms, lines, expires_at_ms, details, reverses_seq, hash
               from ledger_transaction order by seq";
    read.each(sql, params! {}, |row| {
        if result.is_err() {
            return Ok(());
        }
        let journal = JournalRow {
            seq: row.get("seq")?,
            id: row.get("id")?,
            kind: row.get("kind")?,
            created: row.get("created_at_ms")?,
            lines: row.get("lines")?,
            expires_at: row.get("expires_at_ms")?,
            details: row.get("details")?,
            reverses_seq: row.get("reverses_seq")?,
            hash: row.get("hash")?,
        };
        summary.transactions += 1;
        result = replayed.check_link(&journal, summary.transactions, previous).and_then(|lines| {
            replayed
                .apply(&journal, &lines, ends.get(&journal.seq).copied())
                .map_err(|why| format!("{}: {why}", journal.name()))
        });
        previous = journal.hash;
        Ok(())
    })?;
    if let Err(wrong) = result.and(compare(read, &replayed, &mut summary)?) {
        return Ok(Err(wrong));
    }
    if summary.transactions > 0 {
        summary.head = previous.iter().map(|byte| format!("{byte:02x}")).collect();
    }
    Ok(Ok(summary))
}

impl JournalRow {
    fn name(&self) -> String {
        format!("transaction {} (number {})", self.id, self.seq)
    }

    /// The kind, as far as it decides how points arrive.
    fn kind_of_arrival(&self) -> TransactionKind {
        let special = [TransactionKind::Transfer, TransactionKind::Release];
        special.into_iter().find(|kind| self.kind == kind.name()).unwrap_or(TransactionKind::Earn)
    }

    /// The lots that its details name.
    fn named_lots(&self) -> ReplayResult<Option<Vec<LotPart>>> {
        let names_lots = self.details.as_deref().filter(|details| details.contains("\"lots\""));
        let Some(details) = names_lots else { return Ok(None) };
        let details: Details = serde_json::from_str(details).map_err(|_| "its details are unreadable")?;
        let read = |text: String| lots::read(&text).ok_or("its lots are unreadable");
        Ok(details.lots.map(read).transpose()?)
    }
}

impl ReplayedLedger {
    fn check_link(
        &self,
        row: &JournalRow,
        expected_seq: i64,
        previous: [u8; 32],
    ) -> ReplayResult<Vec<(AccountId, i64)>> {
        if row.seq != expected_seq {
            return Err(format!("transaction number {expected_seq} is missing before {}", row.name()));
        }
        let link = HashedTransaction {
            previous,
            seq: row.seq,
            id: row.id,
            kind: &row.kind,
            created: row.created,
            lines: &row.lines,
            expires_at: row.expires_at,
            details: row.details.as_deref(),
            reverses_seq: row.reverses_seq,
        };
        if link.hash() != row.hash {
            return Err(format!("{} does not match its hash: it, or the order before it, was changed", row.name()));
        }
        let lines = chain::read_lines(&row.lines).ok_or_else(|| format!("{} has unreadable lines", row.name()))?;
        if lines.iter().map(|(_, points)| i128::from(*points)).sum::<i128>() != 0 {
            return Err(format!("{} does not sum to zero", row.name()));
        }
        Ok(lines)
    }

    fn apply(&mut self, row: &JournalRow, lines: &[(AccountId, i64)], ends_hold: Option<i64>) -> ReplayResult<()> {
        let mut taken = Vec::new();
        for &(account, points) in lines.iter().filter(|(_, points)| *points < 0) {
            self.record(row, account, points)?;
            if account.holds_lots() {
                taken.extend(self.take(row, account, -points, ends_hold)?);
            } else {
                let expires_at = row.expires_at.unwrap_or(Timestamp::NEVER);
                taken.push(LotPart::issued(-points, row.created, expires_at));
            }
            if row.kind == TransactionKind::Hold.name() {
                self.open_holds.insert(row.seq, (account, -points));
            }
        }
        let mut pieces = arriving(row, lines, taken)?;
        for &(account, points) in lines.iter().filter(|(_, points)| *points > 0) {
            self.record(row, account, points)?;
            let arriving = lots::split_off(&mut pieces, points);
            if account.holds_lots() {
                let lots = &mut self.accounts.entry(account).or_default().lots;
                for piece in arriving {
                    let seq = lots::credited_by((row.kind_of_arrival(), row.seq), &piece);
                    *lots.entry((piece.ends_at, piece.earned_at, seq)).or_default() += piece.points;
                }
            }
        }
        if let Some(hold) = ends_hold {
            self.open_holds.remove(&hold).ok_or_else(|| format!("it ends hold {hold}, which is not open"))?;
            self.ended_holds += 1;
        }
        Ok(())
    }

    fn record(&mut self, row: &JournalRow, id: AccountId, points: i64) -> ReplayResult<()> {
        let account = self.accounts.entry(id).or_default();
        account.balance = account.balance.checked_add(points).ok_or("a balance overflows")?;
        account.digest = account.digest.wrapping_add(line_digest(row.seq, points, &row.kind, row.created));
        if account.balance < 0 && id != AccountId::ISSUANCE {
            return Err(format!("account {} falls to {}", id.get(), account.balance));
        }
        Ok(())
    }

    /// Takes lots from the model in the same order as posting does.
    fn take(
        &mut self,
        row: &JournalRow,
        id: AccountId,
        points: i64,
        ends_hold: Option<i64>,
    ) -> ReplayResult<Vec<LotPart>> {
        let lots = &mut self.accounts.entry(id).or_default().lots;
        let by_name = [TransactionKind::Expiry, TransactionKind::Release].iter().any(|kind| row.kind == kind.name());
        if by_name && let Some(named) = row.named_lots()? {
            let took = |part: &LotPart| take_part(lots, (part.expires_at, part.earned_at, part.seq), part.points);
            return named.iter().map(took).collect();
        }
        let mut wanted = points;
        let mut pieces = Vec::new();
        let mut first_of = row.reverses_seq;
        while wanted > 0 {
            let next = match (ends_hold, first_of) {
                (Some(seq), _) | (None, Some(seq)) => lots.iter().find(|((_, _, by), _)| *by == seq),
                (None, None) => lots.iter().next(),
            };
            let Some((key, left)) = next.map(|(key, left)| (*key, *left)) else {
                if ends_hold.is_none() && first_of.take().is_some() {
                    continue;
                }
                return Err("its points are in no lot".to_owned());
            };
            pieces.push(take_part(lots, key, left.min(wanted))?);
            wanted -= left.min(wanted);
        }
        Ok(pieces)
    }
}

/// Takes points from one open lot of the model.
fn take_part(lots: &mut OpenLots, key: (Timestamp, Timestamp, i64), points: i64) -> ReplayResult<LotPart> {
    let left = lots.get_mut(&key).ok_or("its points are in no lot")?;
    *left -= points;
    match *left {
        0 => drop(lots.remove(&key)),
        1.. => {}
        _ => return Err("it takes more than its lot has".to_owned()),
    }
    let (expires_at, earned_at, seq) = key;
    Ok(LotPart { seq, expires_at, earned_at, points, ends_at: expires_at })
}

/// The lots that arrive: those that were taken, or those that a reversal names.
fn arriving(row: &JournalRow, lines: &[(AccountId, i64)], taken: Vec<LotPart>) -> ReplayResult<Vec<LotPart>> {
    let named = row.named_lots()?;
    if row.reverses_seq.is_some() {
        let mut gives = named.unwrap_or_default();
        let given: i64 = gives.iter().map(|part| part.points).sum();
        let moved: i64 = lines.iter().map(|(_, points)| points.max(&0)).sum();
        if moved > given {
            gives.push(LotPart::issued(moved - given, row.created, Timestamp::NEVER));
        }
        return Ok(gives);
    }
    let mut pieces = taken;
    if let Some(named) = named {
        let stored = |part: &LotPart| (part.seq, part.expires_at, part.earned_at, part.points);
        if !named.iter().map(stored).eq(pieces.iter().map(stored)) {
            return Err("it names other lots than it took".to_owned());
        }
        if named.iter().any(|part| part.ends_at < part.expires_at) {
            return Err("a lot of it ends earlier than before".to_owned());
        }
        pieces = named;
    }
    Ok(lots::on_arrival(row.kind_of_arrival(), pieces, row.created))
}

fn compare(read: &Read<'_>, replayed: &ReplayedLedger, summary: &mut LedgerSummary) -> AppResult<ReplayResult<()>> {
    let pending = replayed.accounts.get(&AccountId::PENDING).into_iter().flat_map(|account| &account.lots);
    let pending = pending.map(|((_, _, seq), points)| (*seq, *points));
    let checks = [
        compare_postings(read, replayed)?,
        compare_lots(read, replayed)?,
        compare_holds(read, &replayed.open_holds, replayed.ended_holds)?,
        compare_pending(read, pending)?,
    ];
    let mut result = checks.into_iter().collect::<ReplayResult<()>>();
    let mut total = 0;
    read.each("select id, balance from account order by id", params! {}, |row| {
        let id = AccountId::from_row(row.get("id")?);
        let cached: i64 = row.get("balance")?;
        let derived = replayed.accounts.get(&id).map_or(0, |account| account.balance);
        if cached != derived && result.is_ok() {
            result = Err(format!("account {} shows {cached} points, and its postings make {derived}", id.get()));
        }
        summary.accounts += 1;
        total += cached;
        if id.holds_lots() {
            summary.outstanding += cached;
        }
        Ok(())
    })?;
    summary.open_holds = i64::try_from(replayed.open_holds.len()).unwrap_or(i64::MAX);
    if total != 0 && result.is_ok() {
        result = Err(format!("all accounts together make {total} instead of zero"));
    }
    Ok(result)
}

fn compare_postings(read: &Read<'_>, replayed: &ReplayedLedger) -> AppResult<ReplayResult<()>> {
    let mut result = Ok(());
    let mut running: HashMap<AccountId, (i64, u64)> = HashMap::new();
    let sql =
        "select account_id, seq, points, balance_after, kind, created_at_ms from posting order by account_id, seq";
    read.each(sql, params! {}, |row| {
        let id = AccountId::from_row(row.get("account_id")?);
        let (seq, points, after): (i64, i64, i64) = (row.get("seq")?, row.get("points")?, row.get("balance_after")?);
        let (balance, digest) = running.entry(id).or_default();
        *balance = balance.wrapping_add(points);
        *digest = digest.wrapping_add(line_digest(seq, points, &row.get::<String>("kind")?, row.get("created_at_ms")?));
        if *balance != after && result.is_ok() {
            result = Err(format!(
                "the posting of transaction number {seq} shows {after} points on account {}, and {balance} are right",
                id.get()
            ));
        }
        Ok(())
    })?;
    for (id, account) in &replayed.accounts {
        if running.remove(id).unwrap_or_default().1 != account.digest && result.is_ok() {
            result = Err(match odd_posting(read, *id)? {
                Some(seq) => {
                    format!("the posting of transaction number {seq} on account {} has another kind or time", id.get())
                }
                None => format!("the postings of account {} are not the lines of the journal", id.get()),
            });
        }
    }
    if let Some(id) = running.keys().next()
        && result.is_ok()
    {
        result = Err(format!("account {} has postings that the journal lacks", id.get()));
    }
    Ok(result)
}

/// The first posting whose kind or time differs from the journal. Only called for an account that is known to be
/// wrong, so that a consistent ledger is read once.
fn odd_posting(read: &Read<'_>, id: AccountId) -> AppResult<Option<i64>> {
    let sql = "select posting.seq from posting join ledger_transaction using (seq) where account_id = :account
               and (posting.kind <> ledger_transaction.kind or posting.created_at_ms <> ledger_transaction.created_at_ms)
               order by posting.seq limit 1";
    read.one(sql, params! { ":account": id.get() }, |row| row.get("seq"))
}

fn compare_lots(read: &Read<'_>, replayed: &ReplayedLedger) -> AppResult<ReplayResult<()>> {
    let mut result = Ok(());
    let mut seen = 0;
    let sql = "select account_id, seq, expires_at_ms, earned_at_ms, remaining from lot where spent = 0";
    read.each(sql, params! {}, |row| {
        let id = AccountId::from_row(row.get("account_id")?);
        let key = (row.get("expires_at_ms")?, row.get("earned_at_ms")?, row.get("seq")?);
        let remaining: i64 = row.get("remaining")?;
        let derived = replayed.accounts.get(&id).and_then(|account| account.lots.get(&key)).copied().unwrap_or(0);
        seen += 1;
        if derived != remaining && result.is_ok() {
            result = Err(format!(
                "account {} has a lot of {remaining} points from transaction number {}, and {derived} are right",
                id.get(),
                key.2
            ));
        }
        Ok(())
    })?;
    let expected: usize = replayed.accounts.values().map(|account| account.lots.len()).sum();
    if seen != expected && result.is_ok() {
        result = Err(format!("there are {seen} open lots, and {expected} are right"));
    }
    Ok(result)
}
