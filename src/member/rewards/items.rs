//! Items on offer, with their price and remaining stock.

use serde::{Deserialize, Serialize};

use super::codes::CODE_ELSEWHERE;
use super::{ItemType, UncollectedCoupon, queries};
use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, FormErrors, LONGEST_NAME, LONGEST_TEXT, is_media_path};
use crate::base::day::Day;
use crate::base::id::{GoalId, ItemId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, Points};
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::core::expiry::{end_of_day, last_day_of};
use crate::member::content::{Content, content_fields};
use crate::member::levels;
use crate::platform::store::{Read, Tx, stored_names};

/// The partner whose counter collects the item has been removed.
pub const PARTNER_REMOVED: ProblemType = ProblemType::new("partner_removed", 409, "Partner removed");

/// The largest stock or quota.
const MOST: i64 = 1_000_000_000;
/// The stock at or below which an item is low that has no such number of its own.
pub const LOW_STOCK: i64 = 10;
/// The largest number of days in which a coupon can be opened: ten years.
const MOST_USE_DAYS: i64 = 3_650;
/// The largest face value and cost: a million HK$.
const MOST_HKD: Hkd = Hkd::from_units(100_000_000);
/// The stock value that means unlimited.
const UNLIMITED: i64 = -1;

/// The source of a redemption's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContentKind {
    /// A code generated for each redemption.
    Generated,
    /// A code from an uploaded pool.
    Pool,
    /// The same picture for all members.
    Image,
}
stored_names! { ContentKind { Generated = "generated", Pool = "pool", Image = "image" } }

/// The format in which a code is shown.
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
stored_names! { CodeFormat { QrCode = "qrcode", BarCode = "barCode" } }

/// The content that a redemption shows at the counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemContent {
    /// The source of the content.
    pub kind: ContentKind,
    /// The format in which a code is shown.
    #[serde(default)]
    pub format: CodeFormat,
    /// The picture, `/media/…`, for the kind `image`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub img_url: Option<String>,
}

/// An item as entered by an editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemInput {
    /// Type of the item: coupon or exchange.
    #[serde(rename = "type")]
    pub kind: ItemType,
    /// Its name.
    pub name: LocalizedText,
    /// Description of the item.
    #[serde(default)]
    pub description: LocalizedText,
    /// Path of its picture, `/media/…`.
    #[serde(default)]
    pub image: String,
    /// Price in whole points.
    pub points: Points,
    /// The initial stock; negative means unlimited. Later changes of the item ignore this field, because some may
    /// have been sold meanwhile: use the call that changes the stock.
    #[serde(default = "unlimited")]
    pub leftover: i64,
    /// The most pieces that one member may buy; negative means unlimited.
    #[serde(default = "unlimited", rename = "qoutaPerson")]
    pub quota_person: i64,
    /// Terms and conditions.
    #[serde(default)]
    pub toc: LocalizedText,
    /// The partner whose counter collects the item; if absent, any counter does.
    #[serde(default)]
    #[schema(required)]
    pub partner_id: Option<PartnerId>,
    /// The content that a redemption shows.
    pub content: ItemContent,
    /// True if members see the item; ignored if `state` is given.
    #[serde(default = "yes")]
    pub active: bool,
    /// Publication state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ContentState>,
    /// The time at which members start to see the item, for the state `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publish_at: Option<Timestamp>,
    /// Publish even if a translation is missing: English is shown in its place.
    #[serde(default, skip_serializing)]
    pub use_english: bool,
    /// Start of the offer.
    #[serde(default)]
    #[schema(required)]
    pub valid_from: Option<Timestamp>,
    /// End of the offer, exclusive.
    #[serde(default)]
    #[schema(required)]
    pub valid_until: Option<Timestamp>,
    /// The rule for a coupon that was opened and not collected in time.
    #[serde(default)]
    pub unclaimed: UncollectedCoupon,
    /// The stock is low at or below this number; absent for 10. Staff are told of a low stock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_stock: Option<i64>,
    /// A coupon can be opened on the day of purchase and on this many days after it; absent for no such end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub use_within_days: Option<i64>,
    /// The last day on which a coupon can be opened and bought; absent for no such end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub use_until: Option<Day>,
    /// The coupon's worth for a customer, in HK$.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face_value_hkd: Option<Hkd>,
    /// The price that the programme pays for it, in HK$.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_hkd: Option<Hkd>,
    /// The goal that a member must have reached to buy it; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires_goal: Option<GoalId>,
    /// The lowest level that a member must hold to buy it, counted from 1; absent for none. An item asks for a goal or
    /// for a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires_level: Option<i64>,
}

fn unlimited() -> i64 {
    UNLIMITED
}

fn yes() -> bool {
    true
}

impl ItemInput {
    fn checked(mut self, read: &Read<'_>) -> AppResult<Self> {
        let mut form = FormErrors::new();
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
        self.check_life(&mut form);
        if let Some(partner) = self.partner_id {
            form.expect("partnerId", "unknown_partner", queries::items::partner_exists(read, partner)?);
        }
        if let Some(goal) = self.requires_goal {
            form.expect("requiresGoal", "unknown_goal", queries::requirements::goal_was_on(read, goal)?);
        }
        if let Some(level) = self.requires_level {
            let known = levels::name(read, level)?.is_some();
            form.expect("requiresLevel", "unknown_level", known);
            form.expect("requiresLevel", "goal_and_level", self.requires_goal.is_none());
        }
        form.finish()?;
        Ok(self)
    }

    /// Checks the life of coupons: exchanges have none, and the offer must not last longer than its coupons, because a
    /// member could buy a coupon that has already ended.
    fn check_life(&self, form: &mut FormErrors) {
        let is_coupon = self.kind == ItemType::Coupon;
        let days = self.use_within_days.is_none_or(|days| is_coupon && (1..=MOST_USE_DAYS).contains(&days));
        form.expect("useWithinDays", "invalid_value", days);
        form.expect("useUntil", "invalid_value", self.use_until.is_none() || is_coupon);
        let last_offer = self.valid_until.map(last_day_of);
        let usable = self.use_until.zip(last_offer).is_none_or(|(until, last)| last <= until);
        form.expect("useUntil", "invalid_period", usable);
        for (field, value) in [("faceValueHkd", self.face_value_hkd), ("costHkd", self.cost_hkd)] {
            form.expect(field, "invalid_value", value.is_none_or(|value| value <= MOST_HKD));
        }
    }
}

/// An item with everything that staff can see.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminItem)]
pub struct ItemRecord {
    /// Item id; ids sort by creation time.
    #[serde(rename = "_id")]
    pub id: ItemId,
    /// The editor's input; its `leftover` is the current stock.
    #[serde(flatten)]
    pub input: ItemInput,
    /// Number of codes in its pool that no redemption uses.
    pub free_codes: i64,
    /// The time at which it was created.
    pub created: Timestamp,
    /// The time at which it was last changed.
    pub updated: Timestamp,
    /// The time at which it was removed; a removed item can be restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Number of changes.
    #[serde(skip)]
    pub version: i64,
}

content_fields! { ItemInput { name, description, toc }, ItemRecord { ItemId } }

impl ItemRecord {
    /// Returns whether the item can be bought at that moment, apart from stock and quota.
    pub fn is_on_offer(&self, now: Timestamp) -> bool {
        self.input.active
            && self.input.valid_from.is_none_or(|from| from <= now)
            && self.input.valid_until.is_none_or(|until| now < until)
            && self.input.use_until.is_none_or(|until| now < end_of_day(until))
    }

    /// The end of the time in which a coupon that is bought now can be opened; `None` for no end.
    pub fn use_by(&self, now: Timestamp) -> Option<Timestamp> {
        let within = self.input.use_within_days.map(|days| Day::of(now).plus(days));
        [within, self.input.use_until].into_iter().flatten().min().map(end_of_day)
    }

    /// Remaining stock; negative means unlimited. The free codes of a pool limit the stock.
    pub fn left(&self) -> i64 {
        match (self.input.content.kind, self.input.leftover) {
            (ContentKind::Pool, stock) if stock < 0 => self.free_codes,
            (ContentKind::Pool, stock) => stock.min(self.free_codes),
            (_, stock) => stock,
        }
    }

    /// Remaining quota of a member who already bought `bought`; negative means unlimited.
    pub fn quota_left(&self, bought: i64) -> i64 {
        if self.input.quota_person < 0 { -1 } else { (self.input.quota_person - bought).max(0) }
    }
}

/// Coupons and exchanges that members buy with points.
pub struct Items;

impl Content for Items {
    /// Fails with [`CODE_ELSEWHERE`] when the item moves to counters where another item has one of its codes.
    fn checked(read: &Read<'_>, before: Option<&ItemRecord>, input: ItemInput) -> AppResult<ItemInput> {
        let input = input.checked(read)?;
        if let Some(before) = before {
            // A change from "any counter" to one counter adds no counter, so no check is needed.
            let goes = before.input.partner_id.is_some() && before.input.partner_id != input.partner_id;
            if goes && queries::codes::would_meet(read, before.id, input.partner_id)? {
                return Err(CODE_ELSEWHERE.into());
            }
        }
        Ok(input)
    }

    /// Fails with [`PARTNER_REMOVED`] when the partner that supplies the item is removed.
    fn after_restore(tx: &Tx<'_>, restored: &ItemRecord) -> AppResult<()> {
        match restored.input.partner_id {
            Some(partner) if !queries::items::partner_exists(tx, partner)? => Err(PARTNER_REMOVED.into()),
            _ => Ok(()),
        }
    }
}

/// A change of stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockChange {
    /// Sets the stock; -1 means unlimited.
    Set(i64),
    /// Adds to the stock; negative reduces it.
    Add(i64),
}

/// Changes the stock and returns the new value. Fails with `not_found`, and with `invalid_value` when the stock would
/// be negative or too large, or is unlimited and cannot be added to.
pub fn change_stock(tx: &Tx<'_>, id: ItemId, change: StockChange) -> AppResult<i64> {
    let stock = Items::find(tx, id)?.ok_or(NOT_FOUND)?.input.leftover;
    let (field, leftover) = match change {
        StockChange::Set(leftover) => ("leftover", Some(leftover).filter(|count| *count >= UNLIMITED)),
        StockChange::Add(more) => ("add", stock.checked_add(more).filter(|sum| stock >= 0 && *sum >= 0)),
    };
    let leftover =
        leftover.filter(|sum| *sum <= MOST).ok_or_else(|| AppError::invalid_field(field, "invalid_value"))?;
    queries::items::set_stock(tx, id, leftover)?;
    Ok(leftover)
}
