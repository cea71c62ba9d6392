//! `kapok admin create`, `list` and the other staff commands.

use std::fs;
use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::{in_words, note, with_store};
use crate::auth::staff::{self, Invitation, NewStaff, StaffChange, StaffLinkContext, StaffRecord};
use crate::auth::{Role, password_rules, passwords, second_factor, staff_sessions};
use crate::base::contact::Email;
use crate::base::content::Audience;
use crate::base::id::PartnerId;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::secret::Secret;
use crate::member::claims;
use crate::member::partners::{self, PartnerRecord};
use crate::platform::config::LoadedConfig;
use crate::platform::store::{DataDir, Read, Reader};

/// Most partners that one error names.
const MOST_TOLD: usize = 20;

impl ValueEnum for Role {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// A new staff member's data from the command line.
#[derive(Args)]
pub(in crate::cli) struct NewStaffArgs {
    /// E-mail address with which the staff member signs in.
    #[arg(long)]
    email: String,
    /// Name of the staff member, as shown in the audit.
    #[arg(long)]
    name: String,
    /// Role of the staff member.
    #[arg(long, value_enum, default_value_t = Role::Owner)]
    role: Role,
    /// Partner of a staff member with the role merchant, by name or id.
    #[arg(long, value_name = "PARTNER")]
    partner: Option<String>,
}

impl NewStaffArgs {
    /// The partner of a merchant. Fails for a merchant without one, for other roles with one, and for a partner that
    /// is not found.
    fn partner(&self, loaded: &LoadedConfig) -> anyhow::Result<Option<PartnerId>> {
        let is_merchant = self.role == Role::Merchant;
        match &self.partner {
            None if is_merchant => bail!("--role merchant needs --partner with the name or the id of a partner"),
            Some(_) if !is_merchant => bail!("--partner is for --role merchant alone"),
            None => Ok(None),
            Some(typed) => {
                let folder = DataDir::existing(&loaded.config.data_dir)?;
                let all = Reader::open(&folder)?
                    .read_consistently(|read| partners::list(read, Audience::Staff, None, i64::MAX))?;
                partner_among(&all, typed.trim()).map(Some)
            }
        }
    }
}

/// Finds a partner by its id or by its name in any language, ignoring case.
fn partner_among(all: &[PartnerRecord], typed: &str) -> anyhow::Result<PartnerId> {
    let wanted = typed.to_lowercase();
    let is_called =
        |partner: &PartnerRecord| Language::ALL.iter().any(|at| partner.input.name.get(*at).to_lowercase() == wanted);
    let is_wanted = |partner: &&PartnerRecord| partner.id.to_string() == wanted || is_called(partner);
    let found: Vec<&PartnerRecord> = all.iter().filter(is_wanted).collect();
    let told = |partners: &mut dyn Iterator<Item = &PartnerRecord>| -> String {
        partners.take(MOST_TOLD).map(|partner| format!("\n  {} {}", partner.id, partner.input.name.en)).collect()
    };
    match found.as_slice() {
        [one] => Ok(one.id),
        [] if all.is_empty() => bail!("the programme has no partner yet: add one in the console first"),
        [] => bail!("no partner has the name or the id «{typed}». Partners are:{}", told(&mut all.iter())),
        several => {
            bail!("several partners are called «{typed}»; give the id of one:{}", told(&mut several.iter().copied()))
        }
    }
}

pub(super) fn create(loaded: &LoadedConfig, person: &NewStaffArgs, password_stdin: bool) -> anyhow::Result<ExitCode> {
    let (email, name) = (address(&person.email)?, person_name(&person.name)?);
    let (role, partner) = (person.role, person.partner(loaded)?);
    let chosen = Password::choose(loaded, &email, password_stdin)?;
    let text = chosen.text.clone();
    with_store(loaded, move |tx, keys| {
        let password_hash = passwords::hash_now(keys, &text)?;
        let person = NewStaff { name, email: email.clone(), password_hash, role, partner };
        note(tx, keys, "staff.create", staff::create_staff(tx, &person)?)
    })
    .map_err(in_words)?;
    chosen.report("made");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn reset_password(loaded: &LoadedConfig, email: &str, password_stdin: bool) -> anyhow::Result<ExitCode> {
    let email = address(email)?;
    DataDir::existing(&loaded.config.data_dir)?;
    let chosen = Password::choose(loaded, &email, password_stdin)?;
    let text = chosen.text.clone();
    with_store(loaded, move |tx, keys| {
        let person = known(tx, &email)?;
        staff::reset_staff_password(tx, &email, &passwords::hash_now(keys, &text)?)?;
        note(tx, keys, "staff.reset_password", person.info.id)
    })
    .map_err(in_words)?;
    chosen.report("changed");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn invite(loaded: &LoadedConfig, person: &NewStaffArgs) -> anyhow::Result<ExitCode> {
    let (email, name) = (address(&person.email)?, person_name(&person.name)?);
    let (role, partner) = (person.role, person.partner(loaded)?);
    let console_url = Some(loaded.config.console_url()).filter(|address| !address.is_empty());
    let console_url = console_url.unwrap_or_else(|| format!("http://localhost:{}", port_in_use(loaded)));
    let letterhead = StaffLinkContext { console_url, language: Language::En };
    let link = with_store(loaded, move |tx, keys| {
        let person = Invitation { name, email, role, partner };
        let (id, link) = staff::invite(tx, &letterhead, &person)?;
        note(tx, keys, "staff.invite", id)?;
        Ok(link)
    })
    .map_err(in_words)?;
    println!("Invited. The link works once, until {}:\n\n  {}", link.expires, link.link.unwrap_or_default());
    Ok(ExitCode::SUCCESS)
}

/// The port of the running server, from its listen file; else the port of the settings.
fn port_in_use(loaded: &LoadedConfig) -> u16 {
    let mark = DataDir::existing(&loaded.config.data_dir).map(|folder| fs::read_to_string(folder.listen_mark()));
    let running = mark.ok().and_then(Result::ok).and_then(|address| address.trim().parse::<SocketAddr>().ok());
    running.unwrap_or(loaded.config.listen).port()
}

pub(super) fn set_suspended(loaded: &LoadedConfig, email: &str, suspended: bool) -> anyhow::Result<ExitCode> {
    let email = address(email)?;
    DataDir::existing(&loaded.config.data_dir)?;
    with_store(loaded, move |tx, keys| {
        let info = known(tx, &email)?.info;
        let change = StaffChange { name: info.name, role: info.role, partner: info.partner_id, suspended };
        staff::update_staff(tx, info.id, &change)?;
        if suspended {
            for claim in claims::assigned_to(tx, info.id)? {
                claims::assign(tx, claim, None)?;
                note(tx, keys, "claim.assign", claim)?;
            }
        }
        note(tx, keys, if suspended { "staff.disable" } else { "staff.enable" }, info.id)
    })
    .map_err(in_words)?;
    println!("{}.", if suspended { "disabled" } else { "enabled" });
    Ok(ExitCode::SUCCESS)
}

pub(super) fn remove_second_factor(loaded: &LoadedConfig, email: &str) -> anyhow::Result<ExitCode> {
    let email = address(email)?;
    DataDir::existing(&loaded.config.data_dir)?;
    with_store(loaded, move |tx, keys| {
        let id = known(tx, &email)?.info.id;
        second_factor::remove_all(tx, id)?;
        staff_sessions::end_all(tx, id)?;
        note(tx, keys, "staff.remove_second_factor", id)
    })
    .map_err(in_words)?;
    println!("removed.");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn known(read: &Read<'_>, email: &Email) -> AppResult<StaffRecord> {
    Ok(staff::find_staff_by_email(read, email)?.ok_or(NOT_FOUND)?)
}

fn person_name(typed: &str) -> anyhow::Result<String> {
    staff::check_name(typed)
        .map_err(|_| anyhow::anyhow!("--name must be 1 to 100 characters without control characters"))
}

pub(super) fn list(loaded: &LoadedConfig, json: bool) -> anyhow::Result<ExitCode> {
    let folder = DataDir::existing(&loaded.config.data_dir)?;
    let people = Reader::open(&folder)?.read_consistently(|read| staff::list_staff(read, None, i64::MAX))?;
    let word = |shown: &dyn std::fmt::Debug| format!("{shown:?}").to_lowercase();
    if json {
        let told = people.iter().map(|person| {
            serde_json::json!({ "_id": person.info.id, "name": person.info.name, "email": person.info.email,
                "role": word(&person.info.role), "status": word(&person.status) })
        });
        println!("{}", serde_json::to_string_pretty(&told.collect::<Vec<_>>())?);
        return Ok(ExitCode::SUCCESS);
    }
    for person in people {
        let state = word(&person.status);
        println!(
            "{:<32} {:<10} {state:<9} {}",
            person.info.email,
            format!("{:?}", person.info.role).to_lowercase(),
            person.info.name
        );
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn address(typed: &str) -> anyhow::Result<Email> {
    Email::parse(typed).with_context(|| format!("«{typed}» is not an e-mail address"))
}

/// A password, and whether it was generated here and so must be printed.
struct Password {
    text: String,
    made_up: bool,
}

impl Password {
    fn choose(loaded: &LoadedConfig, email: &Email, from_stdin: bool) -> anyhow::Result<Self> {
        if !from_stdin {
            // 120 random bits, with one character of each kind in front.
            return Ok(Self { text: format!("Kp-8{}", &Secret::generate().expose()[..20]), made_up: true });
        }
        let mut text = String::new();
        std::io::stdin().read_line(&mut text).context("standard input cannot be read")?;
        let text = text.trim_end_matches(['\r', '\n']).to_owned();
        let local = email.as_str().split('@').next().unwrap_or_default();
        if let Some(part) = password_rules::personal_part(&text, &[local]) {
            bail!("the password holds «{part}», which others know: leave out the e-mail name and the product's name");
        }
        if let Err(problem) =
            password_rules::check_for_staff(&text, loaded.config.staff_password_policy(), &[local], "password")
        {
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
