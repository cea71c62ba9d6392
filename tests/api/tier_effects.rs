//! The effect of another ladder: who would rise and who would fall, and the second person who agrees to a fall.

use kapok::auth::Role;
use kapok::core::settings::{self, Author};
use kapok::member::personal_data;
use kapok::platform::store::Tx;
use serde_json::{Value, json};

use crate::approvals::{approve, refuse};
use crate::support::desk::{Desk, Over};
use crate::support::{TestMember, TestServer};
use crate::tiers::{Climb, ladder};

const TIERS: &str = "/api/admin/tiers";
const EFFECT: &str = "/api/admin/tiers/effect";

/// The ladder of the tests with other targets.
fn with_targets(targets: &[i64]) -> Value {
    let name = |at: usize| ladder()["levels"][at]["name"].clone();
    let levels: Vec<_> =
        targets.iter().enumerate().map(|(at, target)| json!({ "name": name(at), "target": target })).collect();
    json!({ "levels": levels }).over(ladder())
}

async fn effect(climb: &Climb, ladder: Value) -> Value {
    climb.desk.operator.post(EFFECT, ladder).await.expect(200)
}

/// The level, the members now and then, and those who rise to it and fall from it.
fn lines(effect: &Value) -> Vec<[i64; 5]> {
    let number = |line: &Value, name: &str| line[name].as_i64().expect("a number");
    let line = |line: &Value| ["level", "membersNow", "membersThen", "rise", "fall"].map(|name| number(line, name));
    effect["levels"].as_array().expect("levels").iter().map(line).collect()
}

/// Ada holds Bloom with 150 points, Ben holds nothing with 90, and Cleo holds Canopy with 300.
async fn three() -> (Climb, TestMember, TestMember) {
    let climb = Climb::open("2027-03-01", json!({})).await;
    let (ben, cleo) = (climb.server.member().await, climb.server.member().await);
    climb.buy("150.00").await;
    climb.buy_for(&ben, "90.00").await;
    climb.buy_for(&cleo, "300.00").await;
    (climb, ben, cleo)
}

#[tokio::test]
async fn an_easier_ladder_tells_who_would_rise_and_moves_nobody() {
    let (climb, ben, _) = three().await;
    let same = effect(&climb, ladder()).await;
    assert_eq!(lines(&same), [[1, 1, 1, 0, 0], [2, 1, 1, 0, 0]]);
    let easier = effect(&climb, with_targets(&[80, 140])).await;
    assert_eq!(lines(&easier), [[1, 1, 1, 1, 0], [2, 1, 2, 1, 0]], "Ben to Bloom, and Ada on to Canopy");
    assert_eq!((&easier["rise"], &easier["fall"], &easier["firstFall"]), (&json!(2), &json!(0), &Value::Null));
    assert_eq!(
        (climb.tier().await["level"].clone(), climb.tier().await["levels"][0]["target"].clone()),
        (json!(1), json!(100))
    );
    climb.server.running.store.write_unattended(move |tx| personal_data::erase(tx, ben.id)).await.expect("erased");
    assert_eq!(effect(&climb, with_targets(&[80, 140])).await["rise"], 1, "who has left does not rise");
}

#[tokio::test]
async fn a_harder_ladder_tells_who_would_fall_by_it_and_the_first_day() {
    let (mut climb, ..) = three().await;
    let harder = with_targets(&[200, 300]);
    let told = effect(&climb, harder.clone()).await;
    assert_eq!(lines(&told), [[1, 1, 0, 0, 1], [2, 1, 1, 0, 0]]);
    // Ada holds Bloom until the end of 2028, keeps it until the end of 2029, and then has 90 days of grace.
    assert_eq!((&told["fall"], &told["firstFall"]), (&json!(1), &json!("2030-04-01")));
    climb.on("2028-01-15").await;
    let told = effect(&climb, harder.clone()).await;
    assert_eq!((&told["fall"], &told["countedFrom"]), (&json!(1), &json!("2027-01-16")), "in a year that has begun");
    climb.on("2028-06-01").await;
    assert_eq!(effect(&climb, harder).await["fall"], 0, "who would not keep the level anyway is not counted");
}

#[tokio::test]
async fn a_level_that_goes_and_another_unit_are_counted_too() {
    let (climb, ..) = three().await;
    let shorter = effect(&climb, with_targets(&[100])).await;
    assert_eq!(lines(&shorter), [[1, 1, 2, 0, 0], [2, 1, 0, 0, 1]]);
    assert_eq!((&shorter["levels"][0]["removed"], &shorter["levels"][1]["removed"]), (&json!(false), &json!(true)));
    assert_eq!(
        (shorter["levels"][0].get("keptUntil"), &shorter["levels"][1]["keptUntil"]),
        (None, &json!("2029-03-31"))
    );
    assert_eq!(shorter["firstFall"], "2029-04-01");
    let spend = effect(&climb, json!({ "counts": "spend" }).over(with_targets(&[90, 300]))).await;
    assert_eq!(lines(&spend), [[1, 1, 2, 1, 0], [2, 1, 1, 0, 0]]);
    let partners = effect(&climb, json!({ "counts": "partners" }).over(with_targets(&[1, 2]))).await;
    assert_eq!(lines(&partners), [[1, 1, 3, 1, 0], [2, 1, 0, 0, 1]], "Cleo falls one step");
    let months = json!({ "window": { "kind": "months", "months": 1 } }).over(with_targets(&[90, 150]));
    assert_eq!(lines(&effect(&climb, months).await), [[1, 1, 1, 1, 0], [2, 1, 2, 1, 0]]);
}

#[tokio::test]
async fn the_first_ladder_moves_nobody_and_a_mistake_is_refused_at_its_field() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    server.member().await;
    let told = desk.operator.post(EFFECT, ladder()).await.expect(200);
    assert_eq!(lines(&told), [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0]]);
    let refused = desk.operator.post(EFFECT, with_targets(&[200, 200])).await.expect(400);
    let wrong = json!({ "field": "levels[1].target", "code": "tier_not_higher" });
    assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&wrong["field"], &wrong["code"]));
    assert_eq!(desk.operator.get(TIERS).await.expect(200)["versions"], json!([]), "nothing is stored");
}

/// Asks for two people from now on.
async fn ask_for_two(server: &TestServer) {
    let change = |tx: &Tx<'_>| {
        let mut settings = settings::current(tx)?;
        settings.two_person = true;
        settings::replace(tx, &settings, Author { id: [0; 16], name: "Chan Tai Man" })
    };
    server.running.store.write_unattended(change).await.expect("changed");
}

#[tokio::test]
async fn a_second_person_agrees_to_a_ladder_by_which_members_fall() {
    let (climb, ben, _) = three().await;
    ask_for_two(&climb.server).await;
    let owner = climb.server.staff(Role::Owner).await;
    let live = async || climb.desk.operator.get(TIERS).await.expect(200)["live"].clone();
    climb.write(with_targets(&[200, 300])).await.expect(200);
    let waiting = climb.switch_on().await.expect(202);
    let asked = &waiting["body"];
    assert_eq!((&asked["rise"], &asked["fall"], &asked["firstFall"]), (&json!(0), &json!(1), &json!("2030-04-01")));
    let targets = (&asked["before"]["levels"][0]["target"], &asked["after"]["levels"][0]["target"]);
    assert_eq!((waiting["action"].as_str(), targets), (Some("tier.switch_on"), (&json!(100), &json!(200))));
    approve(&climb.desk.operator, &waiting).await.expect_problem(403, "other_person_needed");
    assert_eq!(refuse(&owner, &waiting).await.expect(200)["status"], "refused");
    assert_eq!(live().await, 1);

    let waiting = climb.switch_on().await.expect(202);
    climb.write(with_targets(&[250, 300])).await.expect(200);
    approve(&owner, &waiting).await.expect_problem(412, "stale");
    let waiting = climb.switch_on().await.expect(202);
    climb.buy_for(&ben, "60.00").await;
    assert_eq!(climb.switch_on().await.expect(202)["_id"], waiting["_id"], "asked once, though one more would fall");
    approve(&owner, &waiting).await.expect(200);
    assert_eq!(live().await, 2);
    assert_eq!(climb.tier().await["level"], 1, "the level is held until it ends");

    climb.write(with_targets(&[80, 140])).await.expect(200);
    climb.switch_on().await.expect(200);
    assert_eq!(live().await, 3, "nobody falls by an easier ladder, so one person decides");
}
