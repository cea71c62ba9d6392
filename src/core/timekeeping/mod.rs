//! Whether the machine's clock can be believed. Rows that are kept for a while only are deleted by the clock, so nothing is
//! deleted while the clock may be wrong: a session, a code or a day's sum that was deleted too early cannot come back.
//!
//! The server looks at the clock every few minutes. Between two looks the clock must move as far as time has passed
//! (monotonic time); between a stop and the next start it may move a day ahead. Otherwise the clock was moved, and it is
//! not believed until the server has run for a day, restarts included, in which the clock went as it should. A machine that
//! was off for months is believed after that day too, and by then nothing from before is younger than a day of running.

mod queries;

use std::time::Duration;

use crate::base::clock::{Clock, Timestamp};
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::platform::store::{Read, Store, Tx};

/// How far the clock may differ from the time that has passed. NTP corrects seconds; a busy machine looks late.
const SLACK: Duration = Duration::from_secs(15 * 60);
/// How far ahead the clock may be when the server starts again: a machine may be off for a night.
const LONGEST_STOP: Duration = Duration::from_secs(86_400);
/// Running time in which the clock must go as it should before it is believed again.
pub const PROBATION: Duration = Duration::from_secs(86_400);

/// A clock that was moved, and is not believed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What the clock should have shown then.
    pub from: Timestamp,
    /// What it showed.
    pub to: Timestamp,
    /// Running time since then in which it went as it should.
    pub steady: Duration,
}

/// What was noted at a look at the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Noted {
    at: Timestamp,
    doubt: Option<Doubt>,
}

/// One look at the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What the clock showed.
    pub at: Timestamp,
    /// Running time since the look before; zero at the first one of a process.
    pub ran: Duration,
    /// Whether rows may be deleted for their age.
    pub believed: bool,
}

/// Looks at the clock of a running server again and again.
pub struct Watch {
    clock: Clock,
    last: Option<Duration>,
}

impl Watch {
    /// For a server that has just started.
    pub fn new(clock: Clock) -> Self {
        Self { clock, last: None }
    }

    /// Looks at the clock and notes what it shows.
    pub async fn look(&mut self, store: &Store) -> AppResult<Look> {
        let passed = self.clock.passed();
        let ran = self.last.map(|last| passed.saturating_sub(last));
        let (earlier, noted) = store.write_unattended(move |tx| note(tx, ran)).await?;
        // Only now: what could not be noted counts towards the next look.
        self.last = Some(passed);
        match (earlier.and_then(|earlier| earlier.doubt), noted.doubt) {
            (_, Some(doubt)) if doubt.to == noted.at => tracing::warn!(
                from = %doubt.from, to = %doubt.to,
                "the clock was moved: nothing old is deleted until it has gone right for a day; see kapok doctor"
            ),
            (Some(_), None) => tracing::info!("the clock has gone right for a day and is believed again"),
            _ => {}
        }
        Ok(Look { at: noted.at, ran: ran.unwrap_or_default(), believed: noted.doubt.is_none() })
    }
}

fn note(tx: &Tx<'_>, ran: Option<Duration>) -> AppResult<(Option<Noted>, Noted)> {
    let earlier = queries::find(tx)?;
    let noted = match earlier {
        Some(earlier) => earlier.followed_by(tx.now(), ran),
        None => Noted { at: tx.now(), doubt: behind_the_ledger(tx)? },
    };
    queries::put(tx, noted)?;
    Ok((earlier, noted))
}

/// Of a database in which the clock was never noted, the newest transaction is the witness.
fn behind_the_ledger(read: &Read<'_>) -> AppResult<Option<Doubt>> {
    let newest = ledger::newest_moment(read)?.filter(|newest| *newest > read.now().plus(SLACK));
    Ok(newest.map(|from| Doubt { from, to: read.now(), steady: Duration::ZERO }))
}

impl Noted {
    /// The next look, in the same process after it `ran` for that long, or else the first one of another process.
    fn followed_by(self, now: Timestamp, ran: Option<Duration>) -> Self {
        let expected = self.at.plus(ran.unwrap_or_default());
        let ahead = if ran.is_some() { SLACK } else { LONGEST_STOP };
        if now < expected.minus(SLACK) || now > expected.plus(ahead) {
            return Self { at: now, doubt: Some(Doubt { from: expected, to: now, steady: Duration::ZERO }) };
        }
        let steadier = |doubt: Doubt| Doubt { steady: doubt.steady + ran.unwrap_or_default(), ..doubt };
        Self { at: now, doubt: self.doubt.map(steadier).filter(|doubt| doubt.steady < PROBATION) }
    }
}

/// Why the clock is not believed; none where it is. Beside a server, or before one starts, the clock that this machine
/// shows now is judged as the next start would judge it.
pub fn doubt(read: &Read<'_>, now: Timestamp) -> AppResult<Option<Doubt>> {
    Ok(queries::find(read)?.and_then(|noted| noted.followed_by(now, None).doubt))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);
    const DAY: Duration = Duration::from_secs(86_400);

    fn noted_at_noon() -> Noted {
        Noted { at: Timestamp::from_millis(1_790_000_000_000), doubt: None }
    }

    /// Runs for so many hours with a clock that goes right.
    fn run(mut noted: Noted, hours: u32) -> Noted {
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
            let doubt = moved.doubt.expect("doubted");
            assert_eq!((doubt.from, doubt.to), (noon.at.plus(ran.unwrap_or_default()), now));
            assert!(run(moved, 23).doubt.is_some(), "{now}");
            assert_eq!(run(moved, 24).doubt, None, "{now}");
            // Restarts neither add to the day nor take from it.
            let restarted = run(moved, 12);
            let restarted = restarted.followed_by(restarted.at.plus(14 * HOUR), None);
            assert!(run(restarted, 11).doubt.is_some() && run(restarted, 12).doubt.is_none(), "{now}");
        }
        let set_right = run(noon.followed_by(noon.at.plus(10 * DAY), None), 12).followed_by(noon.at, Some(HOUR));
        assert!(run(set_right, 23).doubt.is_some(), "what was stored meanwhile is as young as that");
    }
}
