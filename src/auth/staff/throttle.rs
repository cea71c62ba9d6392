//! What bounds guesses at passwords of staff. Failures count by account and source, so that the mistakes of one person
//! keep nobody else behind the same address out. A device that has signed the person in before has a count of its own.

use std::net::IpAddr;

use super::StaffCredentials;
use crate::auth::failures::{AttemptKey, Counted};
use crate::auth::known_device;
use crate::base::id::StaffId;
use crate::base::keys::{Keyring, Purpose};
use crate::platform::http::limits::Limit;

/// Wrong passwords and codes for one account from one source: three at once, then one in five minutes.
const BY_ACCOUNT: Limit = Limit::with_burst("staff login failures by account", 3, 1, 300);
/// The same from one source, whichever accounts are tried: a whole office may stand behind one address.
const BY_SOURCE: Limit = Limit::of("staff login failures by source", 30, 3_600);

/// Under what the failures of one sign-in are counted.
pub(super) struct Throttle {
    /// In the database: of the account from everywhere, or of the account on this known device.
    pub(super) key: AttemptKey,
    /// In memory; none on a known device, whose own count bounds the guesses made on it.
    pub(super) failures: Counted,
}

/// The counts for a sign-in with `typed` as the address, which `known` has if anybody.
pub(super) fn of_sign_in(
    keys: &Keyring,
    known: Option<&StaffCredentials>,
    typed: &str,
    mark: Option<&str>,
    source: IpAddr,
) -> Throttle {
    let Some(person) = known else {
        let key = keys.mac(Purpose::AttemptKey, &[b"staff address", typed.trim().to_lowercase().as_bytes()]);
        return Throttle { key, failures: failures(&key, source) };
    };
    let (id, epoch) = (person.id.as_bytes(), person.epoch.to_be_bytes());
    match known_device::find(keys, mark, &owner(&person.id)) {
        Some(device) => {
            let key = keys.mac(Purpose::AttemptKey, &[b"staff device", id, &epoch, device.as_bytes()]);
            Throttle { key, failures: Counted::new() }
        }
        None => {
            let key = keys.mac(Purpose::AttemptKey, &[b"staff", id, &epoch]);
            Throttle { key, failures: failures(&key, source) }
        }
    }
}

/// The counts for the password that somebody who is signed in repeats.
pub(super) fn of_confirmation(keys: &Keyring, person: &StaffCredentials, source: IpAddr) -> Throttle {
    let parts: [&[u8]; 3] = [b"staff confirmation", person.id.as_bytes(), &person.epoch.to_be_bytes()];
    let key = keys.mac(Purpose::AttemptKey, &parts);
    Throttle { key, failures: failures(&key, source) }
}

fn failures(account: &AttemptKey, source: IpAddr) -> Counted {
    let source = source.to_string();
    vec![(BY_ACCOUNT, [account, source.as_bytes()].concat()), (BY_SOURCE, source.into_bytes())]
}

/// The mark for a device that has just signed somebody in: the one that it has, or a new one.
pub(super) fn mark_device(keys: &Keyring, mark: Option<&str>, id: StaffId) -> String {
    known_device::mark(keys, mark, &owner(&id))
}

fn owner(id: &StaffId) -> [&[u8]; 2] {
    [b"staff", id.as_bytes()]
}
