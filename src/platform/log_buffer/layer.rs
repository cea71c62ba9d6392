//! Collects log lines: each event that passes the log's filter.

use std::fmt::{Debug, Write};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::current_request::current;
use super::{LogBuffer, LogLevel, LogLine};
use crate::base::clock::Clock;

/// Fields that only the machine's own log may contain: client addresses, and reports that browsers send.
const LEFT_OUT: [&str; 2] = ["source", "report"];
/// Longer texts are cut, in bytes.
const LONGEST: usize = 2_000;

/// Stores each line in a [`LogBuffer`].
pub struct LogBufferLayer {
    book: LogBuffer,
    clock: Clock,
}

impl LogBufferLayer {
    /// Stores lines in the buffer `book`.
    pub fn new(book: LogBuffer) -> Self {
        Self { book, clock: Clock::system() }
    }
}

#[derive(Default)]
struct EventFields {
    message: String,
    values: String,
}

impl EventFields {
    fn value(&mut self, field: &Field, value: std::fmt::Arguments<'_>) {
        let _ = match field.name() {
            "message" => write!(self.message, "{value}"),
            name if LEFT_OUT.contains(&name) || name.starts_with("log.") => Ok(()),
            name => write!(self.values, " {name}={value}"),
        };
    }
}

impl Visit for EventFields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.value(field, format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.value(field, format_args!("{value:?}"));
    }
}

impl<S: Subscriber> Layer<S> for LogBufferLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let level = match *event.metadata().level() {
            tracing::Level::ERROR => LogLevel::Error,
            tracing::Level::WARN => LogLevel::Warn,
            tracing::Level::INFO => LogLevel::Info,
            // Debug and trace lines may contain members' data.
            _ => return,
        };
        let mut said = EventFields::default();
        event.record(&mut said);
        let mut text = said.message + &said.values;
        text.truncate(text.floor_char_boundary(LONGEST));
        let target = event.metadata().target();
        let part = target.strip_prefix("kapok::").unwrap_or(target).to_owned();
        self.book.keep_line(LogLine { number: 0, at: self.clock.now(), level, part, text, request: current() });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracing_subscriber::layer::SubscriberExt;

    use super::{LogBuffer, LogBufferLayer, LogLevel};
    use crate::base::request_id::RequestId;
    use crate::platform::log_buffer::{RequestName, working_on};

    #[tokio::test]
    async fn a_log_line_has_its_request_id_and_no_client_address() {
        let book = LogBuffer::default();
        let log = tracing_subscriber::registry().with(LogBufferLayer::new(book.clone()));
        let id = RequestId::generate();
        let name = RequestName { id, method: "GET".into(), path: "/api/points".to_owned() };
        let _listening = tracing::subscriber::set_default(log);
        working_on(Arc::new(name), async {
            tracing::warn!(member = 7, source = "203.0.113.9", "a token was used twice");
            tracing::debug!(secret = "x", "not for the admin");
            tracing::error!(error = "界".repeat(1_000), "too long");
        })
        .await;
        tracing::warn!("of no request");
        let lines = book.lines(None, 10, |_| true);
        assert_eq!((lines.len(), lines[0].request), (3, None));
        assert_eq!(lines[2].text, "a token was used twice member=7");
        assert_eq!((lines[2].level, lines[2].request), (LogLevel::Warn, Some(id)));
        assert!(lines[2].part.starts_with("platform::log_buffer"));
        assert!(lines[1].text.len() <= 2_000 && lines[1].text.ends_with('界'));
        assert_eq!(book.lines(Some(2), 10, |line| line.level == LogLevel::Warn).len(), 1);
    }
}
