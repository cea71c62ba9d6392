//! What is left to do in a programme's first minutes. It ticks itself: each step is read from what
//! is there.

pub(super) mod http;
mod queries;

use std::path::PathBuf;

use serde::Serialize;

use super::Hand;
use crate::base::problem::{AppResult, ProblemType};
use crate::config::{Config, EmailTransport, SmsTransport};
use crate::settings;
use crate::store::{Read, Tx};

/// Something is left to do.
pub const CHECKLIST_OPEN: ProblemType = ProblemType::new("checklist_open", 409, "Something is left to do");

/// Something to do in a programme's first minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChecklistStep)]
enum Step {
    /// Name and colours were chosen, or looked at and kept.
    Name,
    /// There is a partner.
    Partner,
    /// There is something that points buy.
    Item,
    /// There is a campaign.
    Campaign,
    /// E-mail leaves the house.
    Email,
    /// SMS leave the house.
    Sms,
    /// There is a backup.
    Backup,
}

/// One line of the checklist.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ChecklistItem)]
struct Item {
    step: Step,
    done: bool,
}

/// The steps in the order in which one takes them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
struct Checklist {
    steps: Vec<Item>,
    /// Whether somebody put it away, once everything was done.
    dismissed: bool,
}

fn checklist(read: &Read<'_>, config: &Config) -> AppResult<Checklist> {
    let (version, _) = settings::latest(read)?;
    let found = queries::what_is_there(read)?;
    let steps = [
        (Step::Name, version > 0),
        (Step::Partner, found.partner),
        (Step::Item, found.item),
        (Step::Campaign, found.campaign),
        (Step::Email, config.email.transport != EmailTransport::Outbox),
        (Step::Sms, config.sms.transport != SmsTransport::Outbox),
        (Step::Backup, has_backup(config)),
    ];
    let steps = steps.map(|(step, done)| Item { step, done }).to_vec();
    Ok(Checklist { steps, dismissed: queries::is_dismissed(read)? })
}

/// Whether anything lies where backups lie.
fn has_backup(config: &Config) -> bool {
    let folder = match config.backup.folder.as_str() {
        "" => config.data_dir.join("backups"),
        named => PathBuf::from(named),
    };
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// Puts the checklist away for everybody. Fails with [`CHECKLIST_OPEN`] while something is left.
fn dismiss(tx: &Tx<'_>, hand: &Hand, config: &Config) -> AppResult<()> {
    let now = checklist(tx, config)?;
    if now.steps.iter().any(|item| !item.done) {
        return Err(CHECKLIST_OPEN.into());
    }
    if now.dismissed {
        return Ok(());
    }
    queries::dismiss(tx, &hand.actor.name)?;
    hand.note::<Checklist>(tx, "checklist.dismiss", "checklist", None, None)
}
