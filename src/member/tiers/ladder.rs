//! The ladder of levels as an operator writes it, and its days. Days are Hong Kong's.

use serde::{Deserialize, Serialize};

use crate::base::day::Day;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, FieldProblem};
use crate::member::goals::{Counted, GoalReward};

/// The longest name of a level, in characters.
const LONGEST_NAME: usize = 20;
/// The largest target, to reject typing mistakes.
const HIGHEST: i64 = 1_000_000_000;
/// Most levels: as many as a phone shows beside each other.
const MOST_LEVELS: usize = 5;
/// The days of notice before a level ends, and of grace after it.
const NOTICE: std::ops::RangeInclusive<i64> = 7..=180;
const GRACE: std::ops::RangeInclusive<i64> = 7..=366;
/// Most months of a rolling window.
const MOST_MONTHS: i32 = 36;

/// A ladder of levels. Members rise at once, and fall one level at a time after a notice and a grace period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TierLadder)]
pub struct Ladder {
    /// The unit of the targets.
    pub counts: Counted,
    /// The days whose purchases count.
    pub window: TierWindow,
    /// The number of days before a level ends on which a member who has not kept the level yet is notified.
    pub notice_days: i64,
    /// Days after the end of a level in which it is still held, and can still be kept.
    pub grace_days: i64,
    /// The levels, the lowest first.
    pub levels: Vec<Level>,
}

/// A level of the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TierLevel)]
pub struct Level {
    /// The name that members read, in three languages.
    pub name: LocalizedText,
    /// The target within the window, such as 2000 points.
    pub target: i64,
    /// The reward for reaching the level, once in a period of the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reward: Option<GoalReward>,
}

/// The days whose purchases count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum TierWindow {
    /// Some months up to the present day. A level lasts as many months.
    Months {
        /// The number of months.
        months: i32,
    },
    /// A calendar year. A level lasts until the end of the next one.
    Year,
}

impl TierWindow {
    /// The first day of the window that ends on that day.
    pub fn first_day(self, last: Day) -> Day {
        match self {
            TierWindow::Months { months } => last.plus_months(-months).map_or(last, |day| day.plus(1)),
            TierWindow::Year => last.first_of_year(),
        }
    }

    /// The last day of the purchases that count together with one of that day: the end of its year, or that day itself.
    pub(super) fn last_day(self, day: Day) -> Day {
        match self {
            TierWindow::Months { .. } => day,
            TierWindow::Year => Day::of_year(day.year(), 12, 31).unwrap_or(day),
        }
    }

    /// The last day of a level that is reached on that day.
    pub fn end_of(self, reached: Day) -> Day {
        match self {
            TierWindow::Months { months } => reached.plus_months(months).unwrap_or(reached),
            TierWindow::Year => self.next_end(reached),
        }
    }

    /// The last day of a level that is kept for another time after that day.
    pub fn next_end(self, end: Day) -> Day {
        match self {
            TierWindow::Months { months } => end.plus_months(months).unwrap_or(end),
            TierWindow::Year => Day::of_year(end.year().saturating_add(1), 12, 31).unwrap_or(end),
        }
    }
}

impl Ladder {
    /// Fails with `400` that names every field with a mistake.
    pub fn checked(self) -> AppResult<Self> {
        let mut problems = Vec::new();
        let mut expect = |field: String, code: &'static str, sound: bool| {
            if !sound {
                problems.push(FieldProblem::new(field, code));
            }
        };
        expect("levels".into(), "invalid_value", (1..=MOST_LEVELS).contains(&self.levels.len()));
        expect("noticeDays".into(), "invalid_value", NOTICE.contains(&self.notice_days));
        expect("graceDays".into(), "invalid_value", GRACE.contains(&self.grace_days));
        if let TierWindow::Months { months } = self.window {
            expect("window.months".into(), "invalid_value", (1..=MOST_MONTHS).contains(&months));
        }
        let mut below = 0;
        for (at, Level { name, target, .. }) in self.levels.iter().enumerate() {
            for (language, text) in [("en", Some(&name.en)), ("zh", name.zh.as_ref()), ("zhhk", name.zhhk.as_ref())] {
                let (field, text) = (format!("levels[{at}].name.{language}"), text.map_or("", |text| text.trim()));
                expect(field.clone(), "required_field", !text.is_empty());
                expect(field, "too_long", text.chars().count() <= LONGEST_NAME);
            }
            let field = format!("levels[{at}].target");
            expect(field.clone(), "invalid_value", (1..=HIGHEST).contains(target));
            expect(field, "tier_not_higher", *target > below || *target < 1);
            below = *target;
        }
        if problems.is_empty() { Ok(self) } else { Err(AppError::invalid(problems)) }
    }

    /// The level with that number, which counts from 1.
    pub fn level(&self, number: i64) -> Option<&Level> {
        usize::try_from(number - 1).ok().and_then(|at| self.levels.get(at))
    }

    /// The number of the highest level.
    pub fn highest(&self) -> i64 {
        i64::try_from(self.levels.len()).unwrap_or(0)
    }

    /// The number of the highest level that the progress reaches; 0 for none.
    pub(super) fn reached_by(&self, progress: i64) -> i64 {
        let reached = self.levels.iter().take_while(|level| self.units(level.target) <= progress);
        i64::try_from(reached.count()).unwrap_or(0)
    }

    /// The target of a level in the unit in which purchases count: cents for bills.
    pub(super) fn target_units(&self, number: i64) -> i64 {
        self.level(number).map_or(i64::MAX, |level| self.units(level.target))
    }

    fn units(&self, target: i64) -> i64 {
        if self.counts == Counted::Spend { target.saturating_mul(100) } else { target }
    }

    /// Units as members see them: whole dollars for bills.
    pub fn shown(&self, units: i64) -> i64 {
        if self.counts == Counted::Spend { units / 100 } else { units }
    }

    /// The missing progress, as members see it: whole dollars, rounded up.
    pub fn shown_missing(&self, units: i64) -> i64 {
        if self.counts == Counted::Spend { (units + 99) / 100 } else { units }
    }
}
