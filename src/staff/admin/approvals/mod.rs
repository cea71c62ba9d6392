//! Approvals in the admin: requests that wait for a second person, the subject of each request, and the decision.

pub mod http;
mod subject;
