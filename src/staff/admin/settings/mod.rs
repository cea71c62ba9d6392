//! The programme's settings in the admin: those that owners change, and the read-only ones from the settings file.

pub mod http;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::auth::staff;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::settings::{self, Author, ProgrammeSettings};
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::PendingAction;
use crate::staff::kit::{AuditedStaff, require_version};

/// Two-person approval needs at least two owners.
pub const SECOND_OWNER_NEEDED: ProblemType = ProblemType::new("second_owner_needed", 409, "A second owner is needed");

/// A setting of the server with its present value.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct InfrastructureSetting {
    /// Such as `limits.enabled`.
    name: String,
    /// The value as text; a secret is not shown.
    value: String,
    /// `default`, `environment`, `flag`, or the settings file's path.
    source: String,
}

/// Settings that replace those of that version, once approved.
#[derive(Serialize, Deserialize)]
pub struct SettingsToReplace {
    version: i64,
    settings: ProgrammeSettings,
}

impl PendingAction for SettingsToReplace {
    const NAME: &'static str = "Settings";
    const MOVES_POINTS: bool = false;

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        replace(tx, asker, self.version, &self.settings).map(|_| Value::Null)
    }
}

/// Fails with [`SECOND_OWNER_NEEDED`] where `settings` require two people and there is only one owner.
fn require_second_person(read: &Read<'_>, settings: &ProgrammeSettings) -> AppResult<()> {
    if settings.two_person && staff::count_owners(read)? < 2 { Err(SECOND_OWNER_NEEDED.into()) } else { Ok(()) }
}

/// Replaces the settings of that version; returns the next version. Fails with `stale` and [`SECOND_OWNER_NEEDED`].
pub fn replace(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    version: i64,
    after: &ProgrammeSettings,
) -> AppResult<(i64, ProgrammeSettings)> {
    let (newest, before) = settings::latest(tx)?;
    require_version(Some(version), newest)?;
    require_second_person(tx, after)?;
    let version = settings::replace(tx, after, Author { id: staff.actor.id, name: &staff.actor.name })?;
    staff.note(tx, "settings.update", "programme", Some(&before), Some(after))?;
    Ok((version, after.clone()))
}
