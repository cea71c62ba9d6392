//! What editors keep: partners, articles, items and campaigns. One way of creating, replacing and
//! removing for all four, each with its line in the trail.

pub(super) mod http;

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Hand, STALE};
use crate::articles;
use crate::articles::{ArticleInput, ArticleRecord};
use crate::base::content::Audience;
use crate::base::id::{ArticleId, CampaignId, ItemId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::campaigns;
use crate::campaigns::{CampaignInput, CampaignRecord};
use crate::partners;
use crate::partners::{PartnerInput, PartnerRecord};
use crate::rewards::items;
use crate::rewards::items::{ItemInput, ItemRecord};
use crate::store::{Read, Tx};

/// A kind of thing that editors keep.
pub(super) trait Content: Send + 'static {
    /// Its name in the audit trail.
    const NAME: &'static str;
    type Id: Copy + Display + Send + 'static;
    type Input: DeserializeOwned + Send + 'static;
    type Record: Serialize + Send + 'static;

    fn parse_id(text: &str) -> Option<Self::Id>;
    fn id(record: &Self::Record) -> Self::Id;
    fn version(record: &Self::Record) -> i64;
    fn find(read: &Read<'_>, id: Self::Id) -> AppResult<Option<Self::Record>>;
    fn list(read: &Read<'_>, before: Option<Self::Id>, limit: i64) -> AppResult<Vec<Self::Record>>;
    fn insert(tx: &Tx<'_>, input: Self::Input) -> AppResult<Self::Record>;
    fn update(tx: &Tx<'_>, id: Self::Id, input: Self::Input) -> AppResult<Self::Record>;
    fn delete(tx: &Tx<'_>, id: Self::Id) -> AppResult<()>;
}

macro_rules! contents {
    ($($name:ident = $word:literal, $id:ty, $input:ty, $record:ty, $home:ident, $list:expr;)*) => {$(
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
            fn find(read: &Read<'_>, id: $id) -> AppResult<Option<$record>> {
                $home::find(read, id)
            }
            fn list(read: &Read<'_>, before: Option<$id>, limit: i64) -> AppResult<Vec<$record>> {
                $list(read, before, limit)
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

fn every_partner(read: &Read<'_>, before: Option<PartnerId>, limit: i64) -> AppResult<Vec<PartnerRecord>> {
    partners::list(read, Audience::Staff, before, limit)
}

contents! {
    Partners = "partner", PartnerId, PartnerInput, PartnerRecord, partners, every_partner;
    Articles = "article", ArticleId, ArticleInput, ArticleRecord, articles, articles::list;
    Items = "item", ItemId, ItemInput, ItemRecord, items, items::list;
    Campaigns = "campaign", CampaignId, CampaignInput, CampaignRecord, campaigns, campaigns::list;
}

/// Adds one and notes it.
fn create<C: Content>(tx: &Tx<'_>, hand: &Hand, input: C::Input) -> AppResult<C::Record> {
    let record = C::insert(tx, input)?;
    hand.note(tx, format!("{}.create", C::NAME), C::id(&record), None, Some(&record))?;
    Ok(record)
}

/// Replaces one that is still at `version` (`None` for any) and notes it. Fails with `not_found`
/// and [`STALE`].
fn replace<C: Content>(
    tx: &Tx<'_>,
    hand: &Hand,
    id: C::Id,
    version: Option<i64>,
    input: C::Input,
) -> AppResult<C::Record> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    if version.is_some_and(|version| version != C::version(&before)) {
        return Err(STALE.into());
    }
    let after = C::update(tx, id, input)?;
    hand.note(tx, format!("{}.update", C::NAME), id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Removes one and notes it. Fails with `not_found`.
fn remove<C: Content>(tx: &Tx<'_>, hand: &Hand, id: C::Id) -> AppResult<()> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    C::delete(tx, id)?;
    hand.note(tx, format!("{}.delete", C::NAME), id, Some(&before), None)
}
