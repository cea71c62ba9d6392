//! TLS without a proxy.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::support::{Server, expect_failure, expect_success, kapok, run};

/// A certificate authority that issues server certificates.
struct Authority(rcgen::CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        Self(rcgen::CertifiedIssuer::self_signed(params, key).expect("an authority"))
    }

    /// Writes a new certificate for `localhost` and its key; gives the certificate in DER.
    fn issue(&self, folder: &Path) -> Vec<u8> {
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new(vec!["localhost".to_owned()]).expect("parameters");
        let certificate = params.signed_by(&key, &self.0).expect("signed");
        fs::write(folder.join("key.pem"), key.serialize_pem()).expect("written");
        fs::write(folder.join("chain.pem"), certificate.pem()).expect("written");
        certificate.der().to_vec()
    }

    /// Connects; gives the server's certificate and the negotiated protocol.
    async fn connect(&self, address: &str) -> (Vec<u8>, Option<Vec<u8>>) {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).expect("a root");
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let stream = TcpStream::connect(address).await.expect("connects");
        let name = ServerName::try_from("localhost").expect("a name");
        let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.expect("agreed");
        let (_, session) = stream.get_ref();
        let shown = session.peer_certificates().expect("a certificate")[0].to_vec();
        (shown, session.alpn_protocol().map(<[u8]>::to_vec))
    }
}

#[tokio::test]
async fn certificate_files_are_served_and_followed_when_they_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = tempfile::tempdir().expect("a folder");
    let authority = Authority::new();
    let first = authority.issue(files.path());
    let mut command = kapok(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    command.env("KAPOK_TLS__CERTIFICATE", files.path().join("chain.pem"));
    command.env("KAPOK_TLS__KEY", files.path().join("key.pem"));
    let server = Server::spawn(folder.path(), &mut command);
    let address = fs::read_to_string(folder.path().join("listen")).expect("the mark").trim().to_owned();
    let (shown, protocol) = authority.connect(&address).await;
    assert_eq!((shown, protocol.as_deref()), (first, Some(&b"h2"[..])));
    let mut healthcheck = kapok(folder.path(), &["healthcheck"]);
    healthcheck.env("KAPOK_TLS__CERTIFICATE", files.path().join("chain.pem"));
    let healthcheck = healthcheck.env("KAPOK_TLS__KEY", files.path().join("key.pem")).output().expect("runs");
    expect_success(&healthcheck);
    let second = authority.issue(files.path());
    while authority.connect(&address).await.0 != second {}
    // An incomplete renewal changes nothing.
    fs::write(files.path().join("key.pem"), "nonsense").expect("written");
    assert_eq!(authority.connect(&address).await.0, second);
    assert_eq!(server.terminate(), 0);
}

#[test]
fn certificate_files_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let authority = Authority::new();
    authority.issue(folder.path());
    let other = KeyPair::generate().expect("a key");
    fs::write(folder.path().join("other.pem"), other.serialize_pem()).expect("written");
    fs::write(folder.path().join("empty.pem"), "").expect("written");
    let data = folder.path().join("data");
    for (chain, key, expected) in [
        ("nowhere.pem", "key.pem", "nowhere.pem cannot be read"),
        ("empty.pem", "key.pem", "holds no certificate"),
        ("chain.pem", "empty.pem", "holds no private key"),
        ("chain.pem", "other.pem", "is not the key of"),
    ] {
        let mut command = kapok(&data, &["serve", "--listen", "127.0.0.1:0"]);
        command.env("KAPOK_TLS__CERTIFICATE", folder.path().join(chain));
        expect_failure(&command.env("KAPOK_TLS__KEY", folder.path().join(key)).output().expect("runs"), expected);
        let mut check = kapok(&data, &["config", "check"]);
        check.env("KAPOK_TLS__CERTIFICATE", folder.path().join(chain));
        expect_failure(&check.env("KAPOK_TLS__KEY", folder.path().join(key)).output().expect("runs"), expected);
    }
    let half = kapok(&data, &["config", "check"]).env("KAPOK_TLS__KEY", "x").output().expect("runs");
    expect_failure(&half, "go together");
    expect_success(&run(&data, &["config", "check"]));
}
