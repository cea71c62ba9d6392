//! `kapok config check` and `kapok config show`.

use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;

use super::Options;
use crate::platform::http::tls::Certificate;

#[derive(Subcommand)]
pub(super) enum ConfigCommand {
    /// Check the settings; exit 1 and print the mistakes if there are any.
    Check,
    /// Print every setting with its source.
    Show {
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the handbook's page about settings.
    #[command(hide = true)]
    Reference,
}

pub(super) fn run(options: &Options, command: &ConfigCommand) -> anyhow::Result<ExitCode> {
    if matches!(command, ConfigCommand::Reference) {
        print!("{}", crate::ops::handbook::settings_reference());
        return Ok(ExitCode::SUCCESS);
    }
    let loaded = options.load()?;
    match command {
        ConfigCommand::Check => {
            // The server fails at start on an unusable certificate, so this command does too.
            let tls = &loaded.config.tls;
            if !tls.certificate.is_empty() {
                Certificate::read(Path::new(&tls.certificate), Path::new(&tls.key))?;
            }
            let from = loaded.file.map_or("no settings file".to_owned(), |path| path.display().to_string());
            println!("The settings are sound ({from}).");
        }
        ConfigCommand::Reference => {}
        ConfigCommand::Show { json: true } => {
            println!("{}", serde_json::to_string_pretty(&loaded.config.listing())?);
        }
        ConfigCommand::Show { json: false } => {
            for setting in loaded.config.listing() {
                println!("{} = {}  # {}", setting.name, setting.value, setting.source);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
