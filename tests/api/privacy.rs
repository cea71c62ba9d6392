//! The programme's own privacy policy, fetched from another machine.

use kapok::config::Config;

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
    let answer = server.visitor().get(&format!("/api/privacy-policy?lang={language}")).await;
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
    // Another address is another text: the old one is no copy of it.
    let server = server.restart_with(from(&listener, "/other.txt")).await;
    listener.expect(10).await;
    assert!(policy(&server, "en").await.starts_with(BUILT_IN));
    let server = server.restart_with(quiet).await;
    assert!(policy(&server, "en").await.starts_with(BUILT_IN));
}

#[tokio::test]
async fn what_is_no_text_is_not_shown() {
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
    // Nobody there at all, and an address that may not be called.
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
