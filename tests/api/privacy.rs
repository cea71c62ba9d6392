//! The programme's own privacy policy and terms of use, fetched from another server.

use kapok::auth::Role;
use kapok::platform::config::Config;
use serde_json::json;

use crate::support::listener::{Listener, Reply};
use crate::support::{TestServer, quiet, until};

const BUILT_IN: &str = "Kapok is a loyalty programme";

fn from(listener: &Listener, path: &str) -> impl FnOnce(&mut Config) + use<> {
    let (host, url) = (listener.host(), listener.url(path));
    move |config| {
        quiet(config);
        config.privacy.url = url;
        config.privacy.allowed_hosts = vec![host];
    }
}

fn text(body: &str) -> Reply {
    (200, Some(("content-type", "text/plain; charset=utf-8".to_owned())), body.to_owned())
}

async fn policy(server: &TestServer, language: &str) -> String {
    text_at(server, "/api/privacy-policy", language).await
}

async fn terms(server: &TestServer, language: &str) -> String {
    text_at(server, "/api/terms", language).await
}

async fn text_at(server: &TestServer, place: &str, language: &str) -> String {
    let answer = server.visitor().get(&format!("{place}?lang={language}")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
    answer.text
}

async fn until_it_says(server: &TestServer, language: &str, wanted: &str) {
    until(async || {
        let said = policy(server, language).await;
        if said == wanted { Ok(()) } else { Err(format!("still {said}")) }
    })
    .await;
}

#[tokio::test]
async fn the_built_in_text_stands_where_no_other_is_named() {
    let server = TestServer::start().await;
    assert!(policy(&server, "en").await.starts_with(BUILT_IN));
    assert!(policy(&server, "zh").await != policy(&server, "zhhk").await);
    server.visitor().get("/api/privacy-policy?lang=fr").await.expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn each_language_is_fetched_from_its_address_and_the_last_good_copy_stays() {
    let listener = Listener::start().await;
    listener.reply([text("\u{feff}1. What we keep\n- your name\n"), text("1. 我们保留什么"), text("1. 我們保留甚麼")]);
    let server = TestServer::start_with(from(&listener, "/{lang}.txt?v=2")).await;
    until_it_says(&server, "en", "1. What we keep\n- your name").await;
    until_it_says(&server, "zh", "1. 我们保留什么").await;
    until_it_says(&server, "zhhk", "1. 我們保留甚麼").await;
    let heard: Vec<String> = listener.heard().into_iter().map(|one| one.path).collect();
    assert_eq!(heard, ["/en.txt?v=2", "/zh.txt?v=2", "/zhhk.txt?v=2"]);
    listener.usually(500, "");
    let server = server.restart_with(from(&listener, "/{lang}.txt?v=2")).await;
    listener.expect(6).await;
    assert_eq!(policy(&server, "zhhk").await, "1. 我們保留甚麼");
    listener.reply([text("1. Anew")]);
    let server = server.restart_with(from(&listener, "/{lang}.txt?v=2")).await;
    until_it_says(&server, "en", "1. Anew").await;
    assert_eq!(policy(&server, "zh").await, "1. 我们保留什么");
    // A new address means another text: the old copy is not used for it.
    let server = server.restart_with(from(&listener, "/other.txt")).await;
    listener.expect(10).await;
    assert!(policy(&server, "en").await.starts_with(BUILT_IN));
    let server = server.restart_with(quiet).await;
    assert!(policy(&server, "en").await.starts_with(BUILT_IN));
}

#[tokio::test]
async fn a_fetched_policy_that_is_not_text_is_not_shown() {
    let html = || Some(("content-type", "text/html".to_owned()));
    let plain = || Some(("content-type", "text/plain".to_owned()));
    let faults: [Reply; 8] = [
        (404, plain(), "1. Not found".to_owned()),
        (302, Some(("location", "https://elsewhere.example/".to_owned())), String::new()),
        (200, html(), "<h1>1. Policy</h1>".to_owned()),
        (200, None, String::new()),
        (200, plain(), " \n".to_owned()),
        (200, plain(), "<!doctype html><p>Log in first".to_owned()),
        (200, plain(), "1. What\u{0} we keep".to_owned()),
        (200, plain(), "long ".repeat(60_000)),
    ];
    let listener = Listener::start().await;
    let mut server = TestServer::start_with(quiet).await;
    for (number, fault) in faults.into_iter().enumerate() {
        let what = format!("{:?}", (fault.0, fault.2.get(..20)));
        listener.reply([fault]);
        server = server.restart_with(from(&listener, "/p.txt")).await;
        listener.expect(number + 1).await;
        assert!(policy(&server, "en").await.starts_with(BUILT_IN), "{what}");
    }
    // The server cannot be reached, or its address is forbidden.
    let gone = |url: &'static str| {
        move |config: &mut Config| {
            quiet(config);
            config.privacy.url = url.to_owned();
        }
    };
    for url in ["https://nobody.invalid/p.txt", "https://127.0.0.1:9/p.txt", "https://192.168.0.1/p.txt"] {
        server = server.restart_with(gone(url)).await;
        assert!(policy(&server, "en").await.starts_with(BUILT_IN), "{url}");
    }
}

#[tokio::test]
async fn the_built_in_terms_cover_the_same_in_every_language_and_name_the_programme() {
    let server = TestServer::start().await;
    let config = server.visitor().get("/api/config").await.expect(200);
    assert_eq!(config["termsUrl"], "/api/terms");
    let headings = |text: &str| text.lines().filter(|line| line.starts_with(|one: char| one.is_ascii_digit())).count();
    for (language, law) in
        [("en", "Hong Kong Special Administrative Region"), ("zh", "香港特别行政区"), ("zhhk", "香港特別行政區")]
    {
        let text = terms(&server, language).await;
        assert_eq!(headings(&text), 13, "{text}");
        assert!(text.contains(law) && text.contains("Kapok") && !text.contains('{'), "{text}");
        assert!(!policy(&server, language).await.contains('{'));
    }
    server.visitor().get("/api/terms?lang=fr").await.expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn both_texts_name_the_programme_and_its_contact_as_its_settings_do() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["programmeName"] = json!("Green Miles");
    settings["contact"] = json!({ "email": "help@miles.example" });
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    for place in ["/api/privacy-policy", "/api/terms"] {
        for language in ["en", "zh", "zhhk"] {
            let text = text_at(&server, place, language).await;
            assert!(text.contains("Green Miles") && !text.contains("Kapok"), "{text}");
            assert!(text.trim_end().ends_with("help@miles.example"), "{text}");
        }
    }
}

#[tokio::test]
async fn own_terms_stand_in_place_of_the_built_in_ones_and_leave_the_policy_alone() {
    let listener = Listener::start().await;
    listener.reply([text("1. Our terms"), text("1. 我们的条款"), text("1. 我們的條款")]);
    let (host, url) = (listener.host(), listener.url("/terms-{lang}.txt"));
    let own = move |config: &mut Config| {
        quiet(config);
        config.terms.url = url;
        config.terms.allowed_hosts = vec![host];
    };
    let server = TestServer::start_with(own.clone()).await;
    for (language, wanted) in [("en", "1. Our terms"), ("zh", "1. 我们的条款"), ("zhhk", "1. 我們的條款")] {
        until(async || {
            let said = terms(&server, language).await;
            if said == wanted { Ok(()) } else { Err(format!("still {said}")) }
        })
        .await;
    }
    assert!(policy(&server, "en").await.starts_with(BUILT_IN));
    listener.usually(500, "");
    let server = server.restart_with(own).await;
    listener.expect(6).await;
    assert_eq!(terms(&server, "zhhk").await, "1. 我們的條款", "the last good copy stays");
}
