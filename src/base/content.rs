//! What editors type: texts in three languages, pictures, links. One reading of it for everything
//! that the programme shows.

use serde::{Deserialize, Serialize};

use super::clock::Timestamp;
use super::language::LocalizedText;
use super::problem::{AppError, AppResult, FieldProblem, ProblemType};

/// Something would be published that lacks a translation, and nobody said that English will do.
pub const TRANSLATION_MISSING: ProblemType = ProblemType::new("translation_missing", 422, "Translation missing");

/// The longest name or title, in characters.
pub const LONGEST_NAME: usize = 120;
/// The longest description or set of terms, in characters.
pub const LONGEST_TEXT: usize = 4_000;
/// The longest link, in bytes.
const LONGEST_LINK: usize = 2_000;

/// For whom a list is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// What is on offer.
    Members,
    /// Whatever exists, drafts and withdrawn things included.
    Staff,
}

impl Audience {
    /// Whether drafts and withdrawn things are seen.
    pub const fn sees_hidden(self) -> bool {
        matches!(self, Audience::Staff)
    }
}

/// Where something that editors keep stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ContentState)]
pub enum State {
    /// Being written; members do not see it.
    Draft,
    /// Members will see it from a moment on.
    Scheduled,
    /// Members see it.
    Published,
    /// Put away; members do not see it.
    Archived,
}

impl State {
    /// Reads the name on the wire.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "draft" => Some(State::Draft),
            "scheduled" => Some(State::Scheduled),
            "published" => Some(State::Published),
            "archived" => Some(State::Archived),
            _ => None,
        }
    }

    /// Whether members see it, now or from a moment on.
    pub const fn is_public(self) -> bool {
        matches!(self, State::Scheduled | State::Published)
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

impl Sort {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Sort::Newest => "newest",
            Sort::Oldest => "oldest",
            Sort::Updated => "updated",
            Sort::Name => "name",
        }
    }

    /// Whether the greatest comes first.
    pub const fn descends(self) -> bool {
        matches!(self, Sort::Newest | Sort::Updated)
    }
}

/// What is stored of a state. Scheduled things become published by the clock alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Published, now or from `publish_at` on.
    pub active: bool,
    /// From when on; at once where there is none.
    pub publish_at: Option<Timestamp>,
    /// Since when it has been put away.
    pub archived_at: Option<Timestamp>,
}

impl Publication {
    /// The state at that moment.
    pub fn state(&self, now: Timestamp) -> State {
        match (self.archived_at, self.active, self.publish_at) {
            (Some(_), ..) => State::Archived,
            (None, false, _) => State::Draft,
            (None, true, Some(from)) if from > now => State::Scheduled,
            (None, true, _) => State::Published,
        }
    }

    /// What an editor asks for. `state` decides; without one, `active` does, as it always has.
    /// Fails with `required_field` and `invalid_value` for a schedule without a moment ahead.
    pub fn asked(
        active: bool,
        state: Option<State>,
        publish_at: Option<Timestamp>,
        before: Option<State>,
        now: Timestamp,
    ) -> AppResult<Self> {
        let ahead = publish_at.filter(|moment| *moment > now);
        let wanted = state.unwrap_or(match (active, before) {
            (true, _) if ahead.is_some() => State::Scheduled,
            (true, _) => State::Published,
            (false, Some(State::Archived)) => State::Archived,
            (false, _) => State::Draft,
        });
        if wanted == State::Scheduled && ahead.is_none() {
            let code = if publish_at.is_none() { "required_field" } else { "invalid_value" };
            return Err(AppError::invalid_field("publishAt", code));
        }
        let publish_at = if wanted == State::Published { publish_at.filter(|from| *from <= now) } else { publish_at };
        let archived_at = (wanted == State::Archived).then_some(now);
        Ok(Self { active: wanted.is_public(), publish_at, archived_at })
    }
}

/// Fails with [`TRANSLATION_MISSING`] when something is to be published by name of its state, a
/// text lacks a language, and nobody said that English will do.
pub fn require_translations(state: Option<State>, use_english: bool, texts: &[&LocalizedText]) -> AppResult<()> {
    let lacking = |text: &&LocalizedText| !text.en.is_empty() && (text.zh.is_none() || text.zhhk.is_none());
    let asked = state.is_some_and(State::is_public);
    if asked && !use_english && texts.iter().any(lacking) { Err(TRANSLATION_MISSING.into()) } else { Ok(()) }
}

/// Gathers what is wrong with a form, so that the editor learns all of it at once.
#[derive(Debug, Default)]
pub struct Form {
    problems: Vec<FieldProblem>,
}

impl Form {
    /// A form without a mistake yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes that a field breaks a rule unless `sound`.
    pub fn expect(&mut self, field: &'static str, code: &'static str, sound: bool) {
        if !sound {
            self.problems.push(FieldProblem::new(field, code));
        }
    }

    /// Trims a text that must say something in English.
    pub fn text(&mut self, field: &'static str, text: &mut LocalizedText, longest: usize) {
        self.optional_text(field, text, longest);
        self.expect(field, "required_field", !text.en.is_empty());
    }

    /// Trims a text that may be empty; a translation that says nothing is no translation.
    pub fn optional_text(&mut self, field: &'static str, text: &mut LocalizedText, longest: usize) {
        text.en = text.en.trim().to_owned();
        for translation in [&mut text.zh, &mut text.zhhk] {
            *translation = translation.take().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty());
        }
        let fits = each(text).all(|one| one.chars().count() <= longest);
        self.expect(field, "too_long", fits);
    }

    /// A picture is one of ours, or there is none.
    pub fn picture(&mut self, field: &'static str, path: &str) {
        self.expect(field, "invalid_picture", path.is_empty() || is_media_path(path));
    }

    /// Pictures that differ by language.
    pub fn pictures(&mut self, field: &'static str, paths: &mut LocalizedText) {
        self.optional_text(field, paths, LONGEST_NAME);
        let ours = each(paths).all(|path| path.is_empty() || is_media_path(path));
        self.expect(field, "invalid_picture", ours);
    }

    /// A link to somebody else's page.
    pub fn web_link(&mut self, field: &'static str, link: &mut Option<String>) {
        *link = link.take().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty());
        self.expect(field, "invalid_link", link.as_deref().is_none_or(is_web_link));
    }

    /// Fails with `400` if anything was noted.
    pub fn finish(self) -> AppResult<()> {
        if self.problems.is_empty() { Ok(()) } else { Err(AppError::invalid(self.problems)) }
    }
}

fn each(text: &LocalizedText) -> impl Iterator<Item = &str> {
    [Some(text.en.as_str()), text.zh.as_deref(), text.zhhk.as_deref()].into_iter().flatten()
}

/// Splits `<64 hexadecimal digits>.<png|jpg|webp|svg>`, the only form that a stored picture's
/// name has.
pub fn media_name(name: &str) -> Option<(&str, &str)> {
    let (hash, extension) = name.split_once('.')?;
    let exact = hash.len() == 64
        && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && matches!(extension, "png" | "jpg" | "webp" | "svg");
    exact.then_some((hash, extension))
}

/// Whether this is the address of a picture that we keep.
pub fn is_media_path(path: &str) -> bool {
    path.strip_prefix("/media/").and_then(media_name).is_some()
}

/// Whether this is a whole http(s) address without a user or password in it. Parsers of addresses pass over line breaks
/// and tabs; what shows or sends the link as it was typed does not, so blanks and control characters are refused.
pub fn is_web_link(link: &str) -> bool {
    let whole = link.len() <= LONGEST_LINK && (link.starts_with("https://") || link.starts_with("http://"));
    whole
        && !link.contains(|c: char| c.is_whitespace() || c.is_control())
        && url::Url::parse(link)
            .is_ok_and(|url| url.has_host() && url.username().is_empty() && url.password().is_none())
}

#[cfg(test)]
mod tests {
    use super::{Form, is_media_path, is_web_link};
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
        let mut form = Form::new();
        form.text("name", &mut text, 3);
        assert!(form.finish().is_ok());
        assert_eq!(text, LocalizedText { en: "Tea".into(), zh: None, zhhk: Some("茶".into()) });
        let mut form = Form::new();
        form.text("name", &mut LocalizedText { zh: Some("茶".into()), ..LocalizedText::default() }, 3);
        assert_eq!(form.finish().expect_err("no English").code(), "required_field");
    }
}
