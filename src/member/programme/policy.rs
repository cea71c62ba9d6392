//! The programme's own privacy policy and terms of use: fetched from where the settings say, at the
//! start and once a day. What was last good stays until something better comes, and the built-in texts
//! stand in before.

use std::time::Duration;

use hyper::Method;
use tokio::sync::watch;
use url::Url;

use super::queries;
use crate::base::clock::Timestamp;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::platform::config::{self, Config};
use crate::platform::http_client::{AllowedHosts, Answer, Call, Outbound};
use crate::platform::store::{Read, Store};

const PRIVACY: [(Language, &str); 3] = [
    (Language::En, include_str!("privacy/en.txt")),
    (Language::Zh, include_str!("privacy/zh.txt")),
    (Language::Zhhk, include_str!("privacy/zhhk.txt")),
];
const TERMS: [(Language, &str); 3] = [
    (Language::En, include_str!("terms/en.txt")),
    (Language::Zh, include_str!("terms/zh.txt")),
    (Language::Zhhk, include_str!("terms/zhhk.txt")),
];
/// The longest text that is read, in bytes.
const LONGEST: usize = 256 * 1024;
/// How old a copy may grow.
const DAY: Duration = Duration::from_secs(86_400);
/// How often it is looked whether one has, and how long a failure is left alone.
const LOOK: Duration = Duration::from_secs(3_600);

/// Which of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Privacy,
    Terms,
}

impl Kind {
    /// How its copies and its settings are called.
    fn key(self) -> &'static str {
        match self {
            Self::Privacy => "privacy",
            Self::Terms => "terms",
        }
    }

    /// The built-in text, with the programme's name, and with its contact in the last paragraph where the settings
    /// have one.
    fn built_in(self, language: Language) -> String {
        let texts = match self {
            Self::Privacy => PRIVACY,
            Self::Terms => TERMS,
        };
        let text = texts.into_iter().find(|(one, _)| *one == language).map_or(texts[0].1, |(_, text)| text);
        let text = messages::fill(text, &[(messages::PROGRAMME, &messages::programme_name())]);
        match messages::contact(language) {
            Some(contact) => format!("{}\n\n{contact}\n", text.trim_end()),
            None => text,
        }
    }
}

/// Where the programme's own texts are.
#[derive(Clone, Debug)]
pub struct OwnTexts {
    privacy: config::OwnText,
    terms: config::OwnText,
}

impl OwnTexts {
    /// As the settings say.
    pub fn new(config: &Config) -> Self {
        Self { privacy: config.privacy.clone(), terms: config.terms.clone() }
    }

    fn each(&self) -> [(Kind, &config::OwnText); 2] {
        [(Kind::Privacy, &self.privacy), (Kind::Terms, &self.terms)]
    }

    /// A text as it is shown: the last good copy from where the settings say, else the built-in one.
    pub(super) fn shown(&self, read: &Read<'_>, kind: Kind, language: Language) -> AppResult<String> {
        let settings = match kind {
            Kind::Privacy => &self.privacy,
            Kind::Terms => &self.terms,
        };
        let copy = match settings.address(language.code()) {
            Some(url) => queries::text_copy(read, kind.key(), language, url.as_str())?,
            None => None,
        };
        Ok(copy.map_or_else(|| kind.built_in(language), |(text, _)| text))
    }

    /// What has to be fetched.
    fn wanted(&self) -> Vec<Wanted> {
        let mut found = Vec::new();
        for (kind, settings) in self.each() {
            let allowed = AllowedHosts::new(&settings.allowed_hosts);
            for language in Language::ALL {
                if let Some(url) = settings.address(language.code()) {
                    found.push(Wanted { kind, language, url, allowed: allowed.clone(), trouble: None });
                }
            }
        }
        found
    }
}

/// Keeps the copies fresh until the server stops.
pub async fn keep_policies(store: Store, outbound: Outbound, texts: OwnTexts, mut stopping: watch::Receiver<bool>) {
    let mut wanted = texts.wanted();
    let (mut looks, mut first) = (tokio::time::interval(LOOK), true);
    while !wanted.is_empty() {
        tokio::select! {
            _ = looks.tick() => {}
            // An error means that the sender is gone, which is the end as well.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        for one in &mut wanted {
            tokio::select! {
                () = one.refresh(&store, &outbound, first) => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
        first = false;
    }
}

/// A text that somebody else keeps.
struct Wanted {
    kind: Kind,
    language: Language,
    url: Url,
    allowed: AllowedHosts,
    /// Why it could not be had the last time; said when it begins, not every hour.
    trouble: Option<&'static str>,
}

impl Wanted {
    async fn refresh(&mut self, store: &Store, outbound: &Outbound, at_start: bool) {
        let (key, language, url) = (self.kind.key(), self.language, self.url.clone());
        let held = store.read(|read| queries::text_copy(read, key, language, url.as_str()));
        let fresh = held.is_ok_and(|copy| copy.is_some_and(|(_, fetched)| !is_due(fetched, store.clock().now())));
        if fresh && !at_start {
            return;
        }
        let call = Call::new(Method::GET, self.url.clone(), "").with("accept", "text/plain, text/markdown;q=0.9");
        let found = match outbound.send(call.reading(LONGEST), &self.allowed).await {
            Ok(answer) => checked(&answer),
            Err(none) => Err(none.word()),
        };
        let kept = match found {
            Ok(text) => {
                let kept = store
                    .write_unattended(move |tx| queries::keep_text_copy(tx, key, language, url.as_str(), &text))
                    .await;
                kept.map_err(|_| "the copy cannot be written")
            }
            Err(why) => Err(why),
        };
        let trouble = kept.err();
        if let Some(why) = trouble.filter(|why| self.trouble != Some(*why)) {
            let advice = "members see the last good copy or the built-in text; see to it that the address leads to a \
                          plain text in UTF-8 that anybody may read";
            match self.kind {
                Kind::Privacy => tracing::warn!(language = language.code(), address = %self.url, why,
                    "the privacy policy of privacy.url cannot be fetched: {advice}"),
                Kind::Terms => tracing::warn!(language = language.code(), address = %self.url, why,
                    "the terms of use of terms.url cannot be fetched: {advice}"),
            }
        }
        self.trouble = trouble;
    }
}

fn is_due(fetched: Timestamp, now: Timestamp) -> bool {
    fetched.plus(DAY) <= now
}

/// The text of an answer, if it is one. What is wrong with it otherwise.
fn checked(answer: &Answer) -> Result<String, &'static str> {
    if answer.is_redirect() {
        return Err("it points elsewhere");
    }
    if answer.status != 200 {
        return Err("it is not there");
    }
    let kind = answer.content_type().unwrap_or_default();
    if !matches!(kind, "text/plain" | "text/markdown") {
        return Err("it is no plain text");
    }
    let text = std::str::from_utf8(&answer.body).map_err(|_| "it is not UTF-8")?;
    let text = text.trim_start_matches('\u{feff}').trim();
    // A page of a gateway that calls itself a text is still a page.
    if text.is_empty() || text.starts_with('<') {
        return Err("it is empty or a page");
    }
    if text.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t')) {
        return Err("it holds control characters");
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::is_due;
    use crate::base::clock::Timestamp;

    #[test]
    fn a_copy_is_renewed_after_a_day() {
        let fetched = Timestamp::from_millis(1_790_000_000_000);
        assert!(!is_due(fetched, Timestamp::from_millis(1_790_000_000_000 + 86_399_999)));
        assert!(is_due(fetched, Timestamp::from_millis(1_790_000_000_000 + 86_400_000)));
    }
}
