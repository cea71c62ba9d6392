//! The paths and the versions of tools that the pages for engineers name.

use std::fs;
use std::path::Path;

use super::report;

/// Pages that lead a reader to files of the tree.
const PAGES: &[&str] = &["CONTRIBUTING.md", "README.md", "docs/architecture.md"];

/// Folders of the tree whose paths are looked up, when a page has them in code style.
const ROOTS: &[&str] =
    &["src/", "tests/", "tools/", "docs/", "benches/", "migrations/", "ui/src/", "ui/e2e/", "ui/build/"];

/// The paths in a text; those with a placeholder (`*`, `{…}`) name no single file.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split('`').skip(1).step_by(2);
    code.filter(|word| {
        ROOTS.iter().any(|root| word.starts_with(root))
            && !word.contains(|c: char| c.is_whitespace() || "*{<…".contains(c))
    })
}

#[test]
fn each_path_that_a_page_for_engineers_names_exists() {
    let mut offences = Vec::new();
    for page in PAGES {
        let text = fs::read_to_string(page).expect("the page");
        let missing = named_paths(&text).filter(|path| !Path::new(path).exists());
        offences.extend(missing.map(|path| format!("{page} names {path}, which is not there")));
    }
    report(&offences);
}

/// The packages of a page with their exact versions, as pip and npm write them.
fn pinned(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let named = page.split_whitespace().filter_map(|word| word.split_once("==").or_else(|| word.split_once('@')));
    named.filter(|(name, version)| !name.is_empty() && version.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn the_api_page_names_the_versions_of_generators_that_the_tests_run() {
    let page = fs::read_to_string("docs/api.md").expect("the page");
    let python = fs::read_to_string("tools/check-api.txt").expect("the list");
    let web = fs::read_to_string("ui/package.json").expect("the list");
    let is_run = |name: &str, version: &str| {
        python.lines().any(|line| line == format!("{name}=={version}"))
            || web.contains(&format!("\"{name}\": \"{version}\""))
    };
    let offences = pinned(&page).filter(|(name, version)| !is_run(name, version));
    report(&offences.map(|(name, version)| format!("docs/api.md names {name} {version}")).collect::<Vec<_>>());
    assert_eq!(pinned(&page).count(), 5, "generators on the page");
}

#[test]
fn a_planted_path_is_found() {
    let text = "See `src/lib.rs`, `cargo run` and `docs/*.md`; `tests/nowhere.rs` is gone.";
    assert_eq!(named_paths(text).collect::<Vec<_>>(), ["src/lib.rs", "tests/nowhere.rs"]);
}
