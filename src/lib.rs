pub mod base;
pub mod store;
pub mod http;
pub mod config;
pub mod members;
pub mod auth;
pub mod idempotency;
pub mod ledger;
