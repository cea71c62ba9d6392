//! Carbon factors of the demo's partners, and the CO2e that the purchases of the history saved.

use serde_json::json;

use super::content::{DemoTransaction, days_before};
use super::{DemoPartners, partner_of};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, MemberId, PartnerId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, Measure};
use crate::base::problem::AppResult;
use crate::core::settings::{self, Author, ProgrammeSettings};
use crate::member::carbon::{self, EnteredQuantity, FactorVersion, Saving, Unit};
use crate::platform::store::Tx;

/// The partner (empty for all), unit, grams, name in three languages, source, and year of the source.
type Factor = (&'static str, Unit, &'static str, [&'static str; 3], &'static str, Option<i64>);

/// The partner whose past purchases each have one own cup.
const COFFEE: &str = "nine-hills-coffee";

/// The partner whose past purchases each have some trips.
const TRAM: &str = "island-tramlines";
/// The grams of a tree that is half in bloom.
const HALF_IN_BLOOM: Measure = Measure::from_units(12_500_000);

/// The partner that gives points for each own bottle.
pub(super) const REFILL: &str = "full-circle-refill";

/// The factor without a source does not count; the admin shows that its source is missing.
const FACTORS: &[Factor] = &[
    ("", Unit::Purchase, "24", ["Own bag", "自带袋子", "自備袋"], "Packaging LCA", Some(2024)),
    (COFFEE, Unit::Action, "24", ["Own cup", "自带杯", "自備杯"], "Packaging LCA", Some(2024)),
    (
        "wing-fat-grocer",
        Unit::Dollar,
        "18",
        ["Local vegetables", "本地蔬菜", "本地蔬菜"],
        "Food miles study",
        Some(2025),
    ),
    ("full-circle-refill", Unit::Dollar, "42", ["Refill", "续装", "添裝"], "Packaging LCA", Some(2024)),
    (REFILL, Unit::Action, "80", ["Own bottle", "自带瓶", "自備樽"], "Packaging LCA", Some(2024)),
    ("lai-kee-mending", Unit::Dollar, "36", ["Mended, not new", "修补代替新买", "修補代替新買"], "", None),
    ("backlane-books", Unit::Dollar, "12", ["Second-hand book", "二手书", "二手書"], "Paper LCA", Some(2023)),
    (
        "blue-lane-ferry",
        Unit::Dollar,
        "22",
        ["Ferry instead of taxi", "渡轮代替出租车", "渡輪代替的士"],
        "Transport study",
        Some(2025),
    ),
    (
        "island-tramlines",
        Unit::Trip,
        "1140",
        ["Tram instead of taxi", "电车代替出租车", "電車代替的士"],
        "Transport study",
        Some(2025),
    ),
];

/// Adds the factors, in force since before the history, and switches carbon on.
pub(super) fn write_factors(tx: &Tx<'_>, partners: &DemoPartners) -> AppResult<()> {
    let settings = ProgrammeSettings { carbon: true, ..settings::current(tx)? };
    settings::replace(tx, &settings, Author { id: [0; 16], name: "Kapok" })?;
    let begun = tx.at(days_before(tx.now(), 400));
    for (partner, unit, grams, [en, zh, zhhk], source, source_year) in FACTORS {
        let name: LocalizedText = serde_json::from_value(json!({ "en": en, "zh": zh, "zhhk": zhhk }))?;
        let factor = FactorVersion {
            id: CarbonFactorId::made_at(begun.now()),
            version: 1,
            partner: partner_of(partners, Some(partner)),
            name,
            unit: *unit,
            grams: Measure::parse(grams).unwrap_or(Measure::ZERO),
            most: Measure::from_units(20_000),
            source: (*source).to_owned(),
            source_year: *source_year,
            source_link: None,
            from: Day::of(begun.now()),
            created: begun.now(),
        };
        carbon::insert_version(&begun, &factor)?;
    }
    Ok(())
}

/// One of each action that a cashier of the partner can enter.
pub(super) fn one_of_each(tx: &Tx<'_>, partner: PartnerId) -> AppResult<Vec<EnteredQuantity>> {
    let counts = |factor: &FactorVersion| factor.unit == Unit::Action && factor.partner == Some(partner);
    let one = |factor: FactorVersion| EnteredQuantity { factor_id: factor.id, quantity: Measure::from_units(1_000) };
    Ok(carbon::versions(tx)?.into_iter().filter(counts).map(one).collect())
}

/// The trips that a member enters, enough for about half of the blossoms of this year's tree.
fn trips(tx: &Tx<'_>, member: MemberId, partner: PartnerId) -> AppResult<Vec<EnteredQuantity>> {
    let counts = |factor: &FactorVersion| factor.unit == Unit::Trip && factor.partner == Some(partner);
    let Some(factor) = carbon::versions(tx)?.into_iter().find(counts) else { return Ok(Vec::new()) };
    let saved = carbon::tree(tx, member, i64::from(Day::of(tx.now()).year()))?.map_or(0, |tree| tree.grams.units());
    let missing = (HALF_IN_BLOOM.units() - saved).max(1);
    let trips = (missing + factor.grams.units() - 1) / factor.grams.units().max(1);
    let quantity = Measure::from_units((trips * 1_000).min(factor.most.units()));
    Ok(vec![EnteredQuantity { factor_id: factor.id, quantity }])
}

/// A tram ride on its day, or today if that day was in another year, so that a tree blooms in January too.
pub(super) fn in_this_year(now: Timestamp, mut movement: DemoTransaction) -> DemoTransaction {
    let year = |moment| Day::of(moment).year();
    if movement.partner.as_deref() == Some(TRAM)
        && movement.kind == "earn"
        && year(days_before(now, movement.days_ago)) != year(now)
    {
        movement.days_ago = 0;
    }
    movement
}

/// Records the grams of a past purchase. The amount stands in its description.
pub(super) fn record(
    tx: &Tx<'_>,
    member: MemberId,
    transaction: TransactionId,
    movement: &DemoTransaction,
    partners: &DemoPartners,
) -> AppResult<()> {
    let Some(partner) = partner_of(partners, movement.partner.as_deref()).filter(|_| movement.kind == "earn") else {
        return Ok(());
    };
    let Some(amount) = bill_of(movement) else { return Ok(()) };
    let entered = match movement.partner.as_deref() {
        Some(COFFEE) => one_of_each(tx, partner)?,
        Some(TRAM) => trips(tx, member, partner)?,
        _ => Vec::new(),
    };
    let saving = Saving { transaction, member, partner, amount, day: Day::of(tx.now()), entered: &entered };
    carbon::record(tx, &saving).map(|_| ())
}

/// The bill of a past purchase.
pub(super) fn bill_of(movement: &DemoTransaction) -> Option<Hkd> {
    let amount = movement.description.en.strip_prefix("HK$").and_then(|rest| rest.split(' ').next());
    amount.filter(|_| movement.kind == "earn").and_then(Hkd::parse)
}
