//! Service accounts of Google: the file that Google gives, and what its key signs. Firebase and Google Wallet know this
//! server by one.

use anyhow::{Context, anyhow};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::config::SecretText;
use crate::base::rsa_signer::RsaSigner;
use crate::base::secret::base64url;

/// The fields of the file that are needed.
#[derive(Deserialize)]
struct ServiceAccountFile {
    project_id: String,
    client_email: String,
    private_key: String,
    token_uri: Url,
}

/// A service account.
#[derive(Debug)]
pub struct ServiceAccount {
    /// The project that it belongs to.
    pub project_id: String,
    /// Its name, an e-mail address.
    pub client_email: String,
    /// The address at which it gets access tokens.
    pub token_uri: Url,
    key: RsaSigner,
}

impl ServiceAccount {
    /// Reads the value of a setting: the JSON of an account, or the name of the file that holds it. `None` if it is
    /// empty. Fails with an error that names the setting.
    pub fn read(setting: &str, given: &SecretText) -> anyhow::Result<Option<Self>> {
        let unreadable = || format!("{setting} is neither a service account nor a file that holds one");
        let given = given.expose().trim();
        if given.is_empty() {
            return Ok(None);
        }
        let json = match given.starts_with('{') {
            true => given.to_owned(),
            false => std::fs::read_to_string(given).with_context(unreadable)?,
        };
        // Serde's error text may quote the key.
        let file: ServiceAccountFile = serde_json::from_str(&json).map_err(|_| anyhow!(unreadable()))?;
        let key = RsaSigner::read(&file.private_key).with_context(unreadable)?;
        let ServiceAccountFile { project_id, client_email, token_uri, .. } = file;
        Ok(Some(Self { project_id, client_email, token_uri, key }))
    }

    /// Signs claims as a JSON Web Token (RS256).
    pub fn sign(&self, claims: &Value) -> anyhow::Result<String> {
        let head = json!({ "alg": "RS256", "typ": "JWT" }).to_string();
        let signed = format!("{}.{}", base64url(head.as_bytes()), base64url(claims.to_string().as_bytes()));
        let signature = self.key.sign(signed.as_bytes())?;
        Ok(format!("{signed}.{}", base64url(&signature)))
    }
}
