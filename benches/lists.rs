//! Response times of the admin's lists at the size that Kapok is made for: `tools/bench-lists`.
//!
//! Fills a demo folder, or reuses a filled one, and requests each list over loopback as the admin does, with several
//! readers at once: its first page, the pages after it, each order and each filter; for downloads, the first bytes. A
//! list that takes longer than 150 ms at the 95th percentile, or a start that takes longer than a second, is marked,
//! and sets the exit code.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (1000000), `BENCH_TRANSACTIONS` (10000000),
//! `BENCH_READERS` (4), `BENCH_ROUNDS` (20 a reader), `BENCH_ONLY` (lists whose address holds this), `BENCH_FOLDER` (a
//! folder to fill or go on with; a scratch one without).

mod fill;
mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use support::{Connection, Server, setting};

const LIMIT: Duration = Duration::from_millis(150);
const START_LIMIT: Duration = Duration::from_secs(1);

/// Lists with their orders and filters, as the admin sends them. `{partner}` and the like are ids from the folder.
const LISTS: &[&str] = &[
    "members",
    "members?sort=oldest",
    "members?sort=name",
    "members?status=active",
    "members?status=suspended",
    "members?status=suspended&sort=name",
    "members?status=suspended&sort=oldest",
    "members?status=erased&sort=name",
    "members?q=c",
    "members?q=chan",
    "members?q=chan&sort=name",
    "members?q=chan&sort=oldest",
    "members?q=chan%20ka",
    "members?q=ka&sort=name",
    "members?q=ka%20wing%20chan",
    "members?q=chan&status=suspended",
    "members?q=chan&status=suspended&sort=name",
    "members?q=chan&from=2026-09-01&to=2026-09-30",
    "members?q=%E9%99%B3",
    "members?q=%E9%99%B3&sort=name",
    "members?q=%E9%99%B3%E5%AE%B6%E6%96%87",
    "members?q=ka.wing",
    "members?q=member5",
    "members?q=6",
    "members?q=6&sort=name",
    "members?q=6123",
    "members?q=61234567",
    "members?q=k",
    "members?q=k7q",
    "members?q=nobody-is-called-so",
    "members?from=2026-01-01&to=2026-01-31",
    "members?from=2026-01-01&to=2026-01-31&sort=name",
    "members?from=2026-01-01&to=2026-01-31&status=suspended",
    "members/{member}/transactions",
    "transactions",
    "transactions?sort=oldest",
    "transactions?type=Earn",
    "transactions?type=Transfer",
    "transactions?type=Campaign",
    "transactions?type=Reversal&sort=oldest",
    "transactions?type=Nonsense",
    "transactions?member={member}",
    "transactions?q=member7%40kapok.example",
    "transactions?q=nobody%40kapok.example",
    "transactions?type=Earn&q=member7%40kapok.example",
    "transactions?type=Expiry&q=member7%40kapok.example",
    "transactions?partner={partner}",
    "transactions?partner={partner}&sort=oldest",
    "transactions?partner={partner}&type=Reversal",
    "transactions?partner={partner}&from=2026-06-01&to=2026-06-30",
    "transactions?from=2026-06-01&to=2026-06-30",
    "transactions?type=Earn&from=2026-06-01&to=2026-06-30",
    "transactions?type=Reversal&from=2026-06-01",
    "transactions?outlet={outlet}",
    "transactions?outlet={outlet}&from=2026-06-01&to=2026-06-30",
    "transactions?till={till}",
    "transactions?till={till}&sort=oldest",
    "transactions?cashier={cashier}",
    "transactions?amountHkd=123",
    "transactions?amountHkd=123.45",
    "transactions?q=R-77",
    "redemptions",
    "redemptions?sort=oldest",
    "redemptions?status=processing",
    "redemptions?status=processing&sort=oldest",
    "redemptions?status=processing&type=exchange",
    "redemptions?status=processing&type=coupon",
    "redemptions?status=confirmed",
    "redemptions?status=rejected&sort=oldest",
    "redemptions?type=coupon",
    "redemptions?type=exchange",
    "redemptions?partner={partner}",
    "redemptions?partner={partner}&status=rejected",
    "redemptions?item={item}",
    "redemptions?item={item}&status=rejected",
    "redemptions?status=processing&partner={partner}",
    "redemptions?from=2026-06-01&to=2026-06-30",
    "redemptions?q=member7%40kapok.example",
    "articles",
    "articles?q=green&state=published&sort=updated",
    "partners",
    "partners?q=kitchen&sort=name",
    "items",
    "items?q=lunch&state=published",
    "campaigns",
    "campaigns?q=green&sort=name",
    "campaigns/{campaign}/codes",
    "campaigns/{campaign}/codes?state=claimed",
    "campaigns/{campaign}/codes?state=free",
    "campaigns/{campaign}/scans",
    "partners/{partner}/outlets",
    "partners/{partner}/tills",
    "partners/{partner}/cashiers",
    "members/{member}/page",
    "members/{member}/statement?from=2025-11-22&to=2026-11-21",
    "members?segment={segment}",
    "members?segment={segment}&sort=name",
    "claims",
    "claims?status=waiting",
    "claims?status=refused",
    "claims?status=withdrawn",
    "claims?partner={partner}",
    "claims?q=member7%40kapok.example",
    "claims/waiting",
    "alarms",
    "alarms?queue=done",
    "alarms?queue=done&kind=device",
    "alarms/summary",
    "campaign-scans?campaign={campaign}",
    "campaigns/paused",
    "redemptions/waiting",
    "earning-rules",
    "goals",
    "tiers",
    "expiry",
    "segments",
    "carbon/factors",
    "carbon/report?months=12",
    "bills",
    "journal",
    "checklist",
    "terms",
    "backups",
    "notifications",
    "credits",
    "uploads",
    "messages",
    "messages?state=waiting",
    "messages?state=dead",
    "messages?channel=sms",
    "messages?channel=sms&state=dead",
    "messages?to=nobody%40mail.example",
    "messages?memberId={member}",
    "messages/summary",
    "webhooks",
    "staff",
    "api-keys",
    "approvals",
    "audit",
    "audit?q=points",
    "audit?action=member.view",
    "audit?target={member}",
    "audit?from=2026-06-01&to=2026-06-30",
    "audit/filters",
    "settings/history",
    "reports/summary",
    "reports/summary?from=2025-11-22&to=2026-11-21",
    "reports/summary?from=2025-11-22&to=2026-11-21&partner={partner}",
    "reports/liability",
    "reports/liability?at=2026-01-01",
    "reports/partners",
    "reports/partners?from=2025-11-22&to=2026-11-21",
    "reports/outlets",
    "reports/outlets?from=2025-11-22&to=2026-11-21",
    "reports/pageviews?from=2025-11-22&to=2026-11-21",
    "reports/activity?from=2025-11-22&to=2026-11-21",
    "reports/items?from=2025-11-22&to=2026-11-21",
    "reports/issued",
];
/// Upper limit of the time to count a segment of a million members.
const COUNT_LIMIT: Duration = Duration::from_secs(2);
/// Downloads of lists.
const FILES: &[&str] = &[
    "members?format=csv",
    "members?format=csv&q=chan",
    "members?format=csv&sort=name",
    "transactions?format=csv",
    "transactions?format=csv&type=Earn",
    "redemptions?format=csv",
    "reports/summary?format=csv&from=2025-11-22&to=2026-11-21",
    "reports/partners?format=csv&from=2025-11-22&to=2026-11-21",
];

fn main() {
    let Some(binary) = support::binary() else { return };
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = fill::place(&scratch);
    fill::folder(&binary, &folder, fill::Size::asked(1_000_000, 10_000_000));
    let server = Server::start(&binary, folder.as_path(), &[], &[]);
    let mut late = server.ready > START_LIMIT;
    println!("{:<72}{:>7} ms{}", "start, from the command to ready", server.ready.as_millis(), mark(late));
    let token = support::sign_in_owner(server.address);
    wait_for_sums(&folder);
    let only = std::env::var("BENCH_ONLY").unwrap_or_default();
    println!("{:<72}{:>10}{:>10}{:>10}{:>10}", "", "p50", "p95", "most", "CPU each");
    for (list, is_file) in LISTS.iter().map(|list| (list, false)).chain(FILES.iter().map(|file| (file, true))) {
        if !list.contains(&only) {
            continue;
        }
        let before = server.cpu_seconds();
        let times = measure(&server, &token, &with_ids(&folder, list), is_file);
        // If the machine is shared, CPU time is more meaningful than the clock.
        let cpu = (server.cpu_seconds() - before) * 1000.0 / times.len() as f64;
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        let slow = at(0.95) > LIMIT;
        late |= slow;
        let [p50, p95, most] = [0.5, 0.95, 1.0].map(|share| at(share).as_secs_f64() * 1000.0);
        println!("{list:<72}{p50:>7.1} ms{p95:>7.1} ms{most:>7.1} ms{cpu:>7.1} ms{}", mark(slow));
    }
    late |= "segments".contains(&only) && count_segments(&server, &token, &folder);
    println!("{:<72}{:>7.0} MB", "resident memory", server.resident_mb());
    println!("{:<72}{:>7.1} s", "time of the processor in the server", server.cpu_seconds());
    server.stop();
    std::process::exit(i32::from(late));
}

/// Segments whose members are counted: each kind of line alone, and all of them in one segment.
const SEGMENT_LINES: &[&str] = &[
    r#"{"kind":"lastVisit","days":60}"#,
    r#"{"kind":"visited","atLeast":3,"days":365}"#,
    r#"{"kind":"spent","atLeastHkd":"500","days":365}"#,
    r#"{"kind":"bought"}"#,
    r#"{"kind":"balance","min":500,"max":5000}"#,
    r#"{"kind":"expiring","atLeast":100,"days":30}"#,
    r#"{"kind":"language","languages":["zh","zhhk"]}"#,
    r#"{"kind":"joined","from":"2026-01-01"}"#,
    r#"{"kind":"referred"}"#,
    r#"{"kind":"hasReferred","atLeast":1}"#,
    r#"{"kind":"level","is":"atLeast","level":2}"#,
    r#"{"kind":"listed","segment":"{list}"}"#,
];

/// Counts the members of each segment three times, and prints the fastest. Returns whether one is too slow.
fn count_segments(server: &Server<&Path>, token: &str, folder: &Path) -> bool {
    let each = SEGMENT_LINES.iter().map(|line| with_ids(folder, line));
    let all = ["any", "all"].map(|joined| (joined, each.clone().collect::<Vec<_>>().join(",")));
    let wanted = each.clone().map(|line| ("all", line)).chain(all);
    let mut late = false;
    for (joined, lines) in wanted {
        let body = format!("{{\"match\":\"{joined}\",\"lines\":[{lines}]}}");
        let mut connection = Connection::open(server.address).expect("a connection");
        let (mut fastest, mut counted) = (Duration::MAX, String::new());
        let before = server.cpu_seconds();
        for _ in 0..3 {
            let began = Instant::now();
            let (status, text) =
                connection.ask("POST", "/api/admin/segments/count", &[("authorization", token)], &body);
            assert_eq!(status, 200, "{body}: {text}");
            fastest = fastest.min(began.elapsed());
            counted = text;
        }
        let cpu = (server.cpu_seconds() - before) / 3.0;
        let name =
            if lines.len() > 100 { format!("a segment of {} lines, {joined}", SEGMENT_LINES.len()) } else { lines };
        let slow = fastest > COUNT_LIMIT;
        late |= slow;
        println!("{name:<72}{:>7.2} s{cpu:>9.2} s CPU{}  {counted}", fastest.as_secs_f64(), mark(slow));
    }
    late
}

/// Waits until the server has summed up the days of the filled journal. Until then reports read the journal itself, and the
/// summing uses a processor.
fn wait_for_sums(folder: &Path) {
    let behind = "select max(seq) - (select seq from ledger_day_mark) from ledger_transaction";
    while fill::look(folder, behind, |row| row.get::<_, i64>(0)) > 0 {
        std::thread::sleep(Duration::from_secs(1));
    }
}

fn mark(late: bool) -> &'static str {
    if late { "  TOO LONG" } else { "" }
}

/// Replaces placeholders in an address with ids from the folder.
fn with_ids(folder: &Path, list: &str) -> String {
    let ids = [
        ("{member}", "select lower(hex(id)) from member where email = 'member7@kapok.example'"),
        ("{partner}", "select lower(hex(partner_id)) from redemption limit 1"),
        ("{item}", "select lower(hex(item_id)) from redemption limit 1"),
        ("{outlet}", "select lower(hex(outlet_id)) from till where enrolled_at_ms is null order by id limit 1"),
        ("{till}", "select lower(hex(id)) from till where enrolled_at_ms is null order by id limit 1"),
        ("{cashier}", "select lower(hex(actor)) from counter_event order by id desc limit 1"),
        ("{segment}", "select lower(hex(id)) from segment order by id limit 1"),
        ("{list}", "select lower(hex(segment_id)) from segment_member limit 1"),
        ("{campaign}", "select lower(hex(campaign_id)) from campaign_claim where single_code_id is not null limit 1"),
    ];
    ids.into_iter().filter(|(name, _)| list.contains(name)).fold(list.to_owned(), |list, (name, sql)| {
        list.replace(name, &fill::look(folder, sql, |row| row.get::<_, String>(0)))
    })
}

/// The sorted times of several concurrent readers of a list.
fn measure(server: &Server<&Path>, token: &str, list: &str, is_file: bool) -> Vec<Duration> {
    let (readers, rounds) = (setting("BENCH_READERS", 4).max(1), setting("BENCH_ROUNDS", 20).max(1));
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let read = || if is_file { downloads(server, token, list, rounds) } else { pages(server, token, list, rounds) };
        let readers: Vec<_> = (0..readers).map(|_| scope.spawn(read)).collect();
        readers.into_iter().flat_map(|reader| reader.join().expect("a reader")).collect()
    });
    times.sort_unstable();
    times
}

/// Reads page after page from the first one on, `rounds` times.
fn pages(server: &Server<&Path>, token: &str, list: &str, rounds: u64) -> Vec<Duration> {
    let mut connection = Connection::open(server.address).expect("a connection");
    let first = match list.starts_with("reports/") || list == "messages/summary" {
        true => format!("/api/admin/{list}"),
        false => format!("/api/admin/{list}{}limit=100", if list.contains('?') { '&' } else { '?' }),
    };
    let (mut times, mut path) = (Vec::new(), first.clone());
    for _ in 0..rounds {
        let began = Instant::now();
        let (status, head, text) = connection.ask_whole("GET", &path, &[("authorization", token)], "");
        times.push(began.elapsed());
        assert_eq!(status, 200, "{path}: {text}");
        let next = head.lines().find_map(|line| line.strip_prefix("link: <")?.split('>').next());
        path = next.map_or_else(|| first.clone(), str::to_owned);
    }
    times
}

/// The first bytes of downloads, each a new request.
fn downloads(server: &Server<&Path>, token: &str, list: &str, rounds: u64) -> Vec<Duration> {
    (0..rounds)
        .map(|_| {
            let connection = Connection::open(server.address).expect("a connection");
            let began = Instant::now();
            assert_eq!(connection.first_bytes(&format!("/api/admin/{list}"), token), 200, "{list}");
            began.elapsed()
        })
        .collect()
}
