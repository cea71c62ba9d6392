//! The way out of each channel, as the settings say.

use std::path::PathBuf;
use std::sync::Arc;

use super::push::PushServices;
use super::sms::SmsGateway;
use super::smtp::MailServer;
use super::{Channel, Fate, Leased, Line, files};
use crate::base::keys::Keyring;
use crate::config::{Config, EmailTransport, SmsTransport};
use crate::outbound::Outbound;
use crate::store::Store;

/// Where messages of each channel go.
#[derive(Clone)]
pub struct Gateways {
    pub(super) email: Arc<Gateway>,
    pub(super) sms: Arc<Gateway>,
    pub(super) push: Arc<Gateway>,
    pub(super) rates: [u32; 4],
    pub(super) sms_budget: u32,
    pub(super) quiet: (u32, u32),
}

/// The way out of one channel.
pub(super) enum Gateway {
    /// A file each in that folder.
    Folder(PathBuf),
    /// A mail server.
    Mail(Box<MailServer>),
    /// A gateway to phones.
    Sms(Box<SmsGateway>),
    /// The push services of browsers and native apps.
    Push(Box<PushServices>),
}

impl Gateways {
    /// Those of the settings; `folder` takes the messages of channels without a gateway. Fails when
    /// the settings name certificates or an account that cannot be read.
    pub fn new(
        config: &Config,
        folder: PathBuf,
        outbound: &Outbound,
        store: Store,
        keys: &Keyring,
    ) -> anyhow::Result<Self> {
        let push = PushServices::new(config, folder.clone(), outbound, store, keys)?;
        let email = match config.email.transport {
            EmailTransport::Outbox => Gateway::Folder(folder.clone()),
            EmailTransport::Smtp => Gateway::Mail(Box::new(MailServer::new(&config.email, &config.public_url)?)),
        };
        let sms = match config.sms.transport {
            SmsTransport::Outbox => Gateway::Folder(folder),
            SmsTransport::Http => Gateway::Sms(Box::new(SmsGateway::template(&config.sms, outbound.clone())?)),
            SmsTransport::Twilio => Gateway::Sms(Box::new(SmsGateway::twilio(&config.sms, outbound.clone())?)),
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
            sms_budget: config.sms.monthly_budget,
            quiet: (config.delivery.quiet_from_hour, config.delivery.quiet_until_hour),
        })
    }

    pub(super) fn of(&self, line: Line) -> (Arc<Gateway>, u32) {
        let gateway = match line.channel() {
            Channel::Email => &self.email,
            Channel::Sms => &self.sms,
            Channel::Push => &self.push,
        };
        (gateway.clone(), self.rates[line as usize])
    }
}

impl Gateway {
    /// Whether it needs nobody else: such messages are all sent before the server stops.
    pub(super) const fn is_local(&self) -> bool {
        matches!(self, Gateway::Folder(_))
    }

    pub(super) async fn send(&self, message: &Leased) -> Fate {
        match self {
            Gateway::Folder(folder) => files::deliver(folder, message).await,
            Gateway::Mail(server) => server.send(message).await,
            Gateway::Sms(gateway) => gateway.send(message).await,
            Gateway::Push(services) => services.send(message).await,
        }
    }
}
