//! The parts of the points for a purchase.

use serde::{Deserialize, Serialize};

use super::queries;
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, TransactionId};
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// A part of the points for a purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarnLine {
    /// The reason for these points.
    pub kind: EarnLineKind,
    /// Whole points.
    pub points: i64,
    /// The name of the earning rule in every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<LocalizedText>,
    /// The earning rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<EarningRuleId>,
    /// The version of the rule under which the points were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// The day on which these points are released. Until then they are pending and cannot be spent. Absent for points
    /// that can be spent at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_until: Option<Day>,
}

/// The kind of a part of the points for a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum EarnLineKind {
    /// Points by the partner's base rate.
    Base,
    /// Points by the partner's extra rate for the Enjoy Card.
    Card,
    /// Points by an earning rule.
    Rule,
}

impl EarnLine {
    /// Points by a rate of the partner.
    pub fn by_rate(kind: EarnLineKind, points: i64) -> Self {
        Self { kind, points, name: None, rule: None, version: None, pending_until: None }
    }
}

/// The parts of the points of an award; empty if there is only one. Fails with `not_found`.
pub fn earn_lines(read: &Read<'_>, award: TransactionId) -> AppResult<Vec<EarnLine>> {
    queries::details_of(read, award).map(|details| details.lines)
}

/// The parts of the points in words, such as `80 + 80 double day`.
pub fn parts(language: Language, lines: &[EarnLine]) -> String {
    let part = |line: &EarnLine| {
        let points = messages::grouped(line.points);
        match (line.kind, &line.name) {
            (EarnLineKind::Base, _) => points,
            (EarnLineKind::Rule, Some(name)) => format!("{points} {}", name.get(language)),
            (EarnLineKind::Card | EarnLineKind::Rule, _) => format!("{points} Enjoy Card"),
        }
    };
    lines.iter().map(part).collect::<Vec<_>>().join(" + ")
}
