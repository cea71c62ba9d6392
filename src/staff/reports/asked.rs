//! The month and the language that a request names.

use serde::Deserialize;

use crate::base::clock::Timestamp;
use crate::base::language::Language;
use crate::base::month::Month;
use crate::base::problem::{AppError, AppResult};

/// The query of a call about one month.
#[derive(Deserialize)]
pub(in crate::staff) struct MonthQuery {
    month: Option<String>,
    language: Option<String>,
}

impl MonthQuery {
    /// The month; the present one by default. Fails with `invalid_value` for a future month.
    pub(in crate::staff) fn month(&self, now: Timestamp) -> AppResult<Month> {
        let present = Month::of(now);
        match self.month.as_deref() {
            None | Some("") => Ok(present),
            Some(text) => Month::parse(text)
                .filter(|month| *month <= present)
                .ok_or_else(|| AppError::invalid_field("month", "invalid_value")),
        }
    }

    /// The language of a printed page; that of the client by default.
    pub(in crate::staff) fn language(&self, spoken: Language) -> AppResult<Language> {
        match self.language.as_deref() {
            None | Some("") => Ok(spoken),
            Some(code) => Language::from_code(code).ok_or_else(|| AppError::invalid_field("language", "invalid_value")),
        }
    }
}
