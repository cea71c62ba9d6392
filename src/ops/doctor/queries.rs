//! What the doctor asks of the database.

use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// Whether anybody can sign in as the owner.
pub(super) fn has_owner(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from staff where role = 'owner' and status = 'active' limit 1", params! {})
}
