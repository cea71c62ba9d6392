//! What a device attests of a passkey, whoever holds it.

/// What a device says of itself each time.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// How often it has signed; 0 for ever where it does not count.
    pub counter: u32,
    /// Whether the key may be copied to other devices.
    pub backup_eligible: bool,
    /// Whether it has been.
    pub backed_up: bool,
}

/// A credential that a device has attested: its name for it, and how to know it again.
#[derive(Clone, Debug)]
pub struct DeviceCredential {
    /// What the device calls it.
    pub credential_id: Vec<u8>,
    /// The point on P-256, x before y.
    pub public_key: [u8; 64],
    /// What the device said of itself last.
    pub used: Use,
}
