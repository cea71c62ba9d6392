//! Core data of the programme: members, the ledger, outlets and settings.

pub mod expiry;
pub mod ledger;
pub mod members;
pub mod outlets;
pub mod preferences;
pub mod print;
pub mod settings;
pub mod timekeeping;
