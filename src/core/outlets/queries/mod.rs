//! SQL of counters.

pub(super) mod cashiers;
pub(super) mod devices;
pub(super) mod outlets;
pub(super) mod passkeys;
pub(super) mod sessions;
