//! Settles an attempt: the message was sent, waits for a retry, or is given up.

use std::time::Duration;

use super::{DeliveryChannel, DeliveryOutcome, Leased, Message, Reason, queries, queue, segments, subscriptions};
use crate::base::problem::AppResult;
use crate::base::secret::random_bytes;
use crate::platform::store::Tx;

const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);
/// The retry period of a message with a fallback. The message contains a one-time code, which is valid for a few minutes,
/// so the worker switches to the fallback soon.
const BEFORE_FALLBACK: Duration = Duration::from_secs(25);

/// Most times that an SMS is sent to a gateway that does not confirm it.
const MOST_PAID: u32 = 3;

/// Records the outcome of a message; returns the SMS segments that it cost.
pub(super) fn record_outcome(tx: &Tx<'_>, message: &Leased, outcome: &DeliveryOutcome) -> AppResult<u32> {
    match outcome {
        DeliveryOutcome::Sent => {
            queries::mark_sent(tx, message.id)?;
            return Ok(cost(message));
        }
        DeliveryOutcome::Later(reason, after) => try_again(tx, message, reason, after.unwrap_or_default())?,
        DeliveryOutcome::Unsure(reason) => {
            // The member may have received it already; do not send and pay for it again for days.
            if message.channel == DeliveryChannel::Sms && message.attempts + 1 >= MOST_PAID {
                give_up(tx, message, reason)?;
            } else {
                try_again(tx, message, reason, Duration::ZERO)?;
            }
            return Ok(cost(message));
        }
        DeliveryOutcome::Never(reason) => give_up(tx, message, reason)?,
        DeliveryOutcome::Gone(reason) => {
            give_up(tx, message, reason)?;
            subscriptions::lost(tx, message)?;
        }
    }
    Ok(0)
}

fn try_again(tx: &Tx<'_>, message: &Leased, reason: &Reason, after: Duration) -> AppResult<()> {
    let due = tx.now().plus(pause_after(message.attempts).max(after));
    let end = if message.has_fallback { message.created.plus(BEFORE_FALLBACK) } else { message.lapses };
    // A retry after this time would deliver an expired message, or delay the fallback, which may get through.
    if due >= end.min(message.lapses) {
        give_up(tx, message, reason)
    } else {
        queries::put_off(tx, message.id, due, &reason.to_string())
    }
}

fn cost(message: &Leased) -> u32 {
    if message.channel == DeliveryChannel::Sms { segments::parts(&message.text) } else { 0 }
}

/// Gives a message up. Its fallback has the same content, and so expires at the same time.
pub(super) fn give_up(tx: &Tx<'_>, message: &Leased, reason: &Reason) -> AppResult<()> {
    let left = message.lapses.since(tx.now());
    match queries::bury(tx, message.id, &reason.to_string())? {
        Some(instead) if !left.is_zero() => {
            queue(tx, &Message { lifetime: instead.lifetime.min(left), ..instead }).map(drop)
        }
        _ => Ok(()),
    }
}

/// The pause doubles with each attempt, with jitter: messages that failed together must not be retried together.
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
