//! Posting: the only way to move points.

use super::chain::{self, HashedTransaction};
use super::lots::{self, LotPart};
use super::queries::{self, CurrentOwner, NewPosting, NewTransaction};
use super::{
    ALREADY_REVERSED, AccountId, BALANCE_LIMIT, ChainHead, Details, HOLD_ENDED, INSUFFICIENT_POINTS, MEMBER_LEFT,
    NOT_REVERSIBLE, NewPostings, Posting, TransactionKind,
};
use crate::base::clock::Timestamp;
use crate::base::id::TransactionId;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Tx};

/// A transaction that was just appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Its public id.
    pub id: TransactionId,
    /// Its sequence number in the ledger; also the number of the hold that it opens.
    pub seq: i64,
    /// When it was posted.
    pub created: Timestamp,
}

/// How a hold ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldEnd {
    /// The points are spent.
    Confirmed,
    /// The points return to the member.
    Returned,
}

/// The lots from which points are taken.
#[derive(Clone, Copy)]
enum PointsSource {
    /// Lots in spending order.
    SpendingOrder,
    /// The lots that a hold moved to escrow.
    Hold(i64),
}

/// Appends one balanced transaction and updates the balances and lots of its accounts, in whole points.
/// [`TransactionKind::Hold`] also opens a hold. Fails with [`INSUFFICIENT_POINTS`] if a balance would fall below zero, and with
/// [`BALANCE_LIMIT`] if a balance would exceed what clients can represent.
pub fn post(tx: &Tx<'_>, movement: &NewPostings) -> AppResult<Posted> {
    let posted = append(tx, movement, PointsSource::SpendingOrder, None)?;
    if movement.kind == TransactionKind::Hold {
        let held = movement.lines.iter().find(|line| line.points < 0).expect("a hold debits an account");
        queries::insert_hold(tx, posted.seq, held.account, -held.points)?;
    }
    Ok(posted)
}

/// Ends a hold, once: its points are spent, or return with their original age. Fails with `not_found` if there is no
/// such hold, and with [`HOLD_ENDED`] if it has ended.
pub fn end_hold(tx: &Tx<'_>, hold_seq: i64, end: HoldEnd, details: Details) -> AppResult<Posted> {
    let (owner, points, open) = queries::find_hold(tx, hold_seq)?.ok_or(NOT_FOUND)?;
    if !open {
        return Err(HOLD_ENDED.into());
    }
    let (kind, to, status) = match end {
        HoldEnd::Confirmed => (TransactionKind::Redeem, AccountId::REDEMPTION, "confirmed"),
        HoldEnd::Returned => (TransactionKind::Refund, owner, "returned"),
    };
    let movement = NewPostings::between(kind, AccountId::ESCROW, to, points, details);
    let posted = append(tx, &movement, PointsSource::Hold(hold_seq), None)?;
    queries::end_hold(tx, hold_seq, status, posted.seq)?;
    Ok(posted)
}

/// Appends the exact opposite of an earlier transaction, once. Lines of a merged account apply to the survivor's
/// account. Fails with `not_found`, [`ALREADY_REVERSED`], [`MEMBER_LEFT`], [`INSUFFICIENT_POINTS`] if the points have
/// been spent since, and [`NOT_REVERSIBLE`] for holds (use [`end_hold`]), reversals and mergers.
pub fn reverse(tx: &Tx<'_>, id: TransactionId, details: Details) -> AppResult<Posted> {
    let found = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    let lines =
        chain::read_lines(&found.lines).ok_or_else(|| anyhow::anyhow!("transaction {id} has unreadable lines"))?;
    let touches_escrow = lines.iter().any(|(account, _)| *account == AccountId::ESCROW);
    if touches_escrow || found.kind == TransactionKind::Reversal.name() {
        return Err(NOT_REVERSIBLE.into());
    }
    if found.reversed {
        return Err(ALREADY_REVERSED.into());
    }
    let lines = opposite(tx, &lines)?;
    let movement = NewPostings { kind: TransactionKind::Reversal, lines, details, expires_at: Timestamp::NEVER };
    append(tx, &movement, PointsSource::SpendingOrder, Some(found.seq))
}

/// The opposite lines, one for each account that holds the points now. Lines between two accounts that were merged
/// since cancel out. Fails with [`MEMBER_LEFT`], and with [`NOT_REVERSIBLE`] if no points are left to move.
fn opposite(read: &Read<'_>, lines: &[(AccountId, i64)]) -> AppResult<Vec<Posting>> {
    let mut opposite: Vec<(CurrentOwner, i64)> = Vec::new();
    for (account, points) in lines {
        let heir =
            queries::heir_of(read, *account)?.ok_or_else(|| anyhow::anyhow!("account {} is missing", account.get()))?;
        match opposite.iter_mut().find(|(known, _)| known.account == heir.account) {
            Some((_, sum)) => *sum = sum.checked_sub(*points).ok_or(BALANCE_LIMIT)?,
            None => opposite.push((heir, -points)),
        }
    }
    opposite.retain(|(_, points)| *points != 0);
    if opposite.is_empty() {
        return Err(NOT_REVERSIBLE.into());
    }
    if opposite.iter().any(|(heir, points)| heir.left && *points > 0) {
        return Err(MEMBER_LEFT.into());
    }
    Ok(opposite.into_iter().map(|(heir, points)| Posting { account: heir.account, points, memo: None }).collect())
}

fn append(tx: &Tx<'_>, movement: &NewPostings, source: PointsSource, reverses_seq: Option<i64>) -> AppResult<Posted> {
    // A violation is a bug in our code, not bad input. The panic loses this write and keeps the ledger consistent.
    let sum: i128 = movement.lines.iter().map(|line| i128::from(line.points)).sum();
    assert_eq!(sum, 0, "unbalanced {:?}", movement.kind);
    assert!(
        movement.lines.len() >= 2 && movement.lines.iter().all(|line| line.points != 0),
        "empty {:?}",
        movement.kind
    );

    let now = tx.now();
    let head = tx.cached(super::chain_head)?;
    let posted = Posted { id: TransactionId::made_at(now), seq: head.seq + 1, created: now };
    insert_journal(tx, movement, posted, head.hash, reverses_seq)?;
    move_points(tx, movement, posted, source)?;
    Ok(posted)
}

fn insert_journal(
    tx: &Tx<'_>,
    movement: &NewPostings,
    posted: Posted,
    previous: [u8; 32],
    reverses_seq: Option<i64>,
) -> AppResult<()> {
    let lines = chain::write_lines(&movement.lines);
    let details = match movement.details == Details::default() {
        true => None,
        false => Some(serde_json::to_string(&movement.details)?),
    };
    let kind = movement.kind.name();
    let expires_at = Some(movement.expires_at).filter(|moment| *moment != Timestamp::NEVER);
    let link = HashedTransaction {
        previous,
        seq: posted.seq,
        id: posted.id,
        kind,
        created: posted.created,
        lines: &lines,
        expires_at,
        details: details.as_deref(),
        reverses_seq,
    };
    let hash = link.hash();
    queries::insert_transaction(
        tx,
        &NewTransaction {
            seq: posted.seq,
            id: posted.id,
            kind,
            created: posted.created,
            lines: &lines,
            expires_at,
            details: details.as_deref(),
            reverses_seq,
            hash,
        },
    )?;
    tx.keep_cached(ChainHead { seq: posted.seq, hash });
    Ok(())
}

/// Moves the balances and writes the postings, then the lots: debits first, so that the credited points get their
/// expiry date.
fn move_points(tx: &Tx<'_>, movement: &NewPostings, posted: Posted, source: PointsSource) -> AppResult<()> {
    match movement.lines.as_slice() {
        [debit, credit] if debit.points < 0 && debit.account != credit.account => {
            move_pair(tx, movement.kind, debit, credit, posted)?;
        }
        lines => {
            let (debits, credits): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.points < 0);
            debits.into_iter().chain(credits).try_for_each(|line| move_line(tx, movement.kind, line, posted))?;
        }
    }
    let mut pieces: Vec<LotPart> = Vec::new();
    for line in movement.lines.iter().filter(|line| line.points < 0) {
        let points = -line.points;
        pieces.extend(match source {
            PointsSource::Hold(seq) => lots::take_brought_by(tx, line.account, seq)?,
            PointsSource::SpendingOrder if line.account.holds_lots() => lots::take(tx, line.account, points)?,
            PointsSource::SpendingOrder => {
                vec![LotPart { expires_at: movement.expires_at, earned_at: posted.created, points }]
            }
        });
    }
    let mut pieces = lots::on_arrival(movement.kind, pieces, posted.created);
    for line in movement.lines.iter().filter(|line| line.points > 0) {
        if line.account.holds_lots() {
            lots::put(tx, line.account, posted.seq, line.points, &mut pieces)?;
        } else {
            lots::split_off(&mut pieces, line.points);
        }
    }
    Ok(())
}

/// Moves the two lines of a transaction with a statement for both balances and one for both postings.
fn move_pair(tx: &Tx<'_>, kind: TransactionKind, debit: &Posting, credit: &Posting, posted: Posted) -> AppResult<()> {
    let (debited, credited) = queries::move_between(tx, debit.account, credit.account, credit.points)?;
    let debited = debited.ok_or(refusal_of(debit))?;
    let credited = credited.ok_or(refusal_of(credit))?;
    let (debit, credit) = (new_posting(kind, debit, posted, debited), new_posting(kind, credit, posted, credited));
    queries::insert_pair(tx, &debit, &credit)
}

fn move_line(tx: &Tx<'_>, kind: TransactionKind, line: &Posting, posted: Posted) -> AppResult<()> {
    let balance = queries::move_balance(tx, line.account, line.points)?.ok_or(refusal_of(line))?;
    queries::insert_posting(tx, &new_posting(kind, line, posted, balance))
}

/// Why a balance may not move. A debit of the issuance account cannot lack points. It can only exceed the balance
/// limit.
fn refusal_of(line: &Posting) -> ProblemType {
    if line.points < 0 && line.account.holds_lots() { INSUFFICIENT_POINTS } else { BALANCE_LIMIT }
}

fn new_posting(kind: TransactionKind, line: &Posting, posted: Posted, balance_after: i64) -> NewPosting<'_> {
    NewPosting {
        account: line.account,
        seq: posted.seq,
        points: line.points,
        balance_after,
        kind: kind.name(),
        created: posted.created,
        memo: line.memo.as_deref(),
    }
}
