//! The counts of guesses at staff passwords. Failures are counted by account and source, so that one person's mistakes do
//! not lock out others behind the same address. A known device has a count of its own.

use std::net::IpAddr;

use super::StaffCredentials;
use crate::auth::known_device;
use crate::base::id::StaffId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::platform::throttle::SourceCounts;
use crate::platform::throttle::failures::{AttemptKey, GuessCounts};
use crate::platform::throttle::table::{STAFF_FAILURES_BY_ACCOUNT, STAFF_FAILURES_BY_SOURCE};

/// The counts of a sign-in with the address `typed`. `known` is the staff member who has this address.
pub(super) fn of_sign_in(
    keys: &Keyring,
    known: Option<&StaffCredentials>,
    typed: &str,
    mark: Option<&str>,
    source: IpAddr,
) -> GuessCounts {
    let Some(person) = known else {
        let key = keys.mac(KeyPurpose::AttemptKey, &[b"staff address", typed.trim().to_lowercase().as_bytes()]);
        return GuessCounts { account: key, sources: failures(&key, source) };
    };
    let (id, epoch) = (person.id.as_bytes(), person.epoch.to_be_bytes());
    match known_device::find(keys, mark, &owner(&person.id)) {
        Some(device) => {
            let key = keys.mac(KeyPurpose::AttemptKey, &[b"staff device", id, &epoch, device.as_bytes()]);
            GuessCounts { account: key, sources: SourceCounts::new() }
        }
        None => {
            let key = keys.mac(KeyPurpose::AttemptKey, &[b"staff", id, &epoch]);
            GuessCounts { account: key, sources: failures(&key, source) }
        }
    }
}

/// The counts for a signed-in person who types their password again.
pub(super) fn of_confirmation(keys: &Keyring, person: &StaffCredentials, source: IpAddr) -> GuessCounts {
    let parts: [&[u8]; 3] = [b"staff confirmation", person.id.as_bytes(), &person.epoch.to_be_bytes()];
    let key = keys.mac(KeyPurpose::AttemptKey, &parts);
    GuessCounts { account: key, sources: failures(&key, source) }
}

fn failures(account: &AttemptKey, source: IpAddr) -> SourceCounts {
    let source = source.to_string();
    vec![
        (STAFF_FAILURES_BY_ACCOUNT, [account, source.as_bytes()].concat()),
        (STAFF_FAILURES_BY_SOURCE, source.into_bytes()),
    ]
}

/// The known-device mark after a sign-in: the present one if it is valid for this person, else a new one.
pub(super) fn mark_device(keys: &Keyring, mark: Option<&str>, id: StaffId) -> String {
    known_device::mark(keys, mark, &owner(&id))
}

fn owner(id: &StaffId) -> [&[u8]; 2] {
    [b"staff", id.as_bytes()]
}
