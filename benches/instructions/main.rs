//! Counts the processor instructions of calls, so that a change that makes one dearer fails on any machine, however busy:
//! `tools/instructions`.
//!
//! Callgrind runs this program and counts what the writer does for a call, with its commit, or what a read does from its
//! request to its answer. `record.toml` keeps the counts. A count that differs from it by more than 3 % fails until
//! `tools/instructions --record` writes the record anew.
//!
//! The build is the one of the tests: SQLite is optimised, Rust is not. So the instructions of C (SQLite and the C
//! library) and those of Rust have a count each, and the larger one hides no growth of the other.

mod calls;
mod profile;
mod record;
#[path = "../support/mod.rs"]
mod support;

use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

use profile::Counts;
use record::Counted;

/// Calls before each count: statements are prepared, and pages are in memory.
const WARMING: usize = 20;
/// Calls of each count.
const COUNTED: usize = 400;

/// Calls that are counted in one process.
struct Run {
    name: &'static str,
    calls: &'static [&'static str],
    /// The function within which instructions count.
    within: &'static str,
    /// Earning rules that are on at the partner whose counter makes awards.
    rules: usize,
}

/// The function that does a job of the writer.
const JOB: &str = "kapok::platform::store::writer::WriterState::commit";

const RUNS: [Run; 3] = [
    Run { name: "writes", calls: &["transfer", "award", "purchase", "use"], within: JOB, rules: 0 },
    Run { name: "rules", calls: &["award by 50 rules"], within: JOB, rules: 50 },
    Run { name: "reads", calls: &["balance"], within: "instructions::calls::Caller::call", rules: 0 },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["calls", name, folder] => {
            let run = RUNS.iter().find(|run| run.name == name).expect("a run");
            calls::make(run.calls, Path::new(folder));
            ExitCode::SUCCESS
        }
        ["check"] => record::check(&count()),
        ["--record"] => record::write(&count()),
        // `cargo test --all-targets` starts each bench.
        _ => ExitCode::SUCCESS,
    }
}

/// Counts the instructions of each call. The runs are processes of their own, beside each other.
fn count() -> Counted {
    let scratch = tempfile::tempdir().expect("a folder");
    let started: Vec<(&Run, Child)> =
        RUNS.iter().map(|run| (run, start(run, &scratch.path().join(run.name)))).collect();
    let mut counted = Counted::new();
    for (run, mut process) in started {
        assert!(process.wait().expect("valgrind").success(), "the {} failed under callgrind", run.name);
        for (place, call) in run.calls.iter().enumerate() {
            // The first profile of a call is its warming.
            let file = scratch.path().join(format!("{}.counts.{}", run.name, 2 * place + 2));
            let counts = Counts::of(&file).each(COUNTED);
            let found = counts.c > 0 && counts.rust > 0;
            assert!(found, "{call} does not pass {}: name the function that it passes in {}", run.within, file!());
            counted.insert((*call).to_owned(), counts);
        }
    }
    counted
}

fn start(run: &Run, folder: &Path) -> Child {
    calls::prepare(folder, WARMING + COUNTED, run.rules);
    Command::new("valgrind")
        .args(["--quiet", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={}", run.within))
        .arg("--dump-after=instructions::calls::mark")
        .arg(format!("--callgrind-out-file={}.counts", folder.display()))
        .arg(std::env::current_exe().expect("this program"))
        .args(["calls", run.name])
        .arg(folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("valgrind: `tools/setup` installs it")
}
