//! The workers: one per queue. Each leases the due messages, sends some of them concurrently at the queue's rate, and
//! settles the outcomes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::gateway::{Gateway, Gateways};
use super::retry::{give_up, record_outcome};
use super::{
    DeliveryChannel, DeliveryOutcome, Leased, Outbox, Reason, SendQueue, is_month_spent, queries, troubleshooting,
};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::http_client::RecentFailures;
use crate::platform::store::{Store, Tx};

/// The interval at which a worker polls without being woken: for postponed messages, and as a safety net.
const POLL: Duration = Duration::from_secs(1);
/// Most concurrent attempts of a queue: not more than mail servers and gateways accept. Push messages have more, so
/// that one push service that hangs leaves room for the others.
const fn abreast(channel: DeliveryChannel) -> usize {
    match channel {
        DeliveryChannel::Email => 10,
        DeliveryChannel::Sms => 16,
        DeliveryChannel::Push => 40,
    }
}
/// The pause between two accesses to the store under load. Each access stores all outcomes since the one before. Each
/// access may be a commit of its own, which delays the members' requests behind it.
const BEAT: Duration = Duration::from_millis(100);
/// A leased message is sent within that time at the slowest rate: two rounds of push messages, one a second.
const TURN: Duration = Duration::from_secs(90);
/// The longest time that attempts in progress may take after the server was told to stop.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// Sends queued messages until the server stops. Messages of local gateways are then sent before it returns; the rest
/// waits for the next start.
pub async fn run(store: Store, gateways: Gateways, outbox: Outbox, stopping: watch::Receiver<bool>) {
    // Only one server uses the folder, so anything leased now belongs to a server that died.
    match store.write_unattended(queries::release_all).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "outbox: messages leased before the restart are sent again"),
        Err(error) => tracing::error!(%error, "outbox: leased messages could not be released"),
    }
    let start = |line: SendQueue| {
        let (gateway, rate) = gateways.of(line);
        let pause = Duration::from_secs(1) / rate.max(1);
        let worker = Worker {
            line,
            channel: line.channel(),
            gateway,
            store: store.clone(),
            next: Instant::now(),
            pause,
            rules: gateways.clone(),
            troubles: RecentFailures::default(),
        };
        worker.run(outbox.clone(), stopping.clone())
    };
    let [email, sms, browsers, native_apps] = SendQueue::ALL.map(start);
    tokio::join!(email, sms, browsers, native_apps);
}

struct Worker {
    line: SendQueue,
    channel: DeliveryChannel,
    gateway: Arc<Gateway>,
    store: Store,
    /// The earliest time of the next message, at the queue's rate.
    next: Instant,
    pause: Duration,
    rules: Gateways,
    troubles: RecentFailures<DeliveryChannel>,
}

type SendResult = (Leased, DeliveryOutcome);

impl Worker {
    async fn run(mut self, outbox: Outbox, mut stopping: watch::Receiver<bool>) {
        let (mut flying, mut done) = (JoinSet::new(), Vec::new());
        let mut last_words = None;
        loop {
            let stop = *stopping.borrow();
            let room = if stop && !self.gateway.is_local() { 0 } else { self.room(&flying) };
            // Both run at once, so that one commit can take both, but separately, so that one does not fail with the
            // other.
            let (settled, batch) = tokio::join!(self.settle(std::mem::take(&mut done)), self.lease(room));
            settled.into_iter().for_each(BudgetAlert::say);
            self.launch(batch, &mut flying);
            if stop && flying.is_empty() {
                return;
            }
            let end = match stop {
                true => *last_words.get_or_insert_with(|| Instant::now() + LAST_WORDS),
                false => Instant::now() + POLL,
            };
            tokio::select! {
                () = self.gather(&mut flying, &mut done, &outbox, end) => {}
                () = told_to_stop(&mut stopping), if !stop => {}
            }
            if stop && Instant::now() >= end {
                return;
            }
        }
    }

    fn room(&self, flying: &JoinSet<SendResult>) -> usize {
        abreast(self.channel).saturating_sub(flying.len())
    }

    /// Waits for the next access to the store. After a wake-up or an outcome, that is at once if no attempt is in
    /// progress, else at the next beat. Without either, it is at `end`.
    async fn gather(
        &mut self,
        flying: &mut JoinSet<SendResult>,
        done: &mut Vec<SendResult>,
        outbox: &Outbox,
        end: Instant,
    ) {
        let beat = Instant::now() + BEAT;
        let mut rung = false;
        loop {
            let wake = if rung || !done.is_empty() { beat } else { end };
            tokio::select! {
                Some(next) = flying.join_next() => {
                    if let Ok((message, outcome)) = next {
                        self.say(&message, &outcome);
                        done.push((message, outcome));
                    }
                }
                () = outbox.rung(self.line), if !rung => rung = true,
                () = tokio::time::sleep_until(wake) => return,
            }
            if flying.is_empty() {
                return;
            }
        }
    }

    /// Sends the leased messages, each when the rate allows.
    fn launch(&mut self, batch: Vec<Leased>, flying: &mut JoinSet<SendResult>) {
        for message in batch {
            let turn = self.next.max(Instant::now());
            self.next = turn + self.pause;
            let (gateway, longest) = (self.gateway.clone(), self.rules.longest_attempt(self.channel));
            flying.spawn(async move {
                tokio::time::sleep_until(turn).await;
                let attempt = tokio::time::timeout(longest, gateway.send(&message));
                let outcome = attempt.await.unwrap_or_else(|_| DeliveryOutcome::Unsure(Reason::new("timeout", "")));
                (message, outcome)
            });
        }
    }

    /// Leases up to `room` messages.
    async fn lease(&self, room: usize) -> Vec<Leased> {
        self.try_to_lease(room).await.unwrap_or_else(|error| {
            tracing::error!(%error, channel = self.line.name(), "outbox: the queue cannot be read");
            Vec::new()
        })
    }

    async fn try_to_lease(&self, room: usize) -> AppResult<Vec<Leased>> {
        let (line, channel, rules) = (self.line, self.channel, self.rules.clone());
        // When the lease ends, a message without a stored outcome is sent again.
        let lease = rules.longest_attempt(channel) + TURN;
        // The queue is empty nearly always. This check costs no commit.
        let loudest = loudest(channel, self.store.clock().now(), rules.quiet);
        if room == 0 || !self.store.read(|read| queries::is_anything_due(read, line, loudest))? {
            return Ok(Vec::new());
        }
        self.store
            .write_unattended(move |tx| {
                let due = queries::due(tx, line, loudest, room)?;
                let mut batch = Vec::new();
                for message in due {
                    if message.lapses <= tx.now() {
                        give_up(tx, &message, &Reason::new("lapsed", ""))?;
                    } else if channel == DeliveryChannel::Sms && is_month_spent(tx, rules.sms_budget)? {
                        give_up(tx, &message, &Reason::new("budget", ""))?;
                    } else if queries::lease(tx, message.id, tx.now().plus(lease))? {
                        batch.push(message);
                    }
                }
                Ok(batch)
            })
            .await
    }

    /// Records outcomes, and returns the marks of the month's budget that they passed.
    async fn settle(&self, outcomes: Vec<SendResult>) -> Vec<BudgetAlert> {
        if outcomes.is_empty() {
            return Vec::new();
        }
        let budget = self.rules.sms_budget;
        let settled = self.store.write_unattended(move |tx| {
            let marks = outcomes.iter().map(|(message, outcome)| match record_outcome(tx, message, outcome)? {
                0 => Ok(None),
                parts => pay(tx, parts, budget),
            });
            marks.filter_map(AppResult::transpose).collect::<AppResult<Vec<BudgetAlert>>>()
        });
        settled.await.unwrap_or_else(|error| {
            // The messages stay leased, and are sent again when the lease ends.
            tracing::error!(%error, channel = self.line.name(), "outbox: outcomes could not be stored");
            Vec::new()
        })
    }
}

impl Worker {
    /// Logs a fault of the gateway once, with its remedy. A message that is given up for its own reasons is logged
    /// separately; a fault of the gateway would otherwise be logged with every message.
    fn say(&mut self, message: &Leased, outcome: &DeliveryOutcome) {
        let (channel, id) = (self.channel, message.id);
        let (reason, its_own) = match outcome {
            DeliveryOutcome::Later(reason, _) | DeliveryOutcome::Unsure(reason) => (reason, false),
            DeliveryOutcome::Never(reason) => (reason, reason.word == "refused"),
            DeliveryOutcome::Sent if self.troubles.end(&channel) => {
                return tracing::info!(channel = self.line.name(), "outbox: delivery works again");
            }
            DeliveryOutcome::Sent | DeliveryOutcome::Gone(_) => return,
        };
        if !its_own && !self.troubles.begin(&channel, reason.word, self.store.clock().now()) {
            return;
        }
        let (hint, channel, why) = (troubleshooting::on(channel, reason.word), self.line.name(), reason.word);
        let (what, to_do) = (hint.what, hint.to_do);
        match why {
            "auth" | "tls" => tracing::error!(%id, channel, why, "outbox: delivery failed: {what}; {to_do}"),
            _ => tracing::warn!(%id, channel, why, "outbox: delivery failed: {what}; {to_do}"),
        }
    }
}

async fn told_to_stop(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped, which also means stop.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// The lowest priority that may be sent now.
fn loudest(channel: DeliveryChannel, now: Timestamp, (from, until): (u32, u32)) -> i64 {
    const EVERYTHING: i64 = 2;
    const URGENT: i64 = 0;
    if channel == DeliveryChannel::Email {
        return EVERYTHING;
    }
    let hour = u32::try_from((now.as_millis() - now.hong_kong_midnight().as_millis()) / 3_600_000).unwrap_or(0);
    let quiet = if from <= until { from <= hour && hour < until } else { hour >= from || hour < until };
    if quiet { URGENT } else { EVERYTHING }
}

/// The mark of the month's SMS budget that was just passed.
enum BudgetAlert {
    FourFifths,
    Everything,
}

impl BudgetAlert {
    fn say(self) {
        let (why, what) = match self {
            BudgetAlert::FourFifths => ("budget_soon", "four fifths are used up"),
            BudgetAlert::Everything => ("budget", "all is used up, and no SMS are sent until the next month"),
        };
        tracing::error!(why, "outbox: monthly budget for SMS: {what}; raise sms.monthly_budget if that is too little");
    }
}

fn pay(tx: &Tx<'_>, parts: u32, budget: u32) -> AppResult<Option<BudgetAlert>> {
    let month = tx.now().hong_kong_month();
    let before = queries::parts_in(tx, month)?;
    queries::add_parts(tx, month, i64::from(parts))?;
    let (after, budget) = (before + i64::from(parts), i64::from(budget));
    let crossed = |mark: i64| budget > 0 && before < mark && after >= mark;
    Ok(match (crossed(budget), crossed(budget * 4 / 5)) {
        (true, _) => Some(BudgetAlert::Everything),
        (false, true) => Some(BudgetAlert::FourFifths),
        (false, false) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::loudest;
    use crate::base::clock::Timestamp;
    use crate::platform::delivery::DeliveryChannel;

    #[test]
    fn phones_stay_quiet_at_night_in_hong_kong() {
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        for (moment, sms) in [
            ("2026-03-12T21:59:59+08:00", 2),
            ("2026-03-12T22:00:00+08:00", 0),
            ("2026-03-13T07:59:59+08:00", 0),
            ("2026-03-13T08:00:00+08:00", 2),
        ] {
            assert_eq!(loudest(DeliveryChannel::Sms, at(moment), (22, 8)), sms, "{moment}");
            assert_eq!(loudest(DeliveryChannel::Push, at(moment), (22, 8)), sms, "{moment}");
            assert_eq!(loudest(DeliveryChannel::Email, at(moment), (22, 8)), 2, "{moment}");
            assert_eq!(loudest(DeliveryChannel::Sms, at(moment), (8, 8)), 2, "no quiet hours");
        }
        assert_eq!(loudest(DeliveryChannel::Sms, at("2026-03-12T13:30:00+08:00"), (13, 14)), 0);
    }
}
