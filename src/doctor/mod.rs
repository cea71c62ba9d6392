//! What is wrong, or about to go wrong, with an installation, and what to do about it. No routes.

mod checks;
mod machine;
mod queries;

use serde::Serialize;

pub use checks::BACKUP_AGE;
pub use machine::is_little_room;

use crate::base::clock::Timestamp;
use crate::config::Config;
use crate::store::DataDir;

/// The check that says whether there is a data folder.
pub const DATA_FOLDER: &str = "data_folder";

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FindingLevel)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Works, and somebody should look at it.
    Warning,
    /// Does not work, or data may be lost.
    Problem,
}

/// What one check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Finding {
    /// Which check, stable: scripts may rely on it.
    pub check: &'static str,
    /// How grave it is.
    pub level: Level,
    /// What was found, for people.
    pub message: String,
    /// What to do about it; empty when all is well.
    pub fix: String,
}

impl Finding {
    fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Ok, message: message.into(), fix: String::new() }
    }

    fn warning(check: &'static str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { check, level: Level::Warning, message: message.into(), fix: fix.into() }
    }

    /// Something that does not work.
    pub fn problem(check: &'static str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { check, level: Level::Problem, message: message.into(), fix: fix.into() }
    }
}

/// Looks at everything. A check that has nothing to look at is left out.
pub fn examine(config: &Config, now: Timestamp) -> Vec<Finding> {
    let mut found = vec![Finding::ok("settings", "the settings can be used")];
    found.extend(checks::forced_settings(config));
    found.push(checks::address(config));
    found.push(checks::durability(config));
    found.push(machine::user());
    found.push(machine::open_files());
    // One that may not be looked at is there, or may be: what follows says so.
    if let Ok(false) = config.data_dir.try_exists() {
        found.push(Finding::warning(
            DATA_FOLDER,
            format!("the data folder {} does not exist yet", config.data_dir.display()),
            "start the server once, or name the right folder with --data-dir",
        ));
        return found;
    }
    found.push(machine::file_modes(&config.data_dir));
    found.push(machine::file_system(&config.data_dir));
    found.push(machine::disk_space(&config.data_dir));
    match DataDir::existing(&config.data_dir) {
        Ok(folder) => {
            found.push(checks::keys(&folder));
            found.extend(checks::database(&folder, now));
            found.push(checks::server(config, &folder));
            found.extend(checks::backups(config, &folder, now));
        }
        Err(error) if is_closed_to_us(&error) => found.push(Finding::problem(
            "database",
            format!("{error:#}"),
            "run this as the server's user (sudo -u), or as root",
        )),
        Err(error) => found.push(Finding::warning(
            "database",
            format!("{error:#}"),
            "start the server once, or name the right folder with --data-dir",
        )),
    }
    found
}

fn is_closed_to_us(error: &anyhow::Error) -> bool {
    let cause = error.root_cause().downcast_ref::<std::io::Error>();
    cause.is_some_and(|cause| cause.kind() == std::io::ErrorKind::PermissionDenied)
}
