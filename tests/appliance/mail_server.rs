//! E-mails handed to a mail server that others wrote, as it kept them and as a mail program reads them.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::packaging::tool;
use crate::support::{Running, Server, address, certificates, expect_failure, expect_success, free_port, kapok};

/// Python's own reader of mails: what it makes of the one file in a folder.
const READ: &str = r#"
import email, email.policy, json, pathlib, sys
[path] = pathlib.Path(sys.argv[1]).iterdir()
mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
defects = [str(defect) for part in mail.walk() for defect in part.defects]
print(json.dumps({"subject": mail["subject"], "from": mail["from"], "to": mail["to"], "id": mail["message-id"],
    "date": str(mail["date"].datetime), "kind": mail.get_content_type(), "parts": parts, "defects": defects}))
"#;

/// aiosmtpd, which takes mails by STARTTLS only and keeps them in a folder.
struct MailServer {
    _process: Running,
    port: u16,
    folder: PathBuf,
}

impl MailServer {
    fn start(folder: &Path) -> Self {
        let (port, kept, [own, own_key]) = (free_port(), folder.join("mails"), certificates(folder));
        let mut command = Command::new(tool("aiosmtpd"));
        command.args(["--nosetuid", "--smtputf8", "--listen", &format!("localhost:{port}")]);
        command.arg("--tlscert").arg(own).arg("--tlskey").arg(own_key);
        command.args(["--class", "aiosmtpd.handlers.Mailbox"]).arg(&kept);
        let mut process = Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"));
        while TcpStream::connect(("localhost", port)).is_err() {
            assert!(process.0.try_wait().expect("a state").is_none(), "the mail server stopped at its start");
            std::thread::yield_now();
        }
        Self { _process: process, port, folder: kept.join("new") }
    }

    fn lead(&self, command: &mut Command, ca: &Path) {
        command.env("KAPOK_EMAIL__TRANSPORT", "smtp").env("KAPOK_EMAIL__HOST", "localhost");
        command.env("KAPOK_EMAIL__PORT", self.port.to_string()).env("KAPOK_EMAIL__CA_FILE", ca);
        command.env("KAPOK_EMAIL__FROM", "Kapok 木棉 <points@kapok.example>");
    }

    /// The one mail that came, as a mail program reads it.
    fn the_mail(&self) -> Value {
        while !fs::read_dir(&self.folder).is_ok_and(|mut mails| mails.next().is_some()) {
            std::thread::yield_now();
        }
        let read = Command::new("python3").args(["-c", READ]).arg(&self.folder).output().expect("python runs");
        serde_json::from_str(&expect_success(&read)).expect("JSON")
    }
}

#[tokio::test]
async fn a_link_for_a_new_password_is_a_sound_mail_in_a_real_mailbox() {
    let folder = tempfile::tempdir().expect("a folder");
    let mails = MailServer::start(folder.path());
    let data = folder.path().join("data");
    let mut command = kapok(&data, &["demo", "--listen", "127.0.0.1:0"]);
    mails.lead(&mut command, &folder.path().join("ca.pem"));
    let server = Server::spawn(&data, &mut command);
    let asked = reqwest::Client::new()
        .post(format!("{}/api/auth/forgotPassword", address(&data)))
        .header("accept-language", "zh-HK")
        .json(&json!({ "email": "alice@kapok.example" }))
        .send();
    assert_eq!(asked.await.expect("an answer").status(), 200);
    let mail = tokio::task::spawn_blocking(move || mails.the_mail()).await.expect("a mail");
    assert_eq!(mail["defects"], json!([]));
    assert_eq!(mail["from"], "Kapok 木棉 <points@kapok.example>");
    assert_eq!(mail["to"], "alice@kapok.example");
    assert_eq!(mail["kind"], "multipart/alternative");
    assert!(mail["id"].as_str().is_some_and(|id| id.starts_with('<') && id.ends_with('>')), "{mail}");
    for kind in ["text/plain", "text/html"] {
        let text = mail["parts"][kind].as_str().unwrap_or_default();
        assert!(text.contains("/resetPassword/"), "{kind}: {mail}");
    }
    assert_eq!(server.terminate(), 0);
}

#[test]
fn a_mail_server_with_a_certificate_that_nobody_vouches_for_gets_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mails = MailServer::start(folder.path());
    let data = folder.path().join("data");
    let mut command = kapok(&data, &["mail", "test", "--to", "somebody@kapok.example"]);
    mails.lead(&mut command, &folder.path().join("ca.pem"));
    let said = expect_success(&command.output().expect("runs"));
    assert!(said.contains("the connection is encrypted"), "{said}");
    assert_eq!(mails.the_mail()["to"], "somebody@kapok.example");
    fs::remove_dir_all(&mails.folder).expect("removed");
    fs::create_dir(&mails.folder).expect("a folder");
    let mut command = kapok(&data, &["mail", "test", "--to", "somebody@kapok.example"]);
    mails.lead(&mut command, &folder.path().join("ca.pem"));
    let refused = command.env("KAPOK_EMAIL__CA_FILE", "").output().expect("runs");
    expect_failure(&refused, "certificate");
    assert_eq!(fs::read_dir(&mails.folder).expect("a folder").count(), 0);
}
