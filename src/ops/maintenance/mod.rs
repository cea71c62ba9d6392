//! Work on the installation that staff start in the admin: a backup, the download of a backup, and a check of the
//! whole ledger.

mod http;
mod ledger_check;

use std::sync::Arc;

use crate::base::keys::Keyring;
use crate::base::problem::ProblemType;
use crate::ops::metrics::Metrics;
use crate::platform::config::Config;
use crate::platform::throttle::Limits;
use crate::staff::kit::AdminContext;

use ledger_check::LedgerChecks;

pub use http::routes;

/// A backup is being made already.
pub const BACKUP_RUNNING: ProblemType = ProblemType::new("backup_running", 409, "Backup under way");
/// The archive is not encrypted: it holds the keys and everybody's data, so it never leaves the server by a browser.
pub const BACKUP_NOT_ENCRYPTED: ProblemType = ProblemType::new("backup_not_encrypted", 409, "Backup not encrypted");

/// The state shared by the handlers.
#[derive(Clone)]
struct MaintenanceContext {
    admin: AdminContext,
    metrics: Metrics,
    config: Arc<Config>,
    keys: Keyring,
    limits: Limits,
    checks: LedgerChecks,
}
