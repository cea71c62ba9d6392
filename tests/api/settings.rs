//! The programme's settings, message texts and the set-up checklist.

use kapok::auth::Role;
use kapok::platform::config::{EmailTransport, SmsTransport};
use serde_json::json;

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{TestServer, fresh_key, quiet};

const SETTINGS: &str = "/api/admin/settings";

#[tokio::test]
async fn settings_hold_at_once_and_keep_their_history() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let shown = owner.get(SETTINGS).await;
    let (mut settings, tag) = (shown.expect(200), shown.header("etag").to_owned());
    assert_eq!((&settings["programmeName"], tag.as_str()), (&json!("Kapok"), "\"0\""));
    settings["programmeName"] = json!(" Green Harbour ");
    settings["transfers"] = json!({ "perDay": 2, "pointsPerDay": 50, "freshAbove": 5_000 });
    owner.put(SETTINGS, settings.clone()).await.expect_problem(428, "precondition_required");
    let changed = owner.put_at(SETTINGS, &tag, settings.clone()).await;
    assert_eq!(changed.expect(200)["programmeName"], "Green Harbour");
    owner.put_at(SETTINGS, &tag, settings.clone()).await.expect_problem(412, "stale");
    assert_eq!(server.visitor().get("/api/config").await.expect(200)["programmeName"], "Green Harbour");
    let history = owner.get("/api/admin/settings/history").await.expect(200);
    assert_eq!((&history[0]["version"], &history[0]["changedBy"]), (&json!(1), &json!("Chan Tai Man")));
    assert_eq!(
        (&history[0]["before"]["programmeName"], &history[0]["after"]["programmeName"]),
        (&json!("Kapok"), &json!("Green Harbour"))
    );
    assert!(history[0]["created"].is_string());
    let overlapping = json!([
        { "days": ["monday", "tuesday"], "from": "09:00", "until": "18:00" },
        { "days": ["tuesday"], "from": "17:59", "until": "20:00" },
    ]);
    for (field, value, code) in [
        ("programmeName", json!(""), "required_field"),
        ("programmeName", json!("x".repeat(41)), "invalid_name"),
        ("logo", json!("https://elsewhere.example/logo.png"), "invalid_picture"),
        ("referralBonus", json!(-1), "invalid_value"),
        ("colours", json!({ "points": "#ffcc00", "actions": "#17463a" }), "low_contrast"),
        ("colours", json!({ "points": "red", "actions": "#17463a" }), "invalid_body"),
        ("pointsPerHkd", json!("1001"), "invalid_value"),
        ("pointValueHkd", json!("-0.1"), "invalid_body"),
        ("transfers", json!({ "perDay": 1 }), "invalid_body"),
        ("dataDir", json!("/etc"), "invalid_body"),
        ("contact", json!({ "email": "nobody" }), "invalid_email"),
        ("contact", json!({ "phone": "call us" }), "invalid_value"),
        ("contact", json!({ "web": "javascript:alert(1)" }), "invalid_value"),
        ("contact", json!({ "fax": "1" }), "invalid_body"),
        ("contact", json!({ "address": { "en": "x".repeat(301) } }), "too_long"),
        ("contact", json!({ "hours": [{ "days": [], "from": "09:00", "until": "18:00" }] }), "invalid_value"),
        (
            "contact",
            json!({ "hours": [{ "days": ["monday", "monday"], "from": "09:00", "until": "18:00" }] }),
            "invalid_value",
        ),
        ("contact", json!({ "hours": [{ "days": ["monday"], "from": "18:00", "until": "18:00" }] }), "invalid_value"),
        ("contact", json!({ "hours": [{ "days": ["monday"], "from": "9:00", "until": "18:00" }] }), "invalid_body"),
        ("contact", json!({ "hours": [{ "days": ["holiday"], "from": "09:00", "until": "18:00" }] }), "invalid_body"),
        ("contact", json!({ "hours": overlapping }), "invalid_value"),
        (
            "contact",
            json!({ "hours": vec![json!({ "days": ["sunday"], "from": "09:00", "until": "18:00" }); 15] }),
            "invalid_value",
        ),
    ] {
        let mut wrong = settings.clone();
        wrong[field] = value;
        owner.put_at(SETTINGS, "*", wrong).await.expect_problem(400, code);
    }
}

#[tokio::test]
async fn members_read_how_to_reach_the_programme_in_the_app_the_policy_and_every_mail() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let visitor = server.visitor();
    assert_eq!(visitor.get("/api/config").await.expect(200)["contact"], json!({ "email": "", "phone": "", "web": "" }));
    let mut settings = owner.get(SETTINGS).await.expect(200);
    let mut contact = json!({ "email": "help@points.example.hk", "phone": " +852 2345 6789 ", "web": "",
        "address": { "en": " 3/F\n88 Kapok Road ", "zhhk": "木棉道88號3樓" },
        "hours": [{ "days": ["monday", "friday"], "from": "09:00", "until": "13:00" },
            { "days": ["monday"], "from": "14:00", "until": "24:00" }] });
    settings["contact"] = contact.clone();
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    let told = visitor.get("/api/config").await.expect(200);
    contact["phone"] = json!("+852 2345 6789");
    contact["address"]["en"] = json!("3/F\n88 Kapok Road");
    assert_eq!(told["contact"], contact);
    let policy = visitor.get("/api/privacy-policy?lang=zhhk").await.text;
    let chinese = "聯絡我們：help@points.example.hk \u{b7} +852 2345 6789 \u{b7} 木棉道88號3樓";
    assert!(policy.trim_end().ends_with(chinese), "{policy}");
    let member = server.member().await;
    visitor.post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
    let mail = server.message_to(&member.email).await;
    for part in ["text", "html"] {
        let said = mail[part].as_str().expect("a part");
        let english = "Contact us: help@points.example.hk \u{b7} +852 2345 6789 \u{b7} 3/F, 88 Kapok Road";
        assert!(said.contains(english), "{said}");
    }
}

#[tokio::test]
async fn a_member_may_give_what_the_settings_say() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
        config.limits.source_scale = 100;
    })
    .await;
    let owner = server.staff_at(Role::Owner, None).await;
    let (ada, ben) = (server.member_with(1_000).await, server.member().await);
    ada.caller.transfer(&ben.email, 40).await.expect(200);
    let mut settings = owner.get(SETTINGS).await.expect(200);
    settings["transfers"]["pointsPerDay"] = json!(50);
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    ada.caller.transfer(&ben.email, 11).await.expect_problem(429, "daily_limit_reached");
    ada.caller.transfer(&ben.email, 10).await.expect(200);
}

#[tokio::test]
async fn messages_are_written_in_the_programme_s_own_words() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let path = "/api/admin/settings/texts/mail.code.text";
    let shown = owner.get(path).await;
    assert_eq!(shown.expect(200)["placeholders"], json!(["code"]));
    let own = |en: &str| json!({ "text": { "en": en, "zh": "验证码 {code}", "zhhk": "驗證碼 {code}" } });
    for (en, code) in
        [("", "required_field"), ("No code", "placeholder_missing"), ("{code} {password}", "unknown_placeholder")]
    {
        owner.put_at(path, "*", own(en)).await.expect_problem(400, code);
    }
    owner.put_at(path, "*", json!({ "text": { "en": "{code}" } })).await.expect_problem(400, "required_field");
    let preview = owner.post(&format!("{path}/preview"), own("Green Harbour: {code}")).await.expect(200);
    assert_eq!(preview["text"]["en"], "Green Harbour: 123456");
    owner.put_at(path, shown.header("etag"), own("Green Harbour: {code}")).await.expect(200);
    owner.put_at(path, shown.header("etag"), own("Again: {code}")).await.expect_problem(412, "stale");
    owner.get("/api/admin/settings/texts/history.earn.name").await.expect_problem(404, "not_found");
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "ada@example.org" })).await.expect(200);
    let message = server.message_to("ada@example.org").await;
    assert!(message["text"].as_str().is_some_and(|text| text.starts_with("Green Harbour: ")), "{message}");
    let back = owner.delete(path).await.expect(200);
    assert!(back.get("own").is_none());
}

#[tokio::test]
async fn the_server_s_own_settings_are_read_and_say_where_they_come_from() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let path = "/api/admin/settings/infrastructure";
    let listed = owner.get(path).await.expect(200);
    let of = |name: &str| listed.as_array().expect("a list").iter().find(|one| one["name"] == name).cloned();
    assert_eq!(of("limits.enabled").expect("there")["source"], "default");
    assert_eq!(owner.put(path, json!({ "limits.enabled": false })).await.status, 405);
}

#[tokio::test]
async fn the_checklist_sees_what_is_there() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let done = async || {
        let items = owner.get("/api/admin/checklist").await.expect(200)["steps"].clone();
        let done = items.as_array().expect("a list").iter().filter(|item| item["done"] == true);
        done.map(|item| item["step"].as_str().expect("a word").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(done().await, Vec::<String>::new());
    let desk = Desk::of(&server).await;
    desk.partner("1", "0").await;
    desk.item(coupon(5)).await;
    assert_eq!(done().await, ["partner", "item"]);
    let settings = owner.get(SETTINGS).await.expect(200);
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    assert_eq!(done().await, ["name", "partner", "item"], "saved without a change");
    let partner = desk.partner("1", "0").await;
    desk.create(&format!("partners/{partner}/outlets"), json!({ "name": { "en": "Sheung Wan" } })).await;
    assert_eq!(done().await, ["name", "partner", "outlet", "item"]);
    owner.post("/api/admin/checklist/dismiss", json!({})).await.expect_problem(409, "checklist_open");
}

#[tokio::test]
async fn a_checklist_that_is_done_can_be_put_away() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.email.transport = EmailTransport::Smtp;
        config.sms.transport = SmsTransport::Http;
        config.email.host = "127.0.0.1".into();
        config.sms.url = "https://gateway.example.org/send".into();
    })
    .await;
    let owner = server.staff_at(Role::Owner, None).await;
    let desk = Desk::of(&server).await;
    desk.partner("1", "0").await;
    desk.item(coupon(5)).await;
    let campaign = json!({ "name": "Walk", "points": 5, "perMember": 1, "total": 10, "shared": true });
    desk.create("campaigns", campaign).await;
    let settings = owner.get(SETTINGS).await.expect(200);
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    let path = "/api/admin/checklist";
    for step in ["outlet", "cashier", "till"] {
        owner.post("/api/admin/checklist/aside", json!({ "step": step, "aside": true })).await.expect(200);
    }
    let steps = owner.get(path).await.expect(200)["steps"].clone();
    let open: Vec<_> = steps
        .as_array()
        .expect("a list")
        .iter()
        .filter(|step| step["done"] == false && step["aside"] != true)
        .collect();
    assert_eq!(open, [&json!({ "step": "backup", "done": false })]);
    let backups = server.data_dir().join("backups");
    // Unfinished backups, backups being fetched, and empty files of a full disk do not count.
    std::fs::create_dir_all(backups.join(".kapok-scratch-1")).expect("a folder");
    std::fs::create_dir_all(backups.join("older")).expect("a folder");
    std::fs::write(backups.join("kapok.tar.zst.part"), "x").expect("written");
    std::fs::write(backups.join("kapok.tar.zst"), "").expect("written");
    owner.post("/api/admin/checklist/dismiss", json!({})).await.expect_problem(409, "checklist_open");
    std::fs::write(backups.join("kapok.backup"), "x").expect("written");
    assert_eq!(owner.get(path).await.expect(200)["dismissed"], false);
    owner.post("/api/admin/checklist/dismiss", json!({})).await.expect(204);
    owner.post("/api/admin/checklist/dismiss", json!({})).await.expect(204);
    assert_eq!(owner.get(path).await.expect(200)["dismissed"], true);
}

#[tokio::test]
async fn checklist_steps_can_be_put_aside_and_drafts_do_not_tick_them() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let desk = Desk::of(&server).await;
    let path = "/api/admin/checklist";
    let open = async || {
        let steps = owner.get(path).await.expect(200)["steps"].clone();
        let open = steps.as_array().expect("a list").iter().filter(|one| one["done"] == false && one["aside"] != true);
        open.map(|one| one["step"].as_str().expect("a word").to_owned()).collect::<Vec<_>>()
    };
    let aside = async |step: &str, aside: bool| {
        owner.post(&format!("{path}/aside"), json!({ "step": step, "aside": aside })).await
    };
    desk.item(json!({ "active": false }).over(coupon(5))).await;
    let campaign = json!({ "name": "Walk", "points": 5, "perMember": 1, "total": 10, "shared": true, "active": false });
    desk.create("campaigns", campaign).await;
    desk.create("partners", json!({ "type": "food", "name": { "en": "Tea House" }, "active": false })).await;
    assert_eq!(
        open().await,
        ["name", "partner", "outlet", "cashier", "till", "item", "campaign", "email", "sms", "backup"]
    );
    for _ in 0..2 {
        assert_eq!(aside("sms", true).await.expect(200)["steps"][8]["aside"], true);
    }
    for step in ["outlet", "cashier", "till"] {
        aside(step, true).await.expect(200);
    }
    assert_eq!(open().await, ["name", "partner", "item", "campaign", "email", "backup"]);
    aside("email", true).await.expect(200);
    aside("sms", false).await.expect(200);
    assert_eq!(open().await, ["name", "partner", "item", "campaign", "sms", "backup"]);
    aside("backup", true).await.expect_problem(400, "invalid_value");
    aside("fax", true).await.expect_problem(400, "invalid_body");
    owner.post(&format!("{path}/aside"), json!({ "step": "sms" })).await.expect_problem(400, "invalid_body");
    aside("sms", true).await.expect(200);
    let trail = owner.get("/api/admin/audit?action=checklist.aside").await.expect(200);
    assert_eq!(trail.as_array().map(Vec::len), Some(7));

    // Skipped steps do not keep the finished list from being hidden.
    desk.partner("1", "0").await;
    desk.item(coupon(5)).await;
    let running = json!({ "name": "Run", "points": 5, "perMember": 1, "total": 10, "shared": true });
    desk.create("campaigns", running).await;
    let settings = owner.get(SETTINGS).await.expect(200);
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    owner.post(&format!("{path}/dismiss"), json!({})).await.expect_problem(409, "checklist_open");
    let backups = server.data_dir().join("backups");
    std::fs::create_dir_all(&backups).expect("a folder");
    std::fs::write(backups.join("kapok.tar.zst"), "x").expect("written");
    assert_eq!(owner.post(&format!("{path}/dismiss"), json!({})).await.status, 204);
}

#[tokio::test]
async fn the_web_app_shows_the_programme_s_name_and_colours() {
    let server = TestServer::start().await;
    let (owner, visitor) = (server.staff_at(Role::Owner, None).await, server.visitor());
    let plain = visitor.get("/login").await;
    assert!(plain.text.contains("<title>Kapok</title>") && !plain.text.contains("theme.css"), "{}", plain.text);
    let mut settings = owner.get(SETTINGS).await.expect(200);
    settings["programmeName"] = json!("Green <Harbour>");
    settings["colours"]["points"] = json!("#005599");
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    let page = visitor.get("/login").await;
    assert!(page.text.contains("<title>Green &lt;Harbour&gt;</title>"), "{}", page.text);
    assert!(page.text.contains("<link rel=\"stylesheet\" href=\"/theme.css\">"), "{}", page.text);
    assert_eq!((page.header("cache-control"), page.header("content-type")), ("no-cache", "text/html; charset=utf-8"));
    let sheet = visitor.get("/theme.css").await;
    assert!(sheet.text.contains("--k-kapok:#005599") && !sheet.text.contains("--k-leaf"), "{}", sheet.text);
    assert_eq!(visitor.get("/manifest.en.webmanifest").await.expect(200)["short_name"], "Green <Harbour>");
    let config = visitor.get("/api/config").await.expect(200);
    assert_eq!((&config["colours"]["points"], &config["pointsPerHkd"]), (&json!("#005599"), &json!("1")));
}

#[tokio::test]
async fn what_partners_may_award_and_what_a_point_is_worth_follow_the_settings() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
        config.limits.source_scale = 100;
    })
    .await;
    let owner = server.staff_at(Role::Owner, None).await;
    let partner = Desk::of(&server).await.partner("1", "0").await;
    let merchant = server.staff_at(Role::Merchant, Some(&partner)).await;
    let member = server.member().await;
    let award = async || {
        let order = json!({ "member": member.email, "amountHkd": "10" });
        merchant.post_once("/api/merchant/award", &fresh_key(), order).await
    };
    award().await.expect(200);
    let mut settings = owner.get(SETTINGS).await.expect(200);
    settings["awards"] = json!({ "perMember": 15 });
    settings["pointValueHkd"] = json!("0.5");
    owner.put_at(SETTINGS, "*", settings).await.expect(200);
    award().await.expect_problem(409, "award_cap_reached");
    let owed = owner.get("/api/admin/reports/liability").await.expect(200);
    assert_eq!((&owed["pointValue"], &owed["liability"]), (&json!("0.5"), &json!("5.00")));
}
