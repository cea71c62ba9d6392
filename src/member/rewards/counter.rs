//! The counter's side of a coupon: verify a code and collect the coupon.

use super::codes::CodeVault;
use super::items::{ContentKind, ItemInput, ItemRecord};
use super::opening::WINDOW;
use super::purchase::{Purchase, buy, on_offer};
use super::{ContentFormat, ITEM_UNAVAILABLE, ItemType, RedemptionRecord, RedemptionStatus, queries};
use crate::base::clock::Timestamp;
use crate::base::content::Audience;
use crate::base::id::{ItemId, MemberId, PartnerId, RedemptionId};
use crate::base::problem::{AppResult, ProblemType};
use crate::base::short_code::ShortCode;
use crate::core::members;
use crate::core::members::Status;
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;

/// No open coupon of this counter has that code.
pub const COUPON_UNKNOWN: ProblemType = ProblemType::new("coupon_unknown", 409, "Unknown coupon");
/// The coupon's five minutes are over.
pub const COUPON_EXPIRED: ProblemType = ProblemType::new("coupon_expired", 409, "Coupon expired");
/// The coupon has been collected before.
pub const COUPON_COLLECTED: ProblemType = ProblemType::new("coupon_collected", 409, "Coupon already collected");

/// The member who holds the coupon was suspended after opening it.
pub const MEMBER_INACTIVE: ProblemType = ProblemType::new("member_inactive", 409, "Member not active");

/// Number of coupons offered to a counter, at most.
const MOST_COUPONS: usize = 500;
/// Number of a member's newest redemptions that a counter searches.
const MOST_OF_MEMBER: i64 = 200;
/// Number of items of the whole programme read per query.
const PAGE: i64 = 500;

/// The time at which a counter last collected a coupon of a member.
pub fn last_collected(read: &Read<'_>, member: MemberId) -> AppResult<Option<Timestamp>> {
    queries::redemptions::last_collected(read, member)
}

/// The state of a code at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CodeState {
    /// The coupon may be collected now.
    Valid,
    /// The coupon has been collected.
    Collected,
    /// The coupon was open and has expired.
    Expired,
    /// No coupon that this counter may collect has this code.
    Unknown,
}

/// The result of looking up a code at a counter.
#[derive(Clone, Debug)]
pub struct CounterView {
    /// The state of the code.
    pub state: CodeState,
    /// The redemption that the code belongs to, unless the code is unknown.
    pub redemption: Option<RedemptionRecord>,
}

/// Looks up a code for a partner's counter: the code of the QR code, or the short code below it. Coupons that have
/// not been opened count as unknown, because their codes have not been shown yet.
pub fn verify(read: &Read<'_>, vault: &CodeVault, partner: PartnerId, code: &str) -> AppResult<CounterView> {
    let found = match queries::redemptions::find_by_code(read, vault.lookup(code), partner)? {
        Some(found) => Some(found),
        None => find_by_short_code(read, vault, partner, code)?,
    };
    let state = found.as_ref().map_or(CodeState::Unknown, |redemption| state_of(redemption, read.now()));
    Ok(CounterView { state, redemption: found.filter(|_| state != CodeState::Unknown) })
}

fn find_by_short_code(
    read: &Read<'_>,
    vault: &CodeVault,
    partner: PartnerId,
    code: &str,
) -> AppResult<Option<RedemptionRecord>> {
    let Some(short) = ShortCode::parse(code) else { return Ok(None) };
    match queries::short_codes::holder_at(read, vault.short_lookup(&short), partner)? {
        Some(id) => queries::redemptions::find(read, id),
        None => Ok(None),
    }
}

/// Whether the member who holds the coupon is active and may use it.
pub fn is_holder_active(read: &Read<'_>, redemption: &RedemptionRecord) -> AppResult<bool> {
    Ok(members::find(read, redemption.member)?.is_some_and(|member| member.status == Status::Active))
}

/// Whether a coupon of another partner has this code. The counter can then send the member to the right partner.
pub fn is_of_another_partner(read: &Read<'_>, vault: &CodeVault, partner: PartnerId, code: &str) -> AppResult<bool> {
    if queries::redemptions::is_shown_elsewhere(read, vault.lookup(code), partner)? {
        return Ok(true);
    }
    match ShortCode::parse(code) {
        Some(short) => queries::short_codes::is_shown_elsewhere(read, vault.short_lookup(&short), partner),
        None => Ok(false),
    }
}

/// Returns an open coupon to its member as unopened, because the counter cannot supply the item now. This works for
/// suspended members too. Fails with [`COUPON_UNKNOWN`], [`COUPON_EXPIRED`] and [`COUPON_COLLECTED`].
pub fn give_back(tx: &Tx<'_>, vault: &CodeVault, partner: PartnerId, code: &str) -> AppResult<RedemptionRecord> {
    let redemption = open_now(tx, vault, partner, code)?;
    if !queries::redemptions::give_back(tx, redemption.id)? {
        return Err(COUPON_EXPIRED.into());
    }
    Ok(redemption)
}

fn state_of(redemption: &RedemptionRecord, now: Timestamp) -> CodeState {
    match (redemption.collected_at, redemption.expires_at) {
        (Some(_), _) => CodeState::Collected,
        (None, Some(end)) if now < end => CodeState::Valid,
        (None, Some(_)) => CodeState::Expired,
        (None, None) => CodeState::Unknown,
    }
}

/// Collects a coupon, once. Fails with [`COUPON_UNKNOWN`], [`COUPON_EXPIRED`], [`COUPON_COLLECTED`] and
/// [`MEMBER_INACTIVE`].
pub fn collect(tx: &Tx<'_>, vault: &CodeVault, partner: PartnerId, code: &str) -> AppResult<RedemptionRecord> {
    let redemption = open_now(tx, vault, partner, code)?;
    if !is_holder_active(tx, &redemption)? {
        return Err(MEMBER_INACTIVE.into());
    }
    if !queries::redemptions::collect(tx, redemption.id)? {
        return Err(COUPON_COLLECTED.into());
    }
    webhooks::emit(tx, "coupon.collected", || redemption.event())?;
    Ok(RedemptionRecord { collected_at: Some(tx.now()), ..redemption })
}

/// Available coupons that a partner's counter can hand over to a member without a screen, newest first.
pub fn coupons_at(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<ItemRecord>> {
    let (mut here, mut before) = (Vec::new(), ItemId::from_bytes([0xff; 16]));
    loop {
        let page = queries::items::list(read, Audience::Members, before, PAGE)?;
        let Some(last) = page.last() else { return Ok(here) };
        before = last.id;
        here.extend(page.into_iter().filter(|item| is_made_good_at(item, partner) && item.left() != 0));
        if here.len() >= MOST_COUPONS {
            here.truncate(MOST_COUPONS);
            return Ok(here);
        }
    }
}

/// Whether collecting at the counter is enough to redeem the item. Third parties accept pool codes and pictures, and
/// the member must show those to them.
fn is_made_good_at(item: &ItemRecord, partner: PartnerId) -> bool {
    let ItemInput { kind, partner_id, content, .. } = &item.input;
    let collected_here = *kind == ItemType::Coupon && partner_id.is_none_or(|id| id == partner);
    collected_here && content.kind == ContentKind::Generated
}

/// Buys a coupon for a member who has no screen, and collects it at once. Fails as [`buy`] does, and with
/// [`ITEM_UNAVAILABLE`] for an item that this counter does not supply itself.
pub fn hand_over(
    tx: &Tx<'_>,
    vault: &CodeVault,
    partner: PartnerId,
    member: MemberId,
    item: ItemId,
) -> AppResult<Purchase> {
    let item = on_offer(tx, item)?;
    if !is_made_good_at(&item, partner) {
        return Err(ITEM_UNAVAILABLE.into());
    }
    let bought = buy(tx, vault, member, &item, None)?;
    let id = bought.redemption.id;
    let until = tx.now().plus(WINDOW);
    if !queries::redemptions::open(tx, id, until, None)? || !queries::redemptions::collect(tx, id)? {
        return Err(COUPON_COLLECTED.into());
    }
    let now = Some(tx.now());
    let redemption = RedemptionRecord {
        openings: 1,
        opened_at: now,
        expires_at: Some(until),
        collected_at: now,
        ..bought.redemption
    };
    webhooks::emit(tx, "coupon.collected", || redemption.event())?;
    Ok(Purchase { redemption, ..bought })
}

/// A member's coupons that this counter can redeem itself and that were not opened, newest first.
pub fn usable_at(read: &Read<'_>, member: MemberId, partner: PartnerId) -> AppResult<Vec<RedemptionRecord>> {
    let mut usable = Vec::new();
    let newest = RedemptionId::from_bytes([0xff; 16]);
    for redemption in queries::redemptions::list_of_member(read, member, None, newest, MOST_OF_MEMBER)? {
        if is_usable_at(read, &redemption, partner)? {
            usable.push(redemption);
        }
    }
    Ok(usable)
}

fn is_usable_at(read: &Read<'_>, redemption: &RedemptionRecord, partner: PartnerId) -> AppResult<bool> {
    let here = redemption.partner.is_none_or(|id| id == partner);
    let ready = redemption.status == RedemptionStatus::Confirmed
        && redemption.format != ContentFormat::ImgUrl
        && !redemption.is_used(read.now())
        && redemption.expires_at.is_none_or(|end| end <= read.now())
        && !redemption.has_ended(read.now());
    Ok(here && ready && queries::codes::is_our_own(read, redemption.id)?)
}

/// Opens a member's coupon and collects it in one step. Fails with [`COUPON_UNKNOWN`] unless it is usable here.
pub fn use_here(tx: &Tx<'_>, partner: PartnerId, member: MemberId, id: RedemptionId) -> AppResult<RedemptionRecord> {
    let own = queries::redemptions::find(tx, id)?.filter(|found| found.member == member).ok_or(COUPON_UNKNOWN)?;
    if !is_usable_at(tx, &own, partner)? {
        return Err(COUPON_UNKNOWN.into());
    }
    if !queries::redemptions::open(tx, id, tx.now().plus(WINDOW), None)? || !queries::redemptions::collect(tx, id)? {
        return Err(COUPON_COLLECTED.into());
    }
    let used = queries::redemptions::find(tx, id)?.ok_or(COUPON_UNKNOWN)?;
    webhooks::emit(tx, "coupon.collected", || used.event())?;
    Ok(used)
}

fn open_now(read: &Read<'_>, vault: &CodeVault, partner: PartnerId, code: &str) -> AppResult<RedemptionRecord> {
    let view = verify(read, vault, partner, code)?;
    match (view.state, view.redemption) {
        (CodeState::Valid, Some(redemption)) => Ok(redemption),
        (CodeState::Collected, _) => Err(COUPON_COLLECTED.into()),
        (CodeState::Expired, _) => Err(COUPON_EXPIRED.into()),
        _ => Err(COUPON_UNKNOWN.into()),
    }
}
