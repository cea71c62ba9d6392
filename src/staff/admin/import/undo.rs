//! The way back from a file: what it made goes again as one, as long as nobody has touched any of it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::columns::MOST_ROWS;
use super::records::{Kept, Records};
use super::{Hand, Loading, MOST_NAMED};
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppError, AppResult, FieldProblem, ProblemType, Refusal};
use crate::platform::store::{Read, Tx};

/// Some of what a file made was changed since, or something needs it: nothing goes.
pub const NOT_AS_LOADED: ProblemType = ProblemType::new("not_as_loaded", 409, "Not as loaded");

/// What nobody has changed since it was made.
const FIRST_VERSION: i64 = 1;

/// What a file made, as its answer named it.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LoadUndoRequest)]
pub(super) struct UndoRequest {
    /// The ids, 1 to 10,000 of them.
    pub ids: Vec<String>,
}

/// What became of it.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = LoadUndone)]
pub(super) struct Undone {
    /// Records that went; those that were gone already do not count.
    removed: i64,
    /// Those that stay where the others may go without them: the id of each, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stay: Vec<Stay>,
}

/// A record that is not taken back.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LoadStay)]
struct Stay {
    #[serde(rename = "_id")]
    id: String,
    /// Why.
    code: &'static str,
    /// The same for the caller to read.
    message: String,
}

impl Undone {
    /// The same with its reasons in a language.
    pub(super) fn worded(mut self, language: Language) -> Self {
        for one in &mut self.stay {
            one.message = messages::error(language, one.code).unwrap_or(one.code).to_owned();
        }
        self
    }
}

/// How a record stands that a file made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trace {
    /// It is there no more.
    Gone,
    /// It is as the file made it.
    Untouched,
    /// It stays, and why.
    Held(&'static str),
}

/// A list whose files can be taken back.
pub(super) trait Undoing: Loading {
    /// Whether it goes as a whole or not at all.
    const WHOLE: bool = true;

    /// How a record stands.
    fn trace(&self, read: &Read<'_>, id: &str) -> AppResult<Trace>;
    /// Removes one as anybody would.
    fn take_back(&self, tx: &Tx<'_>, hand: &Hand, id: &str) -> AppResult<()>;
}

impl<K: Kept> Undoing for Records<K> {
    fn trace(&self, read: &Read<'_>, id: &str) -> AppResult<Trace> {
        let Some((id, record)) = self.kept.find(read, id)? else { return Ok(Trace::Gone) };
        if K::version(&record) != FIRST_VERSION {
            return Ok(Trace::Held("changed_since"));
        }
        Ok(self.kept.held(read, id)?.map_or(Trace::Untouched, Trace::Held))
    }

    fn take_back(&self, tx: &Tx<'_>, hand: &Hand, id: &str) -> AppResult<()> {
        match self.kept.find(tx, id)? {
            Some((id, _)) => self.kept.remove(tx, hand, id),
            None => Ok(()),
        }
    }
}

/// Takes back all that a file made, and notes it beside what each removal notes. Where it goes as a whole it fails with
/// [`NOT_AS_LOADED`], naming what stays and why; nothing goes then.
pub(super) fn undo<L: Undoing>(tx: &Tx<'_>, hand: &Hand, list: &L, ids: &[String]) -> AppResult<Undone> {
    if ids.is_empty() || ids.len() > MOST_ROWS {
        return Err(AppError::invalid_field("ids", "invalid_value"));
    }
    let (mut untouched, mut held) = (Vec::new(), Vec::new());
    for id in ids.iter().collect::<BTreeSet<_>>() {
        match list.trace(tx, id)? {
            Trace::Gone => {}
            Trace::Untouched => untouched.push(id),
            Trace::Held(why) => held.push((id, why)),
        }
    }
    if L::WHOLE && !held.is_empty() {
        let fields = held.into_iter().take(MOST_NAMED).map(|(id, why)| FieldProblem::new(id.clone(), why)).collect();
        return Err(AppError::Refused(Box::new(Refusal { problem: NOT_AS_LOADED, fields, retry_after_s: None })));
    }
    for id in &untouched {
        list.take_back(tx, hand, id)?;
    }
    let stays = |(id, code): (&String, _)| Stay { id: id.clone(), code, message: String::new() };
    let stay = held.into_iter().map(stays).collect();
    let undone = Undone { removed: untouched.len() as i64, stay };
    if undone.removed > 0 {
        hand.note(tx, format!("{}.load_undo", L::NAME), "list", None, Some(&undone))?;
    }
    Ok(undone)
}
