//! The partners, types of partners, outlets and carbon factor of a rule, compared with those of the programme.

use super::queries;
use super::rule::{Bonus, EarningRule};
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::problem::{AppResult, FieldProblem};
use crate::member::carbon;
use crate::platform::store::Read;

/// The partners, outlets and carbon factor of a rule that do not exist or exclude each other.
pub(super) fn wrong(read: &Read<'_>, rule: &EarningRule) -> AppResult<Vec<FieldProblem>> {
    let mut problems = Vec::new();
    let mut expect = |field: String, sound: bool| {
        if !sound {
            problems.push(FieldProblem::new(field, "rule_never_applies"));
        }
    };
    let of_type = |kind: &String| rule.partner_types.is_empty() || rule.partner_types.contains(kind);
    for (at, partner) in rule.partners.iter().enumerate() {
        let kind = queries::type_of(read, *partner)?;
        expect(format!("partners[{at}]"), kind.as_ref().is_some_and(of_type));
    }
    for (at, outlet) in rule.outlets.iter().enumerate() {
        let partner = queries::partner_of(read, *outlet)?;
        let listed = |partner: &PartnerId| rule.partners.is_empty() || rule.partners.contains(partner);
        let kind = partner.filter(listed).map(|partner| queries::type_of(read, partner)).transpose()?.flatten();
        expect(format!("outlets[{at}]"), kind.as_ref().is_some_and(of_type));
    }
    if let Bonus::PerUnit { factor_id, .. } = rule.bonus {
        let versions = carbon::versions(read)?;
        let factor = carbon::in_force(&versions, Day::of(read.now())).into_iter().find(|factor| factor.id == factor_id);
        match factor.filter(|factor| factor.unit.is_entered()) {
            None => problems.push(FieldProblem::new("bonus.factorId", "unknown_factor")),
            Some(factor) => {
                let named = partners(read, rule)?;
                if let Some(partner) = factor.partner {
                    let kind = queries::type_of(read, partner)?;
                    if !kind.is_some_and(|kind| allows(rule, named.as_ref(), (partner, &kind))) {
                        problems.push(FieldProblem::new("bonus.factorId", "rule_never_applies"));
                    }
                }
            }
        }
    }
    Ok(problems)
}

/// Whether there may be a place where both rules apply: rules that name different things, such as an outlet here and a
/// partner or a type there, are compared by their partners.
pub(super) fn shared(read: &Read<'_>, one: &EarningRule, other: &EarningRule) -> AppResult<bool> {
    match (partners(read, one)?, partners(read, other)?) {
        (Some(left), Some(right)) => Ok(left.iter().any(|partner| right.contains(partner))),
        (Some(named), None) => any_is_of(read, &named, &other.partner_types),
        (None, Some(named)) => any_is_of(read, &named, &one.partner_types),
        (None, None) => Ok(true),
    }
}

/// Whether a purchase at a partner of that type may meet the partners, types and outlets of a rule, of which `named` are
/// its [`partners`].
pub(super) fn allows(rule: &EarningRule, named: Option<&Vec<PartnerId>>, (partner, kind): (PartnerId, &str)) -> bool {
    let types = &rule.partner_types;
    named.is_none_or(|named| named.contains(&partner)) && (types.is_empty() || types.iter().any(|one| one == kind))
}

/// The partners that a rule names, by itself or by its outlets; `None` if it names none.
pub(super) fn partners(read: &Read<'_>, rule: &EarningRule) -> AppResult<Option<Vec<PartnerId>>> {
    if rule.outlets.is_empty() {
        return Ok((!rule.partners.is_empty()).then(|| rule.partners.clone()));
    }
    let mut found = Vec::new();
    for outlet in &rule.outlets {
        found.extend(queries::partner_of(read, *outlet)?);
    }
    Ok(Some(found))
}

fn any_is_of(read: &Read<'_>, partners: &[PartnerId], types: &[String]) -> AppResult<bool> {
    for partner in partners {
        if types.is_empty() || queries::type_of(read, *partner)?.is_some_and(|kind| types.contains(&kind)) {
            return Ok(true);
        }
    }
    Ok(false)
}
