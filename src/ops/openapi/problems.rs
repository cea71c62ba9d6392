//! Problem responses: those that several operations share are described once, and each operation lists its own codes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::PROBLEM;

/// A response that several operations share.
pub(super) struct SharedRefusal {
    status: &'static str,
    /// Its name in `components.responses`.
    pub name: &'static str,
    description: &'static str,
    /// The codes that any of these operations may answer.
    codes: &'static [&'static str],
}

const fn shared(
    status: &'static str,
    name: &'static str,
    description: &'static str,
    codes: &'static [&'static str],
) -> SharedRefusal {
    SharedRefusal { status, name, description, codes }
}

const SHARED: [SharedRefusal; 15] = [
    shared(
        "400",
        "BadRequest",
        "The request cannot be read, or a value in it is not valid; `errors` names the fields.",
        &["bad_request", "invalid_body", "invalid_parameter"],
    ),
    shared(
        "401",
        "Unauthenticated",
        "The client is not signed in, or its credentials are not valid.",
        &["unauthenticated"],
    ),
    shared(
        "403",
        "Forbidden",
        "The client may not do this, or a page of another site asked for it.",
        &["cross_site_request", "forbidden"],
    ),
    shared("404", "NotFound", "The resource does not exist, or the client may not see it.", &["not_found"]),
    shared("408", "RequestTimeout", "The body did not arrive in time.", &["request_timeout"]),
    shared("409", "Conflict", "The stored data does not allow the request; `code` says why.", &[]),
    shared("410", "Gone", "It has ended or was used before.", &[]),
    shared("412", "Stale", "It was changed after the client read it: read it again.", &["stale"]),
    shared("413", "BodyTooLarge", "The body is too large.", &["body_too_large"]),
    shared("414", "AddressTooLong", "The address is longer than any may be.", &["uri_too_long"]),
    shared("415", "UnsupportedMediaType", "The body is of another media type.", &["unsupported_media_type"]),
    shared("422", "Refused", "A rule refuses it; `code` says which.", &[]),
    shared(
        "428",
        "PreconditionRequired",
        "`If-Match` has to name the version that the change is made from.",
        &["precondition_required"],
    ),
    shared(
        "429",
        "TooManyRequests",
        "The client asks too often; `Retry-After` says when to ask again.",
        &["rate_limited"],
    ),
    shared(
        "503",
        "Unavailable",
        "The server cannot answer now; `Retry-After` says when to ask again.",
        &["server_busy", "server_timeout", "storage_damaged", "storage_full"],
    ),
];

impl SharedRefusal {
    /// The shared response of a status.
    pub fn of(status: &str) -> Option<&'static Self> {
        SHARED.iter().find(|shared| shared.status == status)
    }

    /// The description of this response of an operation that answers the given codes as well.
    pub fn described(&self, own: &[String]) -> String {
        format!("{}{}", self.description, self.listed(own))
    }

    /// A sentence that lists the codes, which follows another sentence; empty without codes.
    pub fn listed(&self, own: &[String]) -> String {
        let others = self.codes.iter().copied().filter(|code| !own.iter().any(|known| known == code));
        let all: Vec<String> = own.iter().map(String::as_str).chain(others).map(|code| format!("`{code}`")).collect();
        let word = if all.len() == 1 { "Code" } else { "Codes" };
        if all.is_empty() { String::new() } else { format!(" {word}: {}.", all.join(", ")) }
    }
}

/// The shared responses, by their names.
pub(super) fn responses() -> Map<String, Value> {
    let response = |shared: &SharedRefusal| {
        let content = json!({ "application/problem+json": { "schema": { "$ref": PROBLEM } } });
        let mut answer = json!({ "description": shared.described(&[]), "content": content });
        if matches!(shared.status, "429" | "503") {
            answer["headers"] = json!({ "Retry-After": { "$ref": "#/components/headers/RetryAfter" } });
        }
        (shared.name.to_owned(), answer)
    };
    SHARED.iter().map(response).collect()
}

/// The codes of an operation by status, without those that are described once for all operations.
pub(super) type OwnCodes = BTreeMap<String, Vec<String>>;

/// The codes that each operation answered in the tests, by method and path. `tools/problems --record` writes this file,
/// and a test that receives a code that the file does not list fails, so the description stays complete.
pub(super) fn recorded() -> BTreeMap<String, OwnCodes> {
    serde_json::from_str(include_str!("problems.json")).expect("a record of codes")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::messages;

    #[test]
    fn every_code_that_is_described_exists() {
        let known: BTreeSet<&str> = messages::error_codes().collect();
        for code in SHARED.iter().flat_map(|shared| shared.codes) {
            assert!(known.contains(code), "{code}");
        }
        for (call, codes) in recorded() {
            for code in codes.values().flatten() {
                assert!(known.contains(code.as_str()), "{call}: {code}");
            }
        }
    }

    #[test]
    fn the_codes_of_an_operation_stand_before_those_of_all() {
        let gone = SharedRefusal::of("410").expect("a shared refusal");
        assert_eq!(gone.listed(&[]), "");
        let missing = SharedRefusal::of("404").expect("a shared refusal");
        assert_eq!(missing.listed(&[]), " Code: `not_found`.");
        let own = ["item_unavailable".to_owned(), "not_found".to_owned()];
        assert_eq!(missing.listed(&own), " Codes: `item_unavailable`, `not_found`.");
    }
}
