//! Campaigns that give a coupon, a stamp or progress to a level in place of points.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::approvals::{approve, strict};
use crate::goals::Shop;
use crate::import::{fates, file, load, try_out};
use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, TestMember, fresh_key};
use crate::tiers::Climb;

fn shared(gift: Value) -> Value {
    json!({ "name": { "en": "Fair", "zh": "市集", "zhhk": "市集" }, "gift": gift, "shared": true, "perMember": 9 })
}

/// Adds a campaign and gives its id and the text of its code.
async fn campaign(desk: &Desk, body: Value) -> (String, String) {
    let id = desk.create("campaigns", body).await;
    let made = desk.operator.post(&format!("/api/admin/campaigns/{id}/codes"), json!({ "count": 1 })).await.expect(200);
    (id, made["codes"][0]["text"].as_str().expect("a text").to_owned())
}

/// Adds a campaign and gives the text of its code.
async fn code(desk: &Desk, body: Value) -> String {
    campaign(desk, body).await.1
}

async fn scan(member: &TestMember, text: &str, key: &str) -> Answer {
    member.caller.post_once("/api/redeem/scanQR", key, json!({ "qr": text })).await
}

/// The scan of a member that was not taken back; any of several.
async fn scan_of(desk: &Desk, campaign: &str, member: &TestMember) -> Value {
    let path = format!("/api/admin/campaign-scans?campaign={campaign}&q={}", member.short_id);
    let found = desk.operator.get(&path).await.expect(200);
    let mut standing = found.as_array().expect("a list").iter().filter(|scan| scan.get("takenBack").is_none());
    standing.next().expect("a scan").clone()
}

/// The scans of a campaign.
async fn scans(desk: &Desk, campaign: &str) -> Value {
    desk.operator.get(&format!("/api/admin/campaign-scans?campaign={campaign}")).await.expect(200)
}

async fn take_back(desk: &Desk, scan: &Value, key: &str) -> Answer {
    let path = format!("/api/admin/campaign-scans/{}/take-back", scan["_id"].as_str().expect("an id"));
    desk.operator.post_once(&path, key, json!({ "reason": "The wrong code" })).await
}

async fn inbox(member: &TestMember) -> String {
    member.caller.get("/api/notification/notifications").await.text
}

#[tokio::test]
async fn a_scan_gives_a_coupon_from_the_stock_once_and_nothing_without_it() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member_with(5).await, shop.server.member().await);
    let item = json!({ "leftover": -1, "content": { "kind": "pool", "format": "qrcode" } }).over(coupon(40));
    let item = shop.desk.item(item).await;
    shop.desk.upload(&item, "code\nPOOL-1\n").await;
    let body = json!({ "shared": false }).over(shared(json!({ "kind": "item", "item": item })));
    let text = code(&shop.desk, body).await;
    let key = fresh_key();
    let given = scan(&ada, &text, &key).await.expect(200);
    assert_eq!((&given["points"], &given["balance"], &given["gift"]["kind"]), (&json!(0), &json!(5), &json!("item")));
    assert_eq!(given["message"], "Tea is in My rewards");
    let held = ada.caller.get("/api/redeem/myredeems").await.expect(200);
    assert_eq!((&held[0]["_id"], held.as_array().map(Vec::len)), (&given["gift"]["redemption"], Some(1)));
    let snapshot = &held[0]["redeemItemSnapshot"];
    assert_eq!((&given["gift"]["name"], &given["gift"]["image"]), (&snapshot["name"], &snapshot["image"]));
    assert_eq!(scan(&ada, &text, &key).await.expect(200), given, "a retry gets the stored answer");
    scan(&ben, &text, &fresh_key()).await.expect_problem(409, "qr_already_used");
    let opened = format!("/api/redeem/use/{}", given["gift"]["redemption"].as_str().expect("an id"));
    let shown = ada.caller.post(&opened, json!({})).await.expect(200);
    assert_eq!(shown["itemContent"]["qrcode"], "POOL-1");

    let again = code(&shop.desk, shared(json!({ "kind": "item", "item": item }))).await;
    scan(&ben, &again, &fresh_key()).await.expect_problem(409, "out_of_stock");
    let campaigns = shop.desk.operator.get("/api/admin/campaigns").await.expect(200);
    let claims = |row: &Value| row["claims"].as_i64().expect("claims");
    let all: i64 =
        campaigns["data"].as_array().or_else(|| campaigns.as_array()).expect("a list").iter().map(claims).sum();
    assert_eq!(all, 1, "a refused scan counts nowhere");
    shop.desk.upload(&item, "code\nPOOL-2\n").await;
    scan(&ben, &again, &fresh_key()).await.expect(200);
    assert_eq!((ada.points().await, ben.points().await), (5, 0));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_scan_gives_a_stamp_that_may_fill_the_card() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let goal = shop.on(json!({ "perDay": 1, "until": "2099-12-31" })).await;
    let text = code(&shop.desk, shared(json!({ "kind": "stamp", "goal": goal }))).await;
    let given = scan(&ada, &text, &fresh_key()).await.expect(200);
    assert_eq!(
        given["gift"],
        json!({ "kind": "stamp", "goal": goal, "progress": 1, "target": 3, "reached": false,
        "name": { "en": "Three cups", "zh": "三杯", "zhhk": "三杯" } })
    );
    let bought = shop.buy(&ada).await;
    assert_eq!(bought["goals"][0]["progress"], 2, "a stamp of a campaign takes no place of a purchase's day");
    let card = ada.caller.get(&format!("/api/goals/{goal}")).await.expect(200);
    assert_eq!((card["stamps"][0].get("partner"), &card["progress"]), (None, &json!(2)));
    let full = scan(&ada, &text, &fresh_key()).await.expect(200);
    assert_eq!((&full["gift"]["reached"], &full["balance"]), (&json!(true), &json!(90)), "the reward is given");
    scan(&ada, &text, &fresh_key()).await.expect_problem(409, "stamp_unavailable");

    // A purchase that is returned opens the card again, and the stamps of the campaign stay on it.
    shop.undo(&bought).await;
    assert_eq!(ada.points().await, 0);
    let card = ada.caller.get(&format!("/api/goals/{goal}")).await.expect(200);
    assert_eq!((&card["progress"], &card["state"]), (&json!(2), &json!("open")));
    shop.server.verify_books();
}

#[tokio::test]
async fn scans_of_the_last_stamp_at_once_fill_the_card_once() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let goal = shop.on(json!({ "until": "2099-12-31" })).await;
    let text = code(&shop.desk, shared(json!({ "kind": "stamp", "goal": goal }))).await;
    let keys = [(); 6].map(|()| fresh_key());
    let [a, b, c, d, e, f] = &keys;
    let found = tokio::join!(
        scan(&ada, &text, a),
        scan(&ada, &text, b),
        scan(&ada, &text, c),
        scan(&ada, &text, d),
        scan(&ada, &text, e),
        scan(&ada, &text, f)
    );
    let found = [found.0, found.1, found.2, found.3, found.4, found.5].map(|answer| answer.status);
    assert_eq!(found.iter().filter(|status| **status == 200).count(), 3, "{found:?}");
    assert_eq!(ada.points().await, 80, "one reward");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_scan_gives_progress_that_may_reach_a_level() {
    let climb = Climb::open("2026-10-01", json!({})).await;
    let text = code(&climb.desk, shared(json!({ "kind": "progress", "amount": 60 }))).await;
    let given = scan(&climb.ada, &text, &fresh_key()).await.expect(200);
    assert_eq!((&given["gift"], &given["points"]), (&json!({ "kind": "progress", "amount": 60 }), &json!(0)));
    assert_eq!(climb.tier().await["progress"], 60);
    climb.buy("40.00").await;
    assert_eq!((&climb.tier().await["level"], climb.ada.points().await), (&json!(1), 40), "no points are given");
}

#[tokio::test]
async fn a_campaign_gives_points_or_one_gift_that_can_be_given() {
    let shop = Shop::open().await;
    let goal = shop.on(json!({ "kind": "challenge", "counts": "spend", "target": 50, "until": "2099-12-31" })).await;
    let exchange = shop.desk.item(json!({ "type": "exchange" }).over(coupon(10))).await;
    let refused = async |body: Value| {
        let refused = shop.desk.operator.post("/api/admin/campaigns", body).await.expect(400);
        (refused["errors"][0]["field"].clone(), refused["errors"][0]["code"].clone())
    };
    let expected = |field: &str, code: &str| (json!(field), json!(code));
    for (gift, field, code) in [
        (json!({ "kind": "item", "item": exchange }), "gift.item", "unknown_item"),
        (json!({ "kind": "stamp", "goal": goal }), "gift.goal", "goal_without_stamps"),
        (json!({ "kind": "progress", "amount": 5 }), "gift.amount", "no_ladder"),
        (json!({ "kind": "progress", "amount": 0 }), "gift.amount", "invalid_value"),
    ] {
        assert_eq!(refused(shared(gift)).await, expected(field, code));
    }
    let both = json!({ "points": 5 }).over(shared(json!({ "kind": "progress", "amount": 5 })));
    assert_eq!(refused(both).await, expected("gift", "points_and_gift"));
    let neither = json!({ "name": "Nothing", "shared": true });
    assert_eq!(refused(neither).await, expected("points", "required_field"));
}

#[tokio::test]
async fn a_coupon_as_a_gift_counts_with_its_face_value_for_the_second_person() {
    let server = strict().await;
    server.staff_at(Role::Finance, None).await;
    let desk = Desk::of(&server).await;
    let given = async |item: Value| {
        let item = desk.item(item.over(coupon(40))).await;
        let some = json!({ "total": 1, "active": true }).over(shared(json!({ "kind": "item", "item": item })));
        desk.operator.post("/api/admin/campaigns", some).await.status
    };
    assert_eq!(given(json!({})).await, 201, "its price");
    assert_eq!(given(json!({ "faceValueHkd": "100.01" })).await, 202, "10,001 points of a cent each");
}

#[tokio::test]
async fn a_file_carries_the_gift_of_a_campaign() {
    let shop = Shop::open().await;
    let goal = shop.on(json!({ "until": "2099-12-31" })).await;
    code(&shop.desk, shared(json!({ "kind": "stamp", "goal": goal }))).await;
    let exported = file(&shop.desk.operator, "campaigns").await;
    assert!(exported.lines().next().is_some_and(|line| line.ends_with(",gift")), "{exported}");
    assert!(exported.contains(&format!("stamp:{goal}")), "{exported}");
    let heading = "type,name.en,name.zh,name.zhhk,points,gift";
    let rows = format!("{heading}\nshared,Again,再来,再來,,stamp:{goal}\nshared,More,再来,再來,5,\n");
    load(&shop.desk.operator, "campaigns", &rows).await;
    let exported = file(&shop.desk.operator, "campaigns").await;
    assert_eq!(exported.matches(&format!("stamp:{goal}")).count(), 2, "{exported}");
    let wrong = format!("{heading}\nshared,Again,再来,再來,,cake\nshared,Again,再来,再來,,\n");
    let tried = try_out(&shop.desk.operator, "campaigns", &wrong).await;
    assert_eq!(fates(&tried), ["gift invalid_value", "points required_field"]);
}

#[tokio::test]
async fn points_of_a_scan_are_taken_back_once_and_the_code_stays_used() {
    let shop = Shop::open().await;
    let (ada, ben, cy) = (shop.server.member().await, shop.server.member().await, shop.server.member().await);
    let body = json!({ "name": "Fair", "points": 50, "shared": true });
    let (id, text) = campaign(&shop.desk, body).await;
    for member in [&ada, &ben, &cy] {
        scan(member, &text, &fresh_key()).await.expect(200);
    }
    let (first, second) = (scan_of(&shop.desk, &id, &ada).await, scan_of(&shop.desk, &id, &ben).await);
    let third = scan_of(&shop.desk, &id, &cy).await;
    assert_eq!((&first["member"]["shortId"], &first["points"]), (&json!(ada.short_id), &json!(50)));
    assert_eq!(scans(&shop.desk, &id).await.as_array().map(Vec::len), Some(3));
    let nobody = format!("/api/admin/campaign-scans?campaign={id}&q=nobody@kapok.example");
    assert_eq!(shop.desk.operator.get(&nobody).await.expect(200), json!([]));

    let key = fresh_key();
    let taken = take_back(&shop.desk, &first, &key).await.expect(200);
    assert_eq!(taken["takenBack"]["reason"], "The wrong code");
    assert!(taken["takenBack"]["by"].as_str().is_some_and(|name| !name.is_empty()), "{taken}");
    assert_eq!(take_back(&shop.desk, &first, &key).await.expect(200), taken, "a retry gets the stored answer");
    take_back(&shop.desk, &first, &fresh_key()).await.expect_problem(409, "scan_taken_back");
    assert_eq!(ada.points().await, 0);
    scan(&ada, &text, &fresh_key()).await.expect_problem(409, "qr_already_used");
    let told = inbox(&ada).await;
    assert!(told.contains("Scan taken back: Fair") && told.contains("50 points. Reason: The wrong code"), "{told}");

    ben.caller.transfer(&ada.email, 20).await.expect(200);
    take_back(&shop.desk, &second, &fresh_key()).await.expect_problem(409, "points_already_spent");
    assert_eq!(ben.points().await, 30);
    // A scan whose points were reversed in the list of transactions counts as taken back too.
    shop.desk.reverse(&json!({ "transactionId": third["_id"] })).await.expect(200);
    take_back(&shop.desk, &third, &fresh_key()).await.expect_problem(409, "scan_taken_back");
    let listed = scans(&shop.desk, &id).await;
    let reversed = listed.as_array().expect("a list").iter().find(|scan| scan["_id"] == third["_id"]);
    assert_eq!(reversed.expect("the scan")["takenBack"]["reason"], "Wrong member");
    assert_eq!(scan_of(&shop.desk, &id, &ben).await["_id"], second["_id"], "a refusal changes nothing");
    assert_eq!(shop.desk.operator.get(&format!("/api/admin/campaigns/{id}")).await.expect(200)["claims"], 1);
    let days = shop.desk.operator.get(&format!("/api/admin/campaigns/{id}/scans")).await.expect(200);
    assert_eq!((&days[0]["scans"], days.as_array().map(Vec::len)), (&json!(1), Some(1)), "two do not count");
    let trail = shop.desk.operator.get("/api/admin/audit?action=campaign.take_back").await.expect(200);
    assert_eq!(trail.as_array().map(Vec::len), Some(1), "{trail}");
    take_back(&shop.desk, &json!({ "_id": "0".repeat(32) }), &fresh_key()).await.expect_problem(404, "not_found");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_coupon_of_a_scan_is_taken_back_with_both_of_its_transactions() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member_with(5).await, shop.server.member().await);
    let item = json!({ "leftover": -1, "content": { "kind": "pool", "format": "qrcode" } }).over(coupon(40));
    let item = shop.desk.item(item).await;
    shop.desk.upload(&item, "code\nPOOL-1\n").await;
    let gift = json!({ "kind": "item", "item": item });
    let (id, text) = campaign(&shop.desk, json!({ "shared": false }).over(shared(gift.clone()))).await;
    scan(&ada, &text, &fresh_key()).await.expect(200);
    take_back(&shop.desk, &scan_of(&shop.desk, &id, &ada).await, &fresh_key()).await.expect(200);
    let held = ada.caller.post("/api/auth/exportAccount", json!({})).await.expect(200);
    assert_eq!((ada.points().await, &held["redemptions"][0]["status"]), (5, &json!("rejected")));
    scan(&ben, &text, &fresh_key()).await.expect_problem(409, "qr_already_used");

    // The code of the coupon is free again. A coupon whose purchase alone was reversed has paid its price out.
    let (id, text) = campaign(&shop.desk, shared(gift)).await;
    scan(&ben, &text, &fresh_key()).await.expect(200);
    let history = shop.desk.operator.get(&format!("/api/admin/members/{}/transactions", ben.id)).await.expect(200);
    let purchase = history.as_array().expect("a list").iter().find(|one| one["type"] == "Redeem").expect("a purchase");
    shop.desk.reverse(&json!({ "transactionId": purchase["_id"] })).await.expect(200);
    assert_eq!(ben.points().await, 40);
    take_back(&shop.desk, &scan_of(&shop.desk, &id, &ben).await, &fresh_key()).await.expect(200);
    assert_eq!(ben.points().await, 0);

    let given = scan(&ben, &text, &fresh_key()).await.expect(200);
    let open = format!("/api/redeem/use/{}", given["gift"]["redemption"].as_str().expect("an id"));
    ben.caller.post(&open, json!({})).await.expect(200);
    take_back(&shop.desk, &scan_of(&shop.desk, &id, &ben).await, &fresh_key())
        .await
        .expect_problem(409, "coupon_opened");
    assert_eq!(ben.points().await, 0);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_stamp_of_a_scan_is_taken_back_with_the_reward_that_it_filled() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let goal = shop.on(json!({ "until": "2099-12-31" })).await;
    let (id, text) = campaign(&shop.desk, shared(json!({ "kind": "stamp", "goal": goal }))).await;
    for _ in 0..3 {
        scan(&ada, &text, &fresh_key()).await.expect(200);
    }
    assert_eq!(ada.points().await, 80);
    let card = async || ada.caller.get(&format!("/api/goals/{goal}")).await.expect(200);
    take_back(&shop.desk, &scan_of(&shop.desk, &id, &ada).await, &fresh_key()).await.expect(200);
    assert_eq!((&card().await["progress"], &card().await["state"]), (&json!(2), &json!("open")));
    assert_eq!(ada.points().await, 0);
    assert!(inbox(&ada).await.contains("this scan gave you: the stamp"));

    scan(&ada, &text, &fresh_key()).await.expect(200);
    ada.caller.transfer(&ben.email, 80).await.expect(200);
    let standing = scan_of(&shop.desk, &id, &ada).await;
    take_back(&shop.desk, &standing, &fresh_key()).await.expect_problem(409, "scan_reward_used");
    assert_eq!((&card().await["progress"], &card().await["state"]), (&json!(3), &json!("reached")));
    take_back(&shop.desk, &standing, &fresh_key()).await.expect_problem(409, "scan_reward_used");
    shop.server.verify_books();
}

#[tokio::test]
async fn progress_of_a_scan_is_taken_back_with_the_level_that_it_reached() {
    let climb = Climb::open("2026-10-01", json!({})).await;
    let (id, text) = campaign(&climb.desk, shared(json!({ "kind": "progress", "amount": 60 }))).await;
    scan(&climb.ada, &text, &fresh_key()).await.expect(200);
    climb.buy("40.00").await;
    assert_eq!(climb.tier().await["level"], 1);
    let listed = scans(&climb.desk, &id).await;
    take_back(&climb.desk, &listed[0], &fresh_key()).await.expect(200);
    take_back(&climb.desk, &listed[0], &fresh_key()).await.expect_problem(409, "scan_taken_back");
    assert_eq!((&climb.tier().await["level"], &climb.tier().await["progress"]), (&json!(0), &json!(40)));
    assert!(inbox(&climb.ada).await.contains("Bloom taken back"));
    climb.server.verify_books();
}

#[tokio::test]
async fn a_scan_is_taken_back_from_a_merged_account_and_its_reason_goes_with_the_member() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let (id, text) = campaign(&shop.desk, json!({ "name": "Fair", "points": 50, "shared": true })).await;
    scan(&ada, &text, &fresh_key()).await.expect(200);
    let merge = format!("/api/admin/members/{}/merge", ada.id);
    let order = json!({ "into": ben.id, "reason": "One person" });
    shop.desk.operator.post_once(&merge, &fresh_key(), order).await.expect(200);
    let listed = scans(&shop.desk, &id).await;
    assert_eq!(listed[0]["member"]["shortId"], ben.short_id);
    take_back(&shop.desk, &listed[0], &fresh_key()).await.expect(200);
    assert_eq!(ben.points().await, 0);
    let copy = ben.caller.post("/api/auth/exportAccount", json!({})).await.expect(200);
    assert_eq!((&copy["scans"][0]["points"], &copy["scans"][0]["reason"]), (&json!(50), &json!("The wrong code")));
    assert_eq!(copy["scans"][0].get("by"), None, "the person is not named");
    ben.caller.post("/api/auth/deleteAccount", json!({})).await.expect(200);
    assert_eq!(scans(&shop.desk, &id).await[0]["takenBack"]["reason"], "");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_scan_is_taken_back_on_approval_where_two_people_are_needed() {
    let server = strict().await;
    let (desk, finance) = (Desk::of(&server).await, server.staff_at(Role::Finance, None).await);
    let member = server.member().await;
    let body = json!({ "name": "Fair", "points": 50, "shared": true, "total": 10 });
    let (id, text) = campaign(&desk, body).await;
    scan(&member, &text, &fresh_key()).await.expect(200);
    let listed = scans(&desk, &id).await;
    let waiting = take_back(&desk, &listed[0], &fresh_key()).await.expect(202);
    assert_eq!(member.points().await, 50);
    let subject = format!("/api/admin/approvals/{}/subject", waiting["_id"].as_str().expect("an id"));
    assert_eq!(finance.get(&subject).await.expect(200)["member"]["shortId"], member.short_id);
    approve(&finance, &waiting).await.expect(200);
    assert_eq!(member.points().await, 0);
    assert!(scans(&desk, &id).await[0]["takenBack"].is_object());
    take_back(&desk, &listed[0], &fresh_key()).await.expect_problem(409, "scan_taken_back");
    server.verify_books();
}
