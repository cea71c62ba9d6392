//! The programme's own privacy policy and terms of use, fetched from the configured addresses at startup and once a
//! day. The last good copy stays until a new one is fetched. Before the first one, the built-in texts are shown.

use std::time::Duration;

use hyper::Method;
use tokio::sync::watch;
use url::Url;

use super::queries;
use crate::base::clock::Timestamp;
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::member::terms;
use crate::platform::config::{self, Config};
use crate::platform::http_client::{AllowedHosts, HttpRequest, HttpResponse, OutboundHttp};
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
/// The longest accepted text, in bytes.
const LONGEST: usize = 256 * 1024;
/// Maximum age of a copy.
const DAY: Duration = Duration::from_secs(86_400);
/// The interval at which the age is checked, and the delay before a retry.
const LOOK: Duration = Duration::from_secs(3_600);

/// The kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PolicyKind {
    Privacy,
    Terms,
}

impl PolicyKind {
    /// The name of the text in the database.
    fn key(self) -> &'static str {
        match self {
            Self::Privacy => "privacy",
            Self::Terms => "terms",
        }
    }

    /// The built-in text with the programme's name. If the settings contain contact details, they are appended as the
    /// last paragraph.
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

/// The built-in terms of use.
pub fn built_in_terms() -> LocalizedText {
    LocalizedText::from_each(|language| PolicyKind::Terms.built_in(language))
}

/// The configured addresses of the programme's own texts.
#[derive(Clone, Debug)]
pub struct OwnTexts {
    privacy: config::OwnText,
    terms: config::OwnText,
}

impl OwnTexts {
    /// Reads the addresses from the configuration.
    pub fn new(config: &Config) -> Self {
        Self { privacy: config.privacy.clone(), terms: config.terms.clone() }
    }

    fn each(&self) -> [(PolicyKind, &config::OwnText); 2] {
        [(PolicyKind::Privacy, &self.privacy), (PolicyKind::Terms, &self.terms)]
    }

    /// The text to show: the version of the terms that applies today, else the last good copy from the configured address, else the built-in one.
    pub(super) fn shown(&self, read: &Read<'_>, kind: PolicyKind, language: Language) -> AppResult<String> {
        if kind == PolicyKind::Terms
            && let Some(text) = terms::in_force(read, language)?
        {
            return Ok(text);
        }
        let settings = match kind {
            PolicyKind::Privacy => &self.privacy,
            PolicyKind::Terms => &self.terms,
        };
        let copy = match settings.address(language.code()) {
            Some(url) => queries::text_copy(read, kind.key(), language, url.as_str())?,
            None => None,
        };
        Ok(copy.map_or_else(|| kind.built_in(language), |(text, _)| text))
    }

    /// The texts to fetch.
    fn wanted(&self) -> Vec<ExternalPolicy> {
        let mut found = Vec::new();
        for (kind, settings) in self.each() {
            let allowed = AllowedHosts::new(&settings.allowed_hosts);
            for language in Language::ALL {
                if let Some(url) = settings.address(language.code()) {
                    found.push(ExternalPolicy { kind, language, url, allowed: allowed.clone(), trouble: None });
                }
            }
        }
        found
    }
}

/// Keeps the copies fresh until the server stops.
pub async fn keep_policies(
    store: Store,
    http_client: OutboundHttp,
    texts: OwnTexts,
    mut stopping: watch::Receiver<bool>,
) {
    let mut wanted = texts.wanted();
    let (mut looks, mut first) = (tokio::time::interval(LOOK), true);
    while !wanted.is_empty() {
        tokio::select! {
            _ = looks.tick() => {}
            // An error means that the sender was dropped, which also ends the task.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        for one in &mut wanted {
            tokio::select! {
                () = one.refresh(&store, &http_client, first) => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
        first = false;
    }
}

/// A text that is fetched from another server.
struct ExternalPolicy {
    kind: PolicyKind,
    language: Language,
    url: Url,
    allowed: AllowedHosts,
    /// The reason why the last fetch failed. Logged when the reason changes, not every hour.
    trouble: Option<&'static str>,
}

impl ExternalPolicy {
    async fn refresh(&mut self, store: &Store, http_client: &OutboundHttp, at_start: bool) {
        let (key, language, url) = (self.kind.key(), self.language, self.url.clone());
        let held = store.read(|read| queries::text_copy(read, key, language, url.as_str()));
        let fresh = held.is_ok_and(|copy| copy.is_some_and(|(_, fetched)| !is_due(fetched, store.clock().now())));
        if fresh && !at_start {
            return;
        }
        let call =
            HttpRequest::new(Method::GET, self.url.clone(), "").with("accept", "text/plain, text/markdown;q=0.9");
        let found = match http_client.send(call.reading(LONGEST), &self.allowed).await {
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
            let advice = "members see the last good copy or the built-in text; check that the address serves \
                          plain text in UTF-8 without a sign-in";
            match self.kind {
                PolicyKind::Privacy => tracing::warn!(language = language.code(), address = %self.url, why,
                    "the privacy policy of privacy.url cannot be fetched: {advice}"),
                PolicyKind::Terms => tracing::warn!(language = language.code(), address = %self.url, why,
                    "the terms of use of terms.url cannot be fetched: {advice}"),
            }
        }
        self.trouble = trouble;
    }
}

fn is_due(fetched: Timestamp, now: Timestamp) -> bool {
    fetched.plus(DAY) <= now
}

/// Validates a response and returns its text; the error says why it was refused.
fn checked(answer: &HttpResponse) -> Result<String, &'static str> {
    if answer.is_redirect() {
        return Err("the address redirects");
    }
    if answer.status != 200 {
        return Err("the status is not 200");
    }
    let kind = answer.content_type().unwrap_or_default();
    if !matches!(kind, "text/plain" | "text/markdown") {
        return Err("the content type is not plain text");
    }
    let text = std::str::from_utf8(&answer.body).map_err(|_| "the text is not UTF-8")?;
    let text = text.trim_start_matches('\u{feff}').trim();
    // A gateway may send an HTML error page with a text content type.
    if text.is_empty() || text.starts_with('<') {
        return Err("the text is empty or an HTML page");
    }
    if text.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t')) {
        return Err("the text contains control characters");
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
