//! Telling people from scripts without another company: a proof of work that this server hands
//! out and checks itself (ALTCHA, PBKDF2 with SHA-256). A solution counts once.

use std::time::Duration;

use altcha::{Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions};
use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::queries;
use crate::base::clock::{Clock, Timestamp};
use crate::base::keys::{Keyring, Purpose};
use crate::base::problem::{AppError, AppResult};
use crate::base::secret::{base64url, hash};
use crate::store::Tx;

const CAPTCHA_FAILED: &str = "captcha_failed";
const CHALLENGE_TIME: Duration = Duration::from_secs(10 * 60);
const ALGORITHM: &str = "PBKDF2/SHA-256";
/// A solution starts with one zero byte: 256 tries on average.
const PREFIX: &str = "00";

/// A solution that is right, and has yet to be spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solved {
    hash: [u8; 32],
    expires: Timestamp,
}

fn secret(keys: &Keyring) -> String {
    base64url(&keys.derive(Purpose::Captcha))
}

fn failed() -> AppError {
    AppError::invalid_field("captcha", CAPTCHA_FAILED)
}

/// A new challenge, of `cost` iterations a try, good for ten minutes.
pub(super) fn challenge(keys: &Keyring, cost: u32) -> AppResult<serde_json::Value> {
    // ALTCHA compares with the machine's clock, so that is where the expiry must come from.
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

/// Checks the solution that a form carries: base64 of ALTCHA's JSON. Takes milliseconds of work.
pub(super) fn check(keys: &Keyring, typed: &str) -> AppResult<Solved> {
    let payload = STANDARD.decode(typed.trim()).ok().and_then(|json| serde_json::from_slice::<Payload>(&json).ok());
    let Payload { challenge, solution } = payload.ok_or_else(failed)?;
    let verified = altcha::verify_solution(VerifySolutionOptions::new(&challenge, &solution, secret(keys)));
    // Nonsense in place of hexadecimal digits is a failed answer like any other.
    if !verified.is_ok_and(|result| result.verified) {
        return Err(failed());
    }
    Ok(Solved { hash: identity(&challenge), expires: expiry(&challenge) })
}

/// What makes a challenge this one; the order or spelling of its JSON does not.
fn identity(challenge: &Challenge) -> [u8; 32] {
    hash(&format!("{}/{}", challenge.parameters.nonce.to_lowercase(), challenge.parameters.salt.to_lowercase()))
}

fn expiry(challenge: &Challenge) -> Timestamp {
    Timestamp::from_millis(challenge.parameters.expires_at.unwrap_or(0).saturating_add(1).saturating_mul(1000))
}

/// Uses a solution up. Fails with `captcha_failed` when it was used before.
pub(super) fn spend(tx: &Tx<'_>, solved: &Solved) -> AppResult<()> {
    queries::delete_spent_before(tx, tx.now())?;
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
        let asked: Challenge = serde_json::from_value(asked).expect("ALTCHA's form");
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
