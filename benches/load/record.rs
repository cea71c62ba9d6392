//! The results of a run, kept line by line, so that an interrupted run goes on where it stopped.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folder::KEPT;
use crate::target::Figure;

/// The conditions under which a figure was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Transactions before the run.
    pub size: u32,
    /// The measured server: `kapok`, or the name of a peer.
    pub who: String,
    pub call: String,
    pub connections: usize,
}

pub struct Row {
    pub key: Key,
    pub round: u64,
    pub figure: Figure,
}

pub struct Record {
    path: PathBuf,
    pub rows: Vec<Row>,
    pub commit: String,
}

fn told(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&output).trim().to_owned()
}

/// Today, as the page names it.
pub fn today() -> String {
    told("date", &["-u", "+%Y-%m-%d"])
}

fn parsed(line: &str) -> Option<Row> {
    let parts: Vec<&str> = line.split('\t').collect();
    let number = |place: usize| parts.get(place)?.parse::<f64>().ok();
    let key = Key {
        size: parts.first()?.parse().ok()?,
        who: (*parts.get(1)?).to_owned(),
        call: (*parts.get(2)?).to_owned(),
        connections: parts.get(3)?.parse().ok()?,
    };
    let figure = Figure {
        rate: number(5)?,
        p50_ms: number(6)?,
        p99_ms: number(7)?,
        cpu_us: number(8)?,
        resident_mb: number(9)?,
        others: number(10)?,
        threads: Vec::new(),
    };
    Some(Row { key, round: parts.get(4)?.parse().ok()?, figure })
}

impl Record {
    /// The record of the commit that is checked out.
    pub fn open() -> Self {
        let commit = told("git", &["rev-parse", "--short=8", "HEAD"]);
        let path = Path::new(KEPT).join(format!("results-{commit}.tsv"));
        let rows = fs::read_to_string(&path).unwrap_or_default().lines().filter_map(parsed).collect();
        Self { path, rows, commit }
    }

    pub fn has(&self, key: &Key, round: u64) -> bool {
        self.rows.iter().any(|row| row.key == *key && row.round == round)
    }

    pub fn add(&mut self, key: Key, round: u64, figure: Figure) {
        let Figure { rate, p50_ms, p99_ms, cpu_us, resident_mb, others, .. } = &figure;
        let Key { size, who, call, connections } = &key;
        fs::create_dir_all(KEPT).expect("a folder");
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path).expect("the record");
        let numbers = format!("{rate:.1}\t{p50_ms:.3}\t{p99_ms:.3}\t{cpu_us:.2}\t{resident_mb:.1}\t{others:.3}");
        writeln!(file, "{size}\t{who}\t{call}\t{connections}\t{round}\t{numbers}").expect("written");
        self.rows.push(Row { key, round, figure });
    }

    /// The figures of a key that count: nothing else ran.
    pub fn quiet(&self, key: &Key) -> Vec<&Figure> {
        self.rows.iter().filter(|row| row.key == *key && row.figure.is_quiet()).map(|row| &row.figure).collect()
    }

    /// The keys, in the order of their first figure.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::new();
        for row in &self.rows {
            if !keys.contains(&row.key) {
                keys.push(row.key.clone());
            }
        }
        keys
    }
}

/// The lowest, the middle and the highest of some figures.
pub fn spread(figures: &[&Figure], read: impl Fn(&Figure) -> f64) -> Option<[f64; 3]> {
    let mut values: Vec<f64> = figures.iter().map(|figure| read(figure)).collect();
    values.sort_by(f64::total_cmp);
    Some([*values.first()?, values[values.len() / 2], *values.last()?])
}
