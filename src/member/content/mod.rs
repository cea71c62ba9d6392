//! Partners, articles, items and campaigns are content: editors add, replace, remove and restore them, and
//! members see them while they are published.

mod queries;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, Publication, require_translations};
use crate::base::id::Id;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::store::{FromSql, Read, Row, ToSql, Tx};

pub use self::queries::list;

/// The publication that an editor asks for.
#[derive(Clone, Copy, Debug)]
pub struct PublicationRequest {
    /// Whether members see the content; ignored if `state` is given.
    pub active: bool,
    /// The publication state.
    pub state: Option<ContentState>,
    /// The time at which members start to see it, for the state `scheduled`.
    pub publish_at: Option<Timestamp>,
    /// Publish even if a translation is missing: English is shown in its place.
    pub use_english: bool,
}

/// Content as an editor enters it.
pub trait ContentInput: Serialize + DeserializeOwned + Clone + PartialEq + Send + 'static {
    /// The publication that it asks for.
    fn publication(&self) -> PublicationRequest;
    /// The input with another publication.
    fn with_publication(self, publication: PublicationRequest) -> Self;
    /// The texts that need all languages when they are published.
    fn translated(&self) -> Vec<&LocalizedText>;

    /// The input in another state.
    fn in_state(self, state: ContentState, publish_at: Option<Timestamp>, use_english: bool) -> Self {
        let publication = PublicationRequest { state: Some(state), publish_at, use_english, ..self.publication() };
        self.with_publication(publication)
    }
}

/// Content with everything that staff can see.
pub trait ContentRecord: Serialize + Send + 'static {
    /// The type of its id.
    type Id: Id + ToSql + FromSql;
    /// The type of its input.
    type Input: ContentInput;

    /// The id of the record; ids sort by creation time.
    fn id(&self) -> Self::Id;
    /// The editor's input.
    fn input(&self) -> &Self::Input;
    /// The time at which it was last changed.
    fn updated(&self) -> Timestamp;
    /// Number of changes.
    fn version(&self) -> i64;
}

/// Values for columns of a table: each parameter is named as its column.
pub type ColumnValues<'v> = Vec<(&'static str, &'v dyn ToSql)>;

/// The table of a kind of content. It has the columns of an id, of the publication, of the times of changes, and its own.
pub trait ContentTable: Sized + Send + 'static {
    /// The name of the table, and of the kind in the audit.
    const NAME: &'static str;
    /// The columns that a record is read from, besides those of every kind.
    const OWN_COLUMNS: &'static str;
    /// The type of its records.
    type Record: ContentRecord;

    /// Reads a record; `publication` is that of its input.
    fn read(row: &Row<'_>, publication: PublicationRequest) -> AppResult<Self::Record>;
    /// The columns that each change sets.
    fn values(input: &InputOf<Self>) -> ColumnValues<'_>;
    /// The columns that only the creation sets.
    fn fixed_values(_: &InputOf<Self>) -> ColumnValues<'_> {
        Vec::new()
    }
}

/// A kind of content, with the rules of its own.
pub trait Content: ContentTable {
    /// Validates an editor's input, in place of `before` if given; returns what would be stored.
    fn checked(read: &Read<'_>, before: Option<&Self::Record>, input: InputOf<Self>) -> AppResult<InputOf<Self>>;
    /// Completes a record that was just created.
    fn after_create(_: &Tx<'_>, _: IdOf<Self>, _: &InputOf<Self>) -> AppResult<()> {
        Ok(())
    }
    /// Completes a replacement, or refuses one that does not fit the rest of the record.
    fn after_replace(_: &Tx<'_>, _: &Self::Record, _: &Self::Record) -> AppResult<()> {
        Ok(())
    }
    /// Refuses to restore a record that lacks something.
    fn after_restore(_: &Tx<'_>, _: &Self::Record) -> AppResult<()> {
        Ok(())
    }

    /// Validates an editor's input as it would be stored, in place of `before` if given. Fails as [`Content::checked`]
    /// and [`Publication::asked`] do, and with `translation_missing`.
    fn check(
        read: &Read<'_>,
        before: Option<&Self::Record>,
        input: InputOf<Self>,
    ) -> AppResult<(InputOf<Self>, Publication)> {
        let input = Self::checked(read, before, input)?;
        let PublicationRequest { active, state, publish_at, use_english } = input.publication();
        require_translations(state, use_english, &input.translated())?;
        let earlier = before.and_then(|record| record.input().publication().state);
        let publication = Publication::asked(active, state, publish_at, earlier, read.now())?;
        Ok((input, publication))
    }

    /// Adds a record. Fails as [`Content::check`] does.
    fn create(tx: &Tx<'_>, input: InputOf<Self>) -> AppResult<Self::Record> {
        let id = IdOf::<Self>::made_at(tx.now());
        let (input, publication) = Self::check(tx, None, input)?;
        queries::insert::<Self>(tx, id, &input, publication)?;
        Self::after_create(tx, id, &input)?;
        written::<Self>(tx, id)
    }

    /// Replaces a record. Fails with `not_found`, and as [`Content::check`] and [`Content::after_replace`] do.
    fn replace(tx: &Tx<'_>, id: IdOf<Self>, input: InputOf<Self>) -> AppResult<Self::Record> {
        let before = Self::find(tx, id)?.ok_or(NOT_FOUND)?;
        let (input, publication) = Self::check(tx, Some(&before), input)?;
        queries::update::<Self>(tx, id, &input, publication)?;
        let after = written::<Self>(tx, id)?;
        Self::after_replace(tx, &before, &after)?;
        Ok(after)
    }

    /// Removes a record from every list; records that refer to it still show its name. Fails with `not_found`.
    fn remove(tx: &Tx<'_>, id: IdOf<Self>) -> AppResult<()> {
        if queries::mark_removed::<Self>(tx, id)? == 0 { Err(NOT_FOUND.into()) } else { Ok(()) }
    }

    /// Restores a removed record unchanged. Fails with `not_found` if it is not removed or does not exist, and as
    /// [`Content::after_restore`] does.
    fn restore(tx: &Tx<'_>, id: IdOf<Self>) -> AppResult<Self::Record> {
        if queries::unmark_removed::<Self>(tx, id)? == 0 {
            return Err(NOT_FOUND.into());
        }
        let restored = written::<Self>(tx, id)?;
        Self::after_restore(tx, &restored)?;
        Ok(restored)
    }

    /// Finds a record, including hidden ones.
    fn find(read: &Read<'_>, id: IdOf<Self>) -> AppResult<Option<Self::Record>> {
        queries::find::<Self>(read, id)
    }

    /// Finds a record, including hidden and removed ones.
    fn find_even_removed(read: &Read<'_>, id: IdOf<Self>) -> AppResult<Option<Self::Record>> {
        queries::find_even_removed::<Self>(read, id)
    }
}

/// The id of a kind of content.
pub type IdOf<C> = <<C as ContentTable>::Record as ContentRecord>::Id;
/// The input of a kind of content.
pub type InputOf<C> = <<C as ContentTable>::Record as ContentRecord>::Input;

fn written<C: Content>(tx: &Tx<'_>, id: IdOf<C>) -> AppResult<C::Record> {
    C::find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the {} {id} just written is missing", C::NAME).into())
}

/// The fields that inputs and records of content have in common, for [`ContentInput`] and [`ContentRecord`].
macro_rules! content_fields {
    ($input:ty { $($text:ident),+ }, $record:ty { $id:ty }) => {
        impl $crate::member::content::ContentInput for $input {
            fn publication(&self) -> $crate::member::content::PublicationRequest {
                let Self { active, state, publish_at, use_english, .. } = *self;
                $crate::member::content::PublicationRequest { active, state, publish_at, use_english }
            }

            fn with_publication(self, publication: $crate::member::content::PublicationRequest) -> Self {
                let $crate::member::content::PublicationRequest { active, state, publish_at, use_english } = publication;
                Self { active, state, publish_at, use_english, ..self }
            }

            fn translated(&self) -> Vec<&LocalizedText> {
                vec![$(&self.$text),+]
            }
        }

        impl $crate::member::content::ContentRecord for $record {
            type Id = $id;
            type Input = $input;

            fn id(&self) -> $id {
                self.id
            }

            fn input(&self) -> &$input {
                &self.input
            }

            fn updated(&self) -> Timestamp {
                self.updated
            }

            fn version(&self) -> i64 {
                self.version
            }
        }
    };
}
pub(crate) use content_fields;
