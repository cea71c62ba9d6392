//! Items: what is on offer, for how much, and how much of it is left.

use serde::{Deserialize, Serialize};

use super::codes::CODE_ELSEWHERE;
use super::{ItemType, Unclaimed, queries};
use crate::base::clock::Timestamp;
use crate::base::content::{Form, LONGEST_NAME, LONGEST_TEXT, Publication, State, is_media_path, require_translations};
use crate::base::id::{ItemId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Points;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Tx};

/// The partner at whose counter an item was collected has been removed.
pub const PARTNER_REMOVED: ProblemType = ProblemType::new("partner_removed", 409, "Partner removed");

/// The largest stock or quota.
const MOST: i64 = 1_000_000_000;
/// The stock of what never runs out.
const UNLIMITED: i64 = -1;

/// Where a redemption's content comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContentKind {
    /// A code made for each redemption.
    Generated,
    /// A code out of an uploaded pool.
    Pool,
    /// The same picture for everybody.
    Image,
}

impl ContentKind {
    /// The name in the store.
    pub(super) const fn name(self) -> &'static str {
        match self {
            ContentKind::Generated => "generated",
            ContentKind::Pool => "pool",
            ContentKind::Image => "image",
        }
    }

    /// Reads that name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        [ContentKind::Generated, ContentKind::Pool, ContentKind::Image].into_iter().find(|one| one.name() == name)
    }
}

/// How a code is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub enum CodeFormat {
    /// As a QR code.
    #[default]
    #[serde(rename = "qrcode")]
    QrCode,
    /// As a CODE128 barcode.
    #[serde(rename = "barCode")]
    BarCode,
}

/// What a redemption shows at the counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemContent {
    /// Where it comes from.
    pub kind: ContentKind,
    /// How a code is drawn.
    #[serde(default)]
    pub format: CodeFormat,
    /// The picture, `/media/…`, for the kind `image`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub img_url: Option<String>,
}

/// An item as an editor writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemInput {
    /// How it is settled.
    #[serde(rename = "type")]
    pub kind: ItemType,
    /// Its name.
    pub name: LocalizedText,
    /// What it is.
    #[serde(default)]
    pub description: LocalizedText,
    /// Its picture, `/media/…`.
    #[serde(default)]
    pub image: String,
    /// Its price in whole points.
    pub points: Points,
    /// The stock at the start; negative for no limit. A later change of the item leaves the stock
    /// as it is, because some may have been sold meanwhile: stock has its own call.
    #[serde(default = "unlimited")]
    pub leftover: i64,
    /// How many one member may buy; negative for no limit.
    #[serde(default = "unlimited", rename = "qoutaPerson")]
    pub quota_person: i64,
    /// Its terms.
    #[serde(default)]
    pub toc: LocalizedText,
    /// At whose counter it is collected; any where there is none.
    #[serde(default)]
    #[schema(required)]
    pub partner_id: Option<PartnerId>,
    /// What a redemption shows.
    pub content: ItemContent,
    /// Whether members see it; where `state` is given too, that decides.
    #[serde(default = "yes")]
    pub active: bool,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// From when on members see it, for the state `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publish_at: Option<Timestamp>,
    /// Publish though a translation is missing: English stands in for it.
    #[serde(default, skip_serializing)]
    pub use_english: bool,
    /// On offer from then on.
    #[serde(default)]
    #[schema(required)]
    pub valid_from: Option<Timestamp>,
    /// On offer before then.
    #[serde(default)]
    #[schema(required)]
    pub valid_until: Option<Timestamp>,
    /// What becomes of a coupon that was opened and not collected in time.
    #[serde(default)]
    pub unclaimed: Unclaimed,
    /// At this stock and below, the summary names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_stock: Option<i64>,
}

fn unlimited() -> i64 {
    UNLIMITED
}

fn yes() -> bool {
    true
}

impl ItemInput {
    fn checked(mut self, read: &Read<'_>) -> AppResult<Self> {
        let mut form = Form::new();
        form.text("name", &mut self.name, LONGEST_NAME);
        form.optional_text("description", &mut self.description, LONGEST_TEXT);
        form.optional_text("toc", &mut self.toc, LONGEST_TEXT);
        form.picture("image", &self.image);
        self.leftover = self.leftover.max(UNLIMITED);
        self.quota_person = self.quota_person.max(UNLIMITED);
        form.expect("leftover", "invalid_value", self.leftover <= MOST);
        form.expect("qoutaPerson", "invalid_value", self.quota_person <= MOST);
        form.expect("lowStock", "invalid_value", self.low_stock.is_none_or(|level| (0..=MOST).contains(&level)));
        let pictured = self.content.img_url.as_deref().is_some_and(is_media_path);
        match self.content.kind {
            ContentKind::Image => form.expect("content.imgUrl", "invalid_picture", pictured),
            _ => self.content.img_url = None,
        }
        let ordered = self.valid_from.zip(self.valid_until).is_none_or(|(from, until)| from < until);
        form.expect("validUntil", "invalid_period", ordered);
        if let Some(partner) = self.partner_id {
            form.expect("partnerId", "unknown_partner", queries::items::partner_exists(read, partner)?);
        }
        form.finish()?;
        Ok(self)
    }

    /// The same in another state.
    pub fn standing(mut self, state: State, publish_at: Option<Timestamp>, use_english: bool) -> Self {
        (self.state, self.publish_at, self.use_english) = (Some(state), publish_at, use_english);
        self
    }

    fn publication(&self, before: Option<State>, now: Timestamp) -> AppResult<Publication> {
        require_translations(self.state, self.use_english, &[&self.name, &self.description, &self.toc])?;
        Publication::asked(self.active, self.state, self.publish_at, before, now)
    }
}

/// An item with all that staff see of it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminItem)]
pub struct ItemRecord {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: ItemId,
    /// What the editor wrote; its `leftover` is the present stock.
    #[serde(flatten)]
    pub input: ItemInput,
    /// Codes in its pool that nobody holds.
    pub free_codes: i64,
    /// When it was first written.
    pub created: Timestamp,
    /// When it was last changed.
    pub updated: Timestamp,
    /// When it was removed; it can be restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Counts its changes.
    #[serde(skip)]
    pub version: i64,
}

impl ItemRecord {
    /// Whether it can be bought at that moment, stock and quota aside.
    pub fn is_on_offer(&self, now: Timestamp) -> bool {
        self.input.active
            && self.input.valid_from.is_none_or(|from| from <= now)
            && self.input.valid_until.is_none_or(|until| now < until)
    }

    /// What is left; negative for no limit. A pool holds no more than its free codes.
    pub fn left(&self) -> i64 {
        match (self.input.content.kind, self.input.leftover) {
            (ContentKind::Pool, stock) if stock < 0 => self.free_codes,
            (ContentKind::Pool, stock) => stock.min(self.free_codes),
            (_, stock) => stock,
        }
    }

    /// What is left for somebody who has bought so many; negative for no limit.
    pub fn quota_left(&self, bought: i64) -> i64 {
        if self.input.quota_person < 0 { -1 } else { (self.input.quota_person - bought).max(0) }
    }
}

/// What an editor wrote as it would be stored, in place of `before` where there is one. Fails with 400 for a form with
/// mistakes, as [`Publication::asked`] does, and with [`CODE_ELSEWHERE`] for an item that goes to counters where its
/// codes would be another item's, too.
pub fn check(read: &Read<'_>, before: Option<&ItemRecord>, input: ItemInput) -> AppResult<(ItemInput, Publication)> {
    let input = input.checked(read)?;
    if let Some(before) = before {
        // From any counter to one: there it has been already.
        let goes = before.input.partner_id.is_some() && before.input.partner_id != input.partner_id;
        if goes && queries::codes::would_meet(read, before.id, input.partner_id)? {
            return Err(CODE_ELSEWHERE.into());
        }
    }
    let publication = input.publication(before.and_then(|record| record.input.state), read.now())?;
    Ok((input, publication))
}

/// Adds an item. Fails with 400 for a form with mistakes.
pub fn create(tx: &Tx<'_>, input: ItemInput) -> AppResult<ItemRecord> {
    let id = ItemId::made_at(tx.now());
    let (input, publication) = check(tx, None, input)?;
    queries::items::insert(tx, id, &input, publication)?;
    written(tx, id)
}

/// Replaces what an editor wrote, but for the stock. Fails with `not_found`, and as [`check`] does.
pub fn replace(tx: &Tx<'_>, id: ItemId, input: ItemInput) -> AppResult<ItemRecord> {
    let before = find(tx, id)?.ok_or(NOT_FOUND)?;
    let (input, publication) = check(tx, Some(&before), input)?;
    queries::items::update(tx, id, &input, publication)?;
    written(tx, id)
}

/// Takes an item off the shelves; redemptions of it stay good. Fails with `not_found`.
pub fn remove(tx: &Tx<'_>, id: ItemId) -> AppResult<()> {
    if queries::items::mark_deleted(tx, id)? == 0 { Err(NOT_FOUND.into()) } else { Ok(()) }
}

/// Brings a removed one back, as it was. Fails with `not_found` for one that is there or never was, and with
/// [`PARTNER_REMOVED`] for one that nobody would hand over.
pub fn restore(tx: &Tx<'_>, id: ItemId) -> AppResult<ItemRecord> {
    if queries::items::unmark_deleted(tx, id)? == 0 {
        return Err(NOT_FOUND.into());
    }
    let restored = written(tx, id)?;
    match restored.input.partner_id {
        Some(partner) if !queries::items::partner_exists(tx, partner)? => Err(PARTNER_REMOVED.into()),
        _ => Ok(restored),
    }
}

/// The same as [`find`], removed ones included.
pub fn find_even_removed(read: &Read<'_>, id: ItemId) -> AppResult<Option<ItemRecord>> {
    queries::items::find_even_removed(read, id)
}

/// An item, hidden ones included.
pub fn find(read: &Read<'_>, id: ItemId) -> AppResult<Option<ItemRecord>> {
    queries::items::find(read, id)
}

/// A change of stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockChange {
    /// So many are left; -1 for no limit.
    Set(i64),
    /// So many more, or fewer, than there are.
    Add(i64),
}

/// Changes the stock; gives what is left. Fails with `not_found`, and with `invalid_value` when
/// the stock would be less than nothing, too large, or is unlimited and cannot be added to.
pub fn change_stock(tx: &Tx<'_>, id: ItemId, change: StockChange) -> AppResult<i64> {
    let stock = find(tx, id)?.ok_or(NOT_FOUND)?.input.leftover;
    let (field, leftover) = match change {
        StockChange::Set(leftover) => ("leftover", Some(leftover).filter(|count| *count >= UNLIMITED)),
        StockChange::Add(more) => ("add", stock.checked_add(more).filter(|sum| stock >= 0 && *sum >= 0)),
    };
    let leftover =
        leftover.filter(|sum| *sum <= MOST).ok_or_else(|| AppError::invalid_field(field, "invalid_value"))?;
    queries::items::set_stock(tx, id, leftover)?;
    Ok(leftover)
}

fn written(tx: &Tx<'_>, id: ItemId) -> AppResult<ItemRecord> {
    find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the item {id} just written is missing").into())
}
