//! The programme's own privacy policy: fetched from where the settings say, at the start and once a
//! day. What was last good stays until something better comes, and the built-in text stands in
//! before.

use std::time::Duration;

use hyper::Method;
use tokio::sync::watch;
use url::Url;

use super::queries;
use crate::base::clock::Timestamp;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::config;
use crate::outbound::{AllowedHosts, Answer, Call, Outbound};
use crate::store::{Read, Store};

/// The built-in text in each language.
const BUILT_IN: [(Language, &str); 3] = [
    (Language::En, include_str!("privacy/en.txt")),
    (Language::Zh, include_str!("privacy/zh.txt")),
    (Language::Zhhk, include_str!("privacy/zhhk.txt")),
];
/// The longest text that is read, in bytes.
const LONGEST: usize = 256 * 1024;
/// How old a copy may grow.
const DAY: Duration = Duration::from_secs(86_400);
/// How often it is looked whether one has, and how long a failure is left alone.
const LOOK: Duration = Duration::from_secs(3_600);

/// The policy as it is shown: the last good copy from where the settings say, else the built-in text.
pub(super) fn shown(read: &Read<'_>, settings: &config::Privacy, language: Language) -> AppResult<String> {
    let copy = match settings.address(language.code()) {
        Some(url) => queries::privacy_copy(read, language, url.as_str())?,
        None => None,
    };
    let built_in = BUILT_IN.into_iter().find(|(one, _)| *one == language).map_or(BUILT_IN[0].1, |(_, text)| text);
    Ok(copy.map_or_else(|| built_in.to_owned(), |(text, _)| text))
}

/// Keeps the copies fresh until the server stops.
pub async fn keep_policies(
    store: Store,
    outbound: Outbound,
    settings: config::Privacy,
    mut stopping: watch::Receiver<bool>,
) {
    let allowed = AllowedHosts::new(&settings.allowed_hosts);
    let mut wanted: Vec<Wanted> = Language::ALL
        .into_iter()
        .filter_map(|language| Some(Wanted { language, url: settings.address(language.code())?, trouble: None }))
        .collect();
    let (mut looks, mut first) = (tokio::time::interval(LOOK), true);
    while !wanted.is_empty() {
        tokio::select! {
            _ = looks.tick() => {}
            // An error means that the sender is gone, which is the end as well.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        for one in &mut wanted {
            tokio::select! {
                () = one.refresh(&store, &outbound, &allowed, first) => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
        first = false;
    }
}

/// A text that somebody else keeps.
struct Wanted {
    language: Language,
    url: Url,
    /// Why it could not be had the last time; said when it begins, not every hour.
    trouble: Option<&'static str>,
}

impl Wanted {
    async fn refresh(&mut self, store: &Store, outbound: &Outbound, allowed: &AllowedHosts, at_start: bool) {
        let (language, url) = (self.language, self.url.clone());
        let held = store.read(|read| queries::privacy_copy(read, language, url.as_str()));
        let fresh = held.is_ok_and(|copy| copy.is_some_and(|(_, fetched)| !is_due(fetched, store.clock().now())));
        if fresh && !at_start {
            return;
        }
        let call = Call::new(Method::GET, self.url.clone(), "").with("accept", "text/plain, text/markdown;q=0.9");
        let found = match outbound.send(call.reading(LONGEST), allowed).await {
            Ok(answer) => checked(&answer),
            Err(none) => Err(none.word()),
        };
        let kept = match found {
            Ok(text) => {
                let kept = store.write(move |tx| queries::keep_privacy_copy(tx, language, url.as_str(), &text)).await;
                kept.map_err(|_| "the copy cannot be written")
            }
            Err(why) => Err(why),
        };
        let trouble = kept.err();
        if let Some(why) = trouble.filter(|why| self.trouble != Some(*why)) {
            tracing::warn!(language = language.code(), address = %self.url, why,
                "the privacy policy cannot be fetched: members see the last good copy or the built-in text; \
                 see to it that privacy.url leads to a plain text in UTF-8 that anybody may read");
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
