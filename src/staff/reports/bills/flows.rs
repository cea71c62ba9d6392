//! The points issued and redeemed in a month, from the sums of the ledger, and the lines of a bill made from them.

use std::collections::BTreeMap;

use super::line::{BillLineKind, PartnerBillLine};
use super::terms::TermsOfDay;
use super::{BillDay, queries};
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::month::Month;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::ledger::{self, Flow, TransactionKind};
use crate::platform::store::Read;
use crate::staff::reports::{NO_PARTNER, ReportPeriod, queries as reports};

/// Points with the day on which they moved and the day to which they belong. The two differ for a reversal, which
/// belongs to the day of the reversed transaction.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    issued: i64,
    redeemed: i64,
}

/// The points issued and redeemed in a month, by partner, day, and the day to which the points belong.
pub(super) struct MonthFlows {
    month: Month,
    sums: BTreeMap<PartnerId, BTreeMap<(Day, Day), Moved>>,
}

impl MonthFlows {
    /// Reads the sums of a month from the roll-up and the transactions after it, for one partner or all.
    pub(super) fn read(read: &Read<'_>, month: Month, partner: Option<PartnerId>) -> AppResult<Self> {
        let span = ReportPeriod { from: month.first(), to: month.last() };
        let mut found = Self { month, sums: BTreeMap::new() };
        queries::each_day(read, span, partner, |partner, day, kind, issued, redeemed| {
            if kind != TransactionKind::Reversal.name() {
                found.add(partner, (day, day), issued, redeemed);
            }
        })?;
        let wanted = |flow: &Flow| partner.is_none_or(|wanted| Some(wanted) == flow.partner);
        ledger::flows(read, reports::mark(read)?, i64::MAX, |flow| {
            if span.holds(flow.day) && wanted(&flow) && flow.kind != TransactionKind::Reversal.name() {
                found.add_flow(&flow, flow.day);
            }
        })?;
        // The roll-up does not say which day a reversal corrects.
        ledger::reversals_in(read, month.period(), |flow, reversed| {
            if wanted(&flow) {
                found.add_flow(&flow, reversed.day);
            }
        })?;
        Ok(found)
    }

    fn add_flow(&mut self, flow: &Flow, of_day: Day) {
        let partner = flow.partner.unwrap_or(NO_PARTNER);
        self.add(partner, (flow.day, of_day), flow.sums.issued, flow.sums.redeemed);
    }

    fn add(&mut self, partner: PartnerId, days: (Day, Day), issued: i64, redeemed: i64) {
        if issued != 0 || redeemed != 0 {
            let moved = self.sums.entry(partner).or_default().entry(days).or_default();
            moved.issued += issued;
            moved.redeemed += redeemed;
        }
    }

    pub(super) fn partners(&self) -> impl Iterator<Item = PartnerId> {
        self.sums.keys().copied()
    }

    fn of(&self, partner: PartnerId) -> impl Iterator<Item = (Day, Day, Moved)> {
        self.sums.get(&partner).into_iter().flatten().map(|((day, of_day), moved)| (*day, *of_day, *moved))
    }

    /// Points issued and redeemed in a partner's name.
    pub(super) fn sums(&self, partner: PartnerId) -> (i64, i64) {
        self.of(partner)
            .fold((0, 0), |(issued, redeemed), (.., moved)| (issued + moved.issued, redeemed + moved.redeemed))
    }

    /// The days of a partner.
    pub(super) fn days(&self, partner: PartnerId) -> Vec<BillDay> {
        let mut days: BTreeMap<Day, BillDay> = BTreeMap::new();
        for (day, _, moved) in self.of(partner) {
            let sums = days.entry(day).or_insert(BillDay { day, issued: 0, redeemed: 0 });
            sums.issued += moved.issued;
            sums.redeemed += moved.redeemed;
        }
        days.into_values().collect()
    }

    /// The lines of a partner's bill: points of one kind, month and rate stand in one line, which is rounded to the cent.
    pub(super) fn lines(
        &self,
        partner: PartnerId,
        terms: impl Fn(Day) -> TermsOfDay,
    ) -> AppResult<Vec<PartnerBillLine>> {
        let mut lines: BTreeMap<(bool, BillLineKind, Month, PointsRate), i64> = BTreeMap::new();
        for (_, of_day, moved) in self.of(partner) {
            let terms = terms(of_day);
            let of_month = Month::of_day(of_day);
            for (kind, rate, points) in [
                (BillLineKind::Issued, terms.issued, moved.issued),
                (BillLineKind::Redeemed, terms.redeemed, moved.redeemed),
                (BillLineKind::Fee, terms.fee, moved.issued),
            ] {
                if kind != BillLineKind::Fee || rate > PointsRate::ZERO {
                    // Corrections come after the lines of the month.
                    *lines.entry((of_month != self.month, kind, of_month, rate)).or_default() += points;
                }
            }
        }
        let line = |((_, kind, of_month, rate), points): ((bool, BillLineKind, Month, PointsRate), i64)| {
            let owed = rate.worth_of(points).ok_or(INVALID_PARAMETER)?;
            let amount_hkd = if kind == BillLineKind::Redeemed { Hkd::from_units(-owed.units()) } else { owed };
            Ok(PartnerBillLine { kind, of_month, points, rate, amount_hkd })
        };
        lines.into_iter().filter(|(_, points)| *points != 0).map(line).collect()
    }
}
