//! Filters and sort order of content lists, and the uses of a record.

use serde::{Deserialize, Serialize};

use crate::base::content::ContentState;
pub use crate::base::content::Sort;
use crate::base::day::Period;
use crate::base::id::PartnerId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::list_response::period;

/// The longest text that is searched for, in bytes.
const LONGEST_SEARCH: usize = 100;

/// The raw query of a list.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ListingQuery {
    q: Option<String>,
    state: Option<String>,
    r#type: Option<String>,
    partner: Option<String>,
    from: Option<String>,
    to: Option<String>,
    #[serde(default)]
    sort: Sort,
    #[serde(default)]
    brief: bool,
}

/// The filters of a list.
#[derive(Clone, Debug)]
pub struct Listing {
    pub pattern: Option<String>,
    pub state: Option<String>,
    pub kind: Option<String>,
    pub partner: Option<PartnerId>,
    pub period: Period,
    pub sort: Sort,
    /// Whether long texts are shortened to their beginning.
    pub brief: bool,
}

/// A `like` pattern that finds the text anywhere.
pub fn anywhere(text: &str) -> String {
    format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

/// The trimmed text; `None` when empty. Fails with `invalid_parameter` when it is too long.
pub fn said(text: Option<String>) -> AppResult<Option<String>> {
    let text = text.map(|one| one.trim().to_owned()).filter(|one| !one.is_empty());
    if text.as_ref().is_some_and(|one| one.len() > LONGEST_SEARCH) { Err(INVALID_PARAMETER.into()) } else { Ok(text) }
}

impl Listing {
    /// Fails with `invalid_parameter` for unknown values, and with `invalid_period`.
    pub(super) fn read(query: ListingQuery) -> AppResult<Self> {
        let state = said(query.state)?;
        if state.as_deref().is_some_and(|name| name != "deleted" && ContentState::from_name(name).is_none()) {
            return Err(INVALID_PARAMETER.into());
        }
        let partner = match said(query.partner)? {
            None => None,
            Some(text) => Some(PartnerId::parse(&text).ok_or(INVALID_PARAMETER)?),
        };
        Ok(Self {
            pattern: said(query.q)?.as_deref().map(anywhere),
            state,
            kind: said(query.r#type)?,
            partner,
            period: period(query.from.as_deref(), query.to.as_deref())?,
            sort: query.sort,
            brief: query.brief,
        })
    }
}

/// Something that uses the record.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ContentUse)]
pub struct ContentUse {
    /// `item`, `staff`, `api-key`, `till`, `redemption` …
    pub kind: String,
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Whether the record cannot be removed while this uses it. An announcement that links to it does not block.
    pub blocks: bool,
}
