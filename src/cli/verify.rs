//! `kapok verify`: replays the ledger beside a running server.

use std::process::ExitCode;

use clap::Args;

use crate::ops::verification::{self, VerificationReport};
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Reader};

#[derive(Args)]
pub(super) struct VerifyArgs {
    /// Print what was found as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(loaded: &LoadedConfig, args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let keys = folder.keyring()?;
    let reader = Reader::open(&folder)?;
    let verdict = reader.read_consistently(|read| verification::verify(read, &keys))?;
    let report = match verdict {
        Ok(report) => report,
        Err(wrong) => {
            eprintln!("kapok: the books are wrong: {wrong}");
            return Ok(ExitCode::FAILURE);
        }
    };
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
        return Ok(ExitCode::SUCCESS);
    }
    let VerificationReport { ledger, redemptions } = report;
    println!(
        "The books are sound: {} transactions on {} accounts, {} points outstanding, {} open holds, {redemptions} redemptions.",
        ledger.transactions, ledger.accounts, ledger.outstanding, ledger.open_holds
    );
    println!("Head of the chain: {}", ledger.head);
    Ok(ExitCode::SUCCESS)
}
