//! SMS through a gateway: Twilio's, or any that takes one HTTP call a message.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper::Method;
use url::Url;
use url::form_urlencoded::{Serializer, byte_serialize};

use super::{Fate, Leased, Reason};
use crate::config;
use crate::outbound::{AllowedHosts, Answer, Call, NoAnswer, Outbound};

const TWILIO: &str = "https://api.twilio.com";

/// The gateway of the settings.
pub(super) struct SmsGateway {
    outbound: Outbound,
    allowed: AllowedHosts,
    way: Way,
}

enum Way {
    Twilio { url: Url, login: String, from: String },
    Template { url: String, headers: Vec<(String, String)>, body: String, escape: Escape, success: String },
}

/// How a value is written so that it stays a value.
#[derive(Clone, Copy)]
enum Escape {
    Json,
    Form,
    Nothing,
}

impl SmsGateway {
    pub(super) fn twilio(settings: &config::Sms, outbound: Outbound) -> anyhow::Result<Self> {
        let base = if settings.url.is_empty() { TWILIO } else { settings.url.trim_end_matches('/') };
        let path = format!("{base}/2010-04-01/Accounts/{}/Messages.json", settings.account_sid);
        let url = path.parse().context("sms.url is no address")?;
        let login = STANDARD.encode(format!("{}:{}", settings.account_sid, settings.auth_token.expose()));
        let way = Way::Twilio { url, login: format!("Basic {login}"), from: settings.from.clone() };
        Ok(Self { outbound, allowed: AllowedHosts::new(&settings.allowed_hosts), way })
    }

    pub(super) fn template(settings: &config::Sms, outbound: Outbound) -> anyhow::Result<Self> {
        let mut headers = Vec::new();
        for line in &settings.headers {
            let Some((name, value)) = line.expose().split_once(':') else {
                bail!("sms.headers holds a line without a colon; each is like \"Authorization: Bearer …\"");
            };
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
        let kind = headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str());
        let escape = match kind {
            Some(kind) if kind.starts_with("application/x-www-form-urlencoded") => Escape::Form,
            Some(kind) if !kind.contains("json") => Escape::Nothing,
            Some(_) => Escape::Json,
            None => {
                headers.push(("content-type".to_owned(), "application/json".to_owned()));
                Escape::Json
            }
        };
        let way = Way::Template {
            url: settings.url.clone(),
            headers,
            body: settings.body.clone(),
            escape,
            success: settings.success_contains.clone(),
        };
        Ok(Self { outbound, allowed: AllowedHosts::new(&settings.allowed_hosts), way })
    }

    pub(super) async fn send(&self, message: &Leased) -> Fate {
        let call = match &self.way {
            Way::Twilio { url, login, from } => {
                let sender = if from.starts_with("MG") { "MessagingServiceSid" } else { "From" };
                let mut form = Serializer::new(String::new());
                form.append_pair("To", &message.to).append_pair(sender, from).append_pair("Body", &message.text);
                let call = Call::new(Method::POST, url.clone(), form.finish());
                call.with("content-type", "application/x-www-form-urlencoded").with("authorization", login)
            }
            Way::Template { url, headers, body, escape, .. } => {
                let Ok(url) = filled(url, message, Escape::Form).parse() else {
                    return Fate::Never(Reason::new("malformed", "sms.url is no address"));
                };
                let call = Call::new(Method::POST, url, filled(body, message, *escape));
                headers.iter().fold(call, |call, (name, value)| call.with(name, value))
            }
        };
        match self.outbound.send(call, &self.allowed).await {
            Ok(answer) => self.judge(&answer),
            Err(none) if none.may_be_taken() => Fate::Unsure(Reason::new(none.word(), none)),
            Err(none) => no_answer(none),
        }
    }

    fn judge(&self, answer: &Answer) -> Fate {
        let success = match &self.way {
            Way::Twilio { .. } => "",
            Way::Template { success, .. } => success,
        };
        if answer.is_success() && String::from_utf8_lossy(&answer.body).contains(success) {
            return Fate::Sent;
        }
        let code =
            serde_json::from_slice::<serde_json::Value>(&answer.body).ok().and_then(|body| body["code"].as_i64());
        let detail = match code {
            Some(code) => format!("HTTP {}, code {code}", answer.status),
            None => format!("HTTP {}", answer.status),
        };
        // Success that does not say so: the settings may need a look, and the SMS may have gone.
        if answer.is_success() { Fate::Unsure(Reason::new("unexpected", detail)) } else { by_status(answer, &detail) }
    }
}

/// What an answer other than success means for a message.
pub(super) fn by_status(answer: &Answer, detail: &str) -> Fate {
    match answer.status {
        401 | 403 => Fate::Later(Reason::new("auth", detail), answer.retry_after()),
        408 | 425 | 429 | 500.. => Fate::Later(Reason::new("deferred", detail), answer.retry_after()),
        // A pointer elsewhere: the settings may need a look.
        200..=399 => Fate::Later(Reason::new("unexpected", detail), None),
        _ => Fate::Never(Reason::new("refused", detail)),
    }
}

pub(super) fn no_answer(none: NoAnswer) -> Fate {
    Fate::Later(Reason::new(none.word(), none), None)
}

/// The template with `{to}`, `{text}` and `{id}` filled in, in one pass: braces in a value stay.
fn filled(template: &str, message: &Leased, escape: Escape) -> String {
    let id = message.id.to_string();
    let values = BTreeMap::from([("to", message.to.as_str()), ("text", message.text.as_str()), ("id", id.as_str())]);
    let mut out = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let name = from.get(1..).and_then(|inner| inner.split_once('}')).map(|(name, _)| name);
        match name.and_then(|name| Some((name, values.get(name)?))) {
            Some((name, value)) => {
                out.push_str(&escaped(value, escape));
                rest = &from[name.len() + 2..];
            }
            // The brace of a JSON object.
            None => {
                out.push('{');
                rest = &from[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn escaped(value: &str, escape: Escape) -> String {
    match escape {
        Escape::Json => {
            let quoted = serde_json::Value::from(value).to_string();
            quoted[1..quoted.len() - 1].to_owned()
        }
        Escape::Form => byte_serialize(value.as_bytes()).collect::<String>().replace('+', "%20"),
        Escape::Nothing => value.to_owned(),
    }
}
