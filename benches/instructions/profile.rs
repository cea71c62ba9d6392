//! Reads a profile of callgrind: <https://valgrind.org/docs/manual/cl-format.html>.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Instructions by the language of their function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// SQLite and the C library.
    pub c: u64,
    pub rust: u64,
}

impl Counts {
    /// Adds up a profile. The line after `calls=` has what the callees took, which stands with their own functions too.
    pub fn of(file: &Path) -> Self {
        let text = fs::read_to_string(file).expect("a profile of callgrind");
        let (mut counts, mut is_rust, mut is_of_callee) = (Self::default(), false, false);
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("fn=") {
                is_rust = name.contains("::");
            } else if line.starts_with("calls=") {
                is_of_callee = true;
            } else if line.starts_with(|first: char| first.is_ascii_digit()) {
                let cost = line.split(' ').nth(1).and_then(|cost| cost.parse::<u64>().ok()).unwrap_or(0);
                match (is_of_callee, is_rust) {
                    (true, _) => is_of_callee = false,
                    (false, true) => counts.rust += cost,
                    (false, false) => counts.c += cost,
                }
            }
        }
        counts
    }

    /// The share of one of several calls.
    pub fn each(self, calls: usize) -> Self {
        Self { c: self.c / calls as u64, rust: self.rust / calls as u64 }
    }
}
