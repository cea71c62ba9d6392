//! The questions to answer before another policy starts: whether the words are complete, whether the terms say it, and
//! who has to agree.

use std::time::Duration;

use serde::Serialize;

use crate::auth::Role;
use crate::base::clock::Timestamp;
use crate::base::id::StaffId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::core::expiry::Policies;
use crate::core::settings;
use crate::member::terms;
use crate::platform::store::Read;
use crate::staff::approvals;

/// The messages about points that expire, by the parts of their keys.
const MESSAGES: [&str; 4] = [".points_ending.", ".points_expired.", ".points_gone.", ".points_back."];
/// For a first policy, terms that are at most this old count as written for it.
const FRESH: Duration = Duration::from_secs(30 * 86_400);

/// A person who may approve a policy.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ExpiryDecider {
    name: String,
    role: Role,
}

/// The questions to answer before another policy starts.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiryChecks {
    /// The messages about points that expire that lack a text in one of the three languages.
    words_missing: Vec<String>,
    /// The number of the newest version of the terms of use; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<i64>,
    /// The time at which it was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms_published: Option<Timestamp>,
    /// Whether it was published after the newest policy was switched on, or, for a first policy, within thirty days. Only
    /// then can it tell members of the next one.
    terms_newer: bool,
    /// The people who may agree, without the person who reads this; absent where one person is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    deciders: Option<Vec<ExpiryDecider>>,
}

pub(super) fn checks(read: &Read<'_>, policies: &Policies, reader: StaffId) -> AppResult<ExpiryChecks> {
    let newest = terms::list(read)?.into_iter().next();
    let since = policies.versions().last().map_or(read.now().minus(FRESH), |version| version.created);
    let deciders = match approvals::are_needed(read)? {
        true => Some(approvals::deciders_of_points(read, reader)?),
        false => None,
    };
    let decider =
        |person: crate::auth::staff::StaffRecord| ExpiryDecider { name: person.info.name, role: person.info.role };
    Ok(ExpiryChecks {
        words_missing: words_missing(read)?,
        terms: newest.as_ref().map(|terms| terms.version),
        terms_published: newest.as_ref().map(|terms| terms.created),
        terms_newer: newest.is_some_and(|terms| terms.created > since),
        deciders: deciders.map(|people| people.into_iter().map(decider).collect()),
    })
}

fn words_missing(read: &Read<'_>) -> AppResult<Vec<String>> {
    let is_blank = |part: Option<&str>| part.is_none_or(|text| text.trim().is_empty());
    let lacks = |text: &LocalizedText| {
        is_blank(Some(&text.en)) || is_blank(text.zh.as_deref()) || is_blank(text.zhhk.as_deref())
    };
    let mut texts = settings::texts::list(read)?;
    texts.retain(|text| MESSAGES.iter().any(|part| text.key.contains(part)));
    texts.retain(|text| lacks(text.own.as_ref().unwrap_or(&text.built_in)));
    Ok(texts.into_iter().map(|text| text.key).collect())
}
