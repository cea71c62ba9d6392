//! The figures of a range beside those of the equal range before it.

use std::collections::HashMap;

use super::{DayRow, ReportPeriod, activity, items, partners, summary};
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult};
use crate::platform::store::Read;

/// A figure of the range, and of the range before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::staff) struct Pair {
    pub now: i64,
    pub before: i64,
}

/// The points of one day.
#[derive(Clone, Copy, Debug)]
pub(in crate::staff) struct FlowDay {
    pub day: Day,
    pub issued: i64,
    pub redeemed: i64,
}

/// A partner and the points that its counters gave.
pub(in crate::staff) struct PartnerFigures {
    pub name: LocalizedText,
    pub issued: Pair,
}

/// An item and how often it was bought.
pub(in crate::staff) struct ItemFigures {
    pub name: LocalizedText,
    pub bought: i64,
    /// The cost of these purchases for the programme; `None` if the cost of one of them is unknown.
    pub cost: Option<Hkd>,
}

/// The figures of the dashboard.
pub(in crate::staff) struct RangeFigures {
    pub from: Day,
    pub to: Day,
    /// The first day of the range before; its last one is the day before `from`.
    pub before_from: Day,
    pub days: Vec<FlowDay>,
    pub issued: Pair,
    pub redeemed: Pair,
    /// Members who earned, spent or sent points.
    pub active: Pair,
    /// Members who are not erased.
    pub members: i64,
    /// Points that the programme owes at the end of each range.
    pub owed: Pair,
    /// Their value in HK$; `None` while a point has no value.
    pub owed_hkd: Option<(Hkd, Hkd)>,
    /// The partners that gave the most points, the largest first.
    pub partners: Vec<PartnerFigures>,
    /// The items that were bought most, the first first.
    pub items: Vec<ItemFigures>,
    /// Exchanges that wait for an operator.
    pub processing: i64,
}

/// The figures from one Hong Kong day to another; by default of the last thirty. Fails with `invalid_value` and
/// `invalid_period`.
pub(in crate::staff) fn compared(read: &Read<'_>, from: Option<&str>, to: Option<&str>) -> AppResult<RangeFigures> {
    let span = ReportPeriod::read(from, to, Day::of(read.now()))?;
    let length = span.to.number() - span.from.number() + 1;
    let before = ReportPeriod { from: span.from.plus(-length), to: span.from.plus(-1) };
    let both = ReportPeriod { from: before.from, to: span.to };
    if 2 * length > super::MOST_DAYS {
        return Err(AppError::invalid_field("to", "invalid_period"));
    }
    let report = summary(read, both, None)?;
    let (earlier, days): (Vec<&DayRow>, Vec<&DayRow>) = report.days.iter().partition(|row| row.day < span.from);
    let sum = |of: fn(&DayRow) -> i64| Pair {
        now: days.iter().map(|row| of(row)).sum(),
        before: earlier.iter().map(|row| of(row)).sum(),
    };
    let owed_on = |rows: &[&DayRow]| {
        rows.last().map_or(0, |row| row.outstanding.unwrap_or_default() + row.pending.unwrap_or_default())
    };
    let worth_on = |rows: &[&DayRow]| rows.last().and_then(|row| row.liability).unwrap_or(Hkd::ZERO);
    let owed = Pair { now: owed_on(&days), before: owed_on(&earlier) };
    let (worth, worth_before) = (worth_on(&days), worth_on(&earlier));
    let active = |span| Ok::<_, AppError>(i64::try_from(activity::activity(read, span)?.members).unwrap_or(i64::MAX));
    Ok(RangeFigures {
        from: span.from,
        to: span.to,
        before_from: before.from,
        days: days.iter().map(|row| FlowDay { day: row.day, issued: row.issued, redeemed: row.redeemed }).collect(),
        issued: sum(|row| row.issued),
        redeemed: sum(|row| row.redeemed),
        active: Pair { now: active(span)?, before: active(before)? },
        members: report.members,
        owed,
        // Points that are owed and worth nothing have no value in the settings.
        owed_hkd: (owed.now == 0 || worth != Hkd::ZERO).then_some((worth, worth_before)),
        partners: partner_figures(read, span, before)?,
        items: items::items(read, span)?
            .into_iter()
            .map(|row| ItemFigures { name: row.name, bought: row.bought, cost: row.cost })
            .collect(),
        processing: report.processing,
    })
}

/// The partners by the points that they gave. Points that moved at no counter belong to no partner.
fn partner_figures(read: &Read<'_>, span: ReportPeriod, before: ReportPeriod) -> AppResult<Vec<PartnerFigures>> {
    let earlier: HashMap<PartnerId, i64> =
        partners(read, before)?.into_iter().filter_map(|row| Some((row.id?, row.issued))).collect();
    let known = partners(read, span)?.into_iter().filter_map(|row| {
        let issued = Pair { now: row.issued, before: earlier.get(&row.id?).copied().unwrap_or(0) };
        Some(PartnerFigures { name: row.name?, issued })
    });
    Ok(known.collect())
}
