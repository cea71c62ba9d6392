//! Collects log lines: each event that passes the log's filter.

use std::fmt::{Debug, Write};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

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
    /// Stores lines in `book`.
    pub fn new(book: LogBuffer) -> Self {
        Self { book, clock: Clock::system() }
    }
}

/// The request id of a span.
struct RequestName(String);

#[derive(Default)]
struct EventFields {
    message: String,
    values: String,
    id: String,
}

impl EventFields {
    fn value(&mut self, field: &Field, value: std::fmt::Arguments<'_>) {
        let _ = match field.name() {
            "message" => write!(self.message, "{value}"),
            name if LEFT_OUT.contains(&name) || name.starts_with("log.") => Ok(()),
            "id" => write!(self.id, "{value}").and_then(|()| write!(self.values, " id={value}")),
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

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for LogBufferLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().name() != "request" {
            return;
        }
        let mut said = EventFields::default();
        attributes.record(&mut said);
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(RequestName(said.id));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
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
        let spans = context.event_scope(event).into_iter().flatten();
        let request = spans.filter_map(|span| span.extensions().get::<RequestName>().map(|name| name.0.clone())).next();
        let target = event.metadata().target();
        let part = target.strip_prefix("kapok::").unwrap_or(target).to_owned();
        self.book.keep_line(LogLine { number: 0, at: self.clock.now(), level, part, text, request });
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt;

    use super::{LogBuffer, LogBufferLayer, LogLevel};

    #[test]
    fn a_line_knows_its_request_and_not_where_callers_are() {
        let book = LogBuffer::default();
        let log = tracing_subscriber::registry().with(LogBufferLayer::new(book.clone()));
        tracing::subscriber::with_default(log, || {
            let _within = tracing::info_span!("request", id = "00ff", path = "/api/points").entered();
            tracing::warn!(member = 7, source = "203.0.113.9", "a token was used twice");
            tracing::debug!(secret = "x", "not for the admin");
            tracing::error!(error = "界".repeat(1_000), "too long");
        });
        let lines = book.lines(None, 10, |_| true);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1].text, "a token was used twice member=7");
        assert_eq!((lines[1].level, lines[1].request.as_deref()), (LogLevel::Warn, Some("00ff")));
        assert!(lines[1].part.starts_with("platform::log_buffer"));
        assert!(lines[0].text.len() <= 2_000 && lines[0].text.ends_with('界'));
        assert_eq!(book.lines(Some(2), 10, |line| line.level == LogLevel::Warn).len(), 1);
    }
}
