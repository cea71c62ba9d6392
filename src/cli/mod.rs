//! The command line: one file per command.

mod admin;
mod backup;
mod config;
mod demo;
mod doctor;
mod export_import;
mod healthcheck;
mod mail;
mod openapi;

mod serve;
mod systemd;
mod upgrade;
mod verify;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};
use flate2::read::GzDecoder;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::platform::config::{Config, Flags, LoadedConfig, LogFormat};
use crate::platform::log_buffer::{LogBuffer, LogBufferLayer, RequestSpans};

/// A carbon-points loyalty programme in one file.
#[derive(Parser)]
#[command(name = "kapok", version, about, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    listening: ListenArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The addresses of a server: for `serve`, which may be left out, and `demo`.
#[derive(Args, Clone, Default)]
struct ListenArgs {
    /// IP address and port on which the server accepts connections. Port 0: the system chooses a port, and the log and
    /// the file DATA_DIR/listen show it.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<String>,
    /// Address that members open, such as https://points.example.hk.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Run a trial with people who know about it. Messages without a mail server or an SMS gateway stay on this
    /// machine; the server prints them to this terminal, and owners can read them in the admin.
    #[arg(long)]
    trial: bool,
}

/// Options of every command.
#[derive(Args, Clone)]
struct Options {
    /// Settings file. Default: config.toml in the data folder, else in the working folder, if there is one.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Data folder, in place of the setting data_dir.
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Start the server; `kapok` without a command does the same.
    Serve(ListenArgs),
    /// Start a server with sample data in a scratch folder, and print its sign-ins.
    Demo(demo::DemoArgs),
    /// Manage staff, keys, settings and approvals from the shell.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Check the ledger by a replay, also while the server runs, or check a signed statement; exit code 1 if the check
    /// fails.
    Verify(verify::VerifyArgs),
    /// Write the whole programme into one verified archive, also while the server runs.
    Backup(backup::BackupArgs),
    /// Restore an archive into an empty data folder.
    Restore(backup::RestoreArgs),
    /// Test the upgrade of the database to this version.
    #[command(subcommand)]
    Upgrade(upgrade::UpgradeCommand),
    /// Write the programme to a file for other software: members (without secrets), content and ledger.
    Export(export_import::ExportArgs),
    /// Import an export into an empty programme, completely or not at all.
    Import(export_import::ImportArgs),
    /// Check the installation, and suggest how to fix each problem.
    Doctor(doctor::DoctorArgs),
    /// Print the script of command completion for a shell.
    Completions {
        /// Name of the shell.
        shell: clap_complete::Shell,
    },
    /// Print systemd units.
    #[command(subcommand)]
    Systemd(systemd::SystemdCommand),
    /// Print the licences of all included software.
    Licences,
    /// Check or print the settings.
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Test the sending of e-mail.
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Check whether the running server is ready; exit code 1 if not.
    Healthcheck,
    /// Print the description of the API as JSON.
    #[command(hide = true)]
    Openapi,
    /// Print the version of Kapok and of its database schema.
    Version,
}

/// Runs the command; an error is one sentence on standard error and exit code 1.
pub fn run() -> ExitCode {
    end_with_the_reader();
    let cli = Cli::parse();
    match dispatch(cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kapok: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Exits quietly if the reader of the output, such as `head`, closes the pipe: `println!` would panic and print a
/// message.
fn end_with_the_reader() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let text = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        if text.starts_with("failed printing to stdout") && text.contains("Broken pipe") {
            std::process::exit(0);
        }
        usual(panic);
    }));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn dispatch(cli: Cli) -> anyhow::Result<ExitCode> {
    let before = cli.listening;
    match cli.command.unwrap_or(Command::Serve(ListenArgs::default())) {
        Command::Serve(listening) => serve::run(cli.options.load_for(before.overlaid(listening))?),
        Command::Demo(args) => demo::run(cli.options.load_for(before.overlaid(args.listening.clone()))?, &args),
        Command::Admin(command) => admin::run(&cli.options.load()?, command),
        Command::Verify(args) => match &args.statement {
            Some(file) => verify::check_statement(file, &args),
            None => verify::run(&cli.options.load()?, &args),
        },
        Command::Backup(args) => backup::run(&cli.options.load()?, args),
        Command::Restore(args) => backup::restore(&cli.options.load()?, &args),
        Command::Upgrade(command) => upgrade::run(&cli.options.load()?, &command),
        Command::Export(args) => export_import::export(&cli.options.load()?, &args),
        Command::Import(args) => export_import::import(&cli.options.load()?, &args),
        Command::Doctor(args) => doctor::run(&cli.options, &args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "kapok", &mut script);
            std::io::stdout().write_all(&script)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Systemd(command) => systemd::run(&cli.options, &command),
        Command::Licences => {
            let squeezed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/licences.txt.gz"));
            std::io::copy(&mut GzDecoder::new(squeezed), &mut std::io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Config(command) => config::run(&cli.options, &command),
        Command::Mail(command) => mail::run(&cli.options.load()?, &command),
        Command::Healthcheck => healthcheck::run(&cli.options.load()?),
        Command::Openapi => openapi::run(),
        Command::Version => {
            println!("kapok {} (schema {})", env!("CARGO_PKG_VERSION"), crate::platform::store::schema_version());
            Ok(ExitCode::SUCCESS)
        }
    }
}

impl Options {
    fn flags(&self) -> Flags {
        Flags {
            config: self.config.clone(),
            data_dir: self.data_dir.clone(),
            listen: None,
            public_url: None,
            trial: false,
        }
    }

    /// Reads and checks the settings.
    fn load(&self) -> anyhow::Result<LoadedConfig> {
        self.load_for(ListenArgs::default())
    }

    /// Reads and checks the settings of a command with listen options.
    fn load_for(&self, ListenArgs { listen, public_url, trial }: ListenArgs) -> anyhow::Result<LoadedConfig> {
        let mut environment = crate::platform::systemd::credentials();
        environment.extend(
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
        );
        Config::load(&Flags { listen, public_url, trial, ..self.flags() }, &environment)
    }
}

impl ListenArgs {
    /// Options before the command apply unless given after it.
    fn overlaid(self, after: Self) -> Self {
        Self {
            listen: after.listen.or(self.listen),
            public_url: after.public_url.or(self.public_url),
            trial: after.trial || self.trial,
        }
    }
}

/// Writes log lines to standard error as configured, and keeps the last ones for the admin.
fn start_log(config: &Config) {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log.filter).unwrap_or_default();
    // No colours in files: escape codes would break text search.
    let lines =
        tracing_subscriber::fmt::layer().with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    let kept = LogBufferLayer::new(LogBuffer::of_this_process());
    let log = tracing_subscriber::registry().with(filter).with(kept);
    // Fails only if a log was started already.
    let _ = match config.log.format {
        LogFormat::Text => RequestSpans(log.with(lines)).try_init(),
        LogFormat::Json => RequestSpans(log.with(lines.json())).try_init(),
    };
}

/// The async runtime. More than two threads gain nothing: the writer is the limit.
fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(2).max_blocking_threads(8).enable_all().build()?)
}
