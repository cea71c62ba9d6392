//! Behaviour of every call: problems, headers, size limits, the web app, health checks.

use kapok::platform::config::PasswordPolicy;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, coupon};
use crate::support::{TestServer, fresh_key, quiet};

#[tokio::test]
async fn a_path_that_does_not_exist_is_a_problem_in_the_caller_s_language() {
    let server = TestServer::start().await;
    for (language, expected) in [("en", "en"), ("zh-HK", "zhhk"), ("zh-Hans-CN", "zh"), ("fr", "en")] {
        let caller = server.visitor().with_header("accept-language", language);
        let body = caller.get("/api/nothing/here").await.expect_problem(404, "not_found");
        let words: serde_json::Value = serde_json::from_str(
            &std::fs::read_to_string(format!("ui/src/i18n/locales/{expected}/errors.json")).expect("a catalogue"),
        )
        .expect("JSON");
        assert_eq!(body["message"], words["not_found"]);
    }
    server.visitor().post("/api/config", json!({})).await.expect_problem(405, "method_not_allowed");
}

#[tokio::test]
async fn messages_of_a_problem_fit_the_refused_call() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member_with(100).await;
    let adjust = async |language: &str, points: i64| {
        let path = format!("/api/admin/members/{}/adjust", ada.id);
        let body = json!({ "points": points, "reason": "Goodwill" });
        let request = desk.operator.request(Method::POST, &path).header("idempotency-key", fresh_key());
        desk.operator.send(request.header("accept-language", language).json(&body)).await
    };
    for (language, nothing, too_much) in
        [("en", "other than 0", "balance"), ("zh-Hans", "不为 0", "积分余额"), ("zh-HK", "0 以外", "積分結餘")]
    {
        let said = adjust(language, 0).await.expect_problem(400, "invalid_amount");
        for message in [&said["message"], &said["errors"][0]["message"]] {
            assert!(message.as_str().is_some_and(|text| text.contains(nothing)), "{said}");
        }
        let said = adjust(language, -101).await.expect_problem(422, "insufficient_points");
        assert!(said["message"].as_str().is_some_and(|text| text.contains(too_much)), "{said}");
    }
    let given = adjust("en", 50).await.expect(200);
    adjust("en", -150).await.expect(200);
    let said = desk.reverse(&given).await.expect_problem(422, "insufficient_points");
    assert!(said["message"].as_str().is_some_and(|text| text.contains("balance")), "{said}");
    let transfer = ada.caller.transfer("61234567", 0).await.expect_problem(400, "invalid_amount");
    assert_eq!(transfer["message"], "Enter a whole number of points, from 1.");
    let item = desk.item(coupon(5)).await;
    for (path, kind) in
        [(format!("/api/admin/items/{item}/codes"), "CSV"), ("/api/admin/uploads".to_owned(), "picture")]
    {
        let said = desk.operator.post(&path, json!({})).await.expect_problem(415, "unsupported_media_type");
        assert!(said["message"].as_str().is_some_and(|text| text.contains(kind)), "{said}");
    }
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = TestServer::start().await;
    for path in ["/", "/login", "/api/config", "/api/nope", "/assets/nope.js", "/healthz"] {
        let answer = server.visitor().get(path).await;
        for (name, part) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "geolocation=(self)"),
            ("content-security-policy", "frame-ancestors 'none'"),
        ] {
            assert!(answer.header(name).contains(part), "{path}: {name}: {}", answer.header(name));
        }
        assert!(!answer.header("content-security-policy").contains("unsafe-inline"), "{path}");
        for absent in ["server", "x-powered-by", "access-control-allow-origin", "strict-transport-security"] {
            assert!(answer.headers.get(absent).is_none(), "{path} has {absent}");
        }
    }
    // Mail programs that are web pages show pictures of announcements, and nothing else of this server.
    let missing = server.visitor().get(&format!("/media/{}.png", "a1".repeat(32))).await;
    assert_eq!(missing.header("cross-origin-resource-policy"), "cross-origin");
    let api = server.visitor().get("/api/config").await;
    assert_eq!(api.header("cache-control"), "no-store");
    for secret in ["/resetPassword/secret-token", "/merchant/enrol/secret-code", "/earn/E1~key"] {
        assert_eq!(server.visitor().get(secret).await.header("referrer-policy"), "no-referrer", "{secret}");
    }
}

#[tokio::test]
async fn the_web_app_answers_its_own_addresses_and_no_others() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let page = visitor.get("/points").await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert_eq!(page.header("cache-control"), "no-cache");
    let known = visitor.send(visitor.request(Method::GET, "/").header("if-none-match", page.header("etag"))).await;
    assert_eq!(known.status, 304, "an unchanged page is not sent again");
    for path in [
        "/api",
        "/api/points",
        "/media/nope",
        "/assets/nope.js",
        "/nope.js",
        "/index.html.br",
        "/.vite/manifest.json",
        "/data/kapok.db",
        "/a/b.json",
    ] {
        visitor.get(path).await.expect_problem(404, "not_found");
    }
    for path in ["/nowhere", "/article/none.js", "/partner/%2F..%2Flist"] {
        assert_eq!(visitor.get(path).await.text, page.text, "{path} serves the app");
    }
    let login = visitor.get("/login").await;
    let ahead: Vec<_> = login.header("link").split(", ").collect();
    // The sign-in chunk is named "login-form" in ui/vite.config.ts: one script and one style sheet.
    for kind in ["rel=modulepreload", "rel=preload; as=style; crossorigin"] {
        let form = |link: &&str| link.contains("/assets/login-form-") && link.contains(kind);
        assert!(ahead.iter().any(form), "no {kind} of the sign-in chunk: {ahead:?}");
    }
    for link in ahead {
        let path = link.split(['<', '>']).nth(1).expect("an address");
        assert_eq!(visitor.get(path).await.status, 200, "{path} is preloaded");
    }
    assert!(page.headers.get("link").is_none(), "other pages preload nothing");
    let asset =
        page.text.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).expect("a script");
    let script = visitor.send(visitor.request(Method::GET, asset).header("accept-encoding", "gzip, br")).await;
    assert_eq!(script.header("content-encoding"), "br");
    assert!(script.header("cache-control").contains("immutable"));
    // A client without compression gets the plain file, although only compressed files are embedded.
    let plain = visitor.get(asset).await;
    assert_eq!((plain.status, plain.headers.get("content-encoding")), (200, None));
    assert!(plain.text.contains("import") && plain.header("content-type").starts_with("text/javascript"));
    assert_ne!(plain.header("etag"), script.header("etag"), "another encoding has another ETag");
    let again = visitor.send(visitor.request(Method::GET, asset).header("if-none-match", plain.header("etag"))).await;
    assert_eq!(again.status, 304);
}

#[tokio::test]
async fn requests_that_are_too_large_or_misdirected_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let send = |method, path: &str| visitor.request(method, path);
    visitor.get(&format!("/api/config?x={}", "a".repeat(5000))).await.expect_problem(414, "uri_too_long");
    let big = json!({ "path": "a".repeat(20_000) });
    visitor.post("/api/analytics/pageview", big).await.expect_problem(413, "body_too_large");
    let megabyte = json!({ "path": "a".repeat(1_000_000) });
    visitor.post("/api/analytics/pageview", megabyte).await.expect_problem(413, "body_too_large");
    let text = send(Method::POST, "/api/analytics/pageview").header("content-type", "text/plain").body("{}");
    visitor.send(text).await.expect_problem(415, "unsupported_media_type");
    let elsewhere = send(Method::GET, "/api/config").header("host", "evil.example");
    visitor.send(elsewhere).await.expect_problem(421, "misdirected_request");
}

#[tokio::test]
async fn bodies_that_a_lenient_parser_accepts_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let deep = format!("{{\"path\":{}1{}}}", "[".repeat(30), "]".repeat(30));
    let bodies: [&[u8]; 9] = [
        b"",
        b"{",
        b"[]",
        b"null",
        br#"{"path":"/","path":"/"}"#,
        br#"{"path":"\u0000"}"#,
        br#"{"path":5}"#,
        deep.as_bytes(),
        b"{\"path\":\"\xff\"}",
    ];
    for body in bodies {
        let request =
            visitor.request(Method::POST, "/api/analytics/pageview").header("content-type", "application/json");
        let answer = visitor.send(request.body(body.to_vec())).await;
        answer.expect_problem(400, "invalid_body");
    }
}

#[tokio::test]
async fn a_request_from_another_origin_changes_nothing() {
    let server = TestServer::start().await;
    let body = json!({ "path": "/" });
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("sec-fetch-site", "none"),
    ] {
        let caller = server.visitor().with_header(name, value);
        caller.post("/api/analytics/pageview", body.clone()).await.expect_problem(403, "cross_site_request");
    }
    // If both headers are present, both must be same-origin; an `Origin` of `null` says nothing.
    let ours = || server.visitor().with_header("sec-fetch-site", "same-origin");
    let foreign = ours().with_header("origin", "https://evil.example");
    foreign.post("/api/analytics/pageview", body.clone()).await.expect_problem(403, "cross_site_request");
    ours().with_header("origin", "null").post("/api/analytics/pageview", body.clone()).await.expect(200);
    server.visitor().browser().post("/api/analytics/pageview", body).await.expect(200);
}

#[tokio::test]
async fn the_api_describes_itself() {
    let server = TestServer::start().await;
    let document = server.visitor().get("/api/openapi.json").await.expect(200);
    assert!(document["paths"]["/api/transaction/transfer"]["post"].is_object());
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["Problem"]["properties"]["code"]["$ref"], "#/components/schemas/ErrorCode");
    let codes = schemas["ErrorCode"]["enum"].as_array().expect("codes");
    for code in ["transfer_refused", "stale", "already_reversed", "weak_password", "insufficient_points"] {
        assert!(codes.contains(&json!(code)), "{code}");
    }
    let refused = &document["components"]["responses"]["Refused"]["content"];
    assert!(refused["application/problem+json"].is_object() && refused["application/json"].is_null(), "{refused}");
    assert!(document["paths"]["/healthz"]["get"].is_object());
    let code: Value = serde_json::from_str(&kapok::app::api_document().expect("a document")).expect("JSON");
    assert_eq!(document, code, "write the output of kapok openapi to another file, then copy it to ui/openapi.json");
    let docs = server.visitor().get("/api/docs").await;
    assert_eq!(docs.status, 200);
    assert!(docs.text.contains("/api/transaction/transfer"));
    for attribute in [" src=\"", " href=\""] {
        let own = |address: &str| address.starts_with(['/', '#']) && !address.starts_with("//");
        assert!(docs.text.split(attribute).skip(1).all(own), "the page loads nothing from other hosts");
    }
    let mut sent = 0;
    for path in ["/api/docs", "/api/docs.css", "/api/docs.js"] {
        let request = server.visitor().request(Method::GET, path).header("accept-encoding", "gzip");
        sent += request.send().await.expect("an answer").bytes().await.expect("bytes").len();
    }
    assert!(sent < 150_000, "the page weighs {sent} bytes");
}

#[tokio::test]
async fn the_probes_tell_the_process_from_the_service() {
    let server = TestServer::start().await;
    assert_eq!(server.visitor().get("/healthz").await.status, 200);
    assert_eq!(server.visitor().get("/readyz").await.status, 200);
}

#[tokio::test]
async fn the_programme_tells_clients_what_they_need() {
    let server = TestServer::start().await;
    let config = server.visitor().get("/api/config").await.expect(200);
    assert_eq!(config["languages"], json!(["en", "zh", "zhhk"]));
    assert_eq!(config["captcha"]["provider"], "none");
    assert_eq!(config["walletRequired"], true);
    assert_eq!(config["longPasswords"], false);
    let pictures = config["tutorialImages"].as_array().expect("a list").clone();
    assert_eq!(pictures.len(), 8);
    for picture in pictures {
        let answer = server.visitor().get(picture.as_str().expect("an address")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/svg+xml"));
    }
    for (language, word) in [("en", "points"), ("zh", "积分"), ("zhhk", "積分")] {
        let answer = server.visitor().get(&format!("/api/privacy-policy?lang={language}")).await;
        assert!(answer.text.contains(word) && answer.text.contains("\n1. "), "{language}");
    }
    server.visitor().get("/api/privacy-policy?lang=fr").await.expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn members_are_told_when_a_password_has_to_be_long() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.auth.password_policy = PasswordPolicy::Length15;
    })
    .await;
    assert_eq!(server.visitor().get("/api/config").await.expect(200)["longPasswords"], true);
}
