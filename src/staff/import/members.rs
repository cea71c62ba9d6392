//! Import of people from an older scheme, with an e-mail address, a phone number or only a card, and with their
//! points. Existing members stay unchanged.

use std::collections::HashSet;

use super::{CellError, CellFormat, Cells, Columns, CreatedRecord, ImportedList, RowAction};
use crate::base::contact::{Email, HkPhone, Identifier};
use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::points::MAX_POINTS;
use crate::base::problem::AppResult;
use crate::core::members::{self, NewMember, PersonName};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::credit_batches::{self, CreditLine};
use crate::staff::admin::members as register;
use crate::staff::approvals;
use crate::staff::kit::{AuditedStaff, reason};

/// A person to create from a row.
pub(super) struct NewMemberRow {
    member: NewMember,
    /// Points from the older scheme; 0 for none.
    points: i64,
    reason: String,
}

/// A file of people.
#[derive(Default)]
pub(super) struct MemberImport {
    seen: HashSet<Identifier>,
    /// Points of the rows so far.
    total: i64,
    /// Whether points by hand need approval; read once, at the first row with points.
    two_person: Option<bool>,
    /// Points to give once all members exist.
    lines: Vec<CreditLine>,
}

/// Collects the mistakes of a row.
#[derive(Default)]
pub(super) struct RowErrors(Vec<CellError>);

impl RowErrors {
    pub(super) fn note(&mut self, column: &'static str, code: &'static str) {
        self.0.push(CellError::new(column, code));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn refused<P>(self) -> RowAction<P> {
        RowAction::Refuse(self.0)
    }

    /// The parsed cell; `None` for an empty one. Records a mistake if parsing fails.
    fn read<T>(
        &mut self,
        (column, text): (&'static str, &str),
        code: &'static str,
        read: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let found = read(text);
        if found.is_none() && !text.is_empty() {
            self.note(column, code);
        }
        found
    }
}

impl MemberImport {
    fn judge_known(&mut self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<RowAction<NewMemberRow>> {
        let refuse = |column: &str, code| Ok(RowAction::Refuse(vec![CellError::new(column, code)]));
        let found = MemberId::parse(cells.text("_id")).map(|id| members::find(read, id)).transpose()?.flatten();
        let Some(member) = found else { return refuse("_id", "unknown_record") };
        let phone = member.phone.as_ref().map_or("", |phone| phone.digits());
        let email = member.email.as_ref().map_or("", |email| email.as_str());
        let known =
            [("firstName", &*member.first_name), ("lastName", &member.last_name), ("email", email), ("phone", phone)];
        match known.into_iter().find(|(column, text)| cells.get(column).is_some_and(|cell| cell != *text)) {
            Some((column, _)) => refuse(column, "member_kept"),
            None => Ok(RowAction::Leave),
        }
    }

    /// The error code if the e-mail address or phone number is in use, by a member or by an earlier row.
    fn free(
        &mut self,
        read: &Read<'_>,
        identifier: Identifier,
        taken: &'static str,
    ) -> AppResult<Option<&'static str>> {
        if members::find_by_identifier(read, &identifier)?.is_some() {
            return Ok(Some(taken));
        }
        Ok((!self.seen.insert(identifier)).then_some("twice_in_file"))
    }

    /// The points of a row, and their reason.
    fn points(&mut self, read: &Read<'_>, cells: &Cells<'_>, wrong: &mut RowErrors) -> AppResult<(i64, String)> {
        let text = cells.text("points");
        if matches!(text, "" | "0") {
            return Ok((0, String::new()));
        }
        let points = text.parse().ok().filter(|points| (1..=MAX_POINTS).contains(points));
        let total = points.and_then(|points| self.total.checked_add(points)).filter(|total| *total <= MAX_POINTS);
        match total {
            Some(total) => self.total = total,
            None => wrong.note("points", "invalid_amount"),
        }
        let two_person = match self.two_person {
            Some(known) => known,
            None => *self.two_person.insert(approvals::are_needed(read)?),
        };
        if two_person {
            wrong.note("points", "points_need_approval");
        }
        let why = reason("reason", cells.text("reason")).ok().filter(|text| !text.contains(char::is_control));
        if why.is_none() {
            wrong.note("reason", "invalid_reason");
        }
        Ok((points.unwrap_or(0), why.unwrap_or_default()))
    }
}

impl ImportedList for MemberImport {
    type Plan = NewMemberRow;
    const NAME: &'static str = "member";
    const BRINGS_POINTS: bool = true;
    const COLUMNS: Columns = &[&[
        ("_id", CellFormat::Own),
        ("shortId", CellFormat::Told),
        ("lastName", CellFormat::Own),
        ("firstName", CellFormat::Own),
        ("email", CellFormat::Own),
        ("phone", CellFormat::Own),
        ("language", CellFormat::Own),
        ("points", CellFormat::Own),
        ("reason", CellFormat::Own),
        ("status", CellFormat::Told),
        ("created", CellFormat::Told),
    ]];

    fn name(cells: &Cells<'_>) -> String {
        format!("{} {}", cells.text("firstName"), cells.text("lastName")).trim().to_owned()
    }

    fn judge(&mut self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<RowAction<NewMemberRow>> {
        if !cells.text("_id").is_empty() {
            return self.judge_known(read, cells);
        }
        let mut wrong = RowErrors::default();
        let cell = |column: &'static str| (column, cells.text(column));
        let first_name = wrong.read(cell("firstName"), "invalid_value", PersonName::parse);
        let last_name = wrong.read(cell("lastName"), "invalid_value", PersonName::parse);
        let email = wrong.read(cell("email"), "invalid_email", Email::parse);
        let phone = wrong.read(cell("phone"), "invalid_hong_kong_phone", HkPhone::parse_loosely);
        let language = wrong.read(cell("language"), "invalid_value", Language::from_code).unwrap_or_default();
        for column in ["firstName", "lastName"].into_iter().filter(|column| cells.text(column).is_empty()) {
            wrong.note(column, "required_field");
        }
        for (column, identifier, taken) in [
            ("email", email.clone().map(Identifier::Email), "email_in_use"),
            ("phone", phone.clone().map(Identifier::Phone), "phone_in_use"),
        ] {
            let Some(identifier) = identifier else { continue };
            if let Some(code) = self.free(read, identifier, taken)? {
                wrong.note(column, code);
            }
        }
        let (points, reason) = self.points(read, cells, &mut wrong)?;
        let (Some(first_name), Some(last_name), []) = (first_name, last_name, wrong.0.as_slice()) else {
            return Ok(wrong.refused());
        };
        // New members set their own password with a link or code of the password recovery.
        let member =
            NewMember { first_name, last_name, email, phone, password_hash: None, language, referred_by: None };
        Ok(RowAction::Make(NewMemberRow { member, points, reason }))
    }

    fn points(newcomer: &NewMemberRow) -> i64 {
        newcomer.points
    }

    fn carry_out(
        &mut self,
        tx: &Tx<'_>,
        staff: &AuditedStaff,
        line: i64,
        newcomer: NewMemberRow,
    ) -> AppResult<Option<CreatedRecord>> {
        let joined = register::join(tx, staff, &newcomer.member)?;
        let NewMemberRow { points, reason, .. } = newcomer;
        if points > 0 {
            let identifier = joined.short_id.to_string();
            self.lines.push(CreditLine {
                line,
                identifier,
                points: Some(points),
                reason,
                purchase: None,
                mistake: None,
            });
        }
        Ok(Some(CreatedRecord::plain(joined.id)))
    }

    /// The points become one credit batch, which can be undone as a whole.
    fn finish(self, tx: &Tx<'_>, staff: &AuditedStaff, name: &str) -> AppResult<()> {
        if self.lines.is_empty() { Ok(()) } else { credit_batches::give(tx, staff, name, &self.lines).map(drop) }
    }
}
