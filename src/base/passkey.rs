//! The data that a device attests for a passkey. Members, staff and cashiers share these types.

/// The flags that a device sends with each assertion.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The signature counter; always 0 if the device does not count.
    pub counter: u32,
    /// Whether the key may be copied to other devices.
    pub backup_eligible: bool,
    /// Whether the key was copied to another device.
    pub backed_up: bool,
}

/// A credential that a device has attested: the credential id, the public key and the latest flags.
#[derive(Clone, Debug)]
pub struct DeviceCredential {
    /// The credential id that the device chose.
    pub credential_id: Vec<u8>,
    /// The point on P-256, x before y.
    pub public_key: [u8; 64],
    /// The flags of the latest assertion.
    pub used: Use,
}
