//! `kapok admin keys`.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;

use super::{cli_actor, refusal_in_words, with_store};
use crate::auth::api_keys::{self, ApiKey, Scope};
use crate::base::id::{ApiKeyId, OutletId, PartnerId};
use crate::base::network::Network;
use crate::base::problem::NOT_FOUND;
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Reader};
use crate::staff::for_cli::{self, NewKey};

#[derive(Subcommand)]
pub(in crate::cli) enum KeysCommand {
    /// List the keys with id, partner, outlet, state, scopes, networks, last use and name.
    List,
    /// Create a key for a partner's till, and print it once.
    Create {
        /// Id of the partner, as in the address of its page in the admin.
        #[arg(long, value_name = "ID")]
        partner: String,
        /// Id of the till's outlet, so that earning rules for the outlet apply. Default: all outlets.
        #[arg(long, value_name = "ID")]
        outlet: Option<String>,
        /// Display name of the key.
        #[arg(long)]
        name: String,
        /// Permission of the key: award, collect or activity. Repeat the option for several permissions. Default: all.
        #[arg(long = "scope", value_name = "SCOPE")]
        scopes: Vec<String>,
        /// Network that may use the key, such as 203.0.113.0/24. Repeat the option for several networks. Default: any.
        #[arg(long = "network", value_name = "CIDR")]
        networks: Vec<String>,
        /// Limit of the points that are awarded with the key in a Hong Kong day. Default: no limit.
        #[arg(long, value_name = "POINTS")]
        daily_cap: Option<i64>,
        /// Days until the key expires, 1 to 365. Default: 365.
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
    },
    /// Revoke a key at once.
    Revoke {
        /// Id of the key.
        id: String,
    },
}

pub(super) fn run(loaded: &LoadedConfig, command: KeysCommand) -> anyhow::Result<ExitCode> {
    match command {
        KeysCommand::List => list(loaded),
        KeysCommand::Create { partner, outlet, name, scopes, networks, daily_cap, days } => {
            let partner = PartnerId::parse(&partner).with_context(|| format!("«{partner}» is no partner's id"))?;
            let read = |id: String| OutletId::parse(&id).with_context(|| format!("«{id}» is no outlet's id"));
            let outlet = outlet.map(read).transpose()?;
            let scopes = read_scopes(&scopes)?;
            create(loaded, NewKey { partner, outlet, name, scopes, networks, daily_cap, days })
        }
        KeysCommand::Revoke { id } => revoke(loaded, &id),
    }
}

fn read_scopes(names: &[String]) -> anyhow::Result<Vec<Scope>> {
    if names.is_empty() {
        return Ok(Scope::ALL.to_vec());
    }
    let read = |name: &String| {
        Scope::from_name(name).with_context(|| format!("«{name}» is not one of award, collect and activity"))
    };
    names.iter().map(read).collect()
}

fn list(loaded: &LoadedConfig) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let (keys, now) =
        Reader::open(&folder)?.read_consistently(|read| Ok((api_keys::list_api_keys(read)?, read.now())))?;
    for key in keys {
        let state = match (&key.revoked, key.expires > now) {
            (Some(_), _) => "revoked",
            (None, false) => "expired",
            (None, true) => "works",
        };
        let outlet = key.outlet.map_or_else(|| "everywhere".to_owned(), |id| id.to_string());
        println!("{} {} {outlet} {state:<7} {}", key.id, key.partner, described(&key));
    }
    Ok(ExitCode::SUCCESS)
}

fn described(key: &ApiKey) -> String {
    let scopes: Vec<&str> = key.terms.scopes.iter().map(|scope| scope.name()).collect();
    let networks: Vec<String> = key.terms.networks.iter().map(Network::to_string).collect();
    let networks = if networks.is_empty() { "anywhere".to_owned() } else { networks.join(",") };
    let used = key.last_used.map_or_else(|| "never".to_owned(), |moment| moment.to_string());
    format!("{} {networks} {used} {}", scopes.join(","), key.terms.name)
}

fn create(loaded: &LoadedConfig, key: NewKey) -> anyhow::Result<ExitCode> {
    DataDir::existing(&loaded.config.data_dir)?;
    let made = with_store(loaded, move |tx, keys| for_cli::create_key(tx, keys, &cli_actor(), &key));
    let (id, text) = made.map_err(refusal_in_words)?;
    println!("made {id}.\nKey: {text}");
    Ok(ExitCode::SUCCESS)
}

fn revoke(loaded: &LoadedConfig, id: &str) -> anyhow::Result<ExitCode> {
    let Some(id) = ApiKeyId::parse(id) else { bail!("«{id}» is no key's id") };
    DataDir::existing(&loaded.config.data_dir)?;
    with_store(loaded, move |tx, keys| for_cli::revoke_key(tx, keys, &cli_actor(), id)).map_err(|error| {
        if error.is(NOT_FOUND) { anyhow::anyhow!("no key has that id") } else { refusal_in_words(error) }
    })?;
    println!("revoked.");
    Ok(ExitCode::SUCCESS)
}
