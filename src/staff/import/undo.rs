//! Undo of an import: all created records are removed together, unless one was changed or is in use.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::columns::MOST_ROWS;
use super::records::{ContentImport, ImportedKind};
use super::{AuditedStaff, ImportedList, MOST_NAMED};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppError, AppResult, FieldProblem, ProblemType, Refusal};
use crate::platform::store::{Read, Tx};

/// Created records were changed since, or are in use; nothing is removed.
pub const NOT_AS_LOADED: ProblemType = ProblemType::new("not_as_loaded", 409, "Not as loaded");

/// The version of a record that was not changed since its creation.
const FIRST_VERSION: i64 = 1;

/// The records that an import created, as its response named them.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LoadUndoRequest)]
pub(super) struct UndoRequest {
    /// The ids, 1 to 10,000 of them.
    pub ids: Vec<String>,
}

/// The result of an undo.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = LoadUndone)]
pub(super) struct ImportUndo {
    /// Number of removed records; records removed earlier do not count.
    removed: i64,
    /// Records that stay, with the reason for each, where the others may be removed without them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stay: Vec<KeptRecord>,
}

/// A record that stays.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LoadStay)]
struct KeptRecord {
    #[serde(rename = "_id")]
    id: String,
    /// The error code.
    code: &'static str,
    /// The error in the client's language.
    message: String,
}

impl ImportUndo {
    /// Fills in the messages in a language.
    pub(super) fn worded(mut self, language: Language) -> Self {
        for one in &mut self.stay {
            one.message = messages::error(language, one.code).unwrap_or(one.code).to_owned();
        }
        self
    }
}

/// The state of a record that an import created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UndoState {
    /// The record no longer exists.
    Gone,
    /// The record is unchanged since the import.
    Untouched,
    /// The record stays, for this reason.
    Held(&'static str),
}

/// A list whose imports can be undone.
pub(super) trait UndoableImport: ImportedList {
    /// Whether all records are removed or none.
    const WHOLE: bool = true;

    /// Returns the state of a record.
    fn trace(&self, read: &Read<'_>, id: &str) -> AppResult<UndoState>;
    /// Removes a record by the usual rules.
    fn take_back(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: &str) -> AppResult<()>;
}

impl<K: ImportedKind> UndoableImport for ContentImport<K> {
    fn trace(&self, read: &Read<'_>, id: &str) -> AppResult<UndoState> {
        let Some((id, record)) = self.kept.find(read, id)? else { return Ok(UndoState::Gone) };
        if K::version(&record) != FIRST_VERSION {
            return Ok(UndoState::Held("changed_since"));
        }
        Ok(self.kept.held(read, id)?.map_or(UndoState::Untouched, UndoState::Held))
    }

    fn take_back(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: &str) -> AppResult<()> {
        match self.kept.find(tx, id)? {
            Some((id, _)) => self.kept.remove(tx, staff, id),
            None => Ok(()),
        }
    }
}

/// Removes the records that an import created, and audits the undo in addition to each removal. Where
/// [`UndoableImport::WHOLE`], fails with [`NOT_AS_LOADED`] if any record must stay, naming each with its reason; then
/// nothing is removed.
pub(super) fn undo<L: UndoableImport>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    list: &L,
    ids: &[String],
) -> AppResult<ImportUndo> {
    if ids.is_empty() || ids.len() > MOST_ROWS {
        return Err(AppError::invalid_field("ids", "invalid_value"));
    }
    let (mut untouched, mut held) = (Vec::new(), Vec::new());
    for id in ids.iter().collect::<BTreeSet<_>>() {
        match list.trace(tx, id)? {
            UndoState::Gone => {}
            UndoState::Untouched => untouched.push(id),
            UndoState::Held(why) => held.push((id, why)),
        }
    }
    if L::WHOLE && !held.is_empty() {
        let fields = held.into_iter().take(MOST_NAMED).map(|(id, why)| FieldProblem::new(id.clone(), why)).collect();
        return Err(AppError::Refused(Box::new(Refusal { problem: NOT_AS_LOADED, fields, retry_after_s: None })));
    }
    for id in &untouched {
        list.take_back(tx, staff, id)?;
    }
    let stays = |(id, code): (&String, _)| KeptRecord { id: id.clone(), code, message: String::new() };
    let stay = held.into_iter().map(stays).collect();
    let undone = ImportUndo { removed: untouched.len() as i64, stay };
    if undone.removed > 0 {
        staff.note(tx, format!("{}.load_undo", L::NAME), "list", None, Some(&undone))?;
    }
    Ok(undone)
}
