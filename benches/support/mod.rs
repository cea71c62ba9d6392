//! A server on a folder of its own, and a client that costs next to nothing.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// That of everybody in the demo.
pub const PASSWORD: &str = "Cotton-tree-88";
/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// `kapok demo` in a process of its own.
pub struct Server<F> {
    process: Child,
    pub address: SocketAddr,
    pub folder: F,
    /// From its start to its first answer.
    pub ready: Duration,
}

impl<F: AsRef<Path>> Server<F> {
    /// With further arguments, and settings as variables of the environment.
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
        Self { process, address, folder, ready: began.elapsed() }
    }

    /// CPU seconds that the server has used so far, in user and system mode.
    pub fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap_or_default();
        let after_name: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = after_name.get(11..13).unwrap_or_default();
        ticks.iter().filter_map(|text| text.parse::<f64>().ok()).sum::<f64>() / 100.0
    }

    pub fn resident_mb(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("VmRSS: 0");
        line.split_whitespace().nth(1).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }

    pub fn stop(mut self) -> F {
        let _ = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
        self.folder
    }
}

/// One keep-alive connection, by hand: a client library would cost more than the server.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    address: SocketAddr,
}

impl Connection {
    pub fn open(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Self { stream, buffer: Vec::with_capacity(16_384), address })
    }

    /// Sends one request; gives the status and the body of the answer.
    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let (status, _, text) = self.ask_whole(method, path, headers, body);
        (status, text)
    }

    /// The same, with the head of the answer between the two.
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
            request.push_str(&format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()));
        }
        request.push_str("\r\n");
        request.push_str(body);
        self.stream.write_all(request.as_bytes()).expect("sent");
        self.answer()
    }

    /// Asks for a file; gives the status once the first of it is there. The rest is not waited for.
    #[allow(dead_code, reason = "not every bench asks for files")]
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
