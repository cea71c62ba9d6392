//! Levels that end by a change of the ladder: held until a last day that the member is told of, and then gone at once.

use serde_json::{Value, json};

use crate::support::desk::{Over, coupon};
use crate::support::{Answer, fresh_key};
use crate::tiers::{Climb, ladder};

/// The ladder of the tests without its second level.
fn shorter() -> Value {
    json!({ "levels": [ladder()["levels"][0].clone()] }).over(ladder())
}

impl Climb {
    async fn change_to(&self, ladder: Value) {
        self.write(ladder).await.expect(200);
        self.switch_on().await.expect(200);
    }

    /// The number of the level, and whether it ends by a change of the ladder.
    async fn held(&self) -> (i64, bool) {
        let tier = self.tier().await;
        (tier["level"].as_i64().unwrap_or(0), tier["ending"] == true)
    }

    /// Buys a coupon for members of the second level.
    async fn buy_coupon(&self, item: &str) -> Answer {
        let path = format!("/api/redeem/purchase/{item}");
        self.ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await
    }

    async fn members(&self) -> Value {
        self.desk.operator.get("/api/admin/tiers").await.expect(200)["members"].clone()
    }
}

#[tokio::test]
async fn a_level_that_the_ladder_lacks_is_held_with_what_it_gives_until_the_last_day() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("400.00").await;
    let item = climb.desk.item(json!({ "requiresLevel": 2 }).over(coupon(10))).await;
    climb.change_to(shorter()).await;
    assert_eq!(climb.held().await, (2, false), "held before anybody was told");
    climb.look().await;
    assert_eq!((climb.held().await, climb.standing().await), ((2, true), (2, json!("2029-03-31"))));
    let tier = climb.tier().await;
    assert_eq!((&tier["levels"][1]["name"]["en"], tier.get("next")), (&json!("Canopy"), None));
    climb.on("2028-12-01").await;
    assert_eq!(climb.tier().await.get("keep"), None, "nothing keeps it");
    climb.on("2029-03-31").await;
    assert_eq!(climb.held().await, (2, true));
    climb.buy_coupon(&item).await.expect(200);
    climb.on("2029-04-01").await;
    assert_eq!((climb.held().await, climb.standing().await), ((1, false), (1, json!("2029-12-31"))));
    climb.buy_coupon(&item).await.expect_problem(409, "level_required");
    assert_eq!(climb.tier().await["levels"].as_array().map(Vec::len), Some(1));
    let told = ["You’ve reached Canopy", "You keep Canopy until 31 March 2029", "You’re now at Bloom"];
    assert_eq!(climb.told().await, told);
}

#[tokio::test]
async fn every_level_is_held_until_its_last_day_after_the_ladder_was_switched_off() {
    let mut climb = Climb::open("2027-03-01", json!({ "window": { "kind": "months", "months": 1 } })).await;
    climb.buy("400.00").await;
    let item = climb.desk.item(json!({ "requiresLevel": 2 }).over(coupon(10))).await;
    let bob = climb.server.member().await;
    climb.switch_off().await;
    assert_eq!(climb.held().await, (2, false), "held before anybody was told");
    climb.look().await;
    // The month ends on 1 April. Sixty days of notice are longer, and ninety days of grace follow.
    assert_eq!((climb.held().await, climb.standing().await), ((2, true), (2, json!("2027-07-29"))));
    assert_eq!(climb.members().await, json!([{ "level": 2, "members": 1 }]));
    assert_eq!(bob.caller.get("/api/tiers").await.expect(200), json!([]), "without a level there is nothing to see");
    climb.on("2027-07-29").await;
    climb.buy_coupon(&item).await.expect(200);
    climb.on("2027-07-30").await;
    climb.buy_coupon(&item).await.expect_problem(409, "level_required");
    assert_eq!(climb.ada.caller.get("/api/tiers").await.expect(200), json!([]));
    assert_eq!(climb.members().await, json!([{ "level": 2, "members": 0 }]));
    let told = ["You’ve reached Canopy", "You keep Canopy until 29 July 2027", "Canopy has ended"];
    assert_eq!(climb.told().await, told);
    let hers = climb.ada.caller.post("/api/auth/exportAccount", json!({})).await.expect(200);
    let kinds: Vec<_> = hers["tiers"].as_array().expect("changes").iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["risen", "ending", "fallen"]);
}

#[tokio::test]
async fn a_level_that_comes_back_before_its_last_day_is_held_as_before() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("400.00").await;
    climb.change_to(shorter()).await;
    climb.look().await;
    climb.switch_off().await;
    climb.on("2027-06-01").await;
    assert_eq!(climb.standing().await, (2, json!("2029-03-31")), "told once, with one last day");
    climb.change_to(ladder()).await;
    climb.look().await;
    assert_eq!((climb.held().await, climb.standing().await), ((2, false), (2, json!("2028-12-31"))));
    let told = ["You’ve reached Canopy", "You keep Canopy until 31 March 2029", "Canopy stays yours"];
    assert_eq!(climb.told().await, told);
}

#[tokio::test]
async fn a_returned_purchase_that_the_level_does_not_need_leaves_its_last_day() {
    let climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("310.00").await;
    climb.change_to(shorter()).await;
    climb.look().await;
    let more = climb.buy("20.00").await;
    climb.undo(&more).await;
    assert_eq!((climb.held().await, climb.standing().await), ((2, true), (2, json!("2029-03-31"))));
    climb.look().await;
    assert_eq!(climb.told().await.len(), 2, "not told again");
}

#[tokio::test]
async fn a_returned_purchase_takes_an_ending_level_back() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    let bought = climb.buy("310.00").await;
    climb.change_to(shorter()).await;
    climb.look().await;
    climb.undo(&bought).await;
    assert_eq!(climb.held().await, (0, false));
    climb.on("2029-04-01").await;
    assert_eq!(climb.told().await.last().map(String::as_str), Some("Canopy taken back"));
}

#[tokio::test]
async fn a_higher_target_is_asked_for_after_the_period_of_the_level_with_a_notice_and_a_grace() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("100.00").await;
    let level = |target: i64| json!({ "target": target }).over(ladder()["levels"][0].clone());
    climb.change_to(json!({ "levels": [level(500)] }).over(ladder())).await;
    climb.look().await;
    assert_eq!((climb.held().await, climb.standing().await), ((1, false), (1, json!("2028-12-31"))));
    climb.on("2028-05-01").await;
    climb.buy("100.00").await;
    climb.on("2029-01-01").await;
    assert_eq!(climb.standing().await, (1, json!("2029-12-31")));
    climb.on("2029-11-02").await;
    climb.on("2030-01-01").await;
    assert_eq!(climb.standing().await, (1, json!("2030-03-31")));
    climb.on("2030-04-01").await;
    let told = ["You’ve reached Bloom", "Bloom stays yours", "Bloom is yours until 31 December 2029"];
    assert_eq!(climb.told().await[..3], told);
    assert_eq!(climb.told().await[3..], ["Bloom needs you by 31 March 2030", "Bloom has ended"]);
}

#[tokio::test]
async fn the_effect_of_a_ladder_leaves_out_who_was_told_of_the_end_before() {
    let climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("400.00").await;
    climb.change_to(shorter()).await;
    climb.look().await;
    let effect = climb.desk.operator.post("/api/admin/tiers/effect", shorter()).await.expect(200);
    assert_eq!((&effect["fall"], effect.get("firstFall")), (&json!(0), None));
    let gone = &effect["levels"][1];
    assert_eq!(
        (&gone["membersNow"], &gone["membersThen"], &gone["keptUntil"]),
        (&json!(1), &json!(0), &json!("2029-03-31"))
    );
}
