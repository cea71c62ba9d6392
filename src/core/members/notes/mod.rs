//! Notes by staff about a member, for their colleagues. They are kept until the member leaves.

mod queries;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, RecordId, StaffId};
use crate::base::problem::{AppResult, ProblemType};
use crate::platform::store::{Read, Tx};

/// The limit of notes about one member is reached: one page.
pub const TOO_MANY_NOTES: ProblemType = ProblemType::new("too_many_notes", 409, "Too many notes");

/// The longest note, in characters.
const LONGEST: usize = 1_000;
/// Limit of notes about one member. A merged account may exceed it.
const MOST: i64 = 100;

/// The text of a note: not empty, limited in length, without control characters that could affect a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteText(String);

impl NoteText {
    /// Trims the typed text. `None` for empty or too long text, and for control characters other than newline and
    /// tab.
    pub fn parse(typed: &str) -> Option<Self> {
        let text = typed.trim().replace("\r\n", "\n");
        let forbidden = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
        let sound = !text.is_empty() && text.chars().count() <= LONGEST && !text.contains(forbidden);
        sound.then_some(Self(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A note about a member.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MemberNote)]
pub struct MemberNote {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: RecordId,
    /// The member.
    #[serde(skip)]
    pub member: MemberId,
    /// Plain text; may contain line breaks.
    pub text: String,
    /// The author's id.
    pub author: StaffId,
    /// The author's name at that time.
    pub author_name: String,
    /// The time at which the note was written.
    pub created: Timestamp,
}

/// The newest notes about a member, newest first; at most one page.
pub fn newest(read: &Read<'_>, member: MemberId) -> AppResult<Vec<MemberNote>> {
    queries::list(read, member, MOST)
}

/// Every note about a member, newest first.
pub fn all(read: &Read<'_>, member: MemberId) -> AppResult<Vec<MemberNote>> {
    queries::list(read, member, i64::MAX)
}

/// A note by its id.
pub fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<MemberNote>> {
    queries::find(read, id)
}

/// Adds a note. Fails with [`TOO_MANY_NOTES`].
pub fn add(
    tx: &Tx<'_>,
    member: MemberId,
    text: &NoteText,
    author: StaffId,
    author_name: &str,
) -> AppResult<MemberNote> {
    if queries::count(tx, member)? >= MOST {
        return Err(TOO_MANY_NOTES.into());
    }
    let note = MemberNote {
        id: RecordId::made_at(tx.now()),
        member,
        text: text.as_str().to_owned(),
        author,
        author_name: author_name.to_owned(),
        created: tx.now(),
    };
    queries::put(tx, &note)?;
    Ok(note)
}

/// Deletes a note.
pub fn remove(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    queries::delete(tx, id)
}

/// Moves the notes about a merged account to the survivor.
pub fn move_to(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_to(tx, from, into)
}

/// Deletes the notes about a member who leaves.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_of_member(tx, member)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, NoteText};

    #[test]
    fn a_note_says_something_in_bounds_and_steers_no_terminal() {
        let said = |typed: &str| NoteText::parse(typed).map(|text| text.as_str().to_owned());
        assert_eq!(said("  Deaf:\r\nplease write \n").as_deref(), Some("Deaf:\nplease write"));
        assert!(said(&"木".repeat(LONGEST)).is_some());
        for bad in ["", " \n\t ", "a\u{0}b", "a\u{1b}[2Jb", "a\rb", "a\u{85}b", &"x".repeat(LONGEST + 1)] {
            assert_eq!(said(bad), None, "{bad:?}");
        }
    }
}
