//! Proposals: managers of a partner write and send them, and staff of the programme answer.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::Shop;
use crate::support::desk::Over;
use crate::support::{Answer, Caller, PASSWORD, until};

pub(crate) const OWN: &str = "/api/merchant/proposals";
pub(crate) const ALL: &str = "/api/admin/proposals";

pub(crate) fn tea() -> Value {
    json!({ "kind": "item", "name": { "en": "Milk tea for two", "zhhk": "奶茶兩杯" }, "points": 900,
        "description": { "en": "Two milk teas." }, "costHkd": "14.00", "leftover": 60, "useWithinDays": 30 })
}

pub(crate) fn news() -> Value {
    json!({ "kind": "article", "type": "news", "title": { "en": "", "zhhk": "新分店" },
        "content": { "en": "", "zhhk": "<p>我們在上環<script>alert(1)</script>。</p>" } })
}

pub(crate) fn quiet_hours() -> Value {
    json!({ "kind": "bonus", "name": { "en": "Quiet hours" }, "bonus": { "kind": "multiplier", "factor": "2" },
        "hours": { "from": "15:00", "until": "17:00" }, "weekdays": ["monday", "tuesday"], "until": "2099-03-31",
        "budget": { "unit": "points", "amount": 5000 } })
}

/// A proposal as somebody sees it, with the version that they saw.
pub(crate) struct Seen {
    pub(crate) path: String,
    tag: String,
    pub(crate) body: Value,
}

impl Seen {
    pub(crate) fn of(home: &str, answer: &Answer, status: u16) -> Self {
        let body = answer.expect(status);
        let path = format!("{home}/{}", body["_id"].as_str().expect("an id"));
        Self { path, tag: answer.header("etag").to_owned(), body }
    }

    fn state(&self) -> &str {
        self.body["state"].as_str().expect("a state")
    }

    /// The same proposal, loaded by somebody else.
    pub(crate) async fn by(&self, caller: &Caller, home: &str) -> Self {
        let id = self.body["_id"].as_str().expect("an id");
        Self::of(home, &caller.get(&format!("{home}/{id}")).await, 200)
    }

    pub(crate) async fn step(&self, caller: &Caller, step: &str, body: Value) -> Answer {
        let request = caller.request(reqwest::Method::POST, &format!("{}/{step}", self.path));
        caller.send(request.header("if-match", &self.tag).json(&body)).await
    }

    async fn delete(&self, caller: &Caller) -> Answer {
        let request = caller.request(reqwest::Method::DELETE, &self.path);
        caller.send(request.header("if-match", &self.tag)).await
    }
}

pub(crate) async fn begun(manager: &Caller, body: Value) -> Seen {
    Seen::of(OWN, &manager.post(OWN, body).await, 201)
}

pub(crate) async fn sent(manager: &Caller, body: Value) -> Seen {
    let draft = begun(manager, body).await;
    Seen::of(OWN, &draft.step(manager, "send", json!({})).await, 200)
}

fn fields(problem: &Value) -> Vec<String> {
    let named = |one: &Value| format!("{} {}", one["field"].as_str().unwrap_or(""), one["code"].as_str().unwrap_or(""));
    problem["errors"].as_array().expect("errors").iter().map(named).collect()
}

#[tokio::test]
async fn an_item_goes_from_a_draft_by_changes_to_members() {
    let shop = Shop::open().await;
    let (manager, operator) = (shop.manager().await, &shop.desk.operator);
    let draft = begun(&manager, json!({ "kind": "item" })).await;
    assert_eq!((draft.state(), &draft.body["kind"]), ("draft", &json!("item")));
    let refused = draft.step(&manager, "send", json!({})).await.expect_problem(400, "required_field");
    assert_eq!(fields(&refused), ["name required_field", "points required_field"]);
    let kept = Seen::of(OWN, &manager.put_at(&draft.path, &draft.tag, tea()).await, 200);
    operator
        .get(&format!("{ALL}/{}", draft.body["_id"].as_str().expect("an id")))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(operator.get(ALL).await.expect(200), json!([]), "drafts are the partner's own");

    let waits = Seen::of(OWN, &kept.step(&manager, "send", json!({})).await, 200);
    assert_eq!(operator.get(&format!("{ALL}/waiting")).await.expect(200)["count"], 1);
    manager.put_at(&waits.path, &waits.tag, tea()).await.expect_problem(409, "proposal_locked");
    let seen = waits.by(operator, ALL).await;
    let listed = operator.get(&format!("{ALL}?state=sent&kind=item&partner={}", shop.partner)).await.expect(200);
    assert_eq!((&listed[0]["_id"], listed.as_array().map(Vec::len)), (&seen.body["_id"], Some(1)));
    seen.step(operator, "ask-for-changes", json!({ "note": " " })).await.expect_problem(400, "invalid_reason");
    let asked = json!({ "note": "Lower the price to 800." });
    Seen::of(ALL, &seen.step(operator, "ask-for-changes", asked).await, 200);

    let open = waits.by(&manager, OWN).await;
    assert_eq!((open.state(), &open.body["note"]), ("changes_asked", &json!("Lower the price to 800.")));
    let cheaper = json!({ "points": 800 }).over(tea());
    let changed = Seen::of(OWN, &manager.put_at(&open.path, &open.tag, cheaper).await, 200);
    let again = Seen::of(OWN, &changed.step(&manager, "send", json!({})).await, 200);
    let accepted = again.by(operator, ALL).await;
    let accepted = Seen::of(ALL, &accepted.step(operator, "accept", json!({})).await, 200);
    assert_eq!((accepted.state(), &accepted.body["became"]["stage"]), ("accepted", &json!("draft")));

    let path = format!("/api/admin/items/{}", accepted.body["became"]["_id"].as_str().expect("an item"));
    let item = operator.get(&path).await;
    let made = item.expect(200);
    assert_eq!(
        (&made["partnerId"], &made["points"], &made["state"]),
        (&json!(shop.partner), &json!(800), &json!("draft"))
    );
    let live = json!({ "state": "published", "useEnglish": true }).over(made);
    operator.put_at(&path, item.header("etag"), live).await.expect(200);
    let now = again.by(&manager, OWN).await;
    assert_eq!((now.state(), &now.body["became"]["stage"]), ("accepted", &json!("live")));
    now.delete(&manager).await.expect_problem(409, "proposal_locked");
}

#[tokio::test]
async fn the_author_is_told_of_an_answer_in_the_own_language() {
    let shop = Shop::open().await;
    let email = shop.server.staff_email_at(Role::Merchant, Some(&shop.partner)).await;
    let manager = shop.server.visitor().with_header("accept-language", "zh-HK");
    manager.staff_sign_in(&email, PASSWORD).await;
    let waits = sent(&manager, tea()).await.by(&shop.desk.operator, ALL).await;
    waits.step(&shop.desk.operator, "ask-for-changes", json!({ "note": "Cheaper" })).await.expect(200);
    let letter = shop.server.message_to(&email).await.to_string();
    let place = format!("/merchant/portal/proposals/{}", waits.body["_id"].as_str().expect("an id"));
    assert!(letter.contains(&place) && letter.contains("「奶茶兩杯」已有答覆"), "{letter}");
}

#[tokio::test]
async fn a_refusal_is_final_and_tells_its_reason() {
    let shop = Shop::open().await;
    let (manager, editor) = (shop.manager().await, shop.server.staff(Role::Editor).await);
    let waits = sent(&manager, news()).await.by(&editor, ALL).await;
    waits.step(&editor, "refuse", json!({})).await.expect_problem(400, "invalid_body");
    waits.step(&editor, "refuse", json!({ "note": "x".repeat(501) })).await.expect_problem(400, "invalid_reason");
    waits.step(&editor, "refuse", json!({ "note": "Not about carbon." })).await.expect(200);
    let now = waits.by(&manager, OWN).await;
    assert_eq!((now.state(), &now.body["note"]), ("refused", &json!("Not about carbon.")));
    now.step(&manager, "send", json!({})).await.expect_problem(409, "proposal_locked");
    now.step(&manager, "take-back", json!({})).await.expect_problem(409, "proposal_not_sent");
    let late = waits.by(&editor, ALL).await;
    late.step(&editor, "accept", json!({})).await.expect_problem(409, "proposal_not_sent");
}

#[tokio::test]
async fn an_editor_accepts_an_article_and_not_what_costs_points() {
    let shop = Shop::open().await;
    let (manager, editor) = (shop.manager().await, shop.server.staff(Role::Editor).await);
    for body in [tea(), quiet_hours()] {
        let waits = sent(&manager, body).await.by(&editor, ALL).await;
        waits.step(&editor, "accept", json!({})).await.expect_problem(403, "forbidden");
        waits.step(&editor, "refuse", json!({ "note": "No" })).await.expect_problem(403, "forbidden");
    }
    let waits = sent(&manager, news()).await.by(&editor, ALL).await;
    let words = waits.body["body"]["content"]["zhhk"].as_str().expect("words");
    assert!(words.contains("上環") && !words.contains("script"), "{words}");
    let accepted = waits.step(&editor, "accept", json!({})).await.expect(200);
    let path = format!("/api/admin/articles/{}", accepted["became"]["_id"].as_str().expect("an article"));
    let article = editor.get(&path).await.expect(200);
    assert_eq!((&article["title"]["en"], &article["state"]), (&json!("新分店"), &json!("draft")));
    editor.delete(&path).await;
    assert_eq!(waits.by(&manager, OWN).await.body["became"]["stage"], "removed");
}

#[tokio::test]
async fn a_bonus_hour_needs_a_budget_and_an_end_and_names_what_it_meets() {
    let shop = Shop::open().await;
    let (manager, operator) = (shop.manager().await, &shop.desk.operator);
    let open_end = json!({ "until": null, "budget": null }).over(quiet_hours());
    let draft = begun(&manager, open_end).await;
    let refused = draft.step(&manager, "send", json!({})).await.expect_problem(400, "required_field");
    assert_eq!(fields(&refused), ["budget required_field", "until required_field"]);
    let over = json!({ "until": "2020-01-01" }).over(quiet_hours());
    let over = Seen::of(OWN, &manager.put_at(&draft.path, &draft.tag, over).await, 200);
    over.step(&manager, "send", json!({})).await.expect_problem(400, "rule_is_over");
    let small = json!({ "bonus": { "kind": "multiplier", "factor": "0.5" } }).over(quiet_hours());
    let small = Seen::of(OWN, &manager.put_at(&over.path, &over.tag, small).await, 200);
    small.step(&manager, "send", json!({})).await.expect_problem(400, "rule_factor");
    let rival = shop.desk.partner("1", "0").await;
    let elsewhere =
        shop.desk.create(&format!("partners/{rival}/outlets"), json!({ "name": { "en": "Central" } })).await;
    let there = json!({ "outlets": [elsewhere] }).over(quiet_hours());
    let there = Seen::of(OWN, &manager.put_at(&small.path, &small.tag, there).await, 200);
    there.step(&manager, "send", json!({})).await.expect_problem(400, "rule_never_applies");
    let delays = json!({ "bonus": { "kind": "none" } }).over(quiet_hours());
    manager.put_at(&there.path, &there.tag, delays).await.expect_problem(400, "invalid_value");

    let here = json!({ "outlets": [shop.outlet] }).over(quiet_hours());
    let here = Seen::of(OWN, &manager.put_at(&there.path, &there.tag, here).await, 200);
    assert_eq!(here.body["meets"], json!([]));
    let waits = Seen::of(OWN, &here.step(&manager, "send", json!({})).await, 200).by(operator, ALL).await;
    let accepted = Seen::of(ALL, &waits.step(operator, "accept", json!({})).await, 200);
    let rule = accepted.body["became"]["_id"].as_str().expect("a rule");
    let rule = operator.get(&format!("/api/admin/earning-rules/{rule}")).await;
    let made = rule.expect(200);
    assert_eq!((&made["latest"]["rule"]["partners"], &made["live"]), (&json!([shop.partner]), &Value::Null));
    assert_eq!(made["latest"]["rule"]["name"]["zhhk"], "Quiet hours", "staff replace the words that are missing");

    switch_on(operator, &made).await;
    assert_eq!(waits.by(&manager, OWN).await.body["became"]["stage"], "live");
    let second = begun(&manager, json!({ "name": { "en": "Afternoons" } }).over(quiet_hours())).await;
    assert_eq!(second.body["meets"][0]["name"]["en"], "Quiet hours", "{}", second.body);
}

/// Simulates a rule and switches it on.
pub(crate) async fn switch_on(operator: &Caller, rule: &Value) {
    let path = format!("/api/admin/earning-rules/{}", rule["_id"].as_str().expect("an id"));
    operator.post(&format!("{path}/simulation"), json!({})).await.expect(200);
    let done = async || {
        let found = operator.get(&format!("{path}/simulation")).await.expect(200);
        if found["state"] == "done" { Ok(()) } else { Err(found.to_string()) }
    };
    until(done).await;
    let request = operator.request(reqwest::Method::POST, &format!("{path}/switch-on")).header("if-match", "*");
    operator.send(request.json(&json!({}))).await.expect(200);
}

#[tokio::test]
async fn who_answers_what_was_taken_back_or_changed_is_told() {
    let shop = Shop::open().await;
    let (manager, operator) = (shop.manager().await, &shop.desk.operator);
    let first = sent(&manager, tea()).await;
    let seen = first.by(operator, ALL).await;
    let back = Seen::of(OWN, &first.step(&manager, "take-back", json!({})).await, 200);
    assert_eq!(back.state(), "draft");
    seen.step(operator, "accept", json!({})).await.expect_problem(412, "stale");
    manager.put_at(&back.path, &first.tag, tea()).await.expect_problem(412, "stale");
    manager.put(&back.path, tea()).await.expect_problem(428, "precondition_required");
    let dearer = json!({ "points": 2_000 }).over(tea());
    let changed = Seen::of(OWN, &manager.put_at(&back.path, &back.tag, dearer).await, 200);
    back.step(&manager, "send", json!({})).await.expect_problem(412, "stale");
    changed.step(&manager, "send", json!({})).await.expect(200);
    seen.step(operator, "accept", json!({})).await.expect_problem(412, "stale");
    assert_eq!(operator.get("/api/admin/items").await.expect(200), json!([]), "nothing was made of it");
    // Of two people who accept, the second is told.
    let (one, two) = (seen.by(operator, ALL).await, seen.by(operator, ALL).await);
    let (left, right) = tokio::join!(one.step(operator, "accept", json!({})), two.step(operator, "accept", json!({})));
    let mut answers = [left.status, right.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 412]);
    assert_eq!(operator.get("/api/admin/items").await.expect(200).as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_proposal_is_only_its_own_partner_s_and_cashiers_have_none() {
    let shop = Shop::open().await;
    let (manager, till) = (shop.manager().await, shop.till().await);
    let other = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&other)).await;
    let own = begun(&manager, tea()).await;
    rival.get(&own.path).await.expect_problem(404, "not_found");
    rival.put_at(&own.path, &own.tag, tea()).await.expect_problem(404, "not_found");
    for step in ["send", "take-back"] {
        own.step(&rival, step, json!({})).await.expect_problem(404, "not_found");
    }
    own.delete(&rival).await.expect_problem(404, "not_found");
    assert_eq!(rival.get(OWN).await.expect(200), json!([]));
    till.get(OWN).await.expect_problem(403, "forbidden");
    till.post(OWN, tea()).await.expect_problem(403, "forbidden");
    own.step(&till, "send", json!({})).await.expect_problem(403, "forbidden");
    assert_eq!(manager.get(OWN).await.expect(200)[0]["_id"], own.body["_id"]);
    own.delete(&manager).await;
    manager.get(&own.path).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_body_with_a_mistake_is_refused_beside_its_field() {
    let shop = Shop::open().await;
    let manager = shop.manager().await;
    for (body, code, field) in [
        (json!({}), "invalid_body", "kind"),
        (json!({ "kind": "campaign" }), "invalid_body", "kind"),
        (json!({ "kind": "item", "price": 3 }), "invalid_body", "price"),
        (json!({ "kind": "bonus" }), "invalid_body", "bonus"),
        (json!({ "kind": "item", "name": { "en": "x".repeat(121) } }), "too_long", "name"),
        (json!({ "kind": "item", "image": "https://elsewhere.example/a.png" }), "invalid_picture", "image"),
        (json!({ "kind": "item", "points": 0 }), "invalid_value", "points"),
        (json!({ "kind": "item", "leftover": -2 }), "invalid_value", "leftover"),
    ] {
        let refused = manager.post(OWN, body.clone()).await.expect_problem(400, code);
        assert!(fields(&refused).iter().any(|named| named.starts_with(field)), "{body}: {refused}");
    }
    let item = begun(&manager, tea()).await;
    let refused = manager.put_at(&item.path, &item.tag, news()).await.expect_problem(400, "invalid_value");
    assert_eq!(fields(&refused), ["kind invalid_value"]);
    manager.get(&format!("{OWN}?state=lost")).await.expect_problem(400, "invalid_parameter");
    let csv = manager.get(&format!("{OWN}?format=csv")).await;
    assert!(csv.text.contains("Milk tea for two") && csv.text.lines().count() == 2, "{}", csv.text);
}

#[tokio::test]
async fn every_step_is_audited_and_a_partner_has_a_hundred_open_ones() {
    let shop = Shop::open().await;
    let (manager, operator) = (shop.manager().await, &shop.desk.operator);
    let waits = sent(&manager, tea()).await.by(operator, ALL).await;
    waits.step(operator, "accept", json!({})).await.expect(200);
    let owner = shop.server.staff(Role::Owner).await;
    for action in ["create", "send", "accept"] {
        let found = owner.get(&format!("/api/admin/audit?action=proposal.{action}")).await.expect(200);
        assert_eq!(found[0]["target"], waits.body["_id"], "{action}: {found}");
    }
    shop.server.clock.advance(Duration::from_secs(1));
    for _ in 0..100 {
        begun(&manager, json!({ "kind": "item" })).await;
    }
    manager.post(OWN, tea()).await.expect_problem(409, "too_many_proposals");
}

#[tokio::test]
async fn a_manager_adds_a_picture_that_stays_while_it_is_proposed() {
    let shop = Shop::open().await;
    let (manager, operator) = (shop.manager().await, &shop.desk.operator);
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(8, 8).write_to(&mut file, image::ImageFormat::Png).expect("a picture");
    let bring = async |caller: &Caller, query: &str| {
        let path = format!("/api/admin/uploads{query}");
        let request = caller.request(reqwest::Method::POST, &path).header("content-type", "image/png");
        caller.send(request.body(file.get_ref().clone())).await.expect(201)
    };
    let upload = bring(&manager, "").await;
    let described = bring(operator, "?alt.en=A+cup").await;
    assert_eq!((&described["_id"], &described["alt"]["en"]), (&upload["_id"], &json!("A cup")));
    assert_eq!(bring(&manager, "?alt.en=Mine").await["alt"], described["alt"], "only editors describe a picture again");
    manager.get("/api/admin/uploads").await.expect_problem(403, "forbidden");
    begun(&manager, json!({ "image": upload["url"] }).over(tea())).await;
    let path = format!("/api/admin/uploads/{}", upload["_id"].as_str().expect("an id"));
    assert_eq!(operator.get(&format!("{path}/uses")).await.expect(200)[0]["kind"], "proposal");
    operator.delete(&path).await.expect_problem(409, "in_use");
}
