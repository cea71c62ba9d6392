//! Features for members, one folder per capability.

pub mod articles;
pub mod awards;
pub mod campaigns;
pub mod carbon;
pub mod claims;
pub mod content;
pub mod earn_links;
pub mod earning_rules;
pub mod expiry;
pub mod goals;
pub mod live_updates;
pub mod media;
pub mod notifications;
pub mod partners;
pub mod passkeys;
pub mod pending;
pub mod personal_data;
pub mod profile;
pub mod programme;
pub mod recovery;
pub mod referrals;
pub mod rewards;
pub mod sign_ins;
pub mod signup;
pub mod statement;
pub mod transfers;
