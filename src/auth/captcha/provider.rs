//! External captcha providers: the widget gives the visitor a response token, which this server has the provider
//! verify. On any error no visitor passes. The visitor's address is not sent to the provider.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::Method;
use serde::Deserialize;
use url::Url;
use url::form_urlencoded::Serializer;

use super::{CAPTCHA_UNAVAILABLE, SolvedCaptcha, failed};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::base::secret::hash;
use crate::platform::config::{CaptchaProvider, Config};
use crate::platform::http::security_headers::WidgetPolicy;
use crate::platform::http_client::{AllowedHosts, HttpRequest, OutboundHttp, RecentFailures};

/// The time for which a used token is remembered. Tokens are valid for a few minutes only.
const ANSWER_TIME: Duration = Duration::from_secs(15 * 60);
const LONGEST_ANSWER: usize = 4_096;
/// Error codes of the providers for a wrong configuration on our side, not a wrong token.
const OUR_FAULTS: [&str; 4] =
    ["missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch", "bad-request"];

/// An external provider and how to reach it.
#[derive(Clone)]
pub(in crate::auth) struct Provider {
    http_client: OutboundHttp,
    allowed: AllowedHosts,
    url: Url,
    secret: Arc<str>,
    hostnames: Arc<[String]>,
    troubles: Arc<Mutex<RecentFailures<()>>>,
}

/// The part of the verification result that all three providers share.
#[derive(Deserialize)]
struct CaptchaResponse {
    success: bool,
    /// The host name of the page with the widget.
    #[serde(default)]
    hostname: Option<String>,
    #[serde(default, rename = "error-codes")]
    faults: Vec<String>,
}

/// The hosts that our pages must allow for the provider's widget, from the provider's documentation.
pub fn guest(provider: CaptchaProvider) -> Option<WidgetPolicy> {
    let (hosts, talks) = match provider {
        CaptchaProvider::Altcha | CaptchaProvider::None => return None,
        CaptchaProvider::Turnstile => ("https://challenges.cloudflare.com", false),
        CaptchaProvider::Hcaptcha => ("https://hcaptcha.com https://*.hcaptcha.com", true),
        CaptchaProvider::Recaptcha => (
            "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
            false,
        ),
    };
    Some(WidgetPolicy { hosts, talks })
}

impl Provider {
    /// The configured provider; `None` if no external provider is configured.
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
            http_client: OutboundHttp::new()?,
            allowed: AllowedHosts::new(&settings.allowed_hosts),
            url: url.parse()?,
            secret: settings.secret.expose().into(),
            hostnames: hostnames.map(|name| name.trim().to_ascii_lowercase()).collect(),
            troubles: Arc::default(),
        }))
    }

    fn question(&self, typed: &str) -> HttpRequest {
        let mut form = Serializer::new(String::new());
        form.append_pair("secret", &self.secret).append_pair("response", typed);
        let call = HttpRequest::new(Method::POST, self.url.clone(), form.finish());
        call.with("content-type", "application/x-www-form-urlencoded")
    }

    /// Has a token verified. Fails with `captcha_failed`, and with [`CAPTCHA_UNAVAILABLE`] if it cannot be verified.
    pub(super) async fn check(&self, typed: &str, now: Timestamp) -> AppResult<SolvedCaptcha> {
        let typed = typed.trim();
        if typed.is_empty() || typed.len() > LONGEST_ANSWER {
            return Err(failed());
        }
        let asked = self.ask(typed).await;
        self.say(asked.as_ref().err(), now);
        match asked {
            Ok(true) => Ok(SolvedCaptcha { hash: hash(typed), expires: now.plus(ANSWER_TIME) }),
            Ok(false) => Err(failed()),
            Err(_) => Err(CAPTCHA_UNAVAILABLE.retry_after(30)),
        }
    }

    /// Returns whether the provider accepts a token.
    async fn ask(&self, typed: &str) -> Result<bool, CaptchaFailure> {
        let fault = |why| CaptchaFailure { why, status: 0 };
        let answer =
            self.http_client.send(self.question(typed), &self.allowed).await.map_err(|none| fault(none.word()))?;
        if !answer.is_success() {
            return Err(CaptchaFailure { why: "status", status: answer.status });
        }
        let response: CaptchaResponse = serde_json::from_slice(&answer.body).map_err(|_| fault("no verdict"))?;
        if let Some(ours) = OUR_FAULTS.into_iter().find(|ours| response.faults.iter().any(|fault| fault == ours)) {
            return Err(fault(ours));
        }
        let here = response.hostname.is_some_and(|name| self.hostnames.contains(&name.to_ascii_lowercase()));
        Ok(response.success && here)
    }

    /// Logs once that sign-ups are refused and how to fix it, and once that they work again.
    fn say(&self, fault: Option<&CaptchaFailure>, now: Timestamp) {
        let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        match fault {
            None if troubles.end(&()) => tracing::info!("captcha verification works again"),
            Some(CaptchaFailure { why, status }) if troubles.begin(&(), why, now) => {
                let to_do = to_do(why);
                tracing::error!(why, status, "captcha verification failed, all sign-ups are refused: {to_do}");
            }
            _ => {}
        }
    }
}

/// The reason why a token could not be verified.
struct CaptchaFailure {
    why: &'static str,
    /// The HTTP status of an error response; else 0.
    status: u16,
}

fn to_do(why: &str) -> &'static str {
    match why {
        "forbidden" => "captcha.verify_url is private, and has to be named in captcha.allowed_hosts",
        "status" | "no verdict" => {
            "check captcha.verify_url; if the address is right, the provider's status page may report an outage"
        }
        why if OUR_FAULTS.contains(&why) => "check captcha.site_key and captcha.secret",
        _ => "check captcha.verify_url, and the machine's DNS, clock and outbound access to port 443",
    }
}
