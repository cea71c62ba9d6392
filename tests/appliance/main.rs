//! Kapok as its operator sees it: the built binary, real folders, real signals.

mod acme;
mod backup;
mod backup_places;
mod bucket;
mod cli;
mod commands;
mod disks;
mod doctor;
mod durability;
mod export_import;
mod faults;
mod handbook;
mod mail_server;
mod metrics;
mod offsite;
mod packaging;
mod secrets;
mod shell;
mod standby;
mod support;
mod tls;
mod trial;
mod upgrade;
mod wallet_passes;
