//! Waiting for what happens beside the test: never for a time, and never for ever.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::Caller;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(15);

/// Looks until there is what is waited for; when patience ends, it fails with what was seen last.
pub async fn until<T>(mut look: impl AsyncFnMut() -> Result<T, String>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match look().await {
            Ok(found) => return found,
            Err(seen) => assert!(Instant::now() < deadline, "{seen}"),
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The first line of a list, once it is as wanted.
pub async fn newest(caller: &Caller, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    until(async || {
        let found = caller.get(path).await.expect(200);
        if wanted(&found[0]) { Ok(found[0].clone()) } else { Err(format!("still {found}")) }
    })
    .await
}
