//! A server on its own folder, a client with little overhead, and members who use it.
#![allow(dead_code, reason = "each bench uses its part")]

pub mod actors;
pub mod beside;
pub mod rules;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The password of every demo account.
pub const PASSWORD: &str = "Cotton-tree-88";

/// The binary to measure. `None` if the bench is only built: `cargo test --all-targets` builds and runs it.
pub fn binary() -> Option<String> {
    let is_wanted = std::env::args().any(|argument| argument == "--bench");
    let binary = std::env::var("KAPOK_BIN").unwrap_or_else(|_| "dist/kapok".to_owned());
    assert!(!is_wanted || Path::new(&binary).exists(), "{binary} is missing: run `make release` first");
    is_wanted.then_some(binary)
}

/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A process that ends with its owner in every case.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `kapok demo` in a process of its own.
pub struct Server<F> {
    process: Process,
    pub address: SocketAddr,
    pub folder: F,
    /// Time from its start to its first response.
    pub ready: Duration,
}

impl<F: AsRef<Path>> Server<F> {
    /// Starts it with further arguments, and settings as environment variables.
    pub fn start(binary: &str, folder: F, extra: &[String], settings: &[(&str, String)]) -> Self {
        let mark = folder.as_ref().join("listen");
        let _ = std::fs::remove_file(&mark);
        let began = Instant::now();
        let process = Command::new(binary)
            .args(["demo", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder.as_ref())
            .args(extra)
            .env("KAPOK_LIMITS__ENABLED", "false")
            .env("KAPOK_CAPTCHA__PROVIDER", "none")
            .env("KAPOK_LOG__FILTER", "error")
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let address = loop {
            let listening = std::fs::read_to_string(&mark).ok().and_then(|text| text.trim().parse().ok());
            if let Some(address) = listening
                && Connection::open(address)
                    .is_ok_and(|mut connection| connection.ask("GET", "/readyz", &[], "").0 == 200)
            {
                break address;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        Self { process: Process(process), address, folder, ready: began.elapsed() }
    }

    /// CPU seconds that the server has used so far, in user and system mode.
    pub fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.0.id())).unwrap_or_default();
        let after_name: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = after_name.get(11..13).unwrap_or_default();
        ticks.iter().filter_map(|text| text.parse::<f64>().ok()).sum::<f64>() / 100.0
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.process.0.id()
    }

    pub fn resident_mb(&self) -> f64 {
        self.status_mb("VmRSS:")
    }

    /// The peak resident memory so far.
    pub fn most_resident_mb(&self) -> f64 {
        self.status_mb("VmHWM:")
    }

    fn status_mb(&self, what: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.0.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(what)).unwrap_or("none 0");
        line.split_whitespace().nth(1).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }

    pub fn stop(mut self) -> F {
        let _ = Command::new("kill").args(["-TERM", &self.process.0.id().to_string()]).status();
        let _ = self.process.0.wait();
        self.folder
    }
}

/// Acts as a mail server that accepts everything; `taken` gets the recipient of each message.
pub fn take_mail(stream: TcpStream, taken: impl Fn(&str)) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut lines, mut stream) = (BufReader::new(stream.try_clone()?), stream);
    stream.write_all(b"220 ready\r\n")?;
    let (mut to, mut line) = (String::new(), String::new());
    while lines.read_line(&mut line)? > 0 {
        let command = line.trim_end().to_owned();
        line.clear();
        if command == "DATA" {
            stream.write_all(b"354 go on\r\n")?;
            while lines.read_line(&mut line)? > 0 && line != ".\r\n" {
                line.clear();
            }
            line.clear();
            taken(&to);
        } else if command.starts_with("RCPT") {
            to = command.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        }
        let answer: &[u8] = if command.starts_with("EHLO") { b"250-here\r\n250 8BITMIME\r\n" } else { b"250 ok\r\n" };
        stream.write_all(answer)?;
    }
    Ok(())
}

/// One keep-alive connection without a client library, which would cost more than the server.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    address: SocketAddr,
}

impl Connection {
    pub fn open(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        // Under callgrind a call takes a hundred times as long.
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        Ok(Self { stream, buffer: Vec::with_capacity(16_384), address })
    }

    /// Sends one request; returns the status and the body of the response.
    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let (status, _, text) = self.ask_whole(method, path, headers, body);
        (status, text)
    }

    /// Sends a request. Returns the status, the response head and the body.
    pub fn ask_whole(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if method == "POST" {
            if headers.iter().all(|(name, _)| *name != "content-type") {
                request.push_str("content-type: application/json\r\n");
            }
            request.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        request.push_str("\r\n");
        request.push_str(body);
        self.stream.write_all(request.as_bytes()).expect("sent");
        self.answer()
    }

    /// Requests a file; returns the status once its first bytes arrive. It does not wait for the rest.
    pub fn first_bytes(mut self, path: &str, authorization: &str) -> u16 {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\nauthorization: {authorization}\r\n\r\n", self.address);
        self.stream.write_all(request.as_bytes()).expect("sent");
        let mut chunk = [0; 16_384];
        loop {
            let read = self.stream.read(&mut chunk).expect("an answer");
            assert!(read > 0, "the server closed the connection");
            self.buffer.extend_from_slice(&chunk[..read]);
            let end = self.buffer.windows(4).position(|four| four == b"\r\n\r\n");
            if end.is_some_and(|end| self.buffer.len() > end + 4) {
                let head = String::from_utf8_lossy(&self.buffer);
                return head.split_whitespace().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
            }
        }
    }

    fn answer(&mut self) -> (u16, String, String) {
        let mut chunk = [0; 16_384];
        loop {
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
                let lower = head.to_ascii_lowercase();
                let length = lower
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length: "))
                    .and_then(|text| text.trim().parse::<usize>().ok())
                    .unwrap_or(0);
                if self.buffer.len() >= end + 4 + length {
                    let body = String::from_utf8_lossy(&self.buffer[end + 4..end + 4 + length]).into_owned();
                    self.buffer.drain(..end + 4 + length);
                    let status = head.split_whitespace().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
                    return (status, head, body);
                }
            }
            let read = self.stream.read(&mut chunk).expect("an answer");
            assert!(read > 0, "the server closed the connection");
            self.buffer.extend_from_slice(&chunk[..read]);
        }
    }
}

/// Signs the owner of the demo in; returns the header that authorizes.
pub fn sign_in_owner(address: SocketAddr) -> String {
    let body = json!({ "email": "owner@kapok.example", "password": PASSWORD }).to_string();
    let mut connection = Connection::open(address).expect("a connection");
    let (status, text) = connection.ask("POST", "/api/staff/login", &[], &body);
    assert_eq!(status, 200, "{text}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    format!("Bearer {}", answer["token"].as_str().expect("a token"))
}

/// A signed-in member of the demo.
pub struct Sender {
    authorization: String,
    /// The short id of another member.
    recipient: String,
}

impl Sender {
    /// Signs that many members in, each to pay the next one.
    pub fn sign_in(address: SocketAddr, count: usize) -> Vec<Self> {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        // Some members of a filled folder are suspended, some have no password, and some no points.
        let signed: Vec<_> = (0..count * 3 + 20)
            .filter_map(|number| {
                let email = format!("member{number}@kapok.example");
                let body = json!({ "userIdentifier": email, "userPassword": PASSWORD }).to_string();
                let mut connection = Connection::open(address).expect("a connection");
                let (status, answer) = connection.ask("POST", "/api/auth/login", &[], &body);
                let answer: Value = serde_json::from_str(&answer).expect("JSON");
                (status == 200)
                    .then(|| (format!("Bearer {}", text(&answer["token"])), text(&answer["user"]["shortId"])))
            })
            .take(count)
            .collect();
        assert_eq!(signed.len(), count, "there are not so many members who can sign in");
        let next = |number: usize| signed[(number + 1) % count].1.clone();
        (0..count).map(|number| Self { authorization: signed[number].0.clone(), recipient: next(number) }).collect()
    }

    /// Sends one point to the next member.
    pub fn pay(&self, connection: &mut Connection, key: &str) {
        let body = format!("{{\"recipient\":\"{}\",\"amount\":1}}", self.recipient);
        let headers = [("authorization", self.authorization.as_str()), ("idempotency-key", key)];
        let (status, text) = connection.ask("POST", "/api/transaction/transfer", &headers, &body);
        assert_eq!(status, 200, "{text}");
    }

    /// Reads something of the member's own data.
    pub fn look(&self, connection: &mut Connection, path: &str) {
        let (status, text) = connection.ask("GET", path, &[("authorization", &self.authorization)], "");
        assert_eq!(status, 200, "{text}");
    }
}

/// Request times.
pub struct Times {
    /// Sorted.
    calls: Vec<Duration>,
    /// From the first request to the last.
    all: Duration,
}

impl Times {
    pub fn count(&self) -> usize {
        self.calls.len()
    }

    /// The time within which that share of the requests ended.
    pub fn at(&self, share: f64) -> Duration {
        self.calls[((self.calls.len() - 1) as f64 * share) as usize]
    }

    /// Rate, median and 99th percentile.
    pub fn told(&self) -> String {
        let rate = self.count() as f64 / self.all.as_secs_f64();
        let ms = |share| self.at(share).as_secs_f64() * 1000.0;
        format!("{rate:>9.0}/s   p50 {:>7.2} ms   p99 {:>7.2} ms", ms(0.5), ms(0.99))
    }
}

/// Sends requests on that many connections until `over`. A request may set a pause before the next one.
pub fn drive(
    address: SocketAddr,
    connections: usize,
    over: impl Fn() -> bool + Sync,
    call: impl Fn(&mut Connection, usize) -> Option<Duration> + Sync,
) -> Times {
    let began = Instant::now();
    let one = |worker: usize| {
        let mut connection = Connection::open(address).expect("a connection");
        let mut times = Vec::new();
        while !over() {
            let asked = Instant::now();
            let pause = call(&mut connection, worker);
            times.push(asked.elapsed());
            pause.into_iter().for_each(std::thread::sleep);
        }
        times
    };
    let mut calls: Vec<Duration> = std::thread::scope(|scope| {
        let one = &one;
        let workers: Vec<_> = (0..connections).map(|worker| scope.spawn(move || one(worker))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    calls.sort_unstable();
    Times { calls, all: began.elapsed() }
}
