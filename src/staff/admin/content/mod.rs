//! Content that editors maintain: partners, articles, items and campaigns. All four share one implementation of
//! create, replace and remove; each change is audited.

pub mod giving;
pub mod http;
pub mod listing;
mod queries;
mod tables;

use std::collections::HashSet;
use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::giving::ApprovedContent;
use self::listing::{ContentUse, Listing};
use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, LONGEST_NAME};
use crate::base::id::{ArticleId, CampaignId, ItemId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::member::articles;
use crate::member::articles::{ArticleInput, ArticleRecord};
use crate::member::campaigns;
use crate::member::campaigns::{CampaignInput, CampaignRecord};
use crate::member::partners;
use crate::member::partners::{PartnerInput, PartnerRecord};
use crate::member::rewards::items;
use crate::member::rewards::items::{ItemInput, ItemRecord};
use crate::platform::http::list_response::CsvRow;
use crate::platform::store::{Read, Tx};
use crate::staff::kit::permissions::{Editors, Operators, RoleSet};
use crate::staff::kit::{AuditedStaff, require_version};

/// Something else uses the record, so it cannot be removed.
pub const IN_USE: ProblemType = ProblemType::new("in_use", 409, "In use");

/// Only staff who may give points may set a partner's rates.
pub const RATES_NEED_OPERATOR: ProblemType = ProblemType::new("rates_need_operator", 403, "Rates are set by operators");

/// Maximum number of ids in one bulk call.
const MOST_AT_ONCE: usize = 500;

/// A kind of content that editors maintain.
pub trait EditableContent: Send + 'static {
    /// Its name in the audit trail.
    const NAME: &'static str;
    /// Names of the audit actions for adding and changing.
    const CREATE: &'static str;
    const UPDATE: &'static str;
    /// Who may write it.
    type Crew: RoleSet;
    type Id: Copy + Display + Send + 'static;
    type Input: Serialize + DeserializeOwned + Clone + PartialEq + Send + 'static;
    type Record: Serialize + CsvRow + Send + 'static;

    fn parse_id(text: &str) -> Option<Self::Id>;
    fn id(record: &Self::Record) -> Self::Id;
    fn version(record: &Self::Record) -> i64;
    fn updated(record: &Self::Record) -> Timestamp;
    fn input(record: &Self::Record) -> &Self::Input;
    fn as_draft(input: Self::Input) -> Self::Input;
    /// Refuses input that needs the right to give points when the person lacks it.
    fn permit(db: &Read<'_>, hand: &AuditedStaff, before: Option<&Self::Record>, input: &Self::Input) -> AppResult<()>;
    fn check(read: &Read<'_>, before: Option<&Self::Record>, input: Self::Input) -> AppResult<()>;
    fn find(read: &Read<'_>, id: Self::Id) -> AppResult<Option<Self::Record>>;
    fn find_even_removed(read: &Read<'_>, id: Self::Id) -> AppResult<Option<Self::Record>>;
    fn list(read: &Read<'_>, wanted: &Listing, after: Option<Self::Id>, limit: i64) -> AppResult<Vec<Self::Record>>;
    fn count(read: &Read<'_>, wanted: &Listing) -> AppResult<i64>;
    /// The texts that a brief list shortens.
    fn long_texts(record: &mut Self::Record) -> Vec<&mut LocalizedText>;
    /// What uses the record. It may scan all redemptions of a partner: run it on a thread for long reads.
    fn uses(read: &Read<'_>, id: Self::Id) -> AppResult<Vec<ContentUse>>;
    /// The same without that scan, for the last check in the transaction that removes the record.
    fn uses_at_once(read: &Read<'_>, id: Self::Id) -> AppResult<Vec<ContentUse>>;
    fn restore(tx: &Tx<'_>, id: Self::Id) -> AppResult<Self::Record>;
    fn with_state(record: Self::Record, state: ContentState, change: &BulkRequest) -> Self::Input;
    fn insert(tx: &Tx<'_>, input: Self::Input) -> AppResult<Self::Record>;
    fn update(tx: &Tx<'_>, id: Self::Id, input: Self::Input) -> AppResult<Self::Record>;
    fn delete(tx: &Tx<'_>, id: Self::Id) -> AppResult<()>;
}

/// Who may write content of a kind.
pub type Writers<C> = <C as EditableContent>::Crew;

macro_rules! contents {
    ($($name:ident = $word:literal {
        crew: $crew:ty, id: $id:ty, input: $input:ty, record: $record:ty,
        home: $home:ident, source: $source:ident, permit: $permit:expr,
        uses: $uses:expr, uses_at_once: $uses_at_once:expr, long: [$($long:ident),*],
    })*) => {$(
        pub struct $name;

        impl EditableContent for $name {
            const NAME: &'static str = $word;
            const CREATE: &'static str = concat!($word, ".create");
            const UPDATE: &'static str = concat!($word, ".update");
            type Crew = $crew;
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
                input.standing(ContentState::Draft, publish_at, false)
            }
            fn permit(read: &Read<'_>, hand: &AuditedStaff, before: Option<&$record>, input: &$input) -> AppResult<()> {
                $permit(read, hand, before, input)
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
                let ids = queries::list(read, &queries::$source, wanted, after.map(|id| *id.as_bytes()), limit)?;
                let found = ids.into_iter().map(|id| $home::find_even_removed(read, <$id>::from_bytes(id)));
                found.filter_map(Result::transpose).collect()
            }
            fn count(read: &Read<'_>, wanted: &Listing) -> AppResult<i64> {
                queries::count(read, &queries::$source, wanted)
            }
            fn long_texts(record: &mut $record) -> Vec<&mut LocalizedText> {
                vec![$(&mut record.input.$long),*]
            }
            fn uses(read: &Read<'_>, id: $id) -> AppResult<Vec<ContentUse>> {
                $uses(read, id)
            }
            fn uses_at_once(read: &Read<'_>, id: $id) -> AppResult<Vec<ContentUse>> {
                $uses_at_once(read, id)
            }
            fn restore(tx: &Tx<'_>, id: $id) -> AppResult<$record> {
                $home::restore(tx, id)
            }
            fn with_state(record: $record, state: ContentState, change: &BulkRequest) -> $input {
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

/// For content that all its writers may change freely.
fn anything<R, I>(_: &Read<'_>, _: &AuditedStaff, _: Option<&R>, _: &I) -> AppResult<()> {
    Ok(())
}

/// A rate gives points. Staff who may not give points leave a partner's rates unchanged, and a new partner's rates as
/// the programme has them. Fails with [`RATES_NEED_OPERATOR`], naming the rates.
fn require_own_rates(
    read: &Read<'_>,
    hand: &AuditedStaff,
    before: Option<&PartnerRecord>,
    input: &PartnerInput,
) -> AppResult<()> {
    if hand.may_issue() {
        return Ok(());
    }
    let usual = partners::usual_rates(read, before)?;
    let asked = [("basePoints", input.base_points, usual.base), ("extraPoints", input.extra_points, usual.extra)];
    let others = asked.iter().filter(|(_, asked, usual)| asked.is_some_and(|rate| rate != *usual));
    let fields: Vec<FieldProblem> =
        others.map(|(field, ..)| FieldProblem::new(*field, RATES_NEED_OPERATOR.code)).collect();
    if fields.is_empty() {
        return Ok(());
    }
    Err(AppError::Refused(Box::new(Refusal { problem: RATES_NEED_OPERATOR, fields, retry_after_s: None })))
}

/// For content that nothing else uses.
fn nothing<I>(_: &Read<'_>, _: I) -> AppResult<Vec<ContentUse>> {
    Ok(Vec::new())
}

contents! {
    Partners = "partner" {
        crew: Editors, id: PartnerId, input: PartnerInput, record: PartnerRecord,
        home: partners, source: PARTNERS, permit: require_own_rates,
        uses: queries::uses_of_partner, uses_at_once: queries::holdings_of_partner, long: [description],
    }
    Articles = "article" {
        crew: Editors, id: ArticleId, input: ArticleInput, record: ArticleRecord,
        home: articles, source: ARTICLES, permit: anything,
        uses: nothing, uses_at_once: nothing, long: [content],
    }
    Items = "item" {
        crew: Operators, id: ItemId, input: ItemInput, record: ItemRecord,
        home: items, source: ITEMS, permit: anything,
        uses: queries::uses_of_item, uses_at_once: queries::uses_of_item, long: [description, toc],
    }
    Campaigns = "campaign" {
        crew: Operators, id: CampaignId, input: CampaignInput, record: CampaignRecord,
        home: campaigns, source: CAMPAIGNS, permit: anything,
        uses: nothing, uses_at_once: nothing, long: [name],
    }
}

/// Cuts every long text to the length of a name, which is enough to show whether the text exists.
fn shorten<C: EditableContent>(record: &mut C::Record) {
    for LocalizedText { en, zh, zhhk } in C::long_texts(record) {
        for text in [Some(en), zh.as_mut(), zhhk.as_mut()].into_iter().flatten() {
            if let Some((end, _)) = text.char_indices().nth(LONGEST_NAME) {
                text.truncate(end);
            }
        }
    }
}

/// Creates a record and audits it.
pub fn create<C: EditableContent>(tx: &Tx<'_>, hand: &AuditedStaff, input: C::Input) -> AppResult<C::Record> {
    C::permit(tx, hand, None, &input)?;
    let record = C::insert(tx, input)?;
    hand.note(tx, C::CREATE, C::id(&record), None, Some(&record))?;
    Ok(record)
}

/// Replaces a record that is still at `version` (`None` for any) and audits it. Fails with `not_found` and `stale`.
pub fn replace<C: EditableContent>(
    tx: &Tx<'_>,
    hand: &AuditedStaff,
    id: C::Id,
    version: Option<i64>,
    input: C::Input,
) -> AppResult<C::Record> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, C::version(&before))?;
    C::permit(tx, hand, Some(&before), &input)?;
    let after = C::update(tx, id, input)?;
    hand.note(tx, C::UPDATE, id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Fails with `not_found`, and with [`IN_USE`] for a record in use. Call it before [`remove`].
fn require_unused<C: EditableContent>(read: &Read<'_>, id: C::Id) -> AppResult<()> {
    C::find(read, id)?.ok_or(NOT_FOUND)?;
    refuse_used(&C::uses(read, id)?)
}

/// Removes an unused record and audits it. Fails with `not_found` and [`IN_USE`].
pub fn remove<C: EditableContent>(tx: &Tx<'_>, hand: &AuditedStaff, id: C::Id) -> AppResult<()> {
    let before = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    // Something may use the record since the first check.
    refuse_used(&C::uses_at_once(tx, id)?)?;
    C::delete(tx, id)?;
    hand.note(tx, format!("{}.delete", C::NAME), id, Some(&before), None)
}

/// Fails with [`IN_USE`], naming each user, unless `uses` is empty.
pub fn refuse_used(uses: &[ContentUse]) -> AppResult<()> {
    if uses.is_empty() {
        return Ok(());
    }
    let fields = uses.iter().map(|one| FieldProblem::new(format!("{} {}", one.kind, one.id), "in_use")).collect();
    Err(AppError::Refused(Box::new(Refusal { problem: IN_USE, fields, retry_after_s: None })))
}

/// Restores a removed record and audits it. Fails with `not_found`.
fn restore<C: EditableContent>(tx: &Tx<'_>, hand: &AuditedStaff, id: C::Id) -> AppResult<C::Record> {
    let record = C::restore(tx, id)?;
    hand.note(tx, format!("{}.restore", C::NAME), id, None, Some(&record))?;
    Ok(record)
}

/// The action of a bulk change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BulkAction {
    /// Publish them, at `publishAt` where given.
    Publish,
    /// Make them drafts again.
    Unpublish,
    /// Archive them.
    Archive,
    /// Remove them.
    Delete,
    /// Restore removed ones.
    Restore,
}

/// A bulk change.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkRequest {
    action: BulkAction,
    /// 1 to 500.
    ids: Vec<String>,
    /// Time of publication, for `publish`.
    #[serde(default)]
    publish_at: Option<Timestamp>,
    /// Publish although a translation is missing.
    #[serde(default)]
    use_english: bool,
}

/// The result for one record of a bulk change.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = BulkFate)]
pub struct BulkOutcome {
    #[serde(rename = "_id")]
    id: String,
    done: bool,
    /// The reason for a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// The records to be removed that are in use. Call it before [`change_many`].
fn used_ones<C: EditableContent>(read: &Read<'_>, change: &BulkRequest) -> AppResult<HashSet<String>> {
    let mut used = HashSet::new();
    if change.action != BulkAction::Delete || change.ids.len() > MOST_AT_ONCE {
        return Ok(used);
    }
    for text in &change.ids {
        if let Some(id) = C::parse_id(text)
            && !C::uses(read, id)?.is_empty()
        {
            used.insert(text.clone());
        }
    }
    Ok(used)
}

/// Applies one action to many records, except the `used` ones. Each record has its own result and its own audit
/// entry. Fails with `invalid_value` for no ids or too many.
fn change_many<C: ApprovedContent>(
    tx: &Tx<'_>,
    hand: &AuditedStaff,
    change: &BulkRequest,
    used: &HashSet<String>,
) -> AppResult<Vec<BulkOutcome>> {
    each(tx, &change.ids, |tx, text| {
        let id = C::parse_id(text).ok_or(NOT_FOUND)?;
        if used.contains(text) {
            return Err(IN_USE.into());
        }
        change_one::<C>(tx, hand, id, change)
    })
}

/// Applies `act` to each id in its own savepoint and returns each result. Fails with `invalid_value` for no ids or
/// too many.
pub fn each(tx: &Tx<'_>, ids: &[String], act: impl Fn(&Tx<'_>, &str) -> AppResult<()>) -> AppResult<Vec<BulkOutcome>> {
    if ids.is_empty() || ids.len() > MOST_AT_ONCE {
        return Err(AppError::invalid_field("ids", "invalid_value"));
    }
    let fate = |text: &String| match tx.savepoint(|tx| act(tx, text)) {
        Ok(()) => Ok(BulkOutcome { id: text.clone(), done: true, code: None }),
        Err(AppError::Refused(refusal)) => {
            Ok(BulkOutcome { id: text.clone(), done: false, code: Some(refusal.problem.code) })
        }
        Err(internal) => Err(internal),
    };
    ids.iter().map(fate).collect()
}

fn change_one<C: ApprovedContent>(tx: &Tx<'_>, hand: &AuditedStaff, id: C::Id, change: &BulkRequest) -> AppResult<()> {
    let state = match change.action {
        BulkAction::Delete => return remove::<C>(tx, hand, id),
        BulkAction::Restore => return restore::<C>(tx, hand, id).map(drop),
        BulkAction::Publish if change.publish_at.is_some() => ContentState::Scheduled,
        BulkAction::Publish => ContentState::Published,
        BulkAction::Unpublish => ContentState::Draft,
        BulkAction::Archive => ContentState::Archived,
    };
    let record = C::find(tx, id)?.ok_or(NOT_FOUND)?;
    giving::replace_among::<C>(tx, hand, id, C::with_state(record, state, change)).map(drop)
}
