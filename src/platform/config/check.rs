//! Settings that contradict each other, or are unsafe when the server is reachable from outside this machine.

use std::net::SocketAddr;

use anyhow::{Context, bail};

use super::mistakes::ConfigErrors;
use super::{Admin, CaptchaProvider, Config, EmailTransport, SmsTransport};

/// A sentence that tells how a programme gets an https address, for people who are about to open it on a phone.
pub const WAYS_TO_HTTPS: &str = "a phone needs an https address: by [tls] acme = true, by a certificate of your own \
    (tls.certificate and tls.key), or by a tunnel; «On a phone» in the handbook shows each (docs/quick-start.md, and \
    /docs/quick-start of kapok demo)";

impl Config {
    /// Adds settings that contradict others or are unsafe.
    pub(super) fn check(&self, mistakes: &mut ConfigErrors) {
        mistakes.check(self.check_public_url());
        mistakes.check(self.check_admin());
        mistakes.check(self.check_listeners());
        if self.limits.source_scale == 0 {
            mistakes.add("limits.source_scale is 0, and must be at least 1; limits.enabled = false applies none");
        }
        if tracing_subscriber::EnvFilter::try_new(&self.log.filter).is_err() {
            mistakes.add(format!("log.filter «{}» is not a filter such as info or kapok=debug", self.log.filter));
        }
        mistakes.check(self.backup.check());
        mistakes.check(self.ledger.check());
        mistakes.check(self.metrics.check());
        mistakes.check(self.offsite.check());
        mistakes.check(self.tls.check(&self.public_url));
        mistakes.check(self.check_messages());
        mistakes.check(self.check_programme());
        self.wallet_pass.check(mistakes);
        mistakes.check(self.refuse_unsafe_away_from_loopback());
    }

    fn check_public_url(&self) -> anyhow::Result<()> {
        if self.public_url.is_empty() {
            return Ok(());
        }
        let url = url::Url::parse(&self.public_url)
            .with_context(|| format!("public_url «{}» is not an address", self.public_url))?;
        let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.username().is_empty();
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() || !bare {
            bail!("public_url «{}» must be http(s)://host[:port] without a path", self.public_url);
        }
        Ok(())
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

    /// Each listener needs an address of its own. Otherwise the second to start fails, and the error blames another
    /// server.
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
                self.email.transport == EmailTransport::Outbox && !self.trial,
                "leaves codes in files instead of sending them",
            ),
            (
                "sms.transport",
                self.sms.transport == SmsTransport::Outbox && !self.trial,
                "leaves codes in files instead of sending them",
            ),
        ];
        let refused: Vec<(&str, &str)> = unsafe_settings
            .into_iter()
            .filter(|(name, chosen, _)| *chosen && !self.force.iter().any(|forced| forced == name))
            .map(|(name, _, what)| (name, what))
            .collect();
        let mut told = Vec::new();
        if self.public_url.is_empty() {
            told.push(format!(
                "public_url is needed when listen is {}: it is the address that members open. Give it with --public-url, \
                 KAPOK_PUBLIC_URL or public_url in the settings file, such as https://points.example.hk",
                self.listen
            ));
        }
        told.extend(refused.iter().map(|(name, what)| {
            format!("{name} as set here {what}, and public_url is not on loopback; change it, or force it")
        }));
        if refused.iter().any(|(name, _)| *name == "public_url") {
            told.push(WAYS_TO_HTTPS.to_owned());
        }
        if refused.iter().any(|(name, _)| name.ends_with(".transport")) {
            told.push(
                "for a trial without a mail server, kapok serve --trial (trial = true in the settings file, which other \
                 commands read too) keeps the messages here, prints each of them, and shows them to owners in the admin"
                    .to_owned(),
            );
        }
        if !refused.is_empty() {
            let quoted: Vec<String> = refused.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            let plain: Vec<&str> = refused.iter().map(|(name, _)| *name).collect();
            told.push(format!(
                "to run with these settings all the same, force is force = [{}] in the settings file, or KAPOK_FORCE={}",
                quoted.join(", "),
                plain.join(",")
            ));
        }
        if told.is_empty() { Ok(()) } else { bail!("{}", told.join("\n  ")) }
    }
}
