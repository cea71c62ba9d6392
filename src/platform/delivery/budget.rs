//! Limits on the cost of SMS. Codes stop after a number of messages in an hour or a day, because anybody can request
//! one. All SMS stop after a number of segments in a month.

use std::time::Duration;

use serde::Serialize;

use super::queries;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::platform::config::Sms;
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::Limits;

/// The SMS budget is used up. E-mail still works.
pub const SMS_PAUSED: ProblemType = ProblemType::new("sms_paused", 429, "SMS paused");

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(86_400);

/// The limits of the settings; 0 means no limit.
#[derive(Clone, Copy, Debug)]
pub struct SmsBudget {
    hourly: u32,
    daily: u32,
    monthly: u32,
}

impl SmsBudget {
    /// Reads the limits from the settings.
    pub const fn new(settings: &Sms) -> Self {
        let Sms { hourly_budget, daily_budget, monthly_budget, .. } = settings;
        Self { hourly: *hourly_budget, daily: *daily_budget, monthly: *monthly_budget }
    }

    /// Fails with [`SMS_PAUSED`] while the hour or the day is used up. Every SMS counts, of any kind and from any
    /// cause; SMS that are not codes are still sent.
    pub fn require(self, read: &Read<'_>, limits: &Limits) -> AppResult<()> {
        let bounds = [(self.hourly, HOUR), (self.daily, DAY)];
        for (most, span) in bounds.into_iter().filter(|(most, _)| *most > 0) {
            // The oldest of the last `most` SMS: while it lies within the span, the budget is used up.
            let oldest = queries::sms_sent_at(read, i64::from(most))?.filter(|at| at.plus(span) > read.now());
            if let Some(oldest) = oldest {
                limits.refuse(SMS_PAUSED.retry_after(oldest.plus(span).since(read.now()).as_secs() + 1))?;
            }
        }
        Ok(())
    }

    /// Returns whether the month's budget is used up. The worker logs this once.
    pub fn is_month_spent(self, read: &Read<'_>) -> AppResult<bool> {
        is_month_spent(read, self.monthly)
    }

    /// The use of the budget in this month of Hong Kong.
    pub fn spending(self, read: &Read<'_>) -> AppResult<BudgetUse> {
        Ok(BudgetUse { parts: queries::parts_in(read, read.now().hong_kong_month())?, budget: self.monthly })
    }

    /// The mark that the month has passed, if the owners have not been notified of it or were notified of a higher
    /// one.
    pub fn untold(self, read: &Read<'_>) -> AppResult<Option<BudgetChange>> {
        let (spending, told) = (self.spending(read)?, queries::told_in(read, read.now().hong_kong_month())?);
        let reached = spending.mark().map_or(0, BudgetLevel::hundredths);
        Ok((reached != told).then_some(BudgetChange { spending, risen: reached > told }))
    }
}

/// The use of the month's budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SmsSpending)]
pub struct BudgetUse {
    /// Segments paid for in this month of Hong Kong.
    pub parts: i64,
    /// The limit of segments; 0 for no limit.
    pub budget: u32,
}

/// A threshold of the budget of which owners are notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetLevel {
    /// Four fifths.
    Soon,
    /// All.
    Spent,
}

impl BudgetLevel {
    const fn hundredths(self) -> i64 {
        match self {
            BudgetLevel::Soon => 80,
            BudgetLevel::Spent => 100,
        }
    }
}

impl BudgetUse {
    /// The highest mark that the month has passed.
    pub fn mark(self) -> Option<BudgetLevel> {
        let budget = i64::from(self.budget);
        let has_passed = |mark: &BudgetLevel| self.parts.saturating_mul(100) >= budget * mark.hundredths();
        [BudgetLevel::Spent, BudgetLevel::Soon].into_iter().find(|mark| budget > 0 && has_passed(mark))
    }
}

/// A change of the mark, in either direction.
#[derive(Clone, Copy, Debug)]
pub struct BudgetChange {
    /// The use of the month's budget.
    pub spending: BudgetUse,
    /// False after the budget was raised: the earlier notification no longer holds, and must be sent again later.
    pub risen: bool,
}

/// Records that the owners were notified of the use of the month's budget.
pub fn mark_told(tx: &Tx<'_>, spending: BudgetUse) -> AppResult<()> {
    queries::set_told(tx, tx.now().hong_kong_month(), spending.mark().map_or(0, BudgetLevel::hundredths))
}

/// Returns whether the SMS segments of this month reach the budget; a budget of 0 is no limit.
pub(super) fn is_month_spent(read: &Read<'_>, budget: u32) -> AppResult<bool> {
    Ok(budget > 0 && queries::parts_in(read, read.now().hong_kong_month())? >= i64::from(budget))
}

/// Raises an alarm if a request failed with [`SMS_PAUSED`]: either somebody abuses the codes, or many members sign
/// up.
pub fn alarm_if_paused(refused: &AppError) {
    if refused.code() == SMS_PAUSED.code {
        tracing::error!(
            alarm = "sms_budget",
            "outbox: budget for SMS codes used up; no codes are sent to phones for now. If these are members who join, \
             raise sms.hourly_budget and sms.daily_budget"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{BudgetLevel, BudgetUse};

    #[test]
    fn marks_are_passed_at_four_fifths_and_at_the_end() {
        for (parts, budget, mark) in [
            (0, 1, None),
            (1, 1, Some(BudgetLevel::Spent)),
            (79, 100, None),
            (80, 100, Some(BudgetLevel::Soon)),
            (99, 100, Some(BudgetLevel::Soon)),
            (101, 100, Some(BudgetLevel::Spent)),
            (i64::MAX, u32::MAX, Some(BudgetLevel::Spent)),
            (1_000, 0, None),
        ] {
            assert_eq!(BudgetUse { parts, budget }.mark(), mark, "{parts} of {budget}");
        }
    }
}
