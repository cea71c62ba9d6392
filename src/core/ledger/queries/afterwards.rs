//! SQL of what followed a transaction, and of its place in the chain.

use super::super::afterwards::{EndedHold, FollowUp, PendingDay, Seal};
use super::super::chain::{GENESIS, HashedTransaction};
use super::super::{ChainHead, HoldEnd};
use super::pending::PendingStatus;
use crate::base::day::Day;
use crate::base::id::TransactionId;
use crate::base::problem::AppResult;
use crate::base::transaction_number::TransactionNumber;
use crate::platform::store::{Read, Row, params};

fn follow_up(row: &Row<'_>) -> AppResult<FollowUp> {
    let created = row.get("created_at_ms")?;
    Ok(FollowUp { id: row.get("id")?, number: TransactionNumber::of(row.get("ended_by_seq")?, created), created })
}

/// The days on which points of an award were to be released, the earliest first.
pub(in crate::core::ledger) fn pending_days(read: &Read<'_>, award: TransactionId) -> AppResult<Vec<PendingDay>> {
    read.all(
        "select p.day, p.points, p.status, p.ended_by_seq, e.id, e.created_at_ms from ledger_transaction t
         join pending_points p on p.seq = t.seq left join ledger_transaction e on e.seq = p.ended_by_seq
         where t.id = :award order by p.day",
        params! { ":award": award },
        |row| {
            let status = PendingStatus::of(&row.get::<String>("status")?);
            let ended = if status == PendingStatus::Open { None } else { Some(follow_up(row)?) };
            Ok(PendingDay {
                day: Day::from_number(row.get("day")?),
                points: row.get("points")?,
                released_by: ended.filter(|_| status == PendingStatus::Released),
                waits: status == PendingStatus::Open,
            })
        },
    )
}

/// The end of the hold that a transaction opened.
pub(in crate::core::ledger) fn hold_end(read: &Read<'_>, id: TransactionId) -> AppResult<Option<EndedHold>> {
    read.one(
        "select h.status, h.ended_by_seq, e.id, e.created_at_ms from ledger_transaction t
         join hold h on h.seq = t.seq join ledger_transaction e on e.seq = h.ended_by_seq where t.id = :id",
        params! { ":id": id },
        |row| {
            let is_confirmed = row.get::<String>("status")? == "confirmed";
            let end = if is_confirmed { HoldEnd::Confirmed } else { HoldEnd::Returned };
            Ok(EndedHold { end, by: follow_up(row)? })
        },
    )
}

/// The hash of a transaction, compared with its content and the hash before it.
pub(in crate::core::ledger) fn seal(read: &Read<'_>, id: TransactionId) -> AppResult<Option<Seal>> {
    read.one(
        "select t.seq, t.id, t.kind, t.created_at_ms, t.lines, t.expires_at_ms, t.details, t.reverses_seq, t.hash,
                p.hash as previous
         from ledger_transaction t left join ledger_transaction p on p.seq = t.seq - 1 where t.id = :id",
        params! { ":id": id },
        |row| {
            let (seq, hash): (i64, [u8; 32]) = (row.get("seq")?, row.get("hash")?);
            let (kind, lines): (String, String) = (row.get("kind")?, row.get("lines")?);
            let (details, before): (Option<String>, Option<[u8; 32]>) = (row.get("details")?, row.get("previous")?);
            let previous = if seq == 1 { Some(GENESIS) } else { before };
            let content = HashedTransaction {
                previous: previous.unwrap_or(GENESIS),
                seq,
                id: row.get("id")?,
                kind: &kind,
                created: row.get("created_at_ms")?,
                lines: &lines,
                expires_at: row.get("expires_at_ms")?,
                details: details.as_deref(),
                reverses_seq: row.get("reverses_seq")?,
            };
            Ok(Seal { place: ChainHead { seq, hash }, intact: previous.is_some() && content.hash() == hash })
        },
    )
}
