//! Outlets: places where a partner serves customers.

pub use super::{OutletInput, OutletRecord};

use super::MapPosition;
use super::queries::outlets as queries;
use crate::base::contact::is_public_number;
use crate::base::content::{FormErrors, LONGEST_NAME};
use crate::base::hours::are_sound;
use crate::base::id::{OutletId, PartnerId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::platform::store::{Read, Tx};

/// The longest address, in characters.
const LONGEST_ADDRESS: usize = 300;

impl OutletInput {
    /// Trims and checks the input. Fails with 400 for invalid fields.
    pub fn checked(mut self) -> AppResult<Self> {
        let mut form = FormErrors::new();
        form.text("name", &mut self.name, LONGEST_NAME);
        form.optional_text("address", &mut self.address, LONGEST_ADDRESS);
        self.phone = self.phone.trim().to_owned();
        form.expect("phone", "invalid_value", self.phone.is_empty() || is_public_number(&self.phone));
        form.expect("hours", "invalid_value", are_sound(&self.hours));
        form.expect("position", "invalid_value", self.position.is_none_or(MapPosition::is_on_earth));
        form.finish()?;
        Ok(self)
    }
}

/// Adds an outlet to an existing partner. Fails with 400 for invalid fields.
pub fn create(tx: &Tx<'_>, partner: PartnerId, input: OutletInput) -> AppResult<OutletRecord> {
    let id = OutletId::made_at(tx.now());
    queries::insert(tx, id, partner, &input.checked()?)?;
    written(tx, id)
}

/// Replaces the editor's input. Fails with `not_found`, and with 400 for invalid fields.
pub fn replace(tx: &Tx<'_>, id: OutletId, input: OutletInput) -> AppResult<OutletRecord> {
    if queries::update(tx, id, &input.checked()?)? == 0 {
        return Err(NOT_FOUND.into());
    }
    written(tx, id)
}

/// Closes an outlet and revokes its tills. Fails with `not_found`.
pub fn remove(tx: &Tx<'_>, id: OutletId) -> AppResult<()> {
    if queries::mark_deleted(tx, id)? == 0 {
        return Err(NOT_FOUND.into());
    }
    super::queries::devices::revoke_all_of(tx, id)
}

/// Checks that a partner has an outlet. Fails with `invalid_value` for the field `outlet`.
pub fn require_of(read: &Read<'_>, partner: PartnerId, id: OutletId) -> AppResult<()> {
    if find(read, id)?.is_some_and(|outlet| outlet.partner_id == partner) {
        return Ok(());
    }
    Err(AppError::invalid_field("outlet", "invalid_value"))
}

/// An outlet that is open.
pub fn find(read: &Read<'_>, id: OutletId) -> AppResult<Option<OutletRecord>> {
    queries::find(read, id)
}

/// Whether customers could be served at the outlet: one of its tills was enrolled at some time.
pub fn was_served(read: &Read<'_>, id: OutletId) -> AppResult<bool> {
    queries::was_served(read, id)
}

/// The open outlets of a partner, in the order in which they were added.
pub fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<OutletRecord>> {
    queries::list(read, partner)
}

/// The open outlets of every partner that members see, oldest first, after the given one.
pub fn list_for_members(read: &Read<'_>, after: OutletId, limit: i64) -> AppResult<Vec<OutletRecord>> {
    queries::list_for_members(read, after, limit)
}

fn written(tx: &Tx<'_>, id: OutletId) -> AppResult<OutletRecord> {
    queries::find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the outlet {id} just written is missing").into())
}
