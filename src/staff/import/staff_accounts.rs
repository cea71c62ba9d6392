//! Import of staff: each row is an invitation, with the same checks as the form. Existing staff stay unchanged.

use std::collections::HashSet;

use super::columns::ID;
use super::content::partner_of;
use super::members::RowErrors;
use super::undo::{UndoState, UndoableImport};
use super::{CellError, CellFormat, Cells, Columns, CreatedRecord, ImportedList, RowAction};
use crate::auth::Role;
use crate::auth::staff::{
    self, ALREADY_ACCEPTED, Invitation, PARTNER_REQUIRED, StaffLinkContext, StaffStatus, check_name,
};
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::problem::AppResult;
use crate::core::members::EMAIL_IN_USE;
use crate::platform::store::{Read, Tx};
use crate::staff::admin::staff as accounts;
use crate::staff::approvals;
use crate::staff::kit::AuditedStaff;

/// A file of colleagues to invite.
pub(super) struct StaffImport {
    letterhead: StaffLinkContext,
    seen: HashSet<String>,
    /// Whether an invitation needs approval; read once, at the first row.
    two_person: Option<bool>,
}

impl StaffImport {
    pub(super) fn invited_on(letterhead: StaffLinkContext) -> Self {
        Self { letterhead, seen: HashSet::new(), two_person: None }
    }

    fn judge_known(&self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<RowAction<Invitation>> {
        let refuse = |column: &str, code| Ok(RowAction::Refuse(vec![CellError::new(column, code)]));
        let found = StaffId::parse(cells.text("_id")).map(|id| staff::find_staff(read, id)).transpose()?.flatten();
        let Some(person) = found.map(|person| person.info) else { return refuse("_id", "unknown_record") };
        let partner = person.partner_id.map(|id| id.to_string()).unwrap_or_default();
        let known = [
            ("name", person.name.as_str()),
            ("email", &person.email),
            ("role", person.role.name()),
            ("partner", &partner),
        ];
        match known.into_iter().find(|(column, text)| cells.get(column).is_some_and(|cell| cell != *text)) {
            Some((column, _)) => refuse(column, "colleague_kept"),
            None => Ok(RowAction::Leave),
        }
    }

    /// The partner of a merchant, by id or English name; other roles have no partner.
    fn partner(
        read: &Read<'_>,
        cells: &Cells<'_>,
        role: Option<Role>,
        wrong: &mut RowErrors,
    ) -> AppResult<Option<PartnerId>> {
        let mut field = serde_json::Value::Null;
        if let Err(mistake) = partner_of(read, cells, "partner", &mut field)? {
            wrong.note("partner", mistake.code);
            return Ok(None);
        }
        let partner: Option<PartnerId> = serde_json::from_value(field)?;
        if role.is_some_and(|role| (role == Role::Merchant) != partner.is_some()) {
            wrong.note("partner", PARTNER_REQUIRED.code);
        }
        Ok(partner)
    }
}

impl ImportedList for StaffImport {
    type Plan = Invitation;
    const NAME: &'static str = "staff";
    const COLUMNS: Columns = &[
        ID,
        &[
            ("name", CellFormat::Own),
            ("email", CellFormat::Own),
            ("role", CellFormat::Own),
            ("partner", CellFormat::Own),
        ],
        &[
            ("status", CellFormat::Told),
            ("secondFactor", CellFormat::Told),
            ("created", CellFormat::Told),
            ("lastSignIn", CellFormat::Told),
        ],
    ];

    fn name(cells: &Cells<'_>) -> String {
        let said = [cells.text("name"), cells.text("email")];
        said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
    }

    fn judge(&mut self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<RowAction<Invitation>> {
        if !cells.text("_id").is_empty() {
            return self.judge_known(read, cells);
        }
        let mut wrong = RowErrors::default();
        let two_person = match self.two_person {
            Some(known) => known,
            None => *self.two_person.insert(approvals::are_needed(read)? && !staff::is_alone(read)?),
        };
        if two_person {
            wrong.note("", "invitations_need_approval");
        }
        let name = check_name(cells.text("name"));
        if let Err(problem) = &name {
            wrong.note("name", problem.code);
        }
        let email = Email::parse(cells.text("email"));
        match &email {
            None => wrong.note("email", "invalid_email"),
            Some(email) if staff::find_staff_by_email(read, email)?.is_some() => wrong.note("email", EMAIL_IN_USE.code),
            Some(email) if !self.seen.insert(email.as_str().to_owned()) => wrong.note("email", "twice_in_file"),
            Some(_) => {}
        }
        let role = Role::from_name(cells.text("role"));
        if role.is_none() {
            wrong.note("role", "unknown_role");
        }
        let partner = Self::partner(read, cells, role, &mut wrong)?;
        match (name, email, role) {
            (Ok(name), Some(email), Some(role)) if wrong.is_empty() => {
                Ok(RowAction::Make(Invitation { name, email, role, partner }))
            }
            _ => Ok(wrong.refused()),
        }
    }

    fn carry_out(
        &mut self,
        tx: &Tx<'_>,
        staff: &AuditedStaff,
        _: i64,
        person: Invitation,
    ) -> AppResult<Option<CreatedRecord>> {
        let (made, invitation) = accounts::invite(tx, staff, &self.letterhead, &person)?;
        Ok(Some(CreatedRecord { id: made.info.id.to_string(), secret: accounts::shown(tx, invitation)?.link }))
    }
}

/// Withdraws invitations that are not accepted yet; accepted ones stay and are named.
impl UndoableImport for StaffImport {
    const WHOLE: bool = false;

    fn trace(&self, read: &Read<'_>, id: &str) -> AppResult<UndoState> {
        let found = StaffId::parse(id).map(|id| staff::find_staff(read, id)).transpose()?.flatten();
        Ok(match found.map(|person| person.status) {
            None => UndoState::Gone,
            Some(StaffStatus::Invited) => UndoState::Untouched,
            Some(_) => UndoState::Held(ALREADY_ACCEPTED.code),
        })
    }

    fn take_back(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: &str) -> AppResult<()> {
        StaffId::parse(id).map_or(Ok(()), |id| accounts::remove(tx, staff, id))
    }
}
