//! Captchas. By default a proof of work that this server issues and checks itself (ALTCHA, PBKDF2 with SHA-256);
//! otherwise the widget of an external provider, which also checks the solutions. A solution works once.

mod demand;
mod provider;
mod queries;

use std::time::Duration;

use altcha::{Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions};
use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::base::clock::{Clock, Timestamp};
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::base::secret::{base64url, hash};
use crate::platform::store::Tx;

pub use demand::{demand, solved};
pub(in crate::auth) use provider::Provider;
pub use provider::guest;

/// The captcha provider cannot be reached. This is not the visitor's fault, but no visitor passes.
pub const CAPTCHA_UNAVAILABLE: ProblemType = ProblemType::new("captcha_unavailable", 503, "Captcha unavailable");

const CAPTCHA_FAILED: &str = "captcha_failed";
const CHALLENGE_TIME: Duration = Duration::from_secs(10 * 60);
const ALGORITHM: &str = "PBKDF2/SHA-256";
/// A solution starts with one zero byte: 256 tries on average.
const PREFIX: &str = "00";

/// A right solution that is not used up yet.
#[derive(Clone, Copy, Debug)]
pub struct SolvedCaptcha {
    hash: [u8; 32],
    expires: Timestamp,
}

fn secret(keys: &Keyring) -> String {
    base64url(&keys.derive(KeyPurpose::Captcha))
}

fn failed() -> AppError {
    AppError::invalid_field("captcha", CAPTCHA_FAILED)
}

/// A new challenge with `cost` iterations per try, valid for ten minutes.
pub fn challenge(keys: &Keyring, cost: u32) -> AppResult<serde_json::Value> {
    // ALTCHA compares the expiry with the system clock, so the expiry must come from the system clock too.
    let now = Clock::system().now();
    let options = CreateChallengeOptions {
        algorithm: ALGORITHM.to_owned(),
        cost,
        key_prefix: PREFIX.to_owned(),
        expires_at: Some(now.plus(CHALLENGE_TIME).as_millis() / 1000),
        hmac_signature_secret: Some(secret(keys)),
        ..CreateChallengeOptions::default()
    };
    let challenge = altcha::create_challenge(options).map_err(|error| anyhow!("the captcha failed: {error}"))?;
    Ok(serde_json::to_value(challenge)?)
}

/// Checks an ALTCHA solution: base64 of JSON. Takes milliseconds of CPU time.
fn check(keys: &Keyring, typed: &str) -> AppResult<SolvedCaptcha> {
    let payload = STANDARD.decode(typed.trim()).ok().and_then(|json| serde_json::from_slice::<Payload>(&json).ok());
    let Payload { challenge, solution } = payload.ok_or_else(failed)?;
    let verified = altcha::verify_solution(VerifySolutionOptions::new(&challenge, &solution, secret(keys)));
    // An error, such as invalid hexadecimal digits, counts as a wrong solution.
    if !verified.is_ok_and(|result| result.verified) {
        return Err(failed());
    }
    Ok(SolvedCaptcha { hash: identity(&challenge), expires: expiry(&challenge) })
}

/// The identity of a challenge: its nonce and salt, independent of the order and spelling of its JSON.
fn identity(challenge: &Challenge) -> [u8; 32] {
    hash(&format!("{}/{}", challenge.parameters.nonce.to_lowercase(), challenge.parameters.salt.to_lowercase()))
}

fn expiry(challenge: &Challenge) -> Timestamp {
    Timestamp::from_millis(challenge.parameters.expires_at.unwrap_or(0).saturating_add(1).saturating_mul(1000))
}

/// Deletes used solutions whose challenges have expired.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_spent_before(tx, tx.now())
}

/// Uses a solution up. Fails with `captcha_failed` when it was used before.
pub fn spend(tx: &Tx<'_>, solved: &SolvedCaptcha) -> AppResult<()> {
    if queries::insert_spent(tx, &solved.hash, solved.expires)? { Ok(()) } else { Err(failed()) }
}

#[cfg(test)]
mod tests {
    use altcha::{Challenge, Payload, SolveChallengeOptions};
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::{challenge, check};
    use crate::base::keys::Keyring;

    #[test]
    fn only_a_solution_of_our_own_challenge_counts() {
        let keys = Keyring::new([9; 32]);
        let asked = challenge(&keys, 10).expect("a challenge");
        let asked: Challenge = serde_json::from_value(asked).expect("ALTCHA's format");
        let solution = altcha::solve_challenge(SolveChallengeOptions::new(&asked)).expect("runs").expect("solved");
        let encode = |payload: &Payload| STANDARD.encode(serde_json::to_string(payload).expect("plain"));
        let mut payload = Payload { challenge: asked, solution };
        assert!(check(&keys, &encode(&payload)).is_ok());
        assert!(check(&Keyring::new([8; 32]), &encode(&payload)).is_err(), "another server's");
        payload.challenge.parameters.cost = 1;
        assert!(check(&keys, &encode(&payload)).is_err(), "made cheaper");
        for bad in ["", "x", "e30=", "!!!"] {
            assert!(check(&keys, bad).is_err(), "{bad:?}");
        }
    }
}
