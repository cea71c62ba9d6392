//! The evaluation of conditions: which of the given members belong to a segment. Counts, lists, announcements and
//! earning rules all use it; they differ in the members that they pass.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::condition::{Condition, ConditionLine, Conditions, JoinedBy, LevelIs};
use super::fits::{Fits, LineBits, Members, bit};
use super::purchases;
use super::queries::{self, Range};
use super::span::{ALWAYS, since};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, PartnerId};
use crate::base::problem::AppResult;
use crate::core::expiry::{self, end_of_day};
use crate::core::ledger::{self, AccountId};
use crate::platform::store::Read;

/// Returns the given members who meet the conditions. Cheap lines are evaluated first, and later lines skip members who
/// are already decided.
pub(super) fn matching(read: &Read<'_>, conditions: &Conditions, members: &[MemberId]) -> AppResult<Members> {
    let mut fits = Fits::of(conditions.joined_by, conditions.lines.iter(), members);
    for group in groups(conditions.lines.iter()) {
        let Some(range) = fits.undecided(LineBits::MAX) else { break };
        ask(read, &group, range, &mut fits)?;
    }
    // A line that was not evaluated changes nothing: with `all`, another line failed; with `any`, another line fits
    // everybody.
    Ok(fits.belonging())
}

/// The lines that fit each of some members, up to the first one that decides about the member.
pub(super) fn line_by_line<'a>(
    read: &Read<'_>,
    conditions: &Conditions,
    members: &'a [MemberId],
) -> AppResult<Fits<'a>> {
    let mut fits = Fits::of(conditions.joined_by, conditions.lines.iter(), members);
    let mut groups = groups(conditions.lines.iter());
    groups.sort_by_key(|group| group.first().map(|(at, _)| *at));
    for group in groups {
        let before = group.first().map_or(0, |(at, _)| bit(*at) - 1);
        if let Some(range) = fits.undecided(before) {
            ask(read, &group, range, &mut fits)?;
        }
    }
    Ok(fits)
}

/// The lines that fit a member. Every line is evaluated.
pub(super) fn each_line(read: &Read<'_>, lines: &[&ConditionLine], member: MemberId) -> AppResult<LineBits> {
    let (members, each) = ([member], lines.iter().copied());
    let mut fits = Fits::of(JoinedBy::Any, each.clone(), &members);
    for (at, condition) in each.clone().map(|line| &line.condition).enumerate() {
        if source(condition) < RowSource::Bills {
            fits.mark_all(&meeting(read, condition, (member, member))?, bit(at));
        }
    }
    let numbered = each.map(|line| &line.condition).enumerate().map(|(at, condition)| (bit(at), condition));
    fits.at = 0;
    fits.mark(member, purchases::met_by(read, numbered, member)?);
    Ok(fits.bits.first().copied().unwrap_or(0))
}

/// The rows that the statement of a line reads, from the smallest number to the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RowSource {
    Few,
    Members,
    Lots,
    /// The purchases of each member.
    Bills,
    /// The purchases of each member by partner.
    Visits,
}

fn source(condition: &Condition) -> RowSource {
    match condition {
        Condition::Listed { .. }
        | Condition::Level { .. }
        | Condition::HasReferred { .. }
        | Condition::Bought { .. } => RowSource::Few,
        Condition::Balance { .. }
        | Condition::Language { .. }
        | Condition::Joined { .. }
        | Condition::JoinedWithin { .. }
        | Condition::Referred {} => RowSource::Members,
        Condition::Expiring { .. } => RowSource::Lots,
        Condition::Visited { partners, at_least, .. } if !partners.is_empty() || at_least.is_some() => {
            RowSource::Visits
        }
        Condition::LastVisit { .. } | Condition::Visited { .. } | Condition::Spent { .. } => RowSource::Bills,
    }
}

/// A line of conditions, with its place.
type Numbered<'a> = (usize, &'a Condition);

/// The lines grouped by the statement that evaluates them, the cheapest first. Purchases have by far the most rows, so
/// all lines about purchases share one or two statements.
fn groups<'a>(lines: impl Iterator<Item = &'a ConditionLine>) -> Vec<Vec<Numbered<'a>>> {
    let mut lines: Vec<Numbered<'a>> = lines.map(|line| &line.condition).enumerate().collect();
    lines.sort_by_key(|(_, condition)| source(condition));
    let together = |(_, one): &Numbered<'_>, (_, other): &Numbered<'_>| {
        source(one) == source(other) && source(one) >= RowSource::Bills
    };
    lines.chunk_by(together).map(<[Numbered<'_>]>::to_vec).collect()
}

/// Evaluates a group of lines for the members of a range.
fn ask(read: &Read<'_>, group: &[Numbered<'_>], range: Range, fits: &mut Fits<'_>) -> AppResult<()> {
    fits.at = 0;
    match group.first().map(|(_, condition)| source(condition)) {
        Some(RowSource::Bills) => ask_bills(read, group, range, fits)?,
        Some(RowSource::Visits) => ask_visits(read, group, range, fits)?,
        _ => {
            for (at, condition) in group {
                fits.mark_all(&meeting(read, condition, range)?, bit(*at));
            }
        }
    }
    fits.asked |= group.iter().fold(0, |bits, (at, _)| bits | bit(*at));
    Ok(())
}

/// Lines about purchases at all partners.
fn ask_bills(read: &Read<'_>, group: &[Numbered<'_>], range: Range, fits: &mut Fits<'_>) -> AppResult<()> {
    let mut spans: Vec<Timestamp> = Vec::new();
    let (mut earliest, mut lines) = (Timestamp::NEVER, Vec::new());
    for (at, condition) in group {
        let (from, asks) = match condition {
            Condition::LastVisit { days } => (ALWAYS, BillLine::LastBefore(since(read, *days))),
            Condition::Spent { at_least_hkd, days } => {
                let from = since(read, *days);
                let span = spans.iter().position(|span| *span == from).unwrap_or(spans.len());
                spans.resize(spans.len().max(span + 1), from);
                (from, BillLine::Spent(span, at_least_hkd.units()))
            }
            Condition::Visited { days, .. } => {
                let from = days.map_or(ALWAYS, |days| since(read, days));
                (from, BillLine::LastFrom(from))
            }
            _ => continue,
        };
        earliest = earliest.min(from);
        lines.push((bit(*at), asks));
    }
    queries::each_customer(read, range, earliest, &spans, |member, last, spent| {
        let meets = |line: &BillLine| match line {
            BillLine::LastBefore(moment) => last < *moment,
            BillLine::LastFrom(moment) => last >= *moment,
            BillLine::Spent(span, least) => spent.get(*span).is_some_and(|spent| spent >= least),
        };
        let met = lines.iter().filter(|(_, line)| meets(line)).fold(0, |bits, (bit, _)| bits | bit);
        fits.mark(member, met);
    })
}

/// A line about the purchases of a member at all partners.
enum BillLine {
    /// The last purchase was before a moment.
    LastBefore(Timestamp),
    /// The last purchase was at a moment or later.
    LastFrom(Timestamp),
    /// The bills of a span sum up to so many cents.
    Spent(usize, i64),
}

/// Lines about purchases at some partners, or about a number of purchases.
fn ask_visits(read: &Read<'_>, group: &[Numbered<'_>], range: Range, fits: &mut Fits<'_>) -> AppResult<()> {
    let mut spans: Vec<Timestamp> = Vec::new();
    let mut lines = Vec::new();
    for (at, condition) in group {
        if let Condition::Visited { partners, days, at_least } = condition {
            let from = days.map_or(ALWAYS, |days| since(read, days));
            let span = spans.iter().position(|span| *span == from).unwrap_or(spans.len());
            spans.resize(spans.len().max(span + 1), from);
            lines.push(VisitLine { bit: bit(*at), partners, span, least: at_least.unwrap_or(1) });
        }
    }
    let earliest = spans.iter().min().copied().unwrap_or(ALWAYS);
    // The purchases of one member, by line: the rows of a member follow each other, one for each partner.
    let (mut member, mut counts) = (None, vec![0; lines.len()]);
    let met = |counts: &[i64]| {
        let met = lines.iter().zip(counts).filter(|(line, count)| **count >= line.least);
        met.fold(0, |bits, (line, _)| bits | line.bit)
    };
    queries::each_visit(read, range, earliest, &spans, |owner, partner, visits| {
        if member != Some(owner) {
            if let Some(before) = member.replace(owner) {
                fits.mark(before, met(&counts));
            }
            counts.fill(0);
        }
        for (line, count) in lines.iter().zip(&mut counts) {
            if line.partners.is_empty() || line.partners.binary_search(&partner).is_ok() {
                *count += visits.get(line.span).copied().unwrap_or(0);
            }
        }
    })?;
    if let Some(last) = member {
        fits.mark(last, met(&counts));
    }
    Ok(())
}

/// A line about the number of purchases at some partners.
struct VisitLine<'a> {
    bit: LineBits,
    /// In the order of their ids; any partner if empty.
    partners: &'a [PartnerId],
    /// The place of its span of days.
    span: usize,
    /// The smallest number of purchases.
    least: i64,
}

/// The members of a range who meet a condition that has a statement of its own.
fn meeting(read: &Read<'_>, condition: &Condition, range: Range) -> AppResult<Members> {
    match condition {
        Condition::Bought { items } => {
            let bought = queries::buyers(read, range)?;
            Ok(once(bought.into_iter().filter(|(_, item)| items.is_empty() || items.contains(item))))
        }
        Condition::Balance { min, max } => {
            queries::with_balance(read, range, (min.unwrap_or(0), max.unwrap_or(i64::MAX)))
        }
        Condition::Expiring { at_least, days } => expiring(read, range, *at_least, Day::of(read.now()).plus(*days - 1)),
        Condition::Language { languages } => queries::speaking(read, range, languages),
        Condition::Joined { from, until } => {
            let from = from.map_or(ALWAYS, Day::start);
            queries::joined(read, range, (from, until.map_or(Timestamp::NEVER, end_of_day)))
        }
        Condition::JoinedWithin { days } => queries::joined(read, range, (since(read, *days), Timestamp::NEVER)),
        Condition::Referred {} => queries::referred(read, range),
        Condition::HasReferred { at_least } => queries::referrers(read, range, *at_least),
        Condition::Level { is, level } => of_level(read, range, *is, level.unwrap_or(0)),
        Condition::Listed { segment } => queries::listed(read, range, *segment),
        Condition::LastVisit { .. } | Condition::Visited { .. } | Condition::Spent { .. } => Ok(Vec::new()),
    }
}

/// Members by their level. Nobody has a level while the ladder is off, and a level above the highest one counts as the
/// highest.
fn of_level(read: &Read<'_>, range: Range, is: LevelIs, level: i64) -> AppResult<Members> {
    let highest = queries::levels(read)?;
    if is == LevelIs::None {
        let held = if highest.is_some() { queries::of_level(read, range, (1, i64::MAX))? } else { Vec::new() };
        return Ok(merge(&queries::everybody(read, range)?, &held, |there, held| there && !held));
    }
    let most = if is == LevelIs::AtLeast || Some(level) == highest { i64::MAX } else { level };
    match highest {
        Some(highest) if level <= highest => queries::of_level(read, range, (level, most)),
        _ => Ok(Vec::new()),
    }
}

/// Merges two lists that are sorted by id. `stays` decides for each member, by the lists that contain the member.
fn merge(left: &[MemberId], right: &[MemberId], stays: impl Fn(bool, bool) -> bool) -> Members {
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

/// The members of rows that are sorted by member, each once.
fn once<T>(rows: impl Iterator<Item = (MemberId, T)>) -> Members {
    let mut members: Members = rows.map(|(member, _)| member).collect();
    members.dedup();
    members
}

/// Members who have at least so many points that expire by a day. Points that have expired and were not taken yet do
/// not count.
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
