//! `kapok openapi`: the document from which the web app's client is generated.

use std::process::ExitCode;

use crate::app;
use crate::platform::http::routes::DESCRIBES;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    if !DESCRIBES {
        eprintln!("This is the description that the release was built with; a debug build writes it anew.");
    }
    println!("{}", app::api_document()?);
    Ok(ExitCode::SUCCESS)
}
