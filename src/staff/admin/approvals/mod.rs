//! Approvals in the admin: requests that wait for a second person, what they are about, and the decision.

pub mod http;
mod subject;
