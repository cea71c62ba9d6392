//! Releases pending points: points of purchases that wait until the time for returns is over. Which points wait is set
//! by earning rules; where they stand is in `core/ledger`.

mod run;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::TransactionId;
use crate::base::messages::{grouped, localized};
use crate::base::problem::AppResult;
use crate::core::ledger::{self, Details, DuePending, TransactionText};
use crate::member::notifications;
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;

use run::MOST;
pub use run::{release_due, run};

/// The hour of the day in Hong Kong at which points are released, so that members get the message by day.
const RELEASE_HOUR: i64 = 9;

/// The last day whose points are due.
fn due_by(now: Timestamp) -> Day {
    let today = Day::of(now);
    let nine = today.start().as_millis() + RELEASE_HOUR * 3_600_000;
    if now.as_millis() < nine { today.plus(-1) } else { today }
}

/// Releases pending points, and notifies the member. Does nothing if they have ended since they were found.
fn settle(tx: &Tx<'_>, due: &DuePending) -> AppResult<()> {
    let award = ledger::award_of(tx, due)?;
    let Some(posted) = ledger::release(tx, due, history(award.award, award.details))? else { return Ok(()) };
    let Some(member) = ledger::member_of(tx, due.account)? else { return Ok(()) };
    let event = || {
        serde_json::json!({ "memberId": member, "points": due.points, "transactionId": posted.id,
        "awardTransactionId": award.award })
    };
    webhooks::emit(tx, "points.released", event)?;
    notifications::notify(tx, member, "points_released", &[("points", &grouped(due.points))])
}

/// Releases the points that are due by now, a hundred at most, within another write.
pub fn settle_due(tx: &Tx<'_>) -> AppResult<()> {
    due(tx, None, MOST)?.iter().try_for_each(|found| settle(tx, found))
}

/// The description of a release: it names the purchase with the text of its award.
fn history(award: TransactionId, of_award: Details) -> Details {
    let name = localized("history.released.name", &[]);
    let description = of_award
        .snapshot
        .map_or_else(|| localized("history.released.description", &[]), |snapshot| snapshot.description);
    Details { snapshot: Some(TransactionText { name, description }), releases: Some(award), ..Details::default() }
}

/// Pending points that are due, after the row of an earlier call.
fn due(read: &Read<'_>, after: Option<&DuePending>, limit: i64) -> AppResult<Vec<DuePending>> {
    ledger::due_pending(read, due_by(read.now()), after, limit)
}

#[cfg(test)]
mod tests {
    use super::due_by;
    use crate::base::clock::Timestamp;

    #[test]
    fn points_are_due_from_nine_in_hong_kong_on() {
        let by = |text| due_by(Timestamp::parse(text).expect("a moment")).to_string();
        assert_eq!(by("2026-12-12T00:59:59.999Z"), "2026-12-11");
        assert_eq!(by("2026-12-12T01:00:00Z"), "2026-12-12");
        assert_eq!(by("2026-12-31T16:00:00Z"), "2026-12-31", "after midnight in Hong Kong, the day before");
        assert_eq!(by("2028-02-29T01:00:00Z"), "2028-02-29");
    }
}
