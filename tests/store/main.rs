//! The store and the ledger, used as a library.

mod expiry;
mod ledger;
mod plans;
mod writer;
