//! Shared parts of the calls of staff: the signed-in person and their permissions, audited writes, versions of
//! resources, lists.

pub(super) mod access_log;
pub mod http;
pub mod permissions;
pub(super) mod pool_upload;
pub(super) mod replace_body;
pub(super) mod tables;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use self::access_log::RecentAccesses;
use self::permissions::{Operators, RoleSet, TrailReaders};
use crate::auth::passwords::Passwords;
use crate::auth::{Principal, Role};
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::member::earning_rules::simulation::RunningSimulations;
use crate::member::media::ImageProcessor;
use crate::member::rewards::CodeVault;
use crate::platform::audit::{Actor, AuditedAction, Extent, LastCheck};
use crate::platform::config::Config;
use crate::platform::delivery::Outbox;
use crate::platform::http_client::AllowedHosts;
use crate::platform::store::{Store, Tx};
use crate::platform::throttle::Limits;

pub use http::OperatorOnly;

/// The resource has changed since the client loaded it.
pub const STALE: ProblemType = ProblemType::new("stale", 412, "Stale");
/// A change must name the version that it changes, in `If-Match`.
pub const PRECONDITION_REQUIRED: ProblemType = ProblemType::new("precondition_required", 428, "If-Match required");

/// The longest reason or note, in characters.
const LONGEST_REASON: usize = 500;

/// State that all calls of staff share. Each call clones it, so a clone only counts a reference.
#[derive(Clone)]
pub struct AdminContext(Arc<AdminParts>);

/// The fields of an [`AdminContext`]: the store, the keys, the settings and the services that staff calls use.
pub struct AdminParts {
    pub(super) store: Store,
    pub(super) keys: Keyring,
    pub(super) vault: CodeVault,
    pub(super) limits: Limits,
    pub(super) passwords: Passwords,
    pub(super) outbox: Outbox,
    pub(super) config: Arc<Config>,
    pub(super) images: ImageProcessor,
    pub(super) callable: AllowedHosts,
    pub(super) last_check: LastCheck,
    pub(super) simulations: RunningSimulations,
    looks: RecentAccesses,
}

impl AdminContext {
    /// The state of a server whose pictures stand in the folder `media`.
    pub fn new(
        store: Store,
        limits: Limits,
        keys: Keyring,
        passwords: Passwords,
        outbox: Outbox,
        config: &Arc<Config>,
        media: PathBuf,
    ) -> Self {
        Self(Arc::new(AdminParts {
            vault: CodeVault::new(&keys),
            images: ImageProcessor::new(media),
            last_check: LastCheck::default(),
            simulations: RunningSimulations::default(),
            looks: RecentAccesses::default(),
            callable: AllowedHosts::new(&config.webhooks.allowed_hosts),
            config: config.clone(),
            store,
            limits,
            keys,
            passwords,
            outbox,
        }))
    }
}

impl Deref for AdminContext {
    type Target = AdminParts;

    fn deref(&self) -> &AdminParts {
        &self.0
    }
}

impl AdminContext {
    /// The processor of pictures: one for the whole server, because it limits how many are decoded at a time.
    pub fn images(&self) -> ImageProcessor {
        self.images.clone()
    }
}

/// A signed-in member of staff, with the means to write audit entries.
#[derive(Clone)]
pub struct AuditedStaff {
    pub(super) actor: Actor,
    pub(super) keys: Keyring,
    pub(super) principal: Principal,
}

impl AuditedStaff {
    /// The principal on whose behalf changes are made.
    pub fn caller(&self) -> Principal {
        self.principal
    }

    /// Whether this person may give points. This includes setting the amounts that campaigns and rates give.
    pub(super) fn may_issue(&self) -> bool {
        self.is_of::<Operators>()
    }

    /// The part of the audit that this person may read.
    pub(super) fn trail_extent(&self) -> Extent {
        if self.is_of::<TrailReaders>() { Extent::Whole } else { Extent::Points }
    }

    pub(super) fn is_of<C: RoleSet>(&self) -> bool {
        let role = self.actor.role;
        role == Role::Owner.name() || C::ROLES.iter().any(|one| one.name() == role)
    }

    /// Writes an audit entry for a read, or for a download as a file.
    pub async fn note_access(
        self,
        admin: &AdminContext,
        action: &'static str,
        target: impl std::fmt::Display + Send + 'static,
    ) -> AppResult<()> {
        admin.store.write_as(self.caller(), move |tx| self.note::<()>(tx, action, target, None, None)).await
    }

    /// Writes an audit entry.
    pub fn note<T: serde::Serialize>(
        &self,
        tx: &Tx<'_>,
        action: impl Into<String>,
        target: impl std::fmt::Display,
        before: Option<&T>,
        after: Option<&T>,
    ) -> AppResult<()> {
        let json = |value: Option<&T>| value.map(serde_json::to_value).transpose();
        let entry = AuditedAction {
            action: action.into(),
            target: target.to_string(),
            before: json(before)?,
            after: json(after)?,
        };
        crate::platform::audit::record(tx, &self.keys, &self.actor, entry)
    }
}

/// Fails with [`STALE`] unless the resource is still at the version that the change was made from (`None` for any).
pub(super) fn require_version(named: Option<i64>, present: i64) -> AppResult<()> {
    if named.is_some_and(|version| version != present) { Err(STALE.into()) } else { Ok(()) }
}

/// Trims a reason that staff give. Fails with `invalid_reason` when it is empty or too long.
pub(super) fn reason(field: &'static str, given: &str) -> AppResult<String> {
    let text = given.trim();
    let sound = !text.is_empty() && text.chars().count() <= LONGEST_REASON;
    if sound { Ok(text.to_owned()) } else { Err(AppError::invalid_field(field, "invalid_reason")) }
}
