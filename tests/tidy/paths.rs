//! The paths that the pages for engineers name.

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

#[test]
fn a_planted_path_is_found() {
    let text = "See `src/lib.rs`, `cargo run` and `docs/*.md`; `tests/nowhere.rs` is gone.";
    assert_eq!(named_paths(text).collect::<Vec<_>>(), ["src/lib.rs", "tests/nowhere.rs"]);
}
