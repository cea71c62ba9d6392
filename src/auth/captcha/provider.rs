//! Captchas of other companies: their widget gives the visitor an answer, which this server has them
//! check. Whatever goes wrong on the way, nobody passes. The visitor's address is not told.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::Method;
use serde::Deserialize;
use url::Url;
use url::form_urlencoded::Serializer;

use super::{CAPTCHA_UNAVAILABLE, Solved, failed};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::base::secret::hash;
use crate::platform::config::{CaptchaProvider, Config};
use crate::platform::http::edge::Guest;
use crate::platform::http_client::{AllowedHosts, Call, Outbound, Troubles};

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
    troubles: Arc<Mutex<Troubles<()>>>,
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
            troubles: Arc::default(),
        }))
    }

    fn question(&self, typed: &str) -> Call {
        let mut form = Serializer::new(String::new());
        form.append_pair("secret", &self.secret).append_pair("response", typed);
        let call = Call::new(Method::POST, self.url.clone(), form.finish());
        call.with("content-type", "application/x-www-form-urlencoded")
    }

    /// Has an answer checked. Fails with `captcha_failed`, and with [`CAPTCHA_UNAVAILABLE`] where
    /// nobody can say: then nobody passes.
    pub(super) async fn check(&self, typed: &str, now: Timestamp) -> AppResult<Solved> {
        let typed = typed.trim();
        if typed.is_empty() || typed.len() > LONGEST_ANSWER {
            return Err(failed());
        }
        let asked = self.ask(typed).await;
        self.say(asked.as_ref().err(), now);
        match asked {
            Ok(true) => Ok(Solved { hash: hash(typed), expires: now.plus(ANSWER_TIME) }),
            Ok(false) => Err(failed()),
            Err(_) => Err(CAPTCHA_UNAVAILABLE.retry_after(30)),
        }
    }

    /// Whether the provider takes an answer.
    async fn ask(&self, typed: &str) -> Result<bool, Fault> {
        let fault = |why| Fault { why, status: 0 };
        let answer =
            self.outbound.send(self.question(typed), &self.allowed).await.map_err(|none| fault(none.word()))?;
        if !answer.is_success() {
            return Err(Fault { why: "status", status: answer.status });
        }
        let verdict: Verdict = serde_json::from_slice(&answer.body).map_err(|_| fault("no verdict"))?;
        if let Some(ours) = OUR_FAULTS.into_iter().find(|ours| verdict.faults.iter().any(|fault| fault == ours)) {
            return Err(fault(ours));
        }
        let here = verdict.hostname.is_some_and(|name| self.hostnames.contains(&name.to_ascii_lowercase()));
        Ok(verdict.success && here)
    }

    /// Says once that nobody can sign up, and what to do, and once that they can again.
    fn say(&self, fault: Option<&Fault>, now: Timestamp) {
        let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        match fault {
            None if troubles.end(&()) => tracing::info!("the captcha's provider checks answers again"),
            Some(Fault { why, status }) if troubles.begin(&(), why, now) => {
                let to_do = to_do(why);
                tracing::error!(
                    why,
                    status,
                    "nobody can sign up: the captcha's provider does not check answers: {to_do}"
                );
            }
            _ => {}
        }
    }
}

/// Why nobody can say whether an answer is right.
struct Fault {
    why: &'static str,
    /// That of an answer that is none; else 0.
    status: u16,
}

fn to_do(why: &str) -> &'static str {
    match why {
        "forbidden" => "captcha.verify_url is private, and has to be named in captcha.allowed_hosts",
        "status" | "no verdict" => {
            "look at captcha.verify_url; if that is right, the provider's own page on its state tells more"
        }
        why if OUR_FAULTS.contains(&why) => "look at captcha.site_key and captcha.secret",
        _ => "look at captcha.verify_url, and at the machine's name server, clock and way out to port 443",
    }
}
