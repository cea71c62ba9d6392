//! The sections for operators.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::base::contact::Email;

sections! {
    /// Backups that the server makes by itself.
    Backup {
        /// True if the server makes a backup each day.
        scheduled: bool = true,
        /// The time of day at which the server makes it, in Hong Kong time.
        at: String = "04:00".to_owned(),
        /// The folder in which backups are stored; empty for `backups` in the data folder.
        folder: String = String::new(),
        /// The number of days whose backups are kept.
        keep: u32 = 7,
        /// The age recipient that backups are encrypted to; empty for none.
        recipient: String = String::new(),
    }
}

sections! {
    /// Backups in a bucket of S3-compatible storage, beside those on disk.
    Offsite {
        /// The bucket's address, with its name as host or as path; empty for none.
        url: String = String::new(),
        /// A folder in it.
        folder: String = String::new(),
        /// The region that calls are signed for.
        region: String = "us-east-1".to_owned(),
        /// The account.
        access_key: String = String::new(),
        /// The secret key that signs the calls.
        secret_key: String = String::new(),
        /// The number of daily backups that are kept in the bucket.
        keep: u32 = 30,
        /// Hosts that may have a private address and, on this machine, speak plain http.
        allowed_hosts: Vec<String> = Vec::new(),
    }
    /// Proof that the past of the ledger is unchanged.
    Ledger {
        /// A mailbox outside that gets the end of the ledger's chain once a day; empty for none.
        anchor_mailbox: String = String::new(),
    }
    /// Metrics for monitoring.
    Metrics {
        /// Address that serves `/metrics`; empty to disable it.
        listen: String = "127.0.0.1:9464".to_owned(),
    }
    /// TLS without a proxy.
    Tls {
        /// The server's certificate and those between it and a known authority, PEM.
        certificate: String = String::new(),
        /// Its private key, PEM.
        key: String = String::new(),
        /// True if the server fetches a certificate for the host of `public_url` by itself.
        acme: bool = false,
        /// The contact e-mail for the authority.
        acme_contact: String = String::new(),
        /// The authority.
        acme_directory: String = "https://acme-v02.api.letsencrypt.org/directory".to_owned(),
        /// A file of further certificates to trust for calls to the authority, PEM.
        acme_ca_file: String = String::new(),
        /// Authorities that may have a private address.
        acme_allowed_hosts: Vec<String> = Vec::new(),
    }
}

impl Ledger {
    /// The mailbox; `None` if there is none.
    pub fn mailbox(&self) -> Option<Email> {
        Email::parse(&self.anchor_mailbox)
    }

    pub(super) fn check(&self) -> anyhow::Result<()> {
        if !self.anchor_mailbox.is_empty() && self.mailbox().is_none() {
            bail!("ledger.anchor_mailbox «{}» is not an e-mail address", self.anchor_mailbox);
        }
        Ok(())
    }
}

impl Offsite {
    /// Returns whether a bucket is configured.
    pub fn enabled(&self) -> bool {
        !self.url.is_empty()
    }

    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.keep == 0 {
            bail!("offsite.keep is 0, and must be at least 1");
        }
        if !self.enabled() {
            return Ok(());
        }
        let url =
            url::Url::parse(&self.url).with_context(|| format!("offsite.url «{}» is not an address", self.url))?;
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte));
        let bare = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() || !bare || !plain(url.path()) {
            bail!("offsite.url «{}» must be http(s)://host[:port][/bucket]", self.url);
        }
        if !plain(&self.folder) {
            bail!("offsite.folder «{}» may hold letters, digits and -._~/ only", self.folder);
        }
        if self.access_key.is_empty() || self.secret_key.is_empty() || self.region.is_empty() {
            bail!("offsite.url needs offsite.access_key, offsite.secret_key and offsite.region");
        }
        Ok(())
    }
}

impl Metrics {
    /// The address; `None` if metrics are disabled.
    pub fn address(&self) -> Option<SocketAddr> {
        self.listen.parse().ok()
    }

    pub(super) fn check(&self) -> anyhow::Result<()> {
        if !self.listen.is_empty() && self.address().is_none() {
            bail!("metrics.listen «{}» is not an address and port such as 127.0.0.1:9464", self.listen);
        }
        Ok(())
    }
}

impl Tls {
    /// Returns whether the server itself serves TLS.
    pub fn enabled(&self) -> bool {
        !self.certificate.is_empty() || self.acme
    }

    pub(super) fn check(&self, public_url: &str) -> anyhow::Result<()> {
        if self.certificate.is_empty() != self.key.is_empty() {
            bail!("tls.certificate and tls.key go together; one of them is empty");
        }
        if !self.acme {
            return Ok(());
        }
        if !self.certificate.is_empty() {
            bail!("tls.acme fetches a certificate, and tls.certificate names one; choose");
        }
        let url = url::Url::parse(public_url).ok().filter(|url| url.scheme() == "https");
        if !url.is_some_and(|url| matches!(url.host(), Some(url::Host::Domain(_)))) {
            bail!("tls.acme needs a public_url such as https://points.example.hk, whose name the certificate is for");
        }
        let directory = url::Url::parse(&self.acme_directory).ok().filter(|url| url.scheme() == "https");
        if directory.is_none() {
            bail!("tls.acme_directory «{}» is not an https address", self.acme_directory);
        }
        Ok(())
    }
}

impl Backup {
    /// Minutes after midnight in Hong Kong at which the daily backup is made.
    pub fn minute_of_day(&self) -> Option<u32> {
        let (hour, minute) = self.at.split_once(':')?;
        let two_digits = |text: &str, below: u32| {
            let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|number| digits && *number < below)
        };
        Some(two_digits(hour, 24)? * 60 + two_digits(minute, 60)?)
    }

    /// The folder of this data folder's backups.
    pub fn folder_for(&self, data_dir: &Path) -> PathBuf {
        if self.folder.is_empty() { data_dir.join("backups") } else { PathBuf::from(&self.folder) }
    }

    /// The recipient that backups are encrypted to; `None` if they are not encrypted.
    pub fn age_recipient(&self) -> anyhow::Result<Option<age::x25519::Recipient>> {
        if self.recipient.is_empty() {
            return Ok(None);
        }
        read_recipient(&self.recipient).context("backup.recipient").map(Some)
    }

    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.minute_of_day().is_none() {
            bail!("backup.at «{}» is not a time of day such as 04:00", self.at);
        }
        if self.keep == 0 {
            bail!("backup.keep is 0, and must be at least 1; backup.scheduled = false makes none");
        }
        self.age_recipient().map(drop)
    }
}

/// Reads an age recipient. `age-keygen` prints it beside the identity that decrypts.
pub fn read_recipient(text: &str) -> anyhow::Result<age::x25519::Recipient> {
    text.parse().map_err(|why: &str| anyhow::anyhow!("«{text}» is not an age recipient such as age1…: {why}"))
}

#[cfg(test)]
mod tests {
    use super::Backup;

    #[test]
    fn a_time_of_day_is_four_digits_and_a_colon() {
        let minute = |at: &str| Backup { at: at.to_owned(), ..Backup::default() }.minute_of_day();
        assert_eq!((minute("04:00"), minute("23:59"), minute("00:00")), (Some(240), Some(1439), Some(0)));
        for wrong in ["", "4:00", "24:00", "04:60", "0400", "04:0x", "+4:00"] {
            assert_eq!(minute(wrong), None, "{wrong}");
        }
    }
}
