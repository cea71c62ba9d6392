//! Processor time during a measurement: of the server, of each of its threads, and of all other processes.

use std::collections::BTreeMap;
use std::fs;

/// Ticks of the processor's clock in a second, as `/proc` counts them.
const TICKS: f64 = 100.0;

/// Processor time in seconds at one moment.
#[derive(Default)]
pub struct Usage {
    /// By all processes of the machine, in user and system mode, without the kernel's own threads: those write the
    /// pages that the server dirtied.
    everybody: f64,
    /// By this process, which sends the requests.
    client: f64,
    /// By the measured process and its children.
    pub server: f64,
    /// By each kind of thread of the server.
    threads: BTreeMap<String, f64>,
}

fn seconds(fields: &[impl AsRef<str>]) -> f64 {
    fields.iter().filter_map(|text| text.as_ref().parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// The fields of a `stat` file that follow the name: state, parent, …
fn stat(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.rsplit(')').next().unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

fn used(path: &str) -> f64 {
    seconds(stat(path).get(11..13).unwrap_or_default())
}

/// Processor time of the kernel's own threads, whose parent is process 2.
fn kernel_threads() -> f64 {
    let names = fs::read_dir("/proc").into_iter().flatten().flatten();
    let stats = names.map(|entry| stat(&entry.path().join("stat").to_string_lossy()));
    let own = stats.filter(|fields| fields.get(1).is_some_and(|parent| parent == "2"));
    own.map(|fields| seconds(fields.get(11..13).unwrap_or_default())).sum()
}

/// The kind of a thread: its name without a number.
fn kind(name: &str) -> &'static str {
    match name.trim() {
        name if name.starts_with("kapok-writer") => "writer",
        name if name.starts_with("kapok-checkpoi") => "checkpoints",
        name if name.starts_with("tokio") => "requests",
        name if name.starts_with("kapok-password") => "passwords",
        _ => "other",
    }
}

impl Usage {
    /// The usage so far. `server` is the measured process; none if this process itself is measured.
    pub fn now(server: Option<u32>) -> Self {
        let whole = fs::read_to_string("/proc/stat").unwrap_or_default();
        let line: Vec<&str> = whole.lines().next().unwrap_or_default().split_whitespace().collect();
        // User, nice, system.
        let everybody = seconds(line.get(1..4).unwrap_or_default()) - kernel_threads();
        let client = used("/proc/self/stat");
        let Some(server) = server else { return Self { everybody, client: 0.0, server: client, ..Self::default() } };
        let mut threads = BTreeMap::new();
        for task in fs::read_dir(format!("/proc/{server}/task")).into_iter().flatten().flatten() {
            let path = task.path().to_string_lossy().into_owned();
            let name = fs::read_to_string(format!("{path}/comm")).unwrap_or_default();
            *threads.entry(kind(&name).to_owned()).or_default() += used(&format!("{path}/stat"));
        }
        Self { everybody, client, server: used(&format!("/proc/{server}/stat")), threads }
    }

    /// The part of one core that the other processes used in the `seconds` since `before`; above 1 for more than one.
    pub fn others(&self, before: &Self, seconds: f64) -> f64 {
        let grown = |read: fn(&Self) -> f64| read(self) - read(before);
        let rest = grown(|usage| usage.everybody) - grown(|usage| usage.client) - grown(|usage| usage.server);
        rest.max(0.0) / seconds
    }

    /// Processor time by kind of thread since `before`, in seconds.
    pub fn threads(&self, before: &Self) -> Vec<(String, f64)> {
        let of = |name: &String| before.threads.get(name).copied().unwrap_or(0.0);
        self.threads.iter().map(|(name, now)| (name.clone(), now - of(name))).collect()
    }
}

/// Memory of a process in megabytes, by a line of its `status` file.
pub fn memory_mb(process: u32, what: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(what)).unwrap_or("none 0");
    line.split_whitespace().nth(1).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// The processor, for the page.
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("model name")).collect();
    let name = names.first().map_or("an unknown processor", |name| name.trim_start_matches([' ', '\t', ':']));
    format!("{} cores of {name}", names.len().max(1))
}
