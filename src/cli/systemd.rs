//! `kapok systemd print`: the packaged units for this binary.

use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};

use super::{ListenArgs, Options};

const SERVICE: &str = include_str!("../../packaging/systemd/kapok.service");
const SOCKET: &str = include_str!("../../packaging/systemd/kapok.socket");
/// The packaged path of the binary, as in the unit.
const PACKAGED: &str = "/usr/bin/kapok";
/// The address in the packaged socket, which is the default of `listen`.
const PACKAGED_ADDRESS: &str = "127.0.0.1:8080";

#[derive(Subcommand)]
pub(super) enum SystemdCommand {
    /// Print a systemd unit for this binary.
    Print {
        /// Unit to print.
        #[arg(value_enum, default_value = "service")]
        unit: UnitFile,
        /// IP address and port of the socket unit. Default: the setting listen.
        #[arg(long, value_name = "ADDR:PORT")]
        listen: Option<String>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum UnitFile {
    /// Service unit, for the file /etc/systemd/system/kapok.service.
    Service,
    /// Socket unit, which accepts connections during restarts, for the file /etc/systemd/system/kapok.socket.
    Socket,
}

pub(super) fn run(options: &Options, command: &SystemdCommand) -> anyhow::Result<ExitCode> {
    let SystemdCommand::Print { unit, listen } = command;
    match unit {
        UnitFile::Service => {
            let here = std::env::current_exe()?;
            print!("{}", SERVICE.replace(PACKAGED, &here.display().to_string()));
        }
        UnitFile::Socket => {
            let listening = ListenArgs { listen: listen.clone(), public_url: None, trial: false };
            let listen = options.load_for(listening)?.config.listen.to_string();
            print!("{}", SOCKET.replace(PACKAGED_ADDRESS, &listen));
        }
    }
    Ok(ExitCode::SUCCESS)
}
