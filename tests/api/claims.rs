//! Claims of missing points: made by members, decided by staff.

use std::io::Cursor;
use std::time::Duration;

use image::{DynamicImage, ImageFormat, RgbImage};
use kapok::auth::Role;
use kapok::base::day::Day;
use kapok::core::settings::{self, Author, ProgrammeSettings};
use reqwest::Method;
use serde_json::{Value, json};

use crate::approvals::approve;
use crate::support::desk::{Desk, Over};
use crate::support::{Answer, Caller, TestMember, TestServer, fresh_key};

const DAY: Duration = Duration::from_secs(86_400);

/// A server whose programme takes claims, with a partner that gives a point for a dollar.
struct Setup {
    server: TestServer,
    desk: Desk,
    partner: String,
}

async fn set(server: &TestServer, settings: ProgrammeSettings) {
    let author = Author { id: [0; 16], name: "Chan Tai Man" };
    server.running.store.write_unattended(move |tx| settings::replace(tx, &settings, author)).await.expect("kept");
}

impl Setup {
    async fn start() -> Self {
        Self::start_with(ProgrammeSettings::default()).await
    }

    async fn start_with(settings: ProgrammeSettings) -> Self {
        let server = TestServer::start().await;
        set(&server, ProgrammeSettings { claims: true, ..settings }).await;
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "0.5").await;
        Self { server, desk, partner }
    }

    fn today(&self) -> Day {
        Day::of(self.server.clock.now())
    }

    fn purchase(&self, receipt: &str) -> Value {
        json!({ "partner": self.partner, "day": self.today(), "amountHkd": "136.00", "receipt": receipt, "note": "The till could not read my code." })
    }

    async fn claim(&self, member: &TestMember, body: Value) -> Value {
        claim(member, body).await.expect(200)["claim"].clone()
    }

    async fn award(&self, member: &TestMember, amount: &str, receipt: &str) -> Value {
        let counter = self.server.staff_at(Role::Merchant, Some(&self.partner)).await;
        let order = json!({ "member": member.email, "amountHkd": amount, "receipt": receipt });
        counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200)
    }

    async fn findings(&self, claim: &Value) -> Value {
        let path = format!("/api/admin/claims/{}", id_of(claim));
        self.desk.operator.get(&path).await.expect(200)["claim"]["findings"].clone()
    }
}

fn id_of(claim: &Value) -> &str {
    claim["_id"].as_str().expect("an id")
}

async fn claim(member: &TestMember, body: Value) -> Answer {
    member.caller.post_once("/api/claims", &fresh_key(), body).await
}

async fn decide(caller: &Caller, claim: &Value, what: &str, body: Value) -> Answer {
    caller.post_once(&format!("/api/admin/claims/{}/{what}", id_of(claim)), &fresh_key(), body).await
}

async fn seen(member: &TestMember, claim: &Value) -> Value {
    member.caller.get(&format!("/api/claims/{}", id_of(claim))).await.expect(200)
}

fn photograph(side: u32, format: ImageFormat) -> Vec<u8> {
    let picture: DynamicImage = RgbImage::from_fn(side, side, |x, y| image::Rgb([x as u8, y as u8, 90])).into();
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

async fn send_photo(member: &TestMember, claim: &Value, kind: &str, bytes: Vec<u8>) -> Answer {
    let path = format!("/api/claims/{}/photo", id_of(claim));
    member.caller.send(member.caller.request(Method::PUT, &path).header("content-type", kind).body(bytes)).await
}

async fn photo_status(caller: &Caller, path: &str) -> u16 {
    caller.request(Method::GET, path).send().await.expect("an answer").status().as_u16()
}

#[tokio::test]
async fn an_approved_claim_gives_its_points_once_by_an_award_and_tells_the_member() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let made = setup.claim(&member, setup.purchase("10472")).await;
    assert_eq!((&made["status"], &made["number"]), (&json!("waiting"), &json!("C-1")));
    let queue = setup.desk.operator.get("/api/admin/claims").await;
    assert_eq!(queue.header("x-total-count"), "1");
    let row = queue.expect(200)[0].clone();
    assert_eq!((&row["points"], &row["findings"]), (&json!(136), &json!(["no_award", "no_photo"])));
    let key = fresh_key();
    let path = format!("/api/admin/claims/{}/approve", id_of(&made));
    let approved = setup.desk.operator.post_once(&path, &key, json!({})).await.expect(200);
    assert_eq!(setup.desk.operator.post_once(&path, &key, json!({})).await.expect(200), approved, "a retry");
    setup.desk.operator.post_once(&path, &fresh_key(), json!({})).await.expect_problem(409, "claim_decided");
    assert_eq!(member.points().await, 136);
    let seen = seen(&member, &made).await;
    assert_eq!((&seen["status"], &seen["points"]), (&json!("approved"), &json!(136)));
    let linked = format!("/api/admin/transactions/{}", seen["transaction"].as_str().expect("an id"));
    assert_eq!(setup.desk.operator.get(&linked).await.expect(200)["award"]["receipt"], "10472");
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200)["data"].clone();
    assert_eq!(inbox[0]["title"]["en"], "Missing points added");
    assert_eq!(inbox[0]["body"]["zhhk"], "你在茶館消費應得的 136 積分已存入帳戶（申請 C-1）。");
    assert!(inbox[1]["title"]["en"] != "Points earned", "the member is told once");
    assert_eq!(setup.desk.operator.get("/api/admin/claims").await.expect(200), json!([]));
    setup.server.verify_books();
}

#[tokio::test]
async fn a_programme_takes_claims_only_after_they_are_switched_on() {
    let server = TestServer::start().await;
    let (desk, member) = (Desk::of(&server).await, server.member().await);
    let partner = desk.partner("1", "0").await;
    let body = json!({ "partner": partner, "day": Day::of(server.clock.now()), "amountHkd": "10" });
    assert_eq!(server.visitor().get("/api/config").await.expect(200)["claims"], false);
    claim(&member, body.clone()).await.expect_problem(409, "claims_off");
    set(&server, ProgrammeSettings { claims: true, ..ProgrammeSettings::default() }).await;
    assert_eq!(server.visitor().get("/api/config").await.expect(200)["claims"], true);
    claim(&member, body).await.expect(200);
}

#[tokio::test]
async fn a_refusal_says_why_in_the_member_s_language_and_may_be_asked_about_once() {
    let setup = Setup::start().await;
    let (member, stranger) = (setup.server.member().await, setup.server.member().await);
    let made = setup.claim(&member, setup.purchase("10472")).await;
    let operator = &setup.desk.operator;
    decide(operator, &made, "refuse", json!({ "reason": "other" })).await.expect_problem(400, "invalid_reason");
    decide(operator, &made, "refuse", json!({ "reason": "never" })).await.expect_problem(400, "invalid_body");
    let refusal = json!({ "reason": "not_found", "reply": "We called the shop." });
    decide(operator, &made, "refuse", refusal).await.expect(200);
    let shown = seen(&member, &made).await;
    assert_eq!((&shown["status"], &shown["reason"]), (&json!("refused"), &json!("not_found")));
    assert_eq!((&shown["reply"], &shown["mayAskAgain"]), (&json!("We called the shop."), &json!(true)));
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200)["data"].clone();
    assert!(inbox[0]["body"]["zhhk"].as_str().is_some_and(|body| body.contains("商戶沒有這項消費的紀錄。")), "{inbox}");
    let again = format!("/api/claims/{}/again", id_of(&made));
    let ask = async |who: &TestMember| {
        who.caller.post_once(&again, &fresh_key(), json!({ "note": "Table 4, at noon" })).await
    };
    ask(&stranger).await.expect_problem(404, "not_found");
    let asked = ask(&member).await.expect(200);
    assert_eq!((&asked["status"], &asked["note"]), (&json!("waiting"), &json!("Table 4, at noon")));
    decide(operator, &made, "refuse", json!({ "reason": "not_found" })).await.expect(200);
    assert_eq!(seen(&member, &made).await["mayAskAgain"], false);
    ask(&member).await.expect_problem(409, "asked_again");
}

#[tokio::test]
async fn a_second_claim_about_one_receipt_answers_with_the_first() {
    let setup = Setup::start().await;
    let (member, other) = (setup.server.member().await, setup.server.member().await);
    let made = setup.claim(&member, setup.purchase("AB-10472")).await;
    let again = claim(&member, setup.purchase(" ab-10472 ")).await.expect(200);
    assert_eq!((&again["alreadyMade"], &again["claim"]["_id"]), (&json!(true), &made["_id"]));
    // Another member does not learn that the receipt is claimed; staff do.
    let theirs = claim(&other, setup.purchase("AB-10472")).await.expect(200);
    assert_eq!(theirs["alreadyMade"], false);
    assert_eq!(setup.findings(&theirs["claim"]).await, json!(["no_award", "receipt_claimed", "no_photo"]));
    // Without a receipt number, claims are compared by amount and day.
    let bare = json!({ "receipt": null }).over(setup.purchase(""));
    let first = setup.claim(&member, bare.clone()).await;
    assert_eq!(claim(&member, bare).await.expect(200)["claim"]["_id"], first["_id"]);
    // A withdrawn claim does not count as the first claim.
    member.caller.post(&format!("/api/claims/{}/withdraw", id_of(&made)), json!({})).await.expect(200);
    assert_eq!(claim(&member, setup.purchase("AB-10472")).await.expect(200)["alreadyMade"], false);
    let listed = member.caller.get("/api/claims").await.expect(200);
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn undoing_the_transaction_opens_the_claim_again() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let made = setup.claim(&member, setup.purchase("10472")).await;
    decide(&setup.desk.operator, &made, "approve", json!({ "enjoyCard": true })).await.expect(200);
    assert_eq!(member.points().await, 204, "with the extra points of the card");
    let transaction = seen(&member, &made).await["transaction"].clone();
    setup.server.clock.advance(Duration::from_secs(600));
    setup.desk.reverse(&json!({ "transactionId": transaction })).await.expect(200);
    let shown = seen(&member, &made).await;
    assert_eq!((&shown["status"], &shown["transaction"], member.points().await), (&json!("waiting"), &Value::Null, 0));
    decide(&setup.desk.operator, &made, "approve", json!({ "amountHkd": "13.60" })).await.expect(200);
    assert_eq!(member.points().await, 13, "the receipt earns again, with the amount that it shows");
    setup.server.verify_books();
}

#[tokio::test]
async fn a_claim_whose_award_was_undone_tells_who_and_why_and_a_second_undo_opens_nothing() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let made = setup.claim(&member, setup.purchase("10472")).await;
    let page = async || setup.desk.operator.get(&format!("/api/admin/claims/{}", id_of(&made))).await.expect(200);
    decide(&setup.desk.operator, &made, "approve", json!({})).await.expect(200);
    let first = seen(&member, &made).await["transaction"].clone();
    let undo = json!({ "transactionId": first });
    setup.server.clock.advance(Duration::from_secs(600));
    setup.desk.reverse(&undo).await.expect(200);
    let shown = page().await["claim"].clone();
    assert_eq!((&shown["status"], &shown["reopened"]["reason"]), (&json!("waiting"), &json!("Wrong member")));
    assert_eq!(shown["reopened"]["by"], page_name(&setup).await);
    let told = seen(&member, &made).await;
    assert_eq!(told["reopened"], shown["reopened"]["at"], "the member sees that it is looked at again");
    assert!(!told.to_string().contains("Wrong member"), "the note is for staff: {told}");
    setup.desk.reverse(&undo).await.expect_problem(409, "already_reversed");
    decide(&setup.desk.operator, &made, "approve", json!({ "amountHkd": "100" })).await.expect(200);
    assert_eq!(page().await["claim"]["reopened"], Value::Null, "the claim no longer waits");
    setup.desk.reverse(&undo).await.expect_problem(409, "already_reversed");
    assert_eq!((&seen(&member, &made).await["status"], member.points().await), (&json!("approved"), 100));
    let entries = setup.server.staff(Role::Owner).await.get("/api/admin/audit?action=claim.reopen").await.expect(200);
    assert_eq!(entries.as_array().map(Vec::len), Some(1), "{entries}");
    setup.server.verify_books();
}

/// The name of the operator of the desk.
async fn page_name(setup: &Setup) -> Value {
    setup.desk.operator.get("/api/staff/me").await.expect(200)["name"].clone()
}

#[tokio::test]
async fn asking_again_needs_something_new_and_its_refusal_is_final() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let made = setup.claim(&member, setup.purchase("10472")).await;
    decide(&setup.desk.operator, &made, "refuse", json!({ "reason": "unreadable" })).await.expect(200);
    assert_eq!(seen(&member, &made).await["isFinal"], false);
    let again = format!("/api/claims/{}/again", id_of(&made));
    let ask = async |body: Value| member.caller.post_once(&again, &fresh_key(), body).await;
    for (body, code) in [
        (json!({}), "nothing_new"),
        (json!({ "note": "  " }), "nothing_new"),
        (json!({ "note": "The till could not read my code." }), "nothing_new"),
        (json!({ "note": "木".repeat(301) }), "too_long"),
    ] {
        let refused = ask(body).await.expect(400);
        let first = &refused["errors"][0];
        assert_eq!((&first["field"], &first["code"]), (&json!("note"), &json!(code)), "{refused}");
    }
    let asked = ask(json!({ "newPhoto": true })).await.expect(200);
    assert_eq!((&asked["status"], &asked["note"]), (&json!("waiting"), &json!("The till could not read my code.")));
    send_photo(&member, &made, "image/png", photograph(40, ImageFormat::Png)).await.expect(200);
    decide(&setup.desk.operator, &made, "refuse", json!({ "reason": "not_found" })).await.expect(200);
    let shown = seen(&member, &made).await;
    assert_eq!((&shown["mayAskAgain"], &shown["isFinal"]), (&json!(false), &json!(true)));
    ask(json!({ "note": "Once more" })).await.expect_problem(409, "asked_again");
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200)["data"].clone();
    for (language, last) in [("en", "This answer is final."), ("zh", "这是最终答复。"), ("zhhk", "這是最終答覆。")]
    {
        let body = |nth: usize| inbox[nth]["body"][language].as_str().unwrap_or_default().to_owned();
        assert!(body(0).ends_with(last), "{}", body(0));
        assert!(!body(1).contains(last), "the first refusal is not final: {}", body(1));
    }
}

#[tokio::test]
async fn a_claim_is_assigned_to_a_member_of_staff_until_it_is_decided() {
    let setup = Setup::start().await;
    let support = setup.server.staff_at(Role::Support, None).await;
    let finance = setup.server.staff_at(Role::Finance, None).await;
    let member = setup.server.member().await;
    let (first, second) =
        (setup.claim(&member, setup.purchase("1")).await, setup.claim(&member, setup.purchase("2")).await);
    let operator = &setup.desk.operator;
    let me = async |who: &Caller| who.get("/api/staff/me").await.expect(200)["_id"].clone();
    let (own, colleague) = (me(operator).await, me(&support).await);
    let choices = operator.get("/api/admin/claims/staff").await.expect(200);
    let ids: Vec<&Value> = choices.as_array().expect("staff").iter().map(|one| &one["_id"]).collect();
    assert!(ids.contains(&&own) && ids.contains(&&colleague) && !ids.contains(&&me(&finance).await), "{choices}");
    let assign = async |who: &Caller, claims: &[&Value], staff: Value| {
        let ids: Vec<&Value> = claims.iter().map(|one| &one["_id"]).collect();
        who.post("/api/admin/claims/assign", json!({ "ids": ids, "staff": staff })).await
    };
    let done = assign(operator, &[&first], own.clone()).await.expect(200);
    assert_eq!(done, json!([{ "_id": first["_id"], "done": true }]));
    assign(operator, &[&first], own.clone()).await.expect(200);
    assign(&support, &[&second], own.clone()).await.expect(200);
    assign(operator, &[&second], colleague.clone()).await.expect(200);
    let list = async |query: &str| {
        let answer = operator.get(&format!("/api/admin/claims?assigned={query}")).await;
        let total = answer.header("x-total-count").to_owned();
        (
            total,
            answer.expect(200).as_array().expect("claims").iter().map(|one| one["number"].clone()).collect::<Vec<_>>(),
        )
    };
    assert_eq!(list("me").await, ("1".to_owned(), vec![json!("C-1")]));
    assert_eq!(list(colleague.as_str().expect("an id")).await, ("1".to_owned(), vec![json!("C-2")]));
    assert_eq!(list("nobody").await, ("0".to_owned(), vec![]));
    operator.get("/api/admin/claims?assigned=somebody").await.expect_problem(400, "invalid_parameter");
    // A person who may not answer claims cannot be assigned one.
    for wrong in [me(&finance).await, json!("019cde0a5b7070009f1b4c1f0c2f7a31")] {
        let refused = assign(operator, &[&first], wrong).await.expect(400);
        assert_eq!(
            (&refused["errors"][0]["field"], &refused["errors"][0]["code"]),
            (&json!("staff"), &json!("answers_no_claims"))
        );
    }
    assign(operator, &[], own.clone()).await.expect_problem(400, "invalid_value");
    let gone =
        operator.post("/api/admin/claims/assign", json!({ "ids": ["nothing"], "staff": null })).await.expect(200);
    assert_eq!((&gone[0]["done"], &gone[0]["code"]), (&json!(false), &json!("not_found")));
    // A decision ends it.
    decide(operator, &first, "refuse", json!({ "reason": "not_found" })).await.expect(200);
    let late = assign(operator, &[&first], own.clone()).await.expect(200);
    assert_eq!(late[0]["code"], "claim_decided");
    assert_eq!(list("me").await.1, Vec::<Value>::new());
    let owner = setup.server.staff(Role::Owner).await;
    let audited = async || {
        let entries = owner.get("/api/admin/audit?action=claim.assign").await.expect(200);
        entries.as_array().map_or(0, Vec::len)
    };
    assert_eq!(audited().await, 3, "a repetition and a refusal are no changes");
    // A suspended person has no assigned claims.
    let path = format!("/api/admin/staff/{}", colleague.as_str().expect("an id"));
    owner.send(owner.request(Method::DELETE, &path)).await.expect(204);
    assert_eq!(list("nobody").await.1, [json!("C-2")]);
    assert_eq!(audited().await, 4);
}

#[tokio::test]
async fn a_suspension_and_another_role_end_an_assignment_and_another_name_does_not() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let made = setup.claim(&member, setup.purchase("1")).await;
    let owner = setup.server.staff(Role::Owner).await;
    let holder = async || {
        let page = owner.get(&format!("/api/admin/claims/{}", id_of(&made))).await.expect(200);
        page["claim"]["assignedTo"]["name"].clone()
    };
    for (change, left) in [
        (json!({ "name": "Ming", "role": "operator", "suspended": false }), json!("Ming")),
        (json!({ "name": "Ming", "role": "support", "suspended": true }), Value::Null),
        (json!({ "name": "Ming", "role": "finance", "suspended": false }), Value::Null),
    ] {
        let support = setup.server.staff_at(Role::Support, None).await;
        let id = support.get("/api/staff/me").await.expect(200)["_id"].clone();
        support.post("/api/admin/claims/assign", json!({ "ids": [made["_id"]], "staff": id })).await.expect(200);
        let path = format!("/api/admin/staff/{}", id.as_str().expect("an id"));
        owner.put_at(&path, "*", change.clone()).await.expect(200);
        assert_eq!(holder().await, left, "{change}");
    }
}

#[tokio::test]
async fn the_place_of_a_claim_leads_through_the_queue_and_past_claims_of_others() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let mut made = Vec::new();
    for receipt in ["1", "2", "3"] {
        made.push(setup.claim(&member, setup.purchase(receipt)).await);
        setup.server.clock.advance(Duration::from_secs(60));
    }
    let operator = &setup.desk.operator;
    let place =
        async |nth: usize| operator.get(&format!("/api/admin/claims/{}/place", id_of(&made[nth]))).await.expect(200);
    let id = |nth: usize| made[nth]["_id"].clone();
    let figures = async |who: &Caller| who.get("/api/admin/claims/waiting").await.expect(200);
    let queue = figures(operator).await;
    assert_eq!((&queue["count"], &queue["late"]), (&json!(3), &json!(0)));
    assert_eq!(place(0).await, json!({ "waiting": 3, "nth": 1, "next": id(1), "free": id(1) }));
    assert_eq!(place(2).await, json!({ "waiting": 3, "nth": 3, "previous": id(1), "free": id(0) }));
    let support = setup.server.staff_at(Role::Support, None).await;
    let colleague = support.get("/api/staff/me").await.expect(200)["_id"].clone();
    operator.post("/api/admin/claims/assign", json!({ "ids": [id(1)], "staff": colleague })).await.expect(200);
    decide(operator, &made[0], "refuse", json!({ "reason": "not_found" })).await.expect(200);
    assert_eq!(place(0).await, json!({ "waiting": 2, "next": id(1), "free": id(2) }));
    decide(operator, &made[2], "refuse", json!({ "reason": "not_found" })).await.expect(200);
    assert_eq!(place(2).await, json!({ "waiting": 1, "previous": id(1) }), "only a claim of somebody else is left");
    // Two working days and a weekend at most.
    setup.server.clock.advance(Duration::from_secs(5 * 86_400));
    let auditor = setup.server.staff_at(Role::Auditor, None).await;
    let late = json!({ "count": 1, "late": 1, "dueToday": 0, "answered": 2, "answeredInTime": 2 });
    assert_eq!(figures(&auditor).await, late);
    let operator = setup.server.staff_at(Role::Operator, None).await;
    decide(&operator, &made[1], "refuse", json!({ "reason": "not_found" })).await.expect(200);
    let answered = json!({ "count": 0, "late": 0, "dueToday": 0, "answered": 3, "answeredInTime": 2 });
    assert_eq!(figures(&auditor).await, answered);
    // Each month begins at 0; ten days after 26 September it is October. Sessions have ended by then.
    setup.server.clock.advance(10 * DAY);
    assert_eq!(figures(&setup.server.staff_at(Role::Auditor, None).await).await["answered"], 0);
}

#[tokio::test]
async fn claims_are_approved_together_except_those_that_need_a_look() {
    let setup = Setup::start().await;
    let (member, other) = (setup.server.member().await, setup.server.member().await);
    let third = setup.server.member().await;
    setup.award(&other, "50", "U-1").await;
    let plain = setup.claim(&member, setup.purchase("A-1")).await;
    let used = setup.claim(&member, setup.purchase("U-1")).await;
    let tiny = setup.claim(&third, json!({ "amountHkd": "0.50" }).over(setup.purchase("A-2"))).await;
    // The award of the first claim is another award of that day for this one.
    let next = setup.claim(&member, setup.purchase("A-3")).await;
    let ids = json!([plain["_id"], used["_id"], tiny["_id"], next["_id"], "nothing"]);
    let (operator, key) = (&setup.desk.operator, fresh_key());
    let approve = async |who: &Caller, key: &str, ids: &Value| {
        who.post_once("/api/admin/claims/approve", key, json!({ "ids": ids })).await
    };
    let done = approve(operator, &key, &ids).await.expect(200);
    let codes: Vec<&Value> = done.as_array().expect("results").iter().map(|one| &one["code"]).collect();
    assert_eq!(
        codes,
        [
            &Value::Null,
            &json!("claim_needs_a_look"),
            &json!("amount_too_small"),
            &json!("claim_needs_a_look"),
            &json!("not_found")
        ],
        "{done}"
    );
    assert_eq!(approve(operator, &key, &ids).await.expect(200), done, "a retry");
    assert_eq!(member.points().await, 136);
    let again = approve(operator, &fresh_key(), &json!([plain["_id"]])).await.expect(200);
    assert_eq!(again[0]["code"], "claim_decided");
    assert_eq!((&seen(&member, &plain).await["status"], member.points().await), (&json!("approved"), 136));
    approve(operator, &fresh_key(), &json!([])).await.expect_problem(400, "invalid_value");
    approve(operator, &fresh_key(), &json!(vec!["one"; 51])).await.expect_problem(400, "invalid_value");
    operator
        .post("/api/admin/claims/approve", json!({ "ids": ids }))
        .await
        .expect_problem(400, "idempotency_key_required");
    let entries = setup.server.staff(Role::Owner).await.get("/api/admin/audit?action=claim.approve").await.expect(200);
    assert_eq!(entries.as_array().map(Vec::len), Some(1), "{entries}");
    setup.server.verify_books();
}

#[tokio::test]
async fn the_limits_of_two_people_hold_for_claims_that_are_approved_together() {
    let setup = Setup::start_with(ProgrammeSettings { two_person: true, ..ProgrammeSettings::default() }).await;
    let (member, other) = (setup.server.member().await, setup.server.member().await);
    let sized = async |member: &TestMember, receipt: &str, amount: &str| {
        setup.claim(member, json!({ "amountHkd": amount }).over(setup.purchase(receipt))).await["_id"].clone()
    };
    let ids = [sized(&member, "1", "6000").await, sized(&other, "2", "6000").await, sized(&other, "3", "100").await];
    let approve = async |who: &Caller, ids: &[Value]| {
        let done = who.post_once("/api/admin/claims/approve", &fresh_key(), json!({ "ids": ids })).await.expect(200);
        done.as_array().expect("results").iter().map(|one| one["code"].clone()).collect::<Vec<_>>()
    };
    let support = setup.server.staff_at(Role::Support, None).await;
    assert_eq!(approve(&support, &ids[2..]).await, [json!("approval_needed")], "support proposes one at a time");
    // Together the first two are more than one person gives alone within a day.
    assert_eq!(approve(&setup.desk.operator, &ids).await, [Value::Null, json!("approval_needed"), Value::Null]);
    assert_eq!((member.points().await, other.points().await), (6_000, 100));
}

#[tokio::test]
async fn the_limits_of_an_award_hold_for_a_claim() {
    let setup = Setup::start().await;
    let (member, other) = (setup.server.member().await, setup.server.member().await);
    setup.award(&other, "50", "10472").await;
    let made = setup.claim(&member, setup.purchase("10472")).await;
    assert_eq!(setup.findings(&made).await, json!(["receipt_used", "no_photo"]));
    decide(&setup.desk.operator, &made, "approve", json!({})).await.expect_problem(409, "receipt_already_used");
    let second = setup.claim(&member, json!({ "amountHkd": "0.50" }).over(setup.purchase("10474"))).await;
    let awards = settings::AwardCaps { per_partner: Some(100), per_member: None };
    set(&setup.server, ProgrammeSettings { claims: true, awards, ..ProgrammeSettings::default() }).await;
    let read = json!({ "receipt": "10473" });
    decide(&setup.desk.operator, &made, "approve", read.clone()).await.expect_problem(409, "award_cap_reached");
    setup.server.clock.advance(DAY);
    let smaller = json!({ "amountHkd": "100" }).over(read);
    let operator = setup.server.staff(Role::Operator).await;
    decide(&operator, &made, "approve", smaller).await.expect(200);
    decide(&operator, &second, "approve", json!({})).await.expect_problem(422, "amount_too_small");
    setup.server.verify_books();
}

#[tokio::test]
async fn support_proposes_and_a_large_claim_needs_a_second_person() {
    let setup = Setup::start_with(ProgrammeSettings { two_person: true, ..ProgrammeSettings::default() }).await;
    let support = setup.server.staff_at(Role::Support, None).await;
    let finance = setup.server.staff_at(Role::Finance, None).await;
    let member = setup.server.member().await;
    let small = setup.claim(&member, setup.purchase("1")).await;
    let large = setup.claim(&member, json!({ "amountHkd": "10001" }).over(setup.purchase("2"))).await;
    let proposed = decide(&support, &small, "approve", json!({})).await.expect(202);
    let asked = decide(&setup.desk.operator, &large, "approve", json!({})).await.expect(202);
    assert_eq!((member.points().await, &seen(&member, &small).await["status"]), (0, &json!("waiting")));
    approve(&finance, &proposed).await.expect(200);
    approve(&finance, &asked).await.expect(200);
    assert_eq!(member.points().await, 10_137);
    assert_eq!(seen(&member, &large).await["status"], "approved");
    decide(&finance, &large, "refuse", json!({ "reason": "not_found" })).await.expect_problem(403, "forbidden");
    setup.server.verify_books();
}

#[tokio::test]
async fn a_claim_that_was_refused_meanwhile_is_not_approved() {
    let setup = Setup::start().await;
    let (support, member) = (setup.server.staff_at(Role::Support, None).await, setup.server.member().await);
    let made = setup.claim(&member, setup.purchase("1")).await;
    let proposed = decide(&support, &made, "approve", json!({})).await.expect(202);
    decide(&setup.desk.operator, &made, "refuse", json!({ "reason": "not_found" })).await.expect(200);
    approve(&setup.desk.operator, &proposed).await.expect_problem(409, "claim_decided");
    assert_eq!(member.points().await, 0);
}

#[tokio::test]
async fn a_photo_is_private_made_anew_and_goes_90_days_after_the_decision() {
    let setup = Setup::start().await;
    let (member, stranger) = (setup.server.member().await, setup.server.member().await);
    let made = setup.claim(&member, setup.purchase("1")).await;
    send_photo(&member, &made, "image/png", b"<svg onload=alert(1)>".to_vec())
        .await
        .expect_problem(400, "invalid_image");
    send_photo(&member, &made, "text/html", vec![0]).await.expect_problem(415, "unsupported_media_type");
    let large = send_photo(&member, &made, "image/png", vec![0; 5 * 1024 * 1024 + 1]).await;
    large.expect_problem(413, "body_too_large");
    send_photo(&stranger, &made, "image/png", photograph(40, ImageFormat::Png)).await.expect_problem(404, "not_found");
    let sent = send_photo(&member, &made, "image/png", photograph(2_000, ImageFormat::Png)).await.expect(200);
    assert_eq!(sent["hasPhoto"], true);
    let path = format!("/api/claims/{}/photo", id_of(&made));
    let served = member.caller.request(Method::GET, &path).send().await.expect("served");
    assert_eq!(served.headers()["content-type"], "image/jpeg");
    assert_eq!(served.headers()["cache-control"], "no-store");
    let bytes = served.bytes().await.expect("bytes");
    let picture = image::load_from_memory(&bytes).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (1_600, 1_600));
    assert!(
        !setup.server.data_dir().join("media").exists()
            || std::fs::read_dir(setup.server.data_dir().join("media")).expect("a folder").next().is_none()
    );
    let of_desk = format!("/api/admin/claims/{}/photo", id_of(&made));
    for (role, status) in [(Role::Support, 200), (Role::Finance, 200), (Role::Auditor, 403), (Role::Editor, 403)] {
        assert_eq!(photo_status(&setup.server.staff_at(role, None).await, &of_desk).await, status, "{role:?}");
    }
    assert_eq!(photo_status(&stranger.caller, &path).await, 404);
    assert_eq!(photo_status(&setup.server.visitor(), &path).await, 401);
    // Another claim with this photo is found.
    let twin = setup.claim(&stranger, setup.purchase("2")).await;
    send_photo(&stranger, &twin, "image/png", photograph(2_000, ImageFormat::Png)).await.expect(200);
    assert_eq!(setup.findings(&twin).await, json!(["no_award", "photo_shared"]));
    decide(&setup.desk.operator, &made, "refuse", json!({ "reason": "not_found" })).await.expect(200);
    send_photo(&member, &made, "image/png", photograph(40, ImageFormat::Png))
        .await
        .expect_problem(409, "claim_decided");
    let forget = async || {
        setup.server.running.store.write_unattended(kapok::member::claims::forget_old_photos).await.expect("forgotten")
    };
    setup.server.clock.advance(DAY * 89);
    assert_eq!(forget().await, 0);
    setup.server.clock.advance(DAY * 2);
    assert_eq!(forget().await, 1);
    let member = TestMember { caller: setup.server.visitor(), ..member };
    member.caller.sign_in(&member.email, crate::support::PASSWORD).await;
    assert_eq!(seen(&member, &made).await["hasPhoto"], false);
}

#[tokio::test]
async fn a_purchase_has_to_be_recent_real_and_at_a_partner() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let today = setup.today();
    for (wrong, field, code) in [
        (json!({ "day": today.plus(1) }), "day", "day_in_future"),
        (json!({ "day": today.plus(-31) }), "day", "too_long_ago"),
        (json!({ "amountHkd": "0" }), "amountHkd", "invalid_amount_hkd"),
        (json!({ "amountHkd": "-5" }), "amountHkd", "invalid_amount_hkd"),
        (json!({ "amountHkd": "1000000.01" }), "amountHkd", "invalid_amount_hkd"),
        (json!({ "receipt": "9".repeat(65) }), "receipt", "invalid_receipt"),
        (json!({ "note": "木".repeat(301) }), "note", "too_long"),
        (json!({ "partner": "019cde0a5b7070009f1b4c1f0c2f7a31" }), "partner", "invalid_value"),
    ] {
        let refused = claim(&member, wrong.over(setup.purchase("1"))).await.expect(400);
        let first = &refused["errors"][0];
        assert_eq!((&first["field"], &first["code"]), (&json!(field), &json!(code)), "{refused}");
    }
    member.caller.post("/api/claims", setup.purchase("1")).await.expect_problem(400, "idempotency_key_required");
    claim(&member, json!({ "day": today.plus(-30) }).over(setup.purchase("1"))).await.expect(200);
}

#[tokio::test]
async fn a_member_has_few_claims_at_a_time_and_the_desk_sees_many() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let mut made = Vec::new();
    for receipt in 1..=5 {
        made.push(setup.claim(&member, setup.purchase(&receipt.to_string())).await);
    }
    assert_eq!(setup.findings(&made[0]).await, json!(["no_award", "many_claims", "no_photo"]));
    claim(&member, setup.purchase("6")).await.expect_problem(409, "too_many_claims");
    for one in &made {
        decide(&setup.desk.operator, one, "refuse", json!({ "reason": "not_found" })).await.expect(200);
    }
    for receipt in 6..=10 {
        let one = setup.claim(&member, setup.purchase(&receipt.to_string())).await;
        decide(&setup.desk.operator, &one, "refuse", json!({ "reason": "not_found" })).await.expect(200);
    }
    claim(&member, setup.purchase("11")).await.expect_problem(409, "too_many_claims");
    setup.server.clock.advance(DAY * 31);
    let member = TestMember { caller: setup.server.visitor(), ..member };
    member.caller.sign_in(&member.email, crate::support::PASSWORD).await;
    claim(&member, setup.purchase("11")).await.expect(200);
}

#[tokio::test]
async fn the_queue_is_by_due_date_and_finds_claims() {
    let setup = Setup::start().await;
    let (early, late) = (setup.server.member().await, setup.server.member().await);
    let first = setup.claim(&early, setup.purchase("A-1")).await;
    setup.server.clock.advance(Duration::from_secs(600));
    let second = setup.claim(&late, setup.purchase("B-2")).await;
    let operator = &setup.desk.operator;
    let ids = async |query: &str| -> Vec<Value> {
        let found = operator.get(&format!("/api/admin/claims{query}")).await.expect(200);
        found.as_array().expect("a list").iter().map(|one| one["_id"].clone()).collect()
    };
    assert_eq!(ids("").await, [first["_id"].clone(), second["_id"].clone()]);
    let page = operator.get("/api/admin/claims?limit=1").await;
    let next = page.header("link").split(['<', '>']).nth(1).expect("a next page").to_owned();
    assert_eq!(operator.get(&next).await.expect(200)[0]["_id"], second["_id"]);
    for (query, found) in [("?q=C-2", &second), ("?q=a-1", &first), (&format!("?q={}", late.short_id), &second)] {
        assert_eq!(ids(query).await, [found["_id"].clone()], "{query}");
    }
    assert_eq!(ids("?q=C-9").await, Vec::<Value>::new());
    assert_eq!(ids("?status=approved").await, Vec::<Value>::new());
    operator.get("/api/admin/claims?status=lost").await.expect_problem(400, "invalid_parameter");
    setup.server.clock.advance(DAY * 5);
    let operator = setup.server.staff(Role::Operator).await;
    let shown = operator.get("/api/admin/claims").await.expect(200);
    assert_eq!(shown[0]["late"], true);
    let csv = operator.get("/api/admin/claims?format=csv").await;
    assert!(csv.text.contains("no_award no_photo"), "{}", csv.text);
}

#[tokio::test]
async fn bills_of_the_day_stand_beside_a_claim() {
    let setup = Setup::start().await;
    let (member, other) = (setup.server.member().await, setup.server.member().await);
    setup.award(&other, "58", "10469").await;
    setup.award(&member, "20", "10470").await;
    setup.award(&other, "136", "10471").await;
    let made = setup.claim(&member, setup.purchase("10472")).await;
    let page = setup.desk.operator.get(&format!("/api/admin/claims/{}", id_of(&made))).await.expect(200);
    assert_eq!(
        (&page["billsThatDay"], &page["claim"]["findings"]),
        (&json!(3), &json!(["award_that_day", "no_photo"]))
    );
    let bills: Vec<(&Value, &Value)> =
        page["bills"].as_array().expect("bills").iter().map(|bill| (&bill["receipt"], &bill["fits"])).collect();
    assert_eq!(
        bills,
        [(&json!("10469"), &json!(false)), (&json!("10470"), &json!(false)), (&json!("10471"), &json!(true))]
    );
    setup.award(&member, "136", "10475").await;
    assert_eq!(setup.findings(&made).await, json!(["already_given", "no_photo"]));
}

#[tokio::test]
async fn a_refusal_leads_to_the_members_own_award_for_the_same_receipt() {
    let setup = Setup::start().await;
    let (member, other) = (setup.server.member().await, setup.server.member().await);
    let given = setup.award(&member, "136", "10475").await;
    setup.award(&other, "136", "10476").await;
    let refuse = async |receipt: &str, reason: &str| {
        let made = setup.claim(&member, setup.purchase(receipt)).await;
        assert_eq!(made.get("earlier"), None, "nothing before the answer");
        decide(&setup.desk.operator, &made, "refuse", json!({ "reason": reason })).await.expect(200);
        made
    };
    let own = refuse("１0475", "already_given").await;
    assert_eq!(seen(&member, &own).await["earlier"], given["transactionId"]);
    let foreign = refuse("10476", "already_given").await;
    assert_eq!(seen(&member, &foreign).await.get("earlier"), None, "an award of another member is not told");
    setup.award(&member, "20", "10477").await;
    let differs = refuse("10477", "other_details").await;
    assert_eq!(seen(&member, &differs).await.get("earlier"), None, "only for this reason");
    setup.desk.reverse(&given).await.expect(200);
    assert_eq!(seen(&member, &own).await.get("earlier"), None, "the points were taken back");
    setup.award(&member, "30", "10478").await;
    let moved = refuse("10478", "already_given").await;
    assert!(seen(&member, &moved).await.get("earlier").is_some());
    let order = json!({ "into": other.id, "reason": "Same person" });
    let path = format!("/api/admin/members/{}/merge", member.id);
    setup.desk.operator.post_once(&path, &fresh_key(), order).await.expect(200);
    assert_eq!(seen(&other, &moved).await.get("earlier"), None, "it stands in the history of the merged account");
}

#[tokio::test]
async fn claims_follow_a_merged_account_and_go_with_an_erased_one() {
    let setup = Setup::start().await;
    let (old, new) = (setup.server.member().await, setup.server.member().await);
    let made = setup.claim(&old, setup.purchase("1")).await;
    send_photo(&old, &made, "image/png", photograph(40, ImageFormat::Png)).await.expect(200);
    let order = json!({ "into": new.id, "reason": "Same person" });
    let path = format!("/api/admin/members/{}/merge", old.id);
    setup.desk.operator.post_once(&path, &fresh_key(), order).await.expect(200);
    assert_eq!(seen(&new, &made).await["hasPhoto"], true);
    let copy = new.caller.post("/api/auth/exportAccount", json!({})).await.expect(200);
    assert_eq!((&copy["claims"][0]["number"], &copy["claims"][0]["receipt"]), (&json!("C-1"), &json!("1")));
    decide(&setup.desk.operator, &made, "approve", json!({})).await.expect(200);
    assert_eq!(new.points().await, 136);
    let erase = format!("/api/admin/members/{}/erase", new.id);
    setup.desk.operator.post(&erase, json!({ "reason": "Asked to leave" })).await.expect(200);
    setup.desk.operator.get(&format!("/api/admin/claims/{}", id_of(&made))).await.expect_problem(404, "not_found");
    assert_eq!(photo_status(&setup.desk.operator, &format!("/api/admin/claims/{}/photo", id_of(&made))).await, 404);
    setup.server.verify_books();
}

#[tokio::test]
async fn staff_ask_one_question_and_the_claim_waits_for_the_member() {
    let setup = Setup::start().await;
    let (member, stranger) = (setup.server.member().await, setup.server.member().await);
    let operator = &setup.desk.operator;
    let made = setup.claim(&member, setup.purchase("10472")).await;
    decide(operator, &made, "ask", json!({ "kind": "other" })).await.expect_problem(400, "invalid_reason");
    let question = json!({ "kind": "receipt_number", "words": "It is printed below the total." });
    let asked = decide(operator, &made, "ask", question.clone()).await.expect(200);
    assert_eq!((&asked["status"], &asked["question"]["by"]), (&json!("asked"), &json!("Chan Tai Man")));
    decide(operator, &made, "ask", question).await.expect_problem(409, "already_asked");
    // The queue has only claims that wait for staff.
    let queue = operator.get("/api/admin/claims").await;
    assert_eq!((queue.header("x-total-count").to_owned(), queue.expect(200)), ("0".to_owned(), json!([])));
    let listed = operator.get("/api/admin/claims?status=asked").await.expect(200);
    assert_eq!((&listed[0]["_id"], &listed[0]["late"]), (&made["_id"], &json!(false)));
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200)["data"].clone();
    let line = "客戶服務同事查核你在茶館的消費時需要補充資料（申請 C-1）。請告訴我們收據上的號碼。 It is printed below the total.";
    assert_eq!((&inbox[0]["body"]["zhhk"], &inbox[0]["opens"]), (&json!(line), &json!("/claims")));
    let shown = seen(&member, &made).await;
    assert_eq!((&shown["status"], &shown["question"]["kind"]), (&json!("asked"), &json!("receipt_number")));
    assert_eq!(shown.get("decided"), None);
    let answer = async |who: &TestMember, body: Value| {
        who.caller.post_once(&format!("/api/claims/{}/answer", id_of(&made)), &fresh_key(), body).await
    };
    answer(&stranger, json!({ "note": "10472" })).await.expect_problem(404, "not_found");
    answer(&member, json!({ "note": " " })).await.expect_problem(400, "nothing_new");
    answer(&member, json!({ "note": "1".repeat(301) })).await.expect_problem(400, "too_long");
    setup.server.clock.advance(DAY * 3);
    let operator = &setup.server.staff_at(Role::Operator, None).await;
    let member = TestMember { caller: setup.server.visitor(), ..member };
    member.caller.sign_in(&member.email, crate::support::PASSWORD).await;
    let answered = answer(&member, json!({ "note": "10472" })).await.expect(200);
    assert_eq!((&answered["status"], &answered["question"]["answer"]), (&json!("waiting"), &json!("10472")));
    answer(&member, json!({ "note": "10473" })).await.expect_problem(409, "nothing_asked");
    let row = operator.get("/api/admin/claims").await.expect(200)[0].clone();
    assert_eq!((&row["question"]["answer"], &row["late"]), (&json!("10472"), &json!(false)), "the deadline is new");
    let held = member.caller.post("/api/auth/exportAccount", json!({})).await.expect(200)["claims"][0].clone();
    assert_eq!((&held["question"], &held["answer"]), (&json!("It is printed below the total."), &json!("10472")));
    decide(operator, &made, "approve", json!({})).await.expect(200);
    assert_eq!(member.points().await, 136);
}

#[tokio::test]
async fn a_claim_with_an_open_question_takes_a_photo_and_may_be_decided_or_withdrawn() {
    let setup = Setup::start().await;
    let member = setup.server.member().await;
    let operator = &setup.desk.operator;
    let photo_first = setup.claim(&member, setup.purchase("10472")).await;
    decide(operator, &photo_first, "ask", json!({ "kind": "photo" })).await.expect(200);
    send_photo(&member, &photo_first, "image/png", photograph(64, ImageFormat::Png)).await.expect(200);
    let path = format!("/api/claims/{}/answer", id_of(&photo_first));
    member.caller.post_once(&path, &fresh_key(), json!({ "newPhoto": true })).await.expect(200);
    let other = json!({ "amountHkd": "50" }).over(setup.purchase("10473"));
    let refused = setup.claim(&member, other).await;
    decide(operator, &refused, "ask", json!({ "kind": "photo" })).await.expect(200);
    let page = format!("/api/admin/claims/{}", id_of(&refused));
    assert_eq!(operator.get(&page).await.expect(200)["claim"]["findings"], json!(["no_award", "no_photo"]));
    decide(operator, &refused, "refuse", json!({ "reason": "unreadable" })).await.expect(200);
    let withdrawn = setup.claim(&member, json!({ "amountHkd": "60" }).over(setup.purchase("10474"))).await;
    decide(operator, &withdrawn, "ask", json!({ "kind": "photo" })).await.expect(200);
    member.caller.post(&format!("/api/claims/{}/withdraw", id_of(&withdrawn)), json!({})).await.expect(200);
    decide(operator, &withdrawn, "ask", json!({ "kind": "photo" })).await.expect_problem(409, "claim_decided");
    for number in 10_475..10_479 {
        let body = json!({ "amountHkd": "7" }).over(setup.purchase(&number.to_string()));
        let claim = setup.claim(&member, body).await;
        decide(operator, &claim, "ask", json!({ "kind": "photo" })).await.expect(200);
    }
    // A claim with an open question counts among those that have no decision.
    claim(&member, setup.purchase("10480")).await.expect_problem(409, "too_many_claims");
}

#[tokio::test]
async fn staff_make_a_claim_for_a_member_who_sees_it() {
    let setup = Setup::start().await;
    let (member, support) = (setup.server.member().await, setup.server.staff_at(Role::Support, None).await);
    let file = async |body: Value| support.post_once("/api/admin/claims", &fresh_key(), body).await;
    let body = json!({ "member": member.id.to_string() }).over(setup.purchase("10472"));
    file(json!({ "member": "01a0c4506c00776db817fbca58dae9e4" }).over(body.clone()))
        .await
        .expect_problem(404, "not_found");
    file(json!({ "amountHkd": "0" }).over(body.clone())).await.expect_problem(400, "invalid_amount_hkd");
    let made = file(body.clone()).await.expect(200);
    assert_eq!((&made["alreadyMade"], &made["claim"]["points"]), (&json!(false), &json!(136)));
    assert_eq!(file(body).await.expect(200)["alreadyMade"], true);
    let made = &made["claim"];
    let shown = seen(&member, made).await;
    assert_eq!((&shown["filedByStaff"], &shown["status"]), (&json!(true), &json!("waiting")));
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200)["data"].clone();
    assert_eq!(inbox[0]["title"]["en"], "We made a claim for you");
    let audit = setup.desk.operator.get("/api/admin/audit?action=claim.file").await.expect(200);
    assert_eq!(audit.as_array().map(Vec::len), Some(1), "the repetition changed nothing: {audit}");
    let path = format!("/api/admin/claims/{}/photo", id_of(made));
    let bytes = photograph(300, ImageFormat::Png);
    let put = support.request(Method::PUT, &path).header("content-type", "image/png").body(bytes);
    assert_eq!(support.send(put).await.expect(200)["hasPhoto"], true);
    let small = format!("/api/admin/claims/{}/thumbnail", id_of(made));
    let file = support.request(Method::GET, &small).send().await.expect("an answer").bytes().await.expect("bytes");
    let small_picture = image::load_from_memory(&file).expect("a JPEG");
    assert_eq!((small_picture.width(), small_picture.height()), (112, 112));
    let auditor = setup.server.staff_at(Role::Auditor, None).await;
    assert_eq!(photo_status(&auditor, &small).await, 403);
    let none = setup.claim(&member, json!({ "amountHkd": "9" }).over(setup.purchase("10473"))).await;
    let missing = format!("/api/admin/claims/{}/thumbnail", id_of(&none));
    assert_eq!(photo_status(&support, &missing).await, 404);
}
