//! What an attempt leaves behind: a message that is through, waits for another turn, or is given up.

use std::time::Duration;

use super::{Channel, Fate, Leased, Message, Reason, queries, queue, segments, subscriptions};
use crate::base::problem::AppResult;
use crate::base::secret::random_bytes;
use crate::platform::store::Tx;

const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);
/// A message that another can take the place of is tried for so long: somebody waits for the code in it, which works for
/// minutes only.
const BEFORE_FALLBACK: Duration = Duration::from_secs(25);

/// So often an SMS goes to a gateway that does not say whether it took it.
const MOST_PAID: u32 = 3;

/// Notes what became of a message; gives the parts of SMS that it cost.
pub(super) fn settle_one(tx: &Tx<'_>, message: &Leased, fate: &Fate) -> AppResult<u32> {
    match fate {
        Fate::Sent => {
            queries::mark_sent(tx, message.id)?;
            return Ok(cost(message));
        }
        Fate::Later(reason, after) => try_again(tx, message, reason, after.unwrap_or_default())?,
        Fate::Unsure(reason) => {
            // Whoever may have had it already is not to have it, at a price, for days.
            if message.channel == Channel::Sms && message.attempts + 1 >= MOST_PAID {
                give_up(tx, message, reason)?;
            } else {
                try_again(tx, message, reason, Duration::ZERO)?;
            }
            return Ok(cost(message));
        }
        Fate::Never(reason) => give_up(tx, message, reason)?,
        Fate::Gone(reason) => {
            give_up(tx, message, reason)?;
            subscriptions::lost(tx, message)?;
        }
    }
    Ok(0)
}

fn try_again(tx: &Tx<'_>, message: &Leased, reason: &Reason, after: Duration) -> AppResult<()> {
    let due = tx.now().plus(pause_after(message.attempts).max(after));
    let end = if message.has_fallback { message.created.plus(BEFORE_FALLBACK) } else { message.lapses };
    // Waiting any longer would only deliver what no longer holds, or keep back what may get through.
    if due >= end.min(message.lapses) {
        give_up(tx, message, reason)
    } else {
        queries::put_off(tx, message.id, due, &reason.to_string())
    }
}

fn cost(message: &Leased) -> u32 {
    if message.channel == Channel::Sms { segments::parts(&message.text) } else { 0 }
}

/// Gives a message up. What goes in its place says the same, and misleads from the same moment on.
pub(super) fn give_up(tx: &Tx<'_>, message: &Leased, reason: &Reason) -> AppResult<()> {
    let left = message.lapses.since(tx.now());
    match queries::bury(tx, message.id, &reason.to_string())? {
        Some(instead) if !left.is_zero() => {
            queue(tx, &Message { lifetime: instead.lifetime.min(left), ..instead }).map(drop)
        }
        _ => Ok(()),
    }
}

/// Twice as long after each attempt, and never quite the same: many messages that failed together
/// must not come back together.
fn pause_after(attempts: u32) -> Duration {
    let doubled = FIRST_PAUSE.saturating_mul(1_u32.checked_shl(attempts).unwrap_or(u32::MAX)).min(LONGEST_PAUSE);
    let share = u32::from(random_bytes::<1>()[0]);
    doubled / 2 + doubled / 512 * share
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_PAUSE, pause_after};

    #[test]
    fn pauses_grow_to_a_bound_and_are_never_quite_the_same() {
        assert!(pause_after(0).as_secs() < 6 && pause_after(0).as_millis() >= 2_500);
        assert!(pause_after(3).as_secs() >= 20 && pause_after(3).as_secs() <= 40);
        assert!(pause_after(40) <= LONGEST_PAUSE);
        let many: std::collections::BTreeSet<_> = (0..50).map(|_| pause_after(5)).collect();
        assert!(many.len() > 10);
    }
}
