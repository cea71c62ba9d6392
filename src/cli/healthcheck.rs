//! `kapok healthcheck`: the health check for containers and timers.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};

use crate::platform::config::LoadedConfig;
use crate::platform::store::DataDir;

const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn run(loaded: &LoadedConfig) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let mark = std::fs::read_to_string(folder.listen_mark()).context("no server is running on this data folder")?;
    // With TLS, the server answers plain HTTP only on the metrics address.
    let mark = if loaded.config.tls.enabled() {
        std::fs::read_to_string(folder.metrics_mark()).context("with [tls], the health check needs metrics.listen")?
    } else {
        mark
    };
    let address: SocketAddr = mark.trim().parse().context("the file that names the server's address is damaged")?;
    let status = ask(address).with_context(|| format!("the server at {address} does not answer"))?;
    if !status.starts_with("HTTP/1.1 200 ") {
        bail!("the server at {address} is not ready: {status}");
    }
    println!("ready");
    Ok(ExitCode::SUCCESS)
}

/// Sends one request without an HTTP library; only the first line of the response is needed.
fn ask(address: SocketAddr) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned())
}
