//! The conditions of a segment as staff set them, and their checks.

use serde::{Deserialize, Serialize};

use crate::base::content::FormErrors;
use crate::base::day::Day;
use crate::base::id::{ItemId, PartnerId, SegmentId};
use crate::base::language::Language;
use crate::base::points::Hkd;

/// Most lines of a segment: each is one statement for each count.
pub(super) const MOST_LINES: usize = 12;
/// Most partners or items of a line.
const MOST_LISTED: usize = 50;
/// The longest period in days.
const MOST_DAYS: i64 = 3_650;
/// Upper limit of numbers of points, to reject typing mistakes.
const HIGHEST_POINTS: i64 = 1_000_000_000;
/// The highest number of friends that a line may require.
const MOST_FRIENDS: i64 = 1_000;
/// The largest number of purchases that a line can ask for.
const MOST_VISITS: i64 = 1_000;
/// Most levels of a ladder.
const MOST_LEVELS: i64 = 5;

/// The conditions that a member of the segment meets. A segment holds active members only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SegmentConditions)]
pub struct Conditions {
    /// Whether every line has to fit, or any of them.
    #[serde(rename = "match", default)]
    pub joined_by: JoinedBy,
    /// 1 to 12 lines.
    pub lines: Vec<ConditionLine>,
}

/// The way in which the lines are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SegmentMatch)]
pub enum JoinedBy {
    /// Every line has to fit.
    #[default]
    All,
    /// A single line that fits is enough.
    Any,
}

/// A line of the conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SegmentLine)]
pub struct ConditionLine {
    /// Whether the line is negated: it fits the members who do not meet its condition.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not: bool,
    /// The condition of the line.
    #[serde(flatten)]
    pub condition: Condition,
}

/// A fact about a member. Days are Hong Kong's; a span of 1 day is today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SegmentCondition)]
pub enum Condition {
    /// The member has made a purchase, and the last one was more than some days ago.
    LastVisit {
        /// 1 to 3,650.
        days: i64,
    },
    /// The member has made a purchase, or a number of purchases, at some partners, all of them added up.
    Visited {
        /// The partners; any partner if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        partners: Vec<PartnerId>,
        /// Within so many days; at any time if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        days: Option<i64>,
        /// The smallest number of purchases at all these partners together, 1 to 1,000; 1 if absent.
        #[serde(rename = "atLeast", default, skip_serializing_if = "Option::is_none")]
        at_least: Option<i64>,
    },
    /// The member has spent so much within some days.
    Spent {
        /// The smallest sum of the bills.
        #[serde(rename = "atLeastHkd")]
        at_least_hkd: Hkd,
        /// 1 to 3,650.
        days: i64,
    },
    /// The member has bought a reward.
    Bought {
        /// The rewards; any reward if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        items: Vec<ItemId>,
    },
    /// The member's balance.
    Balance {
        /// The smallest number of points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<i64>,
        /// The largest number of points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<i64>,
    },
    /// Points of the member expire within some days.
    Expiring {
        /// The smallest number of points.
        #[serde(rename = "atLeast")]
        at_least: i64,
        /// 1 to 3,650.
        days: i64,
    },
    /// The member reads one of these languages.
    Language {
        /// 1 to 3.
        languages: Vec<Language>,
    },
    /// The member joined between two days.
    Joined {
        /// The first day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Day>,
        /// The last day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Day>,
    },
    /// The member joined within some days.
    JoinedWithin {
        /// 1 to 3,650.
        days: i64,
    },
    /// The member was invited by a member.
    // An empty struct variant, because serde would accept unknown fields beside a unit variant.
    Referred {},
    /// The member has invited people who joined.
    HasReferred {
        /// The smallest number of people.
        #[serde(rename = "atLeast")]
        at_least: i64,
    },
    /// The member's level on the ladder that is on.
    Level {
        /// The way in which it is compared.
        is: LevelIs,
        /// Counts the levels from 1, the lowest; absent for `none`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<i64>,
    },
    /// The member is on a list.
    Listed {
        /// The segment of the list.
        segment: SegmentId,
    },
}

/// The way in which a line compares a member's level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SegmentLevelIs)]
pub enum LevelIs {
    /// The member has this level.
    Exactly,
    /// The member has this level or a higher one.
    AtLeast,
    /// The member has no level.
    None,
}

impl Conditions {
    /// The conditions of a list: the members on it.
    pub fn of_list(segment: SegmentId) -> Self {
        let condition = Condition::Listed { segment };
        Self { joined_by: JoinedBy::All, lines: vec![ConditionLine { not: false, condition }] }
    }

    /// Whether a line asks for a list.
    pub fn asks_for(&self, list: SegmentId) -> bool {
        self.lines.iter().any(|line| line.condition == Condition::Listed { segment: list })
    }

    /// Sorts the lists, and names every field with a mistake.
    pub(super) fn check(&mut self, form: &mut FormErrors) {
        let number = self.lines.len();
        form.expect("conditions.lines", "required_field", number > 0);
        form.expect("conditions.lines", "too_long", number <= MOST_LINES);
        for (at, line) in self.lines.iter_mut().enumerate() {
            line.condition.check(at, form);
        }
    }
}

impl Condition {
    fn check(&mut self, at: usize, form: &mut FormErrors) {
        let mut expect = |field: &str, code, sound| form.expect(format!("conditions.lines[{at}].{field}"), code, sound);
        let span = |days: i64| (1..=MOST_DAYS).contains(&days);
        let points = |points: i64| (0..=HIGHEST_POINTS).contains(&points);
        match self {
            Condition::LastVisit { days } | Condition::JoinedWithin { days } => {
                expect("days", "invalid_value", span(*days));
            }
            Condition::Visited { partners, days, at_least } => {
                sort(partners);
                expect("partners", "too_long", partners.len() <= MOST_LISTED);
                expect("days", "invalid_value", days.is_none_or(span));
                expect("atLeast", "invalid_value", at_least.is_none_or(|least| (1..=MOST_VISITS).contains(&least)));
            }
            Condition::Spent { at_least_hkd, days } => {
                expect("atLeastHkd", "invalid_value", *at_least_hkd > Hkd::ZERO);
                expect("days", "invalid_value", span(*days));
            }
            Condition::Bought { items } => {
                sort(items);
                expect("items", "too_long", items.len() <= MOST_LISTED);
            }
            Condition::Balance { min, max } => {
                expect("min", "required_field", min.is_some() || max.is_some());
                expect("min", "invalid_value", min.is_none_or(points));
                let ordered = min.zip(*max).is_none_or(|(min, max)| min <= max);
                expect("max", "invalid_value", max.is_none_or(points) && ordered);
            }
            Condition::Expiring { at_least, days } => {
                expect("atLeast", "invalid_value", *at_least >= 1 && points(*at_least));
                expect("days", "invalid_value", span(*days));
            }
            Condition::Language { languages } => {
                languages.sort_unstable_by_key(|language| language.code());
                languages.dedup();
                expect("languages", "required_field", !languages.is_empty());
            }
            Condition::Joined { from, until } => {
                expect("from", "required_field", from.is_some() || until.is_some());
                let ordered = from.zip(*until).is_none_or(|(from, until)| from <= until);
                expect("until", "invalid_period", ordered);
            }
            Condition::HasReferred { at_least } => {
                expect("atLeast", "invalid_value", (1..=MOST_FRIENDS).contains(at_least));
            }
            Condition::Level { is, level } => {
                if *is == LevelIs::None {
                    *level = None;
                }
                expect("level", "required_field", *is == LevelIs::None || level.is_some());
                expect("level", "invalid_value", level.is_none_or(|level| (1..=MOST_LEVELS).contains(&level)));
            }
            Condition::Referred {} | Condition::Listed { .. } => {}
        }
    }
}

fn sort<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}
