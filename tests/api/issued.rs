//! The sources of the issued points: purchases, scans, referrals and changes by staff.

use kapok::staff::reports;
use serde_json::{Value, json};

use crate::earning_rules::{RULES, Shop};
use crate::goals;
use crate::simulations::set;
use crate::support::desk::Desk;
use crate::support::{PASSWORD, TestMember, TestServer, fresh_key};

const ISSUED: &str = "/api/admin/reports/issued";

/// The points of a source; 0 if the report does not name it.
fn points_by(report: &Value, by: &str) -> i64 {
    let parts = report["parts"].as_array().expect("parts").iter();
    parts.filter(|part| part["by"] == by).map(|part| part["points"].as_i64().expect("points")).sum()
}

fn cents(amount: &Value) -> i64 {
    amount.as_str().expect("an amount").replace('.', "").parse().expect("a number")
}

/// Compares the sums of the parts with the totals, and the points with the summary of the same days.
async fn check_sums(desk: &Desk, report: &Value) {
    let parts = report["parts"].as_array().expect("parts");
    let points: i64 = parts.iter().map(|part| part["points"].as_i64().expect("points")).sum();
    assert_eq!(report["points"], points, "{report}");
    let hkd: i64 = parts.iter().map(|part| cents(&part["hkd"])).sum();
    assert_eq!(cents(&report["hkd"]), hkd, "{report}");
    let span = format!("from={}&to={}", report["from"].as_str().expect("a day"), report["to"].as_str().expect("a day"));
    let summary = desk.operator.get(&format!("/api/admin/reports/summary?{span}")).await.expect(200);
    let days = summary["days"].as_array().expect("days");
    assert_eq!(days.len(), 28);
    let issued: i64 = days.iter().map(|day| day["issued"].as_i64().expect("points")).sum();
    assert_eq!(issued, points, "the ledger of {span}");
}

/// Claims a purchase of an earlier day, which is approved now.
async fn claim(shop: &Shop, member: &TestMember, day: &str) {
    let body = json!({ "partner": shop.partner, "day": day, "amountHkd": "10", "receipt": fresh_key() });
    let made = member.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}/approve", made["claim"]["_id"].as_str().expect("an id"));
    shop.desk.operator.post_once(&path, &fresh_key(), json!({})).await.expect(200);
}

async fn adjust(desk: &Desk, member: &TestMember, points: i64) {
    let path = format!("/api/admin/members/{}/adjust", member.id);
    desk.operator.post_once(&path, &fresh_key(), json!({ "points": points, "reason": "Thanks" })).await.expect(200);
}

#[tokio::test]
async fn an_empty_programme_issued_nothing() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let report = desk.operator.get(ISSUED).await.expect(200);
    assert_eq!(report["points"], 0);
    assert_eq!(report["parts"], json!([{ "by": "base", "points": 0, "hkd": "0.00" }]));
}

#[tokio::test]
async fn the_parts_add_up_to_the_points_issued() {
    let mut shop = Shop::open_at("2026-02-02T12:00").await;
    set(&shop, json!({ "claims": true })).await;
    let rule = shop.on(json!({})).await;
    let ada = shop.server.member().await;
    let before = shop.award(&ada, "30").await;
    shop.go_to("2026-03-12T12:00").await;
    ada.caller.sign_in(&ada.email, PASSWORD).await;

    let with_card = json!({ "member": ada.short_id, "amountHkd": "80.00", "enjoyCard": true });
    shop.counter.post_once("/api/merchant/award", &fresh_key(), with_card).await.expect(200);
    let undone = shop.award(&ada, "10").await;
    shop.undo(&undone).await;
    // The purchase is of the day before the four weeks, and its points are of today.
    claim(&shop, &ada, "2026-02-12").await;
    let me = ada.caller.get("/api/auth/getUserInfo").await.expect(200);
    let friend = shop.server.friend_of(me["referralCode"].as_str().expect("a code")).await;
    shop.award(&friend, "20").await;
    let spring = json!({ "name": "Spring", "points": 50, "perMember": 1, "total": 100, "shared": true });
    let campaign = shop.desk.create("campaigns", spring).await;
    let codes = format!("/api/admin/campaigns/{campaign}/codes");
    let made = shop.desk.operator.post(&codes, json!({ "count": 1 })).await.expect(200);
    for member in [&ada, &friend] {
        let scan = json!({ "qr": { "text": made["codes"][0]["text"] } });
        member.caller.post("/api/redeem/scanQR", scan).await.expect(200);
    }
    let scans = format!("/api/admin/campaign-scans?campaign={campaign}");
    let scanned = shop.desk.operator.get(&scans).await.expect(200);
    let of_friend = scanned.as_array().expect("scans").iter().find(|scan| scan["member"]["_id"] == json!(friend.id));
    let taken = json!({ "transactionId": of_friend.expect("a scan")["_id"] });
    shop.desk.reverse(&taken).await.expect(200);
    adjust(&shop.desk, &ada, 7).await;
    adjust(&shop.desk, &ada, -3).await;
    shop.desk.reverse(&before).await.expect(200);

    for rolled_up in [false, true] {
        if rolled_up {
            reports::roll_up(&shop.server.running.store).await.expect("a roll-up");
        }
        let report = shop.desk.operator.get(ISSUED).await.expect(200);
        assert_eq!((&report["from"], &report["to"]), (&json!("2026-02-13"), &json!("2026-03-12")));
        let found = [
            "base",
            "card",
            "rule",
            "otherPurchases",
            "campaignCodes",
            "rewards",
            "referrals",
            "adjustments",
            "takenBack",
        ]
        .map(|by| points_by(&report, by));
        assert_eq!(found, [110, 160, 100, 10, 50, 0, 100, 4, -60]);
        check_sums(&shop.desk, &report).await;
        let listed = shop.desk.operator.get(RULES).await.expect(200);
        let part = report["parts"].as_array().expect("parts").iter().find(|part| part["by"] == "rule");
        let part = part.expect("the rule");
        assert_eq!(part["rule"], json!(rule));
        assert_eq!((&part["points"], &part["hkd"]), (&listed[0]["recentPoints"], &listed[0]["recentHkd"]));
    }
    let file = shop.desk.operator.get(&format!("{ISSUED}?format=csv")).await.text;
    assert!(file.contains("by,rule,name.en,name.zh,name.zhhk,points,hkd"), "{file}");
    assert!(file.contains("campaignCodes,,,,,50,0.50"), "{file}");
    shop.server.verify_books();
}

#[tokio::test]
async fn the_reward_of_a_goal_is_a_part_of_its_own() {
    let shop = goals::Shop::open().await;
    let ada = shop.server.member().await;
    shop.on(json!({ "reward": { "kind": "points", "points": 25 } })).await;
    for _ in 0..3 {
        shop.buy(&ada).await;
    }
    let report = shop.desk.operator.get(ISSUED).await.expect(200);
    assert_eq!((points_by(&report, "base"), points_by(&report, "rewards")), (30, 25), "{report}");
    assert_eq!(points_by(&report, "otherPurchases"), 0, "there is no claim: {report}");
    check_sums(&shop.desk, &report).await;
}
