//! `kapok verify`: replays the ledger beside a running server.

use std::process::ExitCode;

use clap::Args;

use crate::config::Loaded;
use crate::ledger::replay;
use crate::store::{DataDir, Reader};

#[derive(Args)]
pub(super) struct VerifyArgs {
    /// Print what was found as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(loaded: &Loaded, args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let reader = Reader::open(&folder)?;
    let verdict = reader.read_consistently(replay::replay)?;
    match verdict {
        Ok(summary) => {
            if args.json {
                println!("{}", serde_json::to_string(&summary)?);
            } else {
                println!(
                    "The ledger is sound: {} transactions, {} accounts, {} points outstanding, {} open holds.\nHead of the chain: {}",
                    summary.transactions, summary.accounts, summary.outstanding, summary.open_holds, summary.head
                );
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(wrong) => {
            eprintln!("kapok: the ledger is wrong: {wrong}");
            Ok(ExitCode::FAILURE)
        }
    }
}
