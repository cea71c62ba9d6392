//! Push subscriptions of members' devices, and the checks of what a browser or a native app sends to subscribe.

pub(super) use super::PushEncryptionKeys;
pub use super::{Device, Subscription};
use base64::Engine;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use p256::PublicKey;
use url::{Host, Url};

use super::{Leased, queries};
use crate::base::id::{MemberId, SessionId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::platform::store::{Read, Tx};

/// Most devices of one member; a further one replaces the oldest.
const MOST: i64 = 10;
const LONGEST_ADDRESS: usize = 4_096;

/// The push services of the browsers. `*.` stands for any subdomain.
const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com"];

impl PushEncryptionKeys {
    pub(super) fn from_store(p256dh: &[u8], auth: &[u8]) -> AppResult<Self> {
        match (p256dh.try_into(), auth.try_into()) {
            (Ok(p256dh), Ok(auth)) => Ok(Self { p256dh, auth }),
            _ => Err(anyhow::anyhow!("a browser's keys have the wrong length").into()),
        }
    }
}

impl Subscription {
    /// A browser's subscription, from the output of `PushSubscription.toJSON()`. `allowed_hosts` are push services
    /// beside those of the browsers; one of them on loopback may use plain http.
    pub fn of_browser(endpoint: &str, p256dh: &str, auth: &str, allowed_hosts: &[String]) -> AppResult<Self> {
        let wrong = |field| AppError::invalid_field(field, "invalid_value");
        if endpoint.len() > LONGEST_ADDRESS || !is_push_service(endpoint, allowed_hosts) {
            return Err(wrong("subscription.endpoint"));
        }
        let uncompressed = |key: &[u8; 65]| key[0] == 4 && PublicKey::from_sec1_bytes(key).is_ok();
        let p256dh = bytes(p256dh).filter(uncompressed).ok_or(wrong("subscription.keys.p256dh"))?;
        let auth = bytes(auth).ok_or(wrong("subscription.keys.auth"))?;
        Ok(Self { address: endpoint.to_owned(), keys: Some(PushEncryptionKeys { p256dh, auth }) })
    }

    /// A native app's subscription, by its push service's token.
    pub fn of_native_app(token: &str) -> AppResult<Self> {
        let known = |sign: char| sign.is_ascii_alphanumeric() || "_:.-".contains(sign);
        if token.is_empty() || token.len() > LONGEST_ADDRESS || !token.chars().all(known) {
            return Err(AppError::invalid_field("fcmToken", "invalid_value"));
        }
        Ok(Self { address: token.to_owned(), keys: None })
    }
}

/// Whether the device already belonged to that member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceOwnership {
    /// The device belonged to that member already.
    Already,
    /// The device is new, or belonged to another member until now.
    New,
}

/// Subscribes a device for a member; a former owner gets no more messages on it. The subscription ends with
/// `session`. Messages are in `language`, or else in the member's language.
pub fn subscribe(
    tx: &Tx<'_>,
    member: MemberId,
    session: SessionId,
    language: Option<Language>,
    subscription: &Subscription,
) -> AppResult<DeviceOwnership> {
    let known = queries::is_subscribed(tx, member, &subscription.address)?;
    if !known {
        // The messages that still wait are for the former owner.
        queries::drop_notes_to(tx, &subscription.address)?;
    }
    queries::put_subscription(tx, member, session, language, subscription)?;
    queries::drop_oldest_subscriptions(tx, member, &subscription.address, MOST)?;
    Ok(if known { DeviceOwnership::Already } else { DeviceOwnership::New })
}

/// Replaces the subscription of a session after the browser's push service changed its address. Fails with
/// [`NOT_FOUND`] if that session has no subscription.
pub fn renew(tx: &Tx<'_>, member: MemberId, session: SessionId, subscription: &Subscription) -> AppResult<()> {
    let language = queries::language_of_session(tx, session)?.ok_or(NOT_FOUND)?;
    queries::drop_browser_of_session(tx, session)?;
    subscribe(tx, member, session, language, subscription).map(drop)
}

/// A member's devices, the oldest first.
pub fn devices_of(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Device>> {
    let any = read.cached(|read| queries::any_subscription(read).map(queries::AnySubscription))?;
    if any.0 { queries::devices_of(read, member) } else { Ok(Vec::new()) }
}

/// Removes a device that its push service reports as gone, and the messages that wait for it.
pub(super) fn lost(tx: &Tx<'_>, note: &Leased) -> AppResult<()> {
    match note.member {
        Some(member) => unsubscribe(tx, member, &note.to),
        None => Ok(()),
    }
}

/// Removes every device of a member.
pub fn unsubscribe_all(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::drop_subscriptions(tx, member)
}

/// Removes those devices of a member that belong to no session, as early native apps did: it is unknown to whom such a
/// device belongs, and the end of a session would not remove it.
pub fn drop_homeless(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::drop_subscriptions_without_session(tx, member)
}

/// Removes one device of a member, by its address; a device of another member stays.
pub fn unsubscribe(tx: &Tx<'_>, member: MemberId, address: &str) -> AppResult<()> {
    if queries::drop_subscription(tx, member, address)? {
        queries::drop_notes_to(tx, address)?;
    }
    Ok(())
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    // Browsers omit the padding, and some libraries add it.
    URL_SAFE_NO_PAD.decode(text).or_else(|_| URL_SAFE.decode(text)).ok()?.try_into().ok()
}

pub(super) fn is_push_service(endpoint: &str, allowed_hosts: &[String]) -> bool {
    let Ok(url) = Url::parse(endpoint) else { return false };
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return false;
    }
    let Some(host) = url.host() else { return false };
    let name = host.to_string();
    let with_port = url.port_or_known_default().map_or_else(|| name.clone(), |port| format!("{name}:{port}"));
    if allowed_hosts.iter().any(|allowed| matches(&name, allowed) || *allowed == with_port) {
        let loopback = match host {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        // A test's push service: any port, and no certificate required.
        if loopback {
            return matches!(url.scheme(), "http" | "https");
        }
    } else if !SERVICES.iter().any(|service| matches(&name, service)) {
        return false;
    }
    // A missing port means 443.
    url.scheme() == "https" && url.port().is_none()
}

fn matches(name: &str, pattern: &str) -> bool {
    match pattern.strip_prefix('*') {
        Some(ending) => name.len() > ending.len() && name.ends_with(ending),
        None => name == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::is_push_service;

    #[test]
    fn a_subscription_needs_the_address_of_a_known_push_service() {
        let none: [String; 0] = [];
        for (endpoint, expected) in [
            ("https://fcm.googleapis.com/fcm/send/abc", true),
            ("https://fcm.googleapis.com:443/fcm/send/abc", true),
            ("https://web.push.apple.com/abc", true),
            ("https://wns2-sg2p.notify.windows.com/w/?token=abc", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/abc", true),
            ("http://fcm.googleapis.com/fcm/send/abc", false),
            ("https://fcm.googleapis.com:8443/abc", false),
            ("https://user@fcm.googleapis.com/abc", false),
            ("https://push.apple.com.evil.example/abc", false),
            ("https://evilpush.apple.com.example/abc", false),
            ("https://.push.apple.com/abc", false),
            ("https://fcm.googleapis.com.evil.example/abc", false),
            ("https://169.254.169.254/latest", false),
            ("http://127.0.0.1:9/abc", false),
            ("ftp://fcm.googleapis.com/abc", false),
            ("fcm.googleapis.com", false),
            ("", false),
        ] {
            assert_eq!(is_push_service(endpoint, &none), expected, "{endpoint}");
        }
    }

    #[test]
    fn a_configured_host_is_taken_and_only_on_loopback_without_a_certificate() {
        let allowed = ["127.0.0.1".to_owned(), "push.example.hk".to_owned()];
        for (endpoint, expected) in [
            ("http://127.0.0.1:9000/push", true),
            ("https://push.example.hk/abc", true),
            ("http://push.example.hk/abc", false),
            ("http://127.0.0.2:9000/push", false),
        ] {
            assert_eq!(is_push_service(endpoint, &allowed), expected, "{endpoint}");
        }
    }
}
