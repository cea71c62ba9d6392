//! `kapok config check` and `kapok config show`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Subcommand;

use super::Options;
use crate::base::clock::Clock;
use crate::member::wallet_passes::WalletPasses;
use crate::platform::config::Config;
use crate::platform::http::tls::Certificate;

#[derive(Subcommand)]
pub(super) enum ConfigCommand {
    /// Check the settings. If there are mistakes, print them; the exit code is then 1.
    Check,
    /// Print every setting with its source.
    Show {
        /// Print the settings as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the handbook's page about settings.
    #[command(hide = true)]
    Reference,
}

/// Reads the files that the settings name, because the server fails at start on unusable ones. Reports all mistakes.
fn check_files(config: &Config) -> anyhow::Result<()> {
    let tls = &config.tls;
    let certificate = match tls.certificate.is_empty() {
        true => Ok(()),
        false => Certificate::read(Path::new(&tls.certificate), Path::new(&tls.key)).map(drop),
    };
    let passes = WalletPasses::from_settings(config).and_then(|passes| {
        let obstacle = passes.apple_obstacle(Clock::system().now());
        obstacle.map_or(Ok(()), |why| Err(anyhow!("wallet_pass.apple.certificate cannot be used: {why}")))
    });
    let mistakes: Vec<String> =
        [certificate, passes].into_iter().filter_map(Result::err).map(|error| format!("{error:#}")).collect();
    match mistakes.as_slice() {
        [] => Ok(()),
        [one] => bail!("{one}"),
        many => bail!("files of the settings cannot be used:\n  {}", many.join("\n  ")),
    }
}

pub(super) fn run(options: &Options, command: &ConfigCommand) -> anyhow::Result<ExitCode> {
    if matches!(command, ConfigCommand::Reference) {
        print!("{}", crate::ops::handbook::settings_reference());
        return Ok(ExitCode::SUCCESS);
    }
    let loaded = options.load()?;
    match command {
        ConfigCommand::Check => {
            check_files(&loaded.config)?;
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
