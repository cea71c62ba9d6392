//! Import of announcements: new ones are drafts, and sent ones stay unchanged.

use serde_json::{Value, json};

use super::columns::{ID, STAMPS, texts};
use super::content::partner_of;
use super::records::ImportedKind;
use super::{CellError, CellFormat, Cells, Columns, CreatedRecord};
use crate::base::clock::Timestamp;
use crate::base::id::RecordId;
use crate::base::problem::AppResult;
use crate::member::notifications::{self, Broadcast, BroadcastInput, BroadcastState, LinkTargetKind};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::announcements;
use crate::staff::kit::AuditedStaff;

/// A file of announcements.
pub(super) struct AnnouncementImport;

/// Reads the record that an announcement links to: a kind and an id, or neither.
fn link_of(cells: &Cells<'_>, field: &mut Value) -> Result<(), CellError> {
    let said = |heading: &str, name: &str| {
        cells.get(heading).map_or_else(|| field[name].as_str().unwrap_or_default().to_owned(), str::to_owned)
    };
    let (kind, id) = (said("link.kind", "kind"), said("link.id", "id"));
    *field = match (kind.as_str(), id.as_str()) {
        ("", "") => Value::Null,
        ("", _) => return Err(CellError::new("link.kind", "required_field")),
        (_, "") => return Err(CellError::new("link.id", "required_field")),
        (kind, _) if LinkTargetKind::from_name(kind).is_none() => {
            return Err(CellError::new("link.kind", "invalid_value"));
        }
        (_, id) if RecordId::parse(id).is_none() => return Err(CellError::new("link.id", "invalid_value")),
        _ => json!({ "kind": kind, "id": id }),
    };
    Ok(())
}

impl ImportedKind for AnnouncementImport {
    type Id = RecordId;
    type Input = BroadcastInput;
    type Record = Broadcast;
    const NAME: &'static str = "notification";
    const COLUMNS: Columns = &[
        ID,
        texts!("title"),
        &[("state", CellFormat::State), ("sendAt", CellFormat::From), ("sentAt", CellFormat::Told)],
        &[("delivered", CellFormat::Told), ("opened", CellFormat::Told)],
        &[("messages.sent", CellFormat::Told), ("messages.failed", CellFormat::Told)],
        STAMPS,
        texts!("body"),
        &[
            ("segment.language", CellFormat::Maybe),
            ("segment.minPoints", CellFormat::Number),
            ("segment.maxPoints", CellFormat::Number),
        ],
        &[("segment.partnerId", CellFormat::Own), ("marketing", CellFormat::Flag), ("byEmail", CellFormat::Flag)],
        &[("segment.segmentId", CellFormat::Maybe)],
        &[("link.kind", CellFormat::Own), ("link.id", CellFormat::Own), ("picture", CellFormat::Text)],
    ];
    const CALLED: [&'static str; 3] = ["title.en", "title.zhhk", "title.zh"];

    fn blank() -> Value {
        json!({ "title": { "en": "" }, "body": { "en": "" } })
    }

    fn find(&self, read: &Read<'_>, id: &str) -> AppResult<Option<(RecordId, Broadcast)>> {
        let Some(id) = RecordId::parse(id) else { return Ok(None) };
        Ok(notifications::find(read, id)?.map(|found| (id, found)))
    }

    fn input(record: &Broadcast) -> &BroadcastInput {
        &record.input
    }

    fn updated(record: &Broadcast) -> Timestamp {
        record.updated
    }

    fn version(record: &Broadcast) -> i64 {
        record.version
    }

    fn read_own(&self, read: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), CellError>> {
        if let Err(mistake) = link_of(cells, &mut record["link"]) {
            return Ok(Err(mistake));
        }
        partner_of(read, cells, "segment.partnerId", &mut record["segment"]["partnerId"])
    }

    fn fresh(input: BroadcastInput) -> BroadcastInput {
        BroadcastInput { state: BroadcastState::Draft, ..input }
    }

    fn check(&self, read: &Read<'_>, before: Option<&Broadcast>, input: BroadcastInput) -> AppResult<()> {
        notifications::check(read, before, input)
    }

    fn create(&self, tx: &Tx<'_>, staff: &AuditedStaff, input: BroadcastInput) -> AppResult<CreatedRecord> {
        announcements::create(tx, staff, input).map(|made| CreatedRecord::plain(made.id))
    }

    fn replace(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: RecordId, input: BroadcastInput) -> AppResult<()> {
        announcements::replace(tx, staff, id, None, input).map(drop)
    }

    fn remove(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: RecordId) -> AppResult<()> {
        announcements::remove(tx, staff, id)
    }
}
