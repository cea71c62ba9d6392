//! Merges flags, environment and file over the defaults, and names each value that does not fit.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use toml::{Table, Value};

use super::mistakes::ConfigErrors;
use super::{Config, Flags};

/// Prefix of every environment variable of this server.
const PREFIX: &str = "KAPOK_";
/// Variables of the tools around the binary: which binary to test or measure, the project folder, how the web app is
/// built, and the server and token of the examples on the API page. They are not settings and not mistakes.
const OF_TOOLS: [&str; 5] = ["KAPOK_BIN", "KAPOK_PROJECT", "KAPOK_TOKEN", "KAPOK_URL", "KAPOK_WEB"];

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

/// Reads `KAPOK_LIMITS__ENABLED=false` as `limits.enabled = false`, with the type of the default.
pub(super) fn environment_table(
    environment: &[(String, String)],
    defaults: &Table,
    mistakes: &mut ConfigErrors,
) -> Table {
    let mut table = Table::new();
    for (name, text) in environment {
        let Some(rest) = name.strip_prefix(PREFIX).filter(|_| !OF_TOOLS.contains(&name.as_str())) else { continue };
        let path: Vec<String> = rest.split("__").map(str::to_ascii_lowercase).collect();
        let Some(known) = setting(defaults, path.iter().map(String::as_str)) else {
            let variables = names(defaults, "").into_iter().map(|name| variable(&name));
            let meant = meant(name, variables);
            mistakes.add(format!("the environment variable {name} names no setting{meant}"));
            continue;
        };
        match typed(text, known) {
            Ok(value) => insert_at(&mut table, &path, value),
            Err(error) => mistakes.add(format!("the environment variable {name} has the value «{text}»: {error:#}")),
        }
    }
    table
}

/// The default of the setting at that path of keys; `None` for a section.
fn setting<'t, 'k>(defaults: &'t Table, mut keys: impl Iterator<Item = &'k str>) -> Option<&'t Value> {
    let first = defaults.get(keys.next()?)?;
    keys.try_fold(first, |value, key| value.get(key)).filter(|value| !value.is_table())
}

/// Refuses unknown names in `force`. With a typo there, the setting that the operator meant to allow is still
/// refused.
pub(super) fn check_forced(forced: &[String], defaults: &Table, mistakes: &mut ConfigErrors) {
    for name in forced.iter().filter(|name| setting(defaults, name.split('.')).is_none()) {
        let meant = meant(name, names(defaults, "").into_iter());
        mistakes.add(format!("force names «{name}», which is no setting{meant}"));
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

/// The part of a file's table that settings exist for. Each other key is a mistake, reported with its line in the
/// text.
pub(super) fn known_keys(table: Table, known: &Table, text: &str, prefix: &str, mistakes: &mut ConfigErrors) -> Table {
    let mut sound = Table::new();
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match (known.get(&key), value) {
            (None, _) => {
                let siblings = known.keys().map(|sibling| format!("{prefix}{sibling}"));
                let meant = meant(&name, siblings.chain(names(known, prefix)));
                mistakes.add(format!("the setting {name}{} does not exist{meant}", line_of(text, &name)));
            }
            (Some(Value::Table(inner)), Value::Table(given)) => {
                let given = known_keys(given, inner, text, &format!("{name}."), mistakes);
                sound.insert(key, Value::Table(given));
            }
            (Some(Value::Table(_)), _) => {
                mistakes.add(format!("{name} is a section, not a value{}", line_of(text, &name)));
            }
            (Some(_), value) => {
                sound.insert(key, value);
            }
        }
    }
    sound
}

/// The dotted names of all settings.
fn names(known: &Table, prefix: &str) -> Vec<String> {
    let of = |(key, value): (&String, &Value)| match value {
        Value::Table(inner) => names(inner, &format!("{prefix}{key}.")),
        _ => vec![format!("{prefix}{key}")],
    };
    known.iter().flat_map(of).collect()
}

/// A setting's name as an environment variable.
fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.replace('.', "__").to_ascii_uppercase())
}

/// The name that was probably meant, as the end of a sentence; empty if no name is similar.
fn meant(typed: &str, names: impl Iterator<Item = String>) -> String {
    let nearest = names.map(|name| (distance(typed, &name), name)).min();
    let near = nearest.filter(|(distance, _)| *distance <= 3 && 2 * distance <= typed.chars().count());
    near.map(|(_, name)| format!("; did you mean {name}?")).unwrap_or_default()
}

/// The Levenshtein distance: how many letters must be inserted, removed or changed to turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = place + 1;
        for (index, wanted) in other.iter().enumerate() {
            let changed = corner + usize::from(letter != *wanted);
            corner = row[index + 1];
            row[index + 1] = changed.min(row[index] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}

/// The line of a setting or a section in a settings file.
fn line_of(text: &str, name: &str) -> String {
    let mut section = String::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let found = if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            section = format!("{}.", header.trim());
            header.trim().to_owned()
        } else {
            let key = line.split('=').next().unwrap_or_default().trim().trim_matches('"');
            format!("{section}{key}")
        };
        if found == name {
            return format!(" (line {})", index + 1);
        }
    }
    String::new()
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

/// Reads the merged table. A value that does not fit is a mistake, reported with its key and source. The setting then
/// keeps its default, so that the other mistakes are found too.
pub(super) fn read_checked(
    mut merged: Table,
    sources: &[(String, String)],
    mistakes: &mut ConfigErrors,
) -> anyhow::Result<Config> {
    loop {
        let error = match serde_path_to_error::deserialize::<_, Config>(Value::Table(merged.clone())) {
            Ok(config) => return Ok(config),
            Err(error) => error,
        };
        let key = error.path().to_string();
        let source = sources.iter().find(|(name, _)| *name == key).map_or("the settings", |(_, source)| source);
        // The library's message does not say which format it expects.
        let wanted = if key == "listen" { "; it takes an IP address and a port such as 127.0.0.1:8080" } else { "" };
        let told = format!("the setting {key} (from {source}) is wrong: {}{wanted}", error.inner().message());
        // An invalid value inside a list removes the whole list.
        let setting = key.split('[').next().unwrap_or_default();
        if !remove(&mut merged, setting) {
            anyhow::bail!("{told}");
        }
        mistakes.add(told);
    }
}

/// Removes a setting; returns whether it was there.
fn remove(table: &mut Table, name: &str) -> bool {
    match name.split_once('.') {
        None => table.remove(name).is_some(),
        Some((section, rest)) => match table.get_mut(section) {
            Some(Value::Table(inner)) => remove(inner, rest),
            _ => false,
        },
    }
}
