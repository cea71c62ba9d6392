//! SMS through a gateway: Twilio's, or any that takes one HTTP call per message.

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper::Method;
use hyper::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderName, HeaderValue, TRANSFER_ENCODING};
use url::Url;
use url::form_urlencoded::Serializer;

use super::template::{Escape, filled};
use super::{DeliveryOutcome, Leased, Reason};
use crate::platform::config::{self, SecretText, SmsMethod};
use crate::platform::http_client::{AllowedHosts, HttpError, HttpRequest, HttpResponse, OutboundHttp};

const TWILIO: &str = "https://api.twilio.com";
/// Headers that the settings may not set, because another value would make the call unreadable.
const OURS: [HeaderName; 4] = [CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING];

/// The gateway of the settings.
pub(super) struct SmsGateway {
    http_client: OutboundHttp,
    allowed: AllowedHosts,
    way: SmsProvider,
}

enum SmsProvider {
    Twilio {
        url: Url,
        login: String,
        from: String,
    },
    Template {
        method: Method,
        url: String,
        headers: Vec<(HeaderName, String)>,
        /// `None` if the call has no body.
        body: Option<(String, Escape)>,
        success: String,
    },
}

impl SmsGateway {
    pub(super) fn twilio(settings: &config::Sms, http_client: OutboundHttp) -> anyhow::Result<Self> {
        let base = if settings.url.is_empty() { TWILIO } else { settings.url.trim_end_matches('/') };
        let path = format!("{base}/2010-04-01/Accounts/{}/Messages.json", settings.account_sid);
        let url = path.parse().context("sms.url is no address")?;
        let login = STANDARD.encode(format!("{}:{}", settings.account_sid, settings.auth_token.expose()));
        let way = SmsProvider::Twilio { url, login: format!("Basic {login}"), from: settings.from.clone() };
        Ok(Self { http_client, allowed: AllowedHosts::new(&settings.allowed_hosts), way })
    }

    pub(super) fn template(settings: &config::Sms, http_client: OutboundHttp) -> anyhow::Result<Self> {
        let mut headers = settings.headers.iter().map(header).collect::<anyhow::Result<Vec<_>>>()?;
        let (method, body) = match settings.method {
            SmsMethod::Get => (Method::GET, None),
            SmsMethod::Post => {
                let kind = headers.iter().find(|(name, _)| *name == CONTENT_TYPE).map(|(_, value)| value.clone());
                if kind.is_none() {
                    headers.push((CONTENT_TYPE, "application/json".to_owned()));
                }
                let escape = kind.map_or(Escape::Json, |kind| Escape::of_kind(&kind));
                (Method::POST, Some((settings.body.clone(), escape)))
            }
        };
        let (url, success) = (settings.url.clone(), settings.success_contains.clone());
        let way = SmsProvider::Template { method, url, headers, body, success };
        Ok(Self { http_client, allowed: AllowedHosts::new(&settings.allowed_hosts), way })
    }

    pub(super) async fn send(&self, message: &Leased) -> DeliveryOutcome {
        let call = match &self.way {
            SmsProvider::Twilio { url, login, from } => {
                let sender = if is_service(from) { "MessagingServiceSid" } else { "From" };
                let mut form = Serializer::new(String::new());
                form.append_pair("To", &message.to).append_pair(sender, from).append_pair("Body", &message.text);
                let call = HttpRequest::new(Method::POST, url.clone(), form.finish());
                call.with("content-type", "application/x-www-form-urlencoded").with("authorization", login)
            }
            SmsProvider::Template { method, url, headers, body, .. } => {
                let Ok(url) = filled(url, message, Escape::Form).parse() else {
                    return DeliveryOutcome::Never(Reason::new("malformed", "sms.url is no address"));
                };
                let body = body.as_ref().map(|(body, escape)| filled(body, message, *escape));
                let call = HttpRequest::new(method.clone(), url, body.unwrap_or_default());
                headers.iter().fold(call, |call, (name, value)| call.with(name.as_str(), value))
            }
        };
        match self.http_client.send(call, &self.allowed).await {
            Ok(answer) => self.judge(&answer),
            Err(none) if none.may_be_taken() => DeliveryOutcome::Unsure(Reason::new(none.word(), none)),
            Err(none) => no_answer(none),
        }
    }

    fn judge(&self, answer: &HttpResponse) -> DeliveryOutcome {
        let success = match &self.way {
            SmsProvider::Twilio { .. } => "",
            SmsProvider::Template { success, .. } => success,
        };
        if answer.is_success() && String::from_utf8_lossy(&answer.body).contains(success) {
            return DeliveryOutcome::Sent;
        }
        let code =
            serde_json::from_slice::<serde_json::Value>(&answer.body).ok().and_then(|body| body["code"].as_i64());
        let detail = match code {
            Some(code) => format!("HTTP {}, code {code}", answer.status),
            None => format!("HTTP {}", answer.status),
        };
        // A success status without the expected text: the settings may be wrong, but the SMS may have been sent.
        if answer.is_success() {
            DeliveryOutcome::Unsure(Reason::new("unexpected", detail))
        } else {
            by_status(answer, &detail)
        }
    }
}

/// A header of the settings. Errors do not quote it, because it may be a secret.
fn header(line: &SecretText) -> anyhow::Result<(HeaderName, String)> {
    let Some((name, value)) = line.expose().split_once(':') else {
        bail!("sms.headers holds a line without a colon; each is like \"Authorization: Bearer …\"");
    };
    let (name, value) = (HeaderName::try_from(name.trim()), value.trim());
    match (name, HeaderValue::try_from(value)) {
        (Ok(name), Ok(_)) if !OURS.contains(&name) => Ok((name, value.to_owned())),
        (Ok(name), Ok(_)) => bail!("sms.headers sets {name}, which follows from the call itself"),
        (Ok(name), Err(_)) => bail!("sms.headers holds a value of {name} that no header can have"),
        (Err(_), _) => bail!("sms.headers holds a line whose name is none of a header"),
    }
}

/// Whether Twilio sends as a messaging service. A sender name may begin with the same letters.
fn is_service(from: &str) -> bool {
    from.strip_prefix("MG").is_some_and(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The outcome of a message for a response other than success.
pub(super) fn by_status(answer: &HttpResponse, detail: &str) -> DeliveryOutcome {
    match answer.status {
        401 | 403 => DeliveryOutcome::Later(Reason::new("auth", detail), answer.retry_after()),
        408 | 425 | 429 | 500.. => DeliveryOutcome::Later(Reason::new("deferred", detail), answer.retry_after()),
        // A redirect or an unexpected response: the settings may be wrong.
        200..=399 => DeliveryOutcome::Later(Reason::new("unexpected", detail), None),
        _ => DeliveryOutcome::Never(Reason::new("refused", detail)),
    }
}

pub(super) fn no_answer(none: HttpError) -> DeliveryOutcome {
    DeliveryOutcome::Later(Reason::new(none.word(), none), None)
}

#[cfg(test)]
mod tests {
    use super::is_service;

    #[test]
    fn a_sender_s_name_is_no_messaging_service() {
        assert!(is_service("MG0123456789abcdef0123456789ABCDEF"));
        for from in
            ["MG", "MGROUP", "MG0123456789abcdef0123456789abcdeg", "MG0123456789abcdef0123456789abcdef0", "+852"]
        {
            assert!(!is_service(from), "{from}");
        }
    }
}
