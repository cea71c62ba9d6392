//! `kapok admin settings`.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;
use serde_json::Value;

use super::{cli_actor, refusal_in_words, with_store};
use crate::core::settings::{self, ProgrammeSettings};
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Reader};
use crate::staff::for_cli;

#[derive(Subcommand)]
pub(in crate::cli) enum SettingsCommand {
    /// Print all settings, or one setting.
    Get {
        /// Name of the setting, such as programmeName or transfers.perDay.
        name: Option<String>,
    },
    /// Change a setting; a running server applies it within seconds.
    Set {
        /// Name of the setting, such as programmeName or transfers.perDay.
        name: String,
        /// New value: a number, true, false or a text.
        #[arg(allow_negative_numbers = true)]
        value: String,
    },
}

pub(super) fn run(loaded: &LoadedConfig, command: SettingsCommand) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let now = serde_json::to_value(Reader::open(&folder)?.read_consistently(settings::current)?)?;
    match command {
        SettingsCommand::Get { name: None } => {
            let mut lines = Vec::new();
            describe("", &now, &mut lines);
            let unset = UNSAID.iter().filter(|(name, _)| place(&now, name).is_none());
            lines.extend(unset.map(|(name, otherwise)| format!("{name} is not set; {otherwise} holds")));
            lines.sort();
            lines.iter().for_each(|line| println!("{line}"));
        }
        SettingsCommand::Get { name: Some(name) } => match place(&now, &name) {
            Some(Value::String(text)) => println!("{text}"),
            Some(value) => println!("{value}"),
            None if UNSAID.iter().any(|(unsaid, _)| *unsaid == name) => println!("not set"),
            None => bail!("no setting is called «{name}»; kapok admin settings get lists them"),
        },
        SettingsCommand::Set { name, value } => set(loaded, now, &name, &value)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn pointer(name: &str) -> String {
    format!("/{}", name.replace('.', "/"))
}

fn place<'v>(settings: &'v Value, name: &str) -> Option<&'v Value> {
    settings.pointer(&pointer(name)).filter(|value| !value.is_object())
}

fn describe(prefix: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                describe(&name, inner, lines);
            }
        }
        other => lines.push(format!("{prefix} = {other}")),
    }
}

/// Settings that are omitted while unset, and the setting that applies then.
const UNSAID: [(&str, &str); 2] = [
    ("awards.perMember", "merchant.daily_award_cap_per_member of the settings file"),
    ("awards.perPartner", "merchant.daily_award_cap of the settings file"),
];

fn set(loaded: &LoadedConfig, mut settings: Value, name: &str, typed: &str) -> anyhow::Result<()> {
    let known = place(&settings, name).is_some() || UNSAID.iter().any(|(unsaid, _)| *unsaid == name);
    if !known {
        bail!("no setting is called «{name}»; kapok admin settings get lists them");
    }
    let is_text = place(&settings, name).is_some_and(Value::is_string);
    let value = if is_text { Value::from(typed) } else { serde_json::from_str(typed).unwrap_or(Value::from(typed)) };
    let (home, field) = name.rsplit_once('.').unwrap_or(("", name));
    let home = if home.is_empty() { Some(&mut settings) } else { settings.pointer_mut(&pointer(home)) };
    home.and_then(Value::as_object_mut).context("settings are objects")?.insert(field.to_owned(), value);
    let changed: ProgrammeSettings =
        serde_json::from_value(settings).map_err(|_| anyhow::anyhow!("{name} cannot be «{typed}»"))?;
    let changed = changed.checked().map_err(refusal_in_words)?;
    with_store(loaded, move |tx, keys| for_cli::replace_settings(tx, keys, &cli_actor(), &changed))
        .map_err(refusal_in_words)?;
    println!("set.");
    Ok(())
}
