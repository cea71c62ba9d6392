//! `kapok admin approvals`.

use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;

use super::{cli_actor, in_words, refusal_in_words, staff, with_store};
use crate::app::PENDING_ACTIONS;
use crate::base::id::ApprovalId;
use crate::base::problem::NOT_FOUND;
use crate::platform::audit::Actor;
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Reader};
use crate::staff::for_cli::{self, Decision};

#[derive(Subcommand)]
pub(in crate::cli) enum ApprovalsCommand {
    /// List the changes that wait for approval.
    List,
    /// Approve a change in the name of a staff member who may approve it and did not request it.
    Approve {
        /// Id of the change, as `kapok admin approvals list` prints it.
        id: String,
        /// E-mail address of the staff member who decides.
        #[arg(long, value_name = "EMAIL")]
        by: String,
    },
    /// Refuse a change in the name of a staff member who may refuse it.
    Refuse {
        /// Id of the change, as `kapok admin approvals list` prints it.
        id: String,
        /// E-mail address of the staff member who decides.
        #[arg(long, value_name = "EMAIL")]
        by: String,
        /// Reason for the refusal.
        #[arg(long)]
        reason: String,
    },
}

pub(super) fn run(loaded: &LoadedConfig, command: ApprovalsCommand) -> anyhow::Result<ExitCode> {
    match command {
        ApprovalsCommand::List => list(loaded),
        ApprovalsCommand::Approve { id, by } => decide(loaded, &id, &by, Decision::Approve),
        ApprovalsCommand::Refuse { id, by, reason } => decide(loaded, &id, &by, Decision::Refuse(reason)),
    }
}

fn list(loaded: &LoadedConfig) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    for waiting in Reader::open(&folder)?.read_consistently(for_cli::waiting)? {
        println!("{} {:<20} by {} until {}\n  {}", waiting.id, waiting.action, waiting.by, waiting.until, waiting.body);
    }
    Ok(ExitCode::SUCCESS)
}

fn decide(loaded: &LoadedConfig, id: &str, by: &str, decision: Decision) -> anyhow::Result<ExitCode> {
    let id = ApprovalId::parse(id).with_context(|| format!("«{id}» is no request's id"))?;
    let by = staff::address(by)?;
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let person = Reader::open(&folder)?.read_consistently(|read| staff::known(read, &by)).map_err(in_words)?.info;
    let name = format!("{} ({})", person.name, cli_actor().name);
    let actor = Actor { id: *person.id.as_bytes(), name, role: person.role.name(), address: cli_actor().address };
    with_store(loaded, move |tx, keys| for_cli::decide(tx, keys, &actor, PENDING_ACTIONS, id, &decision)).map_err(
        |error| {
            if error.is(NOT_FOUND) { anyhow::anyhow!("no request has that id") } else { refusal_in_words(error) }
        },
    )?;
    println!("decided.");
    Ok(ExitCode::SUCCESS)
}
