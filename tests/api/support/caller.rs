//! A client with its own cookie jar.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::described::misfits;

/// A client of the API.
pub struct Caller {
    pub address: SocketAddr,
    client: reqwest::Client,
    cookies: Mutex<BTreeMap<String, String>>,
    bearer: Mutex<Option<String>>,
    extra: Vec<(String, String)>,
}

/// A response of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body of a response with that status; any other status fails the test and shows the response.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }

    /// Fails the test unless the response is a problem with that status and code, in the complete form of
    /// RFC 9457 and the contract.
    #[track_caller]
    pub fn expect_problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        let body = self.json();
        assert_eq!(body["code"], code, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(body["status"], status);
        for field in ["type", "title", "detail", "instance", "message"] {
            assert!(body[field].as_str().is_some_and(|text| !text.is_empty()), "{field} is missing: {}", self.text);
        }
        body
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// A header's value, or nothing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }
}

/// A new idempotency key.
pub fn fresh_key() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("key-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Caller {
    pub fn new(address: SocketAddr) -> Self {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { address, client, cookies: Mutex::default(), bearer: Mutex::default(), extra: Vec::new() }
    }

    /// The caller as a browser on the server's own pages.
    pub fn browser(self) -> Self {
        let origin = format!("http://{}", self.address);
        self.with_header("origin", &origin).with_header("sec-fetch-site", "same-origin")
    }

    /// Sends a header with every call.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.extra.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn set_bearer(&self, token: Option<&str>) {
        *self.bearer.lock().expect("unpoisoned") = token.map(str::to_owned);
    }

    pub fn bearer(&self) -> Option<String> {
        self.bearer.lock().expect("unpoisoned").clone()
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().expect("unpoisoned").get(name).cloned()
    }

    pub fn set_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().expect("unpoisoned").insert(name.to_owned(), value.to_owned());
    }

    pub fn clear_cookies(&self) {
        self.cookies.lock().expect("unpoisoned").clear();
    }

    pub fn clear_cookies_but(&self, kept: &str) {
        self.cookies.lock().expect("unpoisoned").retain(|name, _| name == kept);
    }

    /// A request with this caller's credentials, for cases without a short form.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut request = self.client.request(method, format!("http://{}{path}", self.address));
        if let Some(token) = self.bearer() {
            request = request.bearer_auth(token);
        }
        let cookies: Vec<String> =
            self.cookies.lock().expect("unpoisoned").iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        for (name, value) in &self.extra {
            request = request.header(name, value);
        }
        request
    }

    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let request = request.build().expect("a request");
        let (method, path) = (request.method().as_str().to_lowercase(), request.url().path().to_owned());
        let response = self.client.execute(request).await.expect("the server answers");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        for line in headers.get_all("set-cookie") {
            let line = line.to_str().expect("a cookie");
            let (name, rest) = line.split_once('=').expect("a pair");
            let value = rest.split(';').next().unwrap_or("");
            let mut cookies = self.cookies.lock().expect("unpoisoned");
            if value.is_empty() || line.contains("Max-Age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let answer = Answer { status, headers, text: response.text().await.expect("a body") };
        let wrong = misfits(&method, &path, status, answer.header("content-type"), &answer.json());
        assert!(wrong.is_empty(), "the description of the API does not allow this answer: {wrong:#?}");
        answer
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    /// A PUT with `If-Match` set to the version `tag`.
    pub async fn put_at(&self, path: &str, tag: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).header("if-match", tag).json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// A POST with an idempotency key.
    pub async fn post_once(&self, path: &str, key: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).header("idempotency-key", key).json(&body)).await
    }

    /// Signs a member in and stores the token.
    pub async fn sign_in(&self, identifier: &str, password: &str) -> Value {
        let answer = self
            .post("/api/auth/login", json!({ "userIdentifier": identifier, "userPassword": password }))
            .await
            .expect(200);
        self.set_bearer(answer["token"].as_str());
        answer
    }

    /// Signs a staff member in and stores the token.
    pub async fn staff_sign_in(&self, email: &str, password: &str) -> Value {
        let answer = self.post("/api/staff/login", json!({ "email": email, "password": password })).await.expect(200);
        self.set_bearer(answer["token"].as_str());
        answer
    }

    pub async fn transfer(&self, recipient: &str, amount: i64) -> Answer {
        self.post_once("/api/transaction/transfer", &fresh_key(), json!({ "recipient": recipient, "amount": amount }))
            .await
    }
}
