//! `kapok backup` and `kapok restore`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::{runtime, start_log};
use crate::base::clock::Clock;
use crate::ops::backup::{self, Bucket, ExistingData};
use crate::platform::config::{LoadedConfig, read_recipient};
use crate::platform::store::{DataDir, FileOwner, create_folder};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(super) struct BackupArgs {
    #[command(subcommand)]
    command: Option<BackupCommand>,
    /// Archive to write, such as kapok.tar.zst.
    file: Option<PathBuf>,
    /// Age recipient for which the archive is encrypted. Default: backup.recipient; if that is empty, no encryption.
    #[arg(long, value_name = "AGE1…")]
    recipient: Option<String>,
    /// Replace an existing archive of that name after the new one has been verified.
    #[arg(long)]
    replace: bool,
}

#[derive(Subcommand)]
enum BackupCommand {
    /// Restore an archive into a scratch folder and replay its ledger; exit code 1 after any error.
    Verify {
        /// Archive to verify.
        file: PathBuf,
        /// File with the age identity (secret key) that decrypts the archive.
        #[arg(long, value_name = "FILE")]
        identity: Option<PathBuf>,
    },
    /// List the daily archives in the folder for backups, and the archives in the bucket of offsite.url.
    List,
    /// Copy an archive from the bucket of offsite.url into the working folder.
    Fetch {
        /// Name of the archive in the bucket. Default: the newest daily archive.
        name: Option<String>,
    },
}

#[derive(Args)]
pub(super) struct RestoreArgs {
    /// Archive to restore; with --offsite, its name in the bucket. Default with --offsite: the newest daily archive.
    #[arg(required_unless_present = "offsite")]
    file: Option<PathBuf>,
    /// Take the archive from the bucket of offsite.url.
    #[arg(long)]
    offsite: bool,
    /// File with the age identity (secret key) that decrypts the archive.
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// Restore even if the data folder has data; that data is moved aside.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(loaded: &LoadedConfig, args: BackupArgs) -> anyhow::Result<ExitCode> {
    start_log(&loaded.config);
    if let Some(command) = args.command {
        return match command {
            BackupCommand::Verify { file, identity } => verify(loaded, &file, identity.as_deref()),
            BackupCommand::List => list(loaded),
            BackupCommand::Fetch { name } => {
                println!("{}", fetch(loaded, name.as_deref(), Path::new(""))?.display());
                Ok(ExitCode::SUCCESS)
            }
        };
    }
    let file = args.file.context("name the archive to write, such as kapok.tar.zst")?;
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let recipient = match &args.recipient {
        Some(text) => Some(read_recipient(text)?),
        None => loaded.config.backup.age_recipient()?,
    };
    let place = loaded.config.backup.folder_for(folder.root());
    // The daily backup creates its folder too, and the doctor suggests a file in it before the first daily backup.
    if file.parent() == Some(place.as_path()) && !place.exists() {
        create_folder(&place).with_context(|| format!("the folder for backups {} cannot be made", place.display()))?;
        folder.owner()?.receive(&place)?;
    }
    let now = Clock::system().now();
    let made = if args.replace && file.exists() {
        let fresh = file.with_added_extension("new");
        let made = backup::make(&folder, &fresh, recipient.as_ref(), now)?;
        std::fs::rename(&fresh, &file).with_context(|| format!("{} cannot be replaced", file.display()))?;
        made
    } else {
        backup::make(&folder, &file, recipient.as_ref(), now)?
    };
    if recipient.is_none() {
        eprintln!(
            "kapok: warning: the archive is not encrypted and holds the keys and everybody's data; \
             name an age recipient with --recipient or backup.recipient"
        );
    }
    let transactions = made.report.map_or(0, |report| report.ledger.transactions);
    println!("{}: {} bytes, {transactions} transactions, verified", file.display(), made.bytes);
    Ok(ExitCode::SUCCESS)
}

fn verify(loaded: &LoadedConfig, file: &Path, identity: Option<&Path>) -> anyhow::Result<ExitCode> {
    let (manifest, report) = backup::verify(file, identity, &loaded.config.data_dir)?;
    println!(
        "{} is sound: made {} by Kapok {} (schema {}), {} files, {} transactions, {} points outstanding.",
        file.display(),
        manifest.created_at,
        manifest.kapok,
        manifest.schema,
        manifest.files.len(),
        report.ledger.transactions,
        report.ledger.outstanding
    );
    Ok(ExitCode::SUCCESS)
}

fn bucket(loaded: &LoadedConfig) -> anyhow::Result<Bucket> {
    let found = Bucket::of(&loaded.config.offsite, Clock::system())?;
    found.context("the settings name no bucket; set offsite.url and what goes with it")
}

fn list(loaded: &LoadedConfig) -> anyhow::Result<ExitCode> {
    let place = loaded.config.backup.folder_for(&loaded.config.data_dir);
    let made = backup::made_by_schedule(&place);
    println!("In {}:{}", place.display(), if made.is_empty() { " none" } else { "" });
    for archive in &made {
        println!("  {}  {} bytes", archive.path.display(), archive.bytes);
    }
    match Bucket::of(&loaded.config.offsite, Clock::system())? {
        None => println!("In a bucket: the settings name none (offsite.url)"),
        Some(bucket) => {
            println!("In the bucket:");
            for object in runtime()?.block_on(bucket.list())? {
                println!("  {}  {} bytes", object.name, object.bytes);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn fetch(loaded: &LoadedConfig, name: Option<&str>, folder: &Path) -> anyhow::Result<PathBuf> {
    let bucket = bucket(loaded)?;
    runtime()?.block_on(backup::fetch(&bucket, name, folder))
}

pub(super) fn restore(loaded: &LoadedConfig, args: &RestoreArgs) -> anyhow::Result<ExitCode> {
    start_log(&loaded.config);
    let force = if args.force { ExistingData::Yes } else { ExistingData::No };
    let root = &loaded.config.data_dir;
    let now = Clock::system().now();
    let file = match &args.file {
        Some(file) if !args.offsite => file.clone(),
        name => {
            let place = loaded.config.backup.folder_for(root);
            DataDir::create(root)?;
            create_folder(&place)
                .with_context(|| format!("the folder for backups {} cannot be made", place.display()))?;
            let fetched = fetch(loaded, name.as_ref().and_then(|name| name.to_str()), &place)?;
            FileOwner::of(&place)?.receive(&fetched)?;
            fetched
        }
    };
    let restored = backup::restore(&file, root, args.identity.as_deref(), force, now)?;
    println!(
        "Restored to {}: {} transactions, {} points outstanding, as of {}. Everybody has to sign in again.",
        root.display(),
        restored.report.ledger.transactions,
        restored.report.ledger.outstanding,
        restored.manifest.created_at
    );
    if let Some(aside) = &restored.set_aside {
        println!("What was there before is in {}.", aside.display());
    }
    list_opened(&restored.opened_since);
    Ok(ExitCode::SUCCESS)
}

/// The restored ledger does not know that these coupons were opened, so the operator must check them.
fn list_opened(opened: &[backup::queries::CouponOpenedSince]) {
    if opened.is_empty() {
        return;
    }
    println!("Coupons opened since the backup, of which the restored books know nothing:");
    for one in opened {
        let snapshot: serde_json::Value = serde_json::from_str(&one.snapshot).unwrap_or_default();
        let name = snapshot["name"]["en"].as_str().unwrap_or("?");
        println!("  {}  member {}  {name}", one.at, one.member);
    }
}
