//! The outlet that a request names for its purchase.

use crate::auth::{CounterRole, Merchant};
use crate::base::id::OutletId;
use crate::base::problem::{AppError, AppResult};
use crate::core::outlets::{devices, outlet};
use crate::platform::store::Read;

/// The outlet of a purchase that was not made at a till. A request may name the outlet: with an API key for all outlets, any
/// open outlet of the partner; with a key for one outlet, or at a till, only that outlet. Fails with `invalid_value`.
pub fn outlet_of(read: &Read<'_>, merchant: &Merchant, named: Option<OutletId>) -> AppResult<Option<OutletId>> {
    let Some(named) = named else { return Ok(merchant.outlet) };
    let of_till = match merchant.till {
        Some(till) => devices::find(read, till.id)?.map(|till| till.outlet_id),
        None => None,
    };
    let chooses = merchant.role == CounterRole::Key && merchant.outlet.is_none();
    if of_till.or(merchant.outlet) == Some(named) {
        Ok(merchant.outlet)
    } else if chooses && outlet::find(read, named)?.is_some_and(|found| found.partner_id == merchant.partner) {
        Ok(Some(named))
    } else {
        Err(AppError::invalid_field("outletId", "invalid_value"))
    }
}
