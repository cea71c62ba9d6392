//! A readable name for a device, shown to its member.

/// User-Agent tokens of browsers, the most specific first: most browsers also name the browsers that they derive
/// from.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 6] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

/// Browser and system from a User-Agent. For display only: a client can send any text. `None` if neither is known.
pub fn device_words(user_agent: &str) -> Option<String> {
    let first = |known: [(&str, &'static str); 6]| {
        known.into_iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| name)
    };
    match (first(BROWSERS), first(SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser}, {system}")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::device_words;

    #[test]
    fn a_device_is_named_after_browser_and_system() {
        for (user_agent, words) in [
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 \
                 Mobile Safari/537.36",
                Some("Chrome, Android"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.0 Mobile/15E148 Safari/604.1",
                Some("Safari, iPhone"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36 Edg/130.0",
                Some("Edge, Windows"),
            ),
            ("curl/8.0", None),
            ("", None),
        ] {
            assert_eq!(device_words(user_agent).as_deref(), words);
        }
    }
}
