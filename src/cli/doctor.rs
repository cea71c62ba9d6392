//! `kapok doctor`.

use std::process::ExitCode;

use clap::{Args, CommandFactory};

use super::{Cli, Options};
use crate::base::clock::Clock;
use crate::ops::doctor::{self, Finding, FindingLevel};

#[derive(Args)]
pub(super) struct DoctorArgs {
    /// Print the findings as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options, args: &DoctorArgs) -> anyhow::Result<ExitCode> {
    let mut found = match options.load() {
        Ok(loaded) => doctor::examine(&loaded.config, Clock::system().now()),
        // Unusable settings are a finding, not a reason to stop.
        Err(error) => vec![doctor::unusable_settings(&error)],
    };
    for finding in &mut found {
        // A folder named on the command line should exist; without it, this may be an installation before its first
        // start.
        if finding.check == doctor::DATA_FOLDER && options.data_dir.is_some() {
            finding.level = FindingLevel::Problem;
        }
        finding.fix = for_this_folder(options, &finding.fix);
    }
    let worst = found.iter().map(|finding| finding.level).max().unwrap_or(FindingLevel::Ok);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&serde_json::json!({ "level": worst, "findings": found }))?);
    } else {
        for Finding { level, message, fix, check, .. } in &found {
            let mark = match level {
                FindingLevel::Ok => "ok     ",
                FindingLevel::Warning => "WARNING",
                FindingLevel::Problem => "PROBLEM",
            };
            println!("{mark}  {check}: {message}");
            if !fix.is_empty() {
                println!("         fix: {fix}");
            }
        }
    }
    Ok(if worst == FindingLevel::Problem { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Adds this command's folder and settings file to the commands in an advice: otherwise they would act on the default
/// ones when pasted.
fn for_this_folder(options: &Options, advice: &str) -> String {
    let mut named = String::new();
    for (flag, path) in [("--config", &options.config), ("--data-dir", &options.data_dir)] {
        if let Some(path) = path {
            named.push_str(&format!(" {flag} {}", doctor::quoted(path)));
        }
    }
    let mut advice = advice.to_owned();
    for command in Cli::command().get_subcommands() {
        let verb = command.get_name();
        advice = advice.replace(&format!("kapok {verb}"), &format!("kapok{named} {verb}"));
    }
    advice
}
