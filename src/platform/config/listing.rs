//! Every setting with its source, for people to read.

use serde::Serialize;
use toml::{Table, Value};

use super::Config;

/// The text that is shown in place of a secret.
const MASK: &str = "••••";

/// A setting as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// The dotted name of the setting, such as `limits.enabled`.
    pub name: String,
    /// The value as in TOML; the value of a secret is masked.
    pub value: String,
    /// `default`, `environment`, `flag`, or the settings file's path.
    pub source: String,
}

impl Config {
    /// Every setting, secrets masked.
    pub fn listing(&self) -> Vec<Setting> {
        let mut found = Vec::new();
        if let Ok(table) = Table::try_from(self) {
            self.flatten(&table, "", &mut found);
        }
        found
    }

    fn flatten(&self, table: &Table, prefix: &str, found: &mut Vec<Setting>) {
        for (key, value) in table {
            let name = format!("{prefix}{key}");
            if let Value::Table(inner) = value {
                self.flatten(inner, &format!("{name}."), found);
                continue;
            }
            let source = self.sources.iter().find(|(known, _)| *known == name);
            let source = source.map_or("default", |(_, source)| source).to_owned();
            let empty = value.as_str().is_some_and(str::is_empty);
            let value = if is_secret(key) && !empty { MASK.to_owned() } else { value.to_string() };
            found.push(Setting { name, value, source });
        }
    }
}

/// Whether a setting is a secret, by the last part of its name.
fn is_secret(key: &str) -> bool {
    let words = ["password", "secret", "token", "key", "private_key", "credentials"];
    words.iter().any(|word| key == *word || key.ends_with(&format!("_{word}")))
}

#[cfg(test)]
mod tests {
    use super::{Config, is_secret};

    #[test]
    fn every_setting_says_where_it_comes_from() {
        let mut config = Config::default();
        config.sources.push(("limits.enabled".to_owned(), "environment".to_owned()));
        let listing = config.listing();
        let of = |name: &str| listing.iter().find(|one| one.name == name).expect(name).source.clone();
        assert_eq!((of("limits.enabled"), of("listen")), ("environment".to_owned(), "default".to_owned()));
    }

    #[test]
    fn secret_settings_are_recognised_by_name() {
        for (key, secret) in [("password", true), ("auth_token", true), ("api_key", true), ("password_policy", false)] {
            assert_eq!(is_secret(key), secret, "{key}");
        }
    }
}
