//! Imports of CSV files by staff.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::id::MemberId;
use kapok::base::points::PointsRate;
use kapok::core::preferences::{MessageChannel, MessageKind, wants};
use kapok::core::settings::{self, Author, ProgrammeSettings};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, TestServer, fresh_key};

pub async fn bring(caller: &Caller, list: &str, how: &str, key: &str, csv: impl Into<reqwest::Body>) -> Answer {
    let path = format!("/api/admin/{list}/import?{how}");
    let request = caller.request(Method::POST, &path).header("content-type", "text/csv");
    let request = if key.is_empty() { request } else { request.header("idempotency-key", key) };
    caller.send(request.body(csv)).await
}

pub async fn try_out(caller: &Caller, list: &str, csv: &str) -> Value {
    bring(caller, list, "dryRun=true", "", csv.to_owned()).await.expect(200)
}

pub async fn load(caller: &Caller, list: &str, csv: &str) -> Value {
    bring(caller, list, "name=list.csv", &fresh_key(), csv.to_owned()).await.expect(200)
}

pub async fn file(caller: &Caller, list: &str) -> String {
    caller.get(&format!("/api/admin/{list}?format=csv")).await.text
}

/// Each row's result, or the column and code of its first error.
pub fn fates(dry: &Value) -> Vec<String> {
    let told = |row: &Value| match &row["mistakes"][0] {
        Value::Null => row["fate"].as_str().expect("a fate").to_owned(),
        wrong => format!("{} {}", wrong["column"], wrong["code"]).replace('"', ""),
    };
    dry["rows"].as_array().expect("rows").iter().map(told).collect()
}

pub fn counts(answer: &Value) -> [i64; 4] {
    ["new", "updated", "unchanged", "refused"].map(|name| answer[name].as_i64().expect("a count"))
}

#[tokio::test]
async fn a_file_of_partners_is_tried_made_as_drafts_and_changed_by_id() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let csv =
        "type,name.en,name.zhhk,basePoints,state\r\nFood,Tea House,茶館,1.5,published\r\n\r\nBooks,'=Pages,,2,\r\n";
    let dry = try_out(&desk.operator, "partners", csv).await;
    assert_eq!((counts(&dry), fates(&dry)), ([2, 0, 0, 0], vec!["new".to_owned(), "new".to_owned()]));
    assert_eq!((&dry["rows"][1]["line"], &dry["rows"][1]["name"]), (&json!(4), &json!("=Pages")));
    assert_eq!(desk.operator.get("/api/admin/partners").await.expect(200), json!([]));
    let key = fresh_key();
    let made = bring(&desk.operator, "partners", "name=shops.csv", &key, csv).await.expect(200);
    assert_eq!((counts(&made), made["made"].as_array().map(Vec::len)), ([2, 0, 0, 0], Some(2)));
    let again = bring(&desk.operator, "partners", "name=shops.csv", &key, csv).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    bring(&desk.operator, "partners", "", "", csv).await.expect_problem(400, "idempotency_key_required");
    let listed = desk.operator.get("/api/admin/partners?sort=oldest").await.expect(200);
    assert_eq!(listed.as_array().map(Vec::len), Some(2));
    assert_eq!((&listed[0]["state"], &listed[1]["state"]), (&json!("draft"), &json!("draft")));
    assert_eq!((&listed[0]["name"]["zhhk"], &listed[1]["name"]["en"]), (&json!("茶館"), &json!("=Pages")));
    let id = listed[0]["_id"].as_str().expect("an id");
    let change = format!("_id,webLink\n{id},https://tea.example\n");
    assert_eq!(counts(&load(&desk.operator, "partners", &change).await), [0, 1, 0, 0]);
    let tea = desk.operator.get(&format!("/api/admin/partners/{id}")).await.expect(200);
    assert_eq!((&tea["webLink"], &tea["basePoints"]), (&json!("https://tea.example"), &json!("1.5")));
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<&Value> = trail.as_array().expect("lines").iter().map(|line| &line["action"]).take(5).collect();
    assert_eq!(actions, ["partner.load", "partner.update", "partner.load", "partner.create", "partner.create"]);
    assert_eq!((&trail[2]["target"], &trail[2]["after"]["new"]), (&json!("shops.csv"), &json!(2)));
}

#[tokio::test]
async fn an_exported_file_imports_unchanged_and_exports_the_same() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let odd = json!({ "en": "=1+1", "zh": "'=2", "zhhk": "＋茶, \"好\"\n第二行" });
    let partner =
        desk.create("partners", json!({ "type": "@Food", "name": odd, "description": odd, "active": true })).await;
    desk.create("partners", json!({ "type": "Books", "name": { "en": "Pages" }, "extraPoints": "0.25" })).await;
    let article = json!({ "type": "activities", "title": odd, "content": { "en": "<p>Tea &amp; <b>cake</b></p>" } });
    desk.create("articles", article).await;
    let dates = json!({ "validFrom": "2026-01-01T00:00:00Z", "validUntil": "2030-01-01T12:30:00Z", "lowStock": 3 });
    desk.item(json!({ "name": odd, "toc": odd, "partnerId": partner, "unclaimed": "return_once" }).over(coupon(5)))
        .await;
    desk.item(dates.over(json!({ "leftover": -1, "qoutaPerson": 2, "state": "archived" }).over(coupon(7)))).await;
    for shared in [true, false] {
        let body = json!({ "name": odd, "points": 5, "perMember": -1, "total": 9, "shared": shared });
        desk.create("campaigns", body).await;
    }
    for list in ["partners", "articles", "items", "campaigns"] {
        let out = file(&desk.operator, list).await;
        let dry = try_out(&desk.operator, list, &out).await;
        assert!(fates(&dry).iter().all(|fate| fate == "unchanged"), "{list}: {dry}");
        assert_eq!(counts(&load(&desk.operator, list, &out).await)[2], dry["unchanged"], "{list}");
        assert_eq!(file(&desk.operator, list).await, out, "{list}");
    }
}

#[tokio::test]
async fn each_mistake_is_told_with_its_row_and_column_and_stops_the_whole_file() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let item = desk.item(coupon(5)).await;
    let campaign = desk.create("campaigns", json!({ "name": "Spring", "points": 5, "shared": true })).await;
    let missing = "019cde0a5b7070009f1b4c1f0c2f7a31";
    let was = desk.operator.get(&format!("/api/admin/partners/{partner}")).await.expect(200);
    let stale = "2026-01-01T00:00:00.000Z";
    for (list, csv, expected) in [
        ("partners", "type,name.en\nFood,\n,Tea\nFood,Tea,more\n".to_owned(), vec!["name required_field", "type required_field", " cells_amiss"]),
        ("partners", format!("_id,type\n{missing},Food\nx,Food\n{partner},Food\n{partner},Tea\n"),
            vec!["_id unknown_record", "_id unknown_record", "unchanged", "_id twice_in_file"]),
        ("partners", format!("_id,type,updated\n{partner},Tea,{stale}\n"), vec!["updated stale"]),
        ("partners", "type,name.en,basePoints,webLink,state\nF,T,-1,,\nF,T,1,javascript:x,\nF,T,1,,open\n".to_owned(),
            vec!["basePoints invalid_value", "webLink invalid_link", "state invalid_value"]),
        ("partners", format!("_id,state,publishAt\n{partner},scheduled,2020-01-01\n{partner},published,soon\n"),
            vec![" translation_missing", "_id twice_in_file"]),
        ("articles", "type,title.en,content.en\n,T,C\nfun,T,C\nnews,T,\n".to_owned(),
            vec!["type required_field", "type invalid_value", "content required_field"]),
        ("items", "type,name.en,points,validFrom,validUntil,partnerId\ncoupon,T,0,,,\ncoupon,T,5,2026-12-02,2026-12-01,\ncoupon,T,5,,,Tea House\ncoupon,T,5,,,Nobody\ncoupon,T,x,,,\n".to_owned(),
            vec!["points invalid_value", "validUntil invalid_period", "new", "partnerId unknown_partner", "points invalid_value"]),
        ("items", format!("_id,leftover\n{item},3\n"), vec!["unchanged"]),
        ("campaigns", format!("_id,type,name.en,points\n,both,S,1\n,,S,1\n{campaign},single,Spring,5\n"),
            vec!["type invalid_value", "type required_field", "unchanged"]),
    ] {
        let dry = try_out(&desk.operator, list, &csv).await;
        assert_eq!(fates(&dry), expected, "{list} {csv}");
        if dry["refused"] != 0 {
            let refused = bring(&desk.operator, list, "", &fresh_key(), csv).await.expect_problem(422, "file_refused");
            let line = refused["errors"][0]["field"].as_str().expect("a field");
            assert!(line.starts_with("line "), "{refused}");
        }
    }
    assert_eq!(desk.operator.get(&format!("/api/admin/partners/{partner}")).await.expect(200), was);
    for (list, count) in [("partners", 1), ("articles", 0), ("items", 1), ("campaigns", 1)] {
        let listed = desk.operator.get(&format!("/api/admin/{list}")).await.expect(200);
        assert_eq!(listed.as_array().map(Vec::len), Some(count), "{list}");
    }
}

#[tokio::test]
async fn a_file_that_is_not_csv_is_refused_before_its_rows_are_read() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    for (csv, code) in [
        ("".to_owned(), "invalid_csv"),
        ("type,name.en\n".to_owned(), "invalid_csv"),
        ("type,colour\nFood,red\n".to_owned(), "unknown_column"),
        ("type,Type\nFood,Tea\n".to_owned(), "unknown_column"),
        (format!("type\n{}", "x\n".repeat(10_001)), "too_many_credits"),
    ] {
        bring(&desk.operator, "partners", "dryRun=true", "", csv).await.expect_problem(400, code);
    }
    bring(&desk.operator, "partners", "dryRun=perhaps", "", "type\nx\n").await.expect_problem(400, "invalid_parameter");
    let long = format!("name={}", "x".repeat(121));
    bring(&desk.operator, "partners", &long, &fresh_key(), "type\nx\n").await.expect_problem(400, "invalid_value");
    let big5 = [b"type,name.en,name.zhhk\nFood,Tea,".as_slice(), b"\xaf\xf9", b"\n"].concat();
    bring(&desk.operator, "partners", "dryRun=true", "", big5.clone()).await.expect_problem(400, "invalid_encoding");
    bring(&desk.operator, "partners", "encoding=big5", &fresh_key(), big5).await.expect(200);
    let listed = desk.operator.get("/api/admin/partners").await.expect(200);
    assert_eq!(listed[0]["name"]["zhhk"], "茶");
    let editor = server.staff_at(Role::Editor, None).await;
    try_out(&editor, "partners", "type,name.en\nFood,Tea\n").await;
    bring(&editor, "items", "dryRun=true", "", "type\nx\n").await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn html_of_imported_articles_is_sanitised() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let csv = "type,title.en,content.en\nnews,Tea,\"<p onclick=\"\"x()\"\">Hi<script>x()</script></p>\"\n";
    load(&desk.operator, "articles", csv).await;
    let listed = desk.operator.get("/api/admin/articles").await.expect(200);
    assert_eq!((&listed[0]["content"]["en"], &listed[0]["state"]), (&json!("<p>Hi</p>"), &json!("draft")));
}

#[tokio::test]
async fn the_outlets_of_a_partner_come_from_a_file_of_theirs() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (partner, other) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let list = format!("partners/{partner}/outlets");
    let csv = "name.en,name.zhhk,address.en\nCentral,中環,1 Queen's Road\nMong Kok,旺角,\n";
    assert_eq!(counts(&load(&desk.operator, &list, csv).await), [2, 0, 0, 0]);
    let out = file(&desk.operator, &list).await;
    assert_eq!(fates(&try_out(&desk.operator, &list, &out).await), ["unchanged", "unchanged"]);
    server.clock.advance(Duration::from_secs(1));
    let moved = out.replace("1 Queen's Road", "2 Queen's Road");
    assert_eq!(counts(&load(&desk.operator, &list, &moved).await), [0, 1, 1, 0]);
    assert_eq!(fates(&try_out(&desk.operator, &list, &out).await), ["updated stale", "unchanged"]);
    let theirs = try_out(&desk.operator, &format!("partners/{other}/outlets"), &out).await;
    assert_eq!(fates(&theirs), ["_id unknown_record", "_id unknown_record"]);
    let nowhere = "partners/019cde0a5b7070009f1b4c1f0c2f7a31/outlets";
    bring(&desk.operator, nowhere, "dryRun=true", "", csv).await.expect_problem(404, "not_found");
    bring(&desk.operator, &list, "", &fresh_key(), "name.en\n \nx\n").await.expect(200);
    bring(&desk.operator, &list, "", &fresh_key(), "name.en,name.zh\n,x\n").await.expect_problem(422, "file_refused");
}

const CROWD: &str = "firstName,lastName,email,phone,language,points,reason\r\n\
    Ada,Lau,Ada.Lau@old.example,,zhhk,120,Points of the old card\r\n\
    Ben,Ho,,+852 6123 4567,,,\r\n\
    志明,陳,,,zh,30,Points of the old card\r\n";

#[tokio::test]
async fn imported_members_keep_their_points_and_set_their_own_password() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let everybody = async || desk.operator.get("/api/admin/members?sort=oldest").await.expect(200);
    let dry = try_out(&desk.operator, "members", CROWD).await;
    assert_eq!((counts(&dry), &dry["points"]), ([3, 0, 0, 0], &json!(150)));
    // The sum covers only valid rows.
    let partly = try_out(&desk.operator, "members", &CROWD.replace("志明", "")).await;
    assert_eq!((counts(&partly), &partly["points"]), ([2, 0, 0, 1], &json!(120)));
    assert_eq!(everybody().await, json!([]));
    assert_eq!(counts(&load(&desk.operator, "members", CROWD).await), [3, 0, 0, 0]);
    let all = everybody().await;
    let points: Vec<&Value> = all.as_array().expect("members").iter().map(|member| &member["points"]).collect();
    assert_eq!(points, [&json!(120), &json!(0), &json!(30)]);
    assert_eq!((&all[0]["email"], &all[1]["phone"]), (&json!("ada.lau@old.example"), &json!("61234567")));
    let visitor = server.visitor();
    visitor.post("/api/auth/forgotPassword", json!({ "email": "ada.lau@old.example" })).await.expect(200);
    let message = server.message_to("ada.lau@old.example").await;
    let text = message["text"].as_str().expect("a text").to_owned();
    let token = text.split("/resetPassword/").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a link");
    let chosen = "Red-flowers-in-March-71";
    visitor.post("/api/auth/resetPassword", json!({ "token": token, "password": chosen })).await.expect(200);
    let ada = server.visitor();
    ada.sign_in("ada.lau@old.example", chosen).await;
    let id = MemberId::parse(all[0]["_id"].as_str().expect("an id")).expect("an id");
    let offers =
        |read: &kapok::platform::store::Read<'_>| wants(read, id, MessageKind::Marketing, MessageChannel::Email);
    assert!(!server.running.store.read(offers).expect("a wish"), "the import gives no consent to offers");
    // The points form one credit batch with the file's name and are undone together.
    let batches = desk.operator.get("/api/admin/credits").await.expect(200);
    assert_eq!((&batches[0]["name"], &batches[0]["points"]), (&json!("list.csv"), &json!(150)));
    let undo = format!("/api/admin/credits/{}/undo", batches[0]["_id"].as_str().expect("an id"));
    desk.operator.post_once(&undo, &fresh_key(), json!({ "reason": "Wrong list" })).await.expect(200);
    assert_eq!(everybody().await[0]["points"], 0);
    server.verify_books();
}

#[tokio::test]
async fn an_imported_row_of_an_existing_member_is_reported_and_changes_nothing() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member().await;
    let before = desk.operator.get("/api/admin/members").await.expect(200);
    let (email, phone) = (ada.email.to_uppercase(), &ada.phone);
    let csv = format!(
        "firstName,lastName,email,phone,language,points,reason\nA,B,{email},,,,\nA,B,,{phone},,,\nA,B,x@y.example,,,,\n\
         A,B,X@Y.example,,,,\n,B,,,,,\n=A,B,,,,,\nA,B,nobody,,,,\nA,B,,12345678,,,\nA,B,,,fr,,\nA,B,,,,5,\nA,B,,,,-5,x\n\
         A,B,,,,1.5,x\nA,B,,,,9007199254740992,x\nA,B,,,,9007199254740991,x\nA,B,,,,1,x\n"
    );
    let dry = try_out(&desk.operator, "members", &csv).await;
    let expected = [
        "email email_in_use",
        "phone phone_in_use",
        "new",
        "email twice_in_file",
        "firstName required_field",
        "firstName invalid_value",
        "email invalid_email",
        "phone invalid_hong_kong_phone",
        "language invalid_value",
        "reason invalid_reason",
        "points invalid_amount",
        "points invalid_amount",
        "points invalid_amount",
        "points invalid_amount",
        "new",
    ];
    assert_eq!(fates(&dry), expected);
    bring(&desk.operator, "members", "", &fresh_key(), csv).await.expect_problem(422, "file_refused");
    let out = file(&desk.operator, "members").await;
    assert_eq!(fates(&try_out(&desk.operator, "members", &out).await), ["unchanged"]);
    let other = out.replace(&ada.email, "other@example.org");
    assert_eq!(fates(&try_out(&desk.operator, "members", &other).await), ["email member_kept"]);
    let unknown = "_id,firstName,lastName\n019cde0a5b7070009f1b4c1f0c2f7a31,A,B\n";
    assert_eq!(fates(&try_out(&desk.operator, "members", unknown).await), ["_id unknown_record"]);
    assert_eq!(desk.operator.get("/api/admin/members").await.expect(200), before);
    let support = server.staff_at(Role::Support, None).await;
    bring(&support, "members", "dryRun=true", "", CROWD).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_file_gives_no_points_where_two_people_decide_on_them() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let settings = ProgrammeSettings { two_person: true, ..ProgrammeSettings::default() };
    let author = Author { id: [0; 16], name: "Chan Tai Man" };
    server.running.store.write_unattended(move |tx| settings::replace(tx, &settings, author)).await.expect("kept");
    let dry = try_out(&owner, "members", CROWD).await;
    assert_eq!(fates(&dry), ["points points_need_approval", "new", "points points_need_approval"]);
    bring(&owner, "members", "", &fresh_key(), CROWD).await.expect_problem(422, "file_refused");
    let bare: String = CROWD.replace(",120,", ",,").replace(",30,", ",0,");
    assert_eq!(counts(&load(&owner, "members", &bare).await), [3, 0, 0, 0]);
}

/// A server where a new partner gives two and a half points for each HK$1.
async fn generous() -> TestServer {
    let server = TestServer::start().await;
    let settings = ProgrammeSettings { points_per_hkd: PointsRate::from_units(25_000), ..ProgrammeSettings::default() };
    let author = Author { id: [0; 16], name: "Chan Tai Man" };
    server.running.store.write_unattended(move |tx| settings::replace(tx, &settings, author)).await.expect("kept");
    server
}

#[tokio::test]
async fn a_new_partner_gives_the_programmes_rate_however_it_is_made() {
    let server = generous().await;
    let desk = Desk::of(&server).await;
    let made = desk.create("partners", json!({ "type": "Food", "name": { "en": "Tea" } })).await;
    load(&desk.operator, "partners", "type,name.en\nFood,Books\n").await;
    let listed = desk.operator.get("/api/admin/partners").await.expect(200);
    for partner in listed.as_array().expect("partners") {
        assert_eq!((&partner["basePoints"], &partner["extraPoints"]), (&json!("2.5"), &json!("0")), "{partner}");
    }
    // An existing partner keeps its rate if the file gives none.
    let path = format!("/api/admin/partners/{made}");
    let plain = json!({ "type": "Food", "name": { "en": "Tea Room" } });
    let own = json!({ "basePoints": "3", "extraPoints": "1" }).over(plain.clone());
    desk.operator.put_at(&path, "*", own).await.expect(200);
    let kept = desk.operator.put_at(&path, "*", plain).await.expect(200);
    assert_eq!((&kept["basePoints"], &kept["extraPoints"]), (&json!("3"), &json!("1")));
}

#[tokio::test]
async fn an_editor_s_file_of_partners_gives_no_other_rate() {
    let server = generous().await;
    let desk = Desk::of(&server).await;
    let editor = server.staff_at(Role::Editor, None).await;
    load(&editor, "partners", "type,name.en\nFood,Tea\n").await;
    let listed = desk.operator.get("/api/admin/partners").await.expect(200);
    assert_eq!((&listed[0]["basePoints"], &listed[0]["extraPoints"]), (&json!("2.5"), &json!("0")));
    let id = listed[0]["_id"].as_str().expect("an id");
    let rows = format!("{id},Food,Coffee,2.5,0\n,Food,Books,3,0\n,Food,Pens,2.5,9\n");
    let csv = format!("_id,type,name.en,basePoints,extraPoints\n{rows}");
    let told = try_out(&editor, "partners", &csv).await;
    let expected = ["updated", "basePoints rates_need_operator", "extraPoints rates_need_operator"];
    assert_eq!(fates(&told), expected);
    let refused = bring(&editor, "partners", "", &fresh_key(), csv.clone()).await;
    let problem = refused.expect_problem(403, "rates_need_operator");
    assert_eq!(problem["errors"][0]["field"], "line 3 basePoints");
    assert_eq!(desk.operator.get("/api/admin/partners").await.expect(200), listed, "nothing changed");
    assert_eq!(counts(&load(&desk.operator, "partners", &csv).await), [2, 1, 0, 0]);
}
