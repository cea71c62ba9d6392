//! What is wrong, or about to go wrong, with an installation, and what to do about it. No routes.

mod checks;
mod kinds;
mod machine;
mod queries;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

pub use checks::BACKUP_AGE;
pub use kinds::{KINDS, Kind};
pub use machine::is_little_room;

use crate::base::clock::Timestamp;
use crate::base::messages::fill;
use crate::platform::config::Config;
use crate::platform::store::DataDir;

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

/// A value that a finding comes with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FindingValue {
    /// A name, a path, or words of the system's.
    Text(String),
    /// A moment.
    Moment(Timestamp),
    /// A number: how many, or how much in the unit that the sentence names.
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
    /// Which of the things that a check may find, stable: other languages word it by this name.
    pub code: &'static str,
    /// What the sentences in other languages need, by name. `error` is said by the system, in its own words.
    pub values: BTreeMap<&'static str, FindingValue>,
}

impl Finding {
    fn new<const N: usize>(kind: Kind, values: [(&'static str, FindingValue); N]) -> Self {
        let values = BTreeMap::from(values);
        let english: Vec<(&str, String)> = values.iter().map(|(name, value)| (*name, value.english())).collect();
        let english: Vec<(&str, &str)> = english.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let Kind { code, check, level, message, fix } = kind;
        debug_assert!(kind.names().eq(values.keys().copied()), "{code} comes with {values:?}");
        Self { check, level, message: fill(message, &english), fix: fill(fix, &english), code, values }
    }

    fn plain(kind: Kind) -> Self {
        Self::new(kind, [])
    }

    fn failed(kind: Kind, error: &anyhow::Error) -> Self {
        Self::new(kind, [("error", FindingValue::Text(format!("{error:#}")))])
    }
}

/// The one finding where the settings cannot be used, so that nothing else can be looked at.
pub fn unusable_settings(error: &anyhow::Error) -> Finding {
    Finding::failed(kinds::SETTINGS_UNUSABLE, error)
}

/// Looks at everything. A check that has nothing to look at is left out.
pub fn examine(config: &Config, now: Timestamp) -> Vec<Finding> {
    let mut found = vec![Finding::plain(kinds::SETTINGS_FINE)];
    found.extend(checks::forced_settings(config));
    found.push(checks::address(config));
    found.push(checks::durability(config));
    found.push(checks::email(config));
    found.push(machine::user());
    found.push(machine::open_files());
    // One that may not be looked at is there, or may be: what follows says so.
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
            // The keys of a file that is no database of Kapok are nobody's to bring back.
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

/// A path as a shell takes it for one word.
pub fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:@%,".contains(letter);
    if !path.is_empty() && path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}
