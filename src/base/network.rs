//! IP networks in text form: `203.0.113.0/24`, `2001:db8::/32`, or one address.

use std::net::IpAddr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A network: an address and its prefix length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    prefix: u32,
}

impl Network {
    /// Reads CIDR notation (RFC 4632, RFC 4291); bits beyond the prefix must be zero.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let base: IpAddr = address.parse().ok()?;
        let whole = if base.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            Some(digits) if digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().ok()?
            }
            Some(_) => return None,
            None => whole,
        };
        let network = Self { base, prefix };
        (prefix <= whole && network.masked(base) == bits(base)).then_some(network)
    }

    /// Whether the network contains the address.
    pub fn contains(&self, address: IpAddr) -> bool {
        address.is_ipv4() == self.base.is_ipv4() && self.masked(address) == self.masked(self.base)
    }

    /// Whether the network contains every address of the other.
    pub fn covers(&self, other: &Network) -> bool {
        self.prefix <= other.prefix && self.contains(other.base)
    }

    /// The prefix bits, at the top of 128.
    fn masked(&self, address: IpAddr) -> u128 {
        let mask = if self.prefix == 0 { 0 } else { u128::MAX << (128 - self.prefix) };
        bits(address) & mask
    }
}

/// The address's bits at the top of 128, so that a prefix works the same for both families.
fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(four) => u128::from(u32::from(four)) << 96,
        IpAddr::V6(six) => u128::from(six),
    }
}

impl std::fmt::Display for Network {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.base, self.prefix)
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::parse(&text)
            .ok_or_else(|| D::Error::custom(format!("«{text}» is no address or network such as 10.0.0.0/8")))
    }
}

#[cfg(test)]
mod tests {
    use super::Network;

    #[test]
    fn an_address_is_in_its_network_and_in_no_other() {
        for (network, inside, outside) in [
            ("203.0.113.0/24", "203.0.113.77", "203.0.114.1"),
            ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
            ("2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
            ("0.0.0.0/0", "8.8.8.8", "::1"),
        ] {
            let network = Network::parse(network).expect(network);
            assert!(network.contains(inside.parse().expect("an address")), "{network} {inside}");
            assert!(!network.contains(outside.parse().expect("an address")), "{network} {outside}");
        }
        for bad in
            ["", "x", "203.0.113.7/24", "203.0.113.0/33", "203.0.113.0/-1", "203.0.113.0/+8", "1.2.3/8", "::/129"]
        {
            assert!(Network::parse(bad).is_none(), "{bad}");
        }
    }
}
