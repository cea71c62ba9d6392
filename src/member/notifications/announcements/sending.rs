//! Delivery of announcements in batches, so that other writes can run between two of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{BroadcastInput, Letters, find, notes, queries};
use crate::base::id::{MemberId, NotificationId, RecordId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::core::members::{self, Status};
use crate::core::preferences::{self, MessageChannel};
use crate::platform::delivery;
use crate::platform::store::{Store, Tx};

/// Number of members read per round.
const ROUND: i64 = 500;
/// Time limit of one write that delivers to members. Other writes, such as payments, wait at most that long.
pub const SLICE: Duration = Duration::from_millis(5);
/// Pause between two writes, in which other writes can run.
const PAUSE: Duration = Duration::from_millis(10);

/// Delivers all due announcements. After an interruption, the next call continues, and no member gets an announcement
/// twice. `slice` is the time limit of one write.
pub async fn deliver_due(store: &Store, letters: &Letters, slice: Duration) -> AppResult<()> {
    store
        .write_unattended(|tx| {
            for id in queries::due(tx)? {
                let found = find(tx, id)?.ok_or(NOT_FOUND)?;
                // The linked record may have been removed since it was scheduled; every tap would then show an error.
                if !found.input.opens_something_at(tx, tx.now())? {
                    tracing::warn!(announcement = %id, "announcements: what one links to is gone, so it is a draft again");
                    queries::hold_back(tx, id)?;
                    continue;
                }
                queries::begin(tx, id, NotificationId::made_at(tx.now()))?;
            }
            Ok(())
        })
        .await?;
    while let Some(id) = store.read(queries::next_sending)? {
        while deliver_round(store, letters, id, slice).await? {}
    }
    Ok(())
}

/// Delivers an announcement that was begun to everybody in one write, as only a demo of some hundred members may.
pub fn deliver_now(tx: &Tx<'_>, letters: &Letters, id: RecordId) -> AppResult<()> {
    let (line, reached) = queries::progress(tx, id)?.ok_or(NOT_FOUND)?;
    let announcement = find(tx, id)?.ok_or(NOT_FOUND)?.input;
    let looked = queries::members_after(tx, reached, &announcement.segment, i64::MAX)?;
    let Some((last, _)) = looked.last().copied() else { return Ok(()) };
    let mut delivered = 0;
    for (member, _) in looked.into_iter().filter(|(_, belongs)| *belongs) {
        delivered += reach(tx, letters, member, (id, line), &announcement)?;
    }
    queries::advance(tx, id, last, delivered)?;
    queries::finish(tx, id)
}

/// An announcement with the next members who get it.
struct AnnouncementBatch {
    id: RecordId,
    line: NotificationId,
    announcement: BroadcastInput,
    /// The members read in this round, and whether each belongs to the segment. Members outside the segment are
    /// included, so that a round costs the same for every segment.
    looked: Vec<(MemberId, bool)>,
}

/// Delivers to the next members; false once all members have been processed.
async fn deliver_round(store: &Store, letters: &Letters, id: RecordId, slice: Duration) -> AppResult<bool> {
    // A reader finds the members, so that the single writer only inserts.
    let found = store
        .read_at_length(move |read| {
            let Some((line, reached)) = queries::progress(read, id)? else { return Ok(None) };
            let announcement = find(read, id)?.ok_or(NOT_FOUND)?.input;
            let looked = queries::members_after(read, reached, &announcement.segment, ROUND)?;
            Ok::<_, AppError>(Some((reached, AnnouncementBatch { id, line, announcement, looked })))
        })
        .await?;
    // Another worker has finished the delivery.
    let Some((mut reached, round)) = found.map(|(reached, round)| (reached, Arc::new(round))) else { return Ok(false) };
    if round.looked.is_empty() {
        store.write_unattended(move |tx| queries::finish(tx, id)).await?;
        return Ok(false);
    }
    let mut from = 0;
    while from < round.looked.len() {
        let (this, letters) = (round.clone(), letters.clone());
        let bell = letters.outbox.clone();
        let next = store.write_unattended(move |tx| this.hand_out(tx, &letters, slice, (from, reached))).await?;
        bell.wake();
        // Another worker has continued the delivery.
        let Some(next) = next else { break };
        (from, reached) = (next, round.looked[next - 1].0);
        tokio::time::sleep(PAUSE).await;
    }
    Ok(true)
}

impl AnnouncementBatch {
    /// Delivers to members from index `from` until the time limit `slice`. Returns the next index, or `None` if
    /// another worker has continued: two workers at once would count deliveries twice.
    fn hand_out(
        &self,
        tx: &Tx<'_>,
        letters: &Letters,
        slice: Duration,
        (from, reached): (usize, MemberId),
    ) -> AppResult<Option<usize>> {
        if queries::progress(tx, self.id)?.is_none_or(|(_, now)| now != reached) {
            return Ok(None);
        }
        let (began, mut next, mut delivered) = (Instant::now(), from, 0);
        while next < self.looked.len() && (next == from || began.elapsed() < slice) {
            let (member, belongs) = self.looked[next];
            if belongs {
                delivered += reach(tx, letters, member, (self.id, self.line), &self.announcement)?;
            }
            next += 1;
        }
        queries::advance(tx, self.id, self.looked[next - 1].0, delivered)?;
        Ok(Some(next))
    }
}

/// Notifies one member by the channels that the member wants. Returns the number of inboxes reached (0 or 1).
fn reach(
    tx: &Tx<'_>,
    letters: &Letters,
    member: MemberId,
    (id, line): (RecordId, NotificationId),
    announcement: &BroadcastInput,
) -> AppResult<i64> {
    let kind = announcement.kind();
    // A member may have left since the round was read.
    let Some(known) = members::find(tx, member)?.filter(|known| known.status == Status::Active) else { return Ok(0) };
    if !preferences::wants(tx, member, kind, MessageChannel::Inbox)? {
        return Ok(0);
    }
    // If the inbox line exists, the e-mail and the push messages were queued with it.
    if queries::deliver(tx, member, line)? == 0 {
        return Ok(0);
    }
    notes::announce(tx, member, id, announcement)?;
    if announcement.by_email
        && preferences::wants(tx, member, kind, MessageChannel::Email)?
        && let Some(message) = letters.write(&known, id, announcement)
    {
        delivery::queue(tx, &message)?;
    }
    Ok(1)
}
