//! What editors keep: partners, articles, items and campaigns. One way of creating, replacing and
//! removing for all four, each with its line in the trail.

pub(super) mod http;
pub(super) mod listing;
mod queries;
mod tables;

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::listing::{Listing, Use};
use super::{Hand, require_version};
use crate::articles;
use crate::articles::{ArticleInput, ArticleRecord};
use crate::base::clock::Timestamp;
use crate::base::content::State;
use crate::base::id::{ArticleId, CampaignId, ItemId, PartnerId};
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::campaigns;
use crate::campaigns::{CampaignInput, CampaignRecord};
use crate::http::csv::CsvRow;
use crate::partners;
use crate::partners::{PartnerInput, PartnerRecord};
use crate::rewards::items;
use crate::rewards::items::{ItemInput, ItemRecord};
use crate::store::{Read, Tx};

/// Something else would be left without what is to be removed.
pub const IN_USE: ProblemType = ProblemType::new("in_use", 409, "In use");

/// Ids that one bulk call may name.
const MOST_AT_ONCE: usize = 500;

/// A kind of thing that editors keep.
pub(super) trait Content: Send + 'static {
    /// Its name in the audit trail.
    const NAME: &'static str;
    type Id: Copy + Display + Send + 'static;
    type Input: Serialize + DeserializeOwned + Clone + PartialEq + Send + 'static;
    type Record: Serialize + CsvRow + Send + 'static;

    fn parse_id(text: &str) -> Option<Self::Id>;
    fn id(record: &Self::Record) -> Self::Id;
    fn version(record: &Self::Record) -> i64;
    fn updated(record: &Self::Record) -> Timestamp;
    fn input(record: &Self::Record) -> &Self::Input;
    fn as_draft(input: Self::Input) -> Self::Input;
    fn check(read: &Read<'_>, before: Option<&Self::Record>, input: Self::Input) -> AppResult<()>;
    fn find(read: &Read<'_>, id: Self::Id) -> AppResult<Option<Self::Record>>;
    fn find_even_removed(read: &Read<'_>, id: Self::Id) -> AppResult<Option<Self::Record>>;
    fn list(read: &Read<'_>, wanted: &Listing, after: Option<Self::Id>, limit: i64) -> AppResult<Vec<Self::Record>>;
    fn count(read: &Read<'_>, wanted: &Listing) -> AppResult<i64>;
    fn uses(read: &Read<'_>, id: Self::Id) -> AppResult<Vec<Use>>;
    fn restore(tx: &Tx<'_>, id: Self::Id) -> AppResult<Self::Record>;
    fn with_state(record: Self::Record, state: State, change: &BulkRequest) -> Self::Input;
    fn insert(tx: &Tx<'_>, input: Self::Input) -> AppResult<Self::Record>;
    fn update(tx: &Tx<'_>, id: Self::Id, input: Self::Input) -> AppResult<Self::Record>;
    fn delete(tx: &Tx<'_>, id: Self::Id) -> AppResult<()>;
}

macro_rules! contents {
    ($($name:ident = $word:literal, $id:ty, $input:ty, $record:ty, $home:ident, $list:ident, $count:ident, $uses:expr;)*) => {$(
        pub(super) struct $name;

        impl Content for $name {
            const NAME: &'static str = $word;
            type Id = $id;
            type Input = $input;
            type Record = $record;

            fn parse_id(text: &str) -> Option<$id> {
                <$id>::parse(text)
            }
            fn id(record: &$record) -> $id {
                record.id
            }
            fn version(record: &$record) -> i64 {
                record.version
            }
            fn updated(record: &$record) -> Timestamp {
                record.updated
            }
            fn input(record: &$record) -> &$input {
                &record.input
            }
            fn as_draft(input: $input) -> $input {
                let publish_at = input.publish_at;
                input.standing(State::Draft, publish_at, false)
            }
            fn check(read: &Read<'_>, before: Option<&$record>, input: $input) -> AppResult<()> {
                $home::check(read, before, input).map(drop)
            }
            fn find(read: &Read<'_>, id: $id) -> AppResult<Option<$record>> {
                $home::find(read, id)
            }
            fn find_even_removed(read: &Read<'_>, id: $id) -> AppResult<Option<$record>> {
                $home::find_even_removed(read, id)
            }
            fn list(read: &Read<'_>, wanted: &Listing, after: Option<$id>, limit: i64) -> AppResult<Vec<$record>> {
                let ids = queries::$list(read, wanted, after.map(|id| *id.as_bytes()), limit)?;
                let found = ids.into_iter().map(|id| $home::find_even_removed(read, <$id>::from_bytes(id)));
                found.filter_map(Result::transpose).collect()
            }
            fn count(read: &Read<'_>, wanted: &Listing) -> AppResult<i64> {
                queries::$count(read, wanted)
            }
            fn uses(read: &Read<'_>, id: $id) -> AppResult<Vec<Use>> {
                $uses(read, id)
            }
            fn restore(tx: &Tx<'_>, id: $id) -> AppResult<$record> {
                $home::restore(tx, id)
            }
            fn with_state(record: $record, state: State, change: &BulkRequest) -> $input {
                let publish_at = change.publish_at.or(record.input.publish_at);
                <$input>::clone(&record.input).standing(state, publish_at, change.use_english)
            }
            fn insert(tx: &Tx<'_>, input: $input) -> AppResult<$record> {
                $home::create(tx, input)
            }
            fn update(tx: &Tx<'_>, id: $id, input: $input) -> AppResult<$record> {
                $home::replace(tx, id, input)
            }
            fn delete(tx: &Tx<'_>, id: $id) -> AppResult<()> {
                $home::remove(tx, id)
            }
        }
    )*};
}

/// What nothing else needs.
fn nothing<I>(_: &Read<'_>, _: I) -> AppResult<Vec<Use>> {
    Ok(Vec::new())
}

contents! {
    Partners = "partner", PartnerId, PartnerInput, PartnerRecord, partners, list_partners, count_partners,
        queries::uses_of_partner;
    Articles = "article", ArticleId, ArticleInput, ArticleRecord, articles, list_articles, count_articles, nothing;
    Items = "item", ItemId, ItemInput, ItemRecord, items, list_items, count_items, queries::uses_of_item;
    Campaigns = "campaign", CampaignId, CampaignInput, CampaignRecord, campaigns, list_campaigns, count_campaigns,
        nothing;
}

/// Adds one and notes it.
pub(super) fn create<C: Content>(tx: &Tx<'_>, hand: &Hand, input: C::Input) -> AppResult<C::Record> {
    let record = C::insert(tx, input)?;
    hand.note(tx, format!("{}.create", C::NAME), C::id(&record), None, Some(&record))?;
    Ok(record)
}

/// Replaces one that is still at `version` (`None` for any) and notes it. Fails with `not_found`
/// and `stale`.
pub(super) fn replace<C: Content>(
    tx: &Tx<'_>,
    hand: &Hand,
    id: C::Id,
    version: Option<i64>,
    input: C::Input,
) -> AppResult<C::Record> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, C::version(&before))?;
    let after = C::update(tx, id, input)?;
    hand.note(tx, format!("{}.update", C::NAME), id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Removes one that nothing needs, and notes it. Fails with `not_found` and [`IN_USE`].
fn remove<C: Content>(tx: &Tx<'_>, hand: &Hand, id: C::Id) -> AppResult<()> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    refuse_used(&C::uses(tx, id)?)?;
    C::delete(tx, id)?;
    hand.note(tx, format!("{}.delete", C::NAME), id, Some(&before), None)
}

/// Fails with [`IN_USE`], naming each user, unless there is none.
pub(super) fn refuse_used(uses: &[Use]) -> AppResult<()> {
    if uses.is_empty() {
        return Ok(());
    }
    let fields = uses.iter().map(|one| FieldProblem::new(format!("{} {}", one.kind, one.id), "in_use")).collect();
    Err(AppError::Refused(Box::new(Refusal { problem: IN_USE, fields, retry_after_s: None })))
}

/// Brings a removed one back and notes it. Fails with `not_found`.
fn restore<C: Content>(tx: &Tx<'_>, hand: &Hand, id: C::Id) -> AppResult<C::Record> {
    let record = C::restore(tx, id)?;
    hand.note(tx, format!("{}.restore", C::NAME), id, None, Some(&record))?;
    Ok(record)
}

/// What to do with many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum BulkAction {
    /// Show them, from `publishAt` on where that is given.
    Publish,
    /// Make them drafts again.
    Unpublish,
    /// Put them away.
    Archive,
    /// Remove them.
    Delete,
    /// Bring removed ones back.
    Restore,
}

/// A change of many.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BulkRequest {
    action: BulkAction,
    /// 1 to 500.
    ids: Vec<String>,
    /// From when on, for `publish`.
    #[serde(default)]
    publish_at: Option<Timestamp>,
    /// Publish though a translation is missing.
    #[serde(default)]
    use_english: bool,
}

/// What became of one.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BulkFate {
    #[serde(rename = "_id")]
    id: String,
    done: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// Does one thing to many; each has a fate of its own, and each change its own line in the trail.
/// Fails with `invalid_value` for no ids or too many.
fn change_many<C: Content>(tx: &Tx<'_>, hand: &Hand, change: &BulkRequest) -> AppResult<Vec<BulkFate>> {
    each(tx, &change.ids, |tx, text| {
        let id = C::parse_id(text).ok_or(NOT_FOUND)?;
        change_one::<C>(tx, hand, id, change)
    })
}

/// Does something to each of many, and tells what became of each. Fails with `invalid_value` for none or too many.
pub(super) fn each(
    tx: &Tx<'_>,
    ids: &[String],
    act: impl Fn(&Tx<'_>, &str) -> AppResult<()>,
) -> AppResult<Vec<BulkFate>> {
    if ids.is_empty() || ids.len() > MOST_AT_ONCE {
        return Err(AppError::invalid_field("ids", "invalid_value"));
    }
    let fate = |text: &String| match tx.savepoint(|tx| act(tx, text)) {
        Ok(()) => Ok(BulkFate { id: text.clone(), done: true, code: None }),
        Err(AppError::Refused(refusal)) => {
            Ok(BulkFate { id: text.clone(), done: false, code: Some(refusal.problem.code) })
        }
        Err(internal) => Err(internal),
    };
    ids.iter().map(fate).collect()
}

fn change_one<C: Content>(tx: &Tx<'_>, hand: &Hand, id: C::Id, change: &BulkRequest) -> AppResult<()> {
    let state = match change.action {
        BulkAction::Delete => return remove::<C>(tx, hand, id),
        BulkAction::Restore => return restore::<C>(tx, hand, id).map(drop),
        BulkAction::Publish if change.publish_at.is_some() => State::Scheduled,
        BulkAction::Publish => State::Published,
        BulkAction::Unpublish => State::Draft,
        BulkAction::Archive => State::Archived,
    };
    let record = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    replace::<C>(tx, hand, id, None, C::with_state(record, state, change)).map(drop)
}
