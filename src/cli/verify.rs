//! `kapok verify`: replays the ledger beside a running server, or checks a file of a signed statement without one.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;

use crate::member::statement::{MonthStatement, TrustedKeys, check_file};
use crate::ops::verification::{self, VerificationReport};
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Reader};

/// The file is whole, and no given key says who signed it.
const SIGNER_UNPROVED: u8 = 3;

#[derive(Args)]
pub(super) struct VerifyArgs {
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Check this signed statement (a JSON or PDF file) in place of the ledger, without a server or a data folder. Exit
    /// code 1: the file is refused. Exit code 3: the file is intact, but without --key the signer is not proved.
    #[arg(long, value_name = "FILE")]
    pub(super) statement: Option<PathBuf>,
    /// Public key of the programme, or a file of its public keys as `kapok admin statement-keys list` prints it.
    #[arg(long, value_name = "KEY|FILE", requires = "statement")]
    key: Option<String>,
}

/// Checks a file of a signed statement.
pub(super) fn check_statement(file: &Path, args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let trusted = args.key.as_deref().map(read_keys).transpose()?;
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let statement = match check_file(&bytes, trusted.as_ref()) {
        Ok(statement) => statement,
        Err(fault) => {
            eprintln!("kapok: {}: {}", file.display(), fault.sentence());
            return Ok(ExitCode::FAILURE);
        }
    };
    if args.json {
        println!("{}", serde_json::json!({ "signerProved": trusted.is_some(), "statement": statement }));
    } else {
        print_statement(&statement);
    }
    if trusted.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!(
        "kapok: the file is whole, but who signed it is not proved: give the programme's key with --key, or compare the \
         key id {} with the one that the programme publishes",
        statement.key_id
    );
    Ok(ExitCode::from(SIGNER_UNPROVED))
}

fn read_keys(given: &str) -> anyhow::Result<TrustedKeys> {
    let of_file = std::fs::read_to_string(given).ok();
    let text = of_file.as_deref().unwrap_or(given);
    if TrustedKeys::read(text).is_some_and(|keys| keys.is_empty()) {
        bail!(
            "«{given}» has no keys: Kapok makes its key with the first statement; take the file from /api/statement/keys again"
        );
    }
    TrustedKeys::read(text).with_context(|| format!("«{given}» is neither a public key nor a file of keys"))
}

fn print_statement(statement: &MonthStatement) {
    let MonthStatement { programme, key_id, member, month, opening, movements, closing, chain, .. } = statement;
    println!("The statement is sound: {programme}, member {member}, {month}.");
    println!("{opening} points at the start, {} transactions, {closing} points at the end.", movements.len());
    println!("Head of the chain: transaction {}, {}", chain.number, chain.hash);
    println!("Signed with the key {key_id}.");
}

pub(super) fn run(loaded: &LoadedConfig, args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let keys = folder.keyring()?;
    let reader = Reader::open(&folder)?;
    let result = reader.read_consistently(|read| verification::verify(read, &keys))?;
    let report = match result {
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
