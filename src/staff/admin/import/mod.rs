//! Lists from files: what each row of a CSV file would become, and then all of them or none. The file is the one that
//! the list gives: what goes out comes in again as it was.

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

/// A row of the file cannot be taken: the dry run says which.
pub const FILE_REFUSED: ProblemType = ProblemType::new("file_refused", 422, "Rows with mistakes");

/// Mistakes that a refusal names at most.
const MOST_NAMED: usize = 100;

/// What a row comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LoadFate)]
pub(super) enum Fate {
    /// A record that is not there yet.
    New,
    /// A record that the row changes.
    Updated,
    /// A record that is as the row says.
    Unchanged,
    /// Nothing: the row has mistakes.
    Refused,
}

/// A cell that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = LoadMistake)]
pub(super) struct Mistake {
    /// What stands above it; empty for the row as a whole.
    pub column: String,
    /// Which rule it breaks.
    pub code: &'static str,
    /// The same for the caller to read.
    pub message: String,
}

impl Mistake {
    pub(super) fn new(column: impl Into<String>, code: &'static str) -> Self {
        Self { column: column.into(), code, message: String::new() }
    }
}

/// A row and what would become of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = LoadRow)]
pub(super) struct RowFate {
    /// The row's number in the file, counted from 1.
    pub line: i64,
    /// What people call it.
    pub name: String,
    pub fate: Fate,
    /// Why it cannot be taken.
    pub mistakes: Vec<Mistake>,
}

/// What became of a file, or would.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = LoadAnswer)]
pub(super) struct Loaded {
    /// Records that are made.
    new: i64,
    /// Records that are changed.
    updated: i64,
    /// Records that are as their rows say.
    unchanged: i64,
    /// Rows with mistakes; while there is one, nothing is written.
    refused: i64,
    /// Points that those that are made bring along, where such records have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
    /// What would become of each row, in a dry run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<RowFate>,
    /// The ids of those that were made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    made: Vec<String>,
    /// What is told of those that were made once and never again: not when this answer is repeated, either.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    secrets: Vec<Secret>,
}

/// What only whoever loads a file learns of a record that it makes.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LoadSecret)]
pub(super) struct Secret {
    /// The row's number in the file, counted from 1.
    line: i64,
    /// What people call it.
    name: String,
    /// Such as the link of an invitation.
    secret: String,
}

/// A record that a file made.
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
    /// The same with its mistakes in a language.
    fn worded(mut self, language: Language) -> Self {
        for mistake in self.rows.iter_mut().flat_map(|row| &mut row.mistakes) {
            mistake.message = messages::error(language, mistake.code).unwrap_or(mistake.code).to_owned();
        }
        self
    }
}

/// What to do about a row.
pub(super) enum Verdict<P> {
    Make(P),
    Change(P),
    Leave,
    Refuse(Vec<Mistake>),
}

impl<P> Verdict<P> {
    /// A refusal by the rules as one of the row; a failure of ours stays one.
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

/// Rows by their number, and what to do about each.
type Verdicts<P> = Vec<(i64, Verdict<P>)>;

/// A list that a file can be loaded into: one file, judged row by row in its order.
pub(super) trait Loading: Send + 'static {
    /// What a row that can be taken is about to do.
    type Plan;
    /// Its name in the audit trail.
    const NAME: &'static str;
    /// What may stand above the columns of its file.
    const COLUMNS: Columns;

    /// Whether a new record brings points along.
    const BRINGS_POINTS: bool = false;

    /// What people call a row.
    fn name(cells: &Cells<'_>) -> String;
    /// What to do about a row, seeing those before it.
    fn judge(&mut self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<Verdict<Self::Plan>>;
    /// Points that a new record brings along.
    fn points(_: &Self::Plan) -> i64 {
        0
    }
    /// Does it; gives the record where one is made.
    fn carry_out(&mut self, tx: &Tx<'_>, hand: &Hand, line: i64, plan: Self::Plan) -> AppResult<Option<Made>>;
    /// Does what is left when every row has been.
    fn finish(self, _: &Tx<'_>, _: &Hand, _: &str) -> AppResult<()>
    where
        Self: Sized,
    {
        Ok(())
    }
}

/// Each row's fate, and what is to be done about those that have one.
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
            // Whoever judges the rows has seen that their sum is a number of points.
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

/// Tells what would become of each row; nothing is written.
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

/// Writes every row or none; gives what is to be told once apart from what may be kept. Notes the file beside what each
/// record's change notes. Fails with [`FILE_REFUSED`], or [`RATES_NEED_OPERATOR`] where a row is not this person's to
/// bring, naming each row with a mistake.
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
