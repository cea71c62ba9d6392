//! The settings of the programme's public texts and analytics, and their checks.

use anyhow::bail;
use serde::{Deserialize, Serialize};
use url::Url;

use super::messages::is_loopback;
use super::{Captcha, CaptchaProvider, Config};

sections! {
    /// Counting visits beyond the programme's own count of screens.
    Analytics {
        /// The programme's id at another company's analytics. Apps that ask get it; the server's own pages do not
        /// load it.
        id: String = String::new(),
    }
    /// A text that a programme may have written itself: the privacy policy, the terms of use.
    OwnText {
        /// The address of the programme's own text, with `{lang}` in place of the language. An address without `{lang}`
        /// is that of the English text. Empty: the built-in text.
        url: String = String::new(),
        /// The address of the text in simplified Chinese, if it is not the one of `url`.
        url_zh: String = String::new(),
        /// The address of the text in traditional Chinese, if it is not the one of `url`.
        url_zhhk: String = String::new(),
        /// Hosts of the text that may have a private address, and on this machine plain http.
        allowed_hosts: Vec<String> = Vec::new(),
    }
}

impl OwnText {
    /// The address of the text in a language (`en`, `zh`, `zhhk`); `None` for the built-in text.
    pub fn address(&self, language: &str) -> Option<Url> {
        let own = match language {
            "zh" => self.url_zh.as_str(),
            "zhhk" => self.url_zhhk.as_str(),
            _ => "",
        };
        let shared = language == "en" || self.url.contains("{lang}");
        let named = if own.is_empty() && shared { &self.url } else { own };
        Url::parse(&named.replace("{lang}", language)).ok()
    }

    fn check(&self, section: &str) -> anyhow::Result<()> {
        let named = [("url", &self.url), ("url_zh", &self.url_zh), ("url_zhhk", &self.url_zhhk)];
        for (name, text) in named.into_iter().filter(|(_, text)| !text.is_empty()) {
            if !Url::parse(&text.replace("{lang}", "en")).is_ok_and(|url| is_callable(&url)) {
                bail!("{section}.{name} «{text}» must be an https address without a user name");
            }
        }
        Ok(())
    }
}

/// Returns whether an address may stand in the settings. Each call checks the resolved host again.
pub(super) fn is_callable(url: &Url) -> bool {
    let bare = url.username().is_empty() && url.password().is_none();
    let Some(host) = url.host_str() else { return false };
    bare && (url.scheme() == "https" || url.scheme() == "http" && is_loopback(host))
}

impl Captcha {
    /// Returns whether another company provides the captcha.
    pub fn is_elsewhere(&self) -> bool {
        !matches!(self.provider, CaptchaProvider::Altcha | CaptchaProvider::None)
    }

    fn check(&self) -> anyhow::Result<()> {
        if self.cost < 1_000 || self.cost > 1_000_000 {
            bail!("captcha.cost is {}, and must be from 1000 to 1000000", self.cost);
        }
        if self.is_elsewhere() && (self.site_key.is_empty() || self.secret.is_empty()) {
            bail!("captcha.site_key and captcha.secret are needed for this captcha.provider: it gives you both");
        }
        if !self.verify_url.is_empty() && !Url::parse(&self.verify_url).is_ok_and(|url| is_callable(&url)) {
            bail!("captcha.verify_url «{}» must be an https address without a user name", self.verify_url);
        }
        Ok(())
    }
}

impl Config {
    pub(super) fn check_programme(&self) -> anyhow::Result<()> {
        let id = &self.analytics.id;
        if id.len() > 64 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
            bail!("analytics.id «{id}» may hold up to 64 letters, digits, - and _");
        }
        self.captcha.check()?;
        self.privacy.check("privacy")?;
        self.terms.check("terms")
    }
}

#[cfg(test)]
mod tests {
    use super::OwnText;

    #[test]
    fn a_language_has_its_own_address_or_the_pattern_s_or_none() {
        let addresses = |url: &str, zh: &str| {
            let own = OwnText { url: url.to_owned(), url_zh: zh.to_owned(), ..OwnText::default() };
            ["en", "zh", "zhhk"].map(|language| own.address(language).map_or(String::new(), String::from))
        };
        assert_eq!(addresses("", ""), ["", "", ""]);
        let each = ["https://a.example/en.txt", "https://a.example/zh.txt", "https://a.example/zhhk.txt"];
        assert_eq!(addresses("https://a.example/{lang}.txt", ""), each);
        let some = ["https://a.example/p", "https://b.example/z", ""];
        assert_eq!(addresses("https://a.example/p", "https://b.example/z"), some);
    }

    #[test]
    fn addresses_that_nobody_should_call_are_refused_at_the_start() {
        for (url, sound) in [
            ("https://a.example/{lang}.txt", true),
            ("http://a.example/", false),
            ("https://user@a.example/", false),
            ("file:///etc/passwd", false),
            ("nonsense", false),
        ] {
            let own = OwnText { url: url.to_owned(), ..OwnText::default() };
            assert_eq!(own.check("terms").is_ok(), sound, "{url}");
        }
    }
}
