//! Every call over real HTTP, against a real server on a real SQLite file.

mod support;

mod access;
mod accounts;
mod admin;
mod campaigns;
mod care;
mod counter;
mod credits;
mod guards;
mod guessing;
mod lists;
mod live;
mod mail;
mod media;
mod merchant;
mod notices;
mod passkeys;
mod personal_data;
mod platform;
mod prints;
mod privacy;
mod profile;
mod push;
mod push_native;
mod push_sending;
mod referrals;
mod reports;
mod rewards;
mod sessions;
mod sign_up;
mod sms;
mod staff;
mod transfers;
mod uploads;
mod webhooks;
