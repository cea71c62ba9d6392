//! A demo whose lists, checks and export run, so that the store prepares the statements that are put together from parts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kapok::app::{self, RunningServer};
use kapok::base::clock::Clock;
use kapok::core::settings::{self, Author};
use kapok::member::alarms;
use kapok::ops::demo::{self, DemoSize, GeneratedLoad};
use kapok::ops::export_import::export_lines;
use kapok::ops::verification;
use kapok::platform::audit::{self, Extent};
use kapok::platform::config::{Config, Synchronous};
use kapok::platform::store::{DataDir, Read, Store, Tx, prepared_statements, record_prepared_statements};
use reqwest::Method;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::statements::{in_one_line, literals};

/// Members of the demo, so many that the search takes its way for many hits.
const MEMBERS: u32 = 3_100;

/// Lists of the admin that tools/bench-lists does not measure: searches with many hits, and seldom filters.
const MORE_LISTS: [&str; 27] = [
    "transactions/{award}",
    "campaign-scans?campaign={campaign}",
    "campaign-scans?campaign={campaign}&q=member7@kapok.example",
    "members/{member}/export",
    "members?q=member",
    "members?q=member&sort=oldest",
    "members?q=member&sort=name",
    "members?q=chan&status=active",
    "transactions?member={member}&sort=oldest",
    "transactions?amountHkd=88.50",
    "transactions?amountHkd=88.50&sort=oldest",
    "transactions?amountHkd=88.50&partner={partner}",
    "transactions?amountHkd=88.50&partner={partner}&sort=oldest",
    "transactions?member={member}&pointsFrom=10&pointsTo=500",
    "transactions?partner={partner}&pointsFrom=10",
    "transactions?amountHkd=88.50&pointsTo=500",
    "audit?actor={staff}",
    "messages?state=sent",
    "messages?kept=true&channel=email",
    "bills/numbered?number=1",
    "claims",
    "claims?status=asked",
    "claims?status=refused",
    "claims/{claim}",
    "claims/{claim}/place",
    "proposals",
    "proposals/waiting",
];

/// Lists that members read.
const MEMBER_LISTS: [&str; 7] = [
    "/api/article/list?type=news",
    "/api/article/liked",
    "/api/claims",
    "/api/goals",
    "/api/partner/list",
    "/api/redeem/list",
    "/api/tiers",
];

/// A demo that is served, so that lists have rows.
pub struct ServedDemo {
    running: RunningServer,
    folder: DataDir,
    client: reqwest::Client,
    scratch: tempfile::TempDir,
}

impl ServedDemo {
    pub async fn start() -> Self {
        record_prepared_statements();
        let scratch = tempfile::tempdir().expect("a folder");
        let path = scratch.path().to_owned();
        let folder = tokio::task::spawn_blocking(move || fill(&path)).await.expect("filled");
        let mut config = Config { data_dir: scratch.path().to_owned(), ..Config::default() };
        config.listen.set_port(0);
        config.metrics.listen = String::new();
        config.limits.enabled = false;
        let running = app::start(config, Clock::system()).await.expect("the server starts");
        Self { running, folder, client: reqwest::Client::new(), scratch }
    }

    pub fn database(&self) -> Connection {
        Connection::open(self.scratch.path().join("kapok.db")).expect("the database")
    }

    async fn call(&self, method: Method, path: &str, token: &str, body: Option<Value>) -> Value {
        let address = format!("http://{}{path}", self.running.address);
        // Changes of some resources must name a version; this names any.
        let mut request = self.client.request(method, address).bearer_auth(token).header("if-match", "*");
        if let Some(body) = body {
            // A key belongs to one request, and each path is posted to once.
            let key = path.replace(|sign: char| !sign.is_ascii_alphanumeric(), "-");
            request = request.header("idempotency-key", key).json(&body);
        }
        let answer = request.send().await.expect("an answer");
        // One list is requested with a filter that does not exist.
        assert!(answer.status().is_success() || answer.status() == 400, "{path}: {}", answer.status());
        serde_json::from_str(&answer.text().await.expect("a whole answer")).unwrap_or_default()
    }

    async fn token(&self, path: &str, body: Value) -> String {
        let answer = self.call(Method::POST, path, "", Some(body)).await;
        answer["token"].as_str().expect("a token").to_owned()
    }

    /// Reads every list of the admin with each order and filter, and what members read; changes content, transfers
    /// points and merges two accounts.
    pub async fn make_calls(&self) {
        let staff = json!({ "email": demo::STAFF[0].0, "password": demo::PASSWORD });
        let owner = self.token("/api/staff/login", staff).await;
        let database = self.database();
        let id = |sql: &str| database.query_row(sql, [], |row| row.get::<_, String>(0)).expect("an id");
        let ids = [
            ("{member}", id("select lower(hex(id)) from member where email = 'member7@kapok.example'")),
            ("{partner}", id("select lower(hex(id)) from partner limit 1")),
            ("{staff}", id("select lower(hex(id)) from staff limit 1")),
            ("{outlet}", id("select lower(hex(id)) from outlet limit 1")),
            ("{till}", id("select lower(hex(id)) from till limit 1")),
            ("{cashier}", id("select lower(hex(id)) from cashier limit 1")),
            ("{segment}", id("select lower(hex(id)) from segment limit 1")),
            ("{item}", id("select lower(hex(id)) from item limit 1")),
            ("{claim}", id("select lower(hex(id)) from claim limit 1")),
            ("{campaign}", id("select lower(hex(id)) from campaign limit 1")),
            (
                "{award}",
                id("select lower(hex(transaction_id)) from counter_event where transaction_id is not null limit 1"),
            ),
        ];
        for list in measured_lists().iter().map(String::as_str).chain(MORE_LISTS) {
            let list = ids.iter().fold(list.to_owned(), |list, (name, id)| list.replace(name, id));
            self.call(Method::GET, &format!("/api/admin/{list}"), &owner, None).await;
        }
        let regulars = json!({ "lines": [{ "kind": "visited", "atLeast": 2 }] });
        self.call(Method::POST, "/api/admin/segments/count", &owner, Some(regulars)).await;
        for kind in ["article", "item", "campaign"] {
            let words = json!({ "en": "News" });
            let about = json!({ "title": words, "body": words, "link": { "kind": kind, "id": "0".repeat(32) } });
            self.call(Method::POST, "/api/admin/notifications", &owner, Some(about)).await;
        }
        for content in ["article", "partner", "item", "campaign"] {
            let id = id(&format!("select lower(hex(id)) from {content} limit 1"));
            for action in ["unpublish", "delete", "restore", "publish"] {
                let change = json!({ "action": action, "ids": [id] });
                self.call(Method::POST, &format!("/api/admin/{content}s/bulk"), &owner, Some(change)).await;
            }
        }
        let member = json!({ "userIdentifier": demo::MEMBERS[0].1, "userPassword": demo::PASSWORD });
        let member = self.token("/api/auth/login", member).await;
        for list in MEMBER_LISTS {
            self.call(Method::GET, list, &member, None).await;
        }
        let transfer = json!({ "recipient": demo::MEMBERS[1].1, "amount": 1 });
        self.call(Method::POST, "/api/transaction/transfer", &member, Some(transfer)).await;
        let scan = id("select lower(hex(transaction_id)) from campaign_claim limit 1");
        let (path, why) = (format!("/api/admin/campaign-scans/{scan}/take-back"), json!({ "reason": "a mistake" }));
        self.call(Method::POST, &path, &owner, Some(why)).await;
        let merge = json!({ "into": ids[0].1, "reason": "twice" });
        let twin = id("select lower(hex(id)) from member where email = 'member8@kapok.example'");
        self.call(Method::POST, &format!("/api/admin/members/{twin}/merge"), &owner, Some(merge)).await;
    }

    /// Takes a proposal through its states: a manager writes it, sends it, takes it back and deletes it, and sends
    /// another one, which the owner refuses.
    pub async fn propose(&self) {
        let sign_in = |email: &str| json!({ "email": email, "password": demo::PASSWORD });
        let owner = self.token("/api/staff/login", sign_in(demo::STAFF[0].0)).await;
        let manager = self.token("/api/staff/login", sign_in(demo::STAFF[2].0)).await;
        let own = "/api/merchant/proposals";
        let tea = json!({ "kind": "item", "name": { "en": "Tea" }, "points": 9 });
        let mut paths = Vec::new();
        for number in 0..2 {
            let made = self.call(Method::POST, own, &manager, Some(tea.clone())).await;
            let id = made["_id"].as_str().expect("an id").to_owned();
            let path = format!("{own}/{id}");
            self.call(Method::PUT, &path, &manager, Some(tea.clone())).await;
            self.call(Method::POST, &format!("{path}/send"), &manager, Some(json!({}))).await;
            if number == 0 {
                self.call(Method::POST, &format!("{path}/take-back"), &manager, Some(json!({}))).await;
                self.call(Method::DELETE, &path, &manager, None).await;
            }
            paths.push(format!("/api/admin/proposals/{id}/refuse"));
        }
        self.call(Method::POST, &paths[1], &owner, Some(json!({ "note": "Not now" }))).await;
    }

    /// Raises an alarm about transfers of two members to a third one, and reads it.
    pub async fn raise_alarm(&self) {
        let settings = |read: &Read<'_>| settings::current(read);
        let mut changed = self.running.store.read(settings).expect("settings");
        changed.alarms.on = true;
        changed.alarms.fan_in.from = 2;
        let author = Author { id: [0; 16], name: "Ada" };
        let change = move |tx: &Tx<'_>| settings::replace(tx, &changed, author);
        self.running.store.write_unattended(change).await.expect("changed");
        for (_, email, ..) in demo::MEMBERS.iter().take(2) {
            let sign_in = json!({ "userIdentifier": email, "userPassword": demo::PASSWORD });
            let member = self.token("/api/auth/login", sign_in).await;
            let transfer = json!({ "recipient": "member9@kapok.example", "amount": 1 });
            let path = "/api/transaction/transfer";
            let address = format!("http://{}{path}", self.running.address);
            let request = self.client.post(address).bearer_auth(member).header("idempotency-key", "a-key-of-the-alarm");
            assert!(request.json(&transfer).send().await.expect("an answer").status().is_success());
        }
        alarms::find_now(&self.running.store).await.expect("a look");
        let staff = json!({ "email": demo::STAFF[0].0, "password": demo::PASSWORD });
        let owner = self.token("/api/staff/login", staff).await;
        let open = self.call(Method::GET, "/api/admin/alarms", &owner, None).await;
        let alarm = open[0]["_id"].as_str().expect("an alarm");
        for path in ["summary", alarm] {
            self.call(Method::GET, &format!("/api/admin/alarms/{path}"), &owner, None).await;
        }
    }

    /// Verifies the programme, and reads what finance may see of the audit.
    pub fn check(&self) {
        let keys = self.folder.keyring().expect("keys");
        let verdict = self.running.store.read(|read| verification::verify(read, &keys)).expect("a verdict");
        verdict.expect("consistent books");
        self.running.store.read(|read| audit::known(read, Extent::Points)).expect("actors and actions");
    }

    /// Exports the programme. Returns the statements that nothing but the export has prepared.
    pub fn export(&self) -> BTreeSet<String> {
        let prepared = || prepared_statements().iter().map(|text| in_one_line(text)).collect::<BTreeSet<_>>();
        let before = prepared();
        export_lines(&self.folder, &mut std::io::sink()).expect("an export");
        &prepared() - &before
    }
}

/// Fills a folder.
fn fill(path: &Path) -> DataDir {
    let folder = DataDir::create(path).expect("a data folder");
    demo::claim(&folder).expect("an empty folder");
    let keys = folder.keyring().expect("keys");
    let store = Store::open(&folder, Synchronous::Normal, Clock::system()).expect("a store");
    let generated = GeneratedLoad { members: MEMBERS, transactions: 0 };
    demo::fill(&store, &keys, &folder, DemoSize { neighbours: true, generated }).expect("a demo");
    store.close_blocking();
    folder
}

/// The addresses of the admin's lists that tools/bench-lists measures.
fn measured_lists() -> Vec<String> {
    let source = fs::read_to_string("benches/lists.rs").expect("the bench of the lists");
    let code = source.split_once("const LISTS").expect("the lists").1;
    literals(code.split_once("fn main").expect("the program").0)
}
