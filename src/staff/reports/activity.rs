//! Members who were active in a period.

use serde::Serialize;

use super::active_accounts::ActiveAccounts;
use super::{ReportPeriod, queries};
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::core::ledger::flows;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::Read;

/// The number of members who earned, spent or sent points.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ActivityReport)]
pub(super) struct Activity {
    from: Day,
    to: Day,
    /// The members who did at least one of these things; gifts that arrive and changes by staff do not count.
    pub members: usize,
}

impl CsvRow for Activity {
    const HEADINGS: &'static str = "from,to,members";

    fn cells(&self) -> Vec<Cell> {
        let members = i64::try_from(self.members).unwrap_or(i64::MAX);
        vec![self.from.to_string().into(), self.to.to_string().into(), members.into()]
    }
}

/// Counts the members who were active in a period, from the roll-up and from the transactions after it.
pub(super) fn activity(read: &Read<'_>, span: ReportPeriod) -> AppResult<Activity> {
    let mut accounts = ActiveAccounts::default();
    queries::each_active_day(read, (span.from, span.to), |stored| accounts.add_all(stored))?;
    flows(read, queries::mark(read)?, i64::MAX, |flow| {
        if let Some(account) = flow.active.filter(|_| span.holds(flow.day)) {
            accounts.add(account);
        }
    })?;
    Ok(Activity { from: span.from, to: span.to, members: accounts.count() })
}
