//! Carbon: the CO2e that purchases save, by factors that operators set. A purchase keeps the grams and the version of
//! the factor under which it was made, so a changed factor rewrites nothing.

mod http;
mod method;
mod queries;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, MemberId, PartnerId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, Measure};
use crate::base::problem::{AppError, AppResult};
use crate::core::settings;
use crate::platform::store::{Read, Tx, stored_names};

pub use http::routes;
pub use queries::{DaySum, day_sums, each_entered_since, entered_in, entries_of, held, insert_version, versions};

/// The unit of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CarbonUnit)]
pub enum Unit {
    /// A Hong Kong dollar of the bill.
    Dollar,
    /// A purchase, whatever its amount.
    Purchase,
    /// A kilogram that the cashier enters.
    Kilogram,
    /// A trip that the cashier enters.
    Trip,
    /// An action such as an own cup, of which the cashier enters a whole number.
    Action,
}
stored_names! { Unit {
    Dollar = "dollar", Purchase = "purchase", Kilogram = "kilogram", Trip = "trip", Action = "action"
} }

/// The largest number of carbon factors that one purchase names.
pub const MOST_ENTERED: usize = 20;

/// One unit of a quantity, in the thousandths in which quantities are stored.
const WHOLE: i64 = 1_000;

impl Unit {
    /// Whether a cashier enters the quantity.
    pub const fn is_entered(self) -> bool {
        matches!(self, Unit::Kilogram | Unit::Trip | Unit::Action)
    }

    /// Whether this can be a quantity of the unit: actions are counted whole.
    pub const fn admits(self, quantity: Measure) -> bool {
        !matches!(self, Unit::Action) || quantity.units() % WHOLE == 0
    }
}

/// A version of a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorVersion {
    /// The factor.
    pub id: CarbonFactorId,
    /// Counts from 1.
    pub version: i64,
    /// The partner at whose counters it counts; `None` for all partners.
    pub partner: Option<PartnerId>,
    /// The choice, such as "Own cup".
    pub name: LocalizedText,
    /// The unit of the factor.
    pub unit: Unit,
    /// Grams of CO2e that one unit saves; zero ends the factor.
    pub grams: Measure,
    /// The largest quantity that a cashier may enter for one saving.
    pub most: Measure,
    /// The source of the figure.
    pub source: String,
    /// The year of the source.
    pub source_year: Option<i64>,
    /// The page of the source.
    pub source_link: Option<String>,
    /// The day from which it counts.
    pub from: Day,
    /// The time at which it was entered.
    pub created: Timestamp,
}

impl FactorVersion {
    /// Whether the version may count: it names its source and the year of the source. The version that ends a factor
    /// counts nothing and needs no source.
    pub fn is_sourced(&self) -> bool {
        (!self.source.is_empty() && self.source_year.is_some()) || self.grams == Measure::ZERO
    }
}

/// All versions of all factors, the versions of a factor in order. The writer keeps them in memory.
pub(crate) struct KnownFactors(Vec<FactorVersion>);

/// The versions that count on a day: of each factor the newest sourced one that has begun, unless it ends the factor.
pub fn in_force(versions: &[FactorVersion], day: Day) -> Vec<&FactorVersion> {
    let mut current: Vec<&FactorVersion> = Vec::new();
    for version in versions.iter().filter(|version| version.from <= day && version.is_sourced()) {
        match current.iter_mut().find(|known| known.id == version.id) {
            Some(known) => *known = version,
            None => current.push(version),
        }
    }
    current.retain(|version| version.grams > Measure::ZERO);
    current
}

/// A quantity that a cashier entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CarbonQuantity)]
pub struct EnteredQuantity {
    /// The factor, whose unit is the kilogram, the trip or the action.
    pub factor_id: CarbonFactorId,
    /// The number of its units, such as `"1.5"`; a whole number of actions.
    pub quantity: Measure,
}

/// A purchase whose CO2e is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Saving<'p> {
    /// The transaction of its points.
    pub transaction: TransactionId,
    /// The buyer.
    pub member: MemberId,
    /// The partner.
    pub partner: PartnerId,
    /// The bill.
    pub amount: Hkd,
    /// The day of the purchase, whose factors count. A claim is approved on a later one.
    pub day: Day,
    /// The cashier's entry.
    pub entered: &'p [EnteredQuantity],
}

/// Records the grams of a purchase and returns their sum; zero while carbon is switched off. Fails with `400` for an
/// entered quantity without such a factor at this partner, above its limit, or with a part of an action.
pub fn record(tx: &Tx<'_>, saving: &Saving<'_>) -> AppResult<Measure> {
    if !settings::cached(tx)?.carbon {
        return Ok(Measure::ZERO);
    }
    let known = tx.cached(|read| queries::versions(read).map(KnownFactors))?;
    let here = here(&known.0, saving.partner, saving.day);
    check_entered(&here, saving.entered)?;
    let mut total = 0;
    for factor in here {
        let Some(quantity) = quantity_of(factor, saving) else { continue };
        let grams = grams_of(factor, quantity);
        queries::add_entry(tx, saving, factor, quantity, grams)?;
        total += grams.units();
    }
    Ok(Measure::from_units(total))
}

fn here(versions: &[FactorVersion], partner: PartnerId, day: Day) -> Vec<&FactorVersion> {
    let counts = |factor: &&FactorVersion| factor.partner.is_none_or(|named| named == partner);
    in_force(versions, day).into_iter().filter(counts).collect()
}

/// The quantities of a purchase that count; none while carbon is switched off. Fails as [`record`] does.
pub fn counted_entries<'p>(
    read: &Read<'_>,
    partner: PartnerId,
    day: Day,
    entered: &'p [EnteredQuantity],
) -> AppResult<&'p [EnteredQuantity]> {
    if entered.is_empty() || !settings::cached(read)?.carbon {
        return Ok(&[]);
    }
    let known = read.cached(|read| queries::versions(read).map(KnownFactors))?;
    check_entered(&here(&known.0, partner, day), entered)?;
    Ok(entered)
}

/// The quantities of a cashier that an award would still count. A factor may have ended since they were entered.
pub fn still_counted(
    read: &Read<'_>,
    partner: PartnerId,
    day: Day,
    mut entered: Vec<EnteredQuantity>,
) -> AppResult<Vec<EnteredQuantity>> {
    let known = read.cached(|read| queries::versions(read).map(KnownFactors))?;
    let here = here(&known.0, partner, day);
    entered.retain(|one| check_entered(&here, std::slice::from_ref(one)).is_ok());
    Ok(entered)
}

fn check_entered(here: &[&FactorVersion], entered: &[EnteredQuantity]) -> AppResult<()> {
    for (number, one) in entered.iter().enumerate() {
        let factor = here.iter().find(|factor| factor.id == one.factor_id && factor.unit.is_entered());
        let factor = factor.ok_or_else(|| AppError::invalid_field("carbon", "unknown_factor"))?;
        let repeated = entered[..number].iter().any(|other| other.factor_id == one.factor_id);
        let fits = one.quantity > Measure::ZERO && one.quantity <= factor.most && factor.unit.admits(one.quantity);
        if repeated || !fits {
            return Err(AppError::invalid_field("carbon", "invalid_value"));
        }
    }
    Ok(())
}

/// The units of a factor in a purchase; `None` if the factor does not count for it.
fn quantity_of(factor: &FactorVersion, saving: &Saving<'_>) -> Option<Measure> {
    match factor.unit {
        Unit::Dollar => Some(Measure::from_units(saving.amount.units().saturating_mul(10))),
        Unit::Purchase => Some(Measure::from_units(WHOLE)),
        Unit::Kilogram | Unit::Trip | Unit::Action => {
            saving.entered.iter().find(|one| one.factor_id == factor.id).map(|one| one.quantity)
        }
    }
    .filter(|quantity| *quantity > Measure::ZERO)
}

/// The grams of a quantity, rounded to the nearest milligram.
fn grams_of(factor: &FactorVersion, quantity: Measure) -> Measure {
    let product = i128::from(factor.grams.units()) * i128::from(quantity.units());
    Measure::from_units(i64::try_from((product + 500) / 1_000).unwrap_or(i64::MAX))
}

/// Removes the grams of a purchase that was undone.
pub fn forget(tx: &Tx<'_>, member: MemberId, transaction: TransactionId) -> AppResult<()> {
    queries::delete_entries(tx, member, transaction)
}

/// Moves the entries of an account that is merged to the account that stays.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_entries(tx, from, into)
}

/// The CO2e that one purchase saved by one factor, as the member's copy of personal data and the admin have it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CarbonHeld)]
pub struct EntryHeld {
    /// The transaction of the purchase.
    transaction: TransactionId,
    /// The choice.
    factor: LocalizedText,
    /// The version of the factor.
    version: i64,
    /// The number of units.
    quantity: Measure,
    /// Grams of CO2e.
    grams: Measure,
}

/// Grams of CO2e that one purchase of a member saved; `None` while the programme does not count carbon.
pub fn saved_by(read: &Read<'_>, member: MemberId, purchase: TransactionId) -> AppResult<Option<Measure>> {
    if !settings::current(read)?.carbon {
        return Ok(None);
    }
    queries::grams_of(read, member, purchase).map(Some)
}

/// The share of one partner in a member's year.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CarbonOfPartner)]
pub struct PartnerGrams {
    /// The partner.
    #[serde(rename = "_id")]
    pub id: PartnerId,
    /// Its name.
    pub name: LocalizedText,
    /// Its logo, `/media/…`.
    pub logo: String,
    /// The number of purchases at the partner that saved CO2e.
    pub purchases: i64,
    /// Grams of CO2e.
    pub grams: Measure,
}

/// A member's year.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CarbonTree)]
pub struct Tree {
    /// The Hong Kong year.
    pub year: i64,
    /// The first year with an entry, to offer earlier trees.
    pub first_year: i64,
    /// Grams of CO2e saved in the year.
    pub grams: Measure,
    /// Grams by month, January first.
    pub months: Vec<Measure>,
    /// Grams by partner, the most first.
    pub partners: Vec<PartnerGrams>,
}

/// The first moment of a Hong Kong year.
fn year_start(year: i64) -> Option<Timestamp> {
    Day::parse(&format!("{year:04}-01-01")).map(Day::start)
}

/// A member's tree of a year. `None` for a year that no calendar has.
pub fn tree(read: &Read<'_>, member: MemberId, year: i64) -> AppResult<Option<Tree>> {
    let (Some(from), Some(until)) = (year_start(year), year_start(year + 1)) else { return Ok(None) };
    let mut months = [0; 12];
    let mut partners: Vec<PartnerGrams> = Vec::new();
    let mut purchases = BTreeSet::new();
    for entry in queries::entries(read, member, from, until)? {
        let month = usize::try_from(entry.created.hong_kong_month().rem_euclid(12)).unwrap_or(0);
        months[month] += entry.grams.units();
        // A purchase has one entry for each factor, so it is counted at its first entry only.
        let first = i64::from(purchases.insert(entry.purchase));
        match partners.iter_mut().find(|known| known.id == entry.partner) {
            Some(known) => {
                known.grams = Measure::from_units(known.grams.units() + entry.grams.units());
                known.purchases += first;
            }
            None => partners.push(PartnerGrams {
                id: entry.partner,
                name: entry.partner_name,
                logo: entry.logo,
                purchases: first,
                grams: entry.grams,
            }),
        }
    }
    partners.sort_by_key(|partner| std::cmp::Reverse(partner.grams));
    let first = queries::first_entry(read, member)?;
    Ok(Some(Tree {
        year,
        first_year: first.map_or(year, |first| first.hong_kong_month().div_euclid(12)).min(year),
        grams: Measure::from_units(months.iter().sum()),
        months: months.map(Measure::from_units).to_vec(),
        partners,
    }))
}

#[cfg(test)]
mod tests {
    use super::{FactorVersion, Unit, grams_of, in_force};
    use crate::base::clock::Timestamp;
    use crate::base::day::Day;
    use crate::base::id::CarbonFactorId;
    use crate::base::language::LocalizedText;
    use crate::base::points::Measure;

    fn version(id: CarbonFactorId, version: i64, grams: &str, from: &str) -> FactorVersion {
        FactorVersion {
            id,
            version,
            partner: None,
            name: LocalizedText { en: "Own cup".into(), zh: None, zhhk: None },
            unit: Unit::Purchase,
            grams: Measure::parse(grams).expect("grams"),
            most: Measure::from_units(1_000),
            source: "LCA".to_owned(),
            source_year: Some(2024),
            source_link: None,
            from: Day::parse(from).expect("a day"),
            created: Timestamp::from_millis(0),
        }
    }

    #[test]
    fn the_newest_version_that_has_begun_counts_until_one_ends_the_factor() {
        let id = CarbonFactorId::made_at(Timestamp::from_millis(1));
        let all =
            [version(id, 1, "24", "2026-01-01"), version(id, 2, "30", "2026-03-01"), version(id, 3, "0", "2026-06-01")];
        let on = |day: &str| in_force(&all, Day::parse(day).expect("a day")).first().map(|found| found.version);
        assert_eq!([on("2025-12-31"), on("2026-01-01"), on("2026-02-28")], [None, Some(1), Some(1)]);
        assert_eq!([on("2026-03-01"), on("2026-05-31"), on("2026-06-01")], [Some(2), Some(2), None]);
    }

    #[test]
    fn a_version_without_a_source_or_its_year_never_counts() {
        let id = CarbonFactorId::made_at(Timestamp::from_millis(1));
        let sound = version(id, 1, "24", "2026-01-01");
        let nameless = FactorVersion { source: String::new(), ..version(id, 2, "30", "2026-02-01") };
        let undated = FactorVersion { source_year: None, ..version(id, 3, "36", "2026-03-01") };
        let ended = FactorVersion { source_year: None, ..version(id, 4, "0", "2026-04-01") };
        let all = [sound, nameless, undated, ended];
        let on = |day: &str| in_force(&all, Day::parse(day).expect("a day")).first().map(|found| found.version);
        assert_eq!([on("2026-01-15"), on("2026-02-15"), on("2026-03-15")], [Some(1); 3], "the sourced one goes on");
        assert_eq!(on("2026-04-15"), None, "an unsourced factor can be ended");
        assert_eq!(in_force(&all[1..3], Day::parse("2026-05-01").expect("a day")), Vec::<&FactorVersion>::new());
    }

    #[test]
    fn grams_are_rounded_to_the_nearest_milligram() {
        let factor = version(CarbonFactorId::made_at(Timestamp::from_millis(1)), 1, "0.333", "2026-01-01");
        let grams = |quantity: &str| grams_of(&factor, Measure::parse(quantity).expect("a quantity")).to_string();
        assert_eq!([grams("1"), grams("1.5"), grams("0.001"), grams("0.002")], ["0.333", "0.5", "0", "0.001"]);
    }
}
