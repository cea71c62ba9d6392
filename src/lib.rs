//! Kapok: a carbon-points loyalty programme in one file. The modules in reading order, from value
//! types to wiring; each imports only from those above it (see docs/architecture.md).

pub mod base;
pub mod config;
pub mod logbook;

pub mod http;
pub mod outbound;
pub mod store;
pub mod supervisor;

pub mod acme;
pub mod audit;
pub mod delivery;
pub mod idempotency;
pub mod ledger;
pub mod members;
pub mod preferences;
pub mod settings;
pub mod tills;
pub mod webhooks;

pub mod auth;

pub mod notifications;

pub mod articles;
pub mod campaigns;
pub mod live;
pub mod media;
pub mod partners;
pub mod passkeys;
pub mod profile;
pub mod programme;
pub mod recovery;
pub mod referrals;
pub mod rewards;
pub mod sessions;
pub mod signup;
pub mod statement;
pub mod transfers;

pub mod awards;
pub mod personal_data;

pub mod admin;
pub mod demo;
pub mod merchant;

pub mod app;
pub mod backup;
pub mod cli;
pub mod diagnostics;
pub mod doctor;
pub mod manual;
pub mod metrics;
pub mod openapi;
pub mod porting;
pub mod verification;
