//! TLS with certificate files, which are read again when they change, so that renewing them needs no restart; or with
//! a certificate that the server fetches by ACME.

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

/// Interval between checks of the files.
const LOOK: Duration = Duration::from_secs(2);

/// The ALPN protocol of ACME validation (RFC 8737).
pub const CHALLENGE_PROTOCOL: &[u8] = b"acme-tls/1";

/// The certificate that is served now, and the source of the next one.
#[derive(Clone, Debug)]
pub struct Certificate {
    files: Option<(PathBuf, PathBuf)>,
    shown: Arc<RwLock<Arc<CertifiedKey>>>,
    /// The certificate served to an ACME authority during validation.
    proof: Arc<RwLock<Option<Arc<CertifiedKey>>>>,
}

impl Certificate {
    /// Reads a chain (the server's own certificate first) and its private key, both PEM. Fails with an error that
    /// names the file.
    pub fn read(chain: &Path, key: &Path) -> anyhow::Result<Self> {
        let shown = Arc::new(RwLock::new(Arc::new(pair(chain, key)?)));
        Ok(Self { files: Some((chain.to_owned(), key.to_owned())), shown, proof: Arc::default() })
    }

    /// Serves this certificate until [`Certificate::show`] replaces it.
    pub fn to_be_fetched(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> anyhow::Result<Self> {
        let shown = Arc::new(RwLock::new(Arc::new(CertifiedKey::from_der(chain, key, &provider())?)));
        Ok(Self { files: None, shown, proof: Arc::default() })
    }

    /// Serves a chain and its key, both PEM, from now on; returns the server's own certificate.
    pub fn show(&self, chain: &str, key: &str) -> anyhow::Result<CertificateDer<'static>> {
        let chain = CertificateDer::pem_slice_iter(chain.as_bytes()).collect::<Result<Vec<_>, _>>()?;
        let own = chain.first().context("there is no certificate in the chain")?.clone();
        let fresh = CertifiedKey::from_der(chain, PrivateKeyDer::from_pem_slice(key.as_bytes())?, &provider())?;
        *self.shown.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
        Ok(own)
    }

    /// Sets the certificate served to an ACME authority during validation; `None` removes it.
    pub fn prove(&self, proof: Option<(CertificateDer<'static>, PrivateKeyDer<'static>)>) -> anyhow::Result<()> {
        let proof = match proof {
            // Not checked against its key: the check fails on the critical extension that ACME requires.
            Some((certificate, key)) => {
                let key = provider().key_provider.load_private_key(key)?;
                Some(Arc::new(CertifiedKey::new(vec![certificate], key)))
            }
            None => None,
        };
        *self.proof.write().unwrap_or_else(PoisonError::into_inner) = proof;
        Ok(())
    }

    /// The TLS acceptor for connections; HTTP/2 is preferred.
    pub fn acceptor(&self) -> anyhow::Result<TlsAcceptor> {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(self.clone()));
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        if self.files.is_none() {
            config.alpn_protocols.push(CHALLENGE_PROTOCOL.to_vec());
        }
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    /// Reads the files again whenever they change, until the server stops. If the files do not match, as between two
    /// copies, the served certificate stays.
    pub async fn follow(self, mut stopping: watch::Receiver<bool>) {
        let Some((chain, key)) = &self.files else { return };
        let mut known = stamp(chain, key);
        loop {
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                // An error means that the sender was dropped, which also means stop.
                _ = stopping.wait_for(|stop| *stop) => return,
            }
            let found = stamp(chain, key);
            if found == known {
                continue;
            }
            match pair(chain, key) {
                Ok(fresh) => {
                    *self.shown.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
                    known = found;
                    tracing::info!(file = %chain.display(), "TLS: new certificate in use");
                }
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), "TLS: the changed certificate files cannot be loaded")
                }
            }
        }
    }
}

fn stamp(chain: &Path, key: &Path) -> [Option<(SystemTime, u64)>; 2] {
    [chain, key].map(|path| {
        let found = std::fs::metadata(path).ok()?;
        Some((found.modified().ok()?, found.len()))
    })
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        if hello.alpn().is_some_and(|mut wanted| wanted.any(|one| one == CHALLENGE_PROTOCOL)) {
            return self.proof.read().unwrap_or_else(PoisonError::into_inner).clone();
        }
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
