//! Writes the results into docs/performance.md, between two marks, and the plots beside it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::time::Duration;

use crate::machine;
use crate::peers;
use crate::plot;
use crate::record::{self, Key, Record, spread};
use crate::target::{Figure, QUIET};

const PAGE: &str = "docs/performance.md";
const BEGIN: &str = "<!-- `make bench` writes what follows. -->";
const END: &str = "<!-- `make bench` wrote what stands above. -->";
const PLOTS: &str = "docs/pictures";

/// The three numbers of a spread, as short as they say it.
fn told(values: Option<[f64; 3]>, digits: usize) -> String {
    let Some([low, middle, high]) = values else { return "not quiet".to_owned() };
    format!("**{}** ({} to {})", grouped(middle, digits), grouped(low, digits), grouped(high, digits))
}

/// A number with commas between thousands.
fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, rest) =
        text.split_once('.').map_or((text.as_str(), String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &rest
}

fn row(record: &Record, key: &Key, page: &mut String) {
    let figures = record.quiet(key);
    let median = |read: fn(&Figure) -> f64| {
        spread(&figures, read).map_or("–".to_owned(), |[_, middle, _]| format!("{middle:.1}"))
    };
    let others = figures.iter().map(|figure| figure.others).fold(0.0, f64::max);
    let who = if key.who == "kapok" { key.call.clone() } else { format!("{}: {}", key.who, key.call) };
    let rounds = record.rows.iter().filter(|row| row.key == *key).count();
    let _ = writeln!(
        page,
        "| {who} | {} | {} | {} / {} | {} | {} | {others:.2} | {} of {rounds} |",
        key.connections,
        told(spread(&figures, |figure| figure.rate), 0),
        median(|figure| figure.p50_ms),
        median(|figure| figure.p99_ms),
        told(spread(&figures, |figure| figure.cpu_us), 1),
        median(|figure| figure.resident_mb),
        figures.len(),
    );
}

/// The section of the page.
fn section(record: &Record, length: Duration, processor: &str, pocketbase: &str) -> String {
    let mut page = format!(
        "Measured on {} at commit {} on {processor}, rounds of {} s. Members are drawn evenly from 100,000, each with a\n\
         session of their own; transfers, awards, purchases and scans are durable (`synchronous=FULL`) before they are\n\
         answered. The numbers are the median and, in brackets, the lowest and the highest of the rounds in which other\n\
         processes used at most {QUIET} of a core; the last columns say how much they used and how many rounds that were.\n\
         CPU is the time of all of the server's threads for one call. `home` is four requests, and `login` one check of a\n\
         password. PocketBase {pocketbase} does the same transfer in a hook (`benches/pocketbase`), waiting for the disk\n\
         (full) or as it comes (default); `axum` answers one line of JSON; `in process` is the ledger and the\n\
         writer alone, without HTTP, session, idempotency key and inbox.\n",
        record::today(),
        record.commit,
        length.as_secs()
    );
    let keys = record.keys();
    for size in keys.iter().map(|key| key.size).collect::<BTreeSet<_>>() {
        let _ = writeln!(
            page,
            "\n| {} transactions before the run | connections | a second | p50 / p99 ms | CPU of a call, µs | MB | others | \
             quiet |\n| --- | --- | --- | --- | --- | --- | --- | --- |",
            grouped(f64::from(size), 0)
        );
        keys.iter().filter(|key| key.size == size).for_each(|key| row(record, key, &mut page));
    }
    page
}

/// The values of a plot: each name with the quiet figures of one key.
fn middle(record: &Record, key: &Key, read: impl Fn(&Figure) -> f64) -> Option<[f64; 3]> {
    spread(&record.quiet(key), read)
}

fn plots(record: &Record) -> Vec<(&'static str, String)> {
    let keys = record.keys();
    let at = |size: u32| keys.iter().filter(move |key| key.size == size);
    let size = [1_000_000, 100_000].into_iter().find(|size| at(*size).next().is_some()).unwrap_or(0);
    let named = |key: &Key| if key.who == "kapok" { key.call.clone() } else { format!("{}: {}", key.who, key.call) };
    let cpu: Vec<(String, [f64; 3])> = at(size)
        .filter(|key| key.connections == 64)
        .filter_map(|key| Some((named(key), middle(record, key, |figure| figure.cpu_us)?)))
        .collect();
    let over = |who: &str, call: &str| -> Vec<(usize, f64)> {
        let own = at(size).filter(|key| key.who == who && key.call == call);
        let mut points: Vec<_> =
            own.filter_map(|key| Some((key.connections, middle(record, key, |figure| figure.rate)?[1]))).collect();
        points.sort_by_key(|(connections, _)| *connections);
        points
    };
    let lines: Vec<(String, Vec<(usize, f64)>)> = ["kapok", "PocketBase full", "PocketBase default"]
        .map(|who| (who.to_owned(), over(who, "transfers")))
        .into_iter()
        .chain(["awards", "purchases", "scans"].map(|call| (call.to_owned(), over("kapok", call))))
        .filter(|(_, points)| !points.is_empty())
        .collect();
    let before = grouped(f64::from(size), 0);
    vec![
        (
            "bench-cpu.svg",
            plot::bars(&format!("CPU of a call at 64 connections, {before} transactions before"), "µs", &cpu),
        ),
        (
            "bench-rate.svg",
            plot::lines(&format!("Durable calls a second by connections, {before} transactions before"), &lines),
        ),
    ]
}

/// Replaces the section of the page, and the plots.
pub fn write(record: &Record, length: Duration) {
    let text = fs::read_to_string(PAGE).expect("the page");
    let (before, rest) = text.split_once(BEGIN).expect("the mark in docs/performance.md");
    let (_, after) = rest.split_once(END).expect("the second mark in docs/performance.md");
    let mut made = section(record, length, &machine::processor(), &peers::pocketbase_version());
    for (name, plot) in plots(record) {
        fs::write(format!("{PLOTS}/{name}"), plot).expect("a plot");
        let _ = writeln!(made, "\n![{name}](pictures/{name})");
    }
    fs::write(PAGE, format!("{before}{BEGIN}\n\n{made}\n{END}{after}")).expect("the page");
    println!("{PAGE} has the results of {} figures so far", record.rows.len());
}
