//! Printed campaign codes, read back by a decoder, and the scan limit of a campaign.

use std::collections::BTreeSet;
use std::io::Read;
use std::time::Duration;

use image::GrayImage;
use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::approvals::{approve, strict};
use crate::pdf_text::{fonts_of, text_of};
use crate::support::desk::Desk;
use crate::support::{TestServer, fresh_key};

pub fn decoded(picture: GrayImage) -> Vec<String> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut prepared =
        rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| picture.get_pixel(x as u32, y as u32).0[0]);
    let mut texts: Vec<String> =
        prepared.detect_grids().iter().filter_map(|grid| Some(grid.decode().ok()?.1)).collect();
    texts.sort();
    texts
}

fn blacken(picture: &mut GrayImage, x: f64, y: f64, width: f64, height: f64) {
    for row in y.round() as u32..(y + height).round() as u32 {
        for column in x.round() as u32..(x + width).round() as u32 {
            if column < picture.width() && row < picture.height() {
                picture.put_pixel(column, row, image::Luma([0]));
            }
        }
    }
}

/// Draws the first path of an SVG, eight pixels per module.
pub fn drawn_svg(svg: &str) -> GrayImage {
    let (_, path) = svg.split_once(" d=\"M4 4h").expect("modules");
    let path = format!("4 4h{path}");
    let mut picture = GrayImage::from_pixel(480, 480, image::Luma([255]));
    for run in path.split('"').next().expect("a path").split('M') {
        let (x, rest) = run.split_once(' ').expect("a place");
        let (y, rest) = rest.split_once('h').expect("a row");
        let (length, _) = rest.split_once('v').expect("a length");
        let at = |text: &str| text.parse::<f64>().expect("a number") * 8.0;
        blacken(&mut picture, at(x), at(y), at(length), 8.0);
    }
    picture
}

/// The drawing commands of a PDF's first page.
fn drawing_of(pdf: &[u8]) -> String {
    let find =
        |what: &[u8], from: usize| pdf[from..].windows(what.len()).position(|part| part == what).map(|at| at + from);
    let start = find(b"stream\n", 0).expect("a stream") + 7;
    let end = find(b"\nendstream", start).expect("its end");
    let mut text = String::new();
    flate2::read::ZlibDecoder::new(&pdf[start..end]).read_to_string(&mut text).expect("packed text");
    text
}

/// Whether a line of a PDF's first page holds a text.
fn says(pdf: &[u8], words: &str) -> bool {
    text_of(pdf).lines().any(|line| line.contains(words))
}

/// The codes of a PDF's first page. The decoder does not find each code in each size, so it gets several, as a phone's camera
/// takes several pictures.
fn decoded_pdf(pdf: &[u8]) -> Vec<String> {
    let found: BTreeSet<String> = (3..=6).flat_map(|scale| decoded(drawn_pdf(pdf, scale))).collect();
    found.into_iter().collect()
}

/// Draws the black boxes of a PDF's first page with this number of pixels per point.
fn drawn_pdf(pdf: &[u8], scale: u32) -> GrayImage {
    let text = drawing_of(pdf);
    let mut picture = GrayImage::from_pixel(600 * scale, 844 * scale, image::Luma([255]));
    let scale = f64::from(scale);
    let mut black = false;
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if words.contains(&"rg") {
            black = line == "0 0 0 rg";
        } else if let [x, y, width, height, "re"] = words[..]
            && black
        {
            let at = |text: &str| text.parse::<f64>().expect("a number") * scale;
            blacken(&mut picture, at(x), 841.89 * scale - at(y) - at(height), at(width), at(height));
        }
    }
    picture
}

async fn bytes(desk: &Desk, path: &str) -> (String, Vec<u8>) {
    let response = desk.operator.request(Method::GET, path).send().await.expect("an answer");
    assert_eq!(response.status(), 200, "{path}");
    let kind = response.headers()["content-type"].to_str().expect("text").to_owned();
    (kind, response.bytes().await.expect("bytes").to_vec())
}

#[tokio::test]
async fn every_printed_code_can_be_scanned() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let campaign = json!({ "name": { "en": "Spring & <bloom>", "zh": "春日", "zhhk": "春日" }, "points": 1_250, "perMember": 1, "total": -1, "shared": false });
    let id = desk.create("campaigns", campaign).await;
    let home = format!("/api/admin/campaigns/{id}");
    desk.operator.get(&format!("{home}/codes?format=pdf")).await.expect_problem(404, "not_found");
    desk.operator.post(&format!("{home}/codes"), json!({ "count": 5 })).await.expect(200);
    let codes: Value = desk.operator.get(&format!("{home}/codes")).await.expect(200);
    let codes = codes.as_array().expect("codes").clone();
    let mut texts: Vec<String> = codes.iter().map(|code| code["text"].as_str().expect("a text").to_owned()).collect();
    let (one, code) = (texts[2].clone(), codes[2]["_id"].as_str().expect("an id"));
    texts.sort();
    let (kind, png) = bytes(&desk, &format!("{home}/codes?format=png&code={code}")).await;
    assert_eq!(kind, "image/png");
    assert_eq!(decoded(image::load_from_memory(&png).expect("a picture").into_luma8()), std::slice::from_ref(&one));
    let (kind, svg) = bytes(&desk, &format!("{home}/codes?format=svg&code={code}")).await;
    assert_eq!(kind, "image/svg+xml");
    assert_eq!(decoded(drawn_svg(&String::from_utf8(svg).expect("text"))), std::slice::from_ref(&one));
    let (kind, sheet) = bytes(&desk, &format!("{home}/codes?format=pdf")).await;
    assert_eq!(kind, "application/pdf");
    assert_eq!(decoded_pdf(&sheet), texts);
    let (_, sheet) = bytes(&desk, &format!("{home}/codes?format=svg")).await;
    let sheet = String::from_utf8(sheet).expect("text");
    assert!(texts.iter().all(|text| sheet.contains(text)));
    let (_, poster) = bytes(&desk, &format!("{home}/poster?code={code}")).await;
    assert!(poster.starts_with(b"%PDF-1.4"));
    assert_eq!(decoded_pdf(&poster), std::slice::from_ref(&one));
    let (_, poster) = bytes(&desk, &format!("{home}/poster?format=svg&code={code}")).await;
    let poster = String::from_utf8(poster).expect("text");
    for words in ["Spring &amp;", "&lt;bloom&gt;", "春日", "Scan with Kapok to collect", "用 Kapok 掃一掃"] {
        assert!(poster.contains(&format!("aria-label=\"{words}")), "{words}: {poster}");
    }
    assert_eq!(decoded(drawn_svg(&poster)), [one]);
    let file = desk.operator.get(&format!("{home}/codes?format=csv")).await.text;
    assert_eq!(file.lines().count(), 6);
    desk.operator.get(&format!("{home}/poster?format=gif")).await.expect_problem(400, "invalid_parameter");
    desk.operator.get(&format!("{home}/codes?format=gif")).await.expect_problem(400, "invalid_parameter");
    desk.operator.get(&format!("{home}/codes?state=lost")).await.expect_problem(400, "invalid_parameter");
    let foreign = format!("{home}/codes?format=png&code={}", "0".repeat(32));
    desk.operator.get(&foreign).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn what_is_printed_bears_the_programmes_own_name_and_colour() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let campaign = json!({ "name": "A long walk along the reservoirs of the New Territories", "points": 1_000_000_000,
        "perMember": 1, "total": -1, "shared": true, "validFrom": "2026-03-28T01:30:00Z",
        "validUntil": "2026-03-28T05:00:00Z" });
    let id = desk.create("campaigns", campaign).await;
    let made = desk.operator.post(&format!("/api/admin/campaigns/{id}/codes"), json!({ "count": 1 })).await;
    let code = made.expect(200)["codes"][0]["text"].as_str().expect("a text").to_owned();
    let member = server.member().await;
    let prints = [
        format!("/api/admin/campaigns/{id}/poster"),
        format!("/api/admin/members/{}/card?format=pdf", member.id),
        format!("/api/admin/members/{}/statement/pdf", member.id),
    ];
    for path in &prints {
        assert!(drawing_of(&bytes(&desk, path).await.1).contains("0.77 0.19 0.11 rg"), "{path} has the default red");
    }
    let owner = server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["programmeName"] = json!("Green & Steps");
    settings["colours"]["points"] = json!("#0a5e2a");
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    for path in &prints {
        let (_, pdf) = bytes(&desk, path).await;
        assert!(says(&pdf, "Green & Steps"), "{path}");
        let drawing = drawing_of(&pdf);
        assert!(drawing.contains("0.04 0.37 0.16 rg") && !drawing.contains("0.77 0.19 0.11 rg"), "{path}");
    }
    let (_, poster) = bytes(&desk, &prints[0]).await;
    assert!(says(&poster, &code));
    let (_, svg) = bytes(&desk, &format!("{}?format=svg", prints[0])).await;
    let svg = String::from_utf8(svg).expect("text");
    assert!(
        svg.contains("\"Green &amp; Steps\"")
            && svg.contains("\"28 Mar 2026, 09:30 \u{2013} 28 Mar 2026, 13:00 HKT\"")
            && svg.contains("fill=\"#0a5e2a\""),
        "{svg}"
    );
    assert!(svg.contains("Territories\""), "the whole name is printed: {svg}");
}

#[tokio::test]
async fn printed_words_are_readable_in_every_script_and_all_typefaces_are_embedded() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let owner = server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["programmeName"] = json!("\u{6728}\u{68c9} Caf\u{e9} \u{17b}\u{f3}\u{142}w");
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    let name = json!({ "firstName": "\u{9f91}\u{282cb}", "lastName": "\u{9673}" });
    let made = desk.operator.post("/api/admin/members", name).await.expect(201);
    let path = format!("/api/admin/members/{}", made["_id"].as_str().expect("an id"));
    for points in [12_000, -3_000] {
        let adjust = json!({ "points": points, "reason": "counted twice" });
        desk.operator.post_once(&format!("{path}/adjust"), &fresh_key(), adjust).await.expect(200);
    }
    let (_, statement) = bytes(&desk, &format!("{path}/statement/pdf")).await;
    let text = text_of(&statement);
    for words in
        ["\u{2212}3,000", "+12,000", "9,000", "\u{6728}\u{68c9} Caf\u{e9} \u{17b}\u{f3}\u{142}w", "\u{9f91}\u{282cb}"]
    {
        assert!(text.contains(words), "{words} is not in {text}");
    }
    let campaign = json!({ "name": { "en": "Spring", "zh": "\u{9aa8}\u{5934}\u{6c64}" }, "points": 5, "perMember": 1, "total": -1,
        "shared": true });
    let id = desk.create("campaigns", campaign).await;
    desk.operator.post(&format!("/api/admin/campaigns/{id}/codes"), json!({ "count": 1 })).await.expect(200);
    let (_, poster) = bytes(&desk, &format!("/api/admin/campaigns/{id}/poster")).await;
    assert!(text_of(&poster).contains("\u{9aa8}\u{5934}\u{6c64}"), "{}", text_of(&poster));
    let (_, sheet) = bytes(&desk, &format!("/api/admin/campaigns/{id}/codes?format=pdf")).await;
    let (_, card) = bytes(&desk, &format!("{path}/card?format=pdf")).await;
    for pdf in [statement, poster, sheet, card] {
        let fonts = fonts_of(&pdf);
        assert!(!fonts.is_empty() && fonts.iter().all(|font| font.is_embedded && font.name.contains('+')), "{fonts:?}");
    }
    let (_, svg) = bytes(&desk, &format!("/api/admin/campaigns/{id}/poster?format=svg")).await;
    let svg = String::from_utf8(svg).expect("text");
    assert!(!svg.contains("<text") && !svg.contains("font-"), "text is drawn as outlines: {svg}");
}

#[tokio::test]
async fn a_large_batch_is_printed_sheet_by_sheet_and_no_code_moves_to_another() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let campaign =
        json!({ "name": "Spring", "points": 5, "perMember": 1, "total": -1, "shared": false, "active": true });
    let id = desk.create("campaigns", campaign).await;
    let home = format!("/api/admin/campaigns/{id}/codes");
    desk.operator.post(&home, json!({ "count": 2_003 })).await.expect(200);
    let sheet = async |nth: &str| {
        let (_, sheet) = bytes(&desk, &format!("{home}?format=svg&sheet={nth}")).await;
        String::from_utf8(sheet).expect("text")
    };
    let newest = desk.operator.get(&format!("{home}?limit=3")).await.expect(200);
    let newest: Vec<&str> = (0..3).map(|nth| newest[nth]["text"].as_str().expect("a text")).collect();
    let (first, second) = (sheet("1").await, sheet("2").await);
    assert!(newest.iter().all(|code| second.contains(code) && !first.contains(code)));
    let file = desk.operator.get(&format!("{home}?format=csv")).await.text;
    let oldest = file.lines().last().and_then(|line| line.split(',').next()).expect("a code").to_owned();
    assert!(first.contains(&oldest));
    server.member().await.caller.post("/api/redeem/scanQR", json!({ "qr": oldest })).await.expect(200);
    assert!(!sheet("1").await.contains(&oldest), "used");
    assert_eq!(sheet("2").await, second, "the others stay where they were");
    desk.operator.get(&format!("{home}?format=svg&sheet=3")).await.expect_problem(404, "not_found");
    for nonsense in ["0", "-1", "x", "99999999999999999999"] {
        desk.operator
            .get(&format!("{home}?format=pdf&sheet={nonsense}"))
            .await
            .expect_problem(400, "invalid_parameter");
    }
}

#[tokio::test]
async fn codes_have_a_state_and_scans_are_counted_by_day() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let id = desk
        .create("campaigns", json!({ "name": "Spring", "points": 5, "perMember": -1, "total": -1, "shared": false }))
        .await;
    let home = format!("/api/admin/campaigns/{id}");
    let made = desk.operator.post(&format!("{home}/codes"), json!({ "count": 2 })).await.expect(200);
    let member = server.member().await;
    let scan = json!({ "qr": made["codes"][0]["text"] });
    member.caller.post("/api/redeem/scanQR", scan).await.expect(200);
    let of = async |state: &str| desk.operator.get(&format!("{home}/codes?state={state}")).await.expect(200);
    assert_eq!(
        (&of("claimed").await[0]["text"], of("free").await[0]["text"] == made["codes"][1]["text"]),
        (&made["codes"][0]["text"], true)
    );
    let scans = desk.operator.get(&format!("{home}/scans")).await.expect(200);
    assert_eq!(scans, json!([{ "day": kapok::base::day::Day::of(server.clock.now()), "scans": 1 }]));
    let file = desk.operator.get(&format!("{home}/scans?format=csv")).await.text;
    let today = kapok::base::day::Day::of(server.clock.now());
    assert!(file.lines().eq(["\u{feff}day,scans".to_owned(), format!("{today},1")]), "{file}");
    desk.operator
        .get(&format!("{home}/scans?from=2026-02-02&to=2026-02-01"))
        .await
        .expect_problem(400, "invalid_period");
}

#[tokio::test]
async fn a_campaign_that_is_scanned_too_often_pauses_until_somebody_looks() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let id = desk
        .create("campaigns", json!({ "name": "Spring", "points": 5, "perMember": -1, "total": -1, "shared": true }))
        .await;
    let home = format!("/api/admin/campaigns/{id}");
    let made = desk.operator.post(&format!("{home}/codes"), json!({ "count": 1 })).await.expect(200);
    let scan = json!({ "qr": made["codes"][0]["text"] });
    let member = server.member().await;
    for bad in [json!({ "perHour": 0 }), json!({ "factor": 1 }), json!({ "floor": 0 })] {
        desk.operator.put_at(&format!("{home}/fuse"), "*", bad).await.expect_problem(400, "invalid_value");
    }
    desk.operator.put_at(&format!("{home}/fuse"), "*", json!({ "perHour": 2 })).await.expect(200);
    for _ in 0..2 {
        member.caller.post("/api/redeem/scanQR", scan.clone()).await.expect(200);
    }
    member.caller.post("/api/redeem/scanQR", scan.clone()).await.expect_problem(410, "qr_expired");
    assert_eq!(member.points().await, 10);
    let fuse = desk.operator.get(&format!("{home}/fuse")).await.expect(200);
    assert!(fuse["pausedAt"].is_string() && fuse["scansThisHour"] == 2, "{fuse}");
    let alarms = json!([{ "_id": id, "name": { "en": "Spring" }, "pausedAt": fuse["pausedAt"], "scans": 2 }]);
    assert_eq!(desk.operator.get("/api/admin/campaigns/paused").await.expect(200), alarms);
    // The campaign stays paused until staff resume it.
    server.clock.advance(Duration::from_secs(3_600));
    let member = server.member().await;
    member.caller.post("/api/redeem/scanQR", scan.clone()).await.expect_problem(410, "qr_expired");
    let desk = Desk::of(&server).await;
    assert!(desk.operator.get(&home).await.expect(200)["pausedAt"].is_string());
    // The alarm holds the hour of the pause.
    assert_eq!(desk.operator.get("/api/admin/campaigns/paused").await.expect(200), alarms);
    desk.operator.post(&format!("{home}/resume"), json!({})).await.expect(200);
    assert!(desk.operator.get(&home).await.expect(200)["pausedAt"].is_null());
    assert_eq!(desk.operator.get("/api/admin/campaigns/paused").await.expect(200), json!([]));
    member.caller.post("/api/redeem/scanQR", scan).await.expect(200);
    server.verify_books();
}

#[tokio::test]
async fn a_new_campaign_has_a_scan_limit_from_its_second_day_on() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (home, codes) = made_codes(&desk, "Spring", true).await;
    let (fuse, scan) = (format!("{home}/fuse"), json!({ "qr": codes[0]["text"] }));
    let begun = desk.operator.get(&fuse).await.expect(200);
    assert_eq!(begun, json!({ "factor": 10, "floor": 200, "scansThisHour": 0 }));
    let csv = "type,name.en,points\nshared,Autumn,5\n";
    let file = desk.operator.request(Method::POST, "/api/admin/campaigns/import").header("content-type", "text/csv");
    let made = desk.operator.send(file.header("idempotency-key", "a-file-of-campaigns").body(csv)).await.expect(200);
    let of_file = format!("/api/admin/campaigns/{}/fuse", made["made"][0].as_str().expect("an id"));
    assert_eq!(desk.operator.get(&of_file).await.expect(200), begun, "from a file, too");
    let set = async |desk: &Desk, wanted: Value| desk.operator.put_at(&fuse, "*", wanted).await.expect(200);
    let scans = async |status: u16| {
        let member = server.member().await;
        assert_eq!(member.caller.post("/api/redeem/scanQR", scan.clone()).await.status, status);
    };
    set(&desk, json!({ "factor": 2, "floor": 3 })).await;
    // The first day has no earlier day to compare with.
    for _ in 0..20 {
        scans(200).await;
    }
    server.clock.advance(Duration::from_secs(25 * 3_600));
    let desk = Desk::of(&server).await;
    for _ in 0..3 {
        scans(200).await;
    }
    scans(410).await;
    assert!(desk.operator.get(&fuse).await.expect(200)["pausedAt"].is_string());
    let off = set(&desk, json!({})).await;
    assert_eq!((off.get("factor"), off.get("floor")), (None, None), "the limit can be removed");
}

#[tokio::test]
async fn a_quiet_campaign_whose_code_spreads_pauses_in_the_first_hour() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let campaign = json!({ "name": "Shop", "points": 1, "perMember": -1, "total": -1, "shared": true });
    let home = format!("/api/admin/campaigns/{}", desk.create("campaigns", campaign).await);
    let made = desk.operator.post(&format!("{home}/codes"), json!({ "count": 1 })).await.expect(200);
    // A single hour has more scans than the whole earlier period with which it is compared.
    desk.operator.put_at(&format!("{home}/fuse"), "*", json!({ "factor": 10, "floor": 25 })).await.expect(200);
    let scan = json!({ "qr": made["codes"][0]["text"] });
    for day in [20, 25] {
        let member = server.member().await;
        for _ in 0..day {
            member.caller.post("/api/redeem/scanQR", scan.clone()).await.expect(200);
        }
        if day == 20 {
            server.clock.advance(Duration::from_secs(25 * 3_600));
        }
    }
    server.member().await.caller.post("/api/redeem/scanQR", scan).await.expect_problem(410, "qr_expired");
    let desk = Desk::of(&server).await;
    assert!(desk.operator.get(&format!("{home}/fuse")).await.expect(200)["pausedAt"].is_string());
    server.verify_books();
}

#[tokio::test]
async fn a_test_scan_does_not_make_the_launch_trip_the_scan_limit() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (home, codes) = made_codes(&desk, "Autumn", true).await;
    desk.operator.put_at(&format!("{home}/fuse"), "*", json!({ "factor": 2, "floor": 3 })).await.expect(200);
    let scan =
        async || server.member().await.caller.post("/api/redeem/scanQR", json!({ "qr": codes[0]["text"] })).await;
    scan().await.expect(200);
    server.clock.advance(Duration::from_secs(25 * 3_600));
    for _ in 0..5 {
        scan().await.expect(200);
    }
}

/// A new campaign and its codes, as the list of codes shows them.
async fn made_codes(desk: &Desk, name: &str, shared: bool) -> (String, Vec<Value>) {
    let campaign = json!({ "name": name, "points": 10, "perMember": 1, "total": -1, "shared": shared });
    let home = format!("/api/admin/campaigns/{}", desk.create("campaigns", campaign).await);
    desk.operator.post(&format!("{home}/codes"), json!({ "count": 3 })).await.expect(200);
    let codes = desk.operator.get(&format!("{home}/codes")).await.expect(200);
    (home, codes.as_array().expect("codes").clone())
}

#[tokio::test]
async fn codes_that_work_once_are_for_those_who_may_give_points() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (single, codes) = made_codes(&desk, "Cups", false).await;
    let (shared, wall) = made_codes(&desk, "Wall", true).await;
    let code = codes[0]["_id"].as_str().expect("an id");
    let member = server.member().await;
    let claimed = codes[2]["text"].as_str().expect("a text");
    member.caller.post_once("/api/redeem/scanQR", "a-scan-of-a-cup", json!({ "qr": claimed })).await.expect(200);
    for role in [Role::Editor, Role::Support, Role::Finance, Role::Auditor] {
        let reader = server.staff_at(role, None).await;
        let seen = reader.get(&format!("{single}/codes")).await.expect(200);
        for row in [&seen[0], &seen[1]] {
            let text = row["text"].as_str().expect("a text");
            assert!(row["state"] == "free" && text.starts_with("••••") && text.chars().count() == 8, "{row}");
        }
        assert_eq!((&seen[2]["state"], &seen[2]["text"]), (&json!("claimed"), &json!(claimed)));
        let one = format!("codes?format=png&code={code}");
        for file in ["codes?format=csv", "codes?format=ndjson&state=free", "codes?format=pdf", "codes?format=svg", &one]
        {
            reader.get(&format!("{single}/{file}")).await.expect_problem(403, "forbidden");
        }
        let by_header = reader.request(Method::GET, &format!("{single}/codes")).header("accept", "text/csv");
        reader.send(by_header).await.expect_problem(403, "forbidden");
        for poster in ["poster", "poster?format=svg", &format!("poster?code={code}")] {
            reader.get(&format!("{single}/{poster}")).await.expect_problem(403, "forbidden");
        }
        assert_eq!(reader.get(&format!("{shared}/codes")).await.expect(200)[0]["text"], wall[0]["text"]);
        for file in ["codes?format=png", "codes?format=csv", "poster"] {
            assert_eq!(reader.get(&format!("{shared}/{file}")).await.status, 200, "{role:?}: {file}");
        }
    }
    let owner = server.staff_at(Role::Owner, None).await;
    assert_eq!(owner.get(&format!("{single}/codes")).await.expect(200)[0]["text"], codes[0]["text"]);
    for file in ["codes?format=csv&state=free", &format!("codes?format=svg&code={code}"), "poster?format=svg"] {
        assert_eq!(owner.get(&format!("{single}/{file}")).await.status, 200, "{file}");
    }
    let trail = owner.get("/api/admin/audit?action=campaign.download_codes").await.expect(200);
    let taken: Vec<&Value> = trail.as_array().expect("lines").iter().map(|line| &line["after"]).collect();
    let expected = [
        json!({ "format": "svg", "code": code }),
        json!({ "format": "svg", "code": code }),
        json!({ "format": "csv", "state": "free" }),
    ];
    assert_eq!(taken[..3], [&expected[0], &expected[1], &expected[2]], "{trail}");
    assert_eq!(taken.len(), 3 + 4 * 3, "each file of the shared code is audited: {trail}");
}

#[tokio::test]
async fn a_file_of_codes_that_work_once_needs_an_owner_where_two_people_do() {
    let server = strict().await;
    let desk = Desk::of(&server).await;
    let (single, codes) = made_codes(&desk, "Cups", false).await;
    let wall = json!({ "name": "Wall", "points": 10, "perMember": 1, "total": 100, "shared": true });
    let shared = format!("/api/admin/campaigns/{}", desk.create("campaigns", wall).await);
    desk.operator.post(&format!("{shared}/codes"), json!({ "count": 1 })).await.expect(200);
    let ask = async |file: &str| desk.operator.get(&format!("{single}/codes?format={file}")).await;
    ask("csv").await.expect_problem(409, "nobody_to_decide");
    let owner = server.staff_at(Role::Owner, None).await;
    let waiting = ask("csv").await.expect(202);
    assert_eq!(
        (&waiting["action"], &waiting["repeats"], &waiting["body"]),
        (&json!("campaign.download_codes"), &json!(true), &json!({ "format": "csv" }))
    );
    assert_eq!(ask("csv").await.expect(202)["_id"], waiting["_id"], "the same request again");
    assert_ne!(ask("pdf").await.expect(202)["_id"], waiting["_id"], "a sheet is a different request");
    let finance = server.staff_at(Role::Finance, None).await;
    approve(&finance, &waiting).await.expect_problem(403, "other_person_needed");
    approve(&owner, &waiting).await.expect(200);
    let file = ask("csv").await;
    assert!(file.status == 200 && file.text.contains(codes[0]["text"].as_str().expect("a text")), "{}", file.text);
    assert_ne!(ask("csv").await.expect(202)["_id"], waiting["_id"], "a new request after the download");
    let one = format!("png&code={}", codes[0]["_id"].as_str().expect("an id"));
    assert_eq!(ask(&one).await.status, 200, "one code needs no approval");
    assert_eq!(desk.operator.get(&format!("{shared}/codes?format=csv")).await.status, 200);
}
