//! Certificates from an ACME authority (RFC 8555), validated on the server's own port (TLS-ALPN-01, RFC 8737), stored
//! in the data folder and renewed in time. This module has no routes.

mod client;
mod validity;

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, ChallengeType, Identifier, NewAccount, NewOrder, OrderStatus,
    RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, DistinguishedName, KeyPair};
use tokio::sync::watch;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::base::clock::{Clock, Timestamp};
use crate::platform::config::Tls;
use crate::platform::http::tls::Certificate;
use crate::platform::store::DataDir;
use client::Client;
use validity::renewal_of;

/// Interval between checks of whether the certificate is due for renewal.
const LOOK: Duration = Duration::from_secs(60);
/// Pause after the first failure. It doubles with each failure, up to `LONGEST_RETRY`.
const RETRY: Duration = Duration::from_secs(900);
const LONGEST_RETRY: Duration = Duration::from_secs(6 * 3_600);
/// The time that the authority may take to validate a challenge or issue a certificate.
const PATIENCE: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(90));

/// Keeps the certificate of one host name renewed.
pub struct CertificateRenewer {
    settings: Tls,
    name: String,
    place: PathBuf,
    certificate: Certificate,
    clock: Clock,
    renewal: Option<Timestamp>,
}

impl CertificateRenewer {
    /// Starts for the host of `public_url`. A certificate from an earlier run is served at once; until there is one,
    /// the server serves a self-signed certificate.
    pub fn start(settings: Tls, public_url: &str, folder: &DataDir, clock: Clock) -> anyhow::Result<Self> {
        let url = url::Url::parse(public_url).context("public_url")?;
        let name = url.host_str().context("public_url names no host")?.to_owned();
        let (unvouched, key) = signed_by_itself(&name, None)?;
        let certificate = Certificate::to_be_fetched(vec![unvouched], key)?;
        let place = folder.root().join("tls");
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&place)
            .with_context(|| format!("the folder {} cannot be created", place.display()))?;
        let mut renewer = Self { settings, name, place, certificate, clock, renewal: None };
        if let Err(error) = renewer.show_what_is_there() {
            tracing::warn!(error = format!("{error:#}"), "ACME: the stored certificate cannot be loaded");
        }
        Ok(renewer)
    }

    /// The certificate that the server serves.
    pub fn certificate(&self) -> Certificate {
        self.certificate.clone()
    }

    /// Fetches and renews the certificate until the server stops.
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let (mut not_before, mut pause) = (self.clock.now(), RETRY);
        loop {
            let now = self.clock.now();
            if self.renewal.is_none_or(|at| at <= now) && not_before <= now {
                let fetched = tokio::select! {
                    fetched = self.fetch() => fetched,
                    // An error means that the sender was dropped, which also means stop.
                    _ = stopping.wait_for(|stop| *stop) => return,
                };
                // The validation certificate is only needed during the order. Withdrawing it cannot fail.
                let _ = self.certificate.prove(None);
                match fetched.and_then(|()| self.show_what_is_there()) {
                    Ok(()) => {
                        tracing::info!(name = self.name, "ACME: certificate obtained and in use");
                        pause = RETRY;
                    }
                    Err(error) => {
                        let error = format!("{error:#}");
                        tracing::warn!(error, name = self.name, "ACME: certificate request failed; it will be retried");
                        not_before = now.plus(pause);
                        pause = (pause * 2).min(LONGEST_RETRY);
                    }
                }
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.place.join(name)
    }

    fn show_what_is_there(&mut self) -> anyhow::Result<()> {
        let chain = self.file(&format!("{}.pem", self.name));
        if !chain.exists() {
            return Ok(());
        }
        let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()));
        let shown = self.certificate.show(&read(&chain)?, &read(&chain.with_extension("key"))?);
        let shown = shown.with_context(|| format!("{} does not fit its key", chain.display()))?;
        self.renewal = Some(renewal_of(&shown).with_context(|| format!("{} says no times", chain.display()))?);
        Ok(())
    }

    async fn fetch(&self) -> anyhow::Result<()> {
        let account = self.account().await.context("the authority gives no account")?;
        let names = [Identifier::Dns(self.name.clone())];
        let mut order = account.new_order(&NewOrder::new(&names)).await.context("the authority takes no order")?;
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let challenge = authorization.challenge(ChallengeType::TlsAlpn01);
            let mut challenge = challenge.context("the authority does not look at port 443 (TLS-ALPN-01)")?;
            let digest = challenge.key_authorization().digest().as_ref().to_vec();
            self.certificate.prove(Some(signed_by_itself(&self.name, Some(&digest))?))?;
            challenge.set_ready().await?;
        }
        if order.poll_ready(&PATIENCE).await? != OrderStatus::Ready {
            bail!("the authority did not find this server under {}", self.name);
        }
        let key = KeyPair::generate()?;
        let mut request = CertificateParams::new(vec![self.name.clone()])?;
        request.distinguished_name = DistinguishedName::new();
        order.finalize_csr(request.serialize_request(&key)?.der()).await?;
        let chain = order.poll_certificate(&PATIENCE).await?;
        // The key is written first, because a chain without its key is useless.
        write(&self.file(&format!("{}.key", self.name)), &key.serialize_pem())?;
        write(&self.file(&format!("{}.pem", self.name)), &chain)
    }

    /// Loads the stored ACME account, or creates one.
    async fn account(&self) -> anyhow::Result<Account> {
        let builder = Account::builder_with_http(Box::new(Client::new(&self.settings)?));
        let file = self.file("account.json");
        if let Ok(text) = fs::read_to_string(&file) {
            let known: AccountCredentials =
                serde_json::from_str(&text).with_context(|| format!("{} is damaged", file.display()))?;
            return builder.from_credentials(known).await.map_err(|error| anyhow!(error));
        }
        let contact = [self.settings.acme_contact.as_str()];
        let contact = if contact[0].is_empty() { &[][..] } else { &contact[..] };
        let wanted = NewAccount { contact, terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) = builder.create(&wanted, self.settings.acme_directory.clone(), None).await?;
        write(&file, &serde_json::to_string(&credentials)?)?;
        Ok(account)
    }
}

/// Replaces a file of mode 0600 atomically.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let unfinished = path.with_added_extension("part");
    let replace = || -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&unfinished)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    replace().with_context(|| format!("{} cannot be written", path.display()))
}

/// A self-signed certificate. With a digest, it is the TLS-ALPN-01 validation certificate.
fn signed_by_itself(
    name: &str,
    digest: Option<&[u8]>,
) -> anyhow::Result<(CertificateDer<'static>, PrivateKeyDer<'static>)> {
    let mut params = CertificateParams::new(vec![name.to_owned()])?;
    params.custom_extensions.extend(digest.map(CustomExtension::new_acme_identifier));
    let key = KeyPair::generate()?;
    let certificate = params.self_signed(&key)?.der().clone();
    Ok((certificate, PrivatePkcs8KeyDer::from(key.serialize_der()).into()))
}
