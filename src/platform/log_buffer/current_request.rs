//! The request that a thread works on, for the log lines that this work writes.
//!
//! A span of the log costs more than a small request, and nearly all requests write no line. So a request only leaves
//! its name with its thread, and [`RequestSpans`] opens the span around a line.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::sync::Arc;

use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Dispatch, Event, Metadata, Subscriber};

use crate::base::request_id::RequestId;

/// The request as log lines name it.
#[derive(Debug)]
pub struct RequestName {
    /// The id.
    pub id: RequestId,
    /// The method.
    pub method: Cow<'static, str>,
    /// The path, without secrets.
    pub path: String,
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<RequestName>>> = const { RefCell::new(None) };
    /// Whether this thread opens a span now, which must not open another one.
    static OPENS: Cell<bool> = const { Cell::new(false) };
}

/// Runs the work of a request, so that its log lines name the request.
pub async fn working_on<T>(request: Arc<RequestName>, work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    std::future::poll_fn(|context| {
        let _until_its_end = Earlier(CURRENT.replace(Some(request.clone())));
        work.as_mut().poll(context)
    })
    .await
}

/// The request that the thread worked on before. Dropping this restores it, also after a panic.
struct Earlier(Option<Arc<RequestName>>);

impl Drop for Earlier {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

/// The id of the request that this thread works on.
pub(super) fn current() -> Option<RequestId> {
    CURRENT.with_borrow(|current| current.as_ref().map(|request| request.id))
}

/// A log layer that adds the span of the request to each line.
pub struct RequestSpans<S>(pub S);

impl<S: Subscriber> Subscriber for RequestSpans<S> {
    fn event(&self, event: &Event<'_>) {
        let request = CURRENT.with_borrow(Clone::clone).filter(|_| !OPENS.replace(true));
        let Some(request) = request else { return self.0.event(event) };
        let RequestName { id, method, path } = &*request;
        let span = tracing::info_span!("request", id = id.as_str(), method = %method, path);
        let id = span.id();
        id.iter().for_each(|id| self.0.enter(id));
        self.0.event(event);
        id.iter().for_each(|id| self.0.exit(id));
        drop(span);
        OPENS.set(false);
    }

    fn on_register_dispatch(&self, subscriber: &Dispatch) {
        self.0.on_register_dispatch(subscriber);
    }

    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        self.0.register_callsite(metadata)
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.0.enabled(metadata)
    }

    fn max_level_hint(&self) -> Option<tracing::level_filters::LevelFilter> {
        self.0.max_level_hint()
    }

    fn event_enabled(&self, event: &Event<'_>) -> bool {
        self.0.event_enabled(event)
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.0.new_span(span)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        self.0.record(span, values);
    }

    fn record_follows_from(&self, span: &Id, follows: &Id) {
        self.0.record_follows_from(span, follows);
    }

    fn enter(&self, span: &Id) {
        self.0.enter(span);
    }

    fn exit(&self, span: &Id) {
        self.0.exit(span);
    }

    fn clone_span(&self, id: &Id) -> Id {
        self.0.clone_span(id)
    }

    fn try_close(&self, id: Id) -> bool {
        self.0.try_close(id)
    }
}
