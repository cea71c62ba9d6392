//! SQL of bills.

use std::collections::BTreeMap;

use super::line::PartnerBillLine;
use super::rates::{TermsInput, TermsVersion};
use super::{BillOfMonth, BillRow, BillSums, ClosedMonth, NumberedBill};
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::language::LocalizedText;
use crate::base::month::Month;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};
use crate::staff::reports::ReportPeriod;

/// Visits the roll-up's sums of a span, by partner, day and kind, for one partner or all.
pub(in super::super) fn each_day(
    read: &Read<'_>,
    span: ReportPeriod,
    partner: Option<PartnerId>,
    mut visit: impl FnMut(PartnerId, Day, &str, i64, i64),
) -> AppResult<()> {
    let row = |row: &Row<'_>| {
        let kind: String = row.get("kind")?;
        visit(row.get("partner_id")?, row.get("day")?, &kind, row.get("issued")?, row.get("redeemed")?);
        Ok(())
    };
    match partner {
        None => read.each(
            "select partner_id, day, kind, issued, redeemed from ledger_day where day between :from and :to",
            params! { ":from": span.from.number(), ":to": span.to.number() },
            row,
        ),
        Some(partner) => read.each(
            "select partner_id, day, kind, issued, redeemed from ledger_day
             where partner_id = :partner and day between :from and :to",
            params! { ":partner": partner, ":from": span.from.number(), ":to": span.to.number() },
            row,
        ),
    }
}

/// The month of the ledger's first transaction.
pub(super) fn first_month(read: &Read<'_>) -> AppResult<Option<Month>> {
    read.one("select created_at_ms from ledger_transaction order by seq limit 1", params! {}, |row| {
        Ok(Month::of(row.get("created_at_ms")?))
    })
}

/// The partner's first day in the roll-up.
pub(super) fn first_day_at(read: &Read<'_>, partner: PartnerId) -> AppResult<Option<Day>> {
    read.one(
        "select day from ledger_day where partner_id = :partner order by day limit 1",
        params! { ":partner": partner },
        |row| Ok(Day::from_number(row.get("day")?)),
    )
}

pub(in super::super) fn last_closed(read: &Read<'_>) -> AppResult<Option<Month>> {
    read.one("select month from closed_month order by month desc limit 1", params! {}, |row| row.get("month"))
}

pub(in super::super) fn closed(read: &Read<'_>, month: Month) -> AppResult<Option<ClosedMonth>> {
    read.one(
        "select closed_at_ms, closed_by_name, ledger_seq from closed_month where month = :month",
        params! { ":month": month },
        |row| {
            Ok(ClosedMonth {
                at: row.get("closed_at_ms")?,
                by: row.get("closed_by_name")?,
                ledger_number: row.get("ledger_seq")?,
            })
        },
    )
}

pub(super) fn insert_month(tx: &Tx<'_>, month: Month, ledger_seq: i64, by: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into closed_month (month, ledger_seq, closed_by_name, closed_at_ms) values (:month, :seq, :by, :now)",
        params! { ":month": month, ":seq": ledger_seq, ":by": by, ":now": tx.now() },
    )
}

/// The highest number of a bill; 0 before the first one.
pub(super) fn last_number(read: &Read<'_>) -> AppResult<i64> {
    read.number("select max(number) as n from partner_bill", params! {})
}

pub(super) fn insert_bill(
    tx: &Tx<'_>,
    month: Month,
    partner: PartnerId,
    number: i64,
    name: &LocalizedText,
) -> AppResult<()> {
    tx.execute_one(
        "insert into partner_bill (month, partner_id, number, name) values (:month, :partner, :number, :name)",
        params! { ":month": month, ":partner": partner, ":number": number, ":name": name },
    )
}

pub(super) fn insert_line(
    tx: &Tx<'_>,
    month: Month,
    partner: PartnerId,
    place: i64,
    line: &PartnerBillLine,
) -> AppResult<()> {
    tx.execute_one(
        "insert into partner_bill_line (month, partner_id, place, kind, of_month, points, rate, cents)
         values (:month, :partner, :place, :kind, :of_month, :points, :rate, :cents)",
        params! { ":month": month, ":partner": partner, ":place": place, ":kind": line.kind, ":of_month": line.of_month,
        ":points": line.points, ":rate": line.rate, ":cents": line.amount_hkd },
    )
}

fn line(row: &Row<'_>) -> AppResult<PartnerBillLine> {
    Ok(PartnerBillLine {
        kind: row.get("kind")?,
        of_month: row.get("of_month")?,
        points: row.get("points")?,
        rate: row.get("rate")?,
        amount_hkd: row.get("cents")?,
    })
}

/// The number of a bill, and the partner's name on it.
pub(super) fn bill(read: &Read<'_>, partner: PartnerId, month: Month) -> AppResult<Option<(i64, LocalizedText)>> {
    read.one(
        "select number, name from partner_bill where month = :month and partner_id = :partner",
        params! { ":month": month, ":partner": partner },
        |row| Ok((row.get("number")?, row.get("name")?)),
    )
}

/// The bill with that number.
pub(super) fn numbered(read: &Read<'_>, number: i64) -> AppResult<Option<NumberedBill>> {
    read.one(
        "select partner_id, month, number, name from partner_bill where number = :number",
        params! { ":number": number },
        |row| {
            Ok(NumberedBill {
                partner_id: row.get("partner_id")?,
                month: row.get("month")?,
                number: row.get("number")?,
                name: row.get("name")?,
            })
        },
    )
}

pub(super) fn lines(read: &Read<'_>, partner: PartnerId, month: Month) -> AppResult<Vec<PartnerBillLine>> {
    read.all(
        "select kind, of_month, points, rate, cents from partner_bill_line
         where month = :month and partner_id = :partner order by place",
        params! { ":month": month, ":partner": partner },
        line,
    )
}

/// The bills of a closed month, by partner.
pub(super) fn bills(read: &Read<'_>, month: Month) -> AppResult<Vec<BillRow>> {
    let mut bills: BTreeMap<PartnerId, BillRow> = BTreeMap::new();
    read.each(
        "select b.partner_id, b.number, b.name, l.kind, l.of_month, l.points, l.rate, l.cents
         from partner_bill b
         join partner_bill_line l on l.month = b.month and l.partner_id = b.partner_id
         where b.month = :month",
        params! { ":month": month },
        |row| {
            let partner_id: PartnerId = row.get("partner_id")?;
            let (name, number) = (row.get("name")?, row.get("number")?);
            let bill = bills.entry(partner_id);
            bill.or_insert(BillRow { partner_id, name, number, sums: BillSums::default() }).sums.add_line(&line(row)?);
            Ok(())
        },
    )?;
    Ok(bills.into_values().collect())
}

/// A partner's newest bills, newest first.
pub(super) fn months(read: &Read<'_>, partner: PartnerId, limit: i64) -> AppResult<Vec<BillOfMonth>> {
    read.all(
        "select b.month, b.number,
                (select sum(l.cents) from partner_bill_line l
                 where l.month = b.month and l.partner_id = b.partner_id) as cents
         from partner_bill b where b.partner_id = :partner order by b.month desc limit :limit",
        params! { ":partner": partner, ":limit": limit },
        |row| Ok(BillOfMonth { month: row.get("month")?, number: row.get("number")?, to_pay_hkd: row.get("cents")? }),
    )
}

/// The rates of all partners, each in the order of its versions.
pub(super) fn all_terms(read: &Read<'_>) -> AppResult<Vec<(PartnerId, TermsVersion)>> {
    read.all(
        "select partner_id, version, from_day, issued_rate, redeemed_rate, fee_rate, changed_by_name, created_at_ms
         from partner_terms order by partner_id, version",
        params! {},
        |row| {
            let input = TermsInput {
                issued_hkd: row.get("issued_rate")?,
                redeemed_hkd: row.get("redeemed_rate")?,
                fee_hkd: row.get("fee_rate")?,
                from: row.get("from_day")?,
            };
            let (changed_by, created) = (row.get("changed_by_name")?, row.get("created_at_ms")?);
            Ok((row.get("partner_id")?, TermsVersion { version: row.get("version")?, input, changed_by, created }))
        },
    )
}

pub(super) fn insert_terms(tx: &Tx<'_>, partner: PartnerId, version: i64, new: &TermsInput, by: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into partner_terms (partner_id, version, from_day, issued_rate, redeemed_rate, fee_rate, changed_by_name,
             created_at_ms)
         values (:partner, :version, :from, :issued, :redeemed, :fee, :by, :now)",
        params! { ":partner": partner, ":version": version, ":from": new.from, ":issued": new.issued_hkd,
        ":redeemed": new.redeemed_hkd, ":fee": new.fee_hkd, ":by": by, ":now": tx.now() },
    )
}
