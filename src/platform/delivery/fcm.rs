//! Native apps, through Firebase Cloud Messaging (HTTP v1). A service account's key signs a request for an access
//! token, which is cached until shortly before it expires.

use std::time::Duration;

use anyhow::Context;
use hyper::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use url::Url;
use url::form_urlencoded::Serializer;

use super::sms::{by_status, no_answer};
use super::{DeliveryOutcome, Leased, Priority, Reason};
use crate::base::clock::Timestamp;
use crate::platform::config::Push;
use crate::platform::http_client::{AllowedHosts, HttpRequest, HttpResponse, OutboundHttp};
use crate::platform::service_account::ServiceAccount;

const SCOPE: &str = "https://www.googleapis.com/auth/firebase.messaging";
const GRANT: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/// An access token is renewed this long before it expires.
const MARGIN: Duration = Duration::from_secs(120);
/// Longest accepted lifetime of a token, in seconds.
const LONGEST_GRANT: u64 = 86_400;

#[derive(Deserialize)]
struct AccessTokenResponse {
    access_token: String,
    expires_in: u64,
}

/// Client for Firebase Cloud Messaging.
pub(super) struct Fcm {
    http_client: OutboundHttp,
    allowed: AllowedHosts,
    url: Url,
    account: ServiceAccount,
    token: Mutex<Option<(String, Timestamp)>>,
}

impl Fcm {
    /// Reads the service account of the settings: its JSON, or the name of the file that holds it.
    pub(super) fn from_settings(
        settings: &Push,
        allowed: &AllowedHosts,
        http_client: &OutboundHttp,
    ) -> anyhow::Result<Option<Self>> {
        let account = ServiceAccount::read("push.fcm_service_account", &settings.fcm_service_account)?;
        let Some(account) = account else { return Ok(None) };
        let base = settings.fcm_url.trim_end_matches('/');
        let url = format!("{base}/v1/projects/{}/messages:send", account.project_id);
        Ok(Some(Self {
            http_client: http_client.clone(),
            allowed: allowed.clone(),
            url: url.parse().context("push.fcm_url is no address")?,
            account,
            token: Mutex::default(),
        }))
    }

    /// Sends a push message to the app whose token is its recipient.
    pub(super) async fn send(&self, message: &Leased, now: Timestamp) -> DeliveryOutcome {
        let token = match self.token(now).await {
            Ok(token) => token,
            Err(outcome) => return outcome,
        };
        let call = HttpRequest::new(Method::POST, self.url.clone(), body(message, now).to_string())
            .with("content-type", "application/json")
            .with("authorization", &format!("Bearer {token}"));
        let answer = match self.http_client.send(call, &self.allowed).await {
            Ok(answer) if answer.is_success() => return DeliveryOutcome::Sent,
            Ok(answer) => answer,
            Err(none) => return no_answer(none),
        };
        if answer.status == 401 {
            // The token was revoked early: the next attempt requests another.
            *self.token.lock().await = None;
        }
        judge(&answer)
    }

    /// The cached access token, or a new one. Concurrent callers wait for it.
    async fn token(&self, now: Timestamp) -> Result<String, DeliveryOutcome> {
        let mut kept = self.token.lock().await;
        if let Some((token, ends)) = kept.as_ref()
            && now.plus(MARGIN) < *ends
        {
            return Ok(token.clone());
        }
        let assertion =
            self.assertion(now).map_err(|error| DeliveryOutcome::Later(Reason::new("auth", error), None))?;
        let form = Serializer::new(String::new())
            .append_pair("grant_type", GRANT)
            .append_pair("assertion", &assertion)
            .finish();
        let call = HttpRequest::new(Method::POST, self.account.token_uri.clone(), form)
            .with("content-type", "application/x-www-form-urlencoded");
        let answer = self.http_client.send(call, &self.allowed).await.map_err(no_answer)?;
        if matches!(answer.status, 429 | 500..) {
            return Err(by_status(&answer, &format!("no access token: HTTP {}", answer.status)));
        }
        let granted = serde_json::from_slice::<AccessTokenResponse>(&answer.body).ok().filter(|_| answer.is_success());
        let Some(granted) = granted else {
            return Err(DeliveryOutcome::Later(
                Reason::new("auth", format!("no access token: HTTP {}", answer.status)),
                None,
            ));
        };
        let ends = now.plus(Duration::from_secs(granted.expires_in.min(LONGEST_GRANT)));
        *kept = Some((granted.access_token.clone(), ends));
        Ok(granted.access_token)
    }

    fn assertion(&self, now: Timestamp) -> anyhow::Result<String> {
        let issued = now.as_millis() / 1_000;
        self.account.sign(&json!({ "iss": self.account.client_email, "scope": SCOPE, "aud": self.account.token_uri,
            "iat": issued, "exp": issued + 3_600 }))
    }
}

/// The call's body. Phones show one notification per id (`tag`, `apns-collapse-id`), even if it arrives twice.
fn body(message: &Leased, now: Timestamp) -> Value {
    let id = message.id.to_string();
    let opens = message.opens.as_deref().unwrap_or("/");
    let (android, apns) = if message.priority == Priority::Urgent { ("high", "10") } else { ("normal", "5") };
    let expires = message.lapses.as_millis() / 1_000;
    json!({ "message": {
        "token": message.to,
        "notification": { "title": message.subject, "body": message.text },
        "data": { "id": id, "url": opens, "lang": message.language.tag() },
        "android": { "priority": android, "ttl": format!("{}s", message.lapses.since(now).as_secs()),
            "notification": { "tag": id } },
        "apns": { "headers": { "apns-priority": apns, "apns-expiration": expires.to_string(),
            "apns-collapse-id": id } },
    } })
}

/// Maps an error response to an outcome: the app was removed, or the general rule for HTTP errors.
fn judge(answer: &HttpResponse) -> DeliveryOutcome {
    let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let details = told["error"]["details"].as_array().map(Vec::as_slice).unwrap_or_default();
    let code = details.iter().find_map(|detail| detail["errorCode"].as_str()).unwrap_or_default();
    let blamed = details.iter().find_map(|detail| detail["fieldViolations"][0]["field"].as_str()).unwrap_or_default();
    let detail = match code {
        "" => format!("HTTP {}", answer.status),
        code => format!("HTTP {}, {}", answer.status, code.chars().take(40).collect::<String>()),
    };
    // The app was removed, the token belongs to another project, or the token is invalid.
    let gone = answer.status == 404
        || matches!(code, "UNREGISTERED" | "SENDER_ID_MISMATCH")
        || (answer.status == 400 && blamed == "message.token");
    if gone { DeliveryOutcome::Gone(Reason::new("gone", detail)) } else { by_status(answer, &detail) }
}
