//! Captchas of other companies: their widget gives the visitor an answer, which this server has them
//! check. Whatever goes wrong on the way, nobody passes. The visitor's address is not told.

use std::sync::Arc;
use std::time::Duration;

use hyper::Method;
use serde::Deserialize;
use url::Url;
use url::form_urlencoded::Serializer;

use super::{CAPTCHA_UNAVAILABLE, Solved, failed};
use crate::base::clock::Timestamp;
use crate::base::problem::{AppError, AppResult};
use crate::base::secret::hash;
use crate::config::{CaptchaProvider, Config};
use crate::http::edge::Guest;
use crate::outbound::{AllowedHosts, Call, Outbound};

/// Answers are good for minutes; for as long, one is known to have been used.
const ANSWER_TIME: Duration = Duration::from_secs(15 * 60);
const LONGEST_ANSWER: usize = 4_096;
/// What the companies say when the fault is in our settings, not in the answer.
const OUR_FAULTS: [&str; 4] =
    ["missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch", "bad-request"];

/// Who checks, and where.
#[derive(Clone)]
pub(in crate::auth) struct Provider {
    outbound: Outbound,
    allowed: AllowedHosts,
    url: Url,
    secret: Arc<str>,
    hostnames: Arc<[String]>,
}

/// The part of the three companies' verdicts that they share.
#[derive(Deserialize)]
struct Verdict {
    success: bool,
    /// Where the widget stood.
    #[serde(default)]
    hostname: Option<String>,
    #[serde(default, rename = "error-codes")]
    faults: Vec<String>,
}

/// What the provider's widget needs of our pages, as the companies document it.
pub fn guest(provider: CaptchaProvider) -> Option<Guest> {
    let (hosts, talks) = match provider {
        CaptchaProvider::Altcha | CaptchaProvider::None => return None,
        CaptchaProvider::Turnstile => ("https://challenges.cloudflare.com", false),
        CaptchaProvider::Hcaptcha => ("https://hcaptcha.com https://*.hcaptcha.com", true),
        CaptchaProvider::Recaptcha => (
            "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
            false,
        ),
    };
    Some(Guest { hosts, talks })
}

impl Provider {
    /// The provider of the settings; `None` for those that need nobody else.
    pub(in crate::auth) fn new(config: &Config) -> anyhow::Result<Option<Self>> {
        let settings = &config.captcha;
        let usual = match settings.provider {
            CaptchaProvider::Altcha | CaptchaProvider::None => return Ok(None),
            CaptchaProvider::Turnstile => "https://challenges.cloudflare.com/turnstile/v0/siteverify",
            CaptchaProvider::Hcaptcha => "https://api.hcaptcha.com/siteverify",
            CaptchaProvider::Recaptcha => "https://www.google.com/recaptcha/api/siteverify",
        };
        let url = if settings.verify_url.is_empty() { usual } else { &settings.verify_url };
        let own = config.public_origin().and_then(|url| url.host_str().map(str::to_owned));
        let hostnames = settings.hostnames.iter().cloned().chain([own.unwrap_or_else(|| "localhost".to_owned())]);
        Ok(Some(Self {
            outbound: Outbound::new()?,
            allowed: AllowedHosts::new(&settings.allowed_hosts),
            url: url.parse()?,
            secret: settings.secret.expose().into(),
            hostnames: hostnames.map(|name| name.trim().to_ascii_lowercase()).collect(),
        }))
    }

    fn question(&self, typed: &str) -> Call {
        let mut form = Serializer::new(String::new());
        form.append_pair("secret", &self.secret).append_pair("response", typed);
        let call = Call::new(Method::POST, self.url.clone(), form.finish());
        call.with("content-type", "application/x-www-form-urlencoded")
    }

    /// Has an answer checked. Fails with `captcha_failed`, and with [`CAPTCHA_UNAVAILABLE`] where
    /// nobody can say.
    pub(super) async fn check(&self, typed: &str, now: Timestamp) -> AppResult<Solved> {
        let typed = typed.trim();
        if typed.is_empty() || typed.len() > LONGEST_ANSWER {
            return Err(failed());
        }
        let answer =
            self.outbound.send(self.question(typed), &self.allowed).await.map_err(|none| unavailable(none.word()))?;
        if !answer.is_success() {
            return Err(unavailable(&format!("HTTP {}", answer.status)));
        }
        let verdict: Verdict = serde_json::from_slice(&answer.body).map_err(|_| unavailable("no verdict"))?;
        if let Some(fault) = verdict.faults.iter().find(|fault| OUR_FAULTS.contains(&fault.as_str())) {
            return Err(unavailable(fault));
        }
        let here = verdict.hostname.is_some_and(|name| self.hostnames.contains(&name.to_ascii_lowercase()));
        match verdict.success && here {
            true => Ok(Solved { hash: hash(typed), expires: now.plus(ANSWER_TIME) }),
            false => Err(failed()),
        }
    }
}

/// Nobody passes while nobody checks; that it is so is said with each try, because each turns
/// somebody away.
fn unavailable(why: &str) -> AppError {
    tracing::error!(why, "nobody can sign up: the captcha's provider does not check answers; see [captcha]");
    CAPTCHA_UNAVAILABLE.retry_after(30)
}
