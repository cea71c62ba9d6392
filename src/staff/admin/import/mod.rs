//! Import of lists from CSV files: first the result of each row, then all rows or none. A list's own CSV export can
//! be imported again without a change.

mod announcements;
mod colleagues;
mod columns;
mod contents;
mod hooks;
pub(super) mod http;
mod people;
mod places;
mod records;
mod undo;

use std::fmt::Display;

use serde::Serialize;

pub(super) use self::columns::{Cells, Columns, File, Form};
use super::Hand;
use super::content::RATES_NEED_OPERATOR;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppError, AppResult, FieldProblem, ProblemType, Refusal};
use crate::platform::store::{Read, Tx};

/// Rows of the file have mistakes; the dry run names them.
pub const FILE_REFUSED: ProblemType = ProblemType::new("file_refused", 422, "Rows with mistakes");

/// Maximum number of mistakes that an error names.
const MOST_NAMED: usize = 100;

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LoadFate)]
pub(super) enum Fate {
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
pub(super) struct Mistake {
    /// The heading of the column; empty for the row as a whole.
    pub column: String,
    /// The error code.
    pub code: &'static str,
    /// The error in the client's language.
    pub message: String,
}

impl Mistake {
    pub(super) fn new(column: impl Into<String>, code: &'static str) -> Self {
        Self { column: column.into(), code, message: String::new() }
    }
}

/// A row and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = LoadRow)]
pub(super) struct RowFate {
    /// The row's number in the file, counted from 1.
    pub line: i64,
    /// The record's display name.
    pub name: String,
    pub fate: Fate,
    /// The mistakes of a refused row.
    pub mistakes: Vec<Mistake>,
}

/// The result of an import or of a dry run.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = LoadAnswer)]
pub(super) struct Loaded {
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
    rows: Vec<RowFate>,
    /// The ids of the created records.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    made: Vec<String>,
    /// Secrets of the created records, shown once: a replay of this response leaves them out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    secrets: Vec<Secret>,
}

/// A secret of a created record, which only the importing person sees.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LoadSecret)]
pub(super) struct Secret {
    /// The row's number in the file, counted from 1.
    line: i64,
    /// The record's display name.
    name: String,
    /// For example the link of an invitation.
    secret: String,
}

/// A record that an import created.
pub(super) struct Made {
    id: String,
    secret: Option<String>,
}

impl Made {
    fn plain(id: impl Display) -> Self {
        Self { id: id.to_string(), secret: None }
    }

    fn with_secret(id: impl Display, secret: String) -> Self {
        Self { id: id.to_string(), secret: Some(secret) }
    }
}

impl Loaded {
    /// Fills in the messages of the mistakes in a language.
    fn worded(mut self, language: Language) -> Self {
        for mistake in self.rows.iter_mut().flat_map(|row| &mut row.mistakes) {
            mistake.message = messages::error(language, mistake.code).unwrap_or(mistake.code).to_owned();
        }
        self
    }
}

/// The action for a row.
pub(super) enum Verdict<P> {
    Make(P),
    Change(P),
    Leave,
    Refuse(Vec<Mistake>),
}

impl<P> Verdict<P> {
    /// Turns a refusal into mistakes of the row; an internal error stays an error.
    pub(super) fn refused_by(error: AppError) -> AppResult<Self> {
        let AppError::Refused(refusal) = error else { return Err(error) };
        let named = refusal.fields.iter().map(|field| Mistake::new(field.field.clone(), field.code));
        let mistakes: Vec<Mistake> = named.collect();
        let whole = || vec![Mistake::new("", refusal.problem.code)];
        Ok(Verdict::Refuse(if mistakes.is_empty() { whole() } else { mistakes }))
    }

    fn fate(&self) -> Fate {
        match self {
            Verdict::Make(_) => Fate::New,
            Verdict::Change(_) => Fate::Updated,
            Verdict::Leave => Fate::Unchanged,
            Verdict::Refuse(_) => Fate::Refused,
        }
    }
}

/// Line numbers with the action for each row.
type Verdicts<P> = Vec<(i64, Verdict<P>)>;

/// A list that files can be imported into. The rows of one file are checked in their order.
pub(super) trait Loading: Send + 'static {
    /// The change that an accepted row makes.
    type Plan;
    /// Its name in the audit trail.
    const NAME: &'static str;
    /// The columns that its file may have.
    const COLUMNS: Columns;

    /// Whether a new record brings points.
    const BRINGS_POINTS: bool = false;

    /// The display name of a row.
    fn name(cells: &Cells<'_>) -> String;
    /// Checks a row, with knowledge of the rows before it.
    fn judge(&mut self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<Verdict<Self::Plan>>;
    /// Points that a new record brings.
    fn points(_: &Self::Plan) -> i64 {
        0
    }
    /// Carries out the change; returns the record if it creates one.
    fn carry_out(&mut self, tx: &Tx<'_>, hand: &Hand, line: i64, plan: Self::Plan) -> AppResult<Option<Made>>;
    /// Completes the import after the last row.
    fn finish(self, _: &Tx<'_>, _: &Hand, _: &str) -> AppResult<()>
    where
        Self: Sized,
    {
        Ok(())
    }
}

/// The result of each row, and the action for it.
fn judge<L: Loading>(read: &Read<'_>, list: &mut L, file: &File) -> AppResult<(Loaded, Verdicts<L::Plan>)> {
    let (mut loaded, mut verdicts) = (Loaded::default(), Vec::new());
    for row in file.rows() {
        let (line, name) = (row.line(), row.cells().map(|cells| L::name(&cells)).unwrap_or_default());
        let verdict = match row.cells() {
            Ok(cells) => list.judge(read, &cells)?,
            Err(mistake) => Verdict::Refuse(vec![mistake]),
        };
        let (fate, mistakes) = (verdict.fate(), if let Verdict::Refuse(all) = &verdict { all.clone() } else { vec![] });
        if let (true, Verdict::Make(plan)) = (L::BRINGS_POINTS, &verdict) {
            // The check of the rows has made sure that their sum is a valid number of points.
            loaded.points = Some(loaded.points.unwrap_or(0).saturating_add(L::points(plan)));
        }
        match fate {
            Fate::New => loaded.new += 1,
            Fate::Updated => loaded.updated += 1,
            Fate::Unchanged => loaded.unchanged += 1,
            Fate::Refused => loaded.refused += 1,
        }
        loaded.rows.push(RowFate { line, name, fate, mistakes });
        verdicts.push((line, verdict));
    }
    Ok((loaded, verdicts))
}

/// Returns the result of each row; nothing is written.
fn survey<L: Loading>(read: &Read<'_>, mut list: L, file: &File) -> AppResult<Loaded> {
    Ok(judge(read, &mut list, file)?.0)
}

fn refuse_mistakes(loaded: &Loaded) -> AppResult<()> {
    if loaded.refused == 0 {
        return Ok(());
    }
    let each = loaded.rows.iter().flat_map(|row| row.mistakes.iter().map(move |mistake| (row.line, mistake)));
    let named = each.map(|(line, Mistake { column, code, .. })| {
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
fn load<L: Loading>(
    tx: &Tx<'_>,
    hand: &Hand,
    mut list: L,
    file: &File,
    name: &str,
) -> AppResult<(Loaded, Vec<Secret>)> {
    let (mut loaded, verdicts) = judge(tx, &mut list, file)?;
    refuse_mistakes(&loaded)?;
    for ((line, verdict), row) in verdicts.into_iter().zip(std::mem::take(&mut loaded.rows)) {
        let (Verdict::Make(plan) | Verdict::Change(plan)) = verdict else { continue };
        let Some(Made { id, secret }) = list.carry_out(tx, hand, line, plan)? else { continue };
        loaded.made.push(id);
        loaded.secrets.extend(secret.map(|secret| Secret { line, name: row.name, secret }));
    }
    list.finish(tx, hand, name)?;
    let Loaded { new, updated, unchanged, .. } = loaded;
    let note = serde_json::json!({ "file": name, "new": new, "updated": updated, "unchanged": unchanged });
    hand.note(tx, format!("{}.load", L::NAME), name, None, Some(&note))?;
    let secrets = std::mem::take(&mut loaded.secrets);
    Ok((loaded, secrets))
}
