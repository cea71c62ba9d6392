//! The evaluation of conditions: which of some members belong. Counts, lists, announcements and earning rules all use it;
//! they differ in the members that they ask about.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::condition::{Condition, Conditions, JoinedBy};
use super::queries::{self, Bills, Range};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::expiry::{self, end_of_day};
use crate::core::ledger::{self, AccountId};
use crate::platform::store::Read;

/// The moment from which on everything counts.
const ALWAYS: Timestamp = Timestamp::from_millis(0);

/// Members in the order of their ids, each once.
pub(super) type Members = Vec<MemberId>;

/// Those of some members who meet the conditions. `after_line` gets the number of members that are left after each
/// line.
pub(super) fn matching(
    read: &Read<'_>,
    conditions: &Conditions,
    members: &[MemberId],
    mut after_line: impl FnMut(usize, usize),
) -> AppResult<Members> {
    let all = conditions.joined_by == JoinedBy::All;
    let mut found = if all { members.to_vec() } else { Vec::new() };
    for (at, line) in conditions.lines.iter().enumerate() {
        // Members who are out, or in, already are not asked about.
        let asked =
            if all { std::mem::take(&mut found) } else { merge(members, &found, |asked, known| asked && !known) };
        let range = asked.first().copied().zip(asked.last().copied());
        let met = range.map_or_else(|| Ok(Vec::new()), |range| meeting(read, &line.condition, range))?;
        let met = merge(&asked, &met, |asked, met| asked && met != line.not);
        found = if all { met } else { merge(&found, &met, |known, new| known || new) };
        after_line(at, found.len());
    }
    Ok(found)
}

/// Two lists in the order of their ids as one: of each member, whether it stays by the lists in which it stands.
pub(super) fn merge(left: &[MemberId], right: &[MemberId], stays: impl Fn(bool, bool) -> bool) -> Members {
    let (mut merged, mut l, mut r) = (Vec::with_capacity(left.len()), 0, 0);
    loop {
        let (member, order) = match (left.get(l), right.get(r)) {
            (Some(one), Some(other)) => (*one.min(other), one.cmp(other)),
            (Some(one), None) => (*one, Ordering::Less),
            (None, Some(other)) => (*other, Ordering::Greater),
            (None, None) => return merged,
        };
        if stays(order.is_le(), order.is_ge()) {
            merged.push(member);
        }
        l += usize::from(order.is_le());
        r += usize::from(order.is_ge());
    }
}

/// The active ones among the members of a range.
pub(super) fn active(read: &Read<'_>, range: Range) -> AppResult<Members> {
    let mut gone = queries::not_active(read, range)?;
    gone.sort_unstable();
    Ok(merge(&queries::everybody(read, range)?, &gone, |there, gone| there && !gone))
}

/// The members of a range who meet a condition.
fn meeting(read: &Read<'_>, condition: &Condition, range: Range) -> AppResult<Members> {
    let today = Day::of(read.now());
    let since = |days: i64| today.plus(1 - days).start();
    match condition {
        Condition::LastVisit { days } => {
            let bills = Bills { since: ALWAYS, last_before: since(*days), at_least: 0 };
            queries::customers(read, range, &bills)
        }
        Condition::Visited { partners, days } => {
            let since = days.map_or(ALWAYS, since);
            if partners.is_empty() {
                let bills = Bills { since, last_before: Timestamp::NEVER, at_least: 0 };
                return queries::customers(read, range, &bills);
            }
            let visits = queries::visits(read, range, since)?;
            Ok(once(visits.into_iter().filter(|(_, partner)| partners.contains(partner))))
        }
        Condition::Spent { at_least_hkd, days } => {
            let bills = Bills { since: since(*days), last_before: Timestamp::NEVER, at_least: at_least_hkd.units() };
            queries::customers(read, range, &bills)
        }
        Condition::Bought { items } => {
            let bought = queries::buyers(read, range)?;
            Ok(once(bought.into_iter().filter(|(_, item)| items.is_empty() || items.contains(item))))
        }
        Condition::Balance { min, max } => {
            queries::with_balance(read, range, (min.unwrap_or(0), max.unwrap_or(i64::MAX)))
        }
        Condition::Expiring { at_least, days } => expiring(read, range, *at_least, today.plus(*days - 1)),
        Condition::Language { languages } => queries::speaking(read, range, languages),
        Condition::Joined { from, until } => {
            let from = from.map_or(ALWAYS, Day::start);
            queries::joined(read, range, (from, until.map_or(Timestamp::NEVER, end_of_day)))
        }
        Condition::JoinedWithin { days } => queries::joined(read, range, (since(*days), Timestamp::NEVER)),
        Condition::Referred => queries::referred(read, range),
        Condition::HasReferred { at_least } => queries::referrers(read, range, *at_least),
    }
}

/// The members of rows that are sorted by member, each once.
fn once<T>(rows: impl Iterator<Item = (MemberId, T)>) -> Members {
    let mut members: Members = rows.map(|(member, _)| member).collect();
    members.dedup();
    members
}

/// Members of whom so many points end until a day. Points that have ended and wait to be taken do not count.
fn expiring(read: &Read<'_>, range: Range, at_least: i64, until: Day) -> AppResult<Members> {
    let (policies, until) = (expiry::policies(read)?, end_of_day(until));
    let (mut found, mut sum) = (BTreeSet::new(), (AccountId::from_row(0), 0_i64, Timestamp::from_millis(0)));
    queries::each_ending_lot(read, range, until, |member, account, dates, points| {
        if sum.0 != account {
            let asks = policies.needs_activity();
            let last_active = if asks { ledger::last_active(read, account)? } else { None };
            sum = (account, 0, last_active.unwrap_or(Timestamp::from_millis(0)));
        }
        let end = policies.end_of(dates, read.now(), sum.2);
        if end > read.now() && end <= until {
            sum.1 += points;
            if sum.1 >= at_least {
                found.insert(member);
            }
        }
        Ok(())
    })?;
    Ok(found.into_iter().collect())
}
