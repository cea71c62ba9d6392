//! Every call over real HTTP, against a real server on a real SQLite file.

mod support;

mod access;
mod accounts;
mod platform;
mod profile;
mod sign_up;
mod transfers;
