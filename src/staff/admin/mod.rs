//! The operators' desk: content, stock, members, settlements and the books. It composes what the
//! capabilities offer; every change leaves a line in the audit trail, in the same commit.

mod access_log;
mod approvals;
mod batches;
mod books;
mod checklist;
mod codes;
mod content;
pub mod for_cli;
mod http;
mod import;
mod keys;
mod members;
mod messages;
mod notices;
mod outlets;
mod permissions;
mod print;
mod replace_body;
pub mod reports;
mod settings;
mod staff;
mod tables;
mod trail;
mod uploads;
mod webhooks;

use std::sync::Arc;

use self::access_log::RecentLooks;
use self::permissions::{Crew, Operators, TrailReaders};
use self::trail::LastCheck;
use self::uploads::Darkroom;
use crate::auth::{Authenticator, Principal, Role};
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::member::rewards::CodeVault;
use crate::platform::audit;
use crate::platform::audit::{Actor, Deed, Extent};
use crate::platform::config::Config;
use crate::platform::delivery::Outbox;
use crate::platform::http_client::AllowedHosts;
use crate::platform::store::{Store, Tx};

pub use approvals::forget_old;
pub use batches::post_open_rows as post_open_credits;
pub use http::{Operating, routes};

/// Somebody else has changed the thing since it was loaded.
pub const STALE: ProblemType = ProblemType::new("stale", 412, "Stale");
/// A change must say which version it changes.
pub const PRECONDITION_REQUIRED: ProblemType = ProblemType::new("precondition_required", 428, "If-Match required");

/// The longest reason or note, in characters.
const LONGEST_REASON: usize = 500;

/// What every call of the desk needs.
#[derive(Clone)]
struct Desk {
    store: Store,
    keys: Keyring,
    vault: CodeVault,
    authenticator: Authenticator,
    outbox: Outbox,
    config: Arc<Config>,
    darkroom: Darkroom,
    callable: AllowedHosts,
    last_check: LastCheck,
    looks: RecentLooks,
}

/// Somebody at the desk, with the means to note what they do.
#[derive(Clone)]
struct Hand {
    actor: Actor,
    keys: Keyring,
    principal: Principal,
}

impl Hand {
    /// On whose behalf they change things.
    fn caller(&self) -> Principal {
        self.principal
    }

    /// Whether they may give points, and so set what points are given for.
    fn may_issue(&self) -> bool {
        self.is_of::<Operators>()
    }

    /// How much of the audit trail they may read.
    fn trail_extent(&self) -> Extent {
        if self.is_of::<TrailReaders>() { Extent::Whole } else { Extent::Points }
    }

    fn is_of<C: Crew>(&self) -> bool {
        let role = self.actor.role;
        role == Role::Owner.name() || C::ROLES.iter().any(|one| one.name() == role)
    }

    /// Notes a deed in the trail.
    fn note<T: serde::Serialize>(
        &self,
        tx: &Tx<'_>,
        action: impl Into<String>,
        target: impl std::fmt::Display,
        before: Option<&T>,
        after: Option<&T>,
    ) -> AppResult<()> {
        let json = |value: Option<&T>| value.map(serde_json::to_value).transpose();
        let deed =
            Deed { action: action.into(), target: target.to_string(), before: json(before)?, after: json(after)? };
        audit::record(tx, &self.keys, &self.actor, deed)
    }
}

/// Fails with [`STALE`] unless a thing is still at the version from which its change was made (`None` for any).
fn require_version(named: Option<i64>, present: i64) -> AppResult<()> {
    if named.is_some_and(|version| version != present) { Err(STALE.into()) } else { Ok(()) }
}

/// Trims what staff give as a reason. Fails with `invalid_reason` when it says nothing or too
/// much.
fn reason(field: &'static str, given: &str) -> AppResult<String> {
    let text = given.trim();
    let sound = !text.is_empty() && text.chars().count() <= LONGEST_REASON;
    if sound { Ok(text.to_owned()) } else { Err(AppError::invalid_field(field, "invalid_reason")) }
}
