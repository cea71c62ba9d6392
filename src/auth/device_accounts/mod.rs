//! The accounts that signed in on one device. The device is the random number in the cookie that marks known devices; a
//! keyed hash of it is stored, and only while the programme watches for one device with many accounts. There is no
//! other fingerprint, so a browser without the cookie counts as a new device.

mod queries;

use std::time::Duration;

use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::platform::store::{Read, Tx};

/// The time that a row is kept after the last sign-in.
const KEPT: Duration = Duration::from_secs(90 * 86_400);

/// The first sign-in of an account on a device.
#[derive(Clone, Debug)]
pub struct DeviceAccount {
    /// The keyed hash of the device.
    pub device: [u8; 32],
    /// The account.
    pub member: MemberId,
    /// The time of that sign-in.
    pub first_seen: Timestamp,
}

/// Records a sign-in on the device with this id, if devices are watched.
pub(super) fn note(tx: &Tx<'_>, keys: &Keyring, device: &str, member: MemberId) -> AppResult<()> {
    if !settings::cached(tx)?.alarms.watch_devices() {
        return Ok(());
    }
    queries::note(tx, &keys.mac(KeyPurpose::DeviceAccount, &[device.as_bytes()]), member)
}

/// The accounts that were used for the first time on a device since then.
pub fn first_seen_since(read: &Read<'_>, since: Timestamp) -> AppResult<Vec<DeviceAccount>> {
    queries::first_seen_since(read, since)
}

/// Deletes some rows of devices that were not used for a long time.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_old(tx, tx.now().minus(KEPT))
}

/// Deletes the rows of a member who leaves.
pub(super) fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_of_member(tx, member)
}
