//! Requests written by hand that no client library would send.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{TestServer, fresh_key};

/// Sends a text and gives the whole response until the server closes the connection.
async fn exchange(server: &TestServer, text: &str, shut_down: bool) -> String {
    let mut stream = TcpStream::connect(server.visitor().address).await.expect("connected");
    stream.write_all(text.as_bytes()).await.expect("taken");
    if shut_down {
        stream.shutdown().await.expect("half closed");
    }
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    tokio::time::timeout(Duration::from_secs(20), read).await.expect("an end").expect("an orderly end");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn two_host_lines_are_refused_and_the_connection_ends() {
    let server = TestServer::start().await;
    let ours = server.visitor().address.to_string();
    for hosts in [[&ours, "evil.example"], ["evil.example", &ours], [&ours, &ours]] {
        let ask = format!("GET /api/config HTTP/1.1\r\nHost: {}\r\nHost: {}\r\n\r\n", hosts[0], hosts[1]);
        // The server ignores further data on the same connection.
        let behind = format!("GET /api/config HTTP/1.1\r\nHost: {ours}\r\n\r\n");
        let answer = exchange(&server, &format!("{ask}{behind}"), false).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert!(answer.contains("connection: close") && answer.contains(r#""code":"bad_request""#), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
    }
}

#[tokio::test]
async fn a_client_that_half_closes_gets_its_response() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let host = server.visitor().address;
    let token = ada.caller.bearer().expect("a token");
    let body = json!({ "recipient": ben.email, "amount": 1 }).to_string();
    for _ in 0..5 {
        let key = fresh_key();
        let call = format!(
            "POST /api/transaction/transfer HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = exchange(&server, &call, true).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer:?}");
    }
    assert_eq!((ada.points().await, ben.points().await), (95, 5));
}
