//! Detects jumps of the system clock. Data with a limited lifetime is deleted by the clock, so deletion is paused
//! while the clock may be wrong: a session, a code or a daily sum that was deleted too early cannot be restored.
//!
//! The server checks the clock every few minutes. Between two checks the clock must advance by the time that has
//! passed (monotonic time). Between a stop and the next start it may advance by up to a day. Otherwise the clock has
//! jumped, and it is not trusted until the server has run for a day, restarts included, with a clock that advances
//! correctly. A machine that was off for months is trusted after that day too, and everything stored before is then
//! at least one day of running time old.

mod queries;

use std::time::Duration;

use crate::base::clock::{Clock, Timestamp};
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::platform::store::{Read, Store, Tx};

/// Largest difference between the clock and the time that has passed. NTP corrects seconds, and a busy machine may
/// check late.
const SLACK: Duration = Duration::from_secs(15 * 60);
/// Largest advance of the clock between a stop and the next start: a machine may be off for a night.
const LONGEST_STOP: Duration = Duration::from_secs(86_400);
/// Running time with a correct clock after which the clock is trusted again.
pub const PROBATION: Duration = Duration::from_secs(86_400);

/// A clock jump after which the clock is not trusted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockJump {
    /// The time that the clock should have shown.
    pub from: Timestamp,
    /// The time that it showed.
    pub to: Timestamp,
    /// Running time with a correct clock since the jump.
    pub steady: Duration,
}

/// The stored result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ClockRecord {
    at: Timestamp,
    doubt: Option<ClockJump>,
}

/// The result of a clock check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// The time that the clock showed.
    pub at: Timestamp,
    /// Running time since the previous check; zero for the first check of a process.
    pub ran: Duration,
    /// Whether the clock is trusted, so that rows may be deleted by age.
    pub believed: bool,
}

/// Checks the clock of a running server repeatedly.
pub struct ClockWatch {
    clock: Clock,
    last: Option<Duration>,
}

impl ClockWatch {
    /// Creates a watch for a server that has just started.
    pub fn new(clock: Clock) -> Self {
        Self { clock, last: None }
    }

    /// Checks the clock and stores the result.
    pub async fn look(&mut self, store: &Store) -> AppResult<ClockReading> {
        let passed = self.clock.passed();
        let ran = self.last.map(|last| passed.saturating_sub(last));
        let (earlier, noted) = store.write_unattended(move |tx| note(tx, ran)).await?;
        // Set only after the write: if the write fails, the time counts towards the next check.
        self.last = Some(passed);
        match (earlier.and_then(|earlier| earlier.doubt), noted.doubt) {
            (_, Some(doubt)) if doubt.to == noted.at => tracing::warn!(
                from = %doubt.from, to = %doubt.to,
                "clock jump: deletion by age is paused for one day of running time; see kapok doctor"
            ),
            (Some(_), None) => tracing::info!("the clock is trusted again: deletion by age resumes"),
            _ => {}
        }
        Ok(ClockReading { at: noted.at, ran: ran.unwrap_or_default(), believed: noted.doubt.is_none() })
    }
}

fn note(tx: &Tx<'_>, ran: Option<Duration>) -> AppResult<(Option<ClockRecord>, ClockRecord)> {
    let earlier = queries::find(tx)?;
    let noted = match earlier {
        Some(earlier) => earlier.followed_by(tx.now(), ran),
        None => ClockRecord { at: tx.now(), doubt: behind_the_ledger(tx)? },
    };
    queries::put(tx, noted)?;
    Ok((earlier, noted))
}

/// Without a stored check, the newest transaction is the reference: the clock must not be behind it.
fn behind_the_ledger(read: &Read<'_>) -> AppResult<Option<ClockJump>> {
    let newest = ledger::newest_moment(read)?.filter(|newest| *newest > read.now().plus(SLACK));
    Ok(newest.map(|from| ClockJump { from, to: read.now(), steady: Duration::ZERO }))
}

impl ClockRecord {
    /// The result of the next check: `ran` after this one in the same process, or the first check of a new process.
    fn followed_by(self, now: Timestamp, ran: Option<Duration>) -> Self {
        let expected = self.at.plus(ran.unwrap_or_default());
        let ahead = if ran.is_some() { SLACK } else { LONGEST_STOP };
        if now < expected.minus(SLACK) || now > expected.plus(ahead) {
            return Self { at: now, doubt: Some(ClockJump { from: expected, to: now, steady: Duration::ZERO }) };
        }
        let steadier = |doubt: ClockJump| ClockJump { steady: doubt.steady + ran.unwrap_or_default(), ..doubt };
        Self { at: now, doubt: self.doubt.map(steadier).filter(|doubt| doubt.steady < PROBATION) }
    }
}

/// The current clock jump, or `None` if the clock is trusted. Judges the present clock as the next start would, for
/// commands that run beside a server or before it starts.
pub fn doubt(read: &Read<'_>, now: Timestamp) -> AppResult<Option<ClockJump>> {
    Ok(queries::find(read)?.and_then(|noted| noted.followed_by(now, None).doubt))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);
    const DAY: Duration = Duration::from_secs(86_400);

    fn noted_at_noon() -> ClockRecord {
        ClockRecord { at: Timestamp::from_millis(1_790_000_000_000), doubt: None }
    }

    /// Runs for `hours` with a clock that advances correctly.
    fn run(mut noted: ClockRecord, hours: u32) -> ClockRecord {
        for _ in 0..hours {
            noted = noted.followed_by(noted.at.plus(HOUR), Some(HOUR));
        }
        noted
    }

    #[test]
    fn a_clock_that_goes_right_is_believed_over_nights_and_corrections() {
        let noon = noted_at_noon();
        assert_eq!(run(noon, 100).doubt, None);
        assert_eq!(noon.followed_by(noon.at.plus(HOUR).minus(Duration::from_secs(20)), Some(HOUR)).doubt, None);
        assert_eq!(noon.followed_by(noon.at.plus(14 * HOUR), None).doubt, None, "off for a night");
    }

    #[test]
    fn a_clock_that_was_moved_is_believed_after_a_day_of_running() {
        let noon = noted_at_noon();
        let cases = [
            (noon.at.plus(10 * DAY), None),
            (noon.at.plus(10 * DAY), Some(HOUR)),
            (noon.at.plus(2 * HOUR), Some(HOUR)),
            (noon.at.minus(HOUR), None),
            (noon.at.minus(100 * DAY), Some(HOUR)),
        ];
        for (now, ran) in cases {
            let moved = noon.followed_by(now, ran);
            let doubt = moved.doubt.expect("a jump is detected");
            assert_eq!((doubt.from, doubt.to), (noon.at.plus(ran.unwrap_or_default()), now));
            assert!(run(moved, 23).doubt.is_some(), "{now}");
            assert_eq!(run(moved, 24).doubt, None, "{now}");
            // Restarts neither extend nor shorten the day.
            let restarted = run(moved, 12);
            let restarted = restarted.followed_by(restarted.at.plus(14 * HOUR), None);
            assert!(run(restarted, 11).doubt.is_some() && run(restarted, 12).doubt.is_none(), "{now}");
        }
        let set_right = run(noon.followed_by(noon.at.plus(10 * DAY), None), 12).followed_by(noon.at, Some(HOUR));
        assert!(run(set_right, 23).doubt.is_some(), "rows stored meanwhile are that recent");
    }
}
