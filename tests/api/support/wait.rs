//! Waits for events outside the test, without fixed sleeps and with a time limit.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::Caller;

/// The time limit, also for a busy machine.
const PATIENCE: Duration = Duration::from_secs(15);

/// Polls until the result is `Ok`; at the time limit it fails with the last error.
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

/// The first entry of a list, once it fulfils `wanted`.
pub async fn newest(caller: &Caller, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    until(async || {
        let found = caller.get(path).await.expect(200);
        if wanted(&found[0]) { Ok(found[0].clone()) } else { Err(format!("still {found}")) }
    })
    .await
}
