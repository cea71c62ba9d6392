//! The cashier of an alarm: staff pause the cashier with a note, and let the cashier sign in again.

use kapok::auth::Role;
use kapok::member::alarms;
use serde_json::{Value, json};

use crate::alarms::{only, set};
use crate::counter::{PIN, Shop};
use crate::support::{Answer, Caller, fresh_key};

const NOTE: &str = "Fourteen awards to one member";

/// A shop whose cashier raised an alarm by three awards to one member, and the till.
async fn alarmed() -> (Shop, Caller, Value) {
    let shop = Shop::open().await;
    set(&shop.server, only(|settings| &mut settings.pair)).await;
    let till = shop.till().await;
    raise(&shop, &till).await;
    let alarm = open_alarm(&shop).await;
    (shop, till, alarm)
}

/// Gives a new member points three times.
async fn raise(shop: &Shop, counter: &Caller) {
    let ada = shop.server.member().await;
    for nth in 0..3 {
        let order =
            json!({ "member": ada.short_id, "amountHkd": "20.00", "receipt": format!("{}-{nth}", fresh_key()) });
        counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200);
    }
    alarms::find_now(&shop.server.running.store).await.expect("a look");
}

async fn open_alarm(shop: &Shop) -> Value {
    shop.desk.operator.get("/api/admin/alarms?queue=open").await.expect(200)[0].clone()
}

fn path(alarm: &Value, what: &str) -> String {
    format!("/api/admin/alarms/{}{what}", alarm["_id"].as_str().expect("an id"))
}

async fn decide(by: &Caller, alarm: &Value, what: &str) -> Answer {
    by.post_once(&path(alarm, what), &fresh_key(), json!({ "note": NOTE })).await
}

#[tokio::test]
async fn a_paused_cashier_is_signed_out_at_once_and_comes_back_by_the_pin() {
    let (shop, till, alarm) = alarmed().await;
    let page = async || shop.desk.operator.get(&path(&alarm, "")).await.expect(200);
    let before = page().await;
    assert_eq!((&before["cashier"], &before["cashierActive"]), (&json!(shop.cashier), &json!(true)));

    let key = fresh_key();
    let pause = path(&alarm, "/pause-cashier");
    for _ in 0..2 {
        shop.desk.operator.post_once(&pause, &key, json!({ "note": NOTE })).await.expect(200);
    }
    assert_eq!(till.get("/api/merchant/today").await.status, 401, "signed out at once");
    shop.sign_in(&till, PIN).await.expect_problem(401, "wrong_pin");
    decide(&shop.desk.operator, &alarm, "/pause-cashier").await.expect_problem(409, "cashier_unchanged");
    let paused = page().await;
    assert_eq!((&paused["cashierActive"], &paused["alarm"]["queue"]), (&json!(false), &json!("open")));
    let last = paused["steps"].as_array().and_then(|steps| steps.last()).expect("a step").clone();
    assert_eq!((&last["what"], &last["note"]), (&json!("paused"), &json!(NOTE)));

    let dismiss = json!({ "alarms": [alarm["_id"]], "note": "Staff meal" });
    shop.desk.operator.post_once("/api/admin/alarms/dismiss", &fresh_key(), dismiss).await.expect(200);
    decide(&shop.desk.operator, &alarm, "/resume-cashier").await.expect(200);
    decide(&shop.desk.operator, &alarm, "/resume-cashier").await.expect_problem(409, "cashier_unchanged");
    shop.sign_in(&till, PIN).await.expect(200);
    assert_eq!(page().await["cashierActive"], true);
    decide(&shop.desk.operator, &alarm, "/pause-cashier").await.expect_problem(409, "alarm_decided");

    let trail = shop.desk.operator.get("/api/admin/audit").await.text;
    for action in ["alarm.pause_cashier", "alarm.resume_cashier", "cashier.update", NOTE] {
        assert!(trail.contains(action), "{action}: {trail}");
    }
}

#[tokio::test]
async fn a_pause_needs_a_note_a_cashier_and_an_operator() {
    let (shop, _, alarm) = alarmed().await;
    let pause = path(&alarm, "/pause-cashier");
    let without = shop.desk.operator.post_once(&pause, &fresh_key(), json!({ "note": "  " })).await;
    assert_eq!(without.expect_problem(400, "invalid_reason")["errors"][0]["field"], "note");
    for role in [Role::Support, Role::Finance, Role::Auditor] {
        let other = shop.server.staff_at(role, None).await;
        decide(&other, &alarm, "/pause-cashier").await.expect_problem(403, "forbidden");
        decide(&other, &alarm, "/resume-cashier").await.expect_problem(403, "forbidden");
    }
    let missing = json!({ "_id": "019cde0a5b7070009f1b4c1f0c2f7a31" });
    decide(&shop.desk.operator, &missing, "/pause-cashier").await.expect_problem(404, "not_found");
    decide(&shop.desk.operator, &missing, "/resume-cashier").await.expect_problem(404, "not_found");

    let removed = format!("/api/admin/cashiers/{}", shop.cashier);
    shop.desk.operator.delete(&removed).await.expect(204);
    decide(&shop.desk.operator, &alarm, "/pause-cashier").await.expect_problem(409, "no_cashier");
    let page = shop.desk.operator.get(&path(&alarm, "")).await.expect(200);
    assert_eq!((page.get("cashier"), page.get("cashierActive")), (None, None));
    assert_eq!(page["steps"].as_array().map(Vec::len), Some(1), "a refusal leaves no step");
}

#[tokio::test]
async fn an_alarm_about_a_manager_offers_no_cashier_to_pause() {
    let shop = Shop::open().await;
    set(&shop.server, only(|settings| &mut settings.pair)).await;
    let manager = shop.server.staff_at(Role::Merchant, Some(&shop.partner)).await;
    raise(&shop, &manager).await;
    let alarm = open_alarm(&shop).await;
    decide(&shop.desk.operator, &alarm, "/pause-cashier").await.expect_problem(409, "no_cashier");
}
