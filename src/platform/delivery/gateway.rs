//! The gateway of each channel, as configured.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::push::PushServices;
use super::sms::SmsGateway;
use super::smtp::{self, MailServer};
use super::{DeliveryChannel, DeliveryOutcome, Leased, SendQueue, files};
use crate::base::keys::Keyring;
use crate::platform::config::{Config, EmailTransport, SmsTransport};
use crate::platform::http_client::OutboundHttp;
use crate::platform::store::Store;

/// The gateways of all channels.
#[derive(Clone)]
pub struct Gateways {
    pub(super) email: Arc<Gateway>,
    pub(super) sms: Arc<Gateway>,
    pub(super) push: Arc<Gateway>,
    pub(super) rates: [u32; 4],
    /// Longest duration of an attempt: by e-mail, and by any other channel.
    pub(super) patience: [Duration; 2],
    pub(super) sms_budget: u32,
    pub(super) quiet: (u32, u32),
}

/// The gateway of one channel.
pub(super) enum Gateway {
    /// A folder that gets a file for each message.
    Folder {
        folder: PathBuf,
        /// Whether each message is printed too.
        prints: bool,
    },
    /// A mail server.
    Mail(Box<MailServer>),
    /// An SMS gateway.
    Sms(Box<SmsGateway>),
    /// The push services of browsers and native apps.
    Push(Box<PushServices>),
}

impl Gateways {
    /// Builds the gateways from the settings; `folder` takes the messages of channels without a gateway. Fails when
    /// the settings name certificates or an account that cannot be read.
    pub fn new(
        config: &Config,
        folder: PathBuf,
        http_client: &OutboundHttp,
        store: Store,
        keys: &Keyring,
    ) -> anyhow::Result<Self> {
        let push = PushServices::new(config, folder.clone(), http_client, store, keys)?;
        let email = match config.email.transport {
            EmailTransport::Outbox => Gateway::Folder { folder: folder.clone(), prints: config.trial },
            EmailTransport::Smtp => Gateway::Mail(Box::new(MailServer::new(&config.email, &config.public_url)?)),
        };
        let sms = match config.sms.transport {
            SmsTransport::Outbox => Gateway::Folder { folder, prints: config.trial },
            SmsTransport::Http => Gateway::Sms(Box::new(SmsGateway::template(&config.sms, http_client.clone())?)),
            SmsTransport::Twilio => Gateway::Sms(Box::new(SmsGateway::twilio(&config.sms, http_client.clone())?)),
        };
        Ok(Self {
            email: Arc::new(email),
            sms: Arc::new(sms),
            push: Arc::new(Gateway::Push(Box::new(push))),
            rates: [
                config.email.per_second,
                config.sms.per_second,
                config.push.per_second,
                config.push.native_per_second_or_same(),
            ],
            patience: patience(config),
            sms_budget: config.sms.monthly_budget,
            quiet: (config.delivery.quiet_from_hour, config.delivery.quiet_until_hour),
        })
    }

    /// Upper limit of the duration of an attempt on that channel.
    pub(super) const fn longest_attempt(&self, channel: DeliveryChannel) -> Duration {
        match channel {
            DeliveryChannel::Email => self.patience[0],
            DeliveryChannel::Sms | DeliveryChannel::Push => self.patience[1],
        }
    }

    pub(super) fn of(&self, line: SendQueue) -> (Arc<Gateway>, u32) {
        let gateway = match line.channel() {
            DeliveryChannel::Email => &self.email,
            DeliveryChannel::Sms => &self.sms,
            DeliveryChannel::Push => &self.push,
        };
        (gateway.clone(), self.rates[line as usize])
    }
}

fn patience(config: &Config) -> [Duration; 2] {
    /// A Firebase token renewed by another attempt, the renewal by this attempt, and the call itself.
    const CALLS: u32 = 3;
    let seconds = |count: u32| Duration::from_secs(u64::from(count));
    [seconds(config.email.timeout_s) * smtp::STEPS, seconds(config.delivery.timeout_s) * CALLS]
}

impl Gateway {
    /// Whether it works without the network: such messages are all sent before the server stops.
    pub(super) const fn is_local(&self) -> bool {
        matches!(self, Gateway::Folder { .. })
    }

    pub(super) async fn send(&self, message: &Leased) -> DeliveryOutcome {
        match self {
            Gateway::Folder { folder, prints } => files::deliver(folder, *prints, message).await,
            Gateway::Mail(server) => server.send(message).await,
            Gateway::Sms(gateway) => gateway.send(message).await,
            Gateway::Push(services) => services.send(message).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::patience;
    use crate::platform::config::Config;

    #[test]
    fn an_attempt_has_the_time_that_the_settings_give_to_its_steps() {
        let mut config = Config::default();
        config.email.timeout_s = 120;
        config.delivery.timeout_s = 30;
        let [email, other] = patience(&config).map(|time| time.as_secs());
        // Connect, TLS, login, and twice the step timeout for the message.
        assert!(email >= 5 * 120, "{email}");
        assert!(other >= 2 * 30, "{other}");
    }
}
