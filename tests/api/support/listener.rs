//! A remote server on loopback that records every call and gives prepared answers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::until;

/// A recorded call.
#[derive(Clone, Debug)]
pub struct Heard {
    pub method: Method,
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Heard {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// An answer: status, an optional header, body.
pub type Reply = (u16, Option<(&'static str, String)>, String);

#[derive(Clone)]
struct Shared {
    heard: Arc<Mutex<Vec<Heard>>>,
    /// `None` means that the call is never answered.
    replies: Arc<Mutex<VecDeque<Option<Reply>>>>,
    usual: Arc<Mutex<Option<Reply>>>,
    /// Whether answers are held back.
    held: watch::Sender<bool>,
}

/// The remote server; it stops with the test.
pub struct Listener {
    pub port: u16,
    shared: Shared,
}

impl Listener {
    pub async fn start() -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = socket.local_addr().expect("an address").port();
        let shared = Shared {
            heard: Arc::default(),
            replies: Arc::default(),
            usual: Arc::default(),
            held: watch::Sender::new(false),
        };
        let router = Router::new().fallback(answer).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(socket, router).await });
        Self { port, shared }
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host())
    }

    /// Answers the next calls with these; after them, with the usual answer.
    pub fn reply(&self, replies: impl IntoIterator<Item = Reply>) {
        self.shared.replies.lock().expect("unpoisoned").extend(replies.into_iter().map(Some));
    }

    /// Leaves the next call without an answer.
    pub fn leave_next_unanswered(&self) {
        self.shared.replies.lock().expect("unpoisoned").push_back(None);
    }

    /// Holds all answers back until `let_go`.
    pub fn hold(&self) {
        self.shared.held.send_replace(true);
    }

    pub fn let_go(&self) {
        self.shared.held.send_replace(false);
    }

    /// Sets the usual answer, instead of an empty 200.
    pub fn usually(&self, status: u16, body: &str) {
        *self.shared.usual.lock().expect("unpoisoned") = Some((status, None, body.to_owned()));
    }

    pub fn heard(&self) -> Vec<Heard> {
        self.shared.heard.lock().expect("unpoisoned").clone()
    }

    /// Waits for that many calls.
    pub async fn expect(&self, count: usize) -> Vec<Heard> {
        until(async || {
            let heard = self.heard();
            if heard.len() >= count { Ok(heard) } else { Err(format!("{} of {count} calls came", heard.len())) }
        })
        .await
    }
}

async fn answer(State(shared): State<Shared>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let heard = Heard { method, path: uri.to_string(), headers, body: body.to_vec() };
    shared.heard.lock().expect("unpoisoned").push(heard);
    shared.held.subscribe().wait_for(|held| !held).await.expect("the listener runs");
    let next = shared.replies.lock().expect("unpoisoned").pop_front();
    let usual = shared.usual.lock().expect("unpoisoned").clone();
    let Some(reply) = next.unwrap_or(usual.or(Some((200, None, String::new())))) else {
        return std::future::pending().await;
    };
    let (status, header, body) = reply;
    let mut response = (StatusCode::from_u16(status).expect("a status"), body).into_response();
    if let Some((name, value)) = header {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_str(&value).expect("a value"));
    }
    response
}
