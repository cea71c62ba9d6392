//! SQL of carbon factors and of the grams that purchases saved.

use super::{EntryHeld, FactorVersion, KnownFactors, Saving};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, MemberId, PartnerId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Measure;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

/// All versions of all factors: factors by creation, the versions of each in order.
pub fn versions(read: &Read<'_>) -> AppResult<Vec<FactorVersion>> {
    read.all(
        "select id, version, partner_id, name, unit, milligrams, most, source, source_year, source_link, from_day, created_at_ms
         from carbon_factor order by id, version",
        params! {},
        |row| {
            Ok(FactorVersion {
                id: row.get("id")?,
                version: row.get("version")?,
                partner: row.get("partner_id")?,
                name: row.get("name")?,
                unit: row.get("unit")?,
                grams: row.get("milligrams")?,
                most: row.get("most")?,
                source: row.get("source")?,
                source_year: row.get("source_year")?,
                source_link: row.get("source_link")?,
                from: Day::from_number(row.get("from_day")?),
                created: row.get("created_at_ms")?,
            })
        },
    )
}

/// Adds a version of a factor.
pub fn insert_version(tx: &Tx<'_>, new: &FactorVersion) -> AppResult<()> {
    tx.execute_one(
        "insert into carbon_factor (id, version, partner_id, name, unit, milligrams, most, source, source_year, source_link,
             from_day, created_at_ms)
         values (:id, :version, :partner, :name, :unit, :milligrams, :most, :source, :year, :link, :from, :now)",
        params! { ":id": new.id, ":version": new.version, ":partner": new.partner, ":name": new.name, ":unit": new.unit,
        ":milligrams": new.grams, ":most": new.most, ":source": new.source, ":year": new.source_year,
        ":link": new.source_link, ":from": new.from.number(), ":now": new.created },
    )?;
    tx.invalidate::<KnownFactors>();
    Ok(())
}

/// The names of the partners at which a factor counts alone.
pub(super) fn factor_partners(read: &Read<'_>) -> AppResult<Vec<(PartnerId, LocalizedText)>> {
    read.all(
        "select p.id, p.name from partner p where p.id in (select f.partner_id from carbon_factor f)",
        params! {},
        |row| Ok((row.get("id")?, row.get("name")?)),
    )
}

/// The quantity of a factor that a cashier entered with a purchase; zero if none.
pub fn entered_in(
    read: &Read<'_>,
    member: MemberId,
    purchase: TransactionId,
    factor: CarbonFactorId,
) -> AppResult<Measure> {
    let found = read.one(
        "select quantity from carbon_entry
         where member_id = :member and transaction_id = :purchase and factor_id = :factor",
        params! { ":member": member, ":purchase": purchase, ":factor": factor },
        |row| row.get("quantity"),
    )?;
    Ok(found.unwrap_or(Measure::ZERO))
}

/// Visits the purchases since a day with which cashiers entered a quantity of a factor.
pub fn each_entered_since(
    read: &Read<'_>,
    factor: CarbonFactorId,
    from: Day,
    mut visit: impl FnMut(TransactionId, Measure),
) -> AppResult<()> {
    read.each(
        "select transaction_id, quantity from carbon_entry where factor_id = :factor and transaction_id >= :from",
        params! { ":factor": factor, ":from": TransactionId::earliest_at(from.start()) },
        |row| {
            visit(row.get("transaction_id")?, row.get("quantity")?);
            Ok(())
        },
    )
}

pub(super) fn add_entry(
    tx: &Tx<'_>,
    saving: &Saving<'_>,
    factor: &FactorVersion,
    quantity: Measure,
    grams: Measure,
) -> AppResult<()> {
    tx.execute_one(
        "insert into carbon_entry (member_id, transaction_id, factor_id, factor_version, partner_id, quantity, milligrams,
             created_at_ms)
         values (:member, :transaction, :factor, :version, :partner, :quantity, :milligrams, :now)",
        params! { ":member": saving.member, ":transaction": saving.transaction, ":factor": factor.id,
        ":version": factor.version, ":partner": saving.partner, ":quantity": quantity, ":milligrams": grams,
        ":now": tx.now() },
    )?;
    tx.execute_one(
        "insert into carbon_day (day, partner_id, factor_id, factor_version, uses, milligrams)
         values (:day, :partner, :factor, :version, 1, :milligrams)
         on conflict (day, partner_id, factor_id, factor_version)
         do update set uses = carbon_day.uses + 1, milligrams = carbon_day.milligrams + excluded.milligrams",
        params! { ":day": tx.now().hong_kong_day(), ":partner": saving.partner, ":factor": factor.id,
        ":version": factor.version, ":milligrams": grams },
    )
}

/// Deletes the entries of a transaction and takes them out of the sums of their day.
pub(super) fn delete_entries(tx: &Tx<'_>, member: MemberId, transaction: TransactionId) -> AppResult<()> {
    let removed = tx.all(
        "delete from carbon_entry where member_id = :member and transaction_id = :transaction
         returning factor_id, factor_version, partner_id, milligrams, created_at_ms",
        params! { ":member": member, ":transaction": transaction },
        |row| {
            let (factor, version): (CarbonFactorId, i64) = (row.get("factor_id")?, row.get("factor_version")?);
            let (partner, grams): (PartnerId, Measure) = (row.get("partner_id")?, row.get("milligrams")?);
            Ok((factor, version, partner, grams, row.get::<Timestamp>("created_at_ms")?))
        },
    )?;
    for (factor, version, partner, grams, created) in removed {
        tx.execute_one(
            "update carbon_day set uses = uses - 1, milligrams = milligrams - :milligrams
             where day = :day and partner_id = :partner and factor_id = :factor and factor_version = :version",
            params! { ":milligrams": grams, ":day": created.hong_kong_day(), ":partner": partner,
            ":factor": factor, ":version": version },
        )?;
    }
    Ok(())
}

pub(super) fn move_entries(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update carbon_entry set member_id = :into where member_id = :from",
        params! { ":from": from, ":into": into },
    )?;
    Ok(())
}

/// The grams that one purchase saved by one factor.
pub(super) struct CarbonEntry {
    pub partner: PartnerId,
    pub partner_name: LocalizedText,
    pub logo: String,
    pub purchase: TransactionId,
    pub grams: Measure,
    pub created: Timestamp,
}

/// A member's entries from a moment until before another.
pub(super) fn entries(
    read: &Read<'_>,
    member: MemberId,
    from: Timestamp,
    until: Timestamp,
) -> AppResult<Vec<CarbonEntry>> {
    let (first, end) = (TransactionId::earliest_at(from), TransactionId::earliest_at(until));
    read.all(
        "select e.partner_id, p.name, p.logo, e.transaction_id, e.milligrams, e.created_at_ms
         from carbon_entry e join partner p on p.id = e.partner_id
         where e.member_id = :member and e.transaction_id >= :first and e.transaction_id < :end",
        params! { ":member": member, ":first": first, ":end": end },
        |row| {
            Ok(CarbonEntry {
                partner: row.get("partner_id")?,
                partner_name: row.get("name")?,
                logo: row.get("logo")?,
                purchase: row.get("transaction_id")?,
                grams: row.get("milligrams")?,
                created: row.get("created_at_ms")?,
            })
        },
    )
}

/// Grams of CO2e that one purchase of a member saved.
pub(super) fn grams_of(read: &Read<'_>, member: MemberId, transaction: TransactionId) -> AppResult<Measure> {
    let sum = read.number(
        "select coalesce(sum(milligrams), 0) as n from carbon_entry
         where member_id = :member and transaction_id = :transaction",
        params! { ":member": member, ":transaction": transaction },
    )?;
    Ok(Measure::from_units(sum))
}

const ENTRIES: &str = "select e.transaction_id, f.name, e.factor_version, e.quantity, e.milligrams
         from carbon_entry e join carbon_factor f on f.id = e.factor_id and f.version = e.factor_version ";

fn entry_held(row: &Row<'_>) -> AppResult<EntryHeld> {
    Ok(EntryHeld {
        transaction: row.get("transaction_id")?,
        factor: row.get("name")?,
        version: row.get("factor_version")?,
        quantity: row.get("quantity")?,
        grams: row.get("milligrams")?,
    })
}

/// All entries of a member, the oldest first.
pub fn held(read: &Read<'_>, member: MemberId) -> AppResult<Vec<EntryHeld>> {
    read.all(
        [ENTRIES, "where e.member_id = :member order by e.transaction_id, e.factor_id"],
        params! { ":member": member },
        entry_held,
    )
}

/// The entries of one purchase of a member.
pub fn entries_of(read: &Read<'_>, member: MemberId, purchase: TransactionId) -> AppResult<Vec<EntryHeld>> {
    read.all(
        [ENTRIES, "where e.member_id = :member and e.transaction_id = :purchase order by e.factor_id"],
        params! { ":member": member, ":purchase": purchase },
        entry_held,
    )
}

/// The time of a member's first entry.
pub(super) fn first_entry(read: &Read<'_>, member: MemberId) -> AppResult<Option<Timestamp>> {
    read.one(
        "select created_at_ms from carbon_entry where member_id = :member order by transaction_id limit 1",
        params! { ":member": member },
        |row| row.get("created_at_ms"),
    )
}

/// The grams that purchases of one day at one partner saved by one version of a factor.
#[derive(Clone, Debug)]
pub struct DaySum {
    /// The partner.
    pub partner: PartnerId,
    /// Its name.
    pub partner_name: LocalizedText,
    /// The factor.
    pub factor: CarbonFactorId,
    /// The version of the factor.
    pub version: i64,
    /// Number of purchases.
    pub uses: i64,
    /// Grams of CO2e.
    pub grams: Measure,
}

/// The sums of the days from one to another, both included; of all partners, or of one.
pub fn day_sums(read: &Read<'_>, from: Day, to: Day, partner: Option<PartnerId>) -> AppResult<Vec<DaySum>> {
    read.all(
        "select d.partner_id, p.name, d.factor_id, d.factor_version, d.uses, d.milligrams
         from carbon_day d join partner p on p.id = d.partner_id
         where d.day >= :from and d.day <= :to and d.uses > 0 and d.partner_id = coalesce(:partner, d.partner_id)",
        params! { ":from": from.number(), ":to": to.number(), ":partner": partner },
        |row| {
            Ok(DaySum {
                partner: row.get("partner_id")?,
                partner_name: row.get("name")?,
                factor: row.get("factor_id")?,
                version: row.get("factor_version")?,
                uses: row.get("uses")?,
                grams: row.get("milligrams")?,
            })
        },
    )
}
