//! Who, how much and where: members, the ledger, outlets and what the programme is set to.

pub mod ledger;
pub mod members;
pub mod outlets;
pub mod preferences;
pub mod settings;
pub mod timekeeping;
