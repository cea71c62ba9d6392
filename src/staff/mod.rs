//! What staff do: the programme's admin and the partners' counter.

pub mod admin;
pub mod merchant;
