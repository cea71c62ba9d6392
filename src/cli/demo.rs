//! `kapok demo`: a programme with sample data in a scratch folder.

use std::process::ExitCode;

use clap::Args;

use super::ListenArgs;
use super::runtime;
use super::serve::stop_signal;
use super::serve::warn_of_unsafe_settings;
use super::start_log;
use crate::app;
use crate::base::clock::Clock;
use crate::ops::backup;
use crate::ops::demo;
use crate::ops::demo::{DemoSize, GeneratedLoad};
use crate::platform::config::Config;
use crate::platform::config::LoadedConfig;
use crate::platform::store::DataDir;
use crate::platform::store::Store;

#[derive(Args, Clone)]
pub(super) struct DemoArgs {
    #[command(flatten)]
    pub(super) listening: ListenArgs,
    /// Leave out the hundred other members, their purchases of eight weeks and the expiry of points.
    #[arg(long)]
    plain: bool,
    /// Members to generate beside the demo's own, for measurements.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=2_000_000))]
    members: u32,
    /// Transactions to generate among them.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100_000_000))]
    transactions: u32,
}

pub(super) fn run(mut loaded: LoadedConfig, args: &DemoArgs) -> anyhow::Result<ExitCode> {
    start_log(&loaded.config);
    // The default data folder is never used: the demo must not fill a real programme's folder.
    if loaded.config.data_dir == Config::default().data_dir {
        loaded.config.data_dir = std::env::temp_dir().join("kapok-demo");
    }
    runtime()?.block_on(async {
        let stopped = stop_signal()?;
        warn_of_unsafe_settings(&loaded);
        let folder = DataDir::create(&loaded.config.data_dir)?;
        let lock = folder.lock()?;
        demo::claim(&folder)?;
        let keys = folder.keyring()?;
        backup::before_upgrade(&loaded.config.backup, &folder, Clock::system().now())?;
        let store = Store::open(&folder, loaded.config.store.synchronous, Clock::system())?;
        let generated = GeneratedLoad { members: args.members, transactions: args.transactions };
        let size = DemoSize { neighbours: !args.plain, generated };
        let (filling, ring, place) = (store.clone(), keys.clone(), folder.clone());
        let fresh = tokio::task::spawn_blocking(move || demo::fill(&filling, &ring, &place, size)).await??;
        // A new store does not keep the pages in memory that filling needed.
        let store = if fresh && size.neighbours { reopened(store, &folder, &loaded.config).await? } else { store };
        let running = app::start_opened(loaded.config, folder.clone(), lock, keys, store).await?;
        greet(&running.public_url, &folder, fresh);
        stopped.await;
        running.stop().await;
        Ok(ExitCode::SUCCESS)
    })
}

async fn reopened(store: Store, folder: &DataDir, config: &Config) -> anyhow::Result<Store> {
    let (folder, synchronous) = (folder.clone(), config.store.synchronous);
    tokio::task::spawn_blocking(move || {
        store.close_blocking();
        drop(store);
        Store::open(&folder, synchronous, Clock::system())
    })
    .await?
}

fn greet(address: &str, folder: &DataDir, fresh: bool) {
    let state = if fresh { "freshly filled" } else { "as it was left" };
    println!("\n  Kapok 木棉, a demo programme ({state})\n\n  Open     {address}\n");
    println!("  Member   alice@kapok.example   or phone 61234567   (10,000 points at the start)");
    println!("  Member   bob@kapok.example     or phone 91234567   (500 points at the start)");
    for (email, _, role) in demo::STAFF {
        println!("  Staff    {email:<24} {role:?}");
    }
    println!("\n  Password of all: {}   ·   Campaign code: KAPOK-DEMO-50", demo::PASSWORD);
    println!("  Counter  {address}/merchant   PIN of the cashiers: {}", demo::PIN);
    println!("           a device becomes a till by the desk: Partners, one of them, Counters, Add a till");
    println!("  Codes and reset links arrive in {}\n", folder.outbox().display());
    println!("  Stop with Ctrl-C; the same command goes on with what is there.\n");
}
