//! The rows of a batch that are purchases: they earn what the same purchase earns at a counter.

use std::collections::HashSet;

use super::reading::{CreditLine, PurchaseLine};
use super::{BatchPurchase, OpenRow, PurchasePlace, queries};
use crate::auth::{Merchant, Principal};
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::day::Day;
use crate::base::id::{MemberId, OutletId, PartnerId, RecordId, TransactionId};
use crate::base::language::Language;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::base::short_id::ShortId;
use crate::core::ledger::{self, Details};
use crate::core::members;
use crate::core::outlets::outlet::{self, OutletRecord};
use crate::member::awards::{self, AwardOrder, Caps, Receipt};
use crate::member::partners;
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Tx};

/// The oldest purchase of a file, in days before today.
const OLDEST_DAYS: i64 = 366;

/// The partner that a row names by its id or its English name.
pub(super) fn partner_of(read: &Read<'_>, line: &PurchaseLine) -> AppResult<Option<PartnerId>> {
    match PartnerId::parse(&line.partner) {
        Some(id) => Ok(partners::find(read, id)?.map(|_| id)),
        None => partners::find_by_name(read, &line.partner),
    }
}

/// The open outlet of the partner that a row names by its id, or by its name in any language; or the code of the
/// mistake.
fn outlet_of(
    read: &Read<'_>,
    partner: PartnerId,
    line: &PurchaseLine,
) -> AppResult<Result<Option<OutletId>, &'static str>> {
    let Some(named) = &line.outlet else { return Ok(Ok(None)) };
    if let Some(id) = OutletId::parse(named) {
        return Ok(match outlet::find(read, id)? {
            None => Err("unknown_outlet"),
            Some(found) if found.partner_id != partner => Err("outlet_of_other_partner"),
            Some(_) => Ok(Some(id)),
        });
    }
    let is_named = |known: &&OutletRecord| Language::ALL.iter().any(|one| known.input.name.get(*one) == named);
    let known = outlet::list(read, partner)?;
    let found: Vec<&OutletRecord> = known.iter().filter(is_named).collect();
    Ok(match found[..] {
        [] => Err("unknown_outlet"),
        [only] => Ok(Some(only.id)),
        _ => Err("ambiguous_outlet"),
    })
}

/// The points that a row would earn now, or the code of its mistake. `seen` holds the receipts of the rows before it.
pub(super) fn judge(
    read: &Read<'_>,
    line: &PurchaseLine,
    member: ShortId,
    seen: &mut HashSet<(PartnerId, String)>,
) -> AppResult<Result<i64, &'static str>> {
    let today = Day::of(read.now());
    if line.day.is_some_and(|day| day > today || day.plus(OLDEST_DAYS) < today) {
        return Ok(Err("invalid_day"));
    }
    if line.moment().is_some_and(|moment| moment > read.now()) {
        return Ok(Err("invalid_time"));
    }
    let Some(partner) = partner_of(read, line)? else { return Ok(Err("unknown_partner")) };
    let outlet = match outlet_of(read, partner, line)? {
        Ok(outlet) => outlet,
        Err(code) => return Ok(Err(code)),
    };
    let bill = Bill {
        amount: line.amount,
        bought: line.moment().or_else(|| noon_of(line.day, read)),
        outlet,
        receipt: line.receipt.as_deref(),
        enjoy_card: line.enjoy_card,
    };
    let order = order_of(member, bill);
    if let Some(receipt) = &order.receipt
        && (!seen.insert((partner, receipt.key().to_owned())) || awards::has_earned(read, partner, receipt)?)
    {
        return Ok(Err(awards::RECEIPT_ALREADY_USED.code));
    }
    match awards::preview(read, &counter_of(partner, ([0; 16], String::new())), &order) {
        Ok(preview) => Ok(Ok(preview.earned.points())),
        Err(AppError::Refused(refusal)) => Ok(Err(refusal.problem.code)),
        Err(error) => Err(error),
    }
}

/// Awards the points of an open row, or stores the reason why that is impossible. The partner's daily limits are not
/// applied: they protect counters, and people have checked a batch.
pub(super) fn award(tx: &Tx<'_>, vault: &CodeVault, row: &OpenRow, bill: &BatchPurchase) -> AppResult<()> {
    let member = members::find(tx, row.member)?.ok_or(NOT_FOUND)?.short_id;
    let order = order_of(
        member,
        Bill {
            amount: bill.amount,
            bought: bill.place.bought.or_else(|| noon_of(bill.day, tx)),
            outlet: bill.place.outlet,
            receipt: bill.receipt.as_deref(),
            enjoy_card: bill.enjoy_card,
        },
    );
    let counter = counter_of(bill.place.partner, bill.by.clone());
    match tx.savepoint(|tx| awards::award(tx, vault, &counter, &order, Caps::NONE)) {
        Ok(awarded) => queries::set_earned(tx, row, awarded.transaction, awarded.points),
        Err(AppError::Refused(refusal)) => queries::set_refused(tx, row, refusal.problem.code),
        Err(error) => Err(error),
    }
}

/// Reverses the award of a row, and takes it out of caps, goals and levels. Returns false if the member has spent some
/// of its points.
pub(super) fn reverse(tx: &Tx<'_>, transaction: TransactionId, details: Details) -> AppResult<bool> {
    let reversed = tx.savepoint(|tx| {
        ledger::reverse(tx, transaction, details)?;
        awards::forget(tx, transaction)
    });
    match reversed {
        Ok(()) => Ok(true),
        Err(error) if error.is(ledger::INSUFFICIENT_POINTS) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Adds the facts of a purchase to the row of its line.
pub(super) fn keep(tx: &Tx<'_>, batch: RecordId, line: &CreditLine, member: MemberId, points: i64) -> AppResult<()> {
    queries::insert_row(tx, batch, line, member, points)?;
    let Some(bill) = &line.purchase else { return Ok(()) };
    let partner = partner_of(tx, bill)?.ok_or(NOT_FOUND)?;
    let outlet = outlet_of(tx, partner, bill)?.map_err(|_| NOT_FOUND)?;
    let place = PurchasePlace { partner, outlet, bought: bill.moment() };
    queries::set_purchase(tx, batch, line.line, &place, bill)
}

impl PurchaseLine {
    /// The moment of the purchase, if the row has its time.
    fn moment(&self) -> Option<Timestamp> {
        Some(self.time?.on(self.day?))
    }
}

/// The moment by whose earning rules a purchase earns if only its day is known.
fn noon_of(day: Option<Day>, read: &Read<'_>) -> Option<Timestamp> {
    day.map(|day| day.noon_until(read.now()))
}

/// The facts of a purchase that decide what it earns.
struct Bill<'r> {
    amount: Hkd,
    /// The moment of the purchase, if it is not that of posting.
    bought: Option<Timestamp>,
    outlet: Option<OutletId>,
    receipt: Option<&'r str>,
    enjoy_card: bool,
}

/// Builds the award order of a row.
fn order_of(member: ShortId, Bill { amount, bought, outlet, receipt, enjoy_card }: Bill<'_>) -> AwardOrder {
    AwardOrder {
        member: Some(Identifier::ShortId(member)),
        amount,
        enjoy_card,
        receipt: receipt.and_then(Receipt::parse),
        bought,
        carbon: Vec::new(),
        outlet,
    }
}

/// The batch acts without a session, because that of the person who gave it may have ended by now.
fn counter_of(partner: PartnerId, by: ([u8; 16], String)) -> Merchant {
    Merchant::of_programme(partner, by, Principal::WithoutSession)
}
