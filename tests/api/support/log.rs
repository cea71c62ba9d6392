//! The server's log while a test runs.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tracing_subscriber::filter::LevelFilter;

#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("unpoisoned").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The log of this thread, on which the test and its server run.
pub struct Log {
    paper: Paper,
    _listening: tracing::subscriber::DefaultGuard,
}

impl Log {
    pub fn listen() -> Self {
        let paper = Paper::default();
        let writer = paper.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .with_max_level(LevelFilter::INFO)
            .with_writer(move || writer.clone())
            .finish();
        Self { paper, _listening: tracing::subscriber::set_default(subscriber) }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.paper.0.lock().expect("unpoisoned").clone()).expect("UTF-8")
    }

    /// The fields of every line with that reason.
    pub fn because(&self, why: &str) -> Vec<Value> {
        let lines = self.text();
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|line| line["fields"].clone()).filter(|fields| fields["why"] == why).collect()
    }

    /// Fails the test unless a fault is logged once, with its fix and without any of the secrets.
    #[track_caller]
    pub fn says_once(&self, why: &str, to_do: &str, secrets: &[&str]) {
        let said = self.because(why);
        assert_eq!(said.len(), 1, "{why}: {}", self.text());
        let message = said[0]["message"].as_str().expect("a message");
        assert!(message.contains(to_do), "{why}: {message}");
        self.keeps(secrets);
    }

    /// Fails the test if the log holds any of the secrets.
    #[track_caller]
    pub fn keeps(&self, secrets: &[&str]) {
        let text = self.text();
        for secret in secrets {
            assert!(!text.contains(secret), "{secret} is in the log: {text}");
        }
    }
}
