//! The audit trail at the desk: looked through, taken along as a file, and held against its seals.

pub(super) mod http;

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Mutex;

use crate::audit::{self, Chain, Entry};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::http::csv::{Cell, CsvRow};
use crate::store::Store;

/// A check reads the whole trail. Another look within this time is told the same.
const FRESH: Duration = Duration::from_secs(60);

/// The last check of the seals: one at a time, however many look.
#[derive(Clone, Default)]
pub(super) struct LastCheck(Arc<Mutex<Option<Chain>>>);

impl LastCheck {
    async fn chain(&self, store: &Store, keys: &Keyring) -> AppResult<Chain> {
        let mut last = self.0.lock().await;
        let now = store.clock().now();
        if let Some(chain) = last.as_ref().filter(|chain| now.since(chain.checked) < FRESH) {
            return Ok(chain.clone());
        }
        let keys = keys.clone();
        let chain = store.read_at_length(move |read| audit::check(read, &keys)).await?;
        if let Some(line) = &chain.broken_at {
            tracing::error!(%line, "the audit trail is broken");
        }
        *last = Some(chain.clone());
        Ok(chain)
    }
}

impl CsvRow for Entry {
    const HEADINGS: &'static [&'static str] = &[
        "number",
        "_id",
        "created",
        "actor",
        "actorName",
        "actorRole",
        "address",
        "action",
        "target",
        "before",
        "after",
        "seal",
    ];

    fn cells(&self) -> Vec<Cell> {
        let json = |value: &Option<Value>| Cell::from(value.as_ref().map(Value::to_string));
        vec![
            self.seq.into(),
            self.id.to_string().into(),
            self.created.into(),
            self.actor.clone().into(),
            self.actor_name.clone().into(),
            self.actor_role.clone().into(),
            self.address.clone().into(),
            self.action.clone().into(),
            self.target.clone().into(),
            json(&self.before),
            json(&self.after),
            self.seal_text().into(),
        ]
    }
}
