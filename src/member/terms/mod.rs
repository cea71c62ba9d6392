//! Versions of the terms of use, as the operator publishes them. Each has its full text, what changes in a few words,
//! the day from which it applies, and the day by which members are asked to accept it. A member who does not accept
//! keeps their account and their points; the app asks again after each sign-in.

mod http;
mod queries;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::{FormErrors, LONGEST_NAME};
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::language::{Language, LocalizedText};
use crate::base::problem::{AppResult, ProblemType};
use crate::platform::store::{Read, Tx};

pub use http::routes;

/// The accepted version is not the newest: another one was published meanwhile.
pub const TERMS_OUTDATED: ProblemType = ProblemType::new("terms_outdated", 409, "Not the newest terms");

/// The longest text of a version, in characters a language.
const LONGEST_TERMS: usize = 60_000;
/// The longest explanation of a change, in characters.
const LONGEST_CHANGE: usize = 300;
/// Most changes that are told in words; a comparison of the texts shows the rest.
const MOST_CHANGES: usize = 3;

/// A difference from the version before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TermsChange {
    /// In a few words, such as "Points last 12 months, not 24".
    pub title: LocalizedText,
    /// The meaning of the change for the member; may be empty.
    #[serde(default)]
    pub text: LocalizedText,
}

/// A version of the terms, as an owner writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TermsVersionInput)]
pub struct TermsVersionInput {
    /// The full text: numbered headings, bullets and paragraphs.
    pub text: LocalizedText,
    /// The changes since the version before, at most three.
    pub changes: Vec<TermsChange>,
    /// The first day in Hong Kong on which it applies.
    pub starts_on: Day,
    /// The last day in Hong Kong on which a member may put the decision off.
    pub decide_by: Day,
}

/// A published version.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TermsVersion)]
pub struct TermsRecord {
    /// Counts from 1.
    pub version: i64,
    /// Its content.
    #[serde(flatten)]
    pub input: TermsVersionInput,
    /// The time at which it was published.
    pub created: Timestamp,
    /// The person who published the version.
    pub created_by: String,
}

impl TermsVersionInput {
    /// Trims and checks a version that is published on that day. Fails with 400 for invalid fields.
    fn checked(mut self, today: Day) -> AppResult<Self> {
        let mut form = FormErrors::new();
        form.text("text", &mut self.text, LONGEST_TERMS);
        form.expect("changes", "invalid_value", self.changes.len() <= MOST_CHANGES);
        for change in &mut self.changes {
            form.text("changes", &mut change.title, LONGEST_NAME);
            form.optional_text("changes", &mut change.text, LONGEST_CHANGE);
        }
        form.expect("startsOn", "invalid_value", today <= self.starts_on);
        form.expect("decideBy", "invalid_value", today <= self.decide_by);
        form.finish()?;
        Ok(self)
    }
}

/// Publishes the next version. Fails with 400 for invalid fields.
pub fn publish(tx: &Tx<'_>, input: TermsVersionInput, by: &str) -> AppResult<TermsRecord> {
    let input = input.checked(Day::of(tx.now()))?;
    let version = queries::latest_version(tx)?.unwrap_or(0) + 1;
    let record = TermsRecord { version, input, created: tx.now(), created_by: by.to_owned() };
    queries::insert(tx, &record)?;
    Ok(record)
}

/// All versions, newest first.
pub fn list(read: &Read<'_>) -> AppResult<Vec<TermsRecord>> {
    queries::list(read)
}

/// The text that applies today; `None` before the first version applies.
pub fn in_force(read: &Read<'_>, language: Language) -> AppResult<Option<String>> {
    let text = queries::text_in_force(read, Day::of(read.now()))?;
    Ok(text.map(|text| text.get(language).to_owned()))
}

/// The newest version, if the member was there before it applies and has not accepted it.
fn to_accept(read: &Read<'_>, member: MemberId) -> AppResult<Option<TermsRecord>> {
    queries::to_accept(read, member)
}

/// Records that a member accepts a version; a second time changes nothing. Fails with [`TERMS_OUTDATED`] for another
/// version than the newest.
fn accept(tx: &Tx<'_>, member: MemberId, version: i64) -> AppResult<()> {
    if queries::latest_version(tx)? != Some(version) {
        return Err(TERMS_OUTDATED.into());
    }
    queries::accept(tx, member, version)
}

/// A version that a member accepted, for the copy of their data.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AcceptedTerms)]
pub struct Acceptance {
    /// The version.
    pub version: i64,
    /// The time at which they accepted it.
    pub accepted: Timestamp,
}

/// The versions that a member accepted, oldest first.
pub fn accepted(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Acceptance>> {
    queries::accepted(read, member)
}

/// Deletes what a member accepted, because the person has left.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_of(tx, member)
}
