//! Settings that contradict each other, or are unsafe where strangers can reach the server.

use std::net::SocketAddr;

use anyhow::{Context, bail};

use super::{Admin, CaptchaProvider, Config, EmailTransport, SmsTransport};

impl Config {
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if !self.public_url.is_empty() {
            let url = url::Url::parse(&self.public_url)
                .with_context(|| format!("public_url «{}» is not an address", self.public_url))?;
            let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.username().is_empty();
            if !matches!(url.scheme(), "http" | "https") || url.host().is_none() || !bare {
                bail!("public_url «{}» must be http(s)://host[:port] without a path", self.public_url);
            }
        } else if !self.listen.ip().is_loopback() {
            bail!("public_url is needed when listen is {}: it is the address that members open", self.listen);
        }
        self.check_admin()?;
        self.check_listeners()?;
        if self.limits.source_scale == 0 {
            bail!("limits.source_scale is 0, and must be at least 1; limits.enabled = false applies none");
        }
        if tracing_subscriber::EnvFilter::try_new(&self.log.filter).is_err() {
            bail!("log.filter «{}» is not a filter such as info or kapok=debug", self.log.filter);
        }
        self.backup.check()?;
        self.metrics.check()?;
        self.offsite.check()?;
        self.tls.check(&self.public_url)?;
        self.check_messages()?;
        self.check_programme()?;
        self.refuse_unsafe_away_from_loopback()
    }

    fn check_admin(&self) -> anyhow::Result<()> {
        let Admin { listen, public_url, session_idle_minutes, session_hours, .. } = &self.admin;
        if !listen.is_empty() && listen.parse::<SocketAddr>().is_err() {
            bail!("admin.listen «{listen}» is not an address and port such as 127.0.0.1:9000");
        }
        let readable = url::Url::parse(public_url).is_ok_and(|url| url.has_host() && url.path() == "/");
        if !public_url.is_empty() && (listen.is_empty() || !readable) {
            bail!("admin.public_url «{public_url}» must be http(s)://host[:port], and goes with admin.listen");
        }
        if !(1..=24 * 60).contains(session_idle_minutes) || !(1..=24).contains(session_hours) {
            bail!("admin.session_idle_minutes must be from 1 to 1440, and admin.session_hours from 1 to 24");
        }
        Ok(())
    }

    /// Each listener needs an address of its own, or the second to start would take the first for another server.
    fn check_listeners(&self) -> anyhow::Result<()> {
        let all = [
            ("listen", Some(self.listen)),
            ("admin.listen", self.admin.listen.parse().ok()),
            ("metrics.listen", self.metrics.address()),
        ];
        let named: Vec<(&str, SocketAddr)> = all.into_iter().filter_map(|(name, at)| Some((name, at?))).collect();
        for (place, (second, at)) in named.iter().enumerate() {
            if let Some((first, _)) = named[..place].iter().find(|(_, taken)| taken == at && at.port() != 0) {
                bail!("{second} is {at}, and so is {first}: each needs an address or port of its own");
            }
        }
        Ok(())
    }

    fn refuse_unsafe_away_from_loopback(&self) -> anyhow::Result<()> {
        if self.is_on_loopback() {
            return Ok(());
        }
        let plain_http = self.public_url.starts_with("http://");
        let unsafe_settings = [
            ("public_url", plain_http, "sends passwords unencrypted"),
            ("captcha.provider", self.captcha.provider == CaptchaProvider::None, "lets scripts sign up"),
            ("limits.enabled", !self.limits.enabled, "lets anybody guess passwords"),
            (
                "email.transport",
                self.email.transport == EmailTransport::Outbox,
                "leaves codes in files instead of sending them",
            ),
            (
                "sms.transport",
                self.sms.transport == SmsTransport::Outbox,
                "leaves codes in files instead of sending them",
            ),
        ];
        for (name, chosen, what) in unsafe_settings {
            if chosen && !self.force.iter().any(|forced| forced == name) {
                bail!(
                    "{name} as set here {what}, and public_url is not on loopback; change it, or add \"{name}\" to force"
                );
            }
        }
        Ok(())
    }
}
