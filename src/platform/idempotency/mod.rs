//! Idempotency keys: a repeated key gets the first response, and its action runs only once.
//!
//! The response is stored in the same commit as its effect. A refusal by the rules (404, 409, 422) is stored like a
//! success; other errors (400, 401, 403, 429, 5xx) are not.

mod http;
mod queries;

pub use http::OptionalKey;

use std::time::Duration;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::RequestId;
use crate::platform::store::Tx;

/// A request that moves points came without its key.
pub const IDEMPOTENCY_KEY_REQUIRED: ProblemType =
    ProblemType::new("idempotency_key_required", 400, "Idempotency-Key required");
/// The key is not 1 to 128 visible ASCII characters.
pub const INVALID_IDEMPOTENCY_KEY: ProblemType =
    ProblemType::new("invalid_idempotency_key", 400, "Invalid Idempotency-Key");
/// The key has been used for another request.
pub const IDEMPOTENCY_KEY_REUSED: ProblemType =
    ProblemType::new("idempotency_key_reused", 422, "Idempotency-Key reused");

/// Responses are kept for this many days of running time: the current day and three whole ones. The contract promises
/// 24 hours. Running time is used because a clock change of several days must not expire a response: its key would
/// pay twice.
const DAYS_KEPT: i64 = 4;
const DAY: Duration = Duration::from_secs(86_400);

/// The client's key, and the parts of the request that its response depends on.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    key: String,
    /// Method and path: a key of one endpoint is not valid for another.
    operation: String,
    language: Language,
    request: RequestId,
}

/// The storage key of an actor's idempotency key.
pub type Slot = [u8; 16];

impl IdempotencyKey {
    /// The key as the client sent it.
    pub fn text(&self) -> &str {
        &self.key
    }

    /// The slot of this actor's key; two actors never share one.
    pub fn slot(&self, actor: &[u8; 16]) -> Slot {
        truncated_digest(&[actor, self.key.as_bytes()])
    }
}

/// A response that can be replayed exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayableAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The JSON body.
    pub body: String,
    /// Whether this replays an earlier response.
    pub replayed: bool,
}

fn truncated_digest(parts: &[&[u8]]) -> [u8; 16] {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    let mut short = [0; 16];
    short.copy_from_slice(&digest.finalize()[..16]);
    short
}

/// Runs `act` unless this actor has used this key before; then returns the first response again, or
/// [`IDEMPOTENCY_KEY_REUSED`] if the request is a different one. `actor` is the client's id; two actors never share a
/// key. Without a key, `act` simply runs.
pub fn once<'k, T: Serialize>(
    tx: &Tx<'_>,
    actor: &[u8; 16],
    key: impl Into<Option<&'k IdempotencyKey>>,
    request: &impl Serialize,
    act: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<ReplayableAnswer> {
    let told = once_told(tx, actor, key, request, |tx| Ok(Some((200, serde_json::to_string(&act(tx)?)?))))?;
    Ok(told.expect("the act always has an answer"))
}

/// Runs an act once for each key, for an endpoint that creates something and answers 201.
pub fn made<'k, T: Serialize>(
    tx: &Tx<'_>,
    actor: &[u8; 16],
    key: impl Into<Option<&'k IdempotencyKey>>,
    request: &impl Serialize,
    make: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<ReplayableAnswer> {
    let told = once_told(tx, actor, key, request, |tx| Ok(Some((201, serde_json::to_string(&make(tx)?)?))))?;
    Ok(told.expect("the act always has an answer"))
}

/// Runs an act once for each key; the act sets status and body of the response itself. An act without a result may
/// still write rows: the rows stay, and no response is stored.
pub fn once_told<'k>(
    tx: &Tx<'_>,
    actor: &[u8; 16],
    key: impl Into<Option<&'k IdempotencyKey>>,
    request: &impl Serialize,
    act: impl FnOnce(&Tx<'_>) -> AppResult<Option<(u16, String)>>,
) -> AppResult<Option<ReplayableAnswer>> {
    let Some(key) = key.into() else {
        return Ok(act(tx)?.map(|(status, body)| ReplayableAnswer { status, body, replayed: false }));
    };
    let stored_key = key.slot(actor);
    let fingerprint = truncated_digest(&[key.operation.as_bytes(), &serde_json::to_vec(request)?]);
    if let Some(first) = queries::find(tx, stored_key)? {
        if first.fingerprint != fingerprint {
            return Err(IDEMPOTENCY_KEY_REUSED.into());
        }
        return Ok(Some(ReplayableAnswer { status: first.status, body: first.body, replayed: true }));
    }
    let (status, body) = match tx.savepoint(act) {
        Ok(None) => return Ok(None),
        Ok(Some(told)) => told,
        Err(AppError::Refused(refusal)) if matches!(refusal.problem.status, 404 | 409 | 422) => {
            (refusal.problem.status, Problem::new(&refusal, key.language, &key.request).to_json())
        }
        Err(other) => return Err(other),
    };
    queries::insert(tx, stored_key, &queries::StoredAnswer { fingerprint, status, body: body.clone() })?;
    Ok(Some(ReplayableAnswer { status, body, replayed: false }))
}

/// Replaces the stored response of a waiting act (202) once the act is done.
pub fn conclude<T: Serialize>(tx: &Tx<'_>, slot: Slot, told: &T) -> AppResult<()> {
    queries::conclude(tx, slot, &serde_json::to_string(told)?)
}

impl ReplayableAnswer {
    /// Whether this response is that refusal.
    pub fn is_refusal(&self, problem: ProblemType) -> bool {
        let told = || serde_json::from_str::<serde_json::Value>(&self.body).ok();
        self.status == problem.status && told().is_some_and(|body| body["code"] == problem.code)
    }
}

/// Adds running time of the server. After a whole day of it, the next day begins.
pub fn count_running_time(tx: &Tx<'_>, ran: Duration) -> AppResult<()> {
    let in_day = queries::add_running_time(tx, i64::try_from(ran.as_millis()).unwrap_or(i64::MAX))?;
    if u128::try_from(in_day).is_ok_and(|ran_ms| ran_ms >= DAY.as_millis()) { queries::begin_day(tx) } else { Ok(()) }
}

/// Deletes some responses that no longer need replaying; returns how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_before(tx, queries::first_kept(tx, DAYS_KEPT)?)
}
