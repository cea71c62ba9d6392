//! SQL of the doctor.

use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// Whether there is an active owner who can sign in.
pub(super) fn has_owner(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from staff where role = 'owner' and status = 'active' limit 1", params! {})
}
