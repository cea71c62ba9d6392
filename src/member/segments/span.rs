//! The periods of conditions.

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::platform::store::Read;

/// The start of a period without a beginning.
pub(super) const ALWAYS: Timestamp = Timestamp::from_millis(0);

/// The first moment of a span of days that ends today.
pub(super) fn since(read: &Read<'_>, days: i64) -> Timestamp {
    Day::of(read.now()).plus(1 - days).start()
}
