//! The licences of everything in the binary, as one text: the licence names of the crates and the web app's packages,
//! their licence texts, each once, and those of the fonts of printed pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The folder of the fonts of printed pages, with their licence.
pub const FONTS: &str = "src/core/print/fonts";
const FONT_NAMES: [&str; 2] = ["Inter (reduced) 3.019", "Noto Sans CJK (reduced) 2.004"];

/// A package, as `name version`, with its licence and the folder of its files.
struct Package {
    title: String,
    licence: String,
    folder: std::path::PathBuf,
}

pub fn text() -> Result<String, String> {
    let mut packages = crates()?;
    packages.extend(npm_packages(Path::new("ui"))?);
    packages.extend(FONT_NAMES.map(|name| Package {
        title: name.to_owned(),
        licence: "OFL-1.1".to_owned(),
        folder: Path::new(FONTS).to_owned(),
    }));
    packages.sort_by(|left, right| left.title.cmp(&right.title));
    let mut text = String::from("Kapok is licensed under Apache-2.0. It holds, in part or whole:\n\n");
    let mut texts: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for package in &packages {
        text.push_str(&format!("{}  {}\n", package.title, package.licence));
        for found in licence_files(&package.folder) {
            texts.entry(found).or_default().insert(&package.title);
        }
    }
    for (licence, titles) in texts {
        let titles: Vec<&str> = titles.into_iter().collect();
        text.push_str(&format!("\n{}\n{}\n\n{}\n", "=".repeat(80), titles.join(", "), licence.trim_end()));
    }
    Ok(text)
}

fn crates() -> Result<Vec<Package>, String> {
    // Cargo needs the crates of the tests too before it lists any. They may not be fetched yet if only the binary is
    // built; without network access they are.
    let output = metadata(&["--offline"]).or_else(|_| metadata(&[]))?;
    let metadata: Value = serde_json::from_slice(&output).map_err(|error| error.to_string())?;
    let linked = linked(&metadata["resolve"]);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(list(&metadata["packages"])
        .iter()
        .filter(|package| linked.contains(&text(&package["id"])) && !package["source"].is_null())
        .map(|package| Package {
            title: format!("{} {}", text(&package["name"]), text(&package["version"])),
            licence: text(&package["license"]),
            folder: Path::new(&text(&package["manifest_path"])).parent().map(Path::to_owned).unwrap_or_default(),
        })
        .collect())
}

/// The output of `cargo metadata` for this target, as JSON; cargo's error if it fails.
fn metadata(more: &[&str]) -> Result<Vec<u8>, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let target = std::env::var("TARGET").unwrap_or_default();
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &target])
        .args(more)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(output.stdout)
}

/// Ids of the packages that the root depends on, without dev and build dependencies.
fn linked(resolve: &Value) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> = resolve["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let mut found = BTreeSet::new();
    let mut todo: Vec<&str> = resolve["root"].as_str().into_iter().collect();
    while let Some(id) = todo.pop() {
        if !found.insert(id.to_owned()) {
            continue;
        }
        for dependency in nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array().cloned().unwrap_or_default();
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                todo.extend(dependency["pkg"].as_str());
            }
        }
    }
    found
}

fn npm_packages(ui: &Path) -> Result<Vec<Package>, String> {
    let lock = fs::read_to_string(ui.join("package-lock.json")).map_err(|error| error.to_string())?;
    let lock: Value = serde_json::from_str(&lock).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for (path, package) in lock["packages"].as_object().into_iter().flatten() {
        let only_for_building = ["dev", "devOptional", "optional"].iter().any(|flag| package[flag] == true);
        let Some((_, name)) = path.rsplit_once("node_modules/").filter(|_| !only_for_building) else { continue };
        found.push(Package {
            title: format!("{name} {}", package["version"].as_str().unwrap_or("")),
            licence: package["license"].as_str().unwrap_or("see its text").to_owned(),
            folder: ui.join(path),
        });
    }
    Ok(found)
}

fn licence_files(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
            ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"].iter().any(|start| name.starts_with(start))
        })
        .collect();
    names.sort();
    // Line ends and trailing blanks differ in otherwise identical texts.
    let tidy = |text: String| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    names.iter().filter_map(|path| fs::read_to_string(path).ok()).map(tidy).collect()
}
