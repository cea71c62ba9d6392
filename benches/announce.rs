//! The cost of an announcement to everybody for other requests: `tools/bench-announce`.
//!
//! Fills a demo folder, or reuses a filled one. Some members pay and read their points at a steady rate: first alone,
//! then while an announcement goes to every inbox and, for every address, into the queue of e-mails, which a mail
//! server in this process accepts. Prints the request times of both, how long sending the announcement took, and how
//! much memory it needed.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (1000000), `BENCH_TRANSACTIONS` (1000000),
//! `BENCH_SECONDS` of the measurement without it (30), `BENCH_FOLDER` (a folder to fill or reuse; default: a scratch
//! folder).

mod fill;
mod support;

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::beside::{Members, during, tell};
use support::{Connection, PASSWORD, Server, setting};

/// Members who pay and read, each over their own connection.
const MEMBERS: usize = 8;

struct Bench {
    server: Server<PathBuf>,
    keys: AtomicU64,
    owner: String,
}

impl Bench {
    fn ask(&self, connection: &mut Connection, method: &str, path: &str, bearer: &str, body: &Value) -> Value {
        let key = format!("announce-{}-{}", std::process::id(), self.keys.fetch_add(1, Ordering::Relaxed));
        let headers = [("authorization", bearer), ("idempotency-key", key.as_str())];
        let text = if method == "GET" { String::new() } else { body.to_string() };
        let (status, answer) = connection.ask(method, path, &headers, &text);
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        serde_json::from_str(&answer).unwrap_or(Value::Null)
    }

    fn connect(&self) -> Connection {
        Connection::open(self.server.address).expect("a connection")
    }

    /// Writes and sends an announcement to everybody; returns its address.
    fn announce(&self) -> String {
        let words = json!({ "en": "News of the programme", "zh": "计划消息", "zhhk": "計劃消息" });
        let news = json!({ "title": words, "body": words, "byEmail": true });
        let mut connection = self.connect();
        let made = self.ask(&mut connection, "POST", "/api/admin/notifications", &self.owner, &news);
        let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
        self.ask(&mut connection, "POST", &format!("{path}/send"), &self.owner, &json!({}));
        path
    }
}

fn bearer(answer: &Value) -> String {
    format!("Bearer {}", answer["token"].as_str().expect("a token"))
}

fn main() {
    let Some(binary) = support::binary() else { return };
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = fill::place(&scratch);
    fill::folder(&binary, &folder, fill::Size::asked(1_000_000, 1_000_000));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mail = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A connection that is cut at the end of the measurement is not an error.
            std::thread::spawn(move || support::take_mail(stream, |_| {}));
        }
    });
    let settings = [
        ("KAPOK_EMAIL__TRANSPORT", "smtp".to_owned()),
        ("KAPOK_EMAIL__HOST", "127.0.0.1".to_owned()),
        ("KAPOK_EMAIL__PORT", mail.to_string()),
        ("KAPOK_EMAIL__TLS", "none".to_owned()),
    ];
    let server = Server::start(&binary, folder, &[], &settings);
    println!("ready after {:.1} s", server.ready.as_secs_f64());
    let mut bench = Bench { server, keys: AtomicU64::new(0), owner: String::new() };
    let body = json!({ "email": "owner@kapok.example", "password": PASSWORD });
    bench.owner = bearer(&bench.ask(&mut bench.connect(), "POST", "/api/staff/login", "", &body));
    let members = Members::sign_in(bench.server.address, MEMBERS);
    compare(&bench, &members);
    bench.server.stop();
}

fn compare(bench: &Bench, members: &Members) {
    // Warms up the caches.
    during(Duration::from_secs(3), |wanted| members.measure(wanted));
    let alone = during(Duration::from_secs(setting("BENCH_SECONDS", 30)), |wanted| members.measure(wanted));
    let (resident, cpu, began) = (bench.server.resident_mb(), bench.server.cpu_seconds(), Instant::now());
    let path = bench.announce();
    let wanted = AtomicBool::new(true);
    let (beside, sent) = std::thread::scope(|scope| {
        let paying = scope.spawn(|| members.measure(&wanted));
        let mut connection = bench.connect();
        let sent = loop {
            let sent = bench.ask(&mut connection, "GET", &path, &bench.owner, &Value::Null);
            if sent["state"] == "sent" {
                break sent;
            }
            std::thread::sleep(Duration::from_millis(250));
        };
        wanted.store(false, Ordering::Relaxed);
        (paying.join().expect("payers"), sent)
    });
    let (took, cpu) = (began.elapsed().as_secs_f64(), bench.server.cpu_seconds() - cpu);
    println!("{:<45}{:>12}{:>12}", "", "alone", "beside it");
    tell("a payment", &alone.0, &beside.0);
    tell("a look at one's points", &alone.1, &beside.1);
    let reached = sent["delivered"].as_i64().unwrap_or(0);
    println!("{:<40}{reached:>9} in {took:.0} s, {cpu:.0} s of the processor", "inboxes reached");
    let mails = &sent["messages"][0];
    println!("{:<40}{:>9} gone, {} waiting", "e-mails", mails["sent"], mails["waiting"]);
    println!("{:<40}{:>9.0} MB, {resident:.0} MB before it", "most memory resident", bench.server.most_resident_mb());
}
