//! Message texts in the programme's own wording.

use std::collections::HashMap;

use serde::Serialize;

use super::queries;
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND};
use crate::platform::store::{Read, Tx};

/// Key prefixes of texts that a programme may replace.
const OURS_TO_WORD: [&str; 4] = ["inbox.", "mail.", "push.", "sms."];
/// The longest text, in characters.
const LONGEST_TEXT: usize = 2_000;
/// Longest SMS, in characters: three parts.
const LONGEST_SMS: usize = 200;
/// Longest title of a push message, in characters: devices show one line of it.
const LONGEST_PUSH_TITLE: usize = 60;
/// Longest body of a push message, in characters: devices show a few lines of it.
pub const LONGEST_PUSH_BODY: usize = 240;

/// A message text: built-in and the programme's own.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageText {
    /// Such as `mail.code.subject`.
    pub key: String,
    /// The built-in text.
    pub built_in: LocalizedText,
    /// The programme's own text, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<LocalizedText>,
    /// Names in braces that are filled in, such as `code`. The text must contain each of them. `programme`, the
    /// programme's name, is optional.
    pub placeholders: Vec<String>,
    /// Maximum number of characters in each language.
    pub longest: usize,
    /// Incremented by every change; 0 for the built-in text.
    #[serde(skip)]
    pub version: i64,
}

/// Every text that a programme may replace.
pub fn list(read: &Read<'_>) -> AppResult<Vec<MessageText>> {
    let mut own = queries::own_words(read)?;
    let keys = messages::keys().filter(|key| OURS_TO_WORD.iter().any(|start| key.starts_with(start)));
    let mut found: Vec<MessageText> = keys.map(|key| text_of(key, own.remove(key))).collect();
    found.sort_by(|left, right| left.key.cmp(&right.key));
    Ok(found)
}

fn text_of(key: &str, own: Option<(LocalizedText, i64)>) -> MessageText {
    let built_in = messages::built_in(key);
    let mut placeholders = placeholders(&built_in.en);
    placeholders.retain(|name| name != messages::PROGRAMME);
    let (own, version) = own.map_or((None, 0), |(text, version)| (Some(text), version));
    MessageText { key: key.to_owned(), built_in, own, placeholders, longest: longest(key), version }
}

fn longest(key: &str) -> usize {
    match key.split_once('.') {
        Some(("sms", _)) => LONGEST_SMS,
        Some(("push", part)) if part.ends_with(".title") => LONGEST_PUSH_TITLE,
        Some(("push", _)) => LONGEST_PUSH_BODY,
        _ => LONGEST_TEXT,
    }
}

/// A text by its key. Fails with `not_found`.
pub fn find(read: &Read<'_>, key: &str) -> AppResult<MessageText> {
    Ok(list(read)?.into_iter().find(|text| text.key == key).ok_or(NOT_FOUND)?)
}

/// Replaces a text. Fails with `not_found` and with the errors of [`check`].
pub fn replace(tx: &Tx<'_>, key: &str, text: LocalizedText) -> AppResult<MessageText> {
    let before = find(tx, key)?;
    let text = check(&before, text)?;
    // The version does not restart at 1 after a reset. Otherwise an ETag from before the reset could match a
    // different text.
    let version = tx.now().as_millis().max(before.version + 1);
    queries::put_words(tx, key, &text, version)?;
    find(tx, key)
}

/// Restores the built-in text. Fails with `not_found`.
pub fn reset(tx: &Tx<'_>, key: &str) -> AppResult<MessageText> {
    find(tx, key)?;
    queries::delete_words(tx, key)?;
    find(tx, key)
}

/// The programme's own texts by key.
pub(super) fn own(read: &Read<'_>) -> AppResult<HashMap<String, LocalizedText>> {
    Ok(queries::own_words(read)?.into_iter().map(|(key, (text, _))| (key, text)).collect())
}

/// Trims and checks a text. It must not be empty in any language, and must contain every placeholder of the built-in
/// text and no other, except that `programme` is optional. Fails with `400` that names the languages at fault.
pub fn check(of: &MessageText, text: LocalizedText) -> AppResult<LocalizedText> {
    let mut problems = Vec::new();
    let mut checked = |field: &'static str, said: &str| {
        let said = said.trim().to_owned();
        let used = placeholders(&said);
        let code = if said.is_empty() {
            Some("required_field")
        } else if said.chars().count() > of.longest {
            Some("too_long")
        } else if used.iter().any(|name| name != messages::PROGRAMME && !of.placeholders.contains(name)) {
            Some("unknown_placeholder")
        } else if of.placeholders.iter().any(|name| !used.contains(name)) {
            Some("placeholder_missing")
        } else {
            None
        };
        problems.extend(code.map(|code| FieldProblem::new(field, code)));
        said
    };
    let text = LocalizedText {
        en: checked("text.en", &text.en),
        zh: Some(checked("text.zh", text.zh.as_deref().unwrap_or(""))),
        zhhk: Some(checked("text.zhhk", text.zhhk.as_deref().unwrap_or(""))),
    };
    if problems.is_empty() { Ok(text) } else { Err(AppError::invalid(problems)) }
}

/// A text as recipients will see it, with example values.
pub fn preview(text: &LocalizedText) -> LocalizedText {
    let filled = |template: &str| {
        let names = placeholders(template);
        let called = messages::programme_name();
        let value = |name: &str| if name == messages::PROGRAMME { called.clone() } else { example(name).to_owned() };
        let values: Vec<(&str, String)> = names.iter().map(|name| (name.as_str(), value(name))).collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        messages::fill(template, &values)
    };
    LocalizedText { en: filled(&text.en), zh: text.zh.as_deref().map(filled), zhhk: text.zhhk.as_deref().map(filled) }
}

fn example(placeholder: &str) -> &'static str {
    match placeholder {
        "code" => "123456",
        "link" => "https://points.example.hk/resetPassword/…",
        "points" => "1,200",
        "day" => "31 December 2026",
        "amount" => "128.50",
        "name" => "Mei",
        "from" => "7K3M-9QXT",
        _ => "…",
    }
}

/// The names in braces, without duplicates.
fn placeholders(template: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = template;
    while let Some((_, after)) = rest.split_once('{') {
        rest = after;
        if let Some((name, _)) = after.split_once('}')
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{OURS_TO_WORD, check, text_of};
    use crate::base::messages;

    #[test]
    fn each_built_in_text_fits_the_rules_for_own_texts() {
        for key in messages::keys().filter(|key| OURS_TO_WORD.iter().any(|start| key.starts_with(start))) {
            let text = text_of(key, None);
            assert!(check(&text, text.built_in.clone()).is_ok(), "{key}");
        }
    }
}
