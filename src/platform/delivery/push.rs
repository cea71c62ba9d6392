//! Push messages to a member's devices: to browsers by web push, to native apps through Firebase.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use hyper::Method;
use serde::Serialize;
use url::Url;

use super::fcm::Fcm;
use super::sms::{by_status, no_answer};
use super::subscriptions::{self, PushEncryptionKeys};
use super::web_push::{self, Vapid};
use super::{DeliveryChannel, DeliveryOutcome, Leased, Message, Priority, Reason, files, queries, queue};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, MessageId, RecordId};
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::platform::config::Config;
use crate::platform::http_client::{AllowedHosts, HttpRequest, OutboundHttp};
use crate::platform::store::{Store, Tx};

/// Lifetime of a push message. A device that was offline for longer shows the inbox instead.
const LIFE: Duration = Duration::from_secs(86_400);

/// The content of a push message. Anybody can read a locked screen, and some push services can read the message, so
/// it contains no names, no amounts and no code.
#[derive(Clone, Debug)]
pub struct PushNotification {
    /// The topic, such as `points_received`.
    pub kind: String,
    /// The language of the message.
    pub language: Language,
    /// A few words.
    pub title: String,
    /// A sentence or two.
    pub body: String,
    /// The screen of the app that a tap opens.
    pub opens: Cow<'static, str>,
    /// Whether it may sound at night.
    pub priority: Priority,
    /// The batch of push messages that were sent for the same reason.
    pub batch: Option<RecordId>,
}

/// Queues a push message for one of a member's devices, in the same commit as its cause. `about` is its topic, if the
/// member may opt out of it.
pub fn queue_note(
    tx: &Tx<'_>,
    member: MemberId,
    device: &str,
    about: Option<&str>,
    note: &PushNotification,
) -> AppResult<()> {
    let message = written(member, device, note);
    queue(tx, &Message { about: about.map(str::to_owned), ..message }).map(drop)
}

fn written(member: MemberId, device: &str, note: &PushNotification) -> Message {
    let PushNotification { kind, language, title, body, opens, priority, batch } = note;
    let message =
        Message::new(DeliveryChannel::Push, device, *language, kind, title.clone(), body.clone(), LIFE).of(member);
    Message { opens: Some(opens.clone().into_owned()), priority: *priority, batch: *batch, ..message }
}

/// The title and text that a device would show, without queueing anything.
pub fn show_note(note: &PushNotification) -> (String, String) {
    let message = written(MemberId::from_bytes([0; 16]), "", note);
    (message.subject, message.text)
}

/// The payload for the service worker, which shows one notification per id, even if it arrives twice.
#[derive(Serialize)]
struct Payload<'m> {
    id: MessageId,
    title: &'m str,
    body: &'m str,
    lang: &'static str,
    url: &'m str,
}

/// The push services.
pub(super) struct PushServices {
    store: Store,
    http_client: OutboundHttp,
    /// Allowed hosts beside the push services of the browsers.
    hosts: Vec<String>,
    allowed: AllowedHosts,
    vapid: Vapid,
    native: NativePush,
}

/// The access to the push service of native apps.
enum NativePush {
    Fcm(Box<Fcm>),
    /// A laptop without a service account: one file per message.
    Folder(PathBuf),
    Nowhere,
}

impl PushServices {
    /// Builds the services from the settings. Fails when they name a service account that cannot be read.
    pub(super) fn new(
        config: &Config,
        folder: PathBuf,
        http_client: &OutboundHttp,
        store: Store,
        keys: &Keyring,
    ) -> anyhow::Result<Self> {
        let allowed = AllowedHosts::new(&config.push.allowed_hosts);
        let native = match Fcm::from_settings(&config.push, &allowed, http_client)? {
            Some(fcm) => NativePush::Fcm(Box::new(fcm)),
            None if config.is_on_loopback() => NativePush::Folder(folder),
            None => NativePush::Nowhere,
        };
        let (vapid, hosts) = (Vapid::new(keys, &config.push_contact()), config.push.allowed_hosts.clone());
        Ok(Self { store, http_client: http_client.clone(), hosts, allowed, vapid, native })
    }

    pub(super) async fn send(&self, message: &Leased) -> DeliveryOutcome {
        let found = match message.member {
            Some(member) => self.store.read(|read| queries::subscription(read, member, &message.to)),
            None => Ok(None),
        };
        let now = self.store.clock().now();
        match (found, &self.native) {
            (Err(error), _) => DeliveryOutcome::Later(Reason::new("store", error), None),
            // The device was removed since, or belongs to another member now.
            (Ok(None), _) => DeliveryOutcome::Gone(Reason::new("gone", "the device has left")),
            (Ok(Some(device)), native) => match (&device.keys, native) {
                (Some(keys), _) => self.send_to_browser(message, keys, now).await,
                (None, NativePush::Fcm(fcm)) => fcm.send(message, now).await,
                (None, NativePush::Folder(folder)) => files::deliver(folder, false, message).await,
                (None, NativePush::Nowhere) => {
                    DeliveryOutcome::Never(Reason::new("unconfigured", "push.fcm_service_account is empty"))
                }
            },
        }
    }

    async fn send_to_browser(&self, message: &Leased, keys: &PushEncryptionKeys, now: Timestamp) -> DeliveryOutcome {
        // Checked again: the settings may have changed since the browser subscribed.
        let endpoint =
            Url::parse(&message.to).ok().filter(|_| subscriptions::is_push_service(&message.to, &self.hosts));
        let Some(endpoint) = endpoint else {
            return DeliveryOutcome::Never(Reason::new("forbidden", "no push service"));
        };
        let sealed = match sealed(message, keys) {
            Ok(sealed) => sealed,
            Err(error) => return DeliveryOutcome::Never(Reason::new("malformed", error)),
        };
        let urgency = match message.priority {
            Priority::Urgent => "high",
            Priority::Calm => "normal",
            Priority::Bulk => "low",
        };
        let call = HttpRequest::new(Method::POST, endpoint.clone(), sealed)
            .with("content-encoding", "aes128gcm")
            .with("content-type", "application/octet-stream")
            .with("ttl", &message.lapses.since(now).as_secs().to_string())
            .with("urgency", urgency)
            // A second attempt replaces the first if the device has not received the first.
            .with("topic", &message.id.to_string())
            .with("authorization", &self.vapid.authorization(&endpoint, now));
        match self.http_client.send(call, &self.allowed).await {
            Ok(answer) if answer.is_success() => DeliveryOutcome::Sent,
            Ok(answer) if matches!(answer.status, 404 | 410) => {
                DeliveryOutcome::Gone(Reason::new("gone", format!("HTTP {}", answer.status)))
            }
            // The cause may be our clock, or a browser that subscribed under another key; neither justifies an alarm.
            Ok(answer) if matches!(answer.status, 401 | 403) => {
                DeliveryOutcome::Later(Reason::new("rejected", format!("HTTP {}", answer.status)), answer.retry_after())
            }
            Ok(answer) => by_status(&answer, &format!("HTTP {}", answer.status)),
            Err(none) => no_answer(none),
        }
    }
}

fn sealed(message: &Leased, keys: &PushEncryptionKeys) -> anyhow::Result<Vec<u8>> {
    let Leased { id, subject: title, text: body, language, opens, .. } = message;
    let payload = Payload { id: *id, title, body, lang: language.tag(), url: opens.as_deref().unwrap_or("/") };
    web_push::seal(&serde_json::to_vec(&payload)?, keys)
}
