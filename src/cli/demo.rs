//! `kapok demo`: a programme with sample data in a scratch folder.

use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};

use clap::Args;

use super::ListenArgs;
use super::runtime;
use super::serve::stop_signal;
use super::serve::warn_of_unsafe_settings;
use super::start_log;
use crate::app;
use crate::base::clock::Clock;
use crate::base::keys::Keyring;
use crate::ops::backup;
use crate::ops::demo;
use crate::ops::demo::{DemoSize, GeneratedLoad};
use crate::platform::config::Config;
use crate::platform::config::LoadedConfig;
use crate::platform::store::DataDir;
use crate::platform::store::DataDirLock;
use crate::platform::store::Store;

#[derive(Args, Clone)]
pub(super) struct DemoArgs {
    #[command(flatten)]
    pub(super) listening: ListenArgs,
    /// Leave out the hundred additional members, their purchases of eight weeks and the expiry of points.
    #[arg(long)]
    plain: bool,
    /// Number of members to generate in addition, for measurements.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=2_000_000))]
    members: u32,
    /// Number of transactions to generate between the members of --members.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100_000_000))]
    transactions: u32,
    /// Fill the folder and stop. The demo runs this in a process of its own before it serves.
    #[arg(long, hide = true)]
    fill_only: bool,
}

pub(super) fn run(mut loaded: LoadedConfig, args: &DemoArgs) -> anyhow::Result<ExitCode> {
    start_log(&loaded.config);
    // The default data folder is never used: the demo must not fill a real programme's folder.
    if loaded.config.data_dir == Config::default().data_dir {
        loaded.config.data_dir = std::env::temp_dir().join("kapok-demo");
    }
    let folder = DataDir::create(&loaded.config.data_dir)?;
    if args.fill_only {
        open_filled(&loaded.config, &folder, args)?.store.close_blocking();
        return Ok(ExitCode::SUCCESS);
    }
    let mut filled = false;
    if !folder.database().exists() {
        match fill_in_own_process() {
            Some(status) if status.success() => filled = true,
            // The process has written the reason.
            Some(status) => return Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1))),
            None => {}
        }
    }
    runtime()?.block_on(async {
        let stopped = stop_signal()?;
        warn_of_unsafe_settings(&loaded);
        let opened = {
            let (config, folder, args) = (loaded.config.clone(), folder.clone(), args.clone());
            tokio::task::spawn_blocking(move || open_filled(&config, &folder, &args)).await??
        };
        let fresh = filled || opened.fresh;
        let running = app::start_opened(loaded.config, folder.clone(), opened.lock, opened.keys, opened.store).await?;
        greet(&running.public_url, &folder, fresh, args.plain);
        stopped.await;
        running.stop().await;
        Ok(ExitCode::SUCCESS)
    })
}

struct OpenedDemo {
    lock: DataDirLock,
    keys: Keyring,
    store: Store,
    /// Whether the folder was filled just now.
    fresh: bool,
}

/// Opens the demo's folder, and fills it where that was not done before.
fn open_filled(config: &Config, folder: &DataDir, args: &DemoArgs) -> anyhow::Result<OpenedDemo> {
    let lock = folder.lock()?;
    demo::claim(folder)?;
    let keys = folder.keyring()?;
    backup::before_upgrade(&config.backup, folder, Clock::system().now())?;
    let store = Store::open(folder, config.store.synchronous, Clock::system())?;
    let generated = GeneratedLoad { members: args.members, transactions: args.transactions };
    let size = DemoSize { neighbours: !args.plain, generated };
    let fresh = demo::fill(&store, &keys, folder, size)?;
    Ok(OpenedDemo { lock, keys, store, fresh })
}

/// Fills the folder in another process of this program, whose memory goes back to the system when it ends: the pages
/// that filling touches would keep an idle demo 3 MB larger. Returns nothing where no such process can be started, as
/// in a root without `/proc` whose program was started by a relative name; the demo is filled in this process then.
fn fill_in_own_process() -> Option<ExitStatus> {
    let program = std::env::current_exe().ok().or_else(|| std::env::args_os().next().map(PathBuf::from))?;
    Command::new(program).args(std::env::args_os().skip(1)).arg("--fill-only").status().ok()
}

fn greet(address: &str, folder: &DataDir, fresh: bool, plain: bool) {
    let state = if fresh { "freshly filled" } else { "as it was left" };
    println!("\n  Kapok 木棉, a demo programme ({state})\n\n  Open     {address}\n");
    println!("  Member   alice@kapok.example   or phone 61234567   (10,000 points at the start)");
    println!("  Member   bob@kapok.example     or phone 91234567   (500 points at the start)");
    let office = if plain { &[][..] } else { &demo::OFFICE[..] };
    for (email, _, role) in demo::STAFF.iter().chain(office) {
        println!("  Staff    {email:<24} {role:?}");
    }
    println!("\n  Password of all: {}   ·   Campaign code: KAPOK-DEMO-50", demo::PASSWORD);
    println!("  Counter  {address}/merchant   PIN of the cashiers: {}", demo::PIN);
    println!("           a device becomes a till by the desk: Partners, one of them, Counters, Add a till");
    println!("  Codes and reset links arrive in {}\n", folder.outbox().display());
    println!("  Stop with Ctrl-C; the same command goes on with what is there.\n");
}
