//! `kapok doctor`.

use std::process::ExitCode;

use clap::Args;

use super::Options;
use crate::base::clock::Clock;
use crate::doctor::{self, Finding, Level};

#[derive(Args)]
pub(super) struct DoctorArgs {
    /// Print what was found as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options, args: &DoctorArgs) -> anyhow::Result<ExitCode> {
    let found = match options.load() {
        Ok(loaded) => doctor::examine(&loaded.config, Clock::system().now()),
        // Settings that cannot be used are what a doctor is asked about, no reason to give up.
        Err(error) => {
            vec![Finding::problem("settings", format!("{error:#}"), "correct it; config.example.toml explains each")]
        }
    };
    let worst = found.iter().map(|finding| finding.level).max().unwrap_or(Level::Ok);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&serde_json::json!({ "level": worst, "findings": found }))?);
    } else {
        for Finding { level, message, fix, check } in &found {
            let mark = match level {
                Level::Ok => "ok     ",
                Level::Warning => "WARNING",
                Level::Problem => "PROBLEM",
            };
            println!("{mark}  {check}: {message}");
            if !fix.is_empty() {
                println!("         fix: {fix}");
            }
        }
    }
    Ok(if worst == Level::Problem { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
