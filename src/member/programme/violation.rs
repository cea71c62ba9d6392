//! Browser reports of content security policy violations (CSP 3, section 5.3).

use std::fmt;

use serde::Deserialize;
use url::Url;

use crate::platform::http::security_headers::loggable;

/// Maximum length of each logged value, in characters.
const LONGEST: usize = 200;

#[derive(Deserialize)]
struct ViolationReport {
    #[serde(rename = "csp-report")]
    violation: Violation,
}

/// A report, limited to what may be logged: anyone can send any text, and browser extensions may cause reports from
/// pages with secret addresses.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Violation {
    #[serde(default)]
    violated_directive: String,
    #[serde(default)]
    blocked_uri: String,
    #[serde(default)]
    document_uri: String,
}

impl Violation {
    /// Parses a report; `None` if the body is not one.
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        serde_json::from_slice(body).ok().map(|ViolationReport { violation }| violation)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, line: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only scheme and host are logged: the path may contain personal data.
        let blocked = Url::parse(&self.blocked_uri)
            .ok()
            .and_then(|url| url.host_str().map(|host| format!("{}://{}", short(url.scheme()), short(host))))
            .unwrap_or_else(|| short(&self.blocked_uri));
        let page = Url::parse(&self.document_uri).map(|url| short(loggable(url.path()))).unwrap_or_default();
        write!(line, "{} kept {blocked} from {page}", short(&self.violated_directive))
    }
}

/// A keyword such as `inline`, or a path; cut at the first unexpected character.
fn short(text: &str) -> String {
    let plain = |c: &char| c.is_ascii_alphanumeric() || "/-_. ".contains(*c);
    text.chars().take_while(plain).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::Violation;

    fn told(blocked: &str, page: &str) -> String {
        let report = serde_json::json!({ "csp-report": {
            "violated-directive": "script-src-elem", "blocked-uri": blocked, "document-uri": page, "other": [1] } });
        Violation::read(report.to_string().as_bytes()).expect("a report").to_string()
    }

    #[test]
    fn a_report_tells_where_and_what_and_no_secret() {
        assert_eq!(
            told("https://ads.example/x?canary=1", "https://points.example/saved?tab=canary#canary"),
            "script-src-elem kept https://ads.example from /saved"
        );
        assert_eq!(
            told("inline", "https://points.example/resetPassword/canary"),
            "script-src-elem kept inline from /resetPassword/"
        );
        assert_eq!(told("a\u{1b}[31mred\ncanary", "nonsense"), "script-src-elem kept a from ");
        for none in ["", "[]", "{}", "\"canary\"", r#"{"csp-report": {"blocked-uri": 1}}"#] {
            assert!(Violation::read(none.as_bytes()).is_none(), "{none}");
        }
    }
}
