//! The number of SQL statements that each frequent call runs. Every other change waits for the statements on the
//! writer, and on a database server each statement would be a round trip, so a number that grows needs a reason in the
//! commit that changes it here.

use kapok::auth::Role;
use kapok::base::day::Day;
use kapok::base::problem::AppResult;
use kapok::core::expiry::{self, NoticeDays, Policy, Rule};
use kapok::member::earning_rules;
use kapok::member::goals;
use kapok::member::tiers::{self, Ladder};
use kapok::platform::store::Tx;
use serde_json::json;

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key, quiet};

/// The number of times that each call is measured. Workers run beside the calls and can only add statements, so the
/// lowest count is that of the call.
const ROUNDS: usize = 8;

/// The statements of a call: on the writer, and on readers.
type Counts = (u64, u64);

async fn counted<C>(server: &TestServer, mut call: C) -> Counts
where
    C: AsyncFnMut(usize) -> Answer,
{
    let mut least = (u64::MAX, u64::MAX);
    for round in 0..ROUNDS {
        let before = server.running.store.statements();
        let answer = call(round).await;
        let after = server.running.store.statements();
        answer.expect(200);
        // The first round fills what the writer keeps in memory.
        if round > 0 {
            least = (least.0.min(after.0 - before.0), least.1.min(after.1 - before.1));
        }
    }
    least
}

async fn with_limits() -> TestServer {
    TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await
}

async fn reads(server: &TestServer, caller: &Caller, path: &str) -> Counts {
    counted(server, async |_| caller.get(path).await).await
}

async fn bought(member: &TestMember, item: &str) -> String {
    let body = json!({ "quantity": 1 });
    let answer = member.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), body).await.expect(200);
    answer["redemption"]["_id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_transfer_runs_as_few_statements_as_recorded() {
    let server = with_limits().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let mut found = Vec::new();
    for (by, recipient) in [("e-mail", &ben.email), ("phone", &ben.phone), ("short id", &ben.short_id)] {
        found.push((by, counted(&server, async |_| ada.caller.transfer(recipient, 1).await).await));
    }
    assert_eq!(found, [("e-mail", (13, 1)), ("phone", (13, 1)), ("short id", (13, 1))]);
    // While points expire, one more lookup finds that no points have ended.
    let policy = Policy {
        rule: Rule::Inactivity { months: 12 },
        grace_days: 14,
        extra_days: 90,
        notices: NoticeDays::default(),
    };
    let on = move |tx: &Tx<'_>| expiry::switch_on(tx, &policy, tx.now(), ([0; 16], "Ada"));
    server.running.store.write_unattended(on).await.expect("a policy");
    assert_eq!(counted(&server, async |_| ada.caller.transfer(&ben.email, 1).await).await, (14, 1));
}

#[tokio::test]
async fn points_earned_and_spent_run_as_few_statements_as_recorded() {
    let server = with_limits().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let ada = server.member_with(10_000).await;
    let award = counted(&server, async |round| {
        let body = json!({ "member": ada.short_id, "amountHkd": "12.00", "receipt": format!("R-{round}") });
        counter.post_once("/api/merchant/award", &fresh_key(), body).await
    });
    let award = award.await;
    let by_rules = json!({ "name": { "en": "a", "zh": "a", "zhhk": "a" }, "bonus": { "kind": "fixed", "points": 1 },
        "until": "2099-12-31", "budget": { "unit": "points", "amount": 1_000_000 }, "partnerTypes": ["Transport"] });
    let apply = json!({ "partnerTypes": ["Food"], "caps": { "perMemberDay": 1_000_000, "perDay": 1_000_000 } });
    let added = move |tx: &Tx<'_>| {
        let all = std::iter::repeat_n(by_rules.clone(), 49).chain([apply.over(by_rules)]);
        for rule in all {
            let made = earning_rules::create(tx, serde_json::from_value(rule).expect("a rule"), "Lam")?;
            earning_rules::switch_on(tx, made.id)?;
        }
        Ok(())
    };
    server.running.store.write_unattended(added).await.expect("fifty rules");
    let with_rules = counted(&server, async |round| {
        let body = json!({ "member": ada.short_id, "amountHkd": "12.00", "receipt": format!("S-{round}") });
        counter.post_once("/api/merchant/award", &fresh_key(), body).await
    });
    let with_rules = with_rules.await;
    let item = desk.item(json!({ "leftover": -1 }).over(coupon(10))).await;
    let purchase = counted(&server, async |_| {
        let body = json!({ "quantity": 1 });
        ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), body).await
    });
    let purchase = purchase.await;
    let mut coupons = Vec::new();
    for _ in 0..ROUNDS {
        coupons.push(bought(&ada, &item).await);
    }
    let using = counted(&server, async |round| {
        let path = format!("/api/redeem/use/{}", coupons[round]);
        ada.caller.post_once(&path, &fresh_key(), json!({})).await
    });
    let using = using.await;
    let body = json!({ "name": "Spring", "points": 5, "perMember": 9, "total": 100, "shared": false });
    let campaign = desk.create("campaigns", body).await;
    let made = desk.operator.post(&format!("/api/admin/campaigns/{campaign}/codes"), json!({ "count": ROUNDS })).await;
    let codes = made.expect(200)["codes"].clone();
    let scan = counted(&server, async |round| {
        ada.caller.post_once("/api/redeem/scanQR", &fresh_key(), json!({ "qr": codes[round]["text"] })).await
    });
    let found = [
        ("award", award),
        ("award by one of fifty rules", with_rules),
        ("purchase", purchase),
        ("use", using),
        ("scan", scan.await),
    ];
    assert_eq!(
        found,
        [
            ("award", (17, 1)),
            ("award by one of fifty rules", (19, 1)),
            ("purchase", (15, 1)),
            ("use", (11, 1)),
            ("scan", (21, 1))
        ]
    );
}

#[tokio::test]
async fn an_award_runs_more_statements_only_for_a_goal_that_it_counts_on() {
    let server = with_limits().await;
    let desk = Desk::of(&server).await;
    let (here, elsewhere) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let counter = server.staff_at(Role::Merchant, Some(&here)).await;
    let owner = server.staff_at(Role::Owner, None).await;
    let ada = server.member().await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", json!({ "goals": true }).over(settings)).await.expect(200);
    let card = move |partner: String| {
        let goal = json!({ "name": { "en": "a", "zh": "a", "zhhk": "a" }, "kind": "challenge", "counts": "purchases",
            "target": 1_000, "partners": [partner], "reward": { "kind": "badge" } });
        move |tx: &Tx<'_>| {
            let made = goals::create(tx, serde_json::from_value(goal)?, "Lam")?;
            goals::switch_on(tx, made.id).map(|_| ())
        }
    };
    let award = async |name: &str| {
        counted(&server, async |round| {
            let body = json!({ "member": ada.short_id, "amountHkd": "12.00", "receipt": format!("{name}-{round}") });
            counter.post_once("/api/merchant/award", &fresh_key(), body).await
        })
        .await
    };
    for _ in 0..50 {
        server.running.store.write_unattended(card(elsewhere.clone())).await.expect("a goal");
    }
    let beside = award("BESIDE").await;
    server.running.store.write_unattended(card(here)).await.expect("a goal");
    assert_eq!((beside, award("ON").await), ((17, 1), (20, 1)));
}

#[tokio::test]
async fn an_award_asks_about_a_segment_only_for_a_rule_that_applies_otherwise() {
    let server = with_limits().await;
    let desk = Desk::of(&server).await;
    let (here, elsewhere) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let counter = server.staff_at(Role::Merchant, Some(&here)).await;
    let ada = server.member().await;
    let lines =
        json!([{ "kind": "visited" }, { "kind": "balance", "min": 1 }, { "kind": "language", "languages": ["en"] }]);
    let body = json!({ "name": "Some", "conditions": { "lines": lines } });
    let segment = desk.operator.post("/api/admin/segments", body).await.expect(201)["_id"].clone();
    // A near last day limits the rules without a statement, as a budget would need.
    let last = Day::of(server.clock.now()).plus(30);
    let on = |partner: String, member: bool| {
        let rule = json!({ "name": { "en": "a", "zh": "a", "zhhk": "a" }, "bonus": { "kind": "fixed", "points": 1 },
            "until": last, "partners": [partner] });
        let rule = if member { json!({ "segment": segment }).over(rule) } else { rule };
        move |tx: &Tx<'_>| {
            let made = earning_rules::create(tx, serde_json::from_value(rule)?, "Lam")?;
            earning_rules::switch_on(tx, made.id).map(|_| ())
        }
    };
    let award = async |name: &str| {
        counted(&server, async |round| {
            let body = json!({ "member": ada.short_id, "amountHkd": "12.00", "receipt": format!("{name}-{round}") });
            counter.post_once("/api/merchant/award", &fresh_key(), body).await
        })
        .await
    };
    // A purchase, so that the member belongs to the segment.
    award("FIRST").await;
    server.running.store.write_unattended(on(here.clone(), false)).await.expect("a rule");
    server.running.store.write_unattended(on(elsewhere, true)).await.expect("a rule");
    let beside = award("BESIDE").await;
    for _ in 0..3 {
        server.running.store.write_unattended(on(here.clone(), true)).await.expect("a rule");
    }
    // One statement for each line of the segment, and one for what each of three more rules gave.
    assert_eq!((beside, award("ASKED").await), ((18, 1), (24, 1)));
}

#[tokio::test]
async fn an_award_runs_more_statements_only_while_the_ladder_is_on() {
    let server = with_limits().await;
    let desk = Desk::of(&server).await;
    let counter = server.staff_at(Role::Merchant, Some(&desk.partner("1", "0").await)).await;
    let owner = server.staff_at(Role::Owner, None).await;
    let ada = server.member().await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", json!({ "goals": true }).over(settings)).await.expect(200);
    let award = async |name: &str| {
        counted(&server, async |round| {
            let body = json!({ "member": ada.short_id, "amountHkd": "12.00", "receipt": format!("{name}-{round}") });
            counter.post_once("/api/merchant/award", &fresh_key(), body).await
        })
        .await
    };
    server
        .running
        .store
        .write_unattended(|tx| tiers::replace(tx, ladder()?, "Lam").map(|_| ()))
        .await
        .expect("a draft");
    let off = award("OFF").await;
    server.running.store.write_unattended(|tx| tiers::switch_on(tx).map(|_| ())).await.expect("a ladder");
    assert_eq!((off, award("ON").await), ((17, 1), (20, 1)));
}

fn ladder() -> AppResult<Ladder> {
    let high = json!({ "name": { "en": "a", "zh": "a", "zhhk": "a" }, "target": 1_000_000 });
    Ok(serde_json::from_value(json!({ "counts": "points", "window": { "kind": "year" }, "noticeDays": 60,
        "graceDays": 90, "levels": [high] }))?)
}

#[tokio::test]
async fn reading_and_signing_in_run_as_few_statements_as_recorded() {
    let server = with_limits().await;
    let ada = server.member_with(100).await;
    server.member_with(100).await.caller.transfer(&ada.email, 5).await.expect(200);
    let recorded = [
        ("/api/auth/getUserInfo", (0, 2)),
        ("/api/transaction/listMyTransactions?limit=20", (0, 3)),
        ("/api/config", (0, 1)),
        ("/api/article/list?type=news", (0, 4)),
        ("/api/article/list?type=activities", (0, 4)),
        ("/api/notification/notifications?limit=1", (0, 5)),
        ("/api/redeem/list", (0, 4)),
        ("login", (5, 3)),
    ];
    let mut found = Vec::new();
    for (path, _) in recorded.iter().filter(|(path, _)| path.starts_with('/')) {
        found.push((*path, reads(&server, &ada.caller, path).await));
    }
    let login = counted(&server, async |_| {
        server.visitor().post("/api/auth/login", json!({ "userIdentifier": ada.email, "userPassword": PASSWORD })).await
    });
    found.push(("login", login.await));
    assert_eq!(found, recorded);
}
