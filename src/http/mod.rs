//! The edge that every capability shares: reading requests, answering problems, limits, security
//! headers, the embedded web app, and the accept loop.

pub mod assets;
pub mod cookies;
pub mod csv;
pub mod edge;
pub mod json;
pub mod latency;
pub mod limits;
mod linger;
mod movement;
pub mod origin;
pub mod page;
pub mod problem;
pub mod reads;
pub mod request;
pub mod routes;
pub mod rows;
pub mod serve;
pub mod sides;
pub mod tls;
