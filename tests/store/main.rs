//! The store and the ledger, used as a library.

mod alarms;
mod demo;
mod earning_rules;
mod expiry;
mod ledger;
mod pending;
mod plans;
mod point_states;
mod support;
mod writer;
