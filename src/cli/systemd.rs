//! `kapok systemd print`: the packaged units for this binary.

use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};

const SERVICE: &str = include_str!("../../packaging/systemd/kapok.service");
const SOCKET: &str = include_str!("../../packaging/systemd/kapok.socket");
/// Where packages put the binary, and what the unit says.
const PACKAGED: &str = "/usr/bin/kapok";

#[derive(Subcommand)]
pub(super) enum SystemdCommand {
    /// Print a unit that starts this very binary.
    Print {
        /// Which unit.
        #[arg(value_enum, default_value = "service")]
        unit: Unit,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Unit {
    /// The service, for /etc/systemd/system/kapok.service.
    Service,
    /// The socket that keeps the port over restarts, for /etc/systemd/system/kapok.socket.
    Socket,
}

pub(super) fn run(command: &SystemdCommand) -> anyhow::Result<ExitCode> {
    let SystemdCommand::Print { unit } = command;
    match unit {
        Unit::Service => {
            let here = std::env::current_exe()?;
            print!("{}", SERVICE.replace(PACKAGED, &here.display().to_string()));
        }
        Unit::Socket => print!("{SOCKET}"),
    }
    Ok(ExitCode::SUCCESS)
}
