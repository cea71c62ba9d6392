//! Earn links: a till prints a QR code or a link for a purchase without calling the server, and the first member who
//! opens it within its time gets the points. The till and the server share a secret. A counter in our own app has no
//! secret: the server makes its links ([`counter`]).

mod counter;
mod http;
mod keys;
mod link;
mod queries;

use std::time::Duration;

use self::link::EarnLink;
use crate::auth::{CounterRole, Merchant, Principal};
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{CounterLinkId, EarnLinkKeyId, MemberId, OutletId, PartnerId, TillId, TransactionId};
use crate::base::keys::Keyring;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::core::outlets::outlet;
use crate::core::{ledger, members};
use crate::member::awards::{self, AwardOrder, Caps, PARTNER_INACTIVE, RECEIPT_ALREADY_USED, Receipt};
use crate::member::campaigns::{INVALID_QR, QR_ALREADY_USED};
use crate::member::carbon::EnteredQuantity;
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Tx};

pub use counter::{find_here, forget_old, make, preview, take_back};
pub use http::routes;
pub use keys::{create, find, list, of_award, rotate, withdraw};
pub use link::written;

/// The longest time from now that a link may be valid: a printed link must not be worth points for ever.
const LONGEST_LIFE: Duration = Duration::from_secs(31 * 86_400);

/// A key by which a till makes links.
#[derive(Clone, Debug)]
pub struct EarnLinkKey {
    /// The id, which is part of each link.
    pub id: EarnLinkKeyId,
    /// The partner that pays.
    pub partner: PartnerId,
    /// The outlet of the till, if the key is for one.
    pub outlet: Option<OutletId>,
    /// The display name.
    pub name: String,
    /// Points that its links may give in a Hong Kong day.
    pub daily_cap: Option<i64>,
    /// The time at which it was made.
    pub created: Timestamp,
    /// The time after which the key's links give no points.
    pub ends: Option<Timestamp>,
}

/// A key to create.
#[derive(Clone, Debug)]
pub struct NewEarnLinkKey {
    /// The partner that pays.
    pub partner: PartnerId,
    /// The outlet of the till.
    pub outlet: Option<OutletId>,
    /// The display name.
    pub name: String,
    /// Points that its links may give in a Hong Kong day.
    pub daily_cap: Option<i64>,
}

/// The points of a claimed link.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedLink {
    /// Points of this link.
    pub points: i64,
    /// The member's balance with them.
    pub balance: i64,
}

/// A purchase for which a counter shows a link.
#[derive(Clone, Debug)]
pub struct CounterBill {
    /// Purchase amount.
    pub amount: Hkd,
    /// Whether the customer showed an Enjoy Card.
    pub enjoy_card: bool,
    /// The receipt number, if one was typed.
    pub receipt: Option<Receipt>,
    /// Quantities of carbon factors that the cashier entered.
    pub carbon: Vec<EnteredQuantity>,
}

impl CounterBill {
    /// The purchase, before its member is known.
    fn order(self) -> AwardOrder {
        let Self { amount, enjoy_card, receipt, carbon } = self;
        AwardOrder { member: None, amount, enjoy_card, receipt, bought: None, carbon, outlet: None }
    }
}

/// A link that a counter shows.
#[derive(Clone, Debug)]
pub struct CounterLink {
    /// The id by which the counter asks for its state.
    pub id: CounterLinkId,
    /// The partner of the counter.
    pub partner: PartnerId,
    /// The till.
    pub till: Option<TillId>,
    /// The 16 bytes of the cashier's or manager's id.
    pub actor: [u8; 16],
    /// The name of the cashier or manager.
    pub actor_name: String,
    /// The purchase.
    pub bill: CounterBill,
    /// The end of its validity, exclusive.
    pub until: Timestamp,
    /// The award, once it was collected.
    pub transaction: Option<TransactionId>,
    /// The time at which it was made.
    pub created: Timestamp,
}

/// Gives a member the points of a link. A text that is no link, a forged, expired or withdrawn one, and one of an
/// inactive partner or a closed outlet all fail with [`INVALID_QR`], so that a forger learns nothing. A link that was
/// claimed fails with [`QR_ALREADY_USED`], and so does one whose receipt has earned at the counter.
pub fn claim(
    tx: &Tx<'_>,
    (keys, vault): (&Keyring, &CodeVault),
    member: MemberId,
    text: &str,
    caps: Caps,
) -> AppResult<ClaimedLink> {
    if let Some(code) = counter::code_of(text) {
        return counter::claim(tx, vault, member, code, caps);
    }
    let link = EarnLink::parse(text).ok_or(INVALID_QR)?;
    let found = queries::find_sealed(tx, link.key)?;
    // An unknown key is checked against a constant, so that the response time does not reveal which keys exist.
    let secret = match &found {
        Some((key, sealed)) => keys::open(keys, key.id, sealed)?,
        None => vec![0; keys::SECRET],
    };
    let is_sealed = link.is_sealed_by(&secret);
    let Some((key, _)) = found.filter(|_| is_sealed) else { return Err(INVALID_QR.into()) };
    let now = tx.now();
    let is_over = link.until <= now || link.until > now.plus(LONGEST_LIFE);
    let is_withdrawn = key.ends.is_some_and(|ends| ends <= now) || is_closed(tx, &key)?;
    if is_over || is_withdrawn {
        return Err(INVALID_QR.into());
    }
    if queries::is_claimed(tx, key.id, link.receipt.key())? {
        return Err(QR_ALREADY_USED.into());
    }
    let (transaction, claimed) = award(tx, vault, &key, (member, &link), caps)?;
    queries::insert_claim(tx, key.id, link.receipt.key(), transaction)?;
    Ok(claimed)
}

/// Whether the outlet of the key was closed, which revokes its tills too.
fn is_closed(read: &Read<'_>, key: &EarnLinkKey) -> AppResult<bool> {
    Ok(key.outlet.map(|id| outlet::find(read, id)).transpose()?.is_some_and(|found| found.is_none()))
}

/// Awards the purchase of a printed link.
fn award(
    tx: &Tx<'_>,
    vault: &CodeVault,
    key: &EarnLinkKey,
    (member, link): (MemberId, &EarnLink<'_>),
    caps: Caps,
) -> AppResult<(TransactionId, ClaimedLink)> {
    let counter = Merchant {
        partner: key.partner,
        actor: *key.id.as_bytes(),
        name: key.name.clone(),
        role: CounterRole::Key,
        till: None,
        outlet: key.outlet,
        daily_cap: key.daily_cap,
        principal: Principal::WithoutSession,
    };
    let order = AwardOrder {
        member: None,
        amount: link.amount,
        enjoy_card: false,
        receipt: Some(link.receipt.clone()),
        bought: None,
        carbon: Vec::new(),
        outlet: key.outlet,
    };
    give(tx, vault, &counter, (member, order), caps)
}

/// Awards a purchase to the member who claims its link, as the counter would.
fn give(
    tx: &Tx<'_>,
    vault: &CodeVault,
    counter: &Merchant,
    (member, order): (MemberId, AwardOrder),
    caps: Caps,
) -> AppResult<(TransactionId, ClaimedLink)> {
    let found = members::find(tx, member)?.ok_or(NOT_FOUND)?;
    let order = AwardOrder { member: Some(Identifier::ShortId(found.short_id)), ..order };
    let awarded = awards::award(tx, vault, counter, &order, caps).map_err(|error| match error {
        error if error.is(PARTNER_INACTIVE) => AppError::from(INVALID_QR),
        error if error.is(RECEIPT_ALREADY_USED) => AppError::from(QR_ALREADY_USED),
        other => other,
    })?;
    let balance = ledger::balance_of(tx, member)?;
    Ok((awarded.transaction, ClaimedLink { points: awarded.points, balance }))
}
