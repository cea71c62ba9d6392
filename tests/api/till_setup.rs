//! The set-up of a till on its device: what its one-time link shows, and the name that it gets there.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::{PIN, Shop, with_limits};
use crate::support::{Answer, Caller, fresh_key};

const LINK: &str = "/api/merchant/enrol/preview";
const ENROL: &str = "/api/merchant/enrol";
const DAY: Duration = Duration::from_secs(86_400);

async fn look(device: &Caller, waiting: &Value) -> Answer {
    device.post(LINK, json!({ "code": waiting["code"] })).await
}

async fn enrol(device: &Caller, waiting: &Value, name: &str) -> Answer {
    device.post(ENROL, json!({ "code": waiting["code"], "name": name })).await
}

/// Sends an enrolment whose answer does not reach the device: neither its text nor its cookie.
async fn enrol_unheard(device: &Caller, waiting: &Value, name: &str, key: &str) -> Answer {
    device.let_in(ENROL, Some(key), json!({ "code": waiting["code"], "name": name })).await.finish().await
}

async fn enrol_by(device: &Caller, waiting: &Value, name: &str, key: &str) -> Answer {
    device.post_once(ENROL, key, json!({ "code": waiting["code"], "name": name })).await
}

async fn count_of(shop: &Shop, action: &str) -> usize {
    let trail = shop.server.staff_at(Role::Auditor, None).await;
    let trail = trail.get(&format!("/api/admin/audit?action={action}")).await.expect(200);
    trail.as_array().expect("a list").len()
}

fn id_of(waiting: &Value) -> &str {
    waiting["till"]["_id"].as_str().expect("an id")
}

/// A second outlet of the partner.
async fn pier(shop: &Shop) -> String {
    let path = format!("partners/{}/outlets", shop.partner);
    shop.desk.create(&path, json!({ "name": { "en": "Pier" } })).await
}

#[tokio::test]
async fn a_link_tells_its_till_and_who_made_it_and_stays_unused() {
    let shop = Shop::open().await;
    let (manager, device) = (shop.manager().await, shop.server.visitor().browser());
    let order = json!({ "outletId": shop.outlet, "name": "Till 7" });
    let waiting = manager.post("/api/merchant/tills", order).await.expect(201);
    let me = manager.get("/api/staff/me").await.expect(200);
    for _ in 0..2 {
        let shown = look(&device, &waiting).await.expect(200);
        assert_eq!((&shown["state"], &shown["name"]), (&json!("fresh"), &json!("Till 7")));
        let link = format!("{}/merchant/enrol/", shown["publicUrl"].as_str().expect("an address"));
        assert!(waiting["link"].as_str().expect("a link").starts_with(&link), "{link}");
        assert_eq!((&shown["outlet"]["zhhk"], &shown["partner"]["_id"]), (&json!("上環"), &json!(shop.partner)));
        assert_eq!((&shown["madeBy"], &shown["made"]), (&me["name"], &waiting["till"]["created"]));
        assert_eq!(shown.get("enrolled"), None, "no device yet");
    }
    device.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
    for wrong in ["", "0000-0000-0000", "x".repeat(5_000).as_str()] {
        device.post(LINK, json!({ "code": wrong })).await.expect_problem(410, "enrolment_closed");
    }
    shop.server.clock.advance(DAY);
    let late = look(&device, &waiting).await.expect(200);
    assert_eq!((&late["state"], &late["made"]), (&json!("expired"), &waiting["till"]["created"]));
    enrol(&device, &waiting, "Till 7").await.expect_problem(410, "enrolment_closed");
}

#[tokio::test]
async fn the_device_names_its_till_and_the_link_tells_that_it_was_used() {
    let shop = Shop::open().await;
    let (waiting, device, late) = (shop.waiting_till().await, shop.server.visitor().browser(), shop.server.visitor());
    let till = enrol(&device, &waiting, " By the door ").await.expect(200);
    assert_eq!((&till["name"], &till["outlet"]["en"]), (&json!("By the door"), &json!("Sheung Wan")));
    shop.sign_in(&device, PIN).await.expect(200);
    let late = late.browser();
    let used = look(&late, &waiting).await.expect(200);
    assert_eq!((&used["state"], &used["name"]), (&json!("used"), &json!("By the door")));
    assert!(used["enrolled"].is_string() && used.get("made").is_none(), "{used}");
    enrol(&late, &waiting, "Mine").await.expect_problem(410, "enrolment_closed");
    let trail = shop.server.staff_at(Role::Auditor, None).await;
    let trail = trail.get("/api/admin/audit?action=till.enrol").await.expect(200);
    let entry = &trail[0];
    assert_eq!((&entry["before"]["name"], &entry["after"]["name"]), (&json!("Till 2"), &json!("By the door")));
    assert_eq!((&entry["actorRole"], &entry["actorName"]), (&json!("till"), &json!("By the door")));
    assert_eq!((trail.as_array().map(Vec::len), &entry["target"]), (Some(1), &waiting["till"]["_id"]));
}

#[tokio::test]
async fn a_device_whose_answer_was_lost_repeats_the_call_and_is_the_till() {
    let shop = Shop::open().await;
    let (waiting, device, key) = (shop.waiting_till().await, shop.server.visitor().browser(), fresh_key());
    assert_eq!(enrol_unheard(&device, &waiting, "By the door", &key).await.status, 200);
    device.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
    // Nobody else becomes the till by the used code, and the key repeats its own request only.
    let other = shop.server.visitor().browser();
    enrol(&other, &waiting, "By the door").await.expect_problem(410, "enrolment_closed");
    enrol_by(&other, &waiting, "By the door", &fresh_key()).await.expect_problem(410, "enrolment_closed");
    enrol_by(&device, &waiting, "Mine", &key).await.expect_problem(422, "idempotency_key_reused");
    for _ in 0..2 {
        let repeated = enrol_by(&device, &waiting, "By the door", &key).await;
        assert_eq!(repeated.header("idempotency-replayed"), "true");
        assert_eq!(repeated.expect(200)["name"], "By the door");
        shop.sign_in(&device, PIN).await.expect(200);
    }
    assert_eq!(count_of(&shop, "till.enrol").await, 1, "the device was enrolled once");
    // The device has one secret, whichever answer reached it.
    let cookie = |answer: &Answer| answer.headers["set-cookie"].to_str().expect("a cookie").to_owned();
    let (one, two) = (enrol_by(&device, &waiting, "By the door", &key).await, fresh_key());
    let next = shop.waiting_till().await;
    let first = enrol_unheard(&device, &next, "Window", &two).await;
    assert_eq!(cookie(&first), cookie(&enrol_by(&device, &next, "Window", &two).await));
    assert_ne!(cookie(&one), cookie(&first));
}

#[tokio::test]
async fn a_repeated_enrolment_ends_where_the_till_has_another_device() {
    let shop = Shop::open().await;
    let (waiting, device, key) = (shop.waiting_till().await, shop.server.visitor().browser(), fresh_key());
    enrol_unheard(&device, &waiting, "Window", &key).await;
    // The till that was moved meanwhile is still this device.
    let path = format!("/api/admin/tills/{}", id_of(&waiting));
    let moved = shop.desk.operator.put(&path, json!({ "outletId": pier(&shop).await })).await.expect(200);
    assert_eq!(enrol_by(&device, &waiting, "Window", &key).await.expect(200)["outlet"]["en"], "Pier");
    let path = format!("/api/admin/tills/{}", moved["_id"].as_str().expect("an id"));
    let renewed = shop.desk.operator.post(&format!("{path}/link"), json!({})).await.expect(200);
    let (other, others_key) = (shop.server.visitor().browser(), fresh_key());
    enrol_by(&other, &renewed, "Window", &others_key).await.expect(200);
    enrol_by(&device, &waiting, "Window", &key).await.expect_problem(410, "enrolment_closed");
    assert_eq!(shop.desk.operator.delete(&path).await.status, 204);
    enrol_by(&other, &renewed, "Window", &others_key).await.expect_problem(410, "enrolment_closed");
}

#[tokio::test]
async fn a_refused_name_leaves_the_code_unused() {
    let shop = Shop::open().await;
    shop.device().await;
    let (waiting, device) = (shop.waiting_till().await, shop.server.visitor().browser());
    for (name, code) in [("", "required_field"), ("  ", "required_field"), (&"門".repeat(61), "too_long")] {
        let refused = enrol(&device, &waiting, name).await;
        refused.expect_problem(400, code);
        assert_eq!(refused.json()["errors"][0]["field"], "name");
    }
    for taken in ["Till 2", " till 2 ", "TILL 2"] {
        enrol(&device, &waiting, taken).await.expect_problem(409, "till_name_taken");
    }
    let key = fresh_key();
    for replayed in ["", "true"] {
        let refused = enrol_by(&device, &waiting, "Till 2", &key).await;
        refused.expect_problem(409, "till_name_taken");
        assert_eq!(
            refused.headers.get("idempotency-replayed").map_or("", |told| told.to_str().expect("text")),
            replayed
        );
    }
    assert_eq!(look(&device, &waiting).await.expect(200)["state"], "fresh");
    assert_eq!(enrol(&device, &waiting, &"門".repeat(60)).await.expect(200)["name"], "門".repeat(60));
}

#[tokio::test]
async fn a_till_that_gets_another_device_keeps_its_name() {
    let shop = Shop::open().await;
    let (waiting, device) = (shop.waiting_till().await, shop.server.visitor().browser());
    enrol(&device, &waiting, "Window").await.expect(200);
    let path = format!("/api/admin/tills/{}/link", id_of(&waiting));
    let renewed = shop.desk.operator.post(&path, json!({})).await.expect(200);
    let shown = look(&device, &renewed).await.expect(200);
    assert_eq!((&shown["state"], &shown["name"]), (&json!("fresh"), &json!("Window")));
    assert_eq!(look(&device, &waiting).await.expect(200)["state"], "used", "the link of the present device");
    let other = shop.server.visitor().browser();
    assert_eq!(enrol(&other, &renewed, "Window").await.expect(200)["name"], "Window");
    look(&device, &waiting).await.expect_problem(410, "enrolment_closed");
    device.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
}

#[tokio::test]
async fn tills_in_use_at_an_outlet_have_different_names() {
    let shop = Shop::open().await;
    let (first, second, pier) = (shop.waiting_till().await, shop.waiting_till().await, pier(&shop).await);
    let (manager, operator) = (shop.manager().await, &shop.desk.operator);
    let at_pier = json!({ "outletId": pier, "name": "Till 2" });
    let other = manager.post("/api/merchant/tills", at_pier.clone()).await.expect(201);
    manager.post("/api/merchant/tills", at_pier).await.expect_problem(409, "till_name_taken");
    let again = json!({ "name": "till 2" });
    let path = format!("/api/admin/outlets/{}/tills", shop.outlet);
    operator.post(&path, again.clone()).await.expect_problem(409, "till_name_taken");
    let path = |api: &str, till: &Value| format!("/api/{api}/tills/{}", id_of(till));
    manager.put(&path("merchant", &second), again.clone()).await.expect_problem(409, "till_name_taken");
    operator.put(&path("admin", &second), again.clone()).await.expect_problem(409, "till_name_taken");
    // A till may get its own name in other letters, and takes a free one along to another outlet.
    assert_eq!(manager.put(&path("merchant", &first), again).await.expect(200)["name"], "till 2");
    let moved = json!({ "outletId": shop.outlet });
    manager.put(&path("merchant", &other), moved).await.expect_problem(409, "till_name_taken");
    let moved = json!({ "outletId": pier, "name": "Till 9" });
    assert_eq!(manager.put(&path("merchant", &second), moved).await.expect(200)["name"], "Till 9");
    // The name of a revoked till is free again.
    assert_eq!(manager.delete(&path("merchant", &first)).await.status, 204);
    let order = json!({ "outletId": shop.outlet, "name": "Till 2" });
    manager.post("/api/merchant/tills", order).await.expect(201);
}

#[tokio::test]
async fn a_moved_till_keeps_its_link_and_a_revoked_one_loses_it() {
    let shop = Shop::open().await;
    let (waiting, pier, device) = (shop.waiting_till().await, pier(&shop).await, shop.server.visitor().browser());
    let path = format!("/api/admin/tills/{}", id_of(&waiting));
    let moved = shop.desk.operator.put(&path, json!({ "outletId": pier })).await.expect(200);
    let shown = look(&device, &waiting).await.expect(200);
    assert_eq!((&shown["state"], &shown["outlet"]["en"]), (&json!("fresh"), &json!("Pier")));
    assert!(shown["madeBy"].is_string());
    enrol(&device, &waiting, "Till 2").await.expect(200);
    let path = format!("/api/admin/tills/{}", moved["_id"].as_str().expect("an id"));
    let moved = shop.desk.operator.put(&path, json!({ "outletId": shop.outlet })).await.expect(200);
    assert_eq!(look(&device, &waiting).await.expect(200)["state"], "used");
    let path = format!("/api/admin/tills/{}", moved["_id"].as_str().expect("an id"));
    assert_eq!(shop.desk.operator.delete(&path).await.status, 204);
    look(&device, &waiting).await.expect_problem(410, "enrolment_closed");
}

#[tokio::test]
async fn looking_for_links_is_limited() {
    let shop = Shop::open_with(with_limits).await;
    let device = shop.server.visitor().browser();
    for _ in 0..40 {
        device.post(LINK, json!({ "code": "0000-0000-0000" })).await.expect_problem(410, "enrolment_closed");
    }
    let refused = device.post(LINK, json!({ "code": "0000-0000-0000" })).await;
    refused.expect_problem(429, "rate_limited");
    device.post(ENROL, json!({ "code": "0000-0000-0000" })).await.expect_problem(429, "rate_limited");
}
