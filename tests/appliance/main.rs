//! Kapok as somebody who keeps it running meets it: the built binary, real folders, real signals.

mod acme;
mod backup;
mod backup_places;
mod bucket;
mod doctor;
mod faults;
mod mail_server;
mod manual;
mod metrics;
mod offsite;
mod packaging;
mod porting;
mod shell;
mod standby;
mod support;
mod tls;
mod upgrade;
