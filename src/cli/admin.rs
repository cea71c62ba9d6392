//! `kapok admin`: looks after staff from the shell.

use std::process::ExitCode;

use anyhow::Context;
use anyhow::bail;
use clap::Subcommand;
use clap::ValueEnum;

use super::runtime;
use crate::auth::Role;
use crate::auth::password_rules;
use crate::auth::passwords;
use crate::auth::staff;
use crate::auth::staff::NewStaff;
use crate::base::clock::Clock;
use crate::base::contact::Email;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::base::problem::NOT_FOUND;
use crate::base::secret::Secret;
use crate::config::Loaded;
use crate::store::DataDir;
use crate::store::Reader;
use crate::store::Store;
use crate::store::Tx;

#[derive(Subcommand)]
pub(super) enum AdminCommand {
    /// Make a member of staff. Without --password-stdin a password is made up and printed once.
    Create {
        /// Their e-mail address, which they sign in with.
        #[arg(long)]
        email: String,
        /// Their name, as the audit trail shows it.
        #[arg(long)]
        name: String,
        /// What they may do.
        #[arg(long, value_enum, default_value_t = RoleName::Owner)]
        role: RoleName,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Give a member of staff another password and end their sessions.
    ResetPassword {
        /// Their e-mail address.
        #[arg(long)]
        email: String,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// List the staff.
    List,
}

/// Roles that the shell may give; a merchant needs a partner, which the console knows.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RoleName {
    Owner,
    Operator,
    Editor,
    Support,
    Finance,
    Auditor,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Owner => Role::Owner,
            RoleName::Operator => Role::Operator,
            RoleName::Editor => Role::Editor,
            RoleName::Support => Role::Support,
            RoleName::Finance => Role::Finance,
            RoleName::Auditor => Role::Auditor,
        }
    }
}

pub(super) fn run(loaded: &Loaded, command: AdminCommand) -> anyhow::Result<ExitCode> {
    match command {
        AdminCommand::Create { email, name, role, password_stdin } => {
            create(loaded, &email, &name, role, password_stdin)
        }
        AdminCommand::ResetPassword { email, password_stdin } => reset_password(loaded, &email, password_stdin),
        AdminCommand::List => list(loaded),
    }
}

fn create(loaded: &Loaded, email: &str, name: &str, role: RoleName, password_stdin: bool) -> anyhow::Result<ExitCode> {
    let email = address(email)?;
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > 100 || name.chars().any(char::is_control) {
        bail!("--name must be 1 to 100 characters without control characters");
    }
    let chosen = Password::choose(loaded, &email, password_stdin)?;
    with_store(loaded, &chosen.text.clone(), move |tx, password_hash| {
        let person = NewStaff { name, email: email.clone(), password_hash, role: role.into(), partner: None };
        staff::create_staff(tx, &person)?;
        Ok(())
    })?;
    chosen.report("made");
    Ok(ExitCode::SUCCESS)
}

fn reset_password(loaded: &Loaded, email: &str, password_stdin: bool) -> anyhow::Result<ExitCode> {
    let email = address(email)?;
    DataDir::existing(&loaded.config.data_dir)?;
    let chosen = Password::choose(loaded, &email, password_stdin)?;
    with_store(loaded, &chosen.text.clone(), move |tx, password_hash| {
        staff::reset_staff_password(tx, &email, &password_hash)
    })
    .map_err(|error| {
        if error.is(NOT_FOUND) { anyhow::anyhow!("nobody of the staff has that address") } else { error.into() }
    })?;
    chosen.report("changed");
    Ok(ExitCode::SUCCESS)
}

fn list(loaded: &Loaded) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let people = Reader::open(&folder)?.read_consistently(|read| staff::list_staff(read, None, i64::MAX))?;
    for person in people {
        let state = format!("{:?}", person.status).to_lowercase();
        println!(
            "{:<32} {:<10} {state:<9} {}",
            person.info.email,
            format!("{:?}", person.info.role).to_lowercase(),
            person.info.name
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn address(typed: &str) -> anyhow::Result<Email> {
    Email::parse(typed).with_context(|| format!("«{typed}» is not an e-mail address"))
}

/// A password, and whether it was made up here and so must be shown.
struct Password {
    text: String,
    made_up: bool,
}

impl Password {
    fn choose(loaded: &Loaded, email: &Email, from_stdin: bool) -> anyhow::Result<Self> {
        if !from_stdin {
            // 256 random bits with one character of each kind in front.
            return Ok(Self { text: format!("Kp-8{}", &Secret::generate().expose()[..20]), made_up: true });
        }
        let mut text = String::new();
        std::io::stdin().read_line(&mut text).context("standard input cannot be read")?;
        let text = text.trim_end_matches(['\r', '\n']).to_owned();
        let local = email.as_str().split('@').next().unwrap_or_default();
        if let Err(problem) = password_rules::check(&text, loaded.config.auth.password_policy, &[local], "password") {
            bail!("{}", messages::error(Language::En, problem.code).unwrap_or("the password is too weak"));
        }
        Ok(Self { text, made_up: false })
    }

    fn report(&self, what: &str) {
        println!("{what}.");
        if self.made_up {
            println!("Password: {}", self.text);
        }
    }
}

/// Runs one change beside a server that may be running: SQLite lets writers of two processes take
/// turns.
fn with_store(
    loaded: &Loaded,
    password: &str,
    change: impl FnOnce(&Tx<'_>, String) -> AppResult<()> + Send + 'static,
) -> AppResult<()> {
    let folder = DataDir::create(&loaded.config.data_dir)?;
    let keys = folder.keyring()?;
    let password_hash = passwords::hash_now(&keys, password)?;
    let store = Store::open(&folder, loaded.config.store.synchronous, Clock::system())?;
    let outcome = store.write_blocking(move |tx| change(tx, password_hash));
    runtime()?.block_on(store.close());
    outcome
}
