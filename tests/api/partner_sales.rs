//! Sales of a partner, as its managers see them in their portal.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use serde_json::{Value, json};

use crate::counter::{PIN, Shop};
use crate::earn_links;
use crate::support::desk::Over;
use crate::support::{Caller, TestMember, fresh_key};

const DAY: Duration = Duration::from_secs(86_400);
/// The figures count until the present moment, so a test looks a second later.
const SECOND: Duration = Duration::from_secs(1);
/// 14:32 in Hong Kong.
const THURSDAY: &str = "2036-03-13T06:32:00Z";

async fn award(counter: &Caller, member: &TestMember, amount: &str) -> Value {
    let body = json!({ "member": member.short_id, "amountHkd": amount });
    counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200)
}

/// A till with a signed-in cashier, made by a manager: the desk's sessions have ended since. Tills of an outlet have
/// different names.
async fn till_of(shop: &Shop) -> Caller {
    let order = json!({ "outletId": shop.outlet, "name": fresh_key() });
    let made = shop.manager().await.post("/api/merchant/tills", order).await.expect(201);
    let device = shop.server.visitor().browser();
    device.post("/api/merchant/enrol", json!({ "code": made["code"] })).await.expect(200);
    shop.sign_in(&device, PIN).await.expect(200);
    device
}

async fn sales(manager: &Caller, query: &str) -> Value {
    manager.get(&format!("/api/merchant/sales?{query}")).await.expect(200)
}

/// A shop whose clock shows a Thursday at 14:32 in Hong Kong.
async fn shop_on_thursday() -> Shop {
    let shop = Shop::open().await;
    shop.server.clock.set(Timestamp::parse(THURSDAY).expect("a moment"));
    shop
}

fn sum(rows: &Value, field: &str) -> i64 {
    rows.as_array().expect("rows").iter().map(|row| row[field].as_i64().expect("a number")).sum()
}

#[tokio::test]
async fn outlets_cashiers_hours_and_days_tie_to_one_sum() {
    let shop = shop_on_thursday().await;
    let (till, manager) = (till_of(&shop).await, shop.manager().await);
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    award(&till, &ada, "50").await;
    let wrong = award(&till, &ada, "20").await;
    let back = format!("/api/merchant/award/{}/undo", wrong["transactionId"].as_str().expect("an id"));
    till.post_once(&back, &fresh_key(), json!({})).await.expect(200);
    award(&manager, &ben, "10").await;
    shop.server.clock.advance(Duration::from_secs(1_700));
    award(&till, &ada, "7").await;
    shop.server.clock.advance(SECOND);
    let seen = sales(&manager, "period=week").await;
    assert_eq!((&seen["from"], &seen["to"]), (&json!("2036-03-10"), &json!("2036-03-16")));
    let total = &seen["total"];
    assert_eq!((&total["points"], &total["awards"], &total["amountHkd"]), (&json!(67), &json!(3), &json!("67.00")));
    assert_eq!((&total["undone"], &total["undonePoints"]), (&json!(1), &json!(20)));
    assert_eq!((&seen["members"], &seen["membersBefore"]), (&json!(2), &json!(0)));
    for list in ["outlets", "cashiers", "hours", "days"] {
        for field in ["points", "awards", "undone"] {
            assert_eq!(sum(&seen[list], field), total[field], "{list} {field}");
        }
    }
    assert_eq!(sum(&seen["grid"], "points"), 67);
    let outlets = &seen["outlets"];
    assert_eq!((&outlets[0]["name"]["en"], &outlets[0]["points"]), (&json!("Sheung Wan"), &json!(57)));
    assert_eq!((outlets[1].get("_id"), &outlets[1]["points"]), (None, &json!(10)), "by staff without a till");
    assert_eq!((&seen["cashiers"][0]["by"], &seen["hours"][1]["hour"]), (&json!("Ah Fan"), &json!(15)));
    assert_eq!((&seen["grid"][0]["weekday"], &seen["days"][0]["day"]), (&json!(3), &json!("2036-03-13")));
    let one = sales(&manager, &format!("period=week&outlet={}", shop.outlet)).await;
    assert_eq!((&one["total"]["points"], &one["members"]), (&json!(57), &json!(1)));
}

#[tokio::test]
async fn a_period_is_compared_with_the_same_part_of_the_one_before() {
    let shop = shop_on_thursday().await;
    let (till, ada) = (till_of(&shop).await, shop.server.member().await);
    award(&till, &ada, "40").await;
    // After the time of day that is compared a week later.
    shop.server.clock.advance(Duration::from_secs(1_800));
    award(&till_of(&shop).await, &ada, "5").await;
    shop.server.clock.advance(7 * DAY - Duration::from_secs(900));
    award(&till_of(&shop).await, &ada, "60").await;
    shop.server.clock.advance(SECOND);
    let manager = shop.manager().await;
    let day = sales(&manager, "period=day").await;
    assert_eq!((&day["total"]["points"], &day["before"]["points"]), (&json!(60), &json!(40)));
    assert_eq!(day["outlets"][0]["pointsBefore"], 40);
    let week = sales(&manager, "period=week").await;
    assert_eq!((&week["total"]["points"], &week["before"]["points"]), (&json!(60), &json!(40)));
    let over = sales(&manager, "period=week&day=2036-03-12").await;
    assert_eq!((&over["total"]["points"], &over["before"]["points"]), (&json!(45), &json!(0)));
    let month = sales(&manager, "period=month").await;
    assert_eq!(
        (&month["total"]["points"], &month["from"], &month["to"]),
        (&json!(105), &json!("2036-03-01"), &json!("2036-03-31"))
    );
    let empty = sales(&manager, "period=day&day=2036-03-01").await;
    assert_eq!((&empty["total"]["awards"], &empty["outlets"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn only_the_partner_s_own_staff_see_its_sales() {
    let shop = Shop::open().await;
    let rival = shop.desk.partner("1", "0").await;
    shop.server.clock.set(Timestamp::parse(THURSDAY).expect("a moment"));
    let (till, ada) = (till_of(&shop).await, shop.server.member().await);
    award(&till, &ada, "50").await;
    shop.server.clock.advance(SECOND);
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    assert_eq!(sales(&rival, "").await["total"]["points"], 0);
    assert_eq!(sales(&rival, &format!("outlet={}", shop.outlet)).await["total"]["points"], 0);
    for path in ["/api/merchant/sales", "/api/merchant/partner"] {
        till.get(path).await.expect_problem(403, "forbidden");
        shop.server.staff(Role::Operator).await.get(path).await.expect_problem(403, "forbidden");
        assert_eq!(shop.server.visitor().get(path).await.status, 401);
    }
    let manager = shop.manager().await;
    assert_eq!(manager.get("/api/merchant/partner").await.expect(200)["_id"], json!(shop.partner));
    for query in ["period=year", "day=soon", "outlet=none", "format=csv&by=member"] {
        manager.get(&format!("/api/merchant/sales?{query}")).await.expect_problem(400, "invalid_parameter");
    }
    manager.get("/api/merchant/sales?day=2036-03-14").await.expect_problem(400, "invalid_value");
    let file = manager.get("/api/merchant/sales?format=csv&by=cashier").await;
    assert_eq!(file.status, 200);
    assert!(file.text.lines().nth(1).is_some_and(|line| line.contains("Ah Fan,,,1,50,50.00,0,0,0,0")), "{}", file.text);
}

#[tokio::test]
async fn the_overview_has_each_period_and_the_lists_of_the_day() {
    let shop = shop_on_thursday().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    award(&till_of(&shop).await, &ada, "40").await;
    shop.server.clock.advance(7 * DAY);
    let manager = shop.manager().await;
    award(&till_of(&shop).await, &ada, "60").await;
    award(&manager, &ben, "10").await;
    shop.server.clock.advance(SECOND);
    let lines = async |query: &str| -> Vec<String> {
        let file = manager.get(&format!("/api/merchant/sales?format=csv&by=overview{query}")).await;
        assert_eq!(file.status, 200, "{}", file.text);
        assert!(file.header("content-disposition").contains("sales-overview-2036-03-20"));
        // The times and ids differ in each run.
        let shown = |line: &str| {
            let mut cells: Vec<&str> = line.split(',').collect();
            cells.remove(4);
            cells.remove(2);
            cells.join(",")
        };
        file.text.trim_start_matches('\u{feff}').lines().map(shown).collect()
    };
    assert_eq!(
        lines("").await,
        [
            "period,from,hour,name.en,name.zh,name.zhhk,by,points,pointsBefore,awards,awardsBefore,amountHkd,\
             amountHkdBefore,members,membersBefore,collected,collectedBefore,undone,undonePoints",
            "day,2036-03-20,,,,,,70,40,2,1,70.00,40.00,2,1,0,0,0,0",
            "week,2036-03-17,,,,,,70,40,2,1,70.00,40.00,2,1,0,0,0,0",
            "month,2036-03-01,,,,,,110,0,3,0,110.00,0.00,2,0,0,0,0,0",
            "day,2036-03-20,14,,,,,70,40,2,,70.00,,,,0,,0,0",
            "day,2036-03-20,,Sheung Wan,,上環,,60,40,1,,60.00,,,,0,,0,0",
            "day,2036-03-20,,,,,,10,0,1,,10.00,,,,0,,0,0",
            "day,2036-03-20,,,,,Ah Fan,60,40,1,,60.00,,,,0,,0,0",
            "day,2036-03-20,,,,,Chan Tai Man,10,0,1,,10.00,,,,0,,0,0",
        ]
    );
    let here = lines(&format!("&outlet={}", shop.outlet)).await;
    assert_eq!(here[1], "day,2036-03-20,,,,,,60,40,1,1,60.00,40.00,1,1,0,0,0,0");
    assert_eq!(here.len(), 7, "{here:?}");
    manager
        .get("/api/merchant/sales?by=overview&format=csv&outlet=none")
        .await
        .expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn an_award_without_a_till_counts_for_the_outlet_of_its_earn_link() {
    let shop = Shop::open().await;
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", json!({ "claims": true }).over(settings)).await.expect(200);
    let terms = json!({ "name": "Bakery till", "outletId": shop.outlet });
    let key = earn_links::Till::of(&shop.desk, &shop.partner, terms).await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let link = key.link(5_000, earn_links::in_a_day(&shop.server), "R-1");
    earn_links::claim(&ada, &link).await.expect(200);
    shop.server.clock.advance(SECOND);
    let manager = shop.manager().await;
    let seen = sales(&manager, "period=day").await;
    assert_eq!((&seen["outlets"][0]["_id"], &seen["outlets"][0]["points"]), (&json!(shop.outlet), &json!(50)));
    let one = sales(&manager, &format!("period=day&outlet={}", shop.outlet)).await;
    assert_eq!((&one["total"]["points"], &one["members"]), (&json!(50), &json!(1)));
    let today = manager.get("/api/merchant/today?everywhere=true").await.expect(200);
    assert_eq!(today["outlets"][0]["name"]["en"], "Sheung Wan", "{today}");
    let listed = manager.get("/api/merchant/activity?everywhere=true").await.expect(200);
    assert_eq!(listed[0]["outlet"]["en"], "Sheung Wan", "{listed}");
    let day = kapok::base::day::Day::of(shop.server.clock.now());
    let body = json!({ "partner": shop.partner, "day": day, "amountHkd": "50" });
    let made = ben.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}", made["claim"]["_id"].as_str().expect("an id"));
    let page = shop.desk.operator.get(&path).await.expect(200);
    assert_eq!(page["bills"][0]["outlet"]["en"], "Sheung Wan", "{page}");
}
