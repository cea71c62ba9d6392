//! The server fetches a certificate by ACME and answers the challenge itself. The authority is Pebble,
//! the test server of Let's Encrypt.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use hyper::Method;
use kapok::platform::http_client::{AllowedHosts, HttpRequest, OutboundHttp};
use serde_json::json;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::packaging::tool;
use crate::support::{Running, Server, certificates, expect_failure, free_port, kapok};

const NAME: &str = "points.kapok.test";

/// Pebble, and a name server that resolves every name to this machine.
struct Authority {
    _processes: [Running; 2],
    client: OutboundHttp,
    port: u16,
    management: u16,
}

impl Authority {
    /// Starts an authority that validates against the server at `tls_port`.
    async fn start(folder: &Path, tls_port: u16) -> Self {
        let (port, management, names) = (free_port(), free_port(), free_port());
        let [own, own_key] = certificates(folder);
        let config = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{port}"), "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": own, "privateKey": own_key,
            "httpPort": 1, "tlsPort": tls_port, "externalAccountBindingRequired": false,
        } });
        let (config, text) = (folder.join("pebble.json"), config.to_string());
        fs::write(&config, text).expect("written");
        let quiet = |command: &mut Command| {
            Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"))
        };
        let resolver = quiet(Command::new(tool("pebble-challtestsrv")).args([
            "-dns01",
            &format!("127.0.0.1:{names}"),
            "-defaultIPv4",
            "127.0.0.1",
            "-defaultIPv6",
            "",
            "-http01",
            "",
            "-https01",
            "",
            "-tlsalpn01",
            "",
            "-management",
            &format!("127.0.0.1:{}", free_port()),
        ]));
        let mut pebble = Command::new(tool("pebble"));
        pebble.arg("-config").arg(config).args(["-dnsserver", &format!("127.0.0.1:{names}")]);
        let pebble = quiet(pebble.env("PEBBLE_VA_NOSLEEP", "1"));
        let client = OutboundHttp::trusting(Some(&folder.join("ca.pem"))).expect("a client");
        let authority = Self { _processes: [resolver, pebble], client, port, management };
        while authority.root().await.is_none() {
            tokio::task::yield_now().await;
        }
        authority
    }

    /// The root certificate of the authority.
    async fn root(&self) -> Option<CertificateDer<'static>> {
        let host = format!("localhost:{}", self.management);
        let url = format!("https://{host}/roots/0").parse().expect("an address");
        let answer =
            self.client.send(HttpRequest::new(Method::GET, url, ""), &AllowedHosts::new(&[host])).await.ok()?;
        CertificateDer::from_pem_slice(&answer.body).ok()
    }
}

fn serve(data: &Path, files: &Path, authority: u16, port: u16) -> Server {
    let mut command = kapok(data, &["serve", "--listen", &format!("127.0.0.1:{port}")]);
    command.env("KAPOK_PUBLIC_URL", format!("https://{NAME}")).env("KAPOK_FORCE", "email.transport,sms.transport");
    command.env("KAPOK_TLS__ACME", "true").env("KAPOK_TLS__ACME_CA_FILE", files.join("ca.pem"));
    command.env("KAPOK_TLS__ACME_DIRECTORY", format!("https://localhost:{authority}/dir"));
    command.env("KAPOK_TLS__ACME_CONTACT", "mailto:owner@kapok.test");
    command.env("KAPOK_TLS__ACME_ALLOWED_HOSTS", format!("localhost:{authority}"));
    Server::spawn(data, &mut command)
}

/// Whether the TLS handshake succeeds for a client that trusts only that root; `protocol` is the ALPN it offers.
async fn agrees(port: u16, root: &CertificateDer<'static>, protocol: &[u8]) -> bool {
    let mut roots = RootCertStore::empty();
    roots.add(root.clone()).expect("a root");
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![protocol.to_vec()];
    let stream = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
    let name = ServerName::try_from(NAME).expect("a name");
    TlsConnector::from(Arc::new(config)).connect(name, stream).await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_is_fetched_proved_kept_and_shown_again() {
    let (files, data) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let port = free_port();
    let authority = Authority::start(files.path(), port).await;
    let root = authority.root().await.expect("a root");
    let server = serve(data.path(), files.path(), authority.port, port);
    while !agrees(port, &root, b"h2").await {
        tokio::task::yield_now().await;
    }
    assert!(!agrees(port, &root, b"acme-tls/1").await, "the challenge certificate is removed after validation");
    for name in ["account.json", &format!("{NAME}.key"), &format!("{NAME}.pem")] {
        assert_eq!(crate::support::mode(&data.path().join("tls").join(name)), 0o600, "{name}");
    }
    assert_eq!(server.terminate(), 0);
    let nobody = authority.port;
    drop(authority);
    // The stored certificate is used at once, without a request to the authority.
    let server = serve(data.path(), files.path(), nobody, port);
    assert!(agrees(port, &root, b"http/1.1").await);
    assert_eq!(server.terminate(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_authority_that_is_away_keeps_nobody_from_starting() {
    let (files, data) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (port, nobody) = (free_port(), free_port());
    let authority = Authority::start(files.path(), port).await;
    let root = authority.root().await.expect("a root");
    drop(authority);
    let server = serve(data.path(), files.path(), nobody, port);
    assert!(!agrees(port, &root, b"h2").await, "the certificate is not signed by the authority");
    assert_eq!(server.terminate(), 0);
}

#[test]
fn settings_that_no_authority_could_follow_are_named() {
    let data = tempfile::tempdir().expect("a folder");
    let check = |pairs: &[(&str, &str)]| {
        let mut command = kapok(data.path(), &["config", "check"]);
        command.env("KAPOK_TLS__ACME", "true").envs(pairs.iter().copied()).output().expect("runs")
    };
    expect_failure(&check(&[]), "tls.acme needs a public_url");
    expect_failure(&check(&[("KAPOK_PUBLIC_URL", "https://127.0.0.1")]), "tls.acme needs a public_url");
    let named = ("KAPOK_PUBLIC_URL", "https://points.example.hk");
    expect_failure(&check(&[named, ("KAPOK_TLS__ACME_DIRECTORY", "http://a.example")]), "is not an https address");
    expect_failure(&check(&[named, ("KAPOK_TLS__CERTIFICATE", "a"), ("KAPOK_TLS__KEY", "b")]), "choose");
}
