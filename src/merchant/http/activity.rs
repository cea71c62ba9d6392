//! What a counter did, over HTTP.

use axum::extract::State;
use serde::Serialize;

use super::{Counter, Recognised, recognised};
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::id::{RecordId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::http::json::Json;
use crate::http::page::{Page, PageRequest};
use crate::http::problem::Problem;
use crate::merchant::{Event, EventKind, Hour, activity, today};
use crate::store::Read;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    amount_hkd: Option<Hkd>,
    enjoy_card: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<TransactionId>,
    /// Whether the award was taken back.
    undone: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    redemption_id: Option<RedemptionId>,
    /// What was collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<Recognised>,
}

fn shown(read: &Read<'_>, event: Event) -> AppResult<CounterActivity> {
    Ok(CounterActivity {
        id: event.id,
        kind: event.kind,
        created: event.created,
        points: event.points,
        by: event.actor_name,
        till: event.till_name,
        amount_hkd: event.amount,
        enjoy_card: event.enjoy_card,
        receipt: event.receipt,
        transaction_id: event.transaction,
        undone: event.undone,
        redemption_id: event.redemption,
        item: event.item_name,
        member: recognised(read, event.member)?,
    })
}

/// List what this counter awarded and collected: this till, for whoever signed in at one, or else
/// every counter of the partner.
#[utoipa::path(get, path = "/api/merchant/activity", tag = "merchant",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [CounterActivity]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub(super) async fn list_activity(
    State(counter): State<Counter>,
    merchant: Merchant,
    page: PageRequest,
) -> AppResult<Page<CounterActivity>> {
    let before = page.after(RecordId::parse)?;
    let rows = counter.store().read_consistently(|read| {
        let events = activity(read, &merchant, before, page.probe())?;
        events.into_iter().map(|event| shown(read, event)).collect::<AppResult<Vec<_>>>()
    })?;
    Ok(page.finish(rows, |event| event.id.to_string()))
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
    /// The hours in which something happened.
    hours: Vec<CounterHour>,
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

/// Sum up what this counter did today, hour by hour.
#[utoipa::path(get, path = "/api/merchant/today", tag = "merchant",
    responses((status = 200, body = CounterToday), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub(super) async fn get_counter_today(
    State(counter): State<Counter>,
    merchant: Merchant,
) -> AppResult<Json<CounterToday>> {
    let found = counter.store().read(|read| today(read, &merchant))?;
    let sum = |part: fn(&Hour) -> i64| found.hours.iter().map(part).sum();
    Ok(Json(CounterToday {
        since: found.since,
        awards: sum(|hour| hour.awards),
        points: sum(|hour| hour.points),
        amount_hkd: Hkd::from_units(sum(|hour| hour.amount.units())),
        collected: sum(|hour| hour.collected),
        hours: found.hours.into_iter().map(CounterHour::from).collect(),
    }))
}
