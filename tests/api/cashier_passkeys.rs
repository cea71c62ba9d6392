//! Cashiers' passkeys: the screen lock of the till's device replaces the PIN, under the PIN's rules.

use std::time::Duration;

use serde_json::{Value, json};

use crate::counter::{PIN, Shop, with_limits};
use crate::support::{Answer, Caller, Device};

const ASK: &str = "/api/merchant/passkey/challenge";
const OWN: &str = "/api/merchant/passkey";
const ENTER: &str = "/api/merchant/session/passkey";
const NOT_VERIFIED: &str = "biometric_verification_failed";

impl Shop {
    /// A till on which the cashier has just registered a passkey.
    async fn till_with_passkey(&self) -> (Caller, Device) {
        let (till, lock) = (self.till().await, Device::at(&self.server));
        register(&till, &lock).await.expect(200);
        (till, lock)
    }

    async fn ask(&self, till: &Caller) -> Answer {
        till.post(&format!("{ENTER}/challenge"), json!({ "cashierId": self.cashier })).await
    }

    async fn enter(&self, till: &Caller, lock: &mut Device) -> Answer {
        let asked = self.ask(till).await.expect(200);
        till.post(ENTER, lock.assert(&asked)).await
    }

    async fn change_cashier(&self, body: Value) {
        let path = format!("/api/admin/cashiers/{}", self.cashier);
        self.desk.operator.put_at(&path, "*", body).await.expect(200);
    }
}

async fn register(till: &Caller, lock: &Device) -> Answer {
    let asked = till.post(ASK, json!({})).await.expect(200);
    till.post(OWN, lock.attest(&asked)).await
}

#[tokio::test]
async fn the_lock_of_a_tills_device_signs_its_cashier_in() {
    let shop = Shop::open().await;
    let (till, mut lock) = (shop.till().await, Device::at(&shop.server));
    let before = till.get("/api/merchant/till").await.expect(200);
    assert_eq!((&before["cashiers"][0]["passkey"], &before["signedIn"]["passkey"]), (&json!(false), &json!(false)));
    shop.ask(&till).await.expect_problem(404, "not_found");
    let asked = till.post(ASK, json!({})).await.expect(200);
    let told = till.post(OWN, lock.attest(&asked)).await.expect(200);
    assert_eq!((&told["cashiers"][0]["passkey"], &told["signedIn"]["passkey"]), (&json!(true), &json!(true)));
    till.post(OWN, lock.attest(&asked)).await.expect_problem(400, "biometric_registration_failed");
    till.delete("/api/merchant/session").await;

    let asked = shop.ask(&till).await.expect(200);
    assert_eq!(asked["credentialIds"], json!([lock.credential_id()]));
    let assertion = lock.assert(&asked);
    let told = till.post(ENTER, assertion.clone()).await.expect(200);
    assert_eq!((&told["signedIn"]["name"], &told["signedIn"]["standing"]), (&json!("Ah Fan"), &json!("cashier")));
    till.get("/api/merchant/today").await.expect(200);
    till.post(ENTER, assertion).await.expect_problem(401, NOT_VERIFIED);

    let listed = shop.desk.operator.get(&format!("/api/admin/partners/{}/cashiers", shop.partner)).await.expect(200);
    assert_eq!(listed[0]["passkeys"], 1);
    let trail = shop.desk.operator.get("/api/admin/audit").await;
    assert!(trail.text.contains("cashier.add_passkey"), "{}", trail.text);
    assert!(!trail.text.contains(&lock.credential_id()), "the audit holds no credential");
}

#[tokio::test]
async fn a_cashier_s_passkey_works_only_at_its_own_till() {
    let shop = Shop::open().await;
    let (till, mut lock) = shop.till_with_passkey().await;
    let other = shop.device().await;
    shop.ask(&other).await.expect_problem(404, "not_found");
    let asked = shop.ask(&till).await.expect(200);
    other.post(ENTER, lock.assert(&asked)).await.expect_problem(401, NOT_VERIFIED);
    let stranger = shop.server.visitor().browser();
    stranger.post(ENTER, json!({})).await.expect_problem(401, "till_not_enrolled");
    // The key of another device, and a false proof.
    let mut liar = Device::at(&shop.server).lying(|it| it.id = lock.id.clone());
    shop.enter(&till, &mut liar).await.expect_problem(401, NOT_VERIFIED);
    let mut unseen = lock.lying(Device::without_verification);
    shop.enter(&till, &mut unseen).await.expect_problem(401, NOT_VERIFIED);
    for nonsense in [json!({}), json!({ "credential": {} }), json!({ "credential": { "id": "?" } })] {
        till.post(ENTER, nonsense).await.expect_problem(401, NOT_VERIFIED);
    }
    till.post(ENTER, json!({ "credential": 7 })).await.expect_problem(400, "invalid_body");
    let late = shop.ask(&till).await.expect(200);
    shop.server.clock.advance(Duration::from_secs(121));
    till.post(ENTER, lock.assert(&late)).await.expect_problem(401, NOT_VERIFIED);
    shop.enter(&till, &mut lock).await.expect(200);
    // A second registration replaces the first.
    let again = Device::at(&shop.server);
    register(&till, &again).await.expect(200);
    let asked = shop.ask(&till).await.expect(200);
    assert_eq!(asked["credentialIds"], json!([again.credential_id()]));
}

#[tokio::test]
async fn a_passkey_is_made_by_a_cashier_who_has_just_signed_in() {
    let shop = Shop::open().await;
    let device = shop.device().await;
    device.post(ASK, json!({})).await.expect_problem(401, "unauthenticated");
    shop.sign_in(&device, PIN).await.expect(200);
    let early = device.post(ASK, json!({})).await.expect(200);
    shop.server.clock.advance(Duration::from_secs(121));
    let lock = Device::at(&shop.server);
    device.post(OWN, lock.attest(&early)).await.expect_problem(400, "biometric_registration_failed");
    shop.server.clock.advance(Duration::from_secs(480));
    device.post(ASK, json!({})).await.expect_problem(403, "pin_required");
    device.delete(OWN).await.expect_problem(404, "not_found");
    device.clear_cookies_but("tillDevice");
    shop.manager_at(&device).await;
    device.post(ASK, json!({})).await.expect_problem(403, "forbidden");
    device.post(OWN, lock.attest(&early)).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_cashier_s_passkey_is_deleted_with_the_pin_the_cashier_or_the_device() {
    let shop = Shop::open().await;
    let (till, mut lock) = shop.till_with_passkey().await;
    shop.change_cashier(json!({ "name": "Fan", "active": true })).await;
    shop.enter(&till, &mut lock).await.expect(200);

    shop.change_cashier(json!({ "name": "Fan", "active": true, "pin": PIN })).await;
    shop.ask(&till).await.expect_problem(404, "not_found");
    let again = async |way: &str| {
        shop.sign_in(&till, PIN).await.expect(200);
        register(&till, &Device::at(&shop.server)).await.expect(200);
        shop.ask(&till).await.expect(200);
        way.to_owned()
    };
    let pending = again("a suspended cashier").await;
    shop.change_cashier(json!({ "name": "Fan", "active": false })).await;
    shop.ask(&till).await.expect_problem(404, "not_found");
    shop.change_cashier(json!({ "name": "Fan", "active": true })).await;
    assert_eq!(shop.ask(&till).await.status, 404, "{pending}");

    again("their own wish").await;
    assert_eq!(till.delete(OWN).await.status, 204);
    shop.ask(&till).await.expect_problem(404, "not_found");

    for (who, home) in [(&shop.desk.operator, "/api/admin"), (&shop.manager().await, "/api/merchant")] {
        again(home).await;
        let path = format!("{home}/cashiers/{}/passkeys", shop.cashier);
        assert_eq!(who.delete(&path).await.status, 204);
        who.delete(&path).await.expect_problem(404, "not_found");
        shop.ask(&till).await.expect_problem(404, "not_found");
    }
    let elsewhere = shop.desk.partner("1", "0").await;
    let stranger = shop.server.staff_at(kapok::auth::Role::Merchant, Some(&elsewhere)).await;
    again("another partner's manager").await;
    let path = format!("/api/merchant/cashiers/{}/passkeys", shop.cashier);
    stranger.delete(&path).await.expect_problem(404, "not_found");

    let id = till.get("/api/merchant/till").await.expect(200)["_id"].as_str().expect("an id").to_owned();
    let renewed = shop.desk.operator.post(&format!("/api/admin/tills/{id}/link"), json!({})).await.expect(200);
    let device = shop.server.visitor().browser();
    device.post("/api/merchant/enrol", json!({ "code": renewed["code"] })).await.expect(200);
    shop.ask(&device).await.expect_problem(404, "not_found");
    shop.desk.operator.delete(&format!("/api/admin/cashiers/{}", shop.cashier)).await;
    shop.ask(&device).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_cashier_s_passkey_is_refused_while_the_pin_is_blocked_or_the_till_is_locked() {
    let shop = Shop::open_with(with_limits).await;
    let (till, mut lock) = shop.till_with_passkey().await;
    for _ in 0..5 {
        shop.sign_in(&till, "730264").await.expect_problem(401, "wrong_pin");
    }
    let paused = shop.enter(&till, &mut lock).await;
    paused.expect_problem(429, "pin_paused");
    assert!(!paused.header("retry-after").is_empty());
    shop.server.clock.advance(Duration::from_secs(31));
    shop.enter(&till, &mut lock).await.expect(200);
    let asked = shop.ask(&till).await.expect(200);
    for _ in 0..5 {
        till.post(ENTER, json!({})).await.expect_problem(401, NOT_VERIFIED);
    }
    till.post(ENTER, lock.assert(&asked)).await.expect_problem(403, "till_locked");
    shop.ask(&till).await.expect_problem(403, "till_locked");
    till.post(ASK, json!({})).await.expect_problem(403, "till_locked");
}
