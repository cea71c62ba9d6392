//! The queue of alarms as CSV.

use super::AlarmView;
use crate::platform::http::list_response::{Cell, CsvRow};

impl CsvRow for AlarmView {
    const HEADINGS: &'static str = "_id,kind,level,queue,outcome,member,by,partner,counted,ofAll,usual,days,points,worthHkd,raised,found,ended,\
        quietUntil";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.kind.name().into(),
            self.level.name().into(),
            self.queue.name().into(),
            self.outcome.map(|outcome| outcome.name()).into(),
            self.member.as_ref().map(|member| member.short_id.to_string()).into(),
            self.by.clone().into(),
            self.partner_name.as_ref().map(|name| name.en.clone()).into(),
            self.counted.into(),
            self.of_all.into(),
            self.usual.into(),
            self.days.into(),
            self.points.into(),
            self.worth_hkd.to_string().into(),
            self.raised.into(),
            self.found.into(),
            self.ended.into(),
            self.quiet_until.into(),
        ]
    }
}
