//! Kapok: a carbon-points loyalty programme in one file.
//!
//! The modules are in the order in which they may import each other (tests/tidy.rs checks it, docs/architecture.md
//! explains it).

pub mod base;

pub mod platform;

pub mod core;

pub mod auth;

pub mod member;

pub mod staff;

pub mod ops;

pub mod app;
pub mod cli;
