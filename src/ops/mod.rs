//! Operations: backups, checks, metrics, the demo and the handbook.

pub mod backup;
pub mod demo;
pub mod diagnostics;
pub mod doctor;
pub mod export_import;
pub mod handbook;
pub mod maintenance;
pub mod metrics;
pub mod openapi;
pub mod verification;
