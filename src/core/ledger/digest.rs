//! Digests of ledger lines, by which a replay compares them.

use crate::base::clock::Timestamp;

/// A 64-bit digest of one line and the fields that a history shows of its transaction. Sums of digests differ unless
/// the lines are the same.
pub(super) fn line_digest(seq: i64, points: i64, kind: &str, created: Timestamp) -> u64 {
    // FNV-1a, because it is fast: it runs for every line of the journal and every posting.
    let kind = kind
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    mix(mix(mix(kind, seq), points), created.as_millis())
}

/// Mixes a number into 64 bits (the finaliser of SplitMix64).
fn mix(seed: u64, number: i64) -> u64 {
    let mut value = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number as u64).rotate_left(17);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
