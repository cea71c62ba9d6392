//! The keys that sign statements. The private half is stored encrypted; the public half of every key is published and
//! kept for good, so that an old statement can be checked after a change of the key.

use anyhow::anyhow;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{StoredKey, queries};
use crate::base::clock::Timestamp;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::AppResult;
use crate::base::secret::{base64url, random_bytes};
use crate::core::settings;
use crate::platform::store::{Read, Store, Tx};

/// The key pair in use.
pub struct StatementSigner {
    pub(super) id: String,
    pub(super) public_key: [u8; 32],
    pair: Ed25519KeyPair,
}

/// A public key that signed or signs statements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatementKey)]
pub struct StatementPublicKey {
    /// The first eight bytes of its SHA-256, in hexadecimal.
    pub key_id: String,
    /// The Ed25519 key, in base64url.
    pub public_key: String,
    /// The time of creation. Each key signs until the next one was made.
    pub created: Timestamp,
}

/// The public keys of a programme, newest first: the content of a key file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatementKeys)]
pub struct PublishedKeys {
    /// The programme's name.
    pub programme: String,
    /// Newest first.
    pub keys: Vec<StatementPublicKey>,
}

/// The id of a public key.
pub fn key_id(public_key: &[u8]) -> String {
    Sha256::digest(public_key)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

impl StatementSigner {
    fn from_seed(seed: &[u8]) -> AppResult<Self> {
        let pair =
            Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| anyhow!("a signing key has another length"))?;
        let public_key: [u8; 32] = pair.public_key().as_ref().try_into().map_err(|_| anyhow!("a short public key"))?;
        Ok(Self { id: key_id(&public_key), public_key, pair })
    }

    fn open(keys: &Keyring, stored: &StoredKey) -> AppResult<Self> {
        let seed = keys.open(KeyPurpose::StatementKey, stored.id.as_bytes(), &stored.sealed);
        Self::from_seed(
            &seed.ok_or_else(|| anyhow!("the signing key {} does not belong to this master key", stored.id))?,
        )
    }

    pub(super) fn sign(&self, bytes: &[u8]) -> Vec<u8> {
        self.pair.sign(bytes).as_ref().to_vec()
    }
}

/// The key that signs now. The first use makes the first key.
pub async fn signing_key(store: &Store, keys: &Keyring) -> AppResult<StatementSigner> {
    if let Some(stored) = store.read(queries::newest_key)? {
        return StatementSigner::open(keys, &stored);
    }
    let sealing = keys.clone();
    let stored = store
        .write_unattended(move |tx| match queries::newest_key(tx)? {
            Some(stored) => Ok(stored),
            None => make_key(tx, &sealing),
        })
        .await?;
    StatementSigner::open(keys, &stored)
}

fn make_key(tx: &Tx<'_>, keys: &Keyring) -> AppResult<StoredKey> {
    let seed = random_bytes::<32>();
    let StatementSigner { id, public_key, .. } = StatementSigner::from_seed(&seed)?;
    let sealed = keys.seal(KeyPurpose::StatementKey, id.as_bytes(), &seed);
    let stored = StoredKey { id, public_key, sealed, created: tx.now() };
    queries::insert_key(tx, &stored)?;
    Ok(stored)
}

/// Makes a new key, which signs from now on; returns its id.
pub fn rotate(tx: &Tx<'_>, keys: &Keyring) -> AppResult<String> {
    Ok(make_key(tx, keys)?.id)
}

/// Every public key, newest first.
pub fn published(read: &Read<'_>) -> AppResult<PublishedKeys> {
    let keys = queries::all_keys(read)?.into_iter().map(|stored| StatementPublicKey {
        key_id: stored.id,
        public_key: base64url(&stored.public_key),
        created: stored.created,
    });
    Ok(PublishedKeys { programme: settings::current(read)?.programme_name.clone(), keys: keys.collect() })
}
