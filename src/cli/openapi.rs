//! `kapok openapi`: what the web app's client is generated from.

use std::process::ExitCode;

use crate::app;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    println!("{}", app::api_document()?);
    Ok(ExitCode::SUCCESS)
}
