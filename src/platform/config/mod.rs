//! The configuration: it is read once, checked as a whole, and passed on by section.
//!
//! Each setting comes from the first of: a flag, the environment (`KAPOK_…`, nested with a double underscore), the
//! settings file, the default. An unknown key or an invalid value is an error that names the key and its place.

#[macro_use]
mod macros;

mod check;
mod console;
mod layers;
mod listing;
mod messages;
mod mistakes;
mod operating;
mod programme;
mod wallet_pass;

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::base::network::Network;
pub use check::WAYS_TO_HTTPS;
pub use listing::Setting;
pub use messages::{
    Delivery, Email, EmailTransport, Push, SecretText, Sms, SmsMethod, SmsTransport, SmtpTls, Webhooks,
};
use mistakes::ConfigErrors;
pub use operating::{Backup, Ledger, Metrics, Offsite, Tls, read_recipient};
pub use programme::{Analytics, OwnText};
pub use wallet_pass::{ApplePass, GooglePass, WalletPass};

/// Every setting. `config.example.toml` explains each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The address that people type, such as `https://points.example.hk`; empty for a laptop.
    pub public_url: String,
    /// The address on which the server listens.
    pub listen: SocketAddr,
    /// The folder of all data.
    pub data_dir: PathBuf,
    /// Names of unsafe settings that are allowed away from loopback all the same.
    pub force: Vec<String>,
    /// True for a trial among people who know of it: messages without a gateway stay on this machine, also away from
    /// loopback. The server prints these messages, and owners read them at the desk.
    pub trial: bool,
    /// Dotted key and source of every setting that is not the default.
    #[serde(skip)]
    pub sources: Vec<(String, String)>,
    /// See [`Admin`].
    pub admin: Admin,
    /// See [`Analytics`].
    pub analytics: Analytics,
    /// See [`Auth`].
    pub auth: Auth,
    /// See [`Backup`].
    pub backup: Backup,
    /// See [`Captcha`].
    pub captcha: Captcha,
    /// See [`Delivery`].
    pub delivery: Delivery,
    /// See [`Email`].
    pub email: Email,
    /// See [`Http`].
    pub http: Http,
    /// See [`Ledger`].
    pub ledger: Ledger,
    /// See [`Limits`].
    pub limits: Limits,
    /// See [`Log`].
    pub log: Log,
    /// See [`Merchant`].
    pub merchant: Merchant,
    /// See [`Metrics`].
    pub metrics: Metrics,
    /// See [`Offsite`].
    pub offsite: Offsite,
    /// The privacy policy.
    pub privacy: OwnText,
    /// See [`Push`].
    pub push: Push,
    /// See [`Rewards`].
    pub rewards: Rewards,
    /// See [`Signup`].
    pub signup: Signup,
    /// See [`Sms`].
    pub sms: Sms,
    /// See [`Store`].
    pub store: Store,
    /// The terms of use.
    pub terms: OwnText,
    /// See [`Tls`].
    pub tls: Tls,
    /// See [`WalletPass`].
    pub wallet_pass: WalletPass,
    /// See [`Webhooks`].
    pub webhooks: Webhooks,
}

sections! {
    /// The admin and its staff.
    Admin {
        /// The address on which the admin and its API listen separately; empty for the same address as everything else.
        listen: String = String::new(),
        /// The address under which staff open the admin there; empty for `http://` and `listen`.
        public_url: String = String::new(),
        /// Whether staff need a second factor.
        second_factor: SecondFactor = SecondFactor::Auto,
        /// Minutes without a request after which a staff session ends.
        session_idle_minutes: u32 = 15,
        /// Hours after which a staff session ends in any case.
        session_hours: u32 = 8,
    }
    /// Signing in.
    Auth {
        /// True if clients other than browsers get a bearer token that works without cookies.
        standalone_bearer: bool = true,
        /// The policy for new passwords.
        password_policy: PasswordPolicy = PasswordPolicy::Composition,
    }
    /// The captcha at sign-up.
    Captcha {
        /// The provider.
        provider: CaptchaProvider = CaptchaProvider::Altcha,
        /// Iterations of PBKDF2 for each guess of the embedded proof of work.
        cost: u32 = 5_000,
        /// The provider's public key of this programme.
        site_key: String = String::new(),
        /// The key by which this server asks the provider.
        secret: SecretText = SecretText::default(),
        /// Names under which the app is opened, beside that of `public_url`.
        hostnames: Vec<String> = Vec::new(),
        /// The address at which the provider checks answers; empty for its usual address.
        verify_url: String = String::new(),
        /// Hosts of that address that may be private, and on this machine speak plain http.
        allowed_hosts: Vec<String> = Vec::new(),
    }
    /// The HTTP server.
    Http {
        /// Proxies whose `X-Forwarded-For` is believed: addresses, or networks such as `10.0.0.0/8`.
        trusted_proxies: Vec<Network> = Vec::new(),
    }
    /// Rate limits and daily amounts.
    Limits {
        /// True if limits are applied.
        enabled: bool = true,
        /// Multiplies the limits per client address.
        source_scale: u32 = 1,
    }
    /// The log on standard error.
    Log {
        /// The format of log lines.
        format: LogFormat = LogFormat::Text,
        /// The lines that are written, as a tracing filter such as `info` or `kapok=debug`.
        filter: String = "info,refinery_core=warn".to_owned(),
    }
    /// The counter.
    Merchant {
        /// Points that one partner may award in a Hong Kong day; 0 for no cap.
        daily_award_cap: u32 = 1_000_000,
        /// Points that one partner may award one member in a Hong Kong day; 0 for no cap.
        daily_award_cap_per_member: u32 = 100_000,
        /// Whole HK$ that one till may award points for in a Hong Kong day; 0 for no cap.
        daily_amount_cap_per_till: u32 = 200_000,
    }
    /// Coupons and exchanges.
    Rewards {
        /// True if an exchange item asks for a wallet address.
        wallet_required: bool = true,
    }
    /// Signing up.
    Signup {
        /// Whether a request for a code reports that an address is in use, or writes to its owner instead.
        disclosure: Disclosure = Disclosure::Public,
    }
    /// The database.
    Store {
        /// Whether a committed request survives a power cut.
        synchronous: Synchronous = Synchronous::Full,
    }
}

choices! {
    /// Whether staff need a second factor.
    SecondFactor {
        /// If `public_url` is https.
        Auto,
        /// Required: without one, a session can only set one up.
        Required,
        /// Each staff member decides.
        Optional,
    }
    /// The policy for new passwords.
    PasswordPolicy {
        /// Eight characters of four kinds.
        Composition,
        /// Fifteen characters of any kind.
        Length15,
    }
    /// The captcha provider.
    CaptchaProvider {
        /// A proof of work that this server hands out and checks itself.
        #[serde(alias = "pow")]
        Altcha,
        /// Cloudflare's.
        Turnstile,
        /// Intuition Machines'.
        Hcaptcha,
        /// Google's, with the box to tick.
        Recaptcha,
        /// No captcha; for tests and laptops.
        None,
    }
    /// Whether a committed request survives a power cut.
    Synchronous {
        /// Yes: each commit waits for the disk.
        Full,
        /// Only a crash of the process: the last commits may be missing after a power cut.
        Normal,
    }
    /// The format of log lines.
    LogFormat {
        /// Readable text.
        Text,
        /// JSON, for log collectors.
        Json,
    }
    /// The answer to a request for a code when the address is in use.
    Disclosure {
        /// 409, so that people learn at once that they have an account.
        Public,
        /// 200, and an e-mail to the owner.
        Private,
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            public_url: String::new(),
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from("data"),
            force: Vec::new(),
            trial: false,
            sources: Vec::new(),
            admin: Admin::default(),
            analytics: Analytics::default(),
            auth: Auth::default(),
            backup: Backup::default(),
            captcha: Captcha::default(),
            delivery: Delivery::default(),
            email: Email::default(),
            http: Http::default(),
            ledger: Ledger::default(),
            limits: Limits::default(),
            log: Log::default(),
            merchant: Merchant::default(),
            metrics: Metrics::default(),
            offsite: Offsite::default(),
            privacy: OwnText::default(),
            push: Push::default(),
            rewards: Rewards::default(),
            signup: Signup::default(),
            sms: Sms::default(),
            store: Store::default(),
            terms: OwnText::default(),
            tls: Tls::default(),
            wallet_pass: WalletPass::default(),
            webhooks: Webhooks::default(),
        }
    }
}

/// The configuration flags of the command line.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// `--config`.
    pub config: Option<PathBuf>,
    /// `--data-dir`.
    pub data_dir: Option<PathBuf>,
    /// `--listen`.
    pub listen: Option<String>,
    /// `--public-url`.
    pub public_url: Option<String>,
    /// `--trial`.
    pub trial: bool,
}

/// A configuration and where each setting in it came from.
#[derive(Clone, Debug)]
pub struct LoadedConfig {
    /// The settings.
    pub config: Config,
    /// The settings file that was read, if any.
    pub file: Option<PathBuf>,
}

impl Config {
    /// Reads flags, environment and file, and checks the whole. The caller passes `environment`, so that tests do not
    /// need to change the environment of the process.
    pub fn load(flags: &Flags, environment: &[(String, String)]) -> anyhow::Result<LoadedConfig> {
        let defaults = Table::try_from(Config::default()).context("the defaults are a table")?;
        let mut mistakes = ConfigErrors::default();
        let from_environment = layers::environment_table(environment, &defaults, &mut mistakes);
        let file = layers::settings_file(flags, &from_environment)?;
        let mut merged = Table::new();
        let mut sources = Vec::new();
        if let Some(path) = &file {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("the settings file {} cannot be read", path.display()))?;
            let table = layers::parse(&text).with_context(|| format!("the settings file {}", path.display()))?;
            let table = mistakes.in_file(path, |found| layers::known_keys(table, &defaults, &text, "", found));
            layers::overlay(&mut merged, table, &path.display().to_string(), "", &mut sources);
        }
        layers::overlay(&mut merged, from_environment, "environment", "", &mut sources);
        let mut flagged = Table::new();
        if let Some(folder) = &flags.data_dir {
            flagged.insert("data_dir".into(), Value::String(folder.display().to_string()));
        }
        if let Some(listen) = &flags.listen {
            flagged.insert("listen".into(), Value::String(listen.clone()));
        }
        if let Some(url) = &flags.public_url {
            flagged.insert("public_url".into(), Value::String(url.clone()));
        }
        if flags.trial {
            flagged.insert("trial".into(), Value::Boolean(true));
        }
        layers::overlay(&mut merged, flagged, "flag", "", &mut sources);
        let mut config = layers::read_checked(merged, &sources, &mut mistakes)?;
        config.sources = sources;
        layers::check_forced(&config.force, &defaults, &mut mistakes);
        config.check(&mut mistakes);
        mistakes.finish()?;
        Ok(LoadedConfig { config, file })
    }

    /// The origin of `public_url`, if it is set.
    pub fn public_origin(&self) -> Option<url::Url> {
        if self.public_url.is_empty() { None } else { url::Url::parse(&self.public_url).ok() }
    }

    /// Returns whether `public_url` is https although the server accepts plain HTTP from any address.
    pub fn is_plain_to_anybody(&self) -> bool {
        let behind_proxy = !self.http.trusted_proxies.is_empty() || self.listen.ip().is_loopback();
        self.public_url.starts_with("https://") && !self.tls.enabled() && !behind_proxy
    }

    /// Returns whether owners may read messages that were kept because their channel has no gateway.
    pub fn shows_kept_messages(&self) -> bool {
        self.trial || self.is_on_loopback()
    }

    /// Returns whether only this machine can reach the server under its public name.
    pub fn is_on_loopback(&self) -> bool {
        match self.public_origin().and_then(|url| url.host().map(|host| host.to_owned())) {
            Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            None => self.listen.ip().is_loopback(),
        }
    }
}

#[cfg(test)]
mod tests;
