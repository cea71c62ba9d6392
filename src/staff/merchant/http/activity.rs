//! HTTP calls that list the events of a counter and sum them up.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::{Counter, MemberIdentity, PartnerManager, recognised};
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::id::{OutletId, RecordId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::base::transaction_number::TransactionNumber;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest, languages, period};
use crate::platform::store::Read;
use crate::staff::merchant::{Event, EventKind, Hour, OutletActivity, activity, today};

/// An event at the counter.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterActivity {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: RecordId,
    #[serde(rename = "type")]
    kind: EventKind,
    created: Timestamp,
    /// Points awarded, or the price of the collected item.
    points: i64,
    /// The person or key at the counter.
    by: String,
    /// The name of the till, if the event happened at one.
    #[serde(skip_serializing_if = "Option::is_none")]
    till: Option<String>,
    /// The outlet of that till, or of the purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    outlet: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount_hkd: Option<Hkd>,
    enjoy_card: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<TransactionId>,
    /// The short number of the transaction, as the member sees it; absent for a collected coupon.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<TransactionNumber>,
    /// Whether the award was returned.
    undone: bool,
    /// The time until which this till can return the award; absent if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    undo_until: Option<Timestamp>,
    /// The server's time, present together with `undoUntil`.
    #[serde(skip_serializing_if = "Option::is_none")]
    server_time: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redemption_id: Option<RedemptionId>,
    /// The collected item.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<MemberIdentity>,
}

fn shown(read: &Read<'_>, merchant: &Merchant, event: Event) -> AppResult<CounterActivity> {
    let undo_until = event.undo_until(merchant, read.now());
    Ok(CounterActivity {
        id: event.id,
        kind: event.kind,
        created: event.created,
        points: event.points,
        by: event.actor_name,
        till: event.till_name,
        outlet: event.outlet_name,
        amount_hkd: event.amount,
        enjoy_card: event.enjoy_card,
        receipt: event.receipt,
        transaction_id: event.transaction,
        number: event.number,
        undone: event.undone,
        undo_until,
        server_time: undo_until.map(|_| read.now()),
        redemption_id: event.redemption,
        item: event.item_name,
        member: recognised(read, event.member)?,
    })
}

impl CsvRow for CounterActivity {
    const HEADINGS: &'static str = "\
        _id,created,type,outlet.en,outlet.zh,outlet.zhhk,till,by,member,amountHkd,enjoyCard,points,receipt,\
        item.en,item.zh,item.zhhk,undone,transactionId,redemptionId";

    fn cells(&self) -> Vec<Cell> {
        let named = |text: &Option<LocalizedText>| languages(&text.clone().unwrap_or_default());
        let mut cells: Vec<Cell> = vec![self.id.to_string().into(), self.created.into(), self.kind.name().into()];
        cells.extend(named(&self.outlet));
        cells.extend([
            self.till.clone().into(),
            self.by.clone().into(),
            self.member.as_ref().map(|member| member.short_id.to_string()).into(),
            self.amount_hkd.map(|amount| amount.to_string()).into(),
            self.enjoy_card.into(),
            self.points.into(),
            self.receipt.clone().into(),
        ]);
        cells.extend(named(&self.item));
        cells.extend([
            self.undone.into(),
            self.transaction_id.map(|id| id.to_string()).into(),
            self.redemption_id.map(|id| id.to_string()).into(),
        ]);
        cells
    }
}

/// The filters of the activity list.
#[derive(Deserialize)]
pub(super) struct ActivityQuery {
    from: Option<String>,
    to: Option<String>,
}

/// The scope of activity to show.
#[derive(Deserialize)]
struct ActivityScope {
    /// `true` for every counter of the partner.
    everywhere: Option<String>,
}

/// The client of an activity call. With `everywhere=true` it is not limited to its till. Fails with `forbidden` if
/// `everywhere` is requested by anyone except staff of the partner.
pub(super) struct ActivityViewer(Merchant);

impl FromRequestParts<Counter> for ActivityViewer {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, counter: &Counter) -> AppResult<Self> {
        let Filters(whose) = Filters::<ActivityScope>::from_request_parts(parts, counter).await?;
        let everywhere = match whose.everywhere.as_deref() {
            None | Some("" | "false") => false,
            Some("true") => true,
            Some(_) => return Err(INVALID_PARAMETER.into()),
        };
        if everywhere {
            let PartnerManager(staff) = PartnerManager::from_request_parts(parts, counter).await?;
            return Ok(Self(staff));
        }
        Ok(Self(Merchant::from_request_parts(parts, counter).await?))
    }
}

/// List the awards and collections of this counter.
/// A person signed in at a till sees that till; others see every counter of the partner. Staff of the partner see
/// every counter with `everywhere=true`. `from` and `to` are days or moments. `format=csv` returns CSV.
#[utoipa::path(get, path = "/api/merchant/activity", tag = "merchant",
    params(("everywhere" = Option<bool>, Query), ("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query),
        ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [CounterActivity])))]
pub(super) async fn list_activity(
    State(counter): State<Counter>,
    ActivityViewer(merchant): ActivityViewer,
    request: ListRequest,
    Filters(query): Filters<ActivityQuery>,
) -> AppResult<Response> {
    let period = period(query.from.as_deref(), query.to.as_deref())?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, merchant) = (counter.store.clone(), merchant.clone());
        async move {
            let before = cursor.map(|text| RecordId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_consistently(|read| {
                let events = activity(read, &merchant, period, before, limit)?;
                events.into_iter().map(|event| shown(read, &merchant, event)).collect::<AppResult<Vec<_>>>()
            })
        }
    };
    request.answer("activity", None, fetch, |event: &CounterActivity| event.id.to_string()).await
}

/// Totals of a counter since midnight in Hong Kong, without returned awards and collections.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterToday {
    /// Midnight in Hong Kong.
    since: Timestamp,
    awards: i64,
    points: i64,
    amount_hkd: Hkd,
    collected: i64,
    /// Awards and collections of today that were returned; not included in the other totals.
    undone: i64,
    /// Points of the returned awards and collections.
    undone_points: i64,
    /// The hours that have events.
    hours: Vec<CounterHour>,
    /// The outlets that have events.
    outlets: Vec<CounterOutlet>,
}

/// Totals of one outlet.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterOutlet {
    /// Absent for events at no outlet.
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    id: Option<OutletId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<LocalizedText>,
    awards: i64,
    points: i64,
    amount_hkd: Hkd,
    collected: i64,
    undone: i64,
    undone_points: i64,
}

impl From<OutletActivity> for CounterOutlet {
    fn from(at: OutletActivity) -> Self {
        let OutletActivity { outlet, name, awards, points, amount, collected, undone, undone_points } = at;
        Self { id: outlet, name, awards, points, amount_hkd: amount, collected, undone, undone_points }
    }
}

/// Totals of one hour.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterHour {
    /// 0 to 23, Hong Kong time.
    hour: i64,
    awards: i64,
    points: i64,
    amount_hkd: Hkd,
    collected: i64,
}

impl From<Hour> for CounterHour {
    fn from(hour: Hour) -> Self {
        let Hour { hour, awards, points, amount, collected } = hour;
        Self { hour, awards, points, amount_hkd: amount, collected }
    }
}

/// Show today's totals of this counter, by hour and by outlet. Staff of the partner get every counter with
/// `everywhere=true`.
#[utoipa::path(get, path = "/api/merchant/today", tag = "merchant", params(("everywhere" = Option<bool>, Query)),
    responses((status = 200, body = CounterToday)))]
pub(super) async fn get_counter_today(
    State(counter): State<Counter>,
    ActivityViewer(merchant): ActivityViewer,
) -> AppResult<Json<CounterToday>> {
    let found = counter.store.read(|read| today(read, &merchant))?;
    let sum = |part: fn(&Hour) -> i64| found.hours.iter().map(part).sum();
    Ok(Json(CounterToday {
        since: found.since,
        awards: sum(|hour| hour.awards),
        points: sum(|hour| hour.points),
        amount_hkd: Hkd::from_units(sum(|hour| hour.amount.units())),
        collected: sum(|hour| hour.collected),
        undone: found.outlets.iter().map(|at| at.undone).sum(),
        undone_points: found.outlets.iter().map(|at| at.undone_points).sum(),
        outlets: found.outlets.into_iter().map(CounterOutlet::from).collect(),
        hours: found.hours.into_iter().map(CounterHour::from).collect(),
    }))
}
