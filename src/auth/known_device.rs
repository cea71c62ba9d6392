//! Known devices: a browser that completed a sign-in keeps a signed cookie (the mark). Failed sign-ins from that
//! browser are counted separately from failures of unknown browsers.

use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::secret::{base64url, random_bytes, read_base64url, same};

/// The mark for a device on which `owner` just signed in.
pub(super) fn mark(keys: &Keyring, mark: Option<&str>, owner: &[&[u8]]) -> String {
    signed(keys, &device_of(mark), owner)
}

/// Returns the device id from the cookie of known devices, or a new id. The id stays the same when another account
/// signs in. It authenticates nobody, because the signature in the cookie covers the account.
pub(super) fn device_of(mark: Option<&str>) -> String {
    let named = mark.map(|mark| mark.split_once('.').map_or(mark, |(device, _)| device));
    let known = named.filter(|device| read_base64url(device).is_some_and(|bytes| bytes.len() == 16));
    known.map_or_else(|| base64url(&random_bytes::<16>()), str::to_owned)
}

/// The device id inside a mark, if the mark is valid for `owner`.
pub(super) fn find<'d>(keys: &Keyring, mark: Option<&'d str>, owner: &[&[u8]]) -> Option<&'d str> {
    let mark = mark?;
    let (device, _) = mark.split_once('.')?;
    same(signed(keys, device, owner).as_bytes(), mark.as_bytes()).then_some(device)
}

fn signed(keys: &Keyring, device: &str, owner: &[&[u8]]) -> String {
    let parts: Vec<&[u8]> = [&[device.as_bytes()], owner].concat();
    format!("{device}.{}", base64url(&keys.mac(KeyPurpose::DeviceMark, &parts)))
}
