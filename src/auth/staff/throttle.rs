//! Limits on guesses at staff passwords. Failures are counted by account and source, so that one person's mistakes do
//! not lock out others behind the same address. A known device has a count of its own.

use std::net::IpAddr;

use super::StaffCredentials;
use crate::auth::known_device;
use crate::base::id::StaffId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::platform::throttle::Limit;
use crate::platform::throttle::failures::{AttemptKey, FailureLimits};

/// Wrong passwords and codes for one account from one source: a burst of three, then one per five minutes.
const BY_ACCOUNT: Limit = Limit::with_burst("staff login failures by account", 3, 1, 300);
/// The same from one source for all accounts. The limit is high because a whole office may share one address.
const BY_SOURCE: Limit = Limit::of("staff login failures by source", 30, 3_600);

/// The keys under which failures of one sign-in are counted.
pub(super) struct Throttle {
    /// In the database: the account from all sources, or the account on this known device.
    pub(super) key: AttemptKey,
    /// In memory: empty for a known device, because its own count limits guesses on it.
    pub(super) failures: FailureLimits,
}

/// The counts of a sign-in with the address `typed`. `known` is the staff member who has this address.
pub(super) fn of_sign_in(
    keys: &Keyring,
    known: Option<&StaffCredentials>,
    typed: &str,
    mark: Option<&str>,
    source: IpAddr,
) -> Throttle {
    let Some(person) = known else {
        let key = keys.mac(KeyPurpose::AttemptKey, &[b"staff address", typed.trim().to_lowercase().as_bytes()]);
        return Throttle { key, failures: failures(&key, source) };
    };
    let (id, epoch) = (person.id.as_bytes(), person.epoch.to_be_bytes());
    match known_device::find(keys, mark, &owner(&person.id)) {
        Some(device) => {
            let key = keys.mac(KeyPurpose::AttemptKey, &[b"staff device", id, &epoch, device.as_bytes()]);
            Throttle { key, failures: FailureLimits::new() }
        }
        None => {
            let key = keys.mac(KeyPurpose::AttemptKey, &[b"staff", id, &epoch]);
            Throttle { key, failures: failures(&key, source) }
        }
    }
}

/// The counts for a signed-in person who types their password again.
pub(super) fn of_confirmation(keys: &Keyring, person: &StaffCredentials, source: IpAddr) -> Throttle {
    let parts: [&[u8]; 3] = [b"staff confirmation", person.id.as_bytes(), &person.epoch.to_be_bytes()];
    let key = keys.mac(KeyPurpose::AttemptKey, &parts);
    Throttle { key, failures: failures(&key, source) }
}

fn failures(account: &AttemptKey, source: IpAddr) -> FailureLimits {
    let source = source.to_string();
    vec![(BY_ACCOUNT, [account, source.as_bytes()].concat()), (BY_SOURCE, source.into_bytes())]
}

/// The known-device mark after a sign-in: the present one if it is valid for this person, else a new one.
pub(super) fn mark_device(keys: &Keyring, mark: Option<&str>, id: StaffId) -> String {
    known_device::mark(keys, mark, &owner(&id))
}

fn owner(id: &StaffId) -> [&[u8]; 2] {
    [b"staff", id.as_bytes()]
}
