//! The HTTP layer that all capabilities share: reading requests, writing problems, security headers, the embedded
//! web app, and the accept loop.

pub mod answer_time;
pub mod assets;
mod cells;
mod compression;
pub mod cookies;
pub mod csv_upload;
pub mod documents;
mod drain_body;
pub mod edge;
mod idle_timeout;
pub mod json;
pub mod latency;
pub mod list_response;
pub mod listener_scope;
pub mod origin;
pub mod page;
pub mod problem;
mod reads;
pub mod request;
pub mod routes;
pub mod security_headers;
pub mod serve;
pub mod tls;
