//! Alarms in the admin, over HTTP.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::{AlarmPage, AlarmView, Summary, cashier};
use crate::base::id::{AlarmId, MemberId};
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::member::alarms::{self, AbuseKind, AlarmQueue};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::ALARM_LOOKS;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{BookReaders, Operators};
use crate::staff::kit::{AdminContext, AuditedStaff, reason};

/// The most alarms that one call dismisses.
const MOST_AT_ONCE: usize = 50;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_abuse_alarms))
        .routes(routes!(get_alarm_summary))
        .routes(routes!(look_for_alarms))
        .routes(routes!(get_alarm))
        .routes(routes!(hold_for_alarm))
        .routes(routes!(release_for_alarm))
        .routes(routes!(pause_cashier_of_alarm))
        .routes(routes!(resume_cashier_of_alarm))
        .routes(routes!(dismiss_alarms))
}

#[derive(Deserialize)]
struct AlarmsQuery {
    queue: Option<String>,
    kind: Option<String>,
}

/// List alarms, the newest first; as CSV with `format=csv`. The access is audited.
/// Filters: `queue` (default `open`) and `kind`.
#[utoipa::path(get, path = "/api/admin/alarms", tag = "admin",
    params(("queue" = Option<AlarmQueue>, Query), ("kind" = Option<AbuseKind>, Query),
        ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [AlarmView])))]
async fn list_abuse_alarms(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    request: ListRequest,
    Filters(query): Filters<AlarmsQuery>,
) -> AppResult<Response> {
    let queue = match query.queue.as_deref() {
        None | Some("") => AlarmQueue::Open,
        Some(name) => AlarmQueue::from_name(name).ok_or(INVALID_PARAMETER)?,
    };
    let kind = match query.kind.as_deref() {
        None | Some("") => None,
        Some(name) => Some(AbuseKind::from_name(name).ok_or(INVALID_PARAMETER)?),
    };
    let look = admin.look_at_list(&request, staff, "alarm")?;
    let counts = kind.is_none() && queue != AlarmQueue::Done;
    let total = counts.then(|| admin.store.read(|read| alarms::counts(read, queue))).transpose()?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before = cursor.map(|text| AlarmId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| list(read, queue, kind, before, limit)).await
        }
    };
    look.beside(request.answer("alarms", total.map(|total| total.alarms), fetch, |one: &AlarmView| one.id.to_string()))
        .await
}

fn list(
    read: &Read<'_>,
    queue: AlarmQueue,
    kind: Option<AbuseKind>,
    before: Option<AlarmId>,
    limit: i64,
) -> AppResult<Vec<AlarmView>> {
    alarms::list(read, queue, kind, before, limit)?.into_iter().map(|alarm| super::view(read, alarm)).collect()
}

/// Show the queue of alarms in figures, and what raises an alarm.
#[utoipa::path(get, path = "/api/admin/alarms/summary", tag = "admin", responses((status = 200, body = Summary)))]
async fn get_alarm_summary(State(admin): State<AdminContext>, _: StaffWith<BookReaders>) -> AppResult<Json<Summary>> {
    admin.store.read_consistently(super::summary).map(Json)
}

/// Run the detection of abuse now, without waiting for its next run, and show the queue in figures. Does nothing while
/// alarms are off.
#[utoipa::path(post, path = "/api/admin/alarms/look", tag = "admin",
    responses((status = 200, body = Summary), (status = 429, body = Problem)))]
async fn look_for_alarms(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
) -> AppResult<Json<Summary>> {
    admin.limits.count(ALARM_LOOKS, &staff.actor.id)?;
    alarms::find_now(&admin.store).await?;
    admin.store.read_consistently(super::summary).map(Json)
}

/// Show an alarm with its evidence and what was done before; the access is audited.
#[utoipa::path(get, path = "/api/admin/alarms/{id}", tag = "admin", params(("id" = AlarmId, Path)),
    responses((status = 200, body = AlarmPage)))]
async fn get_alarm(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<AlarmId>,
) -> AppResult<Json<AlarmPage>> {
    let store = admin.store.clone();
    let found = async move { store.read_at_length(move |read| super::page(read, id)).await.map(Json) };
    admin.look_at(staff, "alarm.open", id).beside(found).await
}

/// Points to put on hold.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct HoldRequest {
    /// The finding, at most 500 characters. The audit keeps it.
    note: String,
    /// The members whose points are put on hold; absent for all that the alarm concerns.
    #[serde(default)]
    members: Option<Vec<MemberId>>,
}

/// Put the points that an alarm concerns on hold, of each member at most the balance. The member is notified, sees them as
/// held, and cannot spend them.
#[utoipa::path(post, path = "/api/admin/alarms/{id}/hold", tag = "admin", request_body = HoldRequest,
    params(("id" = AlarmId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = AlarmView), (status = 409, body = Problem)))]
async fn hold_for_alarm(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<AlarmId>,
    key: IdempotencyKey,
    Json(request): Json<HoldRequest>,
) -> AppResult<ReplayableAnswer> {
    let note = reason("note", &request.note)?;
    let caller = staff.caller();
    let hold = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &request, |tx| {
            super::hold(tx, &staff, id, request.members.as_deref(), &note)
        })
    };
    admin.store.write_as(caller, hold).await
}

/// A decision about one alarm.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AlarmDecisionRequest {
    /// The finding, at most 500 characters. The audit keeps it.
    note: String,
}

/// Decides about an alarm once for each idempotency key, with the note of the request.
async fn decide(
    admin: &AdminContext,
    staff: AuditedStaff,
    id: AlarmId,
    key: IdempotencyKey,
    request: AlarmDecisionRequest,
    decision: fn(&Tx<'_>, &AuditedStaff, AlarmId, &str) -> AppResult<AlarmView>,
) -> AppResult<ReplayableAnswer> {
    let note = reason("note", &request.note)?;
    let caller = staff.caller();
    let once =
        move |tx: &Tx<'_>| idempotency::once(tx, &staff.actor.id, &key, &request, |tx| decision(tx, &staff, id, &note));
    admin.store.write_as(caller, once).await
}

/// Give all points back that are on hold because of an alarm, at once, and end it. The members are notified.
#[utoipa::path(post, path = "/api/admin/alarms/{id}/release", tag = "admin", request_body = AlarmDecisionRequest,
    params(("id" = AlarmId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = AlarmView), (status = 409, body = Problem)))]
async fn release_for_alarm(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<AlarmId>,
    key: IdempotencyKey,
    Json(request): Json<AlarmDecisionRequest>,
) -> AppResult<ReplayableAnswer> {
    decide(&admin, staff, id, key, request, super::release).await
}

/// Pause the cashier of an alarm that has not ended. The cashier is signed out at once and cannot sign in at any till. An
/// operator lets the cashier sign in again here or in the list of the partner's cashiers, and a manager in the portal.
#[utoipa::path(post, path = "/api/admin/alarms/{id}/pause-cashier", tag = "admin", request_body = AlarmDecisionRequest,
    params(("id" = AlarmId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = AlarmView), (status = 409, body = Problem)))]
async fn pause_cashier_of_alarm(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<AlarmId>,
    key: IdempotencyKey,
    Json(request): Json<AlarmDecisionRequest>,
) -> AppResult<ReplayableAnswer> {
    decide(&admin, staff, id, key, request, cashier::pause).await
}

/// Let the cashier of an alarm sign in again, also after the alarm ended. The PIN stays; a passkey has to be added again.
#[utoipa::path(post, path = "/api/admin/alarms/{id}/resume-cashier", tag = "admin", request_body = AlarmDecisionRequest,
    params(("id" = AlarmId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = AlarmView), (status = 409, body = Problem)))]
async fn resume_cashier_of_alarm(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<AlarmId>,
    key: IdempotencyKey,
    Json(request): Json<AlarmDecisionRequest>,
) -> AppResult<ReplayableAnswer> {
    decide(&admin, staff, id, key, request, cashier::resume).await
}

/// Alarms to dismiss.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DismissRequest {
    /// 1 to 50 alarms.
    alarms: Vec<AlarmId>,
    /// The reason why they are no abuse; the audit keeps it. At most 500 characters.
    note: String,
}

/// Dismiss open alarms, all or none. Their subjects raise no alarm for 30 days.
#[utoipa::path(post, path = "/api/admin/alarms/dismiss", tag = "admin", request_body = DismissRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = [AlarmView]), (status = 409, body = Problem)))]
async fn dismiss_alarms(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    key: IdempotencyKey,
    Json(request): Json<DismissRequest>,
) -> AppResult<ReplayableAnswer> {
    let note = reason("note", &request.note)?;
    if !(1..=MOST_AT_ONCE).contains(&request.alarms.len()) {
        return Err(AppError::invalid_field("alarms", "invalid_value"));
    }
    let caller = staff.caller();
    let dismiss = move |tx: &Tx<'_>| {
        idempotency::once(tx, &staff.actor.id, &key, &request, |tx| super::dismiss(tx, &staff, &request.alarms, &note))
    };
    admin.store.write_as(caller, dismiss).await
}
