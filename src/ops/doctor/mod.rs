//! The doctor: finds current and imminent problems of an installation, and suggests fixes. No routes.

mod checks;
mod kinds;
mod machine;
mod queries;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

pub use checks::BACKUP_AGE;
pub use kinds::{FindingKind, KINDS};
pub use machine::is_little_room;

use crate::base::clock::Timestamp;
use crate::base::messages::fill;
use crate::platform::config::Config;
use crate::platform::store::DataDir;

/// The check whether the data folder exists.
pub const DATA_FOLDER: &str = "data_folder";

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FindingLevel)]
pub enum FindingLevel {
    /// All is well.
    Ok,
    /// The checked part works but needs attention.
    Warning,
    /// The checked part does not work, or data may be lost.
    Problem,
}

/// A value in the text of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FindingValue {
    /// A name, a path, or a text of the operating system.
    Text(String),
    /// A point in time.
    Moment(Timestamp),
    /// A number: a count, or an amount in the unit of the text.
    Number(u64),
}

impl FindingValue {
    fn path(path: &Path) -> Self {
        Self::Text(path.display().to_string())
    }

    fn of(what: impl std::fmt::Display) -> Self {
        Self::Text(what.to_string())
    }

    fn english(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Moment(moment) => moment.to_string(),
            Self::Number(number) => number.to_string(),
        }
    }
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Finding {
    /// The check; stable, so that scripts may rely on it.
    pub check: &'static str,
    /// Severity.
    pub level: FindingLevel,
    /// English message.
    pub message: String,
    /// The fix; empty when all is well.
    pub fix: String,
    /// Stable code of the finding; texts in other languages are found by it.
    pub code: &'static str,
    /// Values for the texts in other languages, by name. `error` is a message of the operating system.
    pub values: BTreeMap<&'static str, FindingValue>,
}

impl Finding {
    fn new<const N: usize>(kind: FindingKind, values: [(&'static str, FindingValue); N]) -> Self {
        let values = BTreeMap::from(values);
        let english: Vec<(&str, String)> = values.iter().map(|(name, value)| (*name, value.english())).collect();
        let english: Vec<(&str, &str)> = english.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let FindingKind { code, check, level, message, fix } = kind;
        debug_assert!(kind.names().eq(values.keys().copied()), "{code} comes with {values:?}");
        Self { check, level, message: fill(message, &english), fix: fill(fix, &english), code, values }
    }

    fn plain(kind: FindingKind) -> Self {
        Self::new(kind, [])
    }

    fn failed(kind: FindingKind, error: &anyhow::Error) -> Self {
        Self::new(kind, [("error", FindingValue::Text(format!("{error:#}")))])
    }
}

/// The only finding if the settings are invalid, because then no other check can run.
pub fn unusable_settings(error: &anyhow::Error) -> Finding {
    Finding::failed(kinds::SETTINGS_UNUSABLE, error)
}

/// Runs all checks. Checks that do not apply are left out.
pub fn examine(config: &Config, now: Timestamp) -> Vec<Finding> {
    let mut found = vec![Finding::plain(kinds::SETTINGS_FINE)];
    found.extend(checks::forced_settings(config));
    found.push(checks::address(config));
    found.push(checks::durability(config));
    found.push(checks::email(config));
    found.extend(checks::anchor(config));
    found.extend(checks::wallet_passes(config, now));
    found.push(machine::user());
    found.push(machine::open_files());
    // A folder without read permission counts as existing; the checks below report it.
    if let Ok(false) = config.data_dir.try_exists() {
        found.push(Finding::new(kinds::DATA_FOLDER_MISSING, [("folder", FindingValue::path(&config.data_dir))]));
        return found;
    }
    found.push(machine::file_modes(&config.data_dir));
    found.push(machine::file_system(&config.data_dir));
    found.push(machine::disk_space(&config.data_dir));
    match DataDir::existing(&config.data_dir) {
        Ok(folder) => {
            found.push(machine::volume(&config.data_dir, &folder.database()));
            let database = checks::database(&folder, now);
            // If the database belongs to another program, missing keys are not a finding.
            if !database.iter().any(checks::is_foreign) {
                found.push(checks::keys(&folder));
            }
            found.extend(database);
            found.push(checks::server(config, &folder));
            found.extend(checks::backups(config, &folder, now));
        }
        Err(error) if is_closed_to_us(&error) => found.push(Finding::failed(kinds::DATABASE_CLOSED, &error)),
        Err(error) => found.push(Finding::failed(kinds::DATABASE_MISSING, &error)),
    }
    found
}

fn is_closed_to_us(error: &anyhow::Error) -> bool {
    let cause = error.root_cause().downcast_ref::<std::io::Error>();
    cause.is_some_and(|cause| cause.kind() == std::io::ErrorKind::PermissionDenied)
}

/// Quotes a path for a shell.
pub fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:@%,".contains(letter);
    if !path.is_empty() && path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}
