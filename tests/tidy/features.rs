//! The features of the dependencies. `cargo run` and `cargo test` share what they compile only if both switch on the
//! same features, and a dependency of the tests alone can add some.

use std::collections::BTreeSet;
use std::process::Command;

use super::report;

/// Each dependency with its features, one per line.
fn dependencies(kinds: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--prefix", "none", "--format", "{p} {f}"])
        .args(["--edges", kinds])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn tests_switch_on_no_feature_that_a_run_lacks() {
    let (of_a_run, of_tests) = (dependencies("normal,build"), dependencies("normal,build,dev"));
    let differing = of_a_run.difference(&of_tests);
    let advice = "has other features in tests; give it the same ones under [dependencies] in Cargo.toml";
    report(&differing.map(|line| format!("{line}: {advice}")).collect::<Vec<_>>());
}
