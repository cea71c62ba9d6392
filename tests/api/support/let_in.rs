//! Requests that are authorised but have not made their change yet.
//!
//! The server authorises a caller from the head of a request and then reads the body. A client that sends
//! `Expect: 100-continue` learns when the server wants the body; changes by others before the body is sent happen
//! after the authorisation and before the change. A change that waits in the queue has the same order.

use std::sync::mpsc;

use kapok::base::problem::AppResult;
use kapok::platform::store::Tx;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use super::{Answer, Caller, TestServer};

/// A request whose head the server has accepted.
pub struct LetIn {
    connection: TcpStream,
    body: Vec<u8>,
}

impl Caller {
    /// Sends the head of a request with a JSON body and waits until the server asks for the body.
    pub async fn let_in(&self, path: &str, key: Option<&str>, body: Value) -> LetIn {
        let mut request = self.request(Method::POST, path).json(&body);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        self.send_head(request).await
    }

    /// Sends the head of a request that has a body.
    pub async fn send_head(&self, request: RequestBuilder) -> LetIn {
        let request = request.build().expect("a request");
        let body = request.body().and_then(|body| body.as_bytes()).expect("a body").to_vec();
        let mut head = format!(
            "{} {} HTTP/1.1\r\nhost: {}\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: {}\r\n",
            request.method(),
            request.url().path(),
            self.address,
            body.len()
        );
        for (name, value) in request.headers() {
            head.push_str(&format!("{name}: {}\r\n", value.to_str().expect("visible ASCII")));
        }
        head.push_str("\r\n");
        let mut connection = TcpStream::connect(self.address).await.expect("a connection");
        connection.write_all(head.as_bytes()).await.expect("sent");
        let wanted = "HTTP/1.1 100 Continue\r\n\r\n";
        let mut told = vec![0; wanted.len()];
        connection.read_exact(&mut told).await.expect("an answer to the head");
        assert_eq!(String::from_utf8_lossy(&told), wanted, "the head was not accepted");
        LetIn { connection, body }
    }
}

impl LetIn {
    /// Sends the body and gives the answer.
    pub async fn finish(mut self) -> Answer {
        self.connection.write_all(&self.body).await.expect("sent");
        let mut whole = Vec::new();
        self.connection.read_to_end(&mut whole).await.expect("an answer");
        let whole = String::from_utf8(whole).expect("text");
        let (head, text) = whole.split_once("\r\n\r\n").expect("a head and a body");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
        let mut headers = HeaderMap::new();
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        Answer { status, headers, text: text.to_owned() }
    }
}

/// Keeps the writer busy, so that other changes wait behind it.
pub struct BusyWriter {
    release: mpsc::Sender<()>,
    change: JoinHandle<AppResult<()>>,
}

impl TestServer {
    /// Keeps the writer busy until it is released, and then makes `change` before all waiting changes.
    pub async fn keep_writer_busy<F>(&self, change: F) -> BusyWriter
    where
        F: FnOnce(&Tx<'_>) -> AppResult<()> + Send + 'static,
    {
        let (store, (release, released)) = (self.running.store.clone(), mpsc::channel());
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let change = tokio::spawn(async move {
            let job = move |tx: &Tx<'_>| {
                let _ = begun.send(());
                // An error means that the test has ended.
                let _ = released.recv();
                change(tx)
            };
            store.write_unattended(job).await
        });
        has_begun.await.expect("the writer begins");
        BusyWriter { release, change }
    }
}

impl BusyWriter {
    /// Releases the writer.
    pub async fn release(self) {
        self.release.send(()).expect("the writer waits");
        self.change.await.expect("a write").expect("the change is made");
    }
}
