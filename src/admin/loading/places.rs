//! Outlets of one partner in a file.

use serde_json::{Value, json};

use super::records::{Kept, Records};
use super::{Cells, Column, Form, Mistake};
use crate::admin::{Hand, outlets as counters};
use crate::base::clock::Timestamp;
use crate::base::id::{OutletId, PartnerId};
use crate::base::problem::AppResult;
use crate::store::{Read, Tx};
use crate::tills::outlets::{self, OutletInput, OutletRecord};

/// The outlets of a partner.
pub(super) struct Outlets(PartnerId);

impl Outlets {
    pub(super) fn file_of(partner: PartnerId) -> Records<Self> {
        Records::of(Self(partner))
    }
}

impl Kept for Outlets {
    type Id = OutletId;
    type Input = OutletInput;
    type Record = OutletRecord;
    const NAME: &'static str = "outlet";
    const COLUMNS: &'static [Column] = &[
        ("_id", Form::Own),
        ("partner", Form::Own),
        ("name.en", Form::Text),
        ("name.zh", Form::Maybe),
        ("name.zhhk", Form::Maybe),
        ("address.en", Form::Text),
        ("address.zh", Form::Maybe),
        ("address.zhhk", Form::Maybe),
        ("created", Form::Told),
        ("updated", Form::Own),
    ];

    fn blank() -> Value {
        json!({ "name": { "en": "" } })
    }

    fn find(&self, read: &Read<'_>, id: &str) -> AppResult<Option<(OutletId, OutletRecord)>> {
        let Some(id) = OutletId::parse(id) else { return Ok(None) };
        let found = outlets::find(read, id)?.filter(|outlet| outlet.partner_id == self.0);
        Ok(found.map(|outlet| (id, outlet)))
    }

    fn input(record: &OutletRecord) -> &OutletInput {
        &record.input
    }

    fn updated(record: &OutletRecord) -> Timestamp {
        record.updated
    }

    /// A file of another partner's outlets is a mistake.
    fn read_own(&self, _: &Read<'_>, cells: &Cells<'_>, _: &mut Value) -> AppResult<Result<(), Mistake>> {
        let said = cells.text("partner");
        let ours = said.is_empty() || PartnerId::parse(said) == Some(self.0);
        Ok(if ours { Ok(()) } else { Err(Mistake::new("partner", "unknown_partner")) })
    }

    fn check(&self, _: &Read<'_>, _: Option<&OutletRecord>, input: OutletInput) -> AppResult<()> {
        input.checked().map(drop)
    }

    fn create(&self, tx: &Tx<'_>, hand: &Hand, input: OutletInput) -> AppResult<String> {
        counters::create_outlet(tx, hand, self.0, input).map(|outlet| outlet.id.to_string())
    }

    fn replace(&self, tx: &Tx<'_>, hand: &Hand, id: OutletId, input: OutletInput) -> AppResult<()> {
        counters::replace_outlet(tx, hand, id, None, input).map(drop)
    }
}
