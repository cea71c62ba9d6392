//! Value types without input or output: numbers, names and times as Kapok uses them.

pub mod clock;
pub mod colour;
pub mod contact;
pub mod content;
pub mod day;
pub mod histogram;
pub mod hours;
pub mod id;
pub mod keys;
pub mod language;
pub mod messages;
pub mod month;
pub mod names;
pub mod network;
pub mod passkey;
pub mod pin;
pub mod points;
pub mod problem;
pub mod random_code;
pub mod request_id;
pub mod rsa_signer;
pub mod secret;
pub mod short_code;
pub mod short_id;
pub mod transaction_number;
