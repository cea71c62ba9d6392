//! Alarms about possible abuse, raised by a background task, and the points that staff put on hold because of an alarm.
//!
//! Each run reads the purchases and transfers of the last days and raises an alarm about each subject above its
//! threshold. While an alarm has not ended, later findings are added to it; the evidence of an ended alarm raises no
//! other. The server takes no points back by itself. The calls of staff are in `staff::admin::alarms`.

mod detect;
mod hold;
mod http;
mod judge;
mod queries;
mod raise;
mod run;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{AlarmId, MemberId, PartnerId, RecordId, TillId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::settings::{AlarmSettings, AlarmThreshold};
use crate::platform::store::{Read, Tx, stored_names};

pub use hold::{forget_member, held, hold, holdable, release, total_held};
pub use http::routes;
pub use queries::{AlarmStep, Evidence, Totals, counts, done_since, evidence, held_by_alarm, list, shares};
pub use run::{find_now, find_within, run};

/// The alarm was released or dismissed, or a decision about it does not fit its state.
pub const ALARM_DECIDED: ProblemType = ProblemType::new("alarm_decided", 409, "Alarm decided");
/// The member has spent the points, or they are on hold already.
pub const NOTHING_TO_HOLD: ProblemType = ProblemType::new("nothing_to_hold", 409, "Nothing to hold");

/// The time after a dismissal in which the subject raises no alarm.
pub const QUIET: Duration = Duration::from_secs(30 * 86_400);

/// The kind of abuse that an alarm is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AbuseKind)]
pub enum AbuseKind {
    /// A cashier gave the same member points too often.
    Pair,
    /// A cashier has many bills of whole hundreds.
    RoundAmounts,
    /// A cashier gives many points without a receipt number.
    NoReceipt,
    /// Many members transferred points to one.
    FanIn,
    /// Many awards of a cashier were taken back.
    Undone,
    /// Many accounts are used on one device.
    Device,
}

/// The seriousness of an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AlarmLevel)]
pub enum AlarmLevel {
    High,
    Medium,
    Low,
}

/// The list that contains an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AlarmQueue)]
pub enum AlarmQueue {
    /// Staff have to decide.
    Open,
    /// Points are on hold.
    Held,
    /// The alarm was released or dismissed.
    Done,
}

/// The outcome of an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AlarmOutcome)]
pub enum AlarmOutcome {
    /// The points on hold were given back.
    Released,
    /// The alarm was no abuse.
    Dismissed,
}

/// Something that happened to an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AlarmEvent)]
pub enum AlarmEvent {
    Raised,
    Held,
    Released,
    Dismissed,
    /// The cashier may not sign in any more.
    Paused,
    /// The cashier may sign in again.
    Resumed,
}
stored_names! {
    AbuseKind {
        Pair = "pair", RoundAmounts = "round_amounts", NoReceipt = "no_receipt", FanIn = "fan_in", Undone = "undone",
        Device = "device",
    }
    AlarmLevel { High = "high", Medium = "medium", Low = "low" }
    AlarmQueue { Open = "open", Held = "held", Done = "done" }
    AlarmOutcome { Released = "released", Dismissed = "dismissed" }
    AlarmEvent {
        Raised = "raised", Held = "held", Released = "released", Dismissed = "dismissed", Paused = "paused",
        Resumed = "resumed",
    }
}

impl AbuseKind {
    fn threshold(self, settings: &AlarmSettings) -> AlarmThreshold {
        match self {
            Self::Pair => settings.pair,
            Self::RoundAmounts => settings.round_amounts,
            Self::NoReceipt => settings.no_receipt,
            Self::FanIn => settings.fan_in,
            Self::Undone => settings.undone,
            Self::Device => settings.device,
        }
    }
}

/// The person who gave the points at a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterActor {
    /// The 16 bytes of the id of a cashier, a member of staff or an API key.
    pub id: [u8; 16],
    /// The name at that moment.
    pub name: String,
    /// The partner.
    pub partner: PartnerId,
    /// The till of the last award, if it was made at one.
    pub till: Option<TillId>,
}

/// The numbers behind an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Number of awards, senders of transfers, bills or accounts that look odd.
    pub counted: i64,
    /// All bills of which these are a part; 0 for kinds that count.
    pub of_all: i64,
    /// The usual number, or the usual share in per cent; 0 where there is none.
    pub usual: i64,
    /// The period of the detection, in days.
    pub days: i64,
}

/// An alarm as it is stored.
#[derive(Clone, Debug)]
pub struct AlarmRecord {
    pub id: AlarmId,
    pub kind: AbuseKind,
    pub subject: String,
    pub level: AlarmLevel,
    pub queue: AlarmQueue,
    pub outcome: Option<AlarmOutcome>,
    pub member: Option<MemberId>,
    pub actor: Option<CounterActor>,
    pub figures: Figures,
    /// The points of its evidence.
    pub points: i64,
    pub raised: Timestamp,
    /// The time of the last finding that added to it.
    pub found: Timestamp,
    pub ended: Option<Timestamp>,
    pub quiet_until: Option<Timestamp>,
}

/// The person who decides about an alarm, and a note that stays with the alarm.
#[derive(Clone, Copy, Debug)]
pub struct AlarmDecision<'a> {
    pub by: &'a str,
    pub note: &'a str,
}

/// Points of a member that are on hold, as the member sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldPoints {
    /// Whole points. They are not in the balance.
    pub points: i64,
    /// The time since which they are on hold.
    pub since: Timestamp,
}

/// An open hold of an alarm.
#[derive(Clone, Copy, Debug)]
struct OpenHold {
    seq: i64,
    member: MemberId,
    points: i64,
}

/// An alarm by its id.
pub fn find(read: &Read<'_>, id: AlarmId) -> AppResult<Option<AlarmRecord>> {
    queries::find(read, id)
}

/// An alarm that has not ended. Fails with `not_found` and [`ALARM_DECIDED`].
fn not_ended(read: &Read<'_>, id: AlarmId) -> AppResult<AlarmRecord> {
    let alarm = find(read, id)?.ok_or(NOT_FOUND)?;
    if alarm.queue == AlarmQueue::Done { Err(ALARM_DECIDED.into()) } else { Ok(alarm) }
}

/// The earlier alarms about the subject of an alarm, the newest first.
pub fn earlier(read: &Read<'_>, alarm: &AlarmRecord, limit: i64) -> AppResult<Vec<AlarmRecord>> {
    queries::earlier(read, alarm, limit)
}

/// The steps of an alarm, the oldest first.
pub fn steps(read: &Read<'_>, alarm: AlarmId) -> AppResult<Vec<AlarmStep>> {
    queries::steps(read, alarm)
}

/// Ends an open alarm as no abuse. For [`QUIET`], its subject raises no further alarm. Fails with `not_found` and
/// [`ALARM_DECIDED`], also while points are on hold: they are released first.
pub fn dismiss(tx: &Tx<'_>, id: AlarmId, decision: AlarmDecision<'_>) -> AppResult<AlarmRecord> {
    let alarm = not_ended(tx, id)?;
    if alarm.queue == AlarmQueue::Held {
        return Err(ALARM_DECIDED.into());
    }
    queries::end(tx, id, AlarmOutcome::Dismissed, Some(tx.now().plus(QUIET)))?;
    note_step(tx, id, AlarmEvent::Dismissed, Some(decision), 0)?;
    Ok(find(tx, id)?.ok_or(NOT_FOUND)?)
}

/// Notes in the history of an alarm that its cashier was paused. Fails with `not_found` and [`ALARM_DECIDED`].
pub fn note_paused(tx: &Tx<'_>, id: AlarmId, decision: AlarmDecision<'_>) -> AppResult<AlarmRecord> {
    let alarm = not_ended(tx, id)?;
    note_step(tx, id, AlarmEvent::Paused, Some(decision), 0)?;
    Ok(alarm)
}

/// Notes in the history of an alarm, also of one that ended, that its cashier may sign in again. Fails with `not_found`.
pub fn note_resumed(tx: &Tx<'_>, id: AlarmId, decision: AlarmDecision<'_>) -> AppResult<AlarmRecord> {
    let alarm = find(tx, id)?.ok_or(NOT_FOUND)?;
    note_step(tx, id, AlarmEvent::Resumed, Some(decision), 0)?;
    Ok(alarm)
}

fn note_step(
    tx: &Tx<'_>,
    alarm: AlarmId,
    what: AlarmEvent,
    decision: Option<AlarmDecision<'_>>,
    points: i64,
) -> AppResult<()> {
    queries::insert_step(tx, RecordId::made_at(tx.now()), alarm, what, decision, points)
}

/// Moves the alarms of an account that is merged to the account that stays. Points on hold stop a merger before.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_member(tx, from, into)
}
