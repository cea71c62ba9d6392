//! Purchases: stock, quota, code and points change in one commit, or nothing changes.

use super::codes::CodeVault;
use super::items::{CodeFormat, ContentKind, ItemRecord};
use super::wallet::WalletEntry;
use super::{
    ContentFormat, ITEM_UNAVAILABLE, ItemSnapshot, ItemType, OUT_OF_STOCK, QUOTA_REACHED, RedemptionRecord,
    RedemptionStatus, queries, requirement,
};
use crate::base::id::{ItemId, MemberId, RedemptionId, TransactionId};
use crate::base::problem::AppResult;
use crate::base::random_code::new_handle;
use crate::core::ledger;
use crate::core::ledger::{AccountId, NewPostings, TransactionKind};
use crate::member::expiry;
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;

/// The result of a purchase.
#[derive(Clone, Debug)]
pub struct Purchase {
    /// The new redemption.
    pub redemption: RedemptionRecord,
    /// The member's new balance.
    pub balance: i64,
}

/// Buys one unit of an item for the member who ordered it. Price, stock, quota and dates are the current ones of the
/// database. Fails with [`ITEM_UNAVAILABLE`], as [`requirement::check`] does, as the wallet address is checked, and
/// as [`buy`] does.
pub(super) fn purchase(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    item: ItemId,
    wallet: &WalletEntry<'_>,
) -> AppResult<Purchase> {
    // An item that is not on offer fails as unavailable, before its wallet address is checked.
    let item = on_offer(tx, item)?;
    requirement::check(tx, member, &item)?;
    let wallet_address = wallet.for_item(item.input.kind)?;
    buy(tx, vault, member, &item, wallet_address)
}

/// The item, if members can buy it now. Fails with [`ITEM_UNAVAILABLE`].
pub(super) fn on_offer(read: &Read<'_>, item: ItemId) -> AppResult<ItemRecord> {
    let found = queries::items::find(read, item)?.filter(|item| item.is_on_offer(read.now()));
    found.ok_or_else(|| ITEM_UNAVAILABLE.into())
}

/// Buys one unit of an item on offer. A coupon is paid at once; an exchange puts its points on hold. Fails with
/// [`ITEM_UNAVAILABLE`], [`OUT_OF_STOCK`], [`QUOTA_REACHED`] and [`ledger::INSUFFICIENT_POINTS`].
pub(super) fn buy(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    item: &ItemRecord,
    wallet_address: Option<String>,
) -> AppResult<Purchase> {
    // The counters of an inactive partner would refuse the coupon.
    if let Some(partner) = item.input.partner_id
        && !queries::items::partner_is_active(tx, partner)?
    {
        return Err(ITEM_UNAVAILABLE.into());
    }
    if !queries::items::take_one(tx, item.id)? {
        return Err(OUT_OF_STOCK.into());
    }
    let pool_code = match item.input.content.kind {
        ContentKind::Pool => Some(queries::codes::next_free(tx, item.id)?.ok_or(OUT_OF_STOCK)?),
        ContentKind::Generated | ContentKind::Image => None,
    };
    if !queries::items::count_buyer(tx, member, item.id, item.input.quota_person)? {
        return Err(QUOTA_REACHED.into());
    }
    let mut redemption = drafted(tx, member, item, wallet_address);
    pay(tx, &mut redemption)?;
    queries::redemptions::insert(tx, &redemption)?;
    match (item.input.content.kind, pool_code) {
        (ContentKind::Pool, Some(code)) => queries::codes::give(tx, item.id, code, redemption.id)?,
        (ContentKind::Generated, _) => {
            let code = vault.seal(tx.now(), &new_handle());
            queries::codes::insert_generated(tx, item.id, &code, redemption.id)?;
        }
        _ => {}
    }
    webhooks::emit(tx, "redemption.created", || redemption.event())?;
    let balance = ledger::balance_of(tx, member)?;
    Ok(Purchase { redemption, balance })
}

/// The price of a coupon on offer. Fails with [`ITEM_UNAVAILABLE`].
pub fn price_of_coupon(read: &Read<'_>, item: ItemId) -> AppResult<i64> {
    Ok(coupon_on_offer(read, item)?.input.points.get())
}

/// Buys one unit of an item with a member's own points. The address of a wallet, which the caller has checked,
/// is kept for an exchange only. Fails with [`ITEM_UNAVAILABLE`], [`OUT_OF_STOCK`], [`QUOTA_REACHED`] and
/// [`ledger::INSUFFICIENT_POINTS`].
pub fn buy_for_member(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    item: ItemId,
    wallet: Option<String>,
) -> AppResult<Purchase> {
    let item = on_offer(tx, item)?;
    let wallet = wallet.filter(|_| item.input.kind == ItemType::Exchange);
    buy(tx, vault, member, &item, wallet)
}

/// Buys a coupon for a member who has just been given the points for it as a reward. The quota per person
/// limits purchases by members themselves, and is not checked. Fails with [`ITEM_UNAVAILABLE`] and [`OUT_OF_STOCK`].
pub fn buy_as_reward(tx: &Tx<'_>, vault: &CodeVault, member: MemberId, item: ItemId) -> AppResult<Purchase> {
    let mut item = coupon_on_offer(tx, item)?;
    item.input.quota_person = -1;
    buy(tx, vault, member, &item, None)
}

fn coupon_on_offer(read: &Read<'_>, item: ItemId) -> AppResult<ItemRecord> {
    let item = on_offer(read, item)?;
    if item.input.kind == ItemType::Coupon { Ok(item) } else { Err(ITEM_UNAVAILABLE.into()) }
}

fn drafted(tx: &Tx<'_>, member: MemberId, item: &ItemRecord, wallet_address: Option<String>) -> RedemptionRecord {
    let input = &item.input;
    let format = match (input.content.kind, input.content.format) {
        (ContentKind::Image, _) => ContentFormat::ImgUrl,
        (_, CodeFormat::QrCode) => ContentFormat::QrCode,
        (_, CodeFormat::BarCode) => ContentFormat::BarCode,
    };
    RedemptionRecord {
        id: RedemptionId::made_at(tx.now()),
        member,
        partner: input.partner_id,
        item: ItemSnapshot {
            id: item.id,
            kind: input.kind,
            name: input.name.clone(),
            description: input.description.clone(),
            image: input.image.clone(),
            toc: input.toc.clone(),
        },
        status: match input.kind {
            ItemType::Coupon => RedemptionStatus::Confirmed,
            ItemType::Exchange => RedemptionStatus::Processing,
        },
        points: input.points.get(),
        wallet_address,
        format,
        img_url: input.content.img_url.clone(),
        unclaimed: input.unclaimed,
        openings: 0,
        opened_at: None,
        expires_at: None,
        collected_at: None,
        // The transaction is set after the points have been posted.
        transaction: TransactionId::from_bytes([0; 16]),
        hold_seq: None,
        created: tx.now(),
        settled_at: None,
        note: None,
        use_by: item.use_by(tx.now()),
        face_value: input.face_value_hkd,
        cost: input.cost_hkd,
    }
}

fn pay(tx: &Tx<'_>, redemption: &mut RedemptionRecord) -> AppResult<()> {
    expiry::settle_ended(tx, redemption.member)?;
    let from = ledger::account_of(tx, redemption.member)?;
    let (kind, to, line) = match redemption.item.kind {
        ItemType::Coupon => (TransactionKind::Redeem, AccountId::REDEMPTION, "history.coupon"),
        ItemType::Exchange => (TransactionKind::Hold, AccountId::ESCROW, "history.exchange_held"),
    };
    let mut details = redemption.details(line, None);
    // The title in the history is the item; the text below names the partner where the coupon is used.
    if let (ItemType::Coupon, Some(partner), Some(snapshot)) =
        (redemption.item.kind, redemption.partner, details.snapshot.as_mut())
        && let Some(name) = queries::items::partner_name(tx, partner)?
    {
        snapshot.description = name;
    }
    let posted = ledger::post(tx, &NewPostings::between(kind, from, to, redemption.points, details))?;
    redemption.transaction = posted.id;
    redemption.hold_seq = (kind == TransactionKind::Hold).then_some(posted.seq);
    Ok(())
}
