//! Import of webhooks. The response shows the secret of each new webhook once.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use serde_json::{Value, json};

use super::columns::ID;
use super::records::ImportedKind;
use super::{CellError, CellFormat, Cells, Columns, CreatedRecord};
use crate::base::clock::Timestamp;
use crate::base::id::EndpointId;
use crate::base::problem::{AppError, AppResult};
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks::{self, Endpoint, EndpointInput};
use crate::staff::admin::webhooks as calls;
use crate::staff::kit::{AdminContext, AuditedStaff};

/// A file of webhook endpoints.
pub(super) struct WebhookImport {
    admin: AdminContext,
    /// Number of new endpoints so far.
    fresh: Cell<i64>,
    seen: RefCell<HashSet<String>>,
}

impl WebhookImport {
    pub(super) fn of(admin: &AdminContext) -> Self {
        Self { admin: admin.clone(), fresh: Cell::new(0), seen: RefCell::default() }
    }
}

/// An endpoint, and the input that would create it.
pub(super) struct Hook {
    about: Endpoint,
    input: EndpointInput,
}

impl From<Endpoint> for Hook {
    fn from(about: Endpoint) -> Self {
        let Endpoint { url, description, events, active, .. } = about.clone();
        Self { about, input: EndpointInput { url, description, events, active } }
    }
}

impl ImportedKind for WebhookImport {
    type Id = EndpointId;
    type Input = EndpointInput;
    type Record = Hook;
    const NAME: &'static str = "webhook";
    const COLUMNS: Columns = &[
        ID,
        &[
            ("url", CellFormat::Text),
            ("description", CellFormat::Text),
            ("events", CellFormat::Own),
            ("active", CellFormat::Flag),
        ],
        &[("created", CellFormat::Told)],
    ];
    const CALLED: [&'static str; 3] = ["description", "url", "_id"];
    const NEEDED: &'static [&'static str] = &["url"];

    fn blank() -> Value {
        json!({ "url": "", "active": true })
    }

    fn find(&self, read: &Read<'_>, id: &str) -> AppResult<Option<(EndpointId, Hook)>> {
        let Some(id) = EndpointId::parse(id) else { return Ok(None) };
        let found = webhooks::look_up(read, id)?;
        Ok(found.map(|about| (id, Hook::from(about))))
    }

    fn input(record: &Hook) -> &EndpointInput {
        &record.input
    }

    fn updated(record: &Hook) -> Timestamp {
        record.about.created
    }

    fn version(record: &Hook) -> i64 {
        record.about.version
    }

    /// A cell holds several events with separators; an empty cell means all events.
    fn read_own(&self, _: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), CellError>> {
        if let Some(said) = cells.get("events") {
            let mut events: Vec<&str> = said.split([' ', ',', ';', '\n']).filter(|name| !name.is_empty()).collect();
            events.sort_unstable();
            events.dedup();
            record["events"] = events.into();
        }
        Ok(Ok(()))
    }

    fn check(&self, read: &Read<'_>, before: Option<&Hook>, input: EndpointInput) -> AppResult<()> {
        if before.is_some() {
            return webhooks::check(read, &self.admin.callable, None, input).map(drop);
        }
        let checked = webhooks::check(read, &self.admin.callable, Some(self.fresh.get()), input)?;
        if !self.seen.borrow_mut().insert(checked.url) {
            return Err(AppError::invalid_field("url", "twice_in_file"));
        }
        self.fresh.set(self.fresh.get() + 1);
        Ok(())
    }

    fn create(&self, tx: &Tx<'_>, staff: &AuditedStaff, input: EndpointInput) -> AppResult<CreatedRecord> {
        let made = calls::create(tx, &self.admin, staff, input)?;
        Ok(CreatedRecord::with_secret(made.about.id, made.secret))
    }

    fn replace(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: EndpointId, input: EndpointInput) -> AppResult<()> {
        calls::replace(tx, &self.admin, staff, id, None, input).map(drop)
    }

    fn remove(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: EndpointId) -> AppResult<()> {
        calls::remove(tx, staff, id)
    }
}
