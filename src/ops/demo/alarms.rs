//! Alarms of the demo: a cashier who favours a member, many transfers to one member, many to another whose points are on
//! hold, and a pair that staff dismissed.

use std::time::Duration;

use super::content::days_before;
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, Details, NewPostings, TransactionKind};
use crate::core::members;
use crate::core::settings::{self, AlarmSettings, Author, ProgrammeSettings};
use crate::member::alarms::{self, AbuseKind, AlarmDecision, AlarmQueue, AlarmRecord};
use crate::platform::store::Tx;

/// The member of staff who decided.
const DECIDED_BY: &str = "Sandra Lo";
/// The pair whose alarm was dismissed: the index of the neighbour, the index of the counter, and the days of the
/// purchases.
const DISMISSED: (usize, usize, [u32; 2]) = (5, 1, [10, 9]);
/// The pair with an open alarm.
const OPEN: (usize, usize, [u32; 2]) = (17, 0, [2, 1]);
/// Purchases of each pair on its first and its second day, and their amounts in cents.
const PURCHASES: [(usize, u32); 9] = [
    (0, 18_600),
    (0, 24_000),
    (0, 20_000),
    (0, 9_850),
    (1, 31_500),
    (1, 20_000),
    (1, 26_800),
    (1, 30_000),
    (1, 17_400),
];
/// The first minute of these purchases in the day, and the minutes between two.
const MINUTES: (u32, u32) = (18 * 60 + 5, 11);
/// The places of the neighbours who get points of others: staff have to decide about the first, and the points of the second
/// are on hold. Each has the place of the first neighbour who may send.
const TARGET: (usize, usize) = (41, 0);
const HELD: (usize, usize) = (63, 50);
/// The number of senders, and the points of each.
const SENDERS: usize = 7;
const SENT: i64 = 60;

/// A purchase of one of the two pairs.
pub(super) struct OddPurchase {
    pub moment: Timestamp,
    /// The indexes of the neighbour and of the counter.
    pub neighbour: usize,
    pub counter: usize,
    pub amount: Hkd,
}

/// The purchases that raise an alarm about one cashier and one member, for two such pairs.
pub(super) fn odd_purchases(now: Timestamp) -> Vec<OddPurchase> {
    let mut odd = Vec::new();
    for (neighbour, counter, days) in [DISMISSED, OPEN] {
        for (nth, (day, cents)) in (0..).zip(PURCHASES) {
            let midnight = days_before(now, days[day]).hong_kong_midnight();
            let minutes = MINUTES.0 + nth * MINUTES.1;
            let moment = midnight.plus(Duration::from_secs(u64::from(minutes) * 60));
            odd.push(OddPurchase { moment, neighbour, counter, amount: Hkd::from_units(i64::from(cents)) });
        }
    }
    odd
}

/// Switches alarms on, makes transfers, and runs the search for alarms twice. The alarm of the first run, in the past, is
/// dismissed; the second run raises the alarms that wait. Puts the points of one alarm on hold.
pub(super) fn raise(tx: &Tx<'_>, people: &[MemberId]) -> AppResult<()> {
    let before = settings::current(tx)?;
    let on = AlarmSettings { on: true, ..AlarmSettings::default() };
    settings::replace(tx, &ProgrammeSettings { alarms: on, ..before }, Author { id: [0; 16], name: DECIDED_BY })?;
    alarms::find_within(&tx.at(days_before(tx.now(), 8)))?;
    let decided = tx.at(days_before(tx.now(), 7));
    for alarm in alarms::list(tx, AlarmQueue::Open, None, None, i64::MAX)? {
        let note = "Staff meals, agreed with the owner";
        alarms::dismiss(&decided, alarm.id, AlarmDecision { by: DECIDED_BY, note })?;
    }
    send(tx, people, TARGET)?;
    send(tx, people, HELD)?;
    alarms::find_within(tx)?;
    let is_held = |alarm: &AlarmRecord| alarm.kind == AbuseKind::FanIn && alarm.member == people.get(HELD.0).copied();
    if let Some(alarm) = alarms::list(tx, AlarmQueue::Open, None, None, i64::MAX)?.into_iter().find(is_held) {
        let note = "The senders were asked by e-mail";
        alarms::hold(tx, alarm.id, None, AlarmDecision { by: DECIDED_BY, note })?;
    }
    Ok(())
}

/// Transfers of some neighbours who have enough points to one of them.
fn send(tx: &Tx<'_>, people: &[MemberId], (place, first): (usize, usize)) -> AppResult<()> {
    let Some(target) = people.get(place) else { return Ok(()) };
    let (to, name) = (ledger::account_of(tx, *target)?, short_id_of(tx, *target)?);
    let mut sent = 0;
    for sender in people.iter().skip(first).filter(|one| *one != target) {
        let from = ledger::member_account(tx, *sender)?;
        if sent == SENDERS || from.balance < SENT {
            continue;
        }
        let movement = NewPostings::between(TransactionKind::Transfer, from.account, to, SENT, Details::default());
        ledger::post(tx, &movement.with_memos(name.clone(), short_id_of(tx, *sender)?))?;
        sent += 1;
    }
    Ok(())
}

fn short_id_of(tx: &Tx<'_>, member: MemberId) -> AppResult<String> {
    Ok(members::find(tx, member)?.map(|found| found.short_id.to_string()).unwrap_or_default())
}
