//! Earn links: keys in the admin, links as tills make them, and refusals.

use std::process::Command;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use kapok::auth::Role;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::prints::{decoded, drawn_svg};
use crate::support::desk::Desk;
use crate::support::{Answer, Caller, TestMember, TestServer, fresh_key, quiet};

const LINKS: &str = "/api/merchant/earn-links";
const CLAIM: &str = "/api/redeem/earnLink";

pub struct Till {
    id: String,
    secret: String,
}

impl Till {
    pub async fn of(desk: &Desk, partner: &str, terms: Value) -> Self {
        let made =
            desk.operator.post(&format!("/api/admin/partners/{partner}/earn-link-keys"), terms).await.expect(201);
        let text = |field: &str| made[field].as_str().expect("a text").to_owned();
        Self { id: text("_id"), secret: text("secret") }
    }

    pub fn link(&self, cents: i64, until: i64, receipt: &str) -> String {
        let text = format!("E1~{}~{cents}~{until}~{receipt}", self.id);
        let secret: Vec<u8> =
            (0..64).step_by(2).map(|at| u8::from_str_radix(&self.secret[at..at + 2], 16).expect("hex")).collect();
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).expect("a key");
        mac.update(text.as_bytes());
        format!("https://points.example.hk/earn/{text}~{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}

pub fn in_a_day(server: &TestServer) -> i64 {
    server.clock.now().as_millis() / 1_000 + 86_400
}

pub async fn claim(member: &TestMember, link: &str) -> Answer {
    member.caller.post_once(CLAIM, &fresh_key(), json!({ "link": link })).await
}

#[tokio::test]
async fn a_link_gives_its_points_once_to_the_first_who_claims_it() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let till = Till::of(&desk, &partner, json!({ "name": "Bakery till" })).await;
    let (ada, ben) = (server.member().await, server.member().await);
    let link = till.link(12_850, in_a_day(&server), "R-1");
    let key = fresh_key();
    let given = ada.caller.post_once(CLAIM, &key, json!({ "link": link })).await;
    let body = given.expect(200);
    assert_eq!((&body["points"], &body["balance"]), (&json!(128), &json!(128)));
    let again = ada.caller.post_once(CLAIM, &key, json!({ "link": link })).await;
    assert_eq!((again.text, ada.points().await), (given.text, 128));
    claim(&ada, &link).await.expect_problem(409, "qr_already_used");
    claim(&ben, &link).await.expect_problem(409, "qr_already_used");
    // A receipt earns once, whether at the counter or by a link.
    claim(&ben, &till.link(5_000, in_a_day(&server), "r-1")).await.expect_problem(409, "qr_already_used");
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let at_the_counter = json!({ "member": ben.short_id, "amountHkd": "12.00", "receipt": "R-2" });
    counter.post_once("/api/merchant/award", &fresh_key(), at_the_counter).await.expect(200);
    claim(&ben, &till.link(1_200, in_a_day(&server), "R-2")).await.expect_problem(409, "qr_already_used");
    assert_eq!((ada.points().await, ben.points().await), (128, 12));
    // A reversed award frees its receipt at the counter, and the link stays used.
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    desk.reverse(&json!({ "transactionId": history[0]["_id"] })).await;
    assert_eq!(ada.points().await, 0);
    claim(&ada, &link).await.expect_problem(409, "qr_already_used");
    server.verify_books();
}

#[tokio::test]
async fn fifty_claims_at_once_pay_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let till = Till::of(&desk, &desk.partner("1", "0").await, json!({ "name": "Till" })).await;
    let members = [server.member().await, server.member().await];
    let link = till.link(10_000, in_a_day(&server), "RACE");
    let claims = (0..50).map(|place| claim(&members[place % 2], &link));
    let answers = crate::rewards::futures_of(claims).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(members[0].points().await + members[1].points().await, 100);
    server.verify_books();
}

#[tokio::test]
async fn forged_earn_links_reveal_nothing() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let (till, withdrawn) = (
        Till::of(&desk, &partner, json!({ "name": "Till" })).await,
        Till::of(&desk, &partner, json!({ "name": "Lost" })).await,
    );
    let lost = format!("/api/admin/earn-link-keys/{}", withdrawn.id);
    desk.operator.delete(&lost).await.expect(204);
    desk.operator.delete(&lost).await.expect_problem(404, "not_found");
    let (ada, now) = (server.member().await, server.clock.now().as_millis() / 1_000);
    let good = till.link(10_000, in_a_day(&server), "R-1");
    let unknown = Till { id: "019cde0a5b7070009f1b4c1f0c2f7a31".to_owned(), secret: "00".repeat(32) };
    let bad = [
        String::new(),
        "E1".to_owned(),
        "x".repeat(600),
        good.replace("~10000~", "~90000~"),
        good.replace("R-1", "R-2"),
        good[..good.len() - 1].to_owned(),
        format!("{good}A"),
        unknown.link(10_000, in_a_day(&server), "R-1"),
        withdrawn.link(10_000, in_a_day(&server), "R-1"),
        till.link(10_000, now, "R-1"),
        till.link(10_000, now + 32 * 86_400, "R-1"),
        till.link(0, in_a_day(&server), "R-1"),
    ];
    let mut told = std::collections::BTreeSet::new();
    for link in &bad {
        let mut body = claim(&ada, link).await.expect_problem(404, "invalid_qr");
        body["instance"] = Value::Null;
        told.insert(body.to_string());
    }
    assert_eq!((told.len(), ada.points().await), (1, 0), "{told:?}");
    claim(&ada, &good).await.expect(200);
    // The end of the validity is exclusive.
    let late = till.link(10_000, now + 60, "R-9");
    server.clock.advance(Duration::from_secs(60));
    claim(&ada, &late).await.expect_problem(404, "invalid_qr");
    server.visitor().post(CLAIM, json!({ "link": good })).await.expect_problem(401, "unauthenticated");
    let ben = server.member().await;
    crate::accounts::suspend(&server, &ben).await;
    let refused = claim(&ben, &till.link(10_000, in_a_day(&server), "R-10")).await;
    assert_eq!((refused.status, server.balance(ben.id).await), (401, 0));
    let path = format!("/api/admin/partners/{partner}");
    let mut shop = desk.operator.get(&path).await.expect(200);
    shop["active"] = json!(false);
    desk.operator.put_at(&path, "*", shop).await.expect(200);
    claim(&ada, &till.link(10_000, in_a_day(&server), "R-11")).await.expect_problem(404, "invalid_qr");
}

#[tokio::test]
async fn invalid_links_are_limited_and_caps_hold() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let desk = Desk::of(&server).await;
    let till = Till::of(&desk, &desk.partner("1", "0").await, json!({ "name": "Till", "dailyCap": 150 })).await;
    let (ada, ben) = (server.member().await, server.member().await);
    claim(&ada, &till.link(10_000, in_a_day(&server), "R-1")).await.expect(200);
    claim(&ada, &till.link(10_000, in_a_day(&server), "R-2")).await.expect_problem(409, "award_cap_reached");
    claim(&ada, &till.link(5_000, in_a_day(&server), "R-3")).await.expect(200);
    claim(&ben, &till.link(50, in_a_day(&server), "R-4")).await.expect_problem(422, "amount_too_small");
    for _ in 0..20 {
        claim(&ben, "E1~nothing").await.expect_problem(404, "invalid_qr");
    }
    claim(&ben, "E1~nothing").await.expect_problem(429, "rate_limited");
}

#[tokio::test]
async fn a_rotated_key_works_for_another_week_and_its_successor_at_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let old = Till::of(&desk, &partner, json!({ "name": "Till" })).await;
    let ada = server.member().await;
    let rotate = format!("/api/admin/earn-link-keys/{}/rotate", old.id);
    let made = desk.operator.post(&rotate, json!({})).await.expect(201);
    desk.operator.post(&rotate, json!({})).await.expect_problem(404, "not_found");
    let successor = Till {
        id: made["_id"].as_str().expect("an id").to_owned(),
        secret: made["secret"].as_str().expect("a secret").to_owned(),
    };
    let until = in_a_day(&server) + 20 * 86_400;
    claim(&ada, &old.link(10_000, until, "R-1")).await.expect(200);
    claim(&ada, &successor.link(10_000, until, "R-2")).await.expect(200);
    server.clock.advance(Duration::from_secs(7 * 86_400));
    let session = &ada.caller;
    session.sign_in(&ada.email, crate::support::PASSWORD).await;
    claim(&ada, &old.link(10_000, until, "R-3")).await.expect_problem(404, "invalid_qr");
    claim(&ada, &successor.link(10_000, until, "R-4")).await.expect(200);
    let owner = server.staff(Role::Owner).await;
    let listed = owner.get(&format!("/api/admin/partners/{partner}/earn-link-keys")).await;
    assert!(!listed.text.contains(&successor.secret), "the secret is shown once");
    assert_eq!(listed.expect(200).as_array().map(Vec::len), Some(2));
    let audit = owner.get("/api/admin/audit?q=earn_link_key").await.text;
    assert!(audit.contains("earn_link_key.rotate") && !audit.contains(&old.secret), "{audit}");
}

#[tokio::test]
async fn a_key_names_an_outlet_of_its_partner_and_a_sound_cap() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (partner, other) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let place = json!({ "name": { "en": "Central", "zh": "中环", "zhhk": "中環" } });
    let outlet = desk.operator.post(&format!("/api/admin/partners/{partner}/outlets"), place).await.expect(201);
    let terms = |outlet: &Value, cap: i64| json!({ "name": "Till", "outletId": outlet, "dailyCap": cap });
    let path = |partner: &str| format!("/api/admin/partners/{partner}/earn-link-keys");
    desk.operator.post(&path(&other), terms(&outlet["_id"], 5)).await.expect_problem(400, "invalid_value");
    desk.operator.post(&path(&partner), terms(&outlet["_id"], 0)).await.expect_problem(400, "invalid_value");
    desk.operator.post(&path(&partner), json!({ "name": " " })).await.expect_problem(400, "required_field");
    let made = desk.operator.post(&path(&partner), terms(&outlet["_id"], 5)).await.expect(201);
    assert_eq!(made["outletId"], outlet["_id"]);
    let text = |field: &str| made[field].as_str().expect("a text").to_owned();
    let till = Till { id: text("_id"), secret: text("secret") };
    let ada = server.member().await;
    claim(&ada, &till.link(200, in_a_day(&server), "R-1")).await.expect(200);
    let closed = format!("/api/admin/outlets/{}", outlet["_id"].as_str().expect("an id"));
    desk.operator.delete(&closed).await.expect(204);
    claim(&ada, &till.link(200, in_a_day(&server), "R-2")).await.expect_problem(404, "invalid_qr");
    server
        .staff(Role::Editor)
        .await
        .post(&path(&partner), terms(&outlet["_id"], 5))
        .await
        .expect_problem(403, "forbidden");
}

/// The code blocks of the documentation, by language.
fn examples() -> Vec<(&'static str, String)> {
    let page = include_str!("../../docs/earn-links.md");
    let block = |fence: &'static str| {
        let (_, rest) = page.split_once(&format!("```{fence}\n")).expect(fence);
        (fence, rest.split_once("```").expect("an end").0.to_owned())
    };
    ["sh", "python", "js"].map(block).to_vec()
}

#[test]
fn the_printed_receipt_of_the_documentation_holds_a_link_by_its_secret() {
    let page = include_str!("../../docs/earn-links.md");
    let id = "01980b2a5f007c3e9d41a6b7c8d9e0f1".to_owned();
    let secret: String = (0..32).map(|byte| format!("{byte:02x}")).collect();
    assert!(page.contains(&format!("key of this link is `{id}`")) && page.contains(&format!("`{secret}`")));
    let link = Till { id, secret }.link(12_850, 1_795_104_000, "R-20261112-0042");
    assert!(page.contains(&link), "{link}");
    assert_eq!(decoded(drawn_svg(include_str!("../../docs/pictures/earn-link-slip.svg"))), [link]);
}

#[tokio::test]
async fn the_examples_of_the_documentation_run_as_they_stand() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let till = Till::of(&desk, &desk.partner("1", "0").await, json!({ "name": "Till" })).await;
    let ada = server.member().await;
    // The examples read the clock of the machine.
    server.clock.set(kapok::base::clock::Clock::system().now());
    ada.caller.sign_in(&ada.email, crate::support::PASSWORD).await;
    for (language, code) in examples() {
        let (program, flag) = match language {
            "sh" => ("sh", "-c"),
            "python" => ("python3", "-c"),
            _ => ("node", "-e"),
        };
        let mut command = Command::new(program);
        command
            .args([flag, &code])
            .env("PUBLIC_URL", "https://points.example.hk")
            .env("RECEIPT", format!("R-{language}"));
        let output = command.env("EARN_KEY", &till.id).env("EARN_SECRET", &till.secret).output().expect("it runs");
        let link = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success(), "{language}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(claim(&ada, link.trim()).await.expect(200)["points"], 128, "{language}: {link}");
    }
    assert_eq!(ada.points().await, 384);
    server.verify_books();
}

/// A counter that shows links on its screen.
struct Screen {
    server: TestServer,
    desk: Desk,
    partner: String,
    counter: Caller,
}

impl Screen {
    async fn open() -> Self {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "0").await;
        let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
        Self { server, desk, partner, counter }
    }

    async fn show(&self, bill: Value) -> (String, String) {
        let made = self.counter.post(LINKS, bill).await.expect(201);
        let text = |field: &str| made[field].as_str().expect("a text").to_owned();
        (text("link"), format!("{LINKS}/{}", text("_id")))
    }
}

#[tokio::test]
async fn a_link_on_the_counters_screen_pays_once_and_says_who_collected_it() {
    let screen = Screen::open().await;
    let (ada, ben) = (screen.server.member().await, screen.server.member().await);
    let (link, state) = screen.show(json!({ "amountHkd": "88.50", "receipt": "R-88" })).await;
    let waiting = screen.counter.get(&state).await.expect(200);
    assert_eq!(
        (&waiting["status"], &waiting["award"], &waiting["link"]),
        (&json!("waiting"), &Value::Null, &Value::Null)
    );
    let body = claim(&ada, &link).await.expect(200);
    assert_eq!((&body["points"], &body["balance"]), (&json!(88), &json!(88)));
    let told = screen.counter.get(&state).await.expect(200);
    assert_eq!(told["status"], json!("collected"));
    let award = &told["award"];
    assert_eq!((&award["points"], &award["member"]["shortId"]), (&json!(88), &json!(ada.short_id)));
    for member in [&ada, &ben] {
        claim(member, &link).await.expect_problem(409, "qr_already_used");
    }
    screen.counter.delete(&state).await.expect_problem(409, "qr_already_used");
    // Its receipt has earned, at the counter and on its screen.
    let again = json!({ "amountHkd": "88.50", "receipt": "r-88" });
    screen.counter.post(LINKS, again).await.expect_problem(409, "receipt_already_used");
    // The counter undoes it like an award of its own, and the link stays used.
    let undo = format!("/api/merchant/award/{}/undo", award["transactionId"].as_str().expect("an id"));
    screen.counter.post_once(&undo, &fresh_key(), json!({})).await.expect(200);
    assert_eq!(ada.points().await, 0);
    claim(&ben, &link).await.expect_problem(409, "qr_already_used");
    screen.server.verify_books();
}

#[tokio::test]
async fn a_link_on_the_screen_ends_by_time_or_is_taken_back_and_then_pays_nothing() {
    let screen = Screen::open().await;
    let ada = screen.server.member().await;
    let (late, late_state) = screen.show(json!({ "amountHkd": "10" })).await;
    screen.server.clock.advance(Duration::from_secs(15 * 60));
    claim(&ada, &late).await.expect_problem(404, "invalid_qr");
    assert_eq!(screen.counter.get(&late_state).await.expect(200)["status"], json!("ended"));
    let (wrong, wrong_state) = screen.show(json!({ "amountHkd": "1000" })).await;
    screen.counter.delete(&wrong_state).await.expect(204);
    screen.counter.delete(&wrong_state).await.expect(204);
    claim(&ada, &wrong).await.expect_problem(404, "invalid_qr");
    assert_eq!(screen.counter.get(&wrong_state).await.expect(200)["status"], json!("ended"));
    let (link, _) = screen.show(json!({ "amountHkd": "10" })).await;
    // None of these texts is a link of the server in this form.
    let altered = if link.ends_with('0') { "1" } else { "0" };
    for forged in [format!("{}{altered}", &link[..link.len() - 1]), format!("{link}0"), "E2~".to_owned()] {
        claim(&ada, &forged).await.expect_problem(404, "invalid_qr");
    }
    assert_eq!(ada.points().await, 0);
}

#[tokio::test]
async fn a_counter_link_is_visible_only_to_its_own_counter() {
    let screen = Screen::open().await;
    let (_, state) = screen.show(json!({ "amountHkd": "10" })).await;
    let colleague = screen.server.staff_at(Role::Merchant, Some(&screen.partner)).await;
    let elsewhere = screen.server.staff_at(Role::Merchant, Some(&screen.desk.partner("1", "0").await)).await;
    for other in [&colleague, &elsewhere] {
        other.get(&state).await.expect_problem(404, "not_found");
        other.delete(&state).await.expect_problem(404, "not_found");
    }
    let ada = screen.server.member().await;
    ada.caller.post(LINKS, json!({ "amountHkd": "10" })).await.expect_problem(401, "unauthenticated");
    let owner = screen.server.staff_at(Role::Owner, None).await;
    let terms = json!({ "partnerId": screen.partner, "name": "Kiosk" });
    let key = owner.post("/api/admin/api-keys", terms).await.expect(201);
    let kiosk = screen.server.visitor();
    kiosk.set_bearer(key["key"].as_str());
    kiosk.post(LINKS, json!({ "amountHkd": "10" })).await.expect_problem(403, "forbidden");
    for (bill, field) in [(json!({ "amountHkd": "0" }), "amountHkd"), (json!({ "amountHkd": "x" }), "amountHkd")] {
        let refused = screen.counter.post(LINKS, bill).await;
        refused.expect_problem(400, "invalid_amount_hkd");
        assert!(refused.text.contains(field));
    }
}

#[tokio::test]
async fn fifty_scans_of_the_screen_at_once_pay_once() {
    let screen = Screen::open().await;
    let members = [screen.server.member().await, screen.server.member().await];
    let (link, _) = screen.show(json!({ "amountHkd": "100" })).await;
    let claims = (0..50).map(|place| claim(&members[place % 2], &link));
    let answers = crate::rewards::futures_of(claims).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(members[0].points().await + members[1].points().await, 100);
    screen.server.verify_books();
}
