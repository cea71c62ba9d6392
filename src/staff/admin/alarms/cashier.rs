//! Pauses the cashier of an alarm, and lets the cashier sign in again.

use super::{AlarmView, audit, view};
use crate::base::id::{AlarmId, CashierId};
use crate::base::problem::{AppResult, ProblemType};
use crate::core::outlets::cashiers::{self, CashierChanges, CashierRecord};
use crate::member::alarms::{self, AlarmDecision, AlarmRecord};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::AuditedStaff;

/// The alarm is not about a cashier, or the cashier was removed.
pub const NO_CASHIER: ProblemType = ProblemType::new("no_cashier", 409, "No cashier");
/// The cashier is paused already, or may sign in already.
pub const CASHIER_UNCHANGED: ProblemType = ProblemType::new("cashier_unchanged", 409, "Cashier unchanged");

/// The cashier whom an alarm is about; `None` for members of staff, API keys and removed cashiers.
pub(super) fn find(read: &Read<'_>, alarm: &AlarmRecord) -> AppResult<Option<CashierRecord>> {
    match &alarm.actor {
        Some(actor) => cashiers::find(read, CashierId::from_bytes(actor.id)),
        None => Ok(None),
    }
}

/// Pauses the cashier of an alarm that has not ended: the sessions end at once, and no PIN or passkey signs in. Fails with
/// `not_found`, `alarm_decided`, [`NO_CASHIER`] and [`CASHIER_UNCHANGED`].
pub(super) fn pause(tx: &Tx<'_>, staff: &AuditedStaff, id: AlarmId, note: &str) -> AppResult<AlarmView> {
    let alarm = alarms::note_paused(tx, id, AlarmDecision { by: &staff.actor.name, note })?;
    set_active(tx, staff, &alarm, false)?;
    audit(tx, staff, "alarm.pause_cashier", &alarm, note, None)?;
    view(tx, alarm)
}

/// Lets the cashier of an alarm sign in again by PIN, also after the alarm ended. Fails with `not_found`, [`NO_CASHIER`] and
/// [`CASHIER_UNCHANGED`].
pub(super) fn resume(tx: &Tx<'_>, staff: &AuditedStaff, id: AlarmId, note: &str) -> AppResult<AlarmView> {
    let alarm = alarms::note_resumed(tx, id, AlarmDecision { by: &staff.actor.name, note })?;
    set_active(tx, staff, &alarm, true)?;
    audit(tx, staff, "alarm.resume_cashier", &alarm, note, None)?;
    view(tx, alarm)
}

fn set_active(tx: &Tx<'_>, staff: &AuditedStaff, alarm: &AlarmRecord, active: bool) -> AppResult<()> {
    let before = find(tx, alarm)?.ok_or(NO_CASHIER)?;
    if before.active == active {
        return Err(CASHIER_UNCHANGED.into());
    }
    let changes = CashierChanges { active: Some(active), ..CashierChanges::default() };
    let after = cashiers::change(tx, before.id, changes)?;
    staff.note(tx, "cashier.update", before.id, Some(&before), Some(&after))
}
