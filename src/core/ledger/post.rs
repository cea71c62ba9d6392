//! Posting: the only way to move points.

use std::borrow::Cow;

use super::chain::{self, HashedTransaction};
use super::lots::{self, LotPart};
use super::queries::{self, CurrentOwner, NewPosting, NewTransaction};
use super::reversed_award;
use super::{
    ALREADY_REVERSED, AccountId, BALANCE_LIMIT, ChainHead, Details, HOLD_ENDED, INSUFFICIENT_POINTS, MEMBER_LEFT,
    NOT_REVERSIBLE, NewPostings, Posting, TransactionKind,
};
use crate::base::clock::Timestamp;
use crate::base::id::TransactionId;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::expiry;
use crate::platform::store::{Read, Tx};

/// A transaction that was just appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The public id of the transaction.
    pub id: TransactionId,
    /// The transaction's sequence number in the ledger; also the number of the hold that it opens.
    pub seq: i64,
    /// The time at which it was posted.
    pub created: Timestamp,
}

/// The end of a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldEnd {
    /// The points are spent.
    Confirmed,
    /// The points return to the member.
    Returned,
}

/// The lots from which points are taken, and which arrive.
pub(super) enum PointsSource {
    /// Lots in spending order.
    SpendingOrder,
    /// The lots that a hold moved to escrow.
    Hold(i64),
    /// These parts of lots.
    Exactly(Vec<LotPart>),
    /// For the opposite of a transaction: the lots that it credited, as far as they are left, then others. Those that
    /// it took arrive.
    Reversal { of_seq: i64, gives: Vec<LotPart> },
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
/// been spent since, and [`NOT_REVERSIBLE`] for holds (use [`end_hold`]), reversals, releases, expiry and mergers. Points
/// of an award that are still pending are taken where they are.
pub fn reverse(tx: &Tx<'_>, id: TransactionId, details: Details) -> AppResult<Posted> {
    let found = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    let lines =
        chain::read_lines(&found.lines).ok_or_else(|| anyhow::anyhow!("transaction {id} has unreadable lines"))?;
    let touches_escrow = lines.iter().any(|(account, _)| *account == AccountId::ESCROW);
    let of_kind = |kinds: [TransactionKind; 2]| kinds.iter().any(|kind| found.kind == kind.name());
    if touches_escrow || of_kind([TransactionKind::Reversal, TransactionKind::Release]) {
        return Err(NOT_REVERSIBLE.into());
    }
    if found.reversed {
        return Err(ALREADY_REVERSED.into());
    }
    let pending = lines.iter().any(|(account, _)| *account == AccountId::PENDING);
    let lines = if pending { reversed_award::where_points_are(tx, found.seq, lines)? } else { lines };
    let lines = opposite(tx, &lines)?;
    // Expired points come back only by `bring_back`, which gives them another end.
    if found.kind == TransactionKind::Expiry.name() {
        return Err(NOT_REVERSIBLE.into());
    }
    let movement = NewPostings { kind: TransactionKind::Reversal, lines, details, expires_at: Timestamp::NEVER };
    let gives = named_lots(found.lots.as_deref())?;
    let posted = append(tx, &movement, PointsSource::Reversal { of_seq: found.seq, gives }, Some(found.seq))?;
    if pending {
        reversed_award::end_all_of(tx, found.seq, posted.seq)?;
    }
    Ok(posted)
}

/// The lots that the details of a transaction name.
pub(super) fn named_lots(lots: Option<&str>) -> AppResult<Vec<LotPart>> {
    let Some(text) = lots else { return Ok(Vec::new()) };
    let mut parts = lots::read(text).ok_or_else(|| anyhow::anyhow!("unreadable lots: {text}"))?;
    parts.iter_mut().for_each(|part| part.ends_at = part.expires_at);
    Ok(parts)
}

/// The opposite lines, one for each account that holds the points now. Lines between two accounts that were merged
/// since cancel out. Fails with [`MEMBER_LEFT`], and with [`NOT_REVERSIBLE`] if no points are left to move.
fn opposite(read: &Read<'_>, lines: &[(AccountId, i64)]) -> AppResult<Vec<Posting>> {
    let mut opposite: Vec<(CurrentOwner, i64)> = Vec::new();
    for (account, points) in lines {
        let owner = queries::current_owner(read, *account)?
            .ok_or_else(|| anyhow::anyhow!("account {} is missing", account.get()))?;
        match opposite.iter_mut().find(|(known, _)| known.account == owner.account) {
            Some((_, sum)) => *sum = sum.checked_sub(*points).ok_or(BALANCE_LIMIT)?,
            None => opposite.push((owner, -points)),
        }
    }
    opposite.retain(|(_, points)| *points != 0);
    if opposite.is_empty() {
        return Err(NOT_REVERSIBLE.into());
    }
    if opposite.iter().any(|(owner, points)| owner.left && *points > 0) {
        return Err(MEMBER_LEFT.into());
    }
    Ok(opposite.into_iter().map(|(owner, points)| Posting { account: owner.account, points, memo: None }).collect())
}

pub(super) fn append(
    tx: &Tx<'_>,
    movement: &NewPostings,
    source: PointsSource,
    reverses_seq: Option<i64>,
) -> AppResult<Posted> {
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
    let end_of_issued = end_of_issued(tx, movement, &source)?;
    let (pieces, named) = take_lots(tx, movement, source, posted, end_of_issued)?;
    let details = match named {
        None => Cow::Borrowed(&movement.details),
        named => Cow::Owned(Details { lots: named, ..movement.details.clone() }),
    };
    let journal = JournalEntry { movement, posted, expires_at: end_of_issued, details: &details, reverses_seq };
    insert_journal(tx, &journal, head.hash)?;
    move_points(tx, movement, posted)?;
    put_lots(tx, movement, posted, pieces)?;
    Ok(posted)
}

/// The end of the points that a movement issues; [`Timestamp::NEVER`] also where it issues none.
fn end_of_issued(tx: &Tx<'_>, movement: &NewPostings, source: &PointsSource) -> AppResult<Timestamp> {
    let issues = movement.lines.iter().any(|line| line.account == AccountId::ISSUANCE && line.points < 0);
    let by_policy = issues && matches!(source, PointsSource::SpendingOrder);
    if movement.expires_at != Timestamp::NEVER || !by_policy {
        return Ok(movement.expires_at);
    }
    Ok(expiry::policies(tx)?.end_of_new(tx.now()))
}

/// Takes the points of each debit from lots. Returns them as they arrive, and the lots that the journal has to name.
fn take_lots(
    tx: &Tx<'_>,
    movement: &NewPostings,
    source: PointsSource,
    posted: Posted,
    end_of_issued: Timestamp,
) -> AppResult<(Vec<LotPart>, Option<String>)> {
    let mut pieces: Vec<LotPart> = Vec::new();
    for line in movement.lines.iter().filter(|line| line.points < 0) {
        let points = -line.points;
        if !line.account.holds_lots() {
            pieces.push(LotPart::issued(points, posted.created, end_of_issued));
            continue;
        }
        pieces.extend(match &source {
            PointsSource::Hold(seq) => lots::take_brought_by(tx, line.account, *seq)?,
            PointsSource::SpendingOrder => lots::take(tx, line.account, points)?,
            PointsSource::Exactly(parts) => lots::take_exactly(tx, line.account, parts)?,
            PointsSource::Reversal { of_seq, .. } => lots::take_first_of(tx, line.account, points, *of_seq)?,
        });
    }
    if let PointsSource::Reversal { gives, .. } = source {
        let named = (!gives.is_empty()).then(|| lots::write(&gives));
        let given: i64 = gives.iter().map(|part| part.points).sum();
        let moved: i64 = movement.lines.iter().map(|line| line.points.max(0)).sum();
        pieces = gives;
        if moved > given {
            pieces.push(LotPart::issued(moved - given, posted.created, Timestamp::NEVER));
        }
        return Ok((pieces, named));
    }
    let ends = pieces.iter().any(|piece| piece.expires_at != Timestamp::NEVER && piece.seq > 0);
    if ends && movement.kind == TransactionKind::Transfer {
        lots::settle_ends(&mut pieces, &*expiry::policies(tx)?, posted.created);
    }
    // A hold needs no names: escrow keeps its lots apart from others.
    let is_held = movement.kind == TransactionKind::Hold || matches!(source, PointsSource::Hold(_));
    // Pending points of different awards must not be mixed up.
    let is_pending = movement.lines.iter().any(|line| line.account == AccountId::PENDING && line.points < 0);
    let named = ((ends && !is_held) || is_pending).then(|| lots::write(&pieces));
    Ok((lots::on_arrival(movement.kind, pieces, posted.created), named))
}

/// A transaction as the journal keeps it.
struct JournalEntry<'j> {
    movement: &'j NewPostings,
    posted: Posted,
    expires_at: Timestamp,
    details: &'j Details,
    reverses_seq: Option<i64>,
}

fn insert_journal(tx: &Tx<'_>, entry: &JournalEntry<'_>, previous: [u8; 32]) -> AppResult<()> {
    let JournalEntry { movement, posted, expires_at, details, reverses_seq } = *entry;
    let lines = chain::write_lines(&movement.lines);
    let details = match *details == Details::default() {
        true => None,
        false => Some(serde_json::to_string(details)?),
    };
    let kind = movement.kind.name();
    let expires_at = Some(expires_at).filter(|moment| *moment != Timestamp::NEVER);
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

/// Moves the balances and writes the postings.
fn move_points(tx: &Tx<'_>, movement: &NewPostings, posted: Posted) -> AppResult<()> {
    match movement.lines.as_slice() {
        [debit, credit] if debit.points < 0 && debit.account != credit.account => {
            move_pair(tx, movement.kind, debit, credit, posted)
        }
        lines => {
            let (debits, credits): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.points < 0);
            debits.into_iter().chain(credits).try_for_each(|line| move_line(tx, movement.kind, line, posted))
        }
    }
}

/// Adds the lots that arrive to the credited accounts.
fn put_lots(tx: &Tx<'_>, movement: &NewPostings, posted: Posted, mut pieces: Vec<LotPart>) -> AppResult<()> {
    for line in movement.lines.iter().filter(|line| line.points > 0) {
        if line.account.holds_lots() {
            lots::put(tx, line.account, (movement.kind, posted.seq), line.points, &mut pieces)?;
        } else {
            lots::split_off(&mut pieces, line.points);
        }
    }
    Ok(())
}

/// Moves the two lines of a transaction, with one statement for both postings.
fn move_pair(tx: &Tx<'_>, kind: TransactionKind, debit: &Posting, credit: &Posting, posted: Posted) -> AppResult<()> {
    for line in [debit, credit] {
        if !queries::change_balance(tx, line.account, line.points)? {
            return Err(refusal_of(line).into());
        }
    }
    queries::insert_pair(tx, (posted.seq, kind.name(), posted.created), debit, credit)
}

fn move_line(tx: &Tx<'_>, kind: TransactionKind, line: &Posting, posted: Posted) -> AppResult<()> {
    let balance = queries::move_balance(tx, line.account, line.points)?.ok_or(refusal_of(line))?;
    queries::insert_posting(tx, &new_posting(kind, line, posted, balance))
}

/// The reason why a balance may not change. A debit of the issuance account cannot lack points. It can only exceed the
/// balance limit.
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
