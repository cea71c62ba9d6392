//! The binary itself, which a test can kill as a power cut would.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::until;

pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    /// Starts a server on a folder and waits until it listens.
    pub async fn start(verb: &str, folder: &Path, settings: &[(&str, String)]) -> Self {
        let mark = folder.join("listen");
        // The address file is left from an earlier server.
        let _ = std::fs::remove_file(&mark);
        let child = Command::new(env!("CARGO_BIN_EXE_kapok"))
            .args([verb, "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder)
            .env("KAPOK_CAPTCHA__PROVIDER", "none")
            .env("KAPOK_LIMITS__ENABLED", "false")
            .env("KAPOK_METRICS__LISTEN", "")
            .env("KAPOK_LOG__FILTER", "error")
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::null())
            .spawn()
            .expect("the server starts");
        let told = || std::fs::read_to_string(&mark).ok().and_then(|text| text.trim().parse().ok());
        let address = until(async || told().ok_or_else(|| "no address of the server".to_owned())).await;
        Self { child, address }
    }

    /// The peak memory of the process, in KiB.
    pub fn most_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a status");
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the most that it held");
        most.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// Sends SIGKILL, so that the server cannot finish anything.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
