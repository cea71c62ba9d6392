//! Measures the throughput and cost of messages: `tools/bench-messages`.
//!
//! Starts the binary on a demo folder with every channel pointed at stand-ins in this process (a mail server, an SMS
//! gateway, a push service, Firebase, a webhook receiver), keeps each channel busy at its configured rate, and pays
//! between members all the while. Rounds with and without messages alternate; each round with them is compared with
//! the mean of its two neighbours, because payments slow down as a ledger grows. Then measures how soon a sign-up
//! code leaves an idle server, and the memory of 100,000 waiting messages.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_SECONDS` of a round (8), `BENCH_ROUNDS` (5), `BENCH_CODES`
//! (300), `BENCH_WAITING` (100000).

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use p256::elliptic_curve::sec1::ToSec1Point;
use serde_json::{Value, json};

use support::{Connection, PASSWORD, Server, setting};

/// Messages that a channel sends in a second by default.
const PACE: u64 = 50;
/// Members who pay, and the number of their connections.
const PAYERS: usize = 64;
/// Connections that request codes, and then webhooks.
const FEEDERS: u64 = 5;
/// The most devices of a member.
const DEVICES: u64 = 10;
/// A key that was made for tests and protects nothing.
const KEY: &[u8] = include_bytes!("../tests/data/rsa-2048-of-nobody.der");

/// Received messages, by channel.
#[derive(Default)]
struct Heard {
    mail: AtomicU64,
    sms: AtomicU64,
    web: AtomicU64,
    native: AtomicU64,
    hooks: AtomicU64,
    /// The newest recipient of an e-mail, and when it arrived.
    newest: Mutex<Option<(String, Instant)>>,
}

const CHANNELS: [&str; 5] = ["e-mail", "SMS", "web push", "native push", "webhooks"];

impl Heard {
    fn counts(&self) -> [u64; 5] {
        [&self.mail, &self.sms, &self.web, &self.native, &self.hooks].map(|count| count.load(Ordering::Relaxed))
    }
}

/// Serves each connection on its own thread.
fn serve(heard: &Arc<Heard>, talk: fn(TcpStream, &Heard) -> std::io::Result<()>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let heard = heard.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let heard = heard.clone();
            // A connection that is cut at the end of the measurement is not an error.
            std::thread::spawn(move || talk(stream, &heard));
        }
    });
    port
}

/// A mail server that accepts everything.
fn take_mail(stream: TcpStream, heard: &Heard) -> std::io::Result<()> {
    support::take_mail(stream, |to| {
        *heard.newest.lock().expect("unpoisoned") = Some((to.to_owned(), Instant::now()));
        heard.mail.fetch_add(1, Ordering::Relaxed);
    })
}

/// The stand-in for all HTTP services.
fn take_call(stream: TcpStream, heard: &Heard) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut lines, mut stream) = (BufReader::new(stream.try_clone()?), stream);
    let mut first = String::new();
    while lines.read_line(&mut first)? > 0 {
        let (mut length, mut line) = (0, String::new());
        while lines.read_line(&mut line)? > 2 {
            if let Some(found) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = found.trim().parse().unwrap_or(0);
            }
            line.clear();
        }
        let mut body = vec![0; length];
        lines.read_exact(&mut body)?;
        let path = first.split(' ').nth(1).unwrap_or_default().split('/').nth(1).unwrap_or_default();
        let (count, body) = match path {
            "token" => (None, r#"{"access_token":"t","expires_in":3599,"token_type":"Bearer"}"#),
            "v1" => (Some(&heard.native), r#"{"name":"projects/p/messages/1"}"#),
            "sms" => (Some(&heard.sms), "{}"),
            "push" => (Some(&heard.web), ""),
            _ => (Some(&heard.hooks), ""),
        };
        if let Some(count) = count {
            count.fetch_add(1, Ordering::Relaxed);
        }
        let length = body.len();
        write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\ncontent-type: application/json\r\n\r\n{body}")?;
        first.clear();
    }
    Ok(())
}

/// A server whose channels all lead to the stand-ins.
struct Bench {
    server: Server<tempfile::TempDir>,
    heard: Arc<Heard>,
    http: u16,
    owner: String,
    keys: AtomicU64,
}

impl Bench {
    fn start(binary: &str, members: u64, mail: Option<u16>) -> Self {
        let heard = Arc::<Heard>::default();
        let http = serve(&heard, take_call);
        let mail = mail.unwrap_or_else(|| serve(&heard, take_mail));
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(KEY));
        let account = json!({ "type": "service_account", "project_id": "p", "private_key": pem,
            "client_email": "kapok@example.org", "token_uri": format!("http://127.0.0.1:{http}/token") });
        let here = "127.0.0.1".to_owned();
        let settings = [
            ("KAPOK_EMAIL__TRANSPORT", "smtp".to_owned()),
            ("KAPOK_EMAIL__HOST", here.clone()),
            ("KAPOK_EMAIL__PORT", mail.to_string()),
            ("KAPOK_EMAIL__TLS", "none".to_owned()),
            ("KAPOK_SMS__TRANSPORT", "http".to_owned()),
            ("KAPOK_SMS__URL", format!("http://127.0.0.1:{http}/sms")),
            ("KAPOK_SMS__ALLOWED_HOSTS", here.clone()),
            ("KAPOK_SMS__MONTHLY_BUDGET", "0".to_owned()),
            ("KAPOK_PUSH__ALLOWED_HOSTS", here.clone()),
            ("KAPOK_PUSH__FCM_URL", format!("http://127.0.0.1:{http}")),
            ("KAPOK_PUSH__FCM_SERVICE_ACCOUNT", account.to_string()),
            ("KAPOK_WEBHOOKS__ALLOWED_HOSTS", here),
            ("KAPOK_DELIVERY__QUIET_FROM_HOUR", "0".to_owned()),
            ("KAPOK_DELIVERY__QUIET_UNTIL_HOUR", "0".to_owned()),
        ];
        let extra = ["--members".to_owned(), members.to_string(), "--transactions".to_owned(), "1000".to_owned()];
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let server = Server::start(binary, scratch, &extra, &settings);
        println!("filled and ready after {:.1} s", server.ready.as_secs_f64());
        let mut bench = Self { server, heard, http, owner: String::new(), keys: AtomicU64::new(0) };
        let asked = json!({ "email": "owner@kapok.example", "password": PASSWORD });
        bench.owner = bearer(&bench.post(&mut bench.connect(), "/api/staff/login", "", &asked));
        bench
    }

    fn connect(&self) -> Connection {
        Connection::open(self.server.address).expect("a connection")
    }

    fn post(&self, connection: &mut Connection, path: &str, bearer: &str, body: &Value) -> Value {
        let key = format!("bench-{}", self.keys.fetch_add(1, Ordering::Relaxed));
        let headers = [("authorization", bearer), ("idempotency-key", key.as_str())];
        let headers = if bearer.is_empty() { &headers[1..] } else { &headers[..] };
        let (status, text) = connection.ask("POST", path, headers, &body.to_string());
        assert!((200..300).contains(&status), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    fn sign_in(&self, number: usize) -> (String, String) {
        let asked = json!({ "userIdentifier": format!("member{number}@kapok.example"), "userPassword": PASSWORD });
        let answer = self.post(&mut self.connect(), "/api/auth/login", "", &asked);
        (bearer(&answer), answer["user"]["shortId"].as_str().expect("an id").to_owned())
    }

    /// Sends an announcement to everybody by every channel.
    fn announce(&self) {
        let words = json!({ "en": "News", "zh": "消息", "zhhk": "消息" });
        let news = json!({ "title": words, "body": words, "byEmail": true });
        let mut connection = self.connect();
        let made = self.post(&mut connection, "/api/admin/notifications", &self.owner, &news);
        let path = format!("/api/admin/notifications/{}/send", made["_id"].as_str().expect("an id"));
        self.post(&mut connection, &path, &self.owner, &json!({}));
    }

    /// Subscribes a member's devices: half of them browsers, half apps.
    fn subscribe(&self, number: usize) {
        let (member, _) = self.sign_in(number);
        let key = p256::SecretKey::from_slice(&[7; 32]).expect("a key").public_key();
        let keys = json!({ "p256dh": URL_SAFE_NO_PAD.encode(key.to_sec1_point(false).as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode([7; 16]) });
        let mut connection = self.connect();
        for device in 0..DEVICES / 2 {
            let endpoint = format!("http://127.0.0.1:{}/push/{number}-{device}", self.http);
            let browser = json!({ "subscription": { "endpoint": endpoint, "keys": keys } });
            self.post(&mut connection, "/api/auth/subscribe", &member, &browser);
            let app = json!({ "isNative": true, "fcmToken": format!("app-{number}-{device}") });
            self.post(&mut connection, "/api/auth/subscribe", &member, &app);
        }
    }

    /// Requests a code, as a new member does at sign-up.
    fn ask_for_code(&self, connection: &mut Connection, call: &str, contact: Value) {
        let begun = self.post(connection, "/api/auth/initRegistration", "", &json!({}));
        let mut asked = contact;
        asked["registrationId"] = begun["registrationId"].clone();
        self.post(connection, call, "", &asked);
    }

    /// Queues that many codes for SMS.
    fn ask_for_codes(&self, count: u64, phones: &AtomicU64) {
        std::thread::scope(|scope| {
            for _ in 0..FEEDERS {
                scope.spawn(|| {
                    let mut connection = self.connect();
                    for _ in 0..count / FEEDERS {
                        let phone = format!("{}", 51_000_000 + phones.fetch_add(1, Ordering::Relaxed));
                        self.ask_for_code(&mut connection, "/api/auth/sendSMSOTP", json!({ "phone": phone }));
                    }
                });
            }
        });
    }

    /// Repeats something at a steady rate while it is wanted; late repetitions are caught up.
    fn at_pace(&self, a_second: u64, wanted: &AtomicBool, mut work: impl FnMut(&mut Connection)) {
        let (mut connection, began) = (self.connect(), Instant::now());
        for turn in 0.. {
            let due = began + Duration::from_millis(1_000 * turn / a_second);
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if !wanted.load(Ordering::Relaxed) {
                return;
            }
            work(&mut connection);
        }
    }
}

fn bearer(answer: &Value) -> String {
    format!("Bearer {}", answer["token"].as_str().expect("a token"))
}

/// Transfers in a second over all connections for a while, and the CPU time of each.
fn pay(bench: &Bench, payers: &[(String, String)], seconds: u64) -> (f64, f64) {
    let (began, cpu) = (Instant::now(), bench.server.cpu_seconds());
    let deadline = began + Duration::from_secs(seconds);
    let count: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..PAYERS)
            .map(|number| {
                scope.spawn(move || {
                    let ((member, _), (_, recipient)) = (&payers[number], &payers[(number + 1) % PAYERS]);
                    let (mut connection, mut count) = (bench.connect(), 0);
                    while Instant::now() < deadline {
                        let transfer = json!({ "recipient": recipient, "amount": 1 });
                        bench.post(&mut connection, "/api/transaction/transfer", member, &transfer);
                        count += 1;
                    }
                    count
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("a payer")).sum()
    });
    let rate = count as f64 / began.elapsed().as_secs_f64();
    (rate, (bench.server.cpu_seconds() - cpu) / count as f64 * 1e6)
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

fn medians(of: Vec<(f64, f64)>) -> (f64, f64) {
    let (rates, costs) = of.into_iter().unzip();
    (median(rates), median(costs))
}

/// Waits until no more messages arrive.
fn drained(bench: &Bench) {
    let mut seen = bench.heard.counts();
    loop {
        std::thread::sleep(Duration::from_millis(1_500));
        let now = bench.heard.counts();
        if now == seen {
            return;
        }
        seen = now;
    }
}

fn measure_channels(binary: &str) {
    let (seconds, rounds) = (setting("BENCH_SECONDS", 8), setting("BENCH_ROUNDS", 5));
    // Slightly more than a channel sends in a round, so that no queue runs empty.
    let (mails, devices) = ((seconds + 1) * PACE, 2 * (seconds + 1) * PACE / DEVICES + 1);
    let bench = Bench::start(binary, mails.max(PAYERS as u64 + devices), None);
    let payers: Vec<_> = (0..PAYERS).map(|number| bench.sign_in(number)).collect();
    (0..devices as usize).for_each(|number| bench.subscribe(PAYERS + number));
    let hook =
        json!({ "url": format!("http://127.0.0.1:{}/hook", bench.http), "events": ["webhook.test"], "active": true });
    let hook = bench.post(&mut bench.connect(), "/api/admin/webhooks", &bench.owner, &hook);
    let hook = format!("/api/admin/webhooks/{}/test", hook["_id"].as_str().expect("an id"));
    let phones = AtomicU64::new(0);
    pay(&bench, &payers, 2);
    let mut alone = vec![pay(&bench, &payers, seconds)];
    let mut beside = Vec::new();
    let mut sent: [Vec<f64>; 5] = Default::default();
    for _ in 0..rounds {
        let wanted = AtomicBool::new(true);
        std::thread::scope(|scope| {
            let before = bench.heard.counts();
            // One announcement keeps three channels busy, and codes requested before keep a fourth busy: a request
            // for a code is like a transfer, and not part of the cost of a message.
            bench.ask_for_codes((seconds + 2) * PACE, &phones);
            bench.announce();
            for _ in 0..FEEDERS {
                scope.spawn(|| {
                    bench.at_pace(PACE / FEEDERS, &wanted, |connection| {
                        bench.post(connection, &hook, &bench.owner, &json!({}));
                    });
                });
            }
            // The announcement starts with the next check for due messages.
            while bench.heard.counts().iter().zip(before).any(|(now, before)| *now == before) {
                std::thread::sleep(Duration::from_millis(5));
            }
            let (before, began) = (bench.heard.counts(), Instant::now());
            beside.push(pay(&bench, &payers, seconds));
            let elapsed = began.elapsed().as_secs_f64();
            wanted.store(false, Ordering::Relaxed);
            for (channel, (now, before)) in sent.iter_mut().zip(bench.heard.counts().iter().zip(before)) {
                channel.push((now - before) as f64 / elapsed);
            }
        });
        drained(&bench);
        alone.push(pay(&bench, &payers, seconds));
    }
    for (name, rates) in CHANNELS.into_iter().zip(sent) {
        println!("{:<44}{:>9.1}/s", format!("{name}, beside transfers"), median(rates));
    }
    let lost = alone.windows(2).zip(&beside).map(|(around, (with, _))| 1.0 - 2.0 * with / (around[0].0 + around[1].0));
    let (lost, (alone, cost), (beside, with)) = (median(lost.collect()), medians(alone), medians(beside));
    println!("{:<44}{alone:>9.0}/s", "transfers without messages, 64 connections");
    println!("{:<44}{beside:>9.0}/s   {:+.1} %", "transfers beside all of these", lost * -100.0);
    println!("{:<44}{cost:>9.0} µs without, {with:.0} µs with", "processor's time for a transfer");
    drained(&bench);
    measure_codes(&bench);
    bench.server.stop();
}

/// The time from the request to the mail server, on an idle server.
fn measure_codes(bench: &Bench) {
    let mut connection = bench.connect();
    let mut times = Vec::new();
    for number in 0..setting("BENCH_CODES", 300) {
        let email = format!("newcomer{number}@example.org");
        let begun = bench.post(&mut connection, "/api/auth/initRegistration", "", &json!({}));
        let asked = json!({ "email": email, "registrationId": begun["registrationId"] });
        let called = Instant::now();
        bench.post(&mut connection, "/api/auth/sendEmailOTP", "", &asked);
        let there = loop {
            match bench.heard.newest.lock().expect("unpoisoned").as_ref() {
                Some((to, there)) if *to == email => break *there,
                _ => {}
            }
            std::thread::sleep(Duration::from_micros(200));
        };
        times.push(there.saturating_duration_since(called).as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{:<44}p50 {:>6.1} ms   p99 {:>6.1} ms", "sign-up's code, from the call to the server", at(0.5), at(0.99));
}

/// The cost of waiting messages: one per member, and no gateway that accepts them.
fn measure_waiting(binary: &str) {
    let count = setting("BENCH_WAITING", 100_000);
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("an address").port();
    drop(silent);
    let bench = Bench::start(binary, count, Some(port));
    let before = bench.server.resident_mb();
    bench.announce();
    let mut connection = bench.connect();
    let waiting = loop {
        let headers = [("authorization", bench.owner.as_str())];
        let (status, text) = connection.ask("GET", "/api/admin/notifications?limit=1", &headers, "");
        assert_eq!(status, 200, "{text}");
        let newest: Value = serde_json::from_str(&text).expect("JSON");
        if newest[0]["state"] == "sent" {
            break newest[0]["messages"][0]["waiting"].as_i64().unwrap_or(0);
        }
        std::thread::sleep(Duration::from_millis(200));
    };
    println!(
        "{:<44}{:>9.1} MB, {before:.1} MB before them",
        format!("resident memory with {waiting} messages waiting"),
        bench.server.resident_mb()
    );
    bench.server.stop();
}

fn main() {
    let Some(binary) = support::binary() else { return };
    measure_channels(&binary);
    measure_waiting(&binary);
}
