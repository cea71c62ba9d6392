//! The two lines of a movement on a statement. The first names the partner of a purchase. The second has the outlet, the
//! bill and the parts of the points, or says what a reversal takes back. Names of other people are left out.

use super::queries;
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::language::Language;
use crate::base::messages::{grouped, grouped_hkd, text};
use crate::base::problem::AppResult;
use crate::core::ledger::{EarnLine, EarnLineKind, LedgerEntry, TransactionKind};
use crate::member::{awards, partners};
use crate::platform::store::Read;

/// The first line of a purchase, the name of the partner; `None` for other movements.
pub fn partner_line(read: &Read<'_>, entry: &LedgerEntry, language: Language) -> AppResult<Option<String>> {
    let is_purchase = matches!(entry.kind, TransactionKind::Earn | TransactionKind::Release);
    if is_purchase { partner_name(read, entry.details.partner.as_deref(), language) } else { Ok(None) }
}

fn partner_name(read: &Read<'_>, id: Option<&str>, language: Language) -> AppResult<Option<String>> {
    let Some(id) = id.and_then(PartnerId::parse) else { return Ok(None) };
    Ok(partners::find(read, id)?.map(|partner| partner.input.name.get(language).to_owned()))
}

/// The second line of a movement on a statement; `None` where the first line says everything.
pub fn second_line(read: &Read<'_>, entry: &LedgerEntry, language: Language) -> AppResult<Option<String>> {
    let say = |key: &str| Some(text(language, key, &[]));
    Ok(match entry.kind {
        TransactionKind::Earn | TransactionKind::Release => purchase(read, entry, language)?,
        TransactionKind::Reversal => reversal(read, entry, language)?,
        TransactionKind::Redeem => say("print.bought"),
        TransactionKind::Transfer if entry.points < 0 => say("print.sent"),
        TransactionKind::Transfer => say("print.received"),
        _ => None,
    })
}

fn purchase(read: &Read<'_>, entry: &LedgerEntry, language: Language) -> AppResult<Option<String>> {
    // Released points belong to the award of an earlier day.
    let award = entry.details.releases.unwrap_or(entry.id);
    let Some(details) = awards::details(read, award)? else { return Ok(None) };
    let outlet = details.outlet.map(|outlet| outlet.get(language).to_owned());
    let bill = format!("HK${}", grouped_hkd(details.amount_hkd));
    let lines: Vec<String> = entry.details.lines.iter().map(|line| part(line, language)).collect();
    let parts = Some(lines.join(" + ")).filter(|parts| !parts.is_empty());
    Ok(Some(outlet.into_iter().chain([bill]).chain(parts).collect::<Vec<_>>().join(", ")))
}

/// A part of the points for a purchase, such as `104 Enjoy Card`.
fn part(line: &EarnLine, language: Language) -> String {
    let points = grouped(line.points);
    match (line.kind, &line.name) {
        (EarnLineKind::Rule, Some(name)) => format!("{points} {}", name.get(language)),
        (EarnLineKind::Card, _) => format!("{points} {}", text(language, "print.card_part", &[])),
        _ => points,
    }
}

fn reversal(read: &Read<'_>, entry: &LedgerEntry, language: Language) -> AppResult<Option<String>> {
    let Some(original) = queries::reversed_by(read, entry.seq)? else { return Ok(None) };
    let what = match partner_name(read, original.partner.as_deref(), language)? {
        Some(partner) => Some(partner),
        None => original.snapshot.map(|snapshot| snapshot.name.get(language).to_owned()),
    };
    let what = what.unwrap_or_else(|| text(language, "print.transfer", &[]));
    let key = if entry.points < 0 { "print.takes_back" } else { "print.gives_back" };
    let day = Day::of(original.created).to_string();
    Ok(Some(text(language, key, &[("what", &what), ("day", &day)])))
}
