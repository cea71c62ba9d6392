//! `kapok admin statement-keys`.

use std::process::ExitCode;

use clap::Subcommand;

use super::{cli_actor, refusal_in_words, with_store};
use crate::member::statement;
use crate::platform::audit::{self, AuditedAction};
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Reader};

#[derive(Subcommand)]
pub(in crate::cli) enum StatementKeysCommand {
    /// Print the public keys as JSON, for a key file of `kapok verify --statement FILE --key KEYS`.
    List,
    /// Make a new key pair, which signs from now on. The public keys of earlier pairs are kept.
    Rotate,
}

pub(super) fn run(loaded: &LoadedConfig, command: StatementKeysCommand) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    match command {
        StatementKeysCommand::List => {
            let published = Reader::open(&folder)?.read_consistently(statement::published)?;
            println!("{}", serde_json::to_string_pretty(&published)?);
        }
        StatementKeysCommand::Rotate => {
            let made = with_store(loaded, |tx, keys| {
                let id = statement::rotate(tx, keys)?;
                let action = AuditedAction::bare("statement_key.rotate", &id);
                audit::record(tx, keys, &cli_actor(), action)?;
                Ok(id)
            });
            println!("made the key {}.", made.map_err(refusal_in_words)?);
        }
    }
    Ok(ExitCode::SUCCESS)
}
