//! Checklist of the first steps in a new programme. Whether a step is done is derived from the data.

pub mod http;
mod queries;

use std::fs::DirEntry;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::core::settings;
use crate::platform::config::{Config, EmailTransport, SmsTransport};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::AuditedStaff;

/// The checklist has open steps.
pub const CHECKLIST_OPEN: ProblemType = ProblemType::new("checklist_open", 409, "Something is left to do");

/// A step of the checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChecklistStep)]
enum Step {
    /// The name and colours were chosen, or the defaults confirmed.
    Name,
    /// Members see at least one partner.
    Partner,
    /// A partner has an outlet.
    Outlet,
    /// Somebody can sign in at a counter by a PIN.
    Cashier,
    /// A till was opened at an outlet.
    Till,
    /// Members see at least one item that points buy.
    Item,
    /// A campaign runs.
    Campaign,
    /// E-mail is sent to a real server.
    Email,
    /// SMS are sent to a real provider.
    Sms,
    /// A backup exists.
    Backup,
}

/// A line of the checklist.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ChecklistItem)]
struct ChecklistItem {
    step: Step,
    done: bool,
    /// Whether the programme skips this step.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    aside: bool,
}

impl ChecklistItem {
    fn is_settled(&self) -> bool {
        self.done || self.aside
    }
}

impl Step {
    /// The name in the database, for steps that a programme may skip.
    const fn aside_name(self) -> Option<&'static str> {
        match self {
            Step::Outlet => Some("outlet"),
            Step::Cashier => Some("cashier"),
            Step::Till => Some("till"),
            Step::Email => Some("email"),
            Step::Sms => Some("sms"),
            _ => None,
        }
    }
}

/// A step to skip, or to take up again.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AsideRequest {
    /// `email`, `sms`, `outlet`, `cashier` or `till`.
    step: Step,
    aside: bool,
}

/// The steps in their recommended order.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
struct Checklist {
    steps: Vec<ChecklistItem>,
    /// Whether the checklist was dismissed, once every step was done or skipped.
    dismissed: bool,
}

fn checklist(read: &Read<'_>, config: &Config) -> AppResult<Checklist> {
    let (version, _) = settings::latest(read)?;
    let found = queries::what_is_there(read)?;
    let steps = [
        (Step::Name, version > 0),
        (Step::Partner, found.partner),
        (Step::Outlet, found.outlet),
        (Step::Cashier, found.cashier),
        (Step::Till, found.till),
        (Step::Item, found.item),
        (Step::Campaign, found.campaign),
        (Step::Email, config.email.transport != EmailTransport::Outbox),
        (Step::Sms, config.sms.transport != SmsTransport::Outbox),
        (Step::Backup, has_backup(config)),
    ];
    let aside = queries::aside(read)?;
    let is_aside = |step: Step| step.aside_name().is_some_and(|name| aside.iter().any(|one| one == name));
    let steps = steps.map(|(step, done)| ChecklistItem { step, done, aside: is_aside(step) }).to_vec();
    Ok(Checklist { steps, dismissed: queries::is_dismissed(read)? })
}

/// Whether the backup folder has a finished backup. Unfinished ones have another name.
fn has_backup(config: &Config) -> bool {
    let folder = match config.backup.folder.as_str() {
        "" => config.data_dir.join("backups"),
        named => PathBuf::from(named),
    };
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(|one| is_finished(&one))))
}

fn is_finished(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let named = !name.as_encoded_bytes().starts_with(b".") && !name.as_encoded_bytes().ends_with(b".part");
    named && entry.metadata().is_ok_and(|file| file.is_file() && file.len() > 0)
}

/// Skips a step, or takes it up again. Fails with `invalid_value` for a step that cannot be skipped.
fn put_aside(tx: &Tx<'_>, staff: &AuditedStaff, request: AsideRequest) -> AppResult<()> {
    let name = request.step.aside_name().ok_or_else(|| AppError::invalid_field("step", "invalid_value"))?;
    let changed =
        if request.aside { queries::put_aside(tx, name, &staff.actor.name)? } else { queries::take_up(tx, name)? };
    if changed == 0 { Ok(()) } else { staff.note(tx, "checklist.aside", "checklist", None, Some(&request)) }
}

/// Dismisses the checklist for everybody. Fails with [`CHECKLIST_OPEN`] while a step is open.
fn dismiss(tx: &Tx<'_>, staff: &AuditedStaff, config: &Config) -> AppResult<()> {
    let now = checklist(tx, config)?;
    if !now.steps.iter().all(ChecklistItem::is_settled) {
        return Err(CHECKLIST_OPEN.into());
    }
    if now.dismissed {
        return Ok(());
    }
    queries::dismiss(tx, &staff.actor.name)?;
    staff.note::<Checklist>(tx, "checklist.dismiss", "checklist", None, None)
}
