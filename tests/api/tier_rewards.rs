//! Rewards for reaching a level: given once in a period of the level, owed without stock, and taken back with the level.

use kapok::auth::Role;
use kapok::core::settings::{self, Author};
use kapok::member::personal_data;
use kapok::member::rewards::CodeVault;
use kapok::member::tiers;
use kapok::platform::store::{DataDir, Tx};
use serde_json::{Value, json};

use crate::approvals::approve;
use crate::support::desk::{Over, coupon};
use crate::support::fresh_key;
use crate::tiers::{Climb, ladder};

/// The ladder of the tests with a reward for each of its levels.
fn with_rewards(first: &Value, second: &Value) -> Value {
    let level = |at: usize, reward: &Value| json!({ "reward": reward }).over(ladder()["levels"][at].clone());
    json!({ "levels": [level(0, first), level(1, second)] }).over(ladder())
}

fn points(points: i64) -> Value {
    json!({ "kind": "points", "points": points })
}

async fn balance(climb: &Climb) -> i64 {
    climb.server.balance(climb.ada.id).await
}

/// Sets that two people decide.
async fn two_people(climb: &Climb) {
    let change = |tx: &Tx<'_>| {
        let mut settings = settings::current(tx)?;
        settings.two_person = true;
        settings::replace(tx, &settings, Author { id: [0; 16], name: "Chan Tai Man" })
    };
    climb.server.running.store.write_unattended(change).await.expect("changed");
}

/// Gives the rewards that are owed and can be given now. Returns how many.
async fn give_owed(climb: &Climb) -> usize {
    let keys = DataDir::existing(&climb.server.data_dir()).and_then(|folder| folder.keyring()).expect("the keys");
    let vault = CodeVault::new(&keys);
    let given = climb.server.running.store.write_unattended(move |tx| tiers::give_owed_rewards(tx, &vault)).await;
    given.expect("a look")
}

/// The titles of the messages about rewards of levels, in the order of the alphabet.
async fn told(climb: &Climb) -> Vec<String> {
    let told = climb.told().await.into_iter();
    let mut told: Vec<_> = told.filter(|title| title.contains("eward")).collect();
    told.sort();
    told
}

#[tokio::test]
async fn a_rise_over_two_levels_gives_both_rewards_and_keeping_gives_none() {
    let mut climb = Climb::open("2027-03-01", with_rewards(&points(50), &points(80))).await;
    let coming = climb.tier().await["rewards"].clone();
    assert_eq!(coming[1], json!({ "level": 2, "reward": points(80), "owed": false }));
    climb.buy("300.00").await;
    assert_eq!(balance(&climb).await, 430);
    assert_eq!(told(&climb).await, ["Your reward for reaching Bloom", "Your reward for reaching Canopy"]);
    assert_eq!(climb.tier().await["rewards"][0]["given"], "2027-03-01");
    let history = climb.ada.caller.get("/api/transaction/listMyTransactions").await.text;
    assert!(history.contains("Level reached") && history.contains("升級獎賞"), "{history}");
    climb.on("2028-05-01").await;
    climb.buy("300.00").await;
    climb.on("2029-01-01").await;
    assert_eq!((climb.standing().await.0, balance(&climb).await), (2, 730), "kept, without another reward");
    climb.server.verify_books();
}

#[tokio::test]
async fn a_level_of_a_later_period_gives_its_reward_again() {
    let mut climb = Climb::open("2027-03-01", with_rewards(&points(50), &points(80))).await;
    climb.buy("100.00").await;
    for day in ["2028-11-01", "2029-01-01", "2029-04-01"] {
        climb.on(day).await;
    }
    assert_eq!((climb.standing().await.0, balance(&climb).await), (0, 150));
    climb.buy("100.00").await;
    assert_eq!((climb.standing().await.0, balance(&climb).await), (1, 300));
}

#[tokio::test]
async fn a_return_takes_the_reward_back_and_one_that_is_spent_is_not_given_twice() {
    let climb = Climb::open("2027-03-01", with_rewards(&points(50), &points(80))).await;
    let ben = climb.server.member().await;
    let bought = climb.buy("100.00").await;
    climb.undo(&bought).await;
    assert_eq!((climb.standing().await.0, balance(&climb).await), (0, 0));
    assert_eq!(told(&climb).await, ["Reward taken back: Bloom", "Your reward for reaching Bloom"]);
    assert_eq!(climb.tier().await["rewards"][0].get("given"), None);

    let bought = climb.buy("100.00").await;
    climb.ada.caller.transfer(&ben.email, 45).await.expect(200);
    climb.desk.reverse(&bought).await.expect(200);
    assert_eq!((climb.standing().await.0, balance(&climb).await), (0, 5), "the reward is spent, so it stays");
    climb.buy("100.00").await;
    assert_eq!((climb.standing().await.0, balance(&climb).await), (1, 105), "no second reward in this period");
    climb.server.verify_books();
}

#[tokio::test]
async fn a_return_after_the_level_was_kept_takes_its_reward_back() {
    let mut climb = Climb::open("2027-03-01", with_rewards(&points(50), &points(80))).await;
    let first = climb.buy("100.00").await;
    climb.on("2028-06-01").await;
    let second = climb.buy("100.00").await;
    climb.on("2029-01-01").await;
    assert_eq!((climb.standing().await.0, balance(&climb).await), (1, 250));
    for bought in [&second, &first] {
        climb.desk.reverse(bought).await.expect(200);
    }
    assert_eq!((climb.standing().await.0, balance(&climb).await), (0, 0));
    climb.server.verify_books();
}

#[tokio::test]
async fn a_return_in_the_grace_takes_the_level_and_its_reward_back() {
    let mut climb = Climb::open("2027-03-01", with_rewards(&points(50), &points(80))).await;
    let first = climb.buy("100.00").await;
    climb.on("2028-11-01").await;
    climb.on("2029-01-01").await;
    let grace = climb.standing().await;
    assert_eq!(grace, (1, json!("2029-03-31")));
    let other = climb.buy("10.00").await;
    climb.undo(&other).await;
    assert_eq!(climb.standing().await, grace, "the return of another purchase changes nothing");
    climb.desk.reverse(&first).await.expect(200);
    assert_eq!((climb.standing().await.0, balance(&climb).await), (0, 0));
    assert_eq!(climb.tier().await["rewards"][0].get("given"), None);
    climb.on("2029-04-01").await;
    assert_eq!(climb.standing().await.0, 0, "nothing is left to fall");
    climb.server.verify_books();
}

#[tokio::test]
async fn a_return_in_the_grace_of_a_kept_level_brings_the_grace_back() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("100.00").await;
    climb.on("2028-11-01").await;
    climb.on("2029-01-01").await;
    let grace = climb.standing().await;
    let kept = climb.buy("150.00").await;
    assert_ne!(climb.standing().await, grace);
    climb.undo(&kept).await;
    assert_eq!(climb.standing().await, grace);
    climb.on("2029-04-01").await;
    assert_eq!(climb.standing().await.0, 0, "the grace still ends on its day");
}

#[tokio::test]
async fn the_rewards_move_with_a_merged_account_and_stand_in_the_copy_of_the_data() {
    let climb = Climb::open("2027-03-01", with_rewards(&points(50), &json!({ "kind": "badge" }))).await;
    let twin = climb.server.member().await;
    climb.buy("100.00").await;
    climb.buy_for(&twin, "300.00").await;
    let path = format!("/api/admin/members/{}/merge", twin.id);
    let merge = json!({ "into": climb.ada.id.to_string(), "reason": "The same person" });
    climb.desk.operator.post_once(&path, &fresh_key(), merge).await.expect(200);
    let rewards = climb.tier().await["rewards"].clone();
    assert_eq!((&rewards[0]["given"], &rewards[1]["given"]), (&json!("2027-03-01"), &json!("2027-03-01")));
    let copy = climb.ada.caller.post("/api/auth/exportAccount", json!({})).await.expect(200);
    let held: Vec<_> = copy["tierRewards"].as_array().expect("rewards").iter().map(|one| &one["name"]["en"]).collect();
    assert_eq!(held, ["Bloom", "Canopy"], "one of each level: {copy}");
    assert_eq!(copy["tierRewards"][1]["reward"], json!({ "kind": "badge" }));
    climb.server.verify_books();
}

#[tokio::test]
async fn a_reward_that_is_owed_to_a_member_who_left_is_not_given() {
    let climb = Climb::open("2027-03-01", json!({})).await;
    let item = climb.desk.item(json!({ "leftover": 0 }).over(coupon(40))).await;
    climb.write(with_rewards(&json!({ "kind": "item", "item": item }), &points(1))).await.expect(200);
    climb.switch_on().await.expect(200);
    climb.buy("100.00").await;
    let ada = climb.ada.id;
    climb.server.running.store.write_unattended(move |tx| personal_data::erase(tx, ada)).await.expect("erased");
    climb.desk.operator.post(&format!("/api/admin/items/{item}/stock"), json!({ "add": 3 })).await.expect(200);
    assert_eq!(give_owed(&climb).await, 0);
    climb.server.verify_books();
}

#[tokio::test]
async fn a_coupon_without_stock_is_owed_and_given_once_there_is_some() {
    let climb = Climb::open("2027-03-01", json!({})).await;
    let item = climb.desk.item(json!({ "leftover": 0 }).over(coupon(40))).await;
    let reward = json!({ "kind": "item", "item": item });
    climb.write(with_rewards(&reward, &json!({ "kind": "badge" }))).await.expect(200);
    climb.switch_on().await.expect(200);
    climb.buy("300.00").await;
    assert_eq!(climb.tier().await["rewards"][0]["owed"], true);
    assert_eq!(climb.tier().await["rewards"][1]["owed"], false);
    assert_eq!(give_owed(&climb).await, 0);
    climb.desk.operator.post(&format!("/api/admin/items/{item}/stock"), json!({ "add": 3 })).await.expect(200);
    assert_eq!((give_owed(&climb).await, give_owed(&climb).await), (1, 0));
    let held = climb.ada.caller.get("/api/redeem/myredeems").await.expect(200);
    assert_eq!((held.as_array().map(Vec::len), balance(&climb).await), (Some(1), 300), "the programme pays");
    assert_eq!(climb.tier().await["rewards"][0]["owed"], false);
}

#[tokio::test]
async fn the_effect_counts_the_rewards_and_a_second_person_agrees_to_new_ones() {
    let climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("90.00").await;
    let easier = |reward: &Value| {
        let level = json!({ "target": 80, "reward": reward }).over(ladder()["levels"][0].clone());
        json!({ "levels": [level] }).over(ladder())
    };
    let effect = climb.desk.operator.post("/api/admin/tiers/effect", easier(&points(50))).await.expect(200);
    assert_eq!(effect["levels"][0]["rewards"], 1);
    assert!(effect["levels"][0]["rewardsHkd"].is_string(), "{effect}");
    two_people(&climb).await;
    climb.write(easier(&points(50))).await.expect(200);
    let waiting = climb.switch_on().await.expect(202);
    assert_eq!(waiting["body"]["after"]["levels"][0]["reward"], points(50));
    let owner = climb.server.staff(Role::Owner).await;
    approve(&owner, &waiting).await.expect(200);
    climb.buy("1.00").await;
    assert_eq!((climb.standing().await.0, balance(&climb).await), (1, 141));
    climb.write(easier(&json!({ "kind": "badge" }))).await.expect(200);
    climb.switch_on().await.expect(200);
}

#[tokio::test]
async fn the_effect_leaves_out_a_reward_that_the_member_got_in_this_period() {
    let climb = Climb::open("2027-03-01", with_rewards(&points(50), &points(80))).await;
    let ben = climb.server.member().await;
    let bought = climb.buy("100.00").await;
    climb.ada.caller.transfer(&ben.email, 45).await.expect(200);
    climb.desk.reverse(&bought).await.expect(200);
    climb.buy("90.00").await;
    climb.buy_for(&ben, "90.00").await;
    let mut lower = with_rewards(&points(50), &points(80));
    lower["levels"][0]["target"] = json!(80);
    let effect = climb.desk.operator.post("/api/admin/tiers/effect", lower).await.expect(200);
    assert_eq!((&effect["levels"][0]["rise"], &effect["levels"][0]["rewards"]), (&json!(2), &json!(1)), "{effect}");
}

#[tokio::test]
async fn a_second_person_agrees_to_a_lower_target_under_the_same_reward() {
    let climb = Climb::open("2027-03-01", with_rewards(&points(50), &points(80))).await;
    two_people(&climb).await;
    let renamed = json!({ "noticeDays": 61 }).over(with_rewards(&points(50), &points(80)));
    climb.write(renamed).await.expect(200);
    climb.switch_on().await.expect(200);
    let mut lower = with_rewards(&points(50), &points(80));
    lower["levels"][0]["target"] = json!(1);
    climb.write(lower).await.expect(200);
    let waiting = climb.switch_on().await.expect(202);
    assert_eq!(waiting["body"]["levels"][0]["rewards"], 0, "{waiting}");
}

#[tokio::test]
async fn mistakes_in_a_reward_are_refused_at_their_field() {
    let climb = Climb::open("2027-03-01", json!({})).await;
    let missing = "019cde0a5b7070009f1b4c1f0c2f7a31";
    for (reward, field, code) in [
        (points(0), "levels[0].reward.points", "invalid_value"),
        (json!({ "kind": "item", "item": missing }), "levels[0].reward.item", "unknown_item"),
        (json!({ "kind": "multiplier", "rule": missing, "days": 3 }), "levels[0].reward.rule", "unknown_rule"),
    ] {
        let refused = climb.write(with_rewards(&reward, &points(5))).await.expect(400);
        let wrong = (&refused["errors"][0]["field"], &refused["errors"][0]["code"]);
        assert_eq!(wrong, (&json!(field), &json!(code)), "{refused}");
    }
}
