//! The counter: staff of a partner award points and collect coupons.

mod cards;
mod coupons;
mod http;
mod queries;
mod register;

use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{MemberId, OutletId, RecordId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::awards::UNDO_TIME;
use crate::platform::store::Read;

use crate::auth::Merchant;

pub use http::routes;

/// What happened at a counter.
#[derive(Clone, Debug)]
struct Event {
    id: RecordId,
    kind: EventKind,
    member: MemberId,
    actor_name: String,
    points: i64,
    amount: Option<Hkd>,
    enjoy_card: bool,
    receipt: Option<String>,
    transaction: Option<TransactionId>,
    redemption: Option<RedemptionId>,
    item_name: Option<LocalizedText>,
    till_name: Option<String>,
    outlet_name: Option<LocalizedText>,
    undone: bool,
    created: Timestamp,
}

impl Event {
    /// Until when whoever looks at their till's list can take an award back there, if they still can.
    fn undo_until(&self, merchant: &Merchant, now: Timestamp) -> Option<Timestamp> {
        // Away from a till, the list has other people's awards too.
        merchant.till?;
        let open = self.kind == EventKind::Award && !self.undone;
        open.then(|| self.created.plus(UNDO_TIME)).filter(|until| now < *until)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum EventKind {
    Award,
    Collect,
}

/// What a counter did since midnight in Hong Kong, hour by hour and outlet by outlet. What was taken back is in no sum but
/// its own.
#[derive(Clone, Debug)]
struct Today {
    since: Timestamp,
    hours: Vec<Hour>,
    outlets: Vec<AtOutlet>,
}

/// What one outlet did since then.
#[derive(Clone, Debug)]
struct AtOutlet {
    /// None for what was done at no till: by the partner's staff or its API key.
    outlet: Option<OutletId>,
    name: Option<LocalizedText>,
    awards: i64,
    points: i64,
    amount: Hkd,
    collected: i64,
    undone: i64,
    undone_points: i64,
}

/// One hour of it.
#[derive(Clone, Debug)]
struct Hour {
    /// 0 to 23.
    hour: i64,
    awards: i64,
    points: i64,
    amount: Hkd,
    collected: i64,
}

/// What happened at a till, for whoever signed in at one, or else at any counter of the partner, in a
/// period; before `before`, newest first.
fn activity(
    read: &Read<'_>,
    merchant: &Merchant,
    period: Period,
    before: Option<RecordId>,
    limit: i64,
) -> AppResult<Vec<Event>> {
    let before = before.unwrap_or(RecordId::from_bytes([0xff; 16]));
    queries::list(read, merchant.partner, merchant.till.map(|till| till.id), period, before, limit)
}

/// The same, summed up for today.
fn today(read: &Read<'_>, merchant: &Merchant) -> AppResult<Today> {
    let since = read.now().hong_kong_midnight();
    let till = merchant.till.map(|till| till.id);
    let hours = queries::hours(read, merchant.partner, till, since)?;
    Ok(Today { since, hours, outlets: queries::at_outlets(read, merchant.partner, till, since)? })
}
