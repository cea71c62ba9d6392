//! The store and the ledger, used as a library.

mod ledger;
mod plans;
mod writer;
