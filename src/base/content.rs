//! What editors type: texts in three languages, pictures, links. One reading of it for everything
//! that the programme shows.

use super::language::LocalizedText;
use super::problem::{AppError, AppResult, FieldProblem};

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

/// Whether this is a whole http(s) address without a user or password in it.
pub fn is_web_link(link: &str) -> bool {
    let whole = link.len() <= LONGEST_LINK && (link.starts_with("https://") || link.starts_with("http://"));
    whole
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
