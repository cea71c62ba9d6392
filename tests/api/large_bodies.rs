//! Files far above the size limit: refused at once with a clear problem, and not stored.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::Caller;
use crate::support::process::Process;

/// The password of all people in the demo.
const PASSWORD: &str = "Cotton-tree-88";
const MB: usize = 1024 * 1024;
const HUGE: usize = 200 * MB;
const ROW: &[u8] = b"alice@kapok.example,1,Beach\n";

/// The way in which the end of a body is marked.
#[derive(Clone, Copy, Debug)]
enum Framing {
    Announced,
    Chunked,
}

/// A handwritten request, so that the test sees when the response comes.
struct ByHand {
    stream: TcpStream,
    framing: Framing,
}

impl ByHand {
    /// Sends the head of a request with a body of [`HUGE`] bytes.
    async fn begin(caller: &Caller, server: &Process, path: &str, kind: &str, framing: Framing) -> Self {
        let mut stream = TcpStream::connect(server.address).await.expect("connected");
        let size = match framing {
            Framing::Announced => format!("Content-Length: {HUGE}"),
            Framing::Chunked => "Transfer-Encoding: chunked".to_owned(),
        };
        let token = caller.bearer().unwrap_or_default();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: huge\r\n\
             Content-Type: {kind}\r\n{size}\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.expect("the head is taken");
        Self { stream, framing }
    }

    /// Generates and sends that many bytes of the body.
    async fn send(&mut self, bytes: usize) {
        let block = ROW.repeat(64 * 1024 / ROW.len());
        let mut left = bytes;
        while left > 0 {
            let part = &block[..block.len().min(left)];
            let framed = match self.framing {
                Framing::Announced => part.to_vec(),
                Framing::Chunked => [format!("{:x}\r\n", part.len()).as_bytes(), part, b"\r\n"].concat(),
            };
            self.stream.write_all(&framed).await.expect("the server reads on while the client sends");
            left -= part.len();
        }
    }

    /// The status and the problem of the response.
    async fn answer(mut self) -> (u16, Value) {
        let (mut heard, mut part) = (Vec::new(), [0; 4096]);
        loop {
            let text = String::from_utf8_lossy(&heard);
            if let Some((head, body)) = text.split_once("\r\n\r\n")
                && let Ok(problem) = serde_json::from_str(body)
            {
                let status = head.split(' ').nth(1).and_then(|number| number.parse().ok());
                return (status.expect("a status"), problem);
            }
            let read = self.stream.read(&mut part).await.expect("an answer");
            assert!(read > 0, "the connection ended within the answer: {text}");
            heard.extend(&part[..read]);
        }
    }
}

struct Scene {
    server: Process,
    owner: Caller,
    _folder: tempfile::TempDir,
}

impl Scene {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Process::start("demo", folder.path(), &[]).await;
        let owner = Caller::new(server.address);
        owner.staff_sign_in("owner@kapok.example", PASSWORD).await;
        Self { server, owner, _folder: folder }
    }

    /// The calls that accept files, each with its content type and its code for a file that is too large.
    async fn doors(&self) -> Vec<(String, &'static str, &'static str)> {
        let item = self.pool().await["_id"].as_str().expect("an id").to_owned();
        vec![
            ("/api/admin/credits/dry-run".to_owned(), "text/csv", "file_too_large"),
            ("/api/admin/credits?name=Beach".to_owned(), "text/csv", "file_too_large"),
            (format!("/api/admin/items/{item}/codes"), "text/csv", "file_too_large"),
            ("/api/admin/uploads".to_owned(), "image/png", "body_too_large"),
            ("/api/admin/members".to_owned(), "application/json", "body_too_large"),
        ]
    }

    async fn pool(&self) -> Value {
        let items = self.owner.get("/api/admin/items?limit=200").await.expect(200);
        let pooled = items.as_array().expect("items").iter().find(|item| item["content"]["kind"] == "pool");
        pooled.expect("an item with a pool").clone()
    }

    /// All records that such a file could have changed.
    async fn state(&self) -> Value {
        let get = async |path: &str| self.owner.get(path).await.expect(200);
        json!([
            get("/api/admin/credits").await,
            self.pool().await["freeCodes"],
            get("/api/admin/uploads").await,
            get("/api/admin/transactions?limit=1").await,
            get("/api/admin/members?limit=1").await,
            get("/api/admin/audit?limit=1").await,
        ])
    }
}

#[tokio::test]
async fn a_file_of_200_mb_is_refused_before_it_is_there() {
    let scene = Scene::start().await;
    for (path, kind, code) in scene.doors().await {
        let announced = ByHand::begin(&scene.owner, &scene.server, &path, kind, Framing::Announced).await;
        let (status, problem) = announced.answer().await;
        assert_eq!((status, &problem["code"]), (413, &json!(code)), "{path}: after the headers alone");
        let mut chunked = ByHand::begin(&scene.owner, &scene.server, &path, kind, Framing::Chunked).await;
        chunked.send(6 * MB).await;
        let (status, problem) = chunked.answer().await;
        assert_eq!((status, &problem["code"]), (413, &json!(code)), "{path}: before most of the body");
    }
    scene.server.kill();
}

#[tokio::test]
async fn a_client_that_sends_200_mb_before_reading_gets_the_refusal() {
    let scene = Scene::start().await;
    let before = scene.state().await;
    let held = scene.server.most_memory();
    for framing in [Framing::Announced, Framing::Chunked] {
        for (path, kind, code) in scene.doors().await {
            let mut call = ByHand::begin(&scene.owner, &scene.server, &path, kind, framing).await;
            call.send(HUGE).await;
            let (status, problem) = call.answer().await;
            assert_eq!((status, &problem["code"]), (413, &json!(code)), "{framing:?} {path}");
            assert!(problem["message"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{problem}");
        }
    }
    let stranger = Caller::new(scene.server.address);
    let mut call = ByHand::begin(&stranger, &scene.server, "/api/admin/credits", "text/csv", Framing::Announced).await;
    call.send(HUGE).await;
    assert_eq!(call.answer().await.0, 401, "a visitor gets the refusal too");
    let grown = scene.server.most_memory() - held;
    assert!(grown < 32 * 1024, "two gigabytes came in, and {grown} kB were held of them");
    assert_eq!(scene.state().await, before);
    scene.server.kill();
}
