//! `kapok export` and `kapok import`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::start_log;
use crate::base::clock::Clock;
use crate::config::Loaded;
use crate::porting::{self, Imported, Wish};
use crate::store::{DataDir, Store};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One JSON object a line, in one file.
    Ndjson,
    /// One CSV file a table, in a new folder.
    Csv,
}

#[derive(Args)]
pub(super) struct ExportArgs {
    /// The file to write, or the folder to make; `-` for standard output.
    target: PathBuf,
    /// As what.
    #[arg(long, value_enum, default_value_t = Format::Ndjson)]
    format: Format,
}

#[derive(Args)]
pub(super) struct ImportArgs {
    /// An exported file, or a folder of CSV files.
    source: PathBuf,
    /// Look at every line and keep nothing.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn export(loaded: &Loaded, args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let target = &args.target;
    let written = match args.format {
        Format::Csv => porting::export_cells(&folder, target)?,
        Format::Ndjson if target.as_os_str() == "-" => {
            porting::export_lines(&folder, &mut std::io::BufWriter::new(std::io::stdout().lock()))?
        }
        Format::Ndjson => {
            let mut file = porting::private_file(target)?;
            let written = porting::export_lines(&folder, &mut std::io::BufWriter::new(&mut file))?;
            file.flush()?;
            file.sync_all()?;
            written
        }
    };
    eprintln!("kapok: {written} lines written; they hold everybody's data and codes that are worth money");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn import(loaded: &Loaded, args: &ImportArgs) -> anyhow::Result<ExitCode> {
    start_log(&loaded.config);
    let folder = DataDir::create(&loaded.config.data_dir)?;
    let _lock = folder.lock()?;
    let keys = folder.keyring()?;
    let store = Store::open(&folder, loaded.config.store.synchronous, Clock::system())?;
    let wish = if args.dry_run { Wish::DryRun } else { Wish::Keep };
    let imported = porting::import(&store, &keys, &folder.media(), &args.source, wish);
    store.close_blocking();
    match imported? {
        Imported::Sound { lines, books } => {
            let done = if args.dry_run { "can be imported" } else { "imported" };
            println!(
                "{lines} lines {done}: {} transactions, {} points outstanding, {} redemptions; the books are sound.",
                books.ledger.transactions, books.ledger.outstanding, books.redemptions
            );
            Ok(ExitCode::SUCCESS)
        }
        Imported::Refused { bad, count } => {
            for one in &bad {
                println!("{}: {}", one.place, one.why);
            }
            if count > bad.len() as u64 {
                println!("and {} more", count - bad.len() as u64);
            }
            eprintln!("kapok: nothing was imported: {count} mistakes");
            Ok(ExitCode::FAILURE)
        }
    }
}
