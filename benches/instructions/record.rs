//! The record of the counts, and the comparison with it.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};

use crate::profile::Counts;

const FILE: &str = "benches/instructions/record.toml";
/// The largest difference from the record, in percent.
const TOLERANCE: f64 = 3.0;
/// The largest difference where the record was made with another compiler: that alone can be more than 3 %.
const TOLERANCE_ELSEWHERE: f64 = 20.0;
const HEAD: &str = "\
# Instructions of each call by callgrind, in the build of the tests (the dev profile). `tools/instructions --record`
# writes this file. The commit that changes it says why.
";

/// The counts by the name of the call.
pub type Counted = BTreeMap<String, Counts>;

#[derive(Serialize, Deserialize)]
struct Record {
    compilers: Compilers,
    calls: Counted,
}

/// The compiler of each language; for C, the C library too.
#[derive(Serialize, Deserialize)]
struct Compilers {
    c: String,
    rust: String,
}

impl Compilers {
    fn here() -> Self {
        let version = |program: &str| {
            let told = Command::new(program).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
            String::from_utf8_lossy(&told).lines().next().unwrap_or("unknown").to_owned()
        };
        Self { c: format!("{}; {}", version("cc"), version("ldd")), rust: version("rustc") }
    }
}

/// Writes the record anew.
pub fn write(counted: &Counted) -> ExitCode {
    let record = Record { compilers: Compilers::here(), calls: counted.clone() };
    let text = toml::to_string(&record).expect("TOML");
    fs::write(FILE, format!("{HEAD}\n{text}")).expect("the record is written");
    println!("{FILE} is written.");
    ExitCode::SUCCESS
}

/// Compares counts with the record. Prints each, and fails when one is too far from its record.
pub fn check(counted: &Counted) -> ExitCode {
    let text = fs::read_to_string(FILE).expect("the record");
    let record: Record = toml::from_str(&text).expect("a record");
    let here = Compilers::here();
    let compilers = [(&record.compilers.c, &here.c), (&record.compilers.rust, &here.rust)];
    for (recorded, here) in compilers.iter().filter(|(recorded, here)| recorded != here) {
        println!(
            "The record was made with {recorded}, and this build with {here}: up to {TOLERANCE_ELSEWHERE} % may differ."
        );
    }
    let tolerance = compilers.map(|(recorded, here)| if recorded == here { TOLERANCE } else { TOLERANCE_ELSEWHERE });
    let mut far = 0;
    for (call, now) in counted {
        let recorded = record.calls.get(call).copied().unwrap_or_default();
        let rows = [("C", now.c, recorded.c), ("Rust", now.rust, recorded.rust)];
        for ((language, now, recorded), tolerance) in rows.into_iter().zip(tolerance) {
            let percent = (now as f64 / recorded.max(1) as f64 - 1.0) * 100.0;
            let verdict = match percent {
                percent if percent > tolerance => "GREW BY",
                percent if percent < -tolerance => "FELL BY",
                _ => "differs by",
            };
            far += u32::from(percent.abs() > tolerance);
            println!("{call:<18}{language:<5}{now:>9} instructions, recorded {recorded:>9}: {verdict} {percent:+.2} %");
        }
    }
    if far == 0 {
        return ExitCode::SUCCESS;
    }
    println!(
        "error: {far} counts are too far from {FILE}. Where a call does more on purpose, or less, record it anew by\n\
         `tools/instructions --record`, and say why in the commit."
    );
    ExitCode::FAILURE
}
