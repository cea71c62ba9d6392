//! What staff do: the programme's admin and the partners' counter.

pub mod admin;
pub mod import;
pub mod kit;
pub mod merchant;
mod print;
pub mod reports;
