//! Links that the server makes for a counter: the cashier types the bill, and the customer scans the screen. The link
//! contains a random code. The bill and the points of the code are rows of the database, so that the counter can show
//! when the link was collected and by which member.

use std::time::Duration;

use super::{ClaimedLink, CounterBill, CounterLink, give, queries};
use crate::auth::{CounterRole, CurrentTill, FORBIDDEN, Merchant, Principal};
use crate::base::day::Day;
use crate::base::id::{CounterLinkId, MemberId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::random_code::new_handle;
use crate::base::secret::hash;
use crate::core::outlets::{TillState, devices};
use crate::member::awards::{self, Caps, PurchasePoints, RECEIPT_ALREADY_USED};
use crate::member::campaigns::{INVALID_QR, QR_ALREADY_USED};
use crate::member::carbon;
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Tx};

/// The time within which a link can be collected.
const LIFE: Duration = Duration::from_secs(15 * 60);
/// The time after its end for which a link is kept.
const KEPT: Duration = Duration::from_secs(30 * 86_400);
/// The beginning of a link.
const PREFIX: &str = "E2~";
/// Characters of a code.
const CODE: usize = 26;

/// The code of a link that a counter shows, with or without the address before it; `None` for any other text.
pub(super) fn code_of(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.rsplit_once("/earn/").map_or(text, |(_, link)| link);
    text.strip_prefix(PREFIX).filter(|code| code.len() == CODE)
}

/// Makes a link; returns it with its text. Fails with `forbidden` for an API key, which has keys of earn links, with
/// [`RECEIPT_ALREADY_USED`], and for quantities that an award would refuse.
pub fn make(tx: &Tx<'_>, merchant: &Merchant, bill: CounterBill) -> AppResult<(CounterLink, String)> {
    let partner = of_person(tx, merchant)?;
    carbon::counted_entries(tx, partner, Day::of(tx.now()), &bill.carbon)?;
    if let Some(receipt) = &bill.receipt
        && awards::has_earned(tx, merchant.partner, receipt)?
    {
        return Err(RECEIPT_ALREADY_USED.into());
    }
    let code = new_handle();
    let link = CounterLink {
        id: CounterLinkId::made_at(tx.now()),
        partner: merchant.partner,
        till: merchant.till.map(|till| till.id),
        actor: merchant.actor,
        actor_name: merchant.name.clone(),
        bill,
        until: tx.now().plus(LIFE),
        transaction: None,
        created: tx.now(),
    };
    queries::insert_counter_link(tx, &link, &hash(&code))?;
    Ok((link, format!("{PREFIX}{code}")))
}

/// The points that a link for this bill would give any member now. Fails with `forbidden` for an API key, and for quantities
/// that an award would refuse.
pub fn preview(read: &Read<'_>, merchant: &Merchant, bill: CounterBill) -> AppResult<PurchasePoints> {
    of_person(read, merchant)?;
    awards::preview_for_anyone(read, merchant, &bill.order())
}

/// The partner of a counter at which a person stands.
fn of_person(read: &Read<'_>, merchant: &Merchant) -> AppResult<PartnerId> {
    if merchant.role == CounterRole::Key {
        return Err(FORBIDDEN.into());
    }
    Ok(awards::active_partner(read, merchant)?.id)
}

/// A link of that counter. Fails with `not_found`, also for a link of another till.
pub fn find_here(read: &Read<'_>, merchant: &Merchant, id: CounterLinkId) -> AppResult<CounterLink> {
    let is_here = |link: &CounterLink| match merchant.till {
        Some(till) => link.till == Some(till.id),
        None => link.till.is_none() && link.actor == merchant.actor,
    };
    let found = queries::find_counter_link(read, id)?.filter(|link| link.partner == merchant.partner && is_here(link));
    Ok(found.ok_or(NOT_FOUND)?)
}

/// Takes a link back before its end. Fails with `not_found`, and with [`QR_ALREADY_USED`] if it was collected.
pub fn take_back(tx: &Tx<'_>, merchant: &Merchant, id: CounterLinkId) -> AppResult<()> {
    let link = find_here(tx, merchant, id)?;
    if link.transaction.is_some() {
        return Err(QR_ALREADY_USED.into());
    }
    if tx.now() < link.until { queries::end_counter_link(tx, id, tx.now()) } else { Ok(()) }
}

/// Gives a member the points of a link that a counter shows, as the counter itself would: the award is that of its till and
/// cashier, who can undo it. Fails as [`super::claim`] does.
pub(super) fn claim(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    code: &str,
    caps: Caps,
) -> AppResult<ClaimedLink> {
    let link = queries::find_counter_link_by_code(tx, &hash(code))?.ok_or(INVALID_QR)?;
    if link.transaction.is_some() {
        return Err(QR_ALREADY_USED.into());
    }
    if link.until <= tx.now() || is_revoked(tx, &link)? {
        return Err(INVALID_QR.into());
    }
    let counter = Merchant {
        partner: link.partner,
        actor: link.actor,
        name: link.actor_name,
        role: CounterRole::Cashier,
        till: link.till.map(|id| CurrentTill { id, locked: false }),
        outlet: None,
        daily_cap: None,
        principal: Principal::WithoutSession,
    };
    let mut order = link.bill.order();
    // The award would refuse the quantity of a factor that has ended, and the member could not correct it.
    order.carbon = carbon::still_counted(tx, link.partner, Day::of(tx.now()), order.carbon)?;
    let (transaction, claimed) = give(tx, vault, &counter, (member, order), caps)?;
    queries::mark_collected(tx, link.id, transaction)?;
    Ok(claimed)
}

/// Whether the till was revoked since then; closing its outlet revokes it too.
fn is_revoked(read: &Read<'_>, link: &CounterLink) -> AppResult<bool> {
    let till = link.till.map(|id| devices::find(read, id)).transpose()?.flatten();
    Ok(till.is_some_and(|till| till.state == TillState::Revoked))
}

/// Deletes some links that ended long ago.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_ended_before(tx, tx.now().minus(KEPT))
}
