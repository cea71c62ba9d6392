//! The method as a document: every factor that counts, with its source and its versions.

use super::{FactorVersion, Unit, in_force, queries};
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::points::Measure;
use crate::base::problem::AppResult;
use crate::core::print::{FactorLines, MethodSheet, PrintBranding};
use crate::core::settings::ProgrammeSettings;
use crate::platform::store::Read;

/// The document of today, in a language.
pub(super) fn sheet(read: &Read<'_>, settings: &ProgrammeSettings, language: Language) -> AppResult<MethodSheet> {
    let (versions, day) = (queries::versions(read)?, Day::of(read.now()));
    let partners = queries::factor_partners(read)?;
    let lines = |now: &FactorVersion| {
        let partner = partners.iter().find(|(id, _)| Some(*id) == now.partner);
        let own = now.name.get(language);
        let earlier = versions.iter().rev().filter(|one| one.id == now.id && one.version < now.version);
        FactorLines {
            name: partner.map_or_else(|| own.to_owned(), |(_, name)| format!("{own} \u{b7} {}", name.get(language))),
            grams: weight(now.grams),
            unit: messages::text(language, per(now.unit), &[]),
            lines: [version(now, language), source(now)].into_iter().chain(now.source_link.clone()).collect(),
            earlier: earlier
                .filter(|one| one.is_sourced())
                .map(|one| format!("{}: {} \u{b7} {}", version(one, language), weight(one.grams), source(one)))
                .collect(),
        }
    };
    let factors = in_force(&versions, day).into_iter().map(lines).collect();
    Ok(MethodSheet { head: PrintBranding::of(settings), language, day, factors })
}

const fn per(unit: Unit) -> &'static str {
    match unit {
        Unit::Dollar => "print.per_dollar",
        Unit::Purchase => "print.per_purchase",
        Unit::Kilogram => "print.per_kilogram",
        Unit::Trip => "print.per_trip",
        Unit::Action => "print.per_action",
    }
}

fn version(of: &FactorVersion, language: Language) -> String {
    let (number, day) = (of.version.to_string(), of.from.to_string());
    messages::text(language, "print.factor_version", &[("number", &number), ("day", &day)])
}

fn source(of: &FactorVersion) -> String {
    of.source_year.map_or_else(|| of.source.clone(), |year| format!("{}, {year}", of.source))
}

/// Grams with their unit: `1,140.5 g`.
fn weight(grams: Measure) -> String {
    let text = grams.to_string();
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let point = if places.is_empty() { "" } else { "." };
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), messages::grouped);
    format!("{whole}{point}{places} g")
}
