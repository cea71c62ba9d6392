//! TLS with certificate files, which are read again when they change, so that whatever renews
//! them need not restart the server.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{ServerConfig, crypto::CryptoProvider};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(2);

/// The certificate that is shown now, and where the next one will come from.
#[derive(Clone, Debug)]
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    shown: Arc<RwLock<Arc<CertifiedKey>>>,
}

impl Certificate {
    /// Reads a chain (the server's own certificate first) and its private key, both PEM. Fails
    /// with a sentence that names the file.
    pub fn read(chain: &Path, key: &Path) -> anyhow::Result<Self> {
        let shown = Arc::new(RwLock::new(Arc::new(pair(chain, key)?)));
        Ok(Self { chain: chain.to_owned(), key: key.to_owned(), shown })
    }

    /// What turns accepted connections into encrypted ones, HTTP/2 first.
    pub fn acceptor(&self) -> anyhow::Result<TlsAcceptor> {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(self.clone()));
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    /// Reads the files again whenever they change, until the server stops. Files that do not fit
    /// each other, as between two copies, leave what is shown as it is.
    pub async fn follow(self, mut stopping: watch::Receiver<bool>) {
        let mut known = self.stamp();
        loop {
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                // An error means that the sender is gone, which is the end as well.
                _ = stopping.wait_for(|stop| *stop) => return,
            }
            let found = self.stamp();
            if found == known {
                continue;
            }
            match pair(&self.chain, &self.key) {
                Ok(fresh) => {
                    *self.shown.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
                    known = found;
                    tracing::info!(file = %self.chain.display(), "the new certificate is shown from now on");
                }
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), "the certificate changed and cannot be used yet")
                }
            }
        }
    }

    fn stamp(&self) -> [Option<(SystemTime, u64)>; 2] {
        [&self.chain, &self.key].map(|path| {
            let found = std::fs::metadata(path).ok()?;
            Some((found.modified().ok()?, found.len()))
        })
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.shown.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

fn pair(chain: &Path, key: &Path) -> anyhow::Result<CertifiedKey> {
    let certificates = CertificateDer::pem_file_iter(chain)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| format!("tls.certificate {} cannot be read", chain.display()))?;
    if certificates.is_empty() {
        bail!("tls.certificate {} holds no certificate in PEM", chain.display());
    }
    let secret = PrivateKeyDer::from_pem_file(key)
        .with_context(|| format!("tls.key {} holds no private key in PEM", key.display()))?;
    CertifiedKey::from_der(certificates, secret, &provider())
        .with_context(|| format!("{} is not the key of {}", key.display(), chain.display()))
}
