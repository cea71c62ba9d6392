//! The features for staff: the programme's admin and the partners' counter.

pub mod admin;
pub mod approvals;
pub mod for_cli;
pub mod for_demo;
pub mod import;
pub mod kit;
pub mod merchant;
pub mod merge;
pub mod proposals;
pub mod reports;
