//! Rows for records with an id: a row with an id changes that record, a row without creates one. The same rules apply
//! as for the calls that create and replace a record.

use std::collections::HashSet;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{CellError, Cells, Columns, CreatedRecord, ImportedList, RowAction};
use crate::base::clock::Timestamp;
use crate::base::content::ContentState;
use crate::base::id::Id;
use crate::base::problem::AppResult;
use crate::member::content::{ContentInput, ContentRecord, IdOf, InputOf};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::content::{self, EditableContent, IN_USE, giving};
use crate::staff::kit::AuditedStaff;

/// A kind of record that can be imported.
pub(super) trait ImportedKind: Send + 'static {
    type Id: Copy + Send;
    type Input: Serialize + DeserializeOwned + Clone + PartialEq;
    type Record;
    const NAME: &'static str;
    const COLUMNS: Columns;
    /// The columns of the display name; the first one that is not empty counts.
    const CALLED: [&'static str; 3] = ["name.en", "name.zhhk", "name.zh"];
    /// Columns required for a new record, in addition to the required fields of its form.
    const NEEDED: &'static [&'static str] = &[];
    /// Fields that a replacement leaves unchanged.
    const FIXED: &'static [&'static str] = &[];

    /// A record with no values yet.
    fn blank() -> Value;
    fn find(&self, read: &Read<'_>, id: &str) -> AppResult<Option<(Self::Id, Self::Record)>>;
    fn input(record: &Self::Record) -> &Self::Input;
    fn updated(record: &Self::Record) -> Timestamp;
    /// Version number; 1 for a new record.
    fn version(record: &Self::Record) -> i64;
    /// Parses the columns of type `Form::Own`.
    fn read_own(&self, _: &Read<'_>, _: &Cells<'_>, _: &mut Value) -> AppResult<Result<(), CellError>> {
        Ok(Ok(()))
    }
    /// Adapts the input of a new record, for example to a draft.
    fn fresh(input: Self::Input) -> Self::Input {
        input
    }
    fn check(&self, read: &Read<'_>, before: Option<&Self::Record>, input: Self::Input) -> AppResult<()>;
    fn create(&self, tx: &Tx<'_>, staff: &AuditedStaff, input: Self::Input) -> AppResult<CreatedRecord>;
    fn replace(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: Self::Id, input: Self::Input) -> AppResult<()>;
    /// The reason why an undo must keep a record although it is unchanged since the import.
    fn held(&self, _: &Read<'_>, _: Self::Id) -> AppResult<Option<&'static str>> {
        Ok(None)
    }
    fn remove(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: Self::Id) -> AppResult<()>;
}

/// The input to write, and the id of the record to replace, if any.
type PlannedRecord<K> = (Option<<K as ImportedKind>::Id>, <K as ImportedKind>::Input);

/// A file of such records.
pub(super) struct ContentImport<K> {
    pub(super) kept: K,
    seen: HashSet<String>,
}

impl<K> ContentImport<K> {
    pub(super) fn of(kept: K) -> Self {
        Self { kept, seen: HashSet::new() }
    }
}

fn refuse<P>(column: &str, code: &'static str) -> AppResult<RowAction<P>> {
    Ok(RowAction::Refuse(vec![CellError::new(column, code)]))
}

impl<K: ImportedKind> ContentImport<K> {
    /// Writes a row into a record, or returns the row's mistake.
    fn fill(&self, read: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), CellError>> {
        let own = self.kept.read_own(read, cells, record)?;
        Ok(own.and_then(|()| cells.lay_over(record, |record| K::Input::deserialize(record).is_ok())))
    }

    fn judge_new(&self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<RowAction<PlannedRecord<K>>> {
        let missing = K::NEEDED.iter().filter(|heading| cells.text(heading).is_empty());
        let missing: Vec<CellError> = missing.map(|heading| CellError::new(*heading, "required_field")).collect();
        if !missing.is_empty() {
            return Ok(RowAction::Refuse(missing));
        }
        let mut record = K::blank();
        if let Err(mistake) = self.fill(read, cells, &mut record)? {
            return Ok(RowAction::Refuse(vec![mistake]));
        }
        let input = K::fresh(K::Input::deserialize(&record)?);
        match self.kept.check(read, None, input.clone()) {
            Ok(()) => Ok(RowAction::Make((None, input))),
            Err(error) => RowAction::refused_by(error),
        }
    }

    fn judge_known(&mut self, read: &Read<'_>, cells: &Cells<'_>, id: &str) -> AppResult<RowAction<PlannedRecord<K>>> {
        let Some((found, before)) = self.kept.find(read, id)? else { return refuse("_id", "unknown_record") };
        if !self.seen.insert(id.to_ascii_lowercase()) {
            return refuse("_id", "twice_in_file");
        }
        let plain = serde_json::to_value(K::input(&before))?;
        let mut record = plain.clone();
        if let Err(mistake) = self.fill(read, cells, &mut record)? {
            return Ok(RowAction::Refuse(vec![mistake]));
        }
        for field in K::FIXED {
            record[*field] = plain[*field].clone();
        }
        if K::Input::deserialize(&record)? == *K::input(&before) {
            return Ok(RowAction::Leave);
        }
        // The file has the version that its rows were exported from.
        let taken = cells.get("updated").filter(|text| !text.is_empty());
        match taken.map(|text| Timestamp::parse(text).ok_or("invalid_value")).transpose() {
            Err(code) => return refuse("updated", code),
            Ok(Some(moment)) if moment != K::updated(&before) => return refuse("updated", "stale"),
            Ok(_) => {}
        }
        if plain.get("state").is_some_and(|state| *state == record["state"]) {
            // The record is already public without the translation, so the missing translation is no new error.
            record["useEnglish"] = Value::from(true);
        }
        let input = K::Input::deserialize(&record)?;
        match self.kept.check(read, Some(&before), input.clone()) {
            Ok(()) => Ok(RowAction::Change((Some(found), input))),
            Err(error) => RowAction::refused_by(error),
        }
    }
}

impl<K: ImportedKind> ImportedList for ContentImport<K> {
    type Plan = PlannedRecord<K>;
    const NAME: &'static str = K::NAME;
    const COLUMNS: Columns = K::COLUMNS;

    fn name(cells: &Cells<'_>) -> String {
        let said = K::CALLED.iter().map(|heading| cells.text(heading)).find(|text| !text.is_empty());
        said.unwrap_or_default().to_owned()
    }

    fn judge(&mut self, read: &Read<'_>, cells: &Cells<'_>) -> AppResult<RowAction<Self::Plan>> {
        match cells.text("_id") {
            "" => self.judge_new(read, cells),
            id => self.judge_known(read, cells, id),
        }
    }

    fn carry_out(
        &mut self,
        tx: &Tx<'_>,
        staff: &AuditedStaff,
        _: i64,
        (id, input): Self::Plan,
    ) -> AppResult<Option<CreatedRecord>> {
        match id {
            Some(id) => self.kept.replace(tx, staff, id, input).map(|()| None),
            None => self.kept.create(tx, staff, input).map(Some),
        }
    }
}

/// The part of the import that each kind of content defines.
pub(super) trait ImportedContent: EditableContent {
    const COLUMNS: Columns;
    const CALLED: [&'static str; 3] = ["name.en", "name.zhhk", "name.zh"];
    const NEEDED: &'static [&'static str] = &[];
    const FIXED: &'static [&'static str] = &[];

    fn blank() -> Value;
    fn read_own(_: &Read<'_>, _: &Cells<'_>, _: &mut Value) -> AppResult<Result<(), CellError>> {
        Ok(Ok(()))
    }
}

/// Import of content: new records are drafts.
pub(super) struct Contents<C> {
    by: AuditedStaff,
    kind: PhantomData<fn() -> C>,
}

impl<C: ImportedContent> Contents<C> {
    /// A file that this person imports.
    pub(super) fn file(by: &AuditedStaff) -> ContentImport<Self> {
        ContentImport::of(Self { by: by.clone(), kind: PhantomData })
    }
}

impl<C: ImportedContent> ImportedKind for Contents<C> {
    type Id = IdOf<C>;
    type Input = InputOf<C>;
    type Record = C::Record;
    const NAME: &'static str = C::NAME;
    const COLUMNS: Columns = C::COLUMNS;
    const CALLED: [&'static str; 3] = C::CALLED;
    const NEEDED: &'static [&'static str] = C::NEEDED;
    const FIXED: &'static [&'static str] = C::FIXED;

    fn blank() -> Value {
        C::blank()
    }

    fn find(&self, read: &Read<'_>, id: &str) -> AppResult<Option<(IdOf<C>, C::Record)>> {
        let Some(id) = IdOf::<C>::parse(id) else { return Ok(None) };
        Ok(C::find(read, id)?.map(|record| (id, record)))
    }

    fn input(record: &C::Record) -> &InputOf<C> {
        record.input()
    }

    fn updated(record: &C::Record) -> Timestamp {
        record.updated()
    }

    fn version(record: &C::Record) -> i64 {
        record.version()
    }

    fn read_own(&self, read: &Read<'_>, cells: &Cells<'_>, record: &mut Value) -> AppResult<Result<(), CellError>> {
        C::read_own(read, cells, record)
    }

    fn fresh(input: InputOf<C>) -> InputOf<C> {
        let publish_at = input.publication().publish_at;
        input.in_state(ContentState::Draft, publish_at, false)
    }

    fn check(&self, read: &Read<'_>, before: Option<&C::Record>, input: InputOf<C>) -> AppResult<()> {
        C::permit(read, &self.by, before, &input)?;
        C::check(read, before, input.clone())?;
        giving::require_light::<C>(read, &self.by, before, &input)
    }

    fn create(&self, tx: &Tx<'_>, staff: &AuditedStaff, input: InputOf<C>) -> AppResult<CreatedRecord> {
        giving::create_among::<C>(tx, staff, input).map(|record| CreatedRecord::plain(record.id()))
    }

    fn replace(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: IdOf<C>, input: InputOf<C>) -> AppResult<()> {
        giving::replace_among::<C>(tx, staff, id, input).map(drop)
    }
    fn held(&self, read: &Read<'_>, id: IdOf<C>) -> AppResult<Option<&'static str>> {
        Ok((!C::uses(read, id)?.is_empty()).then_some(IN_USE.code))
    }

    fn remove(&self, tx: &Tx<'_>, staff: &AuditedStaff, id: IdOf<C>) -> AppResult<()> {
        content::remove::<C>(tx, staff, id)
    }
}
