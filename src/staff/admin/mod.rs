//! The admin (staff application): content, stock, members, settlements and the books. It combines what the
//! capabilities offer. Each change writes its audit entry in the same commit.

mod access_log;
mod announcements;
mod api_keys;
mod approvals;
mod audit;
mod checklist;
mod codes;
mod content;
mod credit_batches;
pub mod for_cli;
mod http;
mod import;
mod members;
mod messages;
mod outlets;
mod permissions;
mod print;
mod replace_body;
pub mod reports;
mod settings;
mod staff;
mod tables;
mod transactions;
mod uploads;
mod webhooks;

use std::sync::Arc;

use self::access_log::RecentAccesses;
use self::audit::LastCheck;
use self::permissions::{Operators, RoleSet, TrailReaders};
use self::uploads::ImageProcessor;
use crate::auth::{Authenticator, Principal, Role};
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::member::rewards::CodeVault;
use crate::platform::audit::{Actor, AuditedAction, Extent};
use crate::platform::config::Config;
use crate::platform::delivery::Outbox;
use crate::platform::http_client::AllowedHosts;
use crate::platform::store::{Store, Tx};

pub use approvals::forget_old;
pub use credit_batches::post_open_rows as post_open_credits;
pub use http::{OperatorOnly, routes};

/// The resource has changed since the client loaded it.
pub const STALE: ProblemType = ProblemType::new("stale", 412, "Stale");
/// A change must name the version that it changes, in `If-Match`.
pub const PRECONDITION_REQUIRED: ProblemType = ProblemType::new("precondition_required", 428, "If-Match required");

/// The longest reason or note, in characters.
const LONGEST_REASON: usize = 500;

/// State that all admin handlers share.
#[derive(Clone)]
struct AdminContext {
    store: Store,
    keys: Keyring,
    vault: CodeVault,
    authenticator: Authenticator,
    outbox: Outbox,
    config: Arc<Config>,
    darkroom: ImageProcessor,
    callable: AllowedHosts,
    last_check: LastCheck,
    looks: RecentAccesses,
}

/// A signed-in member of staff, with the means to write audit entries.
#[derive(Clone)]
struct AuditedStaff {
    actor: Actor,
    keys: Keyring,
    principal: Principal,
}

impl AuditedStaff {
    /// The principal on whose behalf changes are made.
    fn caller(&self) -> Principal {
        self.principal
    }

    /// Whether this person may give points. This includes setting the amounts that campaigns and rates give.
    fn may_issue(&self) -> bool {
        self.is_of::<Operators>()
    }

    /// The part of the audit trail that this person may read.
    fn trail_extent(&self) -> Extent {
        if self.is_of::<TrailReaders>() { Extent::Whole } else { Extent::Points }
    }

    fn is_of<C: RoleSet>(&self) -> bool {
        let role = self.actor.role;
        role == Role::Owner.name() || C::ROLES.iter().any(|one| one.name() == role)
    }

    /// Writes an audit entry.
    fn note<T: serde::Serialize>(
        &self,
        tx: &Tx<'_>,
        action: impl Into<String>,
        target: impl std::fmt::Display,
        before: Option<&T>,
        after: Option<&T>,
    ) -> AppResult<()> {
        let json = |value: Option<&T>| value.map(serde_json::to_value).transpose();
        let deed = AuditedAction {
            action: action.into(),
            target: target.to_string(),
            before: json(before)?,
            after: json(after)?,
        };
        crate::platform::audit::record(tx, &self.keys, &self.actor, deed)
    }
}

/// Fails with [`STALE`] unless the resource is still at the version that the change was made from (`None` for any).
fn require_version(named: Option<i64>, present: i64) -> AppResult<()> {
    if named.is_some_and(|version| version != present) { Err(STALE.into()) } else { Ok(()) }
}

/// Trims a reason that staff give. Fails with `invalid_reason` when it is empty or too long.
fn reason(field: &'static str, given: &str) -> AppResult<String> {
    let text = given.trim();
    let sound = !text.is_empty() && text.chars().count() <= LONGEST_REASON;
    if sound { Ok(text.to_owned()) } else { Err(AppError::invalid_field(field, "invalid_reason")) }
}
