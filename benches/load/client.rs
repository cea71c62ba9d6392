//! A client for many connections in one thread. It costs little, so that the server gets the machine.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longest wait for one answer: a server that hangs ends the measurement.
const PATIENCE: Duration = Duration::from_secs(30);

/// Writes requests, one after the other, for one connection.
pub trait Requests {
    /// Appends the next request to `out`. Returns false if the unit of measurement is not complete yet: its time goes
    /// on with the next request.
    fn next(&mut self, out: &mut Vec<u8>) -> bool;
}

/// Times of the units, and what went wrong.
#[derive(Default)]
pub struct Driven {
    /// Microseconds of each unit, sorted.
    pub times_us: Vec<u32>,
    pub seconds: f64,
    /// The first answer that was not 200, if any.
    pub failure: Option<String>,
}

impl Driven {
    pub fn rate(&self) -> f64 {
        self.times_us.len() as f64 / self.seconds
    }

    /// The time within which that share of the units ended, in milliseconds.
    pub fn at_ms(&self, share: f64) -> f64 {
        let last = self.times_us.len().saturating_sub(1);
        self.times_us.get((last as f64 * share) as usize).map_or(0.0, |us| f64::from(*us) / 1e3)
    }
}

/// One connection and the bytes that it has received.
struct Line {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Line {
    /// Reads one answer; returns its status and its text.
    async fn answer(&mut self) -> std::io::Result<(u16, String)> {
        self.received.clear();
        loop {
            if let Some(end) = self.received.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.received[..end]);
                let length = head.lines().find_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
                });
                if self.received.len() >= end + 4 + length.unwrap_or(0) {
                    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
                    let text = if status == 200 { String::new() } else { self.text() };
                    return Ok((status, text));
                }
            }
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err(std::io::Error::other("the server closed the connection"));
            }
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.received).into_owned()
    }
}

async fn one(address: SocketAddr, mut requests: impl Requests, end: Instant) -> Result<Vec<u32>, String> {
    let told = |error: std::io::Error| error.to_string();
    let stream = TcpStream::connect(address).await.map_err(told)?;
    stream.set_nodelay(true).map_err(told)?;
    let mut line = Line { stream, received: Vec::with_capacity(64 * 1024) };
    let (mut out, mut times) = (Vec::with_capacity(1024), Vec::new());
    while Instant::now() < end {
        let began = Instant::now();
        loop {
            out.clear();
            let complete = requests.next(&mut out);
            line.stream.write_all(&out).await.map_err(told)?;
            let answered = tokio::time::timeout(PATIENCE, line.answer()).await;
            let (status, text) = answered.map_err(|_| "no answer in 30 seconds".to_owned())?.map_err(told)?;
            if status != 200 {
                return Err(text);
            }
            if complete {
                break;
            }
        }
        times.push(u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX));
    }
    Ok(times)
}

/// Sends requests on that many connections for that long.
pub fn drive<R: Requests + 'static>(
    address: SocketAddr,
    connections: usize,
    length: Duration,
    requests: impl Fn(usize) -> R,
) -> Driven {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let local = tokio::task::LocalSet::new();
    let began = Instant::now();
    let end = began + length;
    let workers: Rc<Vec<_>> =
        Rc::new((0..connections).map(|number| local.spawn_local(one(address, requests(number), end))).collect());
    local.block_on(&runtime, async move {
        let mut driven = Driven::default();
        for worker in Rc::into_inner(workers).expect("the only owner") {
            match worker.await.expect("a worker") {
                Ok(mut times) => driven.times_us.append(&mut times),
                Err(why) => driven.failure = driven.failure.or(Some(why)),
            }
        }
        driven.seconds = began.elapsed().as_secs_f64();
        driven.times_us.sort_unstable();
        driven
    })
}
