//! Import of lists from CSV files. A dry run shows the result of each row; the import writes all rows or none. A list's
//! own CSV export can be imported again without a change.

mod announcements;
mod columns;
mod content;
mod http;
mod members;
mod outlets;
mod records;
mod staff_accounts;
mod undo;
mod webhooks;

use std::fmt::Display;

use serde::Serialize;

pub(super) use self::columns::{CellFormat, Cells, Columns, File};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppError, AppResult, FieldProblem, ProblemType, Refusal};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::content::RATES_NEED_OPERATOR;
use crate::staff::kit::AuditedStaff;

pub use http::routes;

/// Rows of the file have mistakes; the dry run names them.
pub const FILE_REFUSED: ProblemType = ProblemType::new("file_refused", 422, "Rows with mistakes");

/// Maximum number of mistakes that an error names.
const MOST_NAMED: usize = 100;

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LoadFate)]
pub(super) enum ImportOutcome {
    /// The row creates a record.
    New,
    /// The row changes a record.
    Updated,
    /// The record already equals the row.
    Unchanged,
    /// The row has mistakes.
    Refused,
}

/// A cell with a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = LoadMistake)]
pub(super) struct CellError {
    /// The heading of the column; empty for the row as a whole.
    pub column: String,
    /// The error code.
    pub code: &'static str,
    /// The error in the client's language.
    pub message: String,
}

impl CellError {
    pub(super) fn new(column: impl Into<String>, code: &'static str) -> Self {
        Self { column: column.into(), code, message: String::new() }
    }
}

/// A row and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = LoadRow)]
pub(super) struct ImportRowState {
    /// The row's number in the file, counted from 1.
    pub line: i64,
    /// The record's display name.
    pub name: String,
    pub fate: ImportOutcome,
    /// The mistakes of a refused row.
    pub mistakes: Vec<CellError>,
}

/// The result of an import or of a dry run.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = LoadAnswer)]
pub(super) struct ImportSummary {
    /// Number of created records.
    new: i64,
    /// Number of changed records.
    updated: i64,
    /// Number of unchanged records.
    unchanged: i64,
    /// Number of rows with mistakes; if there is one, nothing is written.
    refused: i64,
    /// Points that the new records bring, for lists whose records have points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
    /// The result of each row, in a dry run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<ImportRowState>,
    /// The ids of the created records.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    made: Vec<String>,
    /// Secrets of the created records, shown once: a replay of this response leaves them out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    secrets: Vec<ImportedSecret>,
}

/// A secret of a created record, which only the importing person sees.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LoadSecret)]
pub(super) struct ImportedSecret {
    /// The row's number in the file, counted from 1.
    line: i64,
    /// The record's display name.
    name: String,
    /// For example the link of an invitation.
    secret: String,
}

/// A record that an import created.
pub(super) struct CreatedRecord {
    id: String,
    secret: Option<String>,
}

impl CreatedRecord {
    fn plain(id: impl Display) -> Self {
        Self { id: id.to_string(), secret: None }
    }

    fn with_secret(id: impl Display, secret: String) -> Self {
        Self { id: id.to_string(), secret: Some(secret) }
    }
}

impl ImportSummary {
    /// Fills in the messages of the mistakes in a language.
    fn worded(mut self, language: Language) -> Self {
        for mistake in self.rows.iter_mut().flat_map(|row| &mut row.mistakes) {
            mistake.message = messages::error(language, mistake.code).unwrap_or(mistake.code).to_owned();
        }
        self
    }
}

/// The action for a row.
pub(super) enum RowAction<P> {
    Make(P),
    Change(P),
    Leave,
    Refuse(Vec<CellError>),
}

impl<P> RowAction<P> {
    /// Turns a refusal into mistakes of the row; an internal error stays an error.
    pub(super) fn refused_by(error: AppError) -> AppResult<Self> {
        let AppError::Refused(refusal) = error else { return Err(error) };
        let named = refusal.fields.iter().map(|field| CellError::new(field.field.clone(), field.code));
        let mistakes: Vec<CellError> = named.collect();
        let whole = || vec![CellError::new("", refusal.problem.code)];
        Ok(RowAction::Refuse(if mistakes.is_empty() { whole() } else { mistakes }))
    }

    fn fate(&self) -> ImportOutcome {
        match self {
            RowAction::Make(_) => ImportOutcome::New,
            RowAction::Change(_) => ImportOutcome::Updated,
            RowAction::Leave => ImportOutcome::Unchanged,
            RowAction::Refuse(_) => ImportOutcome::Refused,
        }
    }
}

/// Line numbers with the action for each row.
type RowActions<P> = Vec<(i64, RowAction<P>)>;

/// A list that files can be imported into. The rows of one file are checked in their order.
pub(super) trait ImportedList: Send + 'static {
    /// The change that an accepted row makes.
    type Plan;
    /// The name of the list in the audit.
    const NAME: &'static str;
    /// The columns that its file may have.
    const COLUMNS: Columns;

    /// Whether a new record brings points.
    const BRINGS_POINTS: bool = false;

    /// The display name of a row.
    fn name(cells: &Cells<'_>) -> String;
    /// Checks a row, with knowledge of the rows before it.
    fn judge(&mut self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<RowAction<Self::Plan>>;
    /// Points that a new record brings.
    fn points(_: &Self::Plan) -> i64 {
        0
    }
    /// Carries out the change; returns the record if it creates one.
    fn carry_out(
        &mut self,
        tx: &Tx<'_>,
        staff: &AuditedStaff,
        line: i64,
        plan: Self::Plan,
    ) -> AppResult<Option<CreatedRecord>>;
    /// Completes the import after the last row.
    fn finish(self, _: &Tx<'_>, _: &AuditedStaff, _: &str) -> AppResult<()>
    where
        Self: Sized,
    {
        Ok(())
    }
}

/// The result of each row, and the action for it.
fn judge<L: ImportedList>(
    read: &Read<'_>,
    list: &mut L,
    file: &File,
) -> AppResult<(ImportSummary, RowActions<L::Plan>)> {
    let (mut loaded, mut actions) = (ImportSummary::default(), Vec::new());
    for row in file.rows() {
        let (line, name) = (row.line(), row.cells().map(|cells| L::name(&cells)).unwrap_or_default());
        let action = match row.cells() {
            Ok(cells) => list.judge(read, &cells)?,
            Err(mistake) => RowAction::Refuse(vec![mistake]),
        };
        let (fate, mistakes) = (action.fate(), if let RowAction::Refuse(all) = &action { all.clone() } else { vec![] });
        if let (true, RowAction::Make(plan)) = (L::BRINGS_POINTS, &action) {
            // The check of the rows has made sure that their sum is a valid number of points.
            loaded.points = Some(loaded.points.unwrap_or(0).saturating_add(L::points(plan)));
        }
        match fate {
            ImportOutcome::New => loaded.new += 1,
            ImportOutcome::Updated => loaded.updated += 1,
            ImportOutcome::Unchanged => loaded.unchanged += 1,
            ImportOutcome::Refused => loaded.refused += 1,
        }
        loaded.rows.push(ImportRowState { line, name, fate, mistakes });
        actions.push((line, action));
    }
    Ok((loaded, actions))
}

/// Returns the result of each row; nothing is written.
fn survey<L: ImportedList>(read: &Read<'_>, mut list: L, file: &File) -> AppResult<ImportSummary> {
    Ok(judge(read, &mut list, file)?.0)
}

fn refuse_mistakes(loaded: &ImportSummary) -> AppResult<()> {
    if loaded.refused == 0 {
        return Ok(());
    }
    let each = loaded.rows.iter().flat_map(|row| row.mistakes.iter().map(move |mistake| (row.line, mistake)));
    let named = each.map(|(line, CellError { column, code, .. })| {
        let place = format!("line {line} {column}");
        FieldProblem::new(place, code)
    });
    let fields: Vec<FieldProblem> = named.take(MOST_NAMED).collect();
    let forbidden = fields.iter().any(|field| field.code == RATES_NEED_OPERATOR.code);
    let problem = if forbidden { RATES_NEED_OPERATOR } else { FILE_REFUSED };
    Err(AppError::Refused(Box::new(Refusal { problem, fields, retry_after_s: None })))
}

/// Writes every row or none; returns the secrets apart from the storable result. Audits the file in addition to each
/// change. Fails with [`FILE_REFUSED`], naming each row with a mistake, or with [`RATES_NEED_OPERATOR`] where this
/// person may not write a row.
fn load<L: ImportedList>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    mut list: L,
    file: &File,
    name: &str,
) -> AppResult<(ImportSummary, Vec<ImportedSecret>)> {
    let (mut loaded, actions) = judge(tx, &mut list, file)?;
    refuse_mistakes(&loaded)?;
    for ((line, action), row) in actions.into_iter().zip(std::mem::take(&mut loaded.rows)) {
        let (RowAction::Make(plan) | RowAction::Change(plan)) = action else { continue };
        let Some(CreatedRecord { id, secret }) = list.carry_out(tx, staff, line, plan)? else { continue };
        loaded.made.push(id);
        loaded.secrets.extend(secret.map(|secret| ImportedSecret { line, name: row.name, secret }));
    }
    list.finish(tx, staff, name)?;
    let ImportSummary { new, updated, unchanged, .. } = loaded;
    let note = serde_json::json!({ "file": name, "new": new, "updated": updated, "unchanged": unchanged });
    staff.note(tx, format!("{}.load", L::NAME), name, None, Some(&note))?;
    let secrets = std::mem::take(&mut loaded.secrets);
    Ok((loaded, secrets))
}
