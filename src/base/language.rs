//! The three languages, and texts that exist in each.

use serde::{Deserialize, Serialize};

/// A supported language, by its name in the API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
    /// Traditional Chinese as written in Hong Kong.
    Zhhk,
}

impl Language {
    /// Every language, the default first.
    pub const ALL: [Language; 3] = [Language::En, Language::Zh, Language::Zhhk];

    /// The name in the API: `en`, `zh` or `zhhk`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
            Language::Zhhk => "zhhk",
        }
    }

    /// The language tag of pages and push messages, for fonts and screen readers (BCP 47).
    pub const fn tag(self) -> &'static str {
        match self {
            Language::En => "en-HK",
            Language::Zh => "zh-Hans",
            Language::Zhhk => "zh-Hant-HK",
        }
    }

    /// Reads the name in the API.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The first supported language of an `Accept-Language` header, by weight (RFC 9110 section 12.5.4).
    pub fn named_in_accept_language(header: &str) -> Option<Self> {
        let mut best = (0_u32, None);
        for range in header.split(',').take(20) {
            let mut parts = range.trim().split(';');
            let tag = parts.next().unwrap_or("").trim().to_ascii_lowercase();
            let weight = parts
                .find_map(|part| part.trim().strip_prefix("q=").map(str::to_owned))
                .map_or(1000, |q| q.parse::<f32>().map_or(0, |q| (q.clamp(0.0, 1.0) * 1000.0) as u32));
            if let Some(language) = Self::from_tag(&tag)
                && weight > best.0
            {
                best = (weight, Some(language));
            }
        }
        best.1
    }

    fn from_tag(tag: &str) -> Option<Self> {
        const TRADITIONAL: [&str; 4] = ["zh-hant", "zh-hk", "zh-tw", "zh-mo"];
        let is = |wanted: &str| tag == wanted || tag.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('-'));
        if tag == "zhhk" || TRADITIONAL.into_iter().any(is) {
            Some(Language::Zhhk)
        } else if is("zh") {
            Some(Language::Zh)
        } else if is("en") {
            Some(Language::En)
        } else {
            None
        }
    }
}

/// A text in each language. English is required; the others fall back to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LocalizedText {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zh: Option<String>,
    /// Traditional Chinese as written in Hong Kong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zhhk: Option<String>,
}

impl LocalizedText {
    /// Whether there is no text in any language.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.zh.is_none() && self.zhhk.is_none()
    }

    /// The text in that language, or the English one where it is missing.
    pub fn get(&self, language: Language) -> &str {
        let chosen = match language {
            Language::En => None,
            Language::Zh => self.zh.as_deref(),
            Language::Zhhk => self.zhhk.as_deref(),
        };
        chosen.unwrap_or(&self.en)
    }

    /// Builds a text by calling `write` for each language.
    pub fn from_each(mut write: impl FnMut(Language) -> String) -> Self {
        Self { en: write(Language::En), zh: Some(write(Language::Zh)), zhhk: Some(write(Language::Zhhk)) }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn accept_language_is_read_by_weight_and_script() {
        for (header, expected) in [
            ("", Language::En),
            ("fr", Language::En),
            ("zh-HK", Language::Zhhk),
            ("zh-Hant-TW,en;q=0.5", Language::Zhhk),
            ("zh-CN,zh;q=0.9", Language::Zh),
            ("zh-Hans-HK", Language::Zh),
            ("en;q=0.1,zh-TW;q=0.8", Language::Zhhk),
            ("fr;q=1, zh;q=0.4, en;q=0.3", Language::Zh),
            ("en;q=nonsense", Language::En),
        ] {
            assert_eq!(Language::named_in_accept_language(header).unwrap_or_default(), expected, "{header}");
        }
    }
}
