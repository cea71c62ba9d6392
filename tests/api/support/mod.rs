//! A separate server for each test, and clients that check the API's contract.

mod caller;
mod described;
pub mod desk;
mod device;
mod let_in;
pub mod listener;
pub mod log;
pub mod mail_sink;
pub mod process;
pub mod subscriber;
mod wait;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kapok::app::{self, RunningServer};
use kapok::auth::staff::{self, NewStaff};
use kapok::auth::{Role, passwords};
use kapok::base::clock::{Clock, Timestamp};
use kapok::base::contact::Email;
use kapok::base::id::MemberId;
use kapok::core::ledger::replay::replay;
use kapok::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind};
use kapok::member::content::Content;
use kapok::member::partners::Partners;
use kapok::member::rewards;
use kapok::platform::config::{CaptchaProvider, Config, Synchronous};
use kapok::platform::store::{DataDir, Reader};
use serde_json::{Value, json};

pub use caller::{Answer, Caller, fresh_key};
pub use device::{Device, Statement, challenge};
pub use let_in::LetIn;
pub use wait::{newest, until};

/// The password of all people in the tests.
pub const PASSWORD: &str = "Harbour#4471q";

/// The calls that verify a contact at sign-up: the call that sends, the call that checks, the field.
const EMAIL: [&str; 3] = ["sendEmailOTP", "verifyEmailOTP", "email"];
const PHONE: [&str; 3] = ["sendSMSOTP", "verifySMSOTP", "phone"];

/// A server with its own port, its own folder and a clock that the test sets.
pub struct TestServer {
    pub running: RunningServer,
    pub clock: Clock,
    folder: tempfile::TempDir,
    next_member: AtomicU32,
}

/// A member who is signed in by API session.
pub struct TestMember {
    pub caller: Caller,
    pub id: MemberId,
    pub email: String,
    pub phone: String,
    pub short_id: String,
}

/// The settings of most tests: no captcha, no rate limits, fast commits.
pub fn quiet(config: &mut Config) {
    config.captcha.provider = CaptchaProvider::None;
    config.metrics.listen = String::new();
    config.limits.enabled = false;
    config.store.synchronous = Synchronous::Normal;
}

/// Settings with all rate limits and the embedded captcha, at low cost.
pub fn guarded(config: &mut Config) {
    quiet(config);
    config.limits.enabled = true;
    config.captcha.provider = CaptchaProvider::Altcha;
    config.captcha.cost = 1_000;
}

impl TestServer {
    pub async fn start() -> Self {
        Self::start_with(quiet).await
    }

    pub async fn start_with(adjust: impl FnOnce(&mut Config)) -> Self {
        Self::start_in(tempfile::tempdir().expect("a scratch folder"), adjust).await
    }

    /// Starts with the clock at that time. A clock that is set back after the start may race with the first housekeeping,
    /// which then deletes new sessions as old ones.
    pub async fn start_at(moment: Timestamp) -> Self {
        let folder = tempfile::tempdir().expect("a scratch folder");
        Self::start_at_in(moment, folder, quiet).await
    }

    /// Starts on a folder that may hold data already.
    pub async fn start_in(folder: tempfile::TempDir, adjust: impl FnOnce(&mut Config)) -> Self {
        Self::start_at_in(Timestamp::from_millis(1_790_000_000_000), folder, adjust).await
    }

    async fn start_at_in(moment: Timestamp, folder: tempfile::TempDir, adjust: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
        config.listen.set_port(0);
        adjust(&mut config);
        let clock = Clock::starting_at(moment);
        let running = app::start(config, clock.clone()).await.expect("the server starts");
        Self { running, clock, folder, next_member: AtomicU32::new(0) }
    }

    /// Stops the server and starts it on the same folder, as an upgrade does.
    pub async fn restart_with(self, adjust: impl FnOnce(&mut Config)) -> Self {
        let Self { running, clock, folder, next_member } = self;
        running.stop().await;
        let mut config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
        config.listen.set_port(0);
        adjust(&mut config);
        let running = app::start(config, clock.clone()).await.expect("the server starts again");
        Self { running, clock, folder, next_member }
    }

    /// Stops the server; the folder stays until the result is dropped.
    pub async fn stop(self) -> tempfile::TempDir {
        self.running.stop().await;
        self.folder
    }

    pub fn data_dir(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// A client without a session and without the headers of a browser.
    pub fn visitor(&self) -> Caller {
        Caller::new(self.running.address)
    }

    /// A member who signed up with e-mail and phone and is signed in by API session.
    pub async fn member(&self) -> TestMember {
        self.friend_of("").await
    }

    /// A member who signed up with the referral code of another member.
    pub async fn friend_of(&self, referral_code: &str) -> TestMember {
        self.join(referral_code, &[EMAIL, PHONE]).await
    }

    /// A member who signed up with a referral code and only an e-mail address.
    pub async fn friend_without_phone(&self, referral_code: &str) -> TestMember {
        self.join(referral_code, &[EMAIL]).await
    }

    /// A member with only a phone number.
    pub async fn member_by_phone(&self) -> TestMember {
        self.join("", &[PHONE]).await
    }

    async fn join(&self, referral_code: &str, proven: &[[&str; 3]]) -> TestMember {
        let number = self.next_member.fetch_add(1, Ordering::Relaxed);
        let (email, phone) = (format!("member{number}@example.org"), format!("6{number:07}"));
        let caller = self.visitor();
        let begun = caller.post("/api/auth/initRegistration", json!({})).await.expect(200);
        for [send, verify, field] in proven.iter().copied() {
            let value = if field == "email" { &email } else { &phone };
            caller.post(&format!("/api/auth/{send}"), json!({ field: value })).await.expect(200);
            let otp = self.code_sent_to(value).await;
            caller.post(&format!("/api/auth/{verify}"), json!({ field: value, "otp": otp })).await.expect(200);
        }
        let captcha = if begun["captcha"]["provider"] == "none" { String::new() } else { solve(&caller).await };
        let (has_email, has_phone) = (proven.contains(&EMAIL), proven.contains(&PHONE));
        let form = json!({ "firstName": "Mei", "lastName": "陳", "userPassword": PASSWORD,
            "userEmail": if has_email { email.as_str() } else { "" }, "hasEmail": has_email,
            "userPhone": if has_phone { phone.as_str() } else { "" }, "hasPhone": has_phone,
            "referralCode": referral_code, "captcha": captcha });
        let user = caller.post("/api/auth/createAccount", form).await.expect(201)["user"].clone();
        let caller = self.visitor();
        caller.sign_in(if has_email { &email } else { &phone }, PASSWORD).await;
        let text = |name: &str| user[name].as_str().expect("a text").to_owned();
        let id = MemberId::parse(&text("_id")).expect("an id");
        TestMember { caller, id, email, phone, short_id: text("shortId") }
    }

    /// A member with that many points.
    pub async fn member_with(&self, points: i64) -> TestMember {
        let member = self.member().await;
        self.give(member.id, points).await;
        member
    }

    /// Issues points directly in the ledger, without the API.
    pub async fn give(&self, member: MemberId, points: i64) {
        self.running
            .store
            .write_unattended(move |tx| {
                let account = ledger::account_of(tx, member)?;
                ledger::post(
                    tx,
                    &NewPostings::between(
                        TransactionKind::Adjustment,
                        AccountId::ISSUANCE,
                        account,
                        points,
                        Details::default(),
                    ),
                )
            })
            .await
            .expect("points are issued");
    }

    /// A staff member with that role, signed in by API session. A merchant works at the counter of a
    /// partner made for them.
    pub async fn staff(&self, role: Role) -> Caller {
        let email =
            format!("{role:?}-{}@staff.example.org", self.next_member.fetch_add(1, Ordering::Relaxed)).to_lowercase();
        let address = Email::parse(&email).expect("an address");
        let folder = DataDir::existing(self.folder.path()).expect("a data folder");
        let password_hash = passwords::hash_now(&folder.keyring().expect("keys"), PASSWORD).expect("a hash");
        self.running
            .store
            .write_unattended(move |tx| {
                let partner = match role {
                    Role::Merchant => {
                        let input =
                            serde_json::from_value(json!({ "type": "food", "name": { "en": "Tai Ping Bing Sutt" } }))?;
                        Some(Partners::create(tx, input)?.id)
                    }
                    _ => None,
                };
                let name = format!("{role:?}");
                staff::create_staff(tx, &NewStaff { name, email: address, password_hash, role, partner })
            })
            .await
            .expect("staff is made");
        let caller = self.visitor();
        caller.staff_sign_in(&email, PASSWORD).await;
        caller
    }

    /// The newest message to an address in the outbox on disk; waits until it is written.
    pub async fn message_to(&self, address: &str) -> Value {
        let outbox = self.data_dir().join("outbox");
        until(async || {
            let mut files: Vec<PathBuf> = std::fs::read_dir(&outbox)
                .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
                .unwrap_or_default();
            files.retain(|path| path.extension().is_some_and(|kind| kind == "json"));
            files.sort();
            for path in files.iter().rev() {
                let message: Value = serde_json::from_slice(&std::fs::read(path).expect("a message")).expect("JSON");
                if message["to"].as_str().is_some_and(|to| to.contains(address)) {
                    // Deletes the message, so that the next call finds a newer one.
                    std::fs::remove_file(path).expect("a message is taken");
                    return Ok(message);
                }
            }
            Err(format!("no message to {address}"))
        })
        .await
    }

    /// The six digits of the newest code sent to an address.
    pub async fn code_sent_to(&self, address: &str) -> String {
        let message = self.message_to(address).await;
        let text = message["text"].as_str().expect("a text").to_owned();
        text.split(|c: char| !c.is_ascii_digit()).find(|part| part.len() == 6).expect("a code").to_owned()
    }

    /// Verifies the ledger beside the server; every test that moves points ends with this.
    pub fn verify_books(&self) {
        let folder = DataDir::existing(self.folder.path()).expect("a data folder");
        let verdict = Reader::open(&folder).expect("a reader").read_consistently(replay).expect("a replay");
        verdict.expect("the books are sound");
        let stock =
            Reader::open(&folder).expect("a reader").read_consistently(rewards::stocktake).expect("a stocktaking");
        stock.expect("the stock is sound");
    }
}

/// Gets a captcha challenge and solves it, as the widget does.
pub async fn solve(caller: &Caller) -> String {
    let challenge = caller.get("/api/captcha/challenge").await.expect(200);
    let work = move || {
        let challenge: altcha::Challenge = serde_json::from_value(challenge).expect("ALTCHA's form");
        let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge));
        let solution = solution.expect("runs").expect("solved in time");
        STANDARD.encode(serde_json::to_string(&altcha::Payload { challenge, solution }).expect("JSON"))
    };
    tokio::task::spawn_blocking(work).await.expect("solved")
}

impl TestMember {
    pub async fn points(&self) -> i64 {
        self.caller.get("/api/auth/getUserInfo").await.expect(200)["points"].as_i64().expect("points")
    }
}
