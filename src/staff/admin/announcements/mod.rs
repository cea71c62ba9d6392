//! Announcements in the admin: drafts, schedule, sending, and the number of members reached.

pub mod http;

use std::time::Duration;

use serde::Deserialize;

use crate::auth::staff;
use crate::base::contact::Email;
use crate::base::id::{RecordId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::notifications::{self, Broadcast, BroadcastInput, Letters, PreviewInput, Segment};
use crate::platform::delivery::{self, history};
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Tx;
use crate::staff::admin::content::{BulkOutcome, each};
use crate::staff::kit::{AuditedStaff, require_version};

impl CsvRow for Broadcast {
    const HEADINGS: &'static str = "\
        _id,title.en,title.zh,title.zhhk,state,sendAt,sentAt,delivered,opened,messages.sent,messages.failed,\
        created,updated,body.en,body.zh,body.zhhk,segment.language,segment.minPoints,segment.maxPoints,\
        segment.partnerId,marketing,byEmail,segment.segmentId,\
        link.kind,link.id,picture";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.to_string().into()];
        cells.extend(languages(&self.input.title));
        cells.extend([
            self.input.state.name().into(),
            self.input.send_at.into(),
            self.sent_at.into(),
            self.delivered.into(),
            self.opened.into(),
            self.messages.iter().map(|one| one.sent).sum::<i64>().into(),
            self.messages.iter().map(|one| one.failed).sum::<i64>().into(),
            self.created.into(),
            self.updated.into(),
        ]);
        cells.extend(languages(&self.input.body));
        let Segment { language, min_points, max_points, partner_id, segment_id } = self.input.segment;
        cells.extend([
            language.map(Language::code).into(),
            min_points.into(),
            max_points.into(),
            partner_id.map(|id| id.to_string()).into(),
            self.input.marketing.into(),
            self.input.by_email.into(),
            segment_id.map(|id| id.to_string()).into(),
            self.input.link.map(|link| link.kind.name()).into(),
            self.input.link.map(|link| link.id.to_string()).into(),
            self.input.picture.clone().into(),
        ]);
        cells
    }
}

pub fn create(tx: &Tx<'_>, staff: &AuditedStaff, input: BroadcastInput) -> AppResult<Broadcast> {
    let made = notifications::create(tx, input)?;
    staff.note(tx, "notification.create", made.id, None, Some(&made))?;
    Ok(made)
}

pub fn replace(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: RecordId,
    version: Option<i64>,
    input: BroadcastInput,
) -> AppResult<Broadcast> {
    let before = notifications::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version)?;
    let after = notifications::replace(tx, id, input)?;
    staff.note(tx, "notification.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

pub fn remove(tx: &Tx<'_>, staff: &AuditedStaff, id: RecordId) -> AppResult<()> {
    let before = notifications::find(tx, id)?.ok_or(NOT_FOUND)?;
    notifications::remove(tx, id)?;
    staff.note(tx, "notification.delete", id, Some(&before), None)
}

/// Restores a removed announcement and audits it. Fails with `not_found`.
fn restore(tx: &Tx<'_>, staff: &AuditedStaff, id: RecordId) -> AppResult<()> {
    let record = notifications::restore(tx, id)?;
    staff.note(tx, "notification.restore", id, None, Some(&record))
}

/// The action of a bulk change of announcements.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum BroadcastAction {
    /// Remove announcements that were not sent.
    Delete,
    /// Restore removed ones.
    Restore,
}

/// A bulk change of announcements.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct BroadcastBulk {
    action: BroadcastAction,
    /// 1 to 500.
    ids: Vec<String>,
}

fn change_many(tx: &Tx<'_>, staff: &AuditedStaff, change: &BroadcastBulk) -> AppResult<Vec<BulkOutcome>> {
    each(tx, &change.ids, |tx, text| {
        let id = RecordId::parse(text).ok_or(NOT_FOUND)?;
        match change.action {
            BroadcastAction::Delete => remove(tx, staff, id),
            BroadcastAction::Restore => restore(tx, staff, id),
        }
    })
}

fn send(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: RecordId,
    version: Option<i64>,
    (use_english, delay): (bool, Duration),
) -> AppResult<Broadcast> {
    let before = notifications::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version)?;
    let after = notifications::send(tx, id, use_english, delay)?;
    staff.note(tx, "notification.send", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Sends an announcement to the address of the member of staff who tries it, as an e-mail. Returns the address.
fn send_sample(tx: &Tx<'_>, staff: &AuditedStaff, letters: &Letters, input: PreviewInput) -> AppResult<String> {
    let own = staff::find_staff(tx, StaffId::from_bytes(staff.actor.id))?.ok_or(NOT_FOUND)?;
    let email = Email::parse(&own.info.email).ok_or(NOT_FOUND)?;
    let message = notifications::sample(letters, input, &email)?;
    let id = delivery::queue(tx, &message)?;
    staff.note(
        tx,
        "notification.test",
        id,
        None,
        Some(&serde_json::json!({ "to": history::shown(&own.info.email) })),
    )?;
    Ok(own.info.email)
}
