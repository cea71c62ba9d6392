//! The shared technical layer of all capabilities: settings, the database, HTTP, outgoing messages.

pub mod acme;
pub mod audit;
pub mod config;
pub mod delivery;
pub mod http;
pub mod http_client;
pub mod idempotency;
pub mod log_buffer;
pub mod periodic;
pub mod service_account;
pub mod store;
pub mod systemd;
pub mod throttle;
pub mod webhooks;
