//! `kapok config check` and `kapok config show`.

use std::process::ExitCode;

use clap::Subcommand;

use super::Options;

#[derive(Subcommand)]
pub(super) enum ConfigCommand {
    /// Say whether the settings can be used; exit 1 and the first mistake when not.
    Check,
    /// Print every setting with where it comes from.
    Show,
}

pub(super) fn run(options: &Options, command: &ConfigCommand) -> anyhow::Result<ExitCode> {
    let loaded = options.load()?;
    match command {
        ConfigCommand::Check => {
            let from = loaded.file.map_or("no settings file".to_owned(), |path| path.display().to_string());
            println!("The settings are sound ({from}).");
        }
        ConfigCommand::Show => {
            let table = toml::Table::try_from(&loaded.config)?;
            let mut lines = Vec::new();
            flatten(&table, "", &mut lines);
            for (name, value) in lines {
                let source =
                    loaded.sources.iter().find(|(known, _)| *known == name).map_or("default", |(_, source)| source);
                println!("{name} = {value}  # {source}");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn flatten(table: &toml::Table, prefix: &str, lines: &mut Vec<(String, String)>) {
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) => flatten(inner, &format!("{prefix}{key}."), lines),
            value => lines.push((format!("{prefix}{key}"), value.to_string())),
        }
    }
}
