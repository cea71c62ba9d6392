//! `kapok admin`: administration from the shell.

mod approvals;
mod keys;
mod settings;
mod staff;
mod statement_keys;

use std::net::IpAddr;
use std::process::ExitCode;

use clap::Subcommand;

use self::staff::NewStaffArgs;
use super::runtime;
use crate::auth::staff::LAST_OWNER;
use crate::base::clock::Clock;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::core::settings as programme_settings;
use crate::platform::audit::{self, Actor, AuditedAction};
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Store, Tx};

#[derive(Subcommand)]
pub(super) enum AdminCommand {
    /// Create a staff member. Without --password-stdin, a password is generated and printed once.
    Create {
        #[command(flatten)]
        person: NewStaffArgs,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Set a new password for a staff member and end their sessions.
    ResetPassword {
        /// E-mail address of the staff member.
        #[arg(long)]
        email: String,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Invite a staff member: the link is sent by e-mail and printed once.
    Invite(NewStaffArgs),
    /// Disable a staff member and end their sessions.
    Disable {
        /// E-mail address of the staff member.
        #[arg(long)]
        email: String,
    },
    /// Enable a disabled staff member again.
    Enable {
        /// E-mail address of the staff member.
        #[arg(long)]
        email: String,
    },
    /// Remove a staff member's lost second factor and end their sessions.
    RemoveSecondFactor {
        /// E-mail address of the staff member.
        #[arg(long)]
        email: String,
    },
    /// List the staff.
    List {
        /// Print the list as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Manage the API keys of partners' tills.
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Print or change the programme's settings, which owners can change in the admin too.
    #[command(subcommand)]
    Settings(settings::SettingsCommand),
    /// List or renew the keys that sign statements.
    #[command(subcommand)]
    StatementKeys(statement_keys::StatementKeysCommand),
    /// List, approve or refuse changes that wait for a second person.
    #[command(subcommand)]
    Approvals(approvals::ApprovalsCommand),
}

pub(super) fn run(loaded: &LoadedConfig, command: AdminCommand) -> anyhow::Result<ExitCode> {
    match command {
        AdminCommand::Create { person, password_stdin } => staff::create(loaded, &person, password_stdin),
        AdminCommand::ResetPassword { email, password_stdin } => staff::reset_password(loaded, &email, password_stdin),
        AdminCommand::Invite(person) => staff::invite(loaded, &person),
        AdminCommand::Disable { email } => staff::set_suspended(loaded, &email, true),
        AdminCommand::Enable { email } => staff::set_suspended(loaded, &email, false),
        AdminCommand::RemoveSecondFactor { email } => staff::remove_second_factor(loaded, &email),
        AdminCommand::List { json } => staff::list(loaded, json),
        AdminCommand::Keys(command) => keys::run(loaded, command),
        AdminCommand::Settings(command) => settings::run(loaded, command),
        AdminCommand::StatementKeys(command) => statement_keys::run(loaded, command),
        AdminCommand::Approvals(command) => approvals::run(loaded, command),
    }
}

/// A user with a shell on the server may do everything; the audit records that it was done there.
fn cli_actor() -> Actor {
    Actor { id: [0; 16], name: "kapok admin".to_owned(), role: "shell", address: IpAddr::from([127, 0, 0, 1]) }
}

fn note(tx: &Tx<'_>, keys: &Keyring, action: &str, id: impl std::fmt::Display) -> AppResult<()> {
    audit::record(tx, keys, &cli_actor(), AuditedAction::bare(action, id))
}

fn in_words(error: AppError) -> anyhow::Error {
    if error.is(NOT_FOUND) {
        return anyhow::anyhow!("nobody of the staff has that address");
    }
    if error.is(LAST_OWNER) {
        return anyhow::anyhow!("that is the last owner: make another one first");
    }
    refusal_in_words(error)
}

/// The error message that the admin would show, with the invalid field.
fn refusal_in_words(error: AppError) -> anyhow::Error {
    let AppError::Refused(refusal) = &error else { return error.into() };
    let field = refusal.fields.first();
    let code = field.map_or(refusal.problem.code, |field| field.code);
    let said = messages::error(Language::En, code).unwrap_or(refusal.problem.title);
    match field {
        Some(field) => anyhow::anyhow!("{}: {said}", field.field),
        None => anyhow::anyhow!("{said}"),
    }
}

/// Runs one change; a server may run at the same time, because SQLite serializes the writers of two processes.
fn with_store<T: Send + 'static>(
    loaded: &LoadedConfig,
    change: impl FnOnce(&Tx<'_>, &Keyring) -> AppResult<T> + Send + 'static,
) -> AppResult<T> {
    let folder = DataDir::create(&loaded.config.data_dir)?;
    let keys = folder.keyring()?;
    let store = Store::open(&folder, loaded.config.store.synchronous, Clock::system())?;
    // Messages that the change sends use the programme's name and texts.
    store.read(programme_settings::put_to_use)?;
    let outcome = store.write_blocking(move |tx| change(tx, &keys));
    runtime()?.block_on(store.close());
    outcome
}
