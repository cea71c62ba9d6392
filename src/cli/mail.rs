//! `kapok mail test`.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;

use super::runtime;
use crate::base::clock::Clock;
use crate::base::contact::Email;
use crate::base::language::Language;
use crate::platform::config::{EmailTransport, LoadedConfig};
use crate::platform::delivery::SmtpDialogue;

#[derive(Subcommand)]
pub(super) enum MailCommand {
    /// Send a test message and print the dialogue with the mail server, without secrets.
    Test {
        /// E-mail address of the recipient.
        #[arg(long, value_name = "ADDRESS")]
        to: String,
        /// Language of the message: en, zh or zhhk.
        #[arg(long, value_name = "CODE", default_value = "en")]
        language: String,
    },
}

pub(super) fn run(loaded: &LoadedConfig, command: &MailCommand) -> anyhow::Result<ExitCode> {
    let MailCommand::Test { to, language } = command;
    let to = Email::parse(to).with_context(|| format!("«{to}» is not an e-mail address"))?;
    let language = Language::from_code(language).with_context(|| format!("«{language}» is not en, zh or zhhk"))?;
    let config = &loaded.config;
    if config.email.transport == EmailTransport::Outbox {
        bail!("email.transport is outbox: messages go to files, not to a mail server; set it to \"smtp\"");
    }
    let dialogue = SmtpDialogue::new(&config.email, &config.public_url)?;
    let mut tell = |step: String| println!("  {step}");
    runtime()?.block_on(dialogue.send_test(&to, language, Clock::system().now(), &mut tell))?;
    println!("Sent. Look for it in the inbox, and in the spam folder.");
    Ok(ExitCode::SUCCESS)
}
