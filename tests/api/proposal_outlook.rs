//! The outlook of a proposal: the payment for an item, and the cost of bonus hours.

use std::time::Duration;

use kapok::base::clock::Timestamp;
use serde_json::{Value, json};

use crate::counter::Shop;
use crate::proposals::{ALL, OWN, begun, news, quiet_hours, sent, tea};
use crate::support::desk::Over;
use crate::support::fresh_key;

#[tokio::test]
async fn a_bonus_hour_is_computed_by_the_purchases_of_four_weeks() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    // A Monday at 15:30 in Hong Kong: within the hours of the bonus.
    shop.server.clock.set(Timestamp::parse("2036-03-10T07:30:00Z").expect("a moment"));
    let award = async |amount: &str| {
        let body = json!({ "member": ada.short_id, "amountHkd": amount });
        shop.manager().await.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200)
    };
    let computed = async |body: Value| shop.manager().await.post(&format!("{OWN}/outlook"), body).await.expect(200);
    let none = computed(quiet_hours()).await;
    let bonus = &none["bonus"];
    assert_eq!((&bonus["purchases"], &bonus["billHkd"], &none["item"]), (&json!(0), &json!("80.00"), &Value::Null));
    assert_eq!(
        (&bonus["budgetPurchases"], bonus.get("budgetDays")),
        (&json!(62), None),
        "5000 points, 80 each: {bonus}"
    );

    award("100").await;
    award("50").await;
    shop.server.clock.advance(Duration::from_secs(4 * 3_600));
    award("30").await;
    shop.server.clock.advance(Duration::from_secs(7 * 86_400));
    let bonus = computed(quiet_hours()).await["bonus"].clone();
    assert_eq!((&bonus["from"], &bonus["to"]), (&json!("2036-02-18"), &json!("2036-03-16")));
    assert_eq!((&bonus["purchases"], &bonus["billHkd"]), (&json!(2), &json!("75.00")), "the average within the hours");
    assert_eq!((&bonus["pointsBefore"], &bonus["pointsDuring"]), (&json!(75), &json!(150)));
    // A point is worth HK$0.01 as long as nobody sets another value.
    assert_eq!((&bonus["paysBeforeHkd"], &bonus["paysDuringHkd"]), (&json!("0.75"), &json!("1.50")));
    assert_eq!((&bonus["budgetPurchases"], &bonus["budgetDays"]), (&json!(66), &json!(66 * 28 / 2)));
    let hours: Vec<(i64, i64, bool)> = bonus["hours"].as_array().expect("hours").iter().map(hour).collect();
    assert_eq!(hours, [(15, 150, true), (16, 0, true), (17, 0, false), (18, 0, false), (19, 30, false)]);

    let elsewhere =
        json!({ "weekdays": ["sunday"], "hours": { "from": "22:00", "until": "01:00" } }).over(quiet_hours());
    let bonus = computed(elsewhere).await["bonus"].clone();
    assert_eq!(
        (&bonus["purchases"], &bonus["hours"][0]["hour"]),
        (&json!(0), &json!(0)),
        "hours over midnight: {bonus}"
    );
    let large =
        json!({ "minimumBillHkd": "90.00", "budget": { "unit": "hkd", "amount": "10.00" } }).over(quiet_hours());
    let bonus = computed(large).await["bonus"].clone();
    assert_eq!((&bonus["purchases"], &bonus["billHkd"]), (&json!(1), &json!("100.00")), "of the smallest bill or more");
    assert_eq!(bonus["budgetPurchases"], 10, "HK$10 at HK$1 each");
    let other = json!({ "outlets": [shop.outlet] }).over(quiet_hours());
    assert_eq!(computed(other).await["bonus"]["purchases"], 0, "a purchase at no till is at no outlet");
}

fn hour(of: &Value) -> (i64, i64, bool) {
    let number = |name: &str| of[name].as_i64().expect("a number");
    (number("hour"), number("points"), of["chosen"].as_bool().expect("a choice"))
}

#[tokio::test]
async fn an_item_is_computed_by_what_a_redeemed_point_pays_and_staff_see_the_same() {
    let shop = Shop::open().await;
    let (manager, operator) = (shop.manager().await, &shop.desk.operator);
    let path = format!("{OWN}/outlook");
    assert_eq!(manager.post(&path, json!({ "kind": "item" })).await.expect(200), json!({}));
    assert_eq!(manager.post(&path, news()).await.expect(200), json!({}));
    let own = manager.post(&path, tea()).await.expect(200);
    assert_eq!(own, json!({ "item": { "paidHkd": "9.00", "allPaidHkd": "540.00" } }));
    let endless = json!({ "leftover": null }).over(tea());
    assert_eq!(manager.post(&path, endless).await.expect(200), json!({ "item": { "paidHkd": "9.00" } }));
    manager.post(&path, json!({ "kind": "item", "points": 0 })).await.expect_problem(400, "invalid_value");
    shop.till().await.post(&path, tea()).await.expect_problem(403, "forbidden");

    let waits = sent(&manager, tea()).await.by(operator, ALL).await;
    assert_eq!(operator.get(&format!("{}/outlook", waits.path)).await.expect(200), own);
    let draft = begun(&manager, quiet_hours()).await;
    let drafted = format!("{ALL}/{}/outlook", draft.body["_id"].as_str().expect("an id"));
    operator.get(&drafted).await.expect_problem(404, "not_found");
}
