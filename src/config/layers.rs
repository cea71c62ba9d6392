//! Laying flags, environment and file over the defaults, and naming whatever does not fit.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use toml::{Table, Value};

use super::{Config, Flags};

/// What every environment variable of ours begins with.
const PREFIX: &str = "KAPOK_";
/// Variables of the tools around the binary: which binary to test or measure, where the project
/// is, how the web app is built. They are no settings and no mistakes.
const OF_TOOLS: [&str; 3] = ["KAPOK_BIN", "KAPOK_PROJECT", "KAPOK_WEB"];

/// Reads TOML; a mistake is one line that says where it is.
pub(super) fn parse(text: &str) -> anyhow::Result<Table> {
    text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = text.get(..start).unwrap_or(text).lines().count().max(1);
        anyhow::anyhow!("is not valid TOML at line {line}: {}", error.message().replace('\n', " "))
    })
}

/// The file named by a flag; else `config.toml` in the data folder or the working folder.
pub(super) fn settings_file(flags: &Flags, environment: &Table) -> anyhow::Result<Option<PathBuf>> {
    if let Some(path) = &flags.config {
        if !path.is_file() {
            bail!("the settings file {} does not exist", path.display());
        }
        return Ok(Some(path.clone()));
    }
    let from_environment = environment.get("data_dir").and_then(Value::as_str).map(PathBuf::from);
    let data_dir = flags.data_dir.clone().or(from_environment).unwrap_or(Config::default().data_dir);
    let candidates = [data_dir.join("config.toml"), Path::new("config.toml").to_owned()];
    Ok(candidates.into_iter().find(|path| path.is_file()))
}

/// `KAPOK_LIMITS__ENABLED=false` as `limits.enabled = false`, typed as the default is.
pub(super) fn environment_table(environment: &[(String, String)], defaults: &Table) -> anyhow::Result<Table> {
    let mut table = Table::new();
    for (name, text) in environment {
        let Some(rest) = name.strip_prefix(PREFIX).filter(|_| !OF_TOOLS.contains(&name.as_str())) else { continue };
        let path: Vec<String> = rest.split("__").map(str::to_ascii_lowercase).collect();
        let Some(known) = setting(defaults, path.iter().map(String::as_str)) else {
            bail!("the environment variable {name} names no setting");
        };
        let value =
            typed(text, known).with_context(|| format!("the environment variable {name} has the value «{text}»"))?;
        insert_at(&mut table, &path, value);
    }
    Ok(table)
}

/// The default of the setting to which those keys lead; none for a section.
fn setting<'t, 'k>(defaults: &'t Table, mut keys: impl Iterator<Item = &'k str>) -> Option<&'t Value> {
    let first = defaults.get(keys.next()?)?;
    keys.try_fold(first, |value, key| value.get(key)).filter(|value| !value.is_table())
}

/// Whoever forces a setting by a name that is none believes to have allowed what is still refused, or will be.
pub(super) fn check_forced(forced: &[String], defaults: &Table) -> anyhow::Result<()> {
    match forced.iter().find(|name| setting(defaults, name.split('.')).is_none()) {
        Some(name) => bail!("force names «{name}», which is no setting"),
        None => Ok(()),
    }
}

fn typed(text: &str, like: &Value) -> anyhow::Result<Value> {
    Ok(match like {
        Value::Boolean(_) => Value::Boolean(text.parse().context("true or false is expected")?),
        Value::Integer(_) => Value::Integer(text.parse().context("a whole number is expected")?),
        Value::Array(_) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
        }
        _ => Value::String(text.to_owned()),
    })
}

fn insert_at(table: &mut Table, path: &[String], value: Value) {
    match path {
        [] => {}
        [last] => {
            table.insert(last.clone(), value);
        }
        [first, rest @ ..] => {
            let inner = table.entry(first.clone()).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(inner) = inner {
                insert_at(inner, rest, value);
            }
        }
    }
}

pub(super) fn check_keys(table: &Table, known: &Table, prefix: &str) -> anyhow::Result<()> {
    for (key, value) in table {
        match (known.get(key), value) {
            (None, _) => bail!("the setting {prefix}{key} does not exist"),
            (Some(Value::Table(inner)), Value::Table(given)) => check_keys(given, inner, &format!("{prefix}{key}."))?,
            (Some(Value::Table(_)), _) => bail!("{prefix}{key} is a section, not a value"),
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn overlay(base: &mut Table, over: Table, source: &str, prefix: &str, sources: &mut Vec<(String, String)>) {
    for (key, value) in over {
        let name = format!("{prefix}{key}");
        match (base.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(given)) => {
                overlay(inner, given, source, &format!("{name}."), sources)
            }
            (_, Value::Table(given)) => {
                let mut inner = Table::new();
                overlay(&mut inner, given, source, &format!("{name}."), sources);
                base.insert(key, Value::Table(inner));
            }
            (_, value) => {
                sources.retain(|(known, _)| *known != name);
                sources.push((name, source.to_owned()));
                base.insert(key, value);
            }
        }
    }
}

/// Reads the merged table; an error names the key and where its value stands.
pub(super) fn read_checked(merged: Table, sources: &[(String, String)]) -> anyhow::Result<Config> {
    serde_path_to_error::deserialize(Value::Table(merged)).map_err(|error| {
        let key = error.path().to_string();
        let source = sources.iter().find(|(name, _)| *name == key).map_or("the settings", |(_, source)| source);
        // The library tells only that it is none.
        let wanted = if key == "listen" { "; it takes an IP address and a port such as 127.0.0.1:8080" } else { "" };
        anyhow::anyhow!("the setting {key} (from {source}) is wrong: {}{wanted}", error.inner().message())
    })
}
