//! SQL of the rewards.

pub(super) mod codes;
pub(super) mod items;
pub(super) mod redemptions;
pub(super) mod requirements;
pub(super) mod short_codes;
pub(super) mod stocktake;
