//! The stream that keeps an open app current.

use serde_json::{Value, json};

use crate::support::TestServer;

/// The next `standing` of a stream.
async fn next(stream: &mut reqwest::Response, buffer: &mut String) -> Value {
    loop {
        if let Some((event, rest)) = buffer.split_once("\n\n") {
            let data = event.lines().find_map(|line| line.strip_prefix("data: ")).map(str::to_owned);
            *buffer = rest.to_owned();
            if let Some(data) = data {
                return serde_json::from_str(&data).expect("JSON");
            }
            continue;
        }
        let bytes = stream.chunk().await.expect("the stream is whole").expect("the stream goes on");
        buffer.push_str(std::str::from_utf8(&bytes).expect("text"));
    }
}

#[tokio::test]
async fn an_open_app_hears_of_points_at_once_and_of_nobody_else_s() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    server.visitor().get("/api/events").await.expect_problem(401, "unauthenticated");
    let mut stream = ben.caller.request(reqwest::Method::GET, "/api/events").send().await.expect("a stream");
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let mut buffer = String::new();
    assert_eq!(next(&mut stream, &mut buffer).await, json!({ "points": 0, "unread": 1 }));
    // What happens to others alone is not told: the next event is ben's own.
    ada.caller.post("/api/notification/read", json!({ "all": true })).await.expect(200);
    ada.caller.transfer(&ben.email, 30).await.expect(200);
    assert_eq!(next(&mut stream, &mut buffer).await, json!({ "points": 30, "unread": 2 }));
    // An open stream does not keep the server from stopping.
    server.stop().await;
    while stream.chunk().await.expect("an orderly end").is_some() {}
}
