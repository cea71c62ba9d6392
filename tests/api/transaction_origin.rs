//! The origin of a transaction in the admin: the campaign, claim, goal, level, link or batch that gave its points, and the
//! CO2e that its purchase saved.

use reqwest::Method;
use serde_json::{Value, json};

use crate::carbon::{self, FACTORS};
use crate::earn_links::{self, Till};
use crate::earning_rules::Shop;
use crate::goals;
use crate::simulations::set;
use crate::support::desk::{Desk, Over};
use crate::support::{Answer, TestMember, fresh_key};
use crate::tiers::{Climb, ladder};

/// The newest transaction of a member, as the admin shows it.
async fn newest(desk: &Desk, member: &TestMember) -> Value {
    let listed = desk.operator.get(&format!("/api/admin/transactions?member={}", member.id)).await.expect(200);
    assert_eq!(listed[0].get("origin"), None, "a list does without");
    let id = listed[0]["_id"].as_str().expect("an id");
    desk.operator.get(&format!("/api/admin/transactions/{id}")).await.expect(200)
}

#[tokio::test]
async fn a_transaction_leads_to_the_campaign_the_claim_the_link_or_the_batch_that_gave_it() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    set(&shop, json!({ "claims": true })).await;
    let (desk, ada) = (&shop.desk, shop.server.member().await);

    let spring = json!({ "name": "Spring", "points": 50, "perMember": 1, "total": 100, "shared": true });
    let campaign = desk.create("campaigns", spring.clone()).await;
    let made = desk.operator.post(&format!("/api/admin/campaigns/{campaign}/codes"), json!({ "count": 1 })).await;
    let scan = json!({ "qr": { "text": made.expect(200)["codes"][0]["text"] } });
    ada.caller.post("/api/redeem/scanQR", scan).await.expect(200);
    let origin = newest(desk, &ada).await["origin"].clone();
    assert_eq!(
        (&origin["kind"], &origin["_id"], &origin["name"]["en"]),
        (&json!("campaign"), &json!(campaign), &json!("Spring"))
    );
    let (path, version) = (format!("/api/admin/campaigns/{campaign}"), origin["version"].clone());
    let tag = |shown: &Answer| shown.header("etag").to_owned();
    let shown = desk.operator.get(&path).await;
    assert_eq!(tag(&shown), format!("\"{version}\""));
    let mut summer = spring;
    summer["points"] = json!(60);
    let changed = desk.operator.put_at(&path, &tag(&shown), summer).await;
    assert_ne!(tag(&changed), tag(&shown));
    assert_eq!(newest(desk, &ada).await["origin"]["version"], version, "the scan keeps its version of the campaign");

    let body = json!({ "partner": shop.partner, "day": "2026-03-11", "amountHkd": "10", "receipt": "R-9" });
    let claim = ada.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200)["claim"].clone();
    let approve = format!("/api/admin/claims/{}/approve", claim["_id"].as_str().expect("an id"));
    desk.operator.post_once(&approve, &fresh_key(), json!({})).await.expect(200);
    let by_claim = newest(desk, &ada).await;
    let expected = json!({ "kind": "claim", "_id": claim["_id"], "number": claim["number"] });
    assert_eq!(by_claim["origin"], expected, "{by_claim}");

    let till = Till::of(desk, &shop.partner, json!({ "name": "Bakery till" })).await;
    let link = till.link(1_000, earn_links::in_a_day(&shop.server), "R-1");
    earn_links::claim(&ada, &link).await.expect(200);
    let origin = newest(desk, &ada).await["origin"].clone();
    assert_eq!((&origin["kind"], &origin["name"]), (&json!("earnLink"), &json!("Bakery till")));

    let file = format!("member,points,reason\n{},100,Volunteer\n", ada.short_id);
    let request = desk.operator.request(Method::POST, "/api/admin/credits?name=Beach+day");
    let request = request.header("content-type", "text/csv").header("idempotency-key", fresh_key());
    let batch = desk.operator.send(request.body(file)).await.expect(200);
    let origin = newest(desk, &ada).await["origin"].clone();
    assert_eq!(origin, json!({ "kind": "creditBatch", "_id": batch["_id"], "name": "Beach day" }));

    shop.award(&ada, "10").await;
    assert_eq!(newest(desk, &ada).await.get("origin"), None, "an award at a counter has none");
}

#[tokio::test]
async fn the_points_of_a_goal_and_of_a_level_lead_to_it() {
    let shop = goals::Shop::open().await;
    let ada = shop.server.member().await;
    let goal = shop.on(json!({ "target": 2, "reward": { "kind": "points", "points": 25 } })).await;
    shop.buy(&ada).await;
    shop.buy(&ada).await;
    let origin = newest(&shop.desk, &ada).await["origin"].clone();
    let name = &goals::three_cups()["name"]["zhhk"];
    assert_eq!((&origin["kind"], &origin["_id"], &origin["name"]["zhhk"]), (&json!("goal"), &json!(goal), name));

    let level = json!({ "reward": { "kind": "points", "points": 50 } }).over(ladder()["levels"][0].clone());
    let climb = Climb::open("2027-03-01", json!({ "levels": [level] })).await;
    climb.buy("100.00").await;
    let origin = newest(&climb.desk, &climb.ada).await["origin"].clone();
    assert_eq!((&origin["kind"], &origin["name"]["en"]), (&json!("level"), &json!("Bloom")));
}

#[tokio::test]
async fn a_purchase_has_its_grams_with_the_version_of_each_factor() {
    let shop = carbon::shop().await;
    let (till, member, operator) = (shop.till().await, shop.server.member().await, &shop.desk.operator);
    let made = operator.post(FACTORS, carbon::factor("dollar", "54", "Local vegetables")).await.expect(201);
    carbon::award(&till, &member, "10.00", json!([])).await.expect(200);
    let path = format!("{FACTORS}/{}", made["_id"].as_str().expect("an id"));
    let sent = operator.request(Method::POST, &format!("{path}/versions")).header("if-match", "*");
    let changed = json!({ "name": { "en": "Vegetables" }, "grams": "60", "source": "LCA", "sourceYear": 2025,
        "from": "2026-09-22" });
    operator.send(sent.json(&changed)).await.expect(200);
    let saved = newest(&shop.desk, &member).await["carbon"].clone();
    assert_eq!(saved.as_array().map(Vec::len), Some(1), "{saved}");
    let told = (&saved[0]["factor"]["en"], &saved[0]["version"], &saved[0]["grams"]);
    assert_eq!(told, (&json!("Local vegetables"), &json!(1), &json!("540")));
}
