//! What SMS may cost the programme: so many messages in an hour and in a day before codes stop, since anybody can ask for
//! one, and so many parts in a month before everything does.

use std::time::Duration;

use super::queries;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::config::Sms;
use crate::http::limits::Limits;
use crate::store::Read;

/// The programme has sent as many SMS as it means to pay for; e-mail goes on.
pub const SMS_PAUSED: ProblemType = ProblemType::new("sms_paused", 429, "SMS paused");

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(86_400);

/// The settings' bounds; nought is none.
#[derive(Clone, Copy, Debug)]
pub struct SmsBudget {
    hourly: u32,
    daily: u32,
    monthly: u32,
}

impl SmsBudget {
    /// Those of the settings.
    pub const fn new(settings: &Sms) -> Self {
        let Sms { hourly_budget, daily_budget, monthly_budget, .. } = settings;
        Self { hourly: *hourly_budget, daily: *daily_budget, monthly: *monthly_budget }
    }

    /// Fails with [`SMS_PAUSED`] while the hour or the day is used up. Every SMS of any kind has used it, whoever
    /// caused it; those that are no codes go out all the same.
    pub fn require(self, read: &Read<'_>, limits: &Limits) -> AppResult<()> {
        let bounds = [(self.hourly, HOUR), (self.daily, DAY)];
        for (most, span) in bounds.into_iter().filter(|(most, _)| *most > 0 && limits.enabled()) {
            // The oldest of the last so many: while it lies within the span, the budget is used up.
            let oldest = queries::sms_sent_at(read, i64::from(most))?.filter(|at| at.plus(span) > read.now());
            if let Some(oldest) = oldest {
                return Err(SMS_PAUSED.retry_after(oldest.plus(span).since(read.now()).as_secs() + 1));
            }
        }
        Ok(())
    }

    /// Whether the month's SMS are paid for, of which the log tells once by itself.
    pub fn is_month_spent(self, read: &Read<'_>) -> AppResult<bool> {
        is_month_spent(read, self.monthly)
    }
}

/// The same of a bound in parts.
pub(super) fn is_month_spent(read: &Read<'_>, budget: u32) -> AppResult<bool> {
    Ok(budget > 0 && queries::parts_in(read, read.now().hong_kong_month())? >= i64::from(budget))
}

/// Tells the operator where a call met [`SMS_PAUSED`]: either somebody is making the programme pay, or it is a good day.
pub fn alarm_if_paused(refused: &AppError) {
    if refused.code() == SMS_PAUSED.code {
        tracing::error!(
            alarm = "sms_budget",
            "the budget for SMS is used up, and no codes go to phones for now: if these are members who join, raise \
             sms.hourly_budget and sms.daily_budget"
        );
    }
}
