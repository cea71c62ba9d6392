//! The addresses that may be called: public ones, and those that the settings file allows.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Hosts that the settings file allows beyond the rule: they may have private addresses, and those on this machine
/// may use plain HTTP. Each is `host` or `host:port`.
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    /// Reads the hosts of a setting.
    pub fn new(listed: &[String]) -> Self {
        Self(listed.iter().map(|host| host.trim().to_ascii_lowercase()).collect())
    }

    /// Whether the host of a URL is listed.
    pub fn holds(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else { return false };
        let with_port = url.port_or_known_default().map(|port| format!("{host}:{port}"));
        self.0.iter().any(|listed| listed == host || Some(listed) == with_port.as_ref())
    }

    /// Whether the URL alone allows a call: the resolved address is checked again with each call.
    pub fn would_call(&self, url: &Url) -> bool {
        let by_number = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            _ => None,
        };
        is_sound(url, self) && (self.holds(url) || (by_number.is_none_or(is_global) && !is_this_machine(url)))
    }
}

/// Whether a URL may be called at all; the address is checked again after resolving it.
pub(super) fn is_sound(url: &Url, allowed: &AllowedHosts) -> bool {
    let bare = url.username().is_empty() && url.password().is_none();
    let plain_is_fine = allowed.holds(url) && is_this_machine(url);
    bare && url.host().is_some() && (url.scheme() == "https" || url.scheme() == "http" && plain_is_fine)
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Whether an address is globally reachable.
pub(super) fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_global_v4(address),
        IpAddr::V6(address) => is_global_v6(address),
    }
}

/// The special blocks of IANA's registry (RFC 6890) are not global.
fn is_global_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 168, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !special
}

/// Only 2000::/3 is allocated. Excluded from it are 2001::/23 (Teredo and others), documentation, 6to4 and 3fff::/20.
/// Mapped and translated addresses (::ffff:0:0/96, 64:ff9b::/96) lie outside.
fn is_global_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let handed_out = first & 0xe000 == 0x2000;
    let special = (first == 0x2001 && (second < 0x0200 || second == 0x0db8))
        || first == 0x2002
        || (first == 0x3fff && second < 0x1000);
    handed_out && !special
}

#[cfg(test)]
mod tests {
    use super::{AllowedHosts, is_global, is_sound};

    #[test]
    fn only_addresses_of_the_whole_internet_are_global() {
        for text in ["1.1.1.1", "8.8.8.8", "100.63.255.255", "172.32.0.1", "203.0.112.1", "2606:4700::1111", "2400::1"]
        {
            assert!(is_global(text.parse().expect("an address")), "{text}");
        }
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "127.0.0.1",
            "127.255.0.1",
            "100.64.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:1.1.1.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "3fff::1",
            "5f00::1",
            "100::1",
        ] {
            assert!(!is_global(text.parse().expect("an address")), "{text}");
        }
    }

    #[test]
    fn addresses_are_encrypted_and_bare_but_for_this_machine_where_it_is_listed() {
        let allowed = AllowedHosts::new(&["127.0.0.1:9000".to_owned(), "push.example".to_owned()]);
        let sound = |text: &str| is_sound(&text.parse().expect("an address"), &allowed);
        assert!(sound("https://push.example/x") && sound("https://elsewhere.example/"));
        assert!(sound("http://127.0.0.1:9000/x"));
        for bad in [
            "http://push.example/",
            "http://127.0.0.1:9001/",
            "http://elsewhere.example/",
            "https://user@push.example/",
            "https://user:word@push.example/",
            "ftp://push.example/",
            "file:///etc/passwd",
        ] {
            assert!(!sound(bad), "{bad}");
        }
    }
}
