//! The undo of an import removes all records that the file created, unless one of them has changed.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::import::load;
use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, TestServer};

pub async fn undo(caller: &Caller, list: &str, ids: &Value) -> Answer {
    caller.post(&format!("/api/admin/{list}/import/undo"), json!({ "ids": ids })).await
}

pub async fn listed(caller: &Caller, list: &str) -> Value {
    caller.get(&format!("/api/admin/{list}")).await.expect(200)
}

#[tokio::test]
async fn a_file_of_content_is_taken_back_as_one() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    for (list, csv) in [
        ("partners", "type,name.en\nFood,Tea\nBooks,Pages\n"),
        ("articles", "type,title.en,content.en\nnews,Tea,<p>Tea</p>\nnews,Pages,<p>Pages</p>\n"),
        ("items", "type,name.en,points\ncoupon,Tea,5\ncoupon,Pages,6\n"),
        ("campaigns", "type,name.en,points\nshared,Tea,5\nsingle,Pages,6\n"),
    ] {
        let made = load(&desk.operator, list, csv).await["made"].clone();
        assert_eq!(listed(&desk.operator, list).await.as_array().map(Vec::len), Some(2), "{list}");
        assert_eq!(undo(&desk.operator, list, &made).await.expect(200), json!({ "removed": 2 }), "{list}");
        assert_eq!(listed(&desk.operator, list).await, json!([]), "{list}");
        assert_eq!(undo(&desk.operator, list, &made).await.expect(200), json!({ "removed": 0 }), "{list}");
    }
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<&Value> = trail.as_array().expect("lines").iter().map(|line| &line["action"]).collect();
    assert!(actions.contains(&&json!("partner.load_undo")), "{actions:?}");
}

#[tokio::test]
async fn an_import_with_a_changed_row_cannot_be_undone() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let made =
        load(&desk.operator, "partners", "type,name.en\nFood,Tea\nBooks,Pages\nFood,Rice\n").await["made"].clone();
    desk.item(json!({ "partnerId": made[1] }).over(coupon(5))).await;
    let archive = json!({ "action": "archive", "ids": [made[0]] });
    desk.operator.post("/api/admin/partners/bulk", archive).await.expect(200);
    let before = listed(&desk.operator, "partners").await;
    let refused = undo(&desk.operator, "partners", &made).await.expect_problem(409, "not_as_loaded");
    let named = |at: usize| (refused["errors"][at]["field"].clone(), refused["errors"][at]["code"].clone());
    assert_eq!(named(0), (made[0].clone(), json!("changed_since")));
    assert_eq!(named(1), (made[1].clone(), json!("in_use")));
    assert_eq!(refused["errors"].as_array().map(Vec::len), Some(2));
    assert_eq!(listed(&desk.operator, "partners").await, before);
    // The unchanged record can be undone on its own.
    assert_eq!(undo(&desk.operator, "partners", &json!([made[2]])).await.expect(200), json!({ "removed": 1 }));
}

#[tokio::test]
async fn an_invalid_undo_request_removes_nothing() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let made = load(&desk.operator, "items", "type,name.en,points\ncoupon,Tea,5\n").await["made"].clone();
    for ids in [json!([]), json!(vec!["x"; 10_001])] {
        undo(&desk.operator, "items", &ids).await.expect_problem(400, "invalid_value");
    }
    for ids in [json!(made[0]), json!([1]), Value::Null] {
        undo(&desk.operator, "items", &ids).await.expect_problem(400, "invalid_body");
    }
    for nobody in ["", "x", "019cde0a5b7070009f1b4c1f0c2f7a31"] {
        assert_eq!(undo(&desk.operator, "items", &json!([nobody])).await.expect(200), json!({ "removed": 0 }));
    }
    let editor = server.staff_at(Role::Editor, None).await;
    undo(&editor, "items", &made).await.expect_problem(403, "forbidden");
    assert_eq!(listed(&desk.operator, "items").await.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn imported_outlets_can_be_removed_until_they_have_a_till() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (partner, other) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let [list, theirs] = [partner, other].map(|id| format!("partners/{id}/outlets"));
    let csv = "name.en\nCentral\nMong Kok\n";
    let made = load(&desk.operator, &list, csv).await["made"].clone();
    assert_eq!(undo(&desk.operator, &theirs, &made).await.expect(200), json!({ "removed": 0 }));
    assert_eq!(undo(&desk.operator, &list, &made).await.expect(200), json!({ "removed": 2 }));
    assert_eq!(listed(&desk.operator, &list).await, json!([]));
    let made = load(&desk.operator, &list, csv).await["made"].clone();
    let tills = format!("/api/admin/outlets/{}/tills", made[1].as_str().expect("an id"));
    let waiting = desk.operator.post(&tills, json!({ "name": "Till 1" })).await.expect(201);
    let device = server.visitor().browser();
    device.post("/api/merchant/enrol", json!({ "code": waiting["code"] })).await.expect(200);
    let till = format!("/api/admin/tills/{}", waiting["till"]["_id"].as_str().expect("an id"));
    for revoked in [false, true] {
        if revoked {
            // A removed till counts as a change.
            desk.operator.delete(&till).await.expect(204);
        }
        let refused = undo(&desk.operator, &list, &made).await.expect_problem(409, "not_as_loaded");
        let named = (&refused["errors"][0]["field"], &refused["errors"][0]["code"]);
        assert_eq!(named, (&made[1], &json!("outlet_served")));
        assert_eq!(refused["errors"].as_array().map(Vec::len), Some(1));
        assert_eq!(listed(&desk.operator, &list).await.as_array().map(Vec::len), Some(2));
    }
    let support = server.staff_at(Role::Support, None).await;
    undo(&support, &list, &made).await.expect_problem(403, "forbidden");
}
