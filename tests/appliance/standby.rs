//! Litestream beside the server: a restore to a given second, and the failover to a second machine.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use kapok::base::clock::{Clock, Timestamp};
use serde_json::{Value, json};

use crate::bucket::{ACCESS_KEY, SECRET_KEY, Storage};
use crate::packaging::tool;
use crate::support::{Server, address, expect_success, number, run, text};

const POSTED: &str = "select count(*) from posting";

/// Litestream with the settings that ship with Kapok, on a folder and a bucket.
fn litestream(folder: &Path, storage: &Storage, arguments: &[&str]) -> Command {
    let mut command = Command::new(tool("litestream"));
    command.args(&arguments[..1]).args(["-config", "packaging/litestream/litestream.yml"]).args(&arguments[1..]);
    command.env_clear().env("HOME", folder).env("KAPOK_DATA_DIR", folder);
    command.env("REPLICA_ENDPOINT", format!("http://{}", storage.host)).env("REPLICA_BUCKET", "kapok");
    command.env("REPLICA_PATH", "standby").env("REPLICA_REGION", "us-east-1");
    command.env("AWS_ACCESS_KEY_ID", ACCESS_KEY).env("AWS_SECRET_ACCESS_KEY", SECRET_KEY);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

struct Sidecar(Child);

impl Drop for Sidecar {
    fn drop(&mut self) {
        // The process has ended already after a promotion.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn sign_in(folder: &Path) -> Option<String> {
    let body = json!({ "userIdentifier": "alice@kapok.example", "userPassword": "Cotton-tree-88" });
    let request = reqwest::Client::new().post(format!("{}/api/auth/login", address(folder))).json(&body);
    let answer: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    answer["token"].as_str().map(str::to_owned)
}

async fn pay(folder: &Path, token: &str, key: &str) {
    let request = reqwest::Client::new().post(format!("{}/api/transaction/transfer", address(folder)));
    let request = request.bearer_auth(token).header("idempotency-key", key);
    let body = json!({ "recipient": "bob@kapok.example", "amount": 1 });
    assert_eq!(request.json(&body).send().await.expect("an answer").status(), 200);
}

/// Restores into a new folder; gives the number of postings there.
fn restored(folder: &Path, storage: &Storage, target: &Path, more: &[&str]) -> Option<i64> {
    let (to, from) = (target.join("kapok.db"), folder.join("kapok.db"));
    let paths = ["-o", to.to_str().expect("UTF-8"), from.to_str().expect("UTF-8")];
    let done = litestream(folder, storage, &[&["restore"], more, &paths].concat()).status().expect("runs");
    done.success().then(|| number(target, POSTED))
}

/// Waits until the bucket holds the current state of the database.
async fn copied(folder: &Path, storage: &Storage) {
    let wanted = number(folder, POSTED);
    loop {
        let scratch = tempfile::tempdir().expect("a folder");
        if restored(folder, storage, scratch.path(), &[]) == Some(wanted) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// Waits for the next second and gives it.
fn next_second() -> Timestamp {
    let begun = Clock::system().now().as_millis() / 1_000;
    loop {
        let now = Clock::system().now().as_millis() / 1_000;
        if now > begun {
            return Timestamp::from_millis(now * 1_000);
        }
        std::thread::yield_now();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_machine_takes_over_and_any_second_can_be_gone_back_to() {
    let storage = Storage::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), "demo");
    let sidecar = Sidecar(litestream(folder.path(), &storage, &["replicate"]).spawn().expect("it starts"));
    let token = sign_in(folder.path()).await.expect("a token");
    for round in 0..3 {
        pay(folder.path(), &token, &format!("standby-before-{round}")).await;
    }
    copied(folder.path(), &storage).await;
    let (before, moment) = (number(folder.path(), POSTED), next_second());
    // The next changes belong to a later second.
    next_second();
    for round in 0..3 {
        pay(folder.path(), &token, &format!("standby-after-{round}")).await;
    }
    copied(folder.path(), &storage).await;
    let after = number(folder.path(), POSTED);
    assert_eq!(after, before + 6);

    let earlier = tempfile::tempdir().expect("a folder");
    let at = moment.to_string();
    assert_eq!(restored(folder.path(), &storage, earlier.path(), &["-timestamp", &at]), Some(before), "{at}");

    // The first machine stops without warning.
    let died = Command::new("kill").args(["-9", &server.id().to_string()]).status().expect("kill runs");
    assert!(died.success());
    drop((server, sidecar));
    let standby = tempfile::tempdir().expect("a folder");
    assert_eq!(restored(folder.path(), &storage, standby.path(), &[]), Some(after));
    for (target, postings) in [(&earlier, before), (&standby, after)] {
        let keys = target.path().join("keys");
        fs::create_dir(&keys).expect("a folder");
        fs::copy(folder.path().join("keys/master.key"), keys.join("master.key")).expect("copied");
        let verified = run(target.path(), &["verify"]);
        expect_success(&verified);
        assert!(text(&verified.stdout).contains(&format!("{} transactions", postings / 2)), "all are there");
    }
    let server = Server::start(standby.path(), "serve");
    let request = reqwest::Client::new().get(format!("{}/api/auth/getUserInfo", address(standby.path())));
    let answer = request.bearer_auth(&token).send().await.expect("an answer");
    assert_eq!(answer.status(), 200, "a session of the first machine works on the second");
    pay(standby.path(), &sign_in(standby.path()).await.expect("a token"), "standby-promoted").await;
    assert_eq!(server.terminate(), 0);
    expect_success(&run(standby.path(), &["verify"]));
}
