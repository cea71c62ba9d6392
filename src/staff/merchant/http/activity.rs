//! What a counter did, over HTTP.

use axum::extract::{FromRequestParts, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::{Counter, Recognised, recognised};
use crate::auth::{Merchant, PartnerStaff};
use crate::base::clock::Timestamp;
use crate::base::id::{OutletId, RecordId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest, languages, period};
use crate::platform::store::Read;
use crate::staff::merchant::{AtOutlet, Event, EventKind, Hour, activity, today};

/// Something that happened at the counter.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterActivity {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: RecordId,
    #[serde(rename = "type")]
    kind: EventKind,
    created: Timestamp,
    /// Points awarded, or the price of what was collected.
    points: i64,
    /// Who stood there.
    by: String,
    /// At which till, where that was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    till: Option<String>,
    /// At which outlet that stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    outlet: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount_hkd: Option<Hkd>,
    enjoy_card: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<TransactionId>,
    /// Whether the award was taken back.
    undone: bool,
    /// Until when this till can take the award back; absent where it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    undo_until: Option<Timestamp>,
    /// What time it is, beside `undoUntil`.
    #[serde(skip_serializing_if = "Option::is_none")]
    server_time: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redemption_id: Option<RedemptionId>,
    /// What was collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<Recognised>,
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
        undone: event.undone,
        undo_until,
        server_time: undo_until.map(|_| read.now()),
        redemption_id: event.redemption,
        item: event.item_name,
        member: recognised(read, event.member)?,
    })
}

impl CsvRow for CounterActivity {
    const HEADINGS: &'static [&'static str] = &[
        "_id",
        "created",
        "type",
        "outlet.en",
        "outlet.zh",
        "outlet.zhhk",
        "till",
        "by",
        "member",
        "amountHkd",
        "enjoyCard",
        "points",
        "receipt",
        "item.en",
        "item.zh",
        "item.zhhk",
        "undone",
        "transactionId",
        "redemptionId",
    ];

    fn cells(&self) -> Vec<Cell> {
        let kind = match self.kind {
            EventKind::Award => "award",
            EventKind::Collect => "collect",
        };
        let named = |text: &Option<LocalizedText>| languages(&text.clone().unwrap_or_default());
        let mut cells: Vec<Cell> = vec![self.id.to_string().into(), self.created.into(), kind.into()];
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

/// What a list of activity is narrowed to.
#[derive(Deserialize)]
pub(super) struct ActivityQuery {
    from: Option<String>,
    to: Option<String>,
}

/// Whose work is looked at.
#[derive(Deserialize)]
struct Whose {
    /// `true` for every counter of the partner, wherever its staff are signed in.
    everywhere: Option<String>,
}

/// Whoever asks, away from their till where they ask for every counter. Fails with `forbidden` for all but staff of the
/// partner.
pub(super) struct Looker(Merchant);

impl FromRequestParts<Counter> for Looker {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, counter: &Counter) -> AppResult<Self> {
        let Filters(whose) = Filters::<Whose>::from_request_parts(parts, counter).await?;
        let everywhere = match whose.everywhere.as_deref() {
            None | Some("" | "false") => false,
            Some("true") => true,
            Some(_) => return Err(INVALID_PARAMETER.into()),
        };
        // A cashier who is at work in the same browser does not stand in for its staff.
        if everywhere
            && !parts.headers.contains_key(AUTHORIZATION)
            && let Ok(PartnerStaff(staff)) = PartnerStaff::from_request_parts(parts, counter).await
        {
            return Ok(Self(staff));
        }
        let merchant = Merchant::from_request_parts(parts, counter).await?;
        if !everywhere {
            return Ok(Self(merchant));
        }
        merchant.require_manager()?;
        Ok(Self(Merchant { till: None, ..merchant }))
    }
}

/// List what this counter awarded and collected: this till, for whoever signed in at one, or else
/// every counter of the partner, which its staff have anywhere with `everywhere=true`; `from` and `to` are days or moments;
/// as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/merchant/activity", tag = "merchant",
    params(("everywhere" = Option<bool>, Query), ("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query),
        ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [CounterActivity])))]
pub(super) async fn list_activity(
    State(counter): State<Counter>,
    Looker(merchant): Looker,
    request: ListRequest,
    Filters(query): Filters<ActivityQuery>,
) -> AppResult<Response> {
    let period = period(query.from.as_deref(), query.to.as_deref())?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, merchant) = (counter.store().clone(), merchant.clone());
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

/// What a counter did since midnight in Hong Kong, without what was taken back.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterToday {
    /// The midnight.
    since: Timestamp,
    awards: i64,
    points: i64,
    amount_hkd: Hkd,
    collected: i64,
    /// Awards and collections of today that were taken back: in none of the other sums.
    undone: i64,
    /// Points of such awards.
    undone_points: i64,
    /// The hours in which something happened.
    hours: Vec<CounterHour>,
    /// The outlets at which something happened.
    outlets: Vec<CounterOutlet>,
}

/// One outlet of it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterOutlet {
    /// None for what was done at no till.
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

impl From<AtOutlet> for CounterOutlet {
    fn from(at: AtOutlet) -> Self {
        let AtOutlet { outlet, name, awards, points, amount, collected, undone, undone_points } = at;
        Self { id: outlet, name, awards, points, amount_hkd: amount, collected, undone, undone_points }
    }
}

/// One hour of it.
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

/// Sum up what this counter did today, hour by hour and outlet by outlet; every counter of the partner, for its staff, with
/// `everywhere=true`.
#[utoipa::path(get, path = "/api/merchant/today", tag = "merchant", params(("everywhere" = Option<bool>, Query)),
    responses((status = 200, body = CounterToday)))]
pub(super) async fn get_counter_today(
    State(counter): State<Counter>,
    Looker(merchant): Looker,
) -> AppResult<Json<CounterToday>> {
    let found = counter.store().read(|read| today(read, &merchant))?;
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
