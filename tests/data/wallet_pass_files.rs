//! Files of the settings of wallet passes: an authority in place of Apple, certificates that it issues, and a service
//! account in place of one of Google.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

/// A key made for tests; nothing accepts it.
pub const KEY: &[u8] = include_bytes!("rsa-2048-of-nobody.der");
pub const PASS_TYPE: &str = "pass.hk.example.points";
pub const TEAM: &str = "ABCDE12345";

/// A folder with `certificate.pem`, `key.pem` and `intermediate.pem`, which fit each other.
pub struct PassFiles {
    folder: tempfile::TempDir,
    issuer: CertifiedIssuer<'static, KeyPair>,
}

/// The key in PEM.
pub fn key_pem() -> String {
    format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(KEY))
}

/// A service account whose key is [`KEY`].
pub fn service_account() -> String {
    serde_json::json!({ "type": "service_account", "project_id": "kapok-test", "private_key": key_pem(),
        "client_email": "cards@kapok-test.iam.example.org", "token_uri": "https://oauth2.example.org/token" })
    .to_string()
}

impl PassFiles {
    pub fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "Issuer of passes for tests");
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an issuer");
        let files = Self { folder: tempfile::tempdir().expect("a folder"), issuer };
        files.write("intermediate.pem", &files.issuer.pem());
        files.write("key.pem", &key_pem());
        files.issue("certificate.pem", |_| {});
        files
    }

    /// Issues another certificate for the key.
    pub fn issue(&self, name: &str, adjust: impl FnOnce(&mut CertificateParams)) {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.distinguished_name.push(DnType::CustomDnType(vec![0, 9, 2342, 19_200_300, 100, 1, 1]), PASS_TYPE);
        params.distinguished_name.push(DnType::OrganizationalUnitName, TEAM);
        adjust(&mut params);
        let key = PrivatePkcs8KeyDer::from(KEY);
        let key = KeyPair::from_pkcs8_der_and_sign_algo(&key, &rcgen::PKCS_RSA_SHA256).expect("a key");
        let certificate = params.signed_by(&key, &self.issuer).expect("signed");
        self.write(name, &certificate.pem());
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("written");
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }
}
