//! Audit of searches in lists of people: an entry has the person and the search. The same search within a short time
//! makes one entry, because paging and refreshing repeat the request.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{AdminContext, AuditedStaff};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::base::secret::hash;
use crate::platform::audit::{self, AuditedAction};
use crate::platform::delivery::history;
use crate::platform::http::list_response::ListRequest;
use crate::platform::store::Store;

/// A search repeated within this time by the same person from the same address makes no new audit entry.
const ONE_LOOK: Duration = Duration::from_secs(15 * 60);
/// Number of searches remembered. Above this the memory is cleared, and repeated searches make more entries.
const MOST_REMEMBERED: usize = 10_000;

/// Digests of recent searches. They are lost on restart, which costs one more audit entry per search.
#[derive(Clone, Default)]
pub struct RecentAccesses(Arc<Mutex<HashMap<[u8; 32], Timestamp>>>);

impl RecentAccesses {
    /// Returns whether a search needs a new audit entry; if so, the search is remembered.
    fn begin(&self, question: [u8; 32], now: Timestamp) -> bool {
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.get(&question).is_some_and(|at| now.since(*at) < ONE_LOOK) {
            return false;
        }
        asked.retain(|_, at| now.since(*at) < ONE_LOOK);
        if asked.len() >= MOST_REMEMBERED {
            asked.clear();
        }
        asked.insert(question, now);
        true
    }

    fn forget(&self, question: [u8; 32]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&question);
    }
}

/// An access that is about to happen and needs an audit entry.
pub struct LoggedAccess {
    store: Store,
    recent: RecentAccesses,
    staff: AuditedStaff,
    entry: AuditedAction,
    /// The full search. The audit entry has it masked, and two different searches may look the same when masked.
    question: String,
    /// Whether the access is audited each time, even if repeated. True for downloads, because the file leaves the
    /// server.
    always: bool,
}

impl AdminContext {
    /// Access to a page of a list of that kind (`member.search`), or its download as a file (`member.download`).
    pub fn look_at_list(&self, request: &ListRequest, staff: AuditedStaff, kind: &str) -> AppResult<LoggedAccess> {
        self.look_at_list_of(request, staff, kind, "list")
    }

    /// Records that staff read a list that belongs to one resource.
    pub fn look_at_list_of(
        &self,
        request: &ListRequest,
        staff: AuditedStaff,
        kind: &str,
        target: impl Display,
    ) -> AppResult<LoggedAccess> {
        let always = request.is_download();
        let action = format!("{kind}.{}", if always { "download" } else { "search" });
        let asked = request.asked();
        let question = serde_json::to_string(&asked)?;
        Ok(LoggedAccess { question, ..self.look(staff, AuditedAction::with(&action, target, &masked(asked))?, always) })
    }

    /// Access to one resource.
    pub fn look_at(&self, staff: AuditedStaff, action: &str, target: impl Display) -> LoggedAccess {
        self.look(staff, AuditedAction::bare(action, target), false)
    }

    fn look(&self, staff: AuditedStaff, entry: AuditedAction, always: bool) -> LoggedAccess {
        LoggedAccess {
            store: self.store.clone(),
            recent: self.looks.clone(),
            staff,
            entry,
            question: String::new(),
            always,
        }
    }
}

impl LoggedAccess {
    /// Returns the response once the audit entry is written. Both run concurrently, so the client waits only for the
    /// slower one.
    pub async fn beside<T>(self, answer: impl Future<Output = AppResult<T>>) -> AppResult<T> {
        // The response is polled first: a read that is refused fails before an audit entry is written.
        let (answer, ()) = tokio::try_join!(answer, self.note())?;
        Ok(answer)
    }

    async fn note(self) -> AppResult<()> {
        let Self { store, recent, staff, entry, question, always } = self;
        let question = digest(&staff, &entry, &question)?;
        if !recent.begin(question, store.clock().now()) && !always {
            return Ok(());
        }
        let noted = store.write_as(staff.caller(), move |tx| audit::record(tx, &staff.keys, &staff.actor, entry)).await;
        if noted.is_err() {
            recent.forget(question);
        }
        noted
    }
}

fn digest(staff: &AuditedStaff, entry: &AuditedAction, question: &str) -> AppResult<[u8; 32]> {
    let who = (&staff.actor.id, staff.actor.address);
    Ok(hash(&serde_json::to_string(&(who, &entry.action, &entry.target, question))?))
}

/// Filters as the audit keeps them permanently. E-mail addresses and phone numbers are masked so that they can only be
/// told apart, because the member may leave later. The days of a period stay as they are.
pub fn masked(asked: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let is_day = |name: &str, value: &str| matches!(name, "from" | "to") && Day::parse(value).is_some();
    let mask = |(name, value): (String, String)| {
        let kept = if is_day(&name, &value) { value } else { history::masked_in(&value) };
        (name, kept)
    };
    asked.into_iter().map(mask).collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST_REMEMBERED, ONE_LOOK, RecentAccesses};
    use crate::base::clock::Timestamp;

    #[test]
    fn a_repeated_read_is_audited_once_per_quarter_of_an_hour() {
        let (recent, start) = (RecentAccesses::default(), Timestamp::from_millis(1_790_000_000_000));
        assert!(recent.begin([1; 32], start) && recent.begin([2; 32], start));
        let late = start.plus(ONE_LOOK / 2);
        assert!(!recent.begin([1; 32], late), "a repeated search makes no new entry");
        assert!(recent.begin([1; 32], start.plus(ONE_LOOK)), "repeating a search does not extend its window");
        recent.forget([1; 32]);
        assert!(recent.begin([1; 32], start.plus(ONE_LOOK)), "a search without an audit entry is audited again");
    }

    #[test]
    fn the_memory_of_audited_reads_is_bounded() {
        let (recent, now) = (RecentAccesses::default(), Timestamp::from_millis(1_790_000_000_000));
        for number in 0..=MOST_REMEMBERED as u64 {
            let mut question = [0; 32];
            question[..8].copy_from_slice(&number.to_be_bytes());
            assert!(recent.begin(question, now));
        }
        assert!(recent.begin([0; 32], now), "the memory was cleared when full");
    }
}
