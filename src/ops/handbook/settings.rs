//! The handbook page with all settings, generated from their defaults and from config.example.toml; a test compares
//! that file with the code.

use crate::platform::config::Config;

const EXAMPLE: &str = include_str!("../../../config.example.toml");
const HEAD: &str = "# Settings\n\n\
    Each setting comes from the first of: a flag, the environment, the settings file, its default. The settings file \
    is what `--config FILE` names, else `config.toml` in the data folder or the working folder. `kapok config show` \
    prints what is in force and where it comes from, and `kapok config check` names the mistakes.\n";

/// The page, in Markdown.
pub(super) fn page() -> String {
    let defaults = toml::Table::try_from(Config::default()).expect("the defaults are a table");
    let mut page = String::from(HEAD);
    let mut section = String::new();
    let mut words: Vec<&str> = Vec::new();
    table(&mut page, "General");
    for line in EXAMPLE.lines() {
        if let Some(comment) = line.strip_prefix('#') {
            words.push(comment.trim());
        } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = format!("{name}.");
            words.clear();
            table(&mut page, &format!("[{name}]"));
        } else if let Some((key, _)) = line.split_once(" = ") {
            let name = format!("{section}{key}");
            let mut default = Some(toml::Value::Table(defaults.clone()));
            for part in name.split('.') {
                default = default.and_then(|value| value.get(part).cloned());
            }
            let default = default.map_or_else(String::new, |value| value.to_string());
            let variable = format!("KAPOK_{}", name.replace('.', "__").to_ascii_uppercase());
            let words = words.join(" ").replace('|', "\\|");
            page.push_str(&format!("| `{name}` | `{default}` | {words} | `{variable}` |\n"));
        } else {
            // A blank line: the comment above it does not belong to the next setting.
            words.clear();
        }
        if line.contains(" = ") && !line.starts_with('#') {
            words.clear();
        }
    }
    page
}

fn table(page: &mut String, title: &str) {
    page.push_str(&format!(
        "\n## {title}\n\n| Setting | Default | What it does | In the environment |\n| --- | --- | --- | --- |\n"
    ));
}
