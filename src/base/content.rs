//! Checks of editors' input: texts in three languages, images, links. All content of the programme uses them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::clock::Timestamp;
use super::language::LocalizedText;
use super::names::names;
use super::problem::{AppError, AppResult, FieldProblem, ProblemType};

/// Content would be published without a translation, and the editor did not accept the English text instead.
pub const TRANSLATION_MISSING: ProblemType = ProblemType::new("translation_missing", 422, "Translation missing");

/// The longest name or title, in characters.
pub const LONGEST_NAME: usize = 120;
/// The longest description or set of terms, in characters.
pub const LONGEST_TEXT: usize = 4_000;
/// The longest link, in bytes.
const LONGEST_LINK: usize = 2_000;

/// The audience of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Published content only.
    Members,
    /// All content, drafts and archived content included.
    Staff,
}

impl Audience {
    /// Whether drafts and archived content are visible.
    pub const fn sees_hidden(self) -> bool {
        matches!(self, Audience::Staff)
    }
}

/// The publication state of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ContentState)]
pub enum ContentState {
    /// Being written; members do not see it.
    Draft,
    /// Members will see it from a set time on.
    Scheduled,
    /// Members see it.
    Published,
    /// Archived; members do not see it.
    Archived,
}

names! { ContentState { Draft = "draft", Scheduled = "scheduled", Published = "published", Archived = "archived" } }

impl ContentState {
    /// Whether members see it, now or later.
    pub const fn is_public(self) -> bool {
        matches!(self, ContentState::Scheduled | ContentState::Published)
    }
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ContentSort)]
pub enum Sort {
    /// By creation, the newest first.
    #[default]
    Newest,
    /// By creation, the oldest first.
    Oldest,
    /// By the last change, the newest first.
    Updated,
    /// By the English name.
    Name,
}

names! { Sort { Newest = "newest", Oldest = "oldest", Updated = "updated", Name = "name" } }

impl Sort {
    /// Whether the order is descending.
    pub const fn descends(self) -> bool {
        matches!(self, Sort::Newest | Sort::Updated)
    }
}

/// The stored fields of a state. Scheduled content becomes published when its time comes, without a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Published, now or from `publish_at` on.
    pub active: bool,
    /// Start of publication; `None` means at once.
    pub publish_at: Option<Timestamp>,
    /// The time at which it was archived.
    pub archived_at: Option<Timestamp>,
}

impl Publication {
    /// The state at that time.
    pub fn state(&self, now: Timestamp) -> ContentState {
        match (self.archived_at, self.active, self.publish_at) {
            (Some(_), ..) => ContentState::Archived,
            (None, false, _) => ContentState::Draft,
            (None, true, Some(from)) if from > now => ContentState::Scheduled,
            (None, true, _) => ContentState::Published,
        }
    }

    /// The publication that an editor requests. `state` decides; without it, the older field `active` does. Fails with
    /// `required_field` and `invalid_value` for a schedule without a future time.
    pub fn asked(
        active: bool,
        state: Option<ContentState>,
        publish_at: Option<Timestamp>,
        before: Option<ContentState>,
        now: Timestamp,
    ) -> AppResult<Self> {
        let ahead = publish_at.filter(|moment| *moment > now);
        let wanted = state.unwrap_or(match (active, before) {
            (true, _) if ahead.is_some() => ContentState::Scheduled,
            (true, _) => ContentState::Published,
            (false, Some(ContentState::Archived)) => ContentState::Archived,
            (false, _) => ContentState::Draft,
        });
        if wanted == ContentState::Scheduled && ahead.is_none() {
            let code = if publish_at.is_none() { "required_field" } else { "invalid_value" };
            return Err(AppError::invalid_field("publishAt", code));
        }
        let publish_at =
            if wanted == ContentState::Published { publish_at.filter(|from| *from <= now) } else { publish_at };
        let archived_at = (wanted == ContentState::Archived).then_some(now);
        Ok(Self { active: wanted.is_public(), publish_at, archived_at })
    }
}

/// Fails with [`TRANSLATION_MISSING`] if `state` publishes content, a text lacks a language, and the editor did not
/// accept English instead.
pub fn require_translations(state: Option<ContentState>, use_english: bool, texts: &[&LocalizedText]) -> AppResult<()> {
    let lacking = |text: &&LocalizedText| !text.en.is_empty() && (text.zh.is_none() || text.zhhk.is_none());
    let asked = state.is_some_and(ContentState::is_public);
    if asked && !use_english && texts.iter().any(lacking) { Err(TRANSLATION_MISSING.into()) } else { Ok(()) }
}

/// Collects the errors of a form, so that the editor gets all of them at once.
#[derive(Debug, Default)]
pub struct FormErrors {
    problems: Vec<FieldProblem>,
}

impl FormErrors {
    /// A form without errors.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records an error for a field unless `sound`.
    pub fn expect(&mut self, field: impl Into<Cow<'static, str>>, code: &'static str, sound: bool) {
        if !sound {
            self.problems.push(FieldProblem::new(field, code));
        }
    }

    /// Trims a text that must not be empty in English.
    pub fn text(&mut self, field: &'static str, text: &mut LocalizedText, longest: usize) {
        self.optional_text(field, text, longest);
        self.expect(field, "required_field", !text.en.is_empty());
    }

    /// Trims a text that may be empty; an empty translation counts as missing.
    pub fn optional_text(&mut self, field: &'static str, text: &mut LocalizedText, longest: usize) {
        text.en = text.en.trim().to_owned();
        for translation in [&mut text.zh, &mut text.zhhk] {
            *translation = translation.take().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty());
        }
        let fits = each(text).all(|one| one.chars().count() <= longest);
        self.expect(field, "too_long", fits);
    }

    /// Checks that an image is a stored one or empty.
    pub fn picture(&mut self, field: &'static str, path: &str) {
        self.expect(field, "invalid_picture", path.is_empty() || is_media_path(path));
    }

    /// Checks images that differ by language.
    pub fn pictures(&mut self, field: &'static str, paths: &mut LocalizedText) {
        self.optional_text(field, paths, LONGEST_NAME);
        let ours = each(paths).all(|path| path.is_empty() || is_media_path(path));
        self.expect(field, "invalid_picture", ours);
    }

    /// Checks a link to another site.
    pub fn web_link(&mut self, field: &'static str, link: &mut Option<String>) {
        *link = link.take().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty());
        self.expect(field, "invalid_link", link.as_deref().is_none_or(is_web_link));
    }

    /// Fails with `400` if there are errors.
    pub fn finish(self) -> AppResult<()> {
        if self.problems.is_empty() { Ok(()) } else { Err(AppError::invalid(self.problems)) }
    }
}

fn each(text: &LocalizedText) -> impl Iterator<Item = &str> {
    [Some(text.en.as_str()), text.zh.as_deref(), text.zhhk.as_deref()].into_iter().flatten()
}

/// Splits `<64 hexadecimal digits>.<png|jpg|webp|svg>`, the only valid name of a stored image.
pub fn media_name(name: &str) -> Option<(&str, &str)> {
    let (hash, extension) = name.split_once('.')?;
    let exact = hash.len() == 64
        && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && matches!(extension, "png" | "jpg" | "webp" | "svg");
    exact.then_some((hash, extension))
}

/// Whether this is the address of a stored image.
pub fn is_media_path(path: &str) -> bool {
    path.strip_prefix("/media/").and_then(media_name).is_some()
}

/// Whether this is an absolute http(s) URL without user or password. URL parsers skip line breaks and tabs, but the
/// link is shown and sent as it was typed, so blanks and control characters are refused.
pub fn is_web_link(link: &str) -> bool {
    let whole = link.len() <= LONGEST_LINK && (link.starts_with("https://") || link.starts_with("http://"));
    whole
        && !link.contains(|c: char| c.is_whitespace() || c.is_control())
        && url::Url::parse(link)
            .is_ok_and(|url| url.has_host() && url.username().is_empty() && url.password().is_none())
}

#[cfg(test)]
mod tests {
    use super::{FormErrors, is_media_path, is_web_link};
    use crate::base::language::LocalizedText;

    #[test]
    fn a_picture_is_named_by_its_hash() {
        let hash = "0123456789abcdef".repeat(4);
        assert!(is_media_path(&format!("/media/{hash}.svg")));
        for bad in [
            format!("/media/{hash}.html"),
            format!("/media/{hash}.svg.html"),
            format!("//evil.hk/media/{hash}.svg"),
            format!("/media/../{hash}.svg"),
            format!("/media/{}.png", hash.to_uppercase()),
            "/media/a.png".to_owned(),
        ] {
            assert!(!is_media_path(&bad), "{bad}");
        }
    }

    #[test]
    fn a_link_leads_to_the_web_and_nowhere_else() {
        assert!(is_web_link("https://shop.example.hk/a?b=c"));
        for bad in [
            "javascript:alert(1)",
            "//evil.hk",
            "/local",
            "https://",
            "ftp://x.hk",
            "https://u:p@x.hk",
            "data:text/html,x",
            " https://x.hk",
            "https://x.hk/a\r\nb",
            "https://x.hk/a\tb",
            "https://x.hk/a\u{2028}b",
        ] {
            assert!(!is_web_link(bad), "{bad}");
        }
    }

    #[test]
    fn a_text_needs_english_and_drops_empty_translations() {
        let mut text = LocalizedText { en: " Tea ".into(), zh: Some(" ".into()), zhhk: Some("茶".into()) };
        let mut form = FormErrors::new();
        form.text("name", &mut text, 3);
        assert!(form.finish().is_ok());
        assert_eq!(text, LocalizedText { en: "Tea".into(), zh: None, zhhk: Some("茶".into()) });
        let mut form = FormErrors::new();
        form.text("name", &mut LocalizedText { zh: Some("茶".into()), ..LocalizedText::default() }, 3);
        assert_eq!(form.finish().expect_err("no English").code(), "required_field");
    }
}
