//! Known devices: a browser that completed a sign-in keeps a signed cookie (the mark). Failed sign-ins from that
//! browser are counted separately from failures of unknown browsers.

use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::secret::{base64url, random_bytes, same};

/// The mark for a device on which `owner` just signed in. Reuses the device's valid mark, or makes a new one.
pub(super) fn mark(keys: &Keyring, mark: Option<&str>, owner: &[&[u8]]) -> String {
    let device = find(keys, mark, owner).map_or_else(|| base64url(&random_bytes::<16>()), str::to_owned);
    signed(keys, &device, owner)
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
