//! `kapok upgrade check`.

use std::process::ExitCode;

use clap::Subcommand;

use super::start_log;
use crate::ops::backup;
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, recorded_schema, schema_version};

#[derive(Subcommand)]
pub(super) enum UpgradeCommand {
    /// Try the upgrade on a copy of the database, also while the server runs; nothing is changed. If the upgrade would
    /// fail, print the rows that cause it; the exit code is then 1.
    Check,
}

pub(super) fn run(loaded: &LoadedConfig, command: &UpgradeCommand) -> anyhow::Result<ExitCode> {
    let UpgradeCommand::Check = command;
    start_log(&loaded.config);
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let (found, known) = (recorded_schema(&folder)?, schema_version());
    let report = backup::rehearse(&folder)?;
    if found == known {
        println!("The database has schema {found} already; there is nothing to upgrade.");
    } else {
        println!(
            "A copy of the database was brought from schema {found} to {known}; its books are sound: \
             {} transactions, {} points outstanding.",
            report.ledger.transactions, report.ledger.outstanding
        );
    }
    Ok(ExitCode::SUCCESS)
}
