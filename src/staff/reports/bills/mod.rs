//! Bills of partners: what a partner owes for the points that it issued in a month, less what it is owed for the points that
//! were redeemed there. A month is closed once: its bills get their numbers and never change. What is reversed later stands
//! in the bill of the month of the reversal, at the rate of the day to which the points belong.

mod flows;
pub(super) mod http;
mod line;
mod paper;
pub(super) mod queries;
mod rates;
mod terms;

pub(in crate::staff) use line::LineOfFile;
pub(in crate::staff) use paper::bill_pdf;
pub(in crate::staff) use terms::point_prices;

use std::collections::BTreeMap;

use serde::Serialize;

use self::flows::MonthFlows;
use self::line::{BillLineKind, PartnerBillLine};
use self::terms::KnownTerms;
use super::{NO_PARTNER, queries as reports};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::language::LocalizedText;
use crate::base::month::Month;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::ledger;
use crate::core::settings::{self, PointValues};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::AuditedStaff;

/// The month has bills already.
pub const MONTH_CLOSED: ProblemType = ProblemType::new("month_closed", 409, "Already closed");
/// The month cannot be closed: it is not over, it is not the one after the last closed month, or no points moved before it.
pub const MONTH_NOT_CLOSABLE: ProblemType = ProblemType::new("month_not_closable", 409, "Not closable yet");

/// Months that the page of a partner's bill lists.
const MONTHS_SHOWN: i64 = 12;

/// The time at which a month was closed, and the person who closed it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClosedMonth {
    at: Timestamp,
    by: String,
    /// The number of the month's last transaction in the ledger; 0 if there is none.
    ledger_number: i64,
}

/// A bill of a closed month, as a search by its number finds it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NumberedBill {
    partner_id: PartnerId,
    month: Month,
    number: i64,
    /// The partner's name on the bill.
    name: LocalizedText,
}

/// The sums of a bill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillSums)]
struct BillSums {
    /// Points issued, less reversed ones.
    issued: i64,
    /// Points redeemed, less returned ones.
    redeemed: i64,
    /// The amount that the partner owes for points issued.
    issued_hkd: Hkd,
    /// The amount that the programme owes the partner for points redeemed.
    redeemed_hkd: Hkd,
    fee_hkd: Hkd,
    /// The amount that the partner pays, or a negative amount that the partner receives.
    to_pay_hkd: Hkd,
}

impl BillSums {
    fn of(lines: &[PartnerBillLine]) -> Self {
        let mut sums = Self::default();
        for line in lines {
            sums.add_line(line);
        }
        sums
    }

    fn add_line(&mut self, line: &PartnerBillLine) {
        let amount = line.amount_hkd.units();
        match line.kind {
            BillLineKind::Issued => {
                self.issued += line.points;
                self.issued_hkd = plus(self.issued_hkd, amount);
            }
            BillLineKind::Redeemed => {
                self.redeemed += line.points;
                self.redeemed_hkd = plus(self.redeemed_hkd, -amount);
            }
            BillLineKind::Fee => self.fee_hkd = plus(self.fee_hkd, amount),
        }
        self.to_pay_hkd = plus(self.to_pay_hkd, amount);
    }

    fn add(&mut self, other: &Self) {
        self.issued += other.issued;
        self.redeemed += other.redeemed;
        for (sum, more) in [
            (&mut self.issued_hkd, other.issued_hkd),
            (&mut self.redeemed_hkd, other.redeemed_hkd),
            (&mut self.fee_hkd, other.fee_hkd),
            (&mut self.to_pay_hkd, other.to_pay_hkd),
        ] {
            *sum = plus(*sum, more.units());
        }
    }
}

fn plus(sum: Hkd, cents: i64) -> Hkd {
    Hkd::from_units(sum.units() + cents)
}

/// A partner's bill in a list.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillRow)]
struct BillRow {
    partner_id: PartnerId,
    name: LocalizedText,
    /// The number of the bill; absent until the month is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i64>,
    #[serde(flatten)]
    sums: BillSums,
}

/// All bills of a month.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MonthBills)]
struct MonthBills {
    month: Month,
    /// Absent while the month is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<ClosedMonth>,
    /// Whether the month can be closed now. Billing begins with any month that is over; then each month follows the last
    /// closed one.
    closable: bool,
    /// The month that is to be closed next; absent before billing begins, and while no open month is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_to_close: Option<Month>,
    /// The first month that moved points.
    first_month: Month,
    bills: Vec<BillRow>,
    /// The sums of all bills.
    total: BillSums,
    /// Points issued in no partner's name, by referrals, campaigns and staff.
    issued_without_partner: i64,
    /// Points redeemed for items of no partner.
    redeemed_without_partner: i64,
}

/// A month of a partner.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillOfMonth)]
struct BillOfMonth {
    month: Month,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i64>,
    to_pay_hkd: Hkd,
}

/// A day of a bill.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = BillDay)]
struct BillDay {
    day: Day,
    issued: i64,
    redeemed: i64,
}

/// A partner's bill for a month.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerBill)]
pub(in crate::staff) struct Bill {
    month: Month,
    #[serde(flatten)]
    row: BillRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<ClosedMonth>,
    lines: Vec<PartnerBillLine>,
    /// Days on which points were issued, redeemed or reversed.
    days: Vec<BillDay>,
    /// The month of the bill, the present month and the partner's newest bills, newest first.
    months: Vec<BillOfMonth>,
    /// The first month that moved points at the partner. Each month from it to the present one can be asked for.
    first_month: Month,
    /// The newest closed month of the programme; the months after it are open. Absent before billing begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_closed: Option<Month>,
}

/// The rates of all partners, and the values of a point, in a month.
struct MonthRates {
    terms: KnownTerms,
    values: PointValues,
}

impl MonthRates {
    fn read(read: &Read<'_>) -> AppResult<Self> {
        Ok(Self { terms: KnownTerms::read(read)?, values: settings::point_values(read)? })
    }

    fn lines(&self, flows: &MonthFlows, partner: PartnerId) -> AppResult<Vec<PartnerBillLine>> {
        flows.lines(partner, |day| self.terms.on(partner, day, &self.values))
    }
}

/// The open bills of a month by partner, and the sums without a partner.
fn open_bills(read: &Read<'_>, month: Month) -> AppResult<(BTreeMap<PartnerId, Vec<PartnerBillLine>>, BillSums)> {
    let flows = MonthFlows::read(read, month, None)?;
    let rates = MonthRates::read(read)?;
    let mut bills = BTreeMap::new();
    for partner in flows.partners().filter(|partner| *partner != NO_PARTNER) {
        let lines = rates.lines(&flows, partner)?;
        if !lines.is_empty() {
            bills.insert(partner, lines);
        }
    }
    let (issued, redeemed) = flows.sums(NO_PARTNER);
    Ok((bills, BillSums { issued, redeemed, ..BillSums::default() }))
}

fn row_of(read: &Read<'_>, partner: PartnerId, sums: BillSums) -> AppResult<BillRow> {
    let name = reports::partner_name(read, partner)?.unwrap_or_default();
    Ok(BillRow { partner_id: partner, name, number: None, sums })
}

/// The first month that moved points: the present one in an empty ledger.
fn first_month(read: &Read<'_>) -> AppResult<Month> {
    let present = Month::of(read.now());
    Ok(queries::first_month(read)?.unwrap_or(present).min(present))
}

/// The first month that moved points at a partner. The roll-up lacks the newest transactions, so that a partner without a
/// row there has that of the ledger.
fn first_month_at(read: &Read<'_>, partner: PartnerId) -> AppResult<Month> {
    match queries::first_day_at(read, partner)? {
        Some(day) => Ok(Month::of_day(day).min(Month::of(read.now()))),
        None => first_month(read),
    }
}

/// The month that is to be closed next, once billing has begun.
fn next_to_close(read: &Read<'_>) -> AppResult<Option<Month>> {
    let next = queries::last_closed(read)?.map(Month::next);
    Ok(next.filter(|month| *month < Month::of(read.now())))
}

/// Whether a month can be closed now.
fn is_closable(read: &Read<'_>, month: Month) -> AppResult<bool> {
    let in_turn = match queries::last_closed(read)? {
        Some(last) => month == last.next(),
        None => month >= first_month(read)?,
    };
    Ok(in_turn && month < Month::of(read.now()))
}

/// All bills of a month, largest first.
fn month_bills(read: &Read<'_>, month: Month) -> AppResult<MonthBills> {
    let closed = queries::closed(read, month)?;
    let (mut bills, without) = match &closed {
        Some(_) => {
            let (issued, redeemed) = MonthFlows::read(read, month, None)?.sums(NO_PARTNER);
            (queries::bills(read, month)?, BillSums { issued, redeemed, ..BillSums::default() })
        }
        None => {
            let (found, without) = open_bills(read, month)?;
            let rows = found.iter().map(|(partner, lines)| row_of(read, *partner, BillSums::of(lines)));
            (rows.collect::<AppResult<Vec<_>>>()?, without)
        }
    };
    bills.sort_by_key(|bill| std::cmp::Reverse((bill.sums.to_pay_hkd, bill.sums.issued)));
    let mut total = BillSums::default();
    for bill in &bills {
        total.add(&bill.sums);
    }
    Ok(MonthBills {
        month,
        closed,
        closable: is_closable(read, month)?,
        next_to_close: next_to_close(read)?,
        first_month: first_month(read)?,
        bills,
        total,
        issued_without_partner: without.issued,
        redeemed_without_partner: without.redeemed,
    })
}

/// One partner's bill for a month: the stored bill of a closed month, or the sums so far of an open one. Fails with
/// `not_found`.
pub(in crate::staff) fn bill(read: &Read<'_>, partner: PartnerId, month: Month) -> AppResult<Bill> {
    let name = reports::partner_name(read, partner)?.ok_or(NOT_FOUND)?;
    let flows = MonthFlows::read(read, month, Some(partner))?;
    let closed = queries::closed(read, month)?;
    let (number, name, lines) = match (&closed, queries::bill(read, partner, month)?) {
        (_, Some((number, name))) => (Some(number), name, queries::lines(read, partner, month)?),
        (Some(_), None) => (None, name, Vec::new()),
        (None, None) => (None, name, MonthRates::read(read)?.lines(&flows, partner)?),
    };
    let sums = BillSums::of(&lines);
    let months = months_of(read, partner, BillOfMonth { month, number, to_pay_hkd: sums.to_pay_hkd })?;
    let row = BillRow { partner_id: partner, name, number, sums };
    Ok(Bill {
        month,
        row,
        closed,
        lines,
        days: flows.days(partner),
        months,
        first_month: first_month_at(read, partner)?,
        last_closed: queries::last_closed(read)?,
    })
}

impl Bill {
    /// The lines of the bill for a file.
    pub(in crate::staff) fn file_lines(self) -> Vec<LineOfFile> {
        let (month, number) = (self.month, self.row.number);
        self.lines.into_iter().map(|line| LineOfFile { month, number, line }).collect()
    }
}

/// The month that is shown, the present one and a partner's newest bills, newest first.
fn months_of(read: &Read<'_>, partner: PartnerId, shown: BillOfMonth) -> AppResult<Vec<BillOfMonth>> {
    let mut months = queries::months(read, partner, MONTHS_SHOWN)?;
    let present = Month::of(read.now());
    if shown.month != present {
        let lines = MonthRates::read(read)?.lines(&MonthFlows::read(read, present, Some(partner))?, partner)?;
        months.push(BillOfMonth { month: present, number: None, to_pay_hkd: BillSums::of(&lines).to_pay_hkd });
    }
    if !months.iter().any(|one| one.month == shown.month) {
        months.push(shown);
    }
    months.sort_by_key(|one| std::cmp::Reverse(one.month));
    Ok(months)
}

/// Makes the bills of a month, for good. Fails with [`MONTH_CLOSED`] and [`MONTH_NOT_CLOSABLE`].
fn close(tx: &Tx<'_>, staff: &AuditedStaff, month: Month) -> AppResult<MonthBills> {
    if queries::closed(tx, month)?.is_some() {
        return Err(MONTH_CLOSED.into());
    }
    if !is_closable(tx, month)? {
        return Err(MONTH_NOT_CLOSABLE.into());
    }
    let (bills, _) = open_bills(tx, month)?;
    let last = ledger::head_before(tx, month.period())?.seq;
    queries::insert_month(tx, month, last, &staff.actor.name)?;
    let mut number = queries::last_number(tx)?;
    for (partner, lines) in &bills {
        number += 1;
        let name = reports::partner_name(tx, *partner)?.unwrap_or_default();
        queries::insert_bill(tx, month, *partner, number, &name)?;
        for (place, line) in (1..).zip(lines) {
            queries::insert_line(tx, month, *partner, place, line)?;
        }
    }
    let made = month_bills(tx, month)?;
    staff.note(tx, "bill.close", month, None, Some(&made))?;
    Ok(made)
}
