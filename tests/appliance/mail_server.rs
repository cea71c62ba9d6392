//! E-mails sent through aiosmtpd: as it stored them and as a mail program reads them.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::packaging::tool;
use crate::support::{Running, Server, address, certificates, expect_failure, expect_success, free_port, kapok, sql};

/// Python's mail parser: prints what it reads from each file in a folder.
const READ: &str = r#"
import email, email.policy, json, pathlib, sys
def read(path):
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
    defects = [str(defect) for part in mail.walk() for defect in part.defects]
    return {"subject": mail["subject"], "from": mail["from"], "to": mail["to"], "id": mail["message-id"],
        "unsubscribe": mail["list-unsubscribe"], "one_click": mail["list-unsubscribe-post"],
        "date": str(mail["date"].datetime), "kind": mail.get_content_type(), "parts": parts, "defects": defects}
print(json.dumps([read(path) for path in sorted(pathlib.Path(sys.argv[1]).iterdir())]))
"#;

/// Runs aiosmtpd with implicit TLS and a login, which its command line does not offer.
const SERVE: &str = r#"
import ssl, sys, threading
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import AuthResult
port, folder, certificate, key = sys.argv[1:]
tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
tls.load_cert_chain(certificate, key)
def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"kapok", "right 木棉 horse".encode()), handled=False)
Controller(Mailbox(folder), hostname="localhost", port=int(port), ssl_context=tls, authenticator=authenticate,
    auth_required=True, auth_require_tls=False).start()
threading.Event().wait()
"#;

/// aiosmtpd, which stores mails in a folder.
struct MailServer {
    _process: Running,
    port: u16,
    folder: PathBuf,
}

impl MailServer {
    /// With STARTTLS only.
    fn start(folder: &Path) -> Self {
        let (port, kept, [own, own_key]) = (free_port(), folder.join("mails"), certificates(folder));
        let mut command = Command::new(tool("aiosmtpd"));
        command.args(["--nosetuid", "--smtputf8", "--listen", &format!("localhost:{port}")]);
        command.arg("--tlscert").arg(own).arg("--tlskey").arg(own_key);
        command.args(["--class", "aiosmtpd.handlers.Mailbox"]).arg(&kept);
        Self::run(command, port, &kept)
    }

    /// With implicit TLS and a required login.
    fn start_for_one_user(folder: &Path) -> Self {
        let (port, kept, [own, own_key]) = (free_port(), folder.join("mails"), certificates(folder));
        let mut command = Command::new("python3");
        command.args(["-c", SERVE, &port.to_string()]).args([&kept, &own, &own_key]);
        command.env("PYTHONPATH", tool("aiosmtpd"));
        Self::run(command, port, &kept)
    }

    fn run(mut command: Command, port: u16, kept: &Path) -> Self {
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

    /// The only mail, as a mail program reads it.
    fn the_mail(&self) -> Value {
        self.mails(1).remove(0)
    }

    /// Waits for that many mails.
    fn mails(&self, count: usize) -> Vec<Value> {
        while !fs::read_dir(&self.folder).is_ok_and(|mails| mails.count() >= count) {
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
    let mut command = kapok(&data, &["demo", "--plain", "--listen", "127.0.0.1:0"]);
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

/// The login that the server with a required login accepts.
fn log_in(command: &mut Command) {
    command.env("KAPOK_EMAIL__TLS", "implicit").env("KAPOK_EMAIL__USERNAME", "kapok");
    command.env("KAPOK_EMAIL__PASSWORD", "right 木棉 horse");
}

async fn post(url: &str, token: &str, body: Value) -> Value {
    let sent = reqwest::Client::new().post(url).bearer_auth(token).json(&body).send();
    let answer = sent.await.expect("an answer");
    assert!(answer.status().is_success(), "{url}: {}", answer.status());
    answer.json().await.expect("JSON")
}

#[tokio::test]
async fn an_announcement_reaches_a_real_mailbox_in_three_languages_with_a_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mails = Arc::new(MailServer::start_for_one_user(folder.path()));
    let data = folder.path().join("data");
    let mut command = kapok(&data, &["demo", "--plain", "--listen", "127.0.0.1:0"]);
    mails.lead(&mut command, &folder.path().join("ca.pem"));
    log_in(&mut command);
    let server = Server::spawn(&data, &mut command);
    let home = address(&data);
    let login = json!({ "email": "owner@kapok.example", "password": "Cotton-tree-88" });
    let owner = post(&format!("{home}/api/staff/login"), "", login).await;
    let token = owner["token"].as_str().expect("a token");
    let long = "木棉".repeat(300);
    let title = json!({ "en": "Half price: 50% \u{2013} today", "zh": "半价优惠：今天全场五折，欢迎光临", "zhhk": "半價優惠：今日全場五折，歡迎光臨" });
    let body = json!({ "en": format!("Come by.\n\n.A line with a dot {long}"), "zh": format!("请到店。\n\n很长的一行{long}"),
        "zhhk": format!("請到店。\n\n很長的一行{long}") });
    for (sent, language) in ["en", "zh", "zhhk"].into_iter().enumerate() {
        sql(&data, &format!("update member set language = '{language}'"));
        let announcement = json!({ "byEmail": true, "title": title, "body": body });
        let made = post(&format!("{home}/api/admin/notifications"), token, announcement).await;
        let send = format!("{home}/api/admin/notifications/{}/send", made["_id"].as_str().expect("an id"));
        post(&send, token, json!({})).await;
        // For the two members of the demo.
        let waiting = mails.clone();
        let came = tokio::task::spawn_blocking(move || waiting.mails(2 * (sent + 1))).await.expect("mails");
        let ours = |mail: &&Value| mail["to"] == "alice@kapok.example" && mail["subject"] == title[language];
        let mail = came.iter().find(ours).unwrap_or_else(|| panic!("no mail in {language}: {came:?}"));
        assert_eq!(mail["defects"], json!([]), "{language}");
        let part = |kind: &str| mail["parts"][kind].as_str().expect("a part").replace("\r\n", "\n");
        let whole = body[language].as_str().expect("a text");
        assert!(part("text/plain").contains(whole), "{language}: {mail}");
        assert!(part("text/html").contains(whole.rsplit('\n').next().expect("a line")), "{language}: {mail}");
        assert_eq!(mail["one_click"], "List-Unsubscribe=One-Click");
        let out = mail["unsubscribe"].as_str().expect("a way out").trim_matches(['<', '>']).to_owned();
        if language == "zhhk" {
            let left = reqwest::Client::new().post(&out).body("List-Unsubscribe=One-Click").send();
            assert!(left.await.expect("an answer").status().is_success(), "{out}");
        }
    }
    assert_eq!(server.terminate(), 0);
}

#[test]
fn a_mail_server_that_knows_its_users_takes_a_test_in_each_language_and_nothing_from_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let mails = MailServer::start_for_one_user(folder.path());
    let data = folder.path().join("data");
    let test = |language: &str, password: Option<&str>| {
        let mut command = kapok(&data, &["mail", "test", "--to", "somebody@kapok.example", "--language", language]);
        mails.lead(&mut command, &folder.path().join("ca.pem"));
        log_in(&mut command);
        if let Some(password) = password {
            command.env("KAPOK_EMAIL__PASSWORD", password);
        }
        command.output().expect("runs")
    };
    expect_failure(&test("en", Some("wrong horse")), "auth");
    assert_eq!(fs::read_dir(&mails.folder).map_or(0, Iterator::count), 0);
    for language in ["en", "zh", "zhhk"] {
        let said = expect_success(&test(language, None));
        assert!(said.contains("logged in") && !said.contains("horse"), "{said}");
    }
    let subjects: std::collections::BTreeSet<_> =
        mails.mails(3).iter().map(|mail| mail["subject"].as_str().expect("a subject").to_owned()).collect();
    assert_eq!(subjects.len(), 3, "{subjects:?}");
    for wanted in ["发送邮件", "發送電郵"] {
        assert!(subjects.iter().any(|subject| subject.contains(wanted)), "{subjects:?}");
    }
}
