//! Filters of a member search. Each possible meaning of the text is one range of one index, so that the search is
//! fast even with a million members.

use serde::{Deserialize, Serialize};

use crate::base::day::Period;
use crate::base::id::SegmentId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::members::Status;
use crate::platform::delivery::history;
use crate::platform::http::list_response::period;
use crate::staff::admin::content::listing::said;

/// The order of a list of members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MemberSort)]
pub(super) enum MemberSort {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
    /// By family name, then given name.
    Name,
}

/// The raw query of a search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SearchQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    q: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<String>,
    #[serde(default)]
    sort: MemberSort,
}

impl SearchQuery {
    /// The query as it is stored: e-mail addresses and phone numbers are masked and can only be told apart.
    pub(super) fn masked(&self) -> Self {
        Self { q: self.q.as_deref().map(history::masked_in), ..self.clone() }
    }
}

/// Lower bound (inclusive) and upper bound (exclusive) of a text range.
type Range = (String, String);

/// The index ranges that a text may match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges {
    /// The range of names and e-mail addresses.
    pub words: Range,
    /// The range of phone numbers.
    pub phone: Range,
    /// The range of short ids.
    pub short_id: Range,
}

/// The parsed filters of a search.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub ranges: Option<Ranges>,
    pub status: Option<&'static str>,
    pub period: Period,
    pub segment: Option<SegmentId>,
    pub sort: MemberSort,
}

fn beginning_with(text: String) -> Range {
    let end = format!("{text}\u{10ffff}");
    (text, end)
}

impl Ranges {
    pub(super) fn of(text: &str) -> Self {
        // Users type phone numbers and short ids with spaces and hyphens.
        let compact: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let digits = compact.strip_prefix("+852").unwrap_or(&compact);
        let is_phone = !digits.is_empty() && digits.len() <= 8 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_short_id = (1..=8).contains(&compact.len()) && compact.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let nothing = Range::default;
        Self {
            words: beginning_with(text.to_ascii_lowercase()),
            phone: if is_phone { beginning_with(format!("+852{digits}")) } else { nothing() },
            short_id: if is_short_id {
                beginning_with(compact.to_ascii_uppercase().replace('O', "0").replace(['I', 'L'], "1"))
            } else {
                nothing()
            },
        }
    }
}

impl Search {
    /// Fails with `invalid_parameter` for unknown values, and with `invalid_period`.
    pub(super) fn read(query: SearchQuery) -> AppResult<Self> {
        let status = match query.status.as_deref() {
            None | Some("") => None,
            Some(name) => Some(Status::from_name(name).ok_or(INVALID_PARAMETER)?.name()),
        };
        Ok(Self {
            ranges: said(query.q)?.as_deref().map(Ranges::of),
            status,
            period: period(query.from.as_deref(), query.to.as_deref())?,
            segment: said(query.segment)?.map(|id| SegmentId::parse(&id).ok_or(INVALID_PARAMETER)).transpose()?,
            sort: query.sort,
        })
    }

    /// Whether the search has no filter.
    pub(super) fn is_open(&self) -> bool {
        self.ranges.is_none() && self.status.is_none() && self.segment.is_none() && self.period == Period::ALWAYS
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;

    #[test]
    fn a_search_text_selects_the_columns_that_may_hold_it() {
        let phone = Ranges::of("+852 6123-4");
        assert_eq!(phone.phone.0, "+85261234");
        let short = Ranges::of("k7q2-mo");
        assert_eq!((short.short_id.0.as_str(), short.phone.0.as_str()), ("K7Q2M0", ""));
        let name = Ranges::of("Chan Mei");
        assert_eq!(name.words.0, "chan mei");
        assert_eq!(Ranges::of("陳美").short_id.0, "");
    }
}
