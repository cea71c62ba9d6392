//! `kapok export` and `kapok import`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::start_log;
use crate::base::clock::Clock;
use crate::ops::export_import::{self, ImportMode, Imported};
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Store};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One JSON object per line, in one file.
    Ndjson,
    /// One CSV file per table, in a new folder.
    Csv,
}

#[derive(Args)]
pub(super) struct ExportArgs {
    /// File or folder to create; `-` writes JSON lines to standard output.
    target: PathBuf,
    /// Format of the export. Default: ndjson.
    #[arg(long, value_enum)]
    format: Option<Format>,
}

#[derive(Args)]
pub(super) struct ImportArgs {
    /// Exported file, or folder of exported CSV files.
    source: PathBuf,
    /// Check every line without importing anything.
    #[arg(long)]
    dry_run: bool,
}

impl ExportArgs {
    /// The requested format. A name with another format's extension is refused.
    fn format(&self) -> anyhow::Result<Format> {
        let end = self.target.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
        let target = self.target.display();
        match (self.format, end.as_str()) {
            (None | Some(Format::Ndjson), "csv") => bail!(
                "{target} looks like a CSV file, and an export has several: name a folder with --format csv, or a file such as \
                 kapok.ndjson"
            ),
            (None | Some(Format::Ndjson), "xlsx" | "xls" | "ods" | "zip" | "gz" | "zst" | "sql") => {
                bail!(
                    "an export is lines of JSON or a folder of CSV files, and {target} would be neither; name kapok.ndjson"
                )
            }
            (chosen, _) => Ok(chosen.unwrap_or(Format::Ndjson)),
        }
    }
}

pub(super) fn export(loaded: &LoadedConfig, args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let target = &args.target;
    let format = args.format()?;
    if format == Format::Csv && target.as_os_str() == "-" {
        bail!("CSV is a file a table, so it needs a folder, not standard output; name one that is not there yet");
    }
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let written = match format {
        Format::Csv => export_import::export_cells(&folder, target)?,
        Format::Ndjson if target.as_os_str() == "-" => {
            export_import::export_lines(&folder, &mut std::io::BufWriter::new(std::io::stdout().lock()))?
        }
        Format::Ndjson => {
            let file = export_import::private_file(target)?;
            let write = || {
                let written = export_import::export_lines(&folder, &mut std::io::BufWriter::new(&file))?;
                file.sync_all()?;
                Ok(written)
            };
            export_import::whole_or_gone(target, write())?
        }
    };
    eprintln!("kapok: {written} lines written; they hold everybody's data and codes that are worth money");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn import(loaded: &LoadedConfig, args: &ImportArgs) -> anyhow::Result<ExitCode> {
    start_log(&loaded.config);
    let wish = if args.dry_run { ImportMode::DryRun } else { ImportMode::Keep };
    let before = FolderState::making(&loaded.config.data_dir);
    let folder = DataDir::create(&loaded.config.data_dir)?;
    let lock = folder.lock()?;
    // Listed under the lock, so that another process's files are not taken for ours.
    let found = if folder.database().exists() { None } else { Some(entries(&folder)?) };
    let imported = import_into(&folder, loaded, &args.source, wish);
    let kept = wish == ImportMode::Keep && matches!(imported, Ok(Imported::Sound { .. }));
    if let Some(found) = found.filter(|_| !kept)
        && let Err(error) = before.leave(&folder, &found)
    {
        tracing::warn!(%error, "the files of a discarded import could not be removed");
    }
    drop(lock);
    match imported? {
        Imported::Sound { lines, report } => {
            let done = if args.dry_run { "can be imported" } else { "imported" };
            println!(
                "{lines} lines {done}: {} transactions, {} points outstanding, {} redemptions; the books are sound.",
                report.ledger.transactions, report.ledger.outstanding, report.redemptions
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

fn import_into(folder: &DataDir, loaded: &LoadedConfig, source: &Path, wish: ImportMode) -> anyhow::Result<Imported> {
    let keys = folder.keyring()?;
    let store = Store::open(folder, loaded.config.store.synchronous, Clock::system())?;
    let imported = export_import::import(&store, &keys, &folder.media(), source, wish);
    store.close_blocking();
    // The owner already has the keys and the database; images are written separately.
    folder.owner()?.receive(&folder.media())?;
    imported
}

/// The state of a folder before it was created and locked for an import. If the import is not kept, a folder without
/// a programme is restored to that state: otherwise a restore would find a database there and refuse it.
struct FolderState {
    /// Missing folders, the innermost first.
    missing: Vec<PathBuf>,
    had_lock: bool,
}

impl FolderState {
    fn making(root: &Path) -> Self {
        let named = root.ancestors().filter(|path| !path.as_os_str().is_empty());
        let missing = named.take_while(|path| !path.exists()).map(Path::to_owned).collect();
        Self { missing, had_lock: root.join("lock").exists() }
    }

    /// Removes what was added since, but no folder with other content.
    fn leave(&self, folder: &DataDir, found: &BTreeSet<PathBuf>) -> std::io::Result<()> {
        // Reverse order, so that a folder's content is removed before the folder.
        for path in entries(folder)?.iter().rev().filter(|path| !found.contains(*path)) {
            if path.is_dir() { fs::remove_dir(path)? } else { fs::remove_file(path)? }
        }
        if !self.had_lock {
            fs::remove_file(folder.root().join("lock"))?;
        }
        self.missing.iter().try_for_each(fs::remove_dir)
    }
}

/// The entries of a data folder in the places that an import may add to.
fn entries(folder: &DataDir) -> std::io::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for place in [folder.root().to_owned(), folder.keys(), folder.media()].iter().filter(|place| place.is_dir()) {
        for entry in fs::read_dir(place)? {
            found.insert(entry?.path());
        }
    }
    Ok(found)
}
