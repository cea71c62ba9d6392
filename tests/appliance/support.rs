//! Drives the built binary.

use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rcgen::{CertificateParams, KeyPair};

/// The binary on a data folder, without the environment of this process.
pub fn kapok(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kapok"));
    command.args(arguments).arg("--data-dir").arg(folder).stdin(Stdio::null());
    // The metrics listen on a free port.
    command.env("KAPOK_LOG__FILTER", "error").env("KAPOK_METRICS__LISTEN", "127.0.0.1:0");
    command
}

pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    kapok(folder, arguments).output().expect("the binary runs")
}

/// A command whose files may not grow beyond that many bytes, as on a full disk. The shell ignores SIGXFSZ, which
/// would otherwise end the process, and exec keeps that.
pub fn with_little_room(kapok: &Command, bytes: u32) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec prlimit \"$@\"", "sh"]).arg(format!("--fsize={bytes}"));
    command.arg(kapok.get_program()).args(kapok.get_args()).stdin(Stdio::null());
    command.env("KAPOK_LOG__FILTER", "off").env("KAPOK_METRICS__LISTEN", "127.0.0.1:0");
    command
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The output of a command; fails the test unless the command succeeded.
#[track_caller]
pub fn expect_success(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Fails the test unless the command fails with one sentence that contains `expected`.
#[track_caller]
pub fn expect_failure(output: &Output, expected: &str) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(expected), "{expected:?} is not in {said:?}");
    // Asserts that a text is one sentence, perhaps with an indented list below it.
    assert!(said.trim().lines().skip(1).all(|line| line.starts_with("  ")), "one sentence: {said}");
}

pub fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

/// A server in a process of its own.
pub struct Server(Child);

impl Server {
    /// Starts `serve` or `demo` on a port that the system chooses, and waits until it listens.
    pub fn start(folder: &Path, verb: &str) -> Self {
        Self::spawn(folder, kapok(folder, &[verb, "--listen", "127.0.0.1:0"]).env("KAPOK_LOG__FILTER", "warn"))
    }

    /// Starts a server with the given command.
    pub fn spawn(folder: &Path, command: &mut Command) -> Self {
        let mut server = Self(command.stdout(Stdio::null()).spawn().expect("the server starts"));
        while !folder.join("listen").exists() {
            assert!(server.0.try_wait().expect("a state").is_none(), "the server stopped at its start");
            std::thread::yield_now();
        }
        server
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Waits for the server to end and gives the exit code.
    pub fn wait(mut self) -> i32 {
        self.0.wait().expect("an end").code().expect("a code")
    }

    /// Sends SIGTERM and gives the exit code.
    pub fn terminate(self) -> i32 {
        Command::new("kill").arg(self.id().to_string()).status().expect("kill runs");
        self.wait()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process has ended already after `terminate`.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A process that ends with the test.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

/// Writes a CA certificate to `ca.pem`, and gives the paths of a certificate for localhost and of its key.
pub fn certificates(folder: &Path) -> [PathBuf; 2] {
    let mut params = CertificateParams::new(Vec::new()).expect("parameters");
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let issuer = rcgen::CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an issuer");
    let key = KeyPair::generate().expect("a key");
    let own = CertificateParams::new(vec!["localhost".to_owned()]).expect("parameters");
    let own = own.signed_by(&key, &issuer).expect("signed");
    let file = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    file("ca.pem", issuer.pem());
    [file("own.pem", own.pem()), file("own.key", key.serialize_pem())]
}

/// A user id that no user of this machine has.
pub const SOMEBODY: u32 = 54_321;

/// Gives a folder and its contents to another user if the test runs as root; otherwise the owner stays.
pub fn give_away(path: &Path) {
    if path.is_dir() {
        std::fs::read_dir(path).expect("a folder").flatten().for_each(|entry| give_away(&entry.path()));
    }
    // Only root may change an owner.
    let _ = lchown(path, Some(SOMEBODY), Some(SOMEBODY));
}

/// The binary, run as the owner of the data folder.
pub fn kapok_as_owner(folder: &Path, arguments: &[&str]) -> Command {
    let owner = std::fs::metadata(folder).expect("a folder");
    let mut command = kapok(folder, arguments);
    command.uid(owner.uid()).gid(owner.gid()).current_dir(folder);
    command
}

/// A data folder with the demo programme, without a running server.
pub fn demo_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Server::start(folder.path(), "demo").terminate(), 0);
    folder
}

/// The address at which the server of a folder listens, such as `http://127.0.0.1:40123`.
pub fn address(folder: &Path) -> String {
    let mark = std::fs::read_to_string(folder.join("listen")).expect("the address of a running server");
    format!("http://{}", mark.trim())
}

/// Runs SQL on a folder's database without the checks of the application, to damage it.
pub fn sql(folder: &Path, statements: &str) {
    let database = rusqlite::Connection::open(folder.join("kapok.db")).expect("opens");
    database.execute_batch(statements).expect("runs");
}

pub fn number(folder: &Path, query: &str) -> i64 {
    let database = rusqlite::Connection::open(folder.join("kapok.db")).expect("opens");
    database.query_row(query, [], |row| row.get(0)).expect("a number")
}

pub fn as_text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}
