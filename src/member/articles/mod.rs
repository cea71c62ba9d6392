//! Articles: news and activities, and the members who like or have read them.

mod clean;
mod http;
mod queries;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, FormErrors, LONGEST_NAME};
use crate::base::id::{ArticleId, MemberId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::content::{Content, content_fields};
use crate::platform::store::{Read, Tx, stored_names};

pub use clean::clean;
pub use http::routes;

/// Maximum length of an article in one language, in characters of HTML.
pub const LONGEST_CONTENT: usize = 100_000;

/// The carousel in which an article appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArticleType {
    /// News.
    News,
    /// Activities.
    Activities,
}
stored_names! { ArticleType { News = "news", Activities = "activities" } }

/// An article as entered by an editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArticleInput {
    /// Type of the article: news or activities.
    #[serde(rename = "type")]
    pub kind: ArticleType,
    /// Its title.
    pub title: LocalizedText,
    /// The cover picture, `/media/…`, in each language.
    #[serde(default)]
    pub cover_img: LocalizedText,
    /// HTML; sanitised when it is stored.
    pub content: LocalizedText,
    /// Whether members see the article; ignored if `state` is given.
    #[serde(default = "yes")]
    pub active: bool,
    /// Publication state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ContentState>,
    /// The time at which members start to see it, for the state `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publish_at: Option<Timestamp>,
    /// Publish even if a translation is missing: English is shown in its place.
    #[serde(default, skip_serializing)]
    pub use_english: bool,
}

fn yes() -> bool {
    true
}

impl ArticleInput {
    /// Validates the form. Content that equals `before` is already sanitised and is skipped, so that publishing 500
    /// articles at once does not block the writer.
    fn checked(mut self, before: Option<&LocalizedText>) -> AppResult<Self> {
        let mut form = FormErrors::new();
        form.text("title", &mut self.title, LONGEST_NAME);
        form.pictures("coverImg", &mut self.cover_img);
        form.text("content", &mut self.content, LONGEST_CONTENT);
        form.finish()?;
        let clean = |html: &mut String, known: Option<&String>| {
            if known != Some(&*html) {
                *html = clean::clean(html);
            }
        };
        clean(&mut self.content.en, before.map(|known| &known.en));
        if let Some(html) = &mut self.content.zh {
            clean(html, before.and_then(|known| known.zh.as_ref()));
        }
        if let Some(html) = &mut self.content.zhhk {
            clean(html, before.and_then(|known| known.zhhk.as_ref()));
        }
        Ok(self)
    }
}

/// An article with everything that staff can see.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AdminArticle)]
pub struct ArticleRecord {
    /// Article id; ids sort by creation time.
    #[serde(rename = "_id")]
    pub id: ArticleId,
    /// The editor's input.
    #[serde(flatten)]
    pub input: ArticleInput,
    /// Number of members who like it.
    pub likes: i64,
    /// Number of members who have opened it.
    pub reads: i64,
    /// The time at which it was created.
    pub created: Timestamp,
    /// The time at which it was last changed.
    pub updated: Timestamp,
    /// The time at which it was removed; a removed article can be restored.
    #[serde(rename = "deletedAt", skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Number of changes.
    #[serde(skip)]
    pub version: i64,
}

content_fields! { ArticleInput { title, content }, ArticleRecord { ArticleId } }

/// News and activities.
pub struct Articles;

impl Content for Articles {
    fn checked(_: &Read<'_>, before: Option<&ArticleRecord>, input: ArticleInput) -> AppResult<ArticleInput> {
        input.checked(before.map(|record| &record.input.content))
    }
}

/// Stores that a member likes an article; a repetition changes nothing. Returns the number of likes. Fails with
/// `not_found`.
pub fn like(tx: &Tx<'_>, member: MemberId, id: ArticleId) -> AppResult<i64> {
    shown(tx, id)?;
    if queries::insert_like(tx, member, id)? == 1 {
        queries::add_likes(tx, id, 1)?;
    }
    Ok(shown(tx, id)?.likes)
}

/// Removes a like; a repetition changes nothing. Returns the number of likes. Fails with `not_found`.
pub fn unlike(tx: &Tx<'_>, member: MemberId, id: ArticleId) -> AppResult<i64> {
    shown(tx, id)?;
    if queries::delete_like(tx, member, id)? == 1 {
        queries::add_likes(tx, id, -1)?;
    }
    Ok(shown(tx, id)?.likes)
}

/// An article that a member likes or has opened.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ArticleMark {
    /// Article id.
    #[serde(rename = "_id")]
    pub id: ArticleId,
    /// Its title.
    pub title: LocalizedText,
    /// The time at which the member liked or opened it.
    pub created: Timestamp,
}

/// The articles that a member likes, and those that they have opened.
pub fn marks_of(read: &Read<'_>, member: MemberId) -> AppResult<(Vec<ArticleMark>, Vec<ArticleMark>)> {
    Ok((queries::marks_liked(read, member)?, queries::marks_read(read, member)?))
}

/// Deletes the likes and reads of a member, and updates the counts.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::forget_likes(tx, member)?;
    queries::forget_reads(tx, member)
}

/// Copies the likes and reads of an account that is merged to the account that stays; the caller then deletes those
/// of the merged account.
pub fn move_marks(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::copy_likes(tx, from, into)?;
    queries::copy_reads(tx, from, into)
}

/// Counts the first view of an article by a member.
pub fn note_read(tx: &Tx<'_>, member: MemberId, id: ArticleId) -> AppResult<()> {
    if queries::insert_read(tx, member, id)? == 1 {
        queries::add_read(tx, id)?;
    }
    Ok(())
}

fn shown(read: &Read<'_>, id: ArticleId) -> AppResult<ArticleRecord> {
    Ok(Articles::find(read, id)?.filter(|record| record.input.active).ok_or(NOT_FOUND)?)
}

#[cfg(test)]
mod tests {
    use super::{ArticleInput, ArticleType};
    use crate::base::language::LocalizedText;

    fn article(content: &LocalizedText) -> ArticleInput {
        let none = LocalizedText { en: String::new(), zh: None, zhhk: None };
        ArticleInput {
            kind: ArticleType::News,
            title: LocalizedText { en: "Rain".to_owned(), ..none.clone() },
            cover_img: none,
            content: content.clone(),
            active: true,
            state: None,
            publish_at: None,
            use_english: false,
        }
    }

    #[test]
    fn only_changed_content_is_sanitised() {
        let raw = "<p>Rain<script>x</script>";
        let content = LocalizedText { en: raw.to_owned(), zh: Some(raw.to_owned()), zhhk: None };
        let cleaned = article(&content).checked(None).expect("an article").content;
        assert!(!cleaned.en.contains("script"));
        assert_eq!(article(&cleaned).checked(Some(&cleaned)).expect("an article").content, cleaned);
        let before = LocalizedText { zh: Some("<p>Sun".to_owned()), ..content.clone() };
        let after = article(&content).checked(Some(&before)).expect("an article").content;
        assert_eq!((after.en.as_str(), after.zh), (raw, cleaned.zh), "only changed text is sanitised");
    }
}
