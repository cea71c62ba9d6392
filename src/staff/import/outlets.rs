//! Import of one partner's outlets.

use serde_json::{Value, json};

use super::columns::{Column, ID, STAMPS, texts};
use super::records::{ContentImport, ImportedKind};
use super::{CellError, CellFormat, Cells, Columns, CreatedRecord};
use crate::base::clock::Timestamp;
use crate::base::id::{OutletId, PartnerId};
use crate::base::problem::AppResult;
use crate::core::outlets::outlet::{self, OutletInput, OutletRecord};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::outlets as counters;
use crate::staff::kit::AuditedStaff;

/// The columns of an outlet's district and phone number. Position and opening hours are set on the outlet's page only.
const PLACE: &[Column] = &[("district", CellFormat::Maybe), ("phone", CellFormat::Text)];

/// The outlets of a partner.
pub(super) struct OutletImport(PartnerId);

impl OutletImport {
    pub(super) fn file_of(partner: PartnerId) -> ContentImport<Self> {
        ContentImport::of(Self(partner))
    }
}

impl ImportedKind for OutletImport {
    type Id = OutletId;
    type Input = OutletInput;
    type Record = OutletRecord;
    const NAME: &'static str = "outlet";
    const COLUMNS: Columns = &[ID, &[("partner", CellFormat::Own)], texts!("name"), texts!("address"), PLACE, STAMPS];

    fn blank() -> Value {
        json!({ "name": { "en": "" } })
    }

    fn find(&self, read: &Read<'_>, id: &str) -> AppResult<Option<(OutletId, OutletRecord)>> {
        let Some(id) = OutletId::parse(id) else { return Ok(None) };
        let found = outlet::find(read, id)?.filter(|outlet| outlet.partner_id == self.0);
        Ok(found.map(|outlet| (id, outlet)))
    }

    fn input(record: &OutletRecord) -> &OutletInput {
        &record.input
    }

    fn updated(record: &OutletRecord) -> Timestamp {
        record.updated
    }

    fn version(record: &OutletRecord) -> i64 {
        record.version
    }

    /// Rows of another partner's outlets are refused.
    fn read_own(&self, _: &Read<'_>, cells: &Cells<'_>, _: &mut Value) -> AppResult<Result<(), CellError>> {
        let said = cells.text("partner");
        let ours = said.is_empty() || PartnerId::parse(said) == Some(self.0);
        Ok(if ours { Ok(()) } else { Err(CellError::new("partner", "unknown_partner")) })
    }

    fn check(&self, _: &Read<'_>, _: Option<&OutletRecord>, input: OutletInput) -> AppResult<()> {
        input.checked().map(drop)
    }

    fn create(&self, tx: &Tx<'_>, staff: &AuditedStaff, input: OutletInput) -> AppResult<CreatedRecord> {
        counters::create_outlet(tx, staff, self.0, input).map(|outlet| CreatedRecord::plain(outlet.id))
    }

    fn replace(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: OutletId, input: OutletInput) -> AppResult<()> {
        counters::replace_outlet(tx, staff, id, None, input).map(drop)
    }
    fn held(&self, read: &Read<'_>, id: OutletId) -> AppResult<Option<&'static str>> {
        Ok(outlet::was_served(read, id)?.then_some("outlet_served"))
    }

    fn remove(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: OutletId) -> AppResult<()> {
        counters::delete_outlet(tx, staff, id)
    }
}
