//! What the programme says of itself to anybody: its name, what the client needs to know before a
//! sign-in, the privacy policy, the terms of use, and the counting of page views.

mod http;
mod policy;
mod queries;
mod theme;
mod violation;

use serde::Serialize;

use crate::auth::passkeys::relying_party_id;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::points::PointsRate;
use crate::core::settings::Colours;
use crate::core::settings::Contact;
use crate::core::settings::ProgrammeSettings;
use crate::platform::config::{Captcha, CaptchaProvider, Config, PasswordPolicy};
use crate::platform::delivery;
use crate::platform::http::assets;

pub use http::{page, routes, web_app};
pub use policy::{OwnTexts, keep_policies};

/// Where the embedded proof of work is handed out.
pub const CAPTCHA_CHALLENGE_PATH: &str = "/api/captcha/challenge";

/// What the web app and a native app ask for at their start.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgrammeConfig {
    /// The programme's name.
    programme_name: String,
    /// What it is printed in.
    colours: Colours,
    /// How people reach the programme.
    contact: Contact,
    /// Points that HK$1 usually earns, as a decimal string.
    points_per_hkd: PointsRate,
    /// Whether a new password of a member needs 15 characters of any kind, rather than 8 of four kinds.
    long_passwords: bool,
    /// The same of staff.
    long_staff_passwords: bool,
    /// The languages that it speaks; the first is the default.
    languages: Vec<Language>,
    captcha: CaptchaConfig,
    /// The public key for web push, as `pushManager.subscribe` takes it.
    vapid_key: String,
    /// A third-party analytics id, where one is configured; page views are counted here either way.
    #[serde(skip_serializing_if = "Option::is_none")]
    analytics_id: Option<String>,
    /// The pictures of the first-time tutorial, in order.
    tutorial_images: Vec<String>,
    /// Where the privacy policy's text is.
    privacy_policy_url: String,
    /// Where the text of the terms of use is.
    terms_url: String,
    /// Whether an exchange item asks for a wallet address.
    wallet_required: bool,
    /// What bringing a friend is worth, in whole points, once the friend has earned.
    referral_points: i64,
    /// Whether passkeys can be registered and used.
    passkeys: bool,
    /// The running version.
    version: &'static str,
}

/// Who tells people from scripts at sign-up.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaptchaConfig {
    /// `altcha`, `turnstile`, `hcaptcha`, `recaptcha` or `none`.
    #[schema(value_type = String)]
    provider: CaptchaProvider,
    /// For widgets of other companies.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_key: Option<String>,
    /// Where the proof of work is handed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge_url: Option<&'static str>,
}

impl ProgrammeConfig {
    /// The same with what the programme's settings say now.
    fn with(self, settings: ProgrammeSettings) -> Self {
        let ProgrammeSettings { programme_name, colours, contact, points_per_hkd, referral_bonus, .. } = settings;
        Self { programme_name, colours, contact, points_per_hkd, referral_points: referral_bonus, ..self }
    }

    fn new(config: &Config, keys: &Keyring) -> Self {
        let Captcha { provider, site_key, .. } = &config.captcha;
        let captcha = CaptchaConfig {
            provider: *provider,
            site_key: config.captcha.is_elsewhere().then(|| site_key.clone()),
            challenge_url: (*provider == CaptchaProvider::Altcha).then_some(CAPTCHA_CHALLENGE_PATH),
        };
        Self {
            programme_name: String::new(),
            colours: Colours::default(),
            contact: Contact::default(),
            points_per_hkd: PointsRate::ZERO,
            long_passwords: config.auth.password_policy == PasswordPolicy::Length15,
            long_staff_passwords: config.staff_password_policy() == PasswordPolicy::Length15,
            languages: Language::ALL.to_vec(),
            captcha,
            vapid_key: delivery::vapid_key(keys),
            analytics_id: Some(config.analytics.id.clone()).filter(|id| !id.is_empty()),
            tutorial_images: (1..=8).filter_map(|number| assets::address_of(&format!("tutorial{number}"))).collect(),
            privacy_policy_url: "/api/privacy-policy".to_owned(),
            terms_url: "/api/terms".to_owned(),
            wallet_required: config.rewards.wallet_required,
            referral_points: 0,
            passkeys: relying_party_id(config).is_some(),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// The path of a page view as it is counted: known screens only, ids left out, so that a counter
/// can never become a list of what somebody looked at, nor grow without bound.
fn counted_path(path: &str) -> Option<&'static str> {
    const SCREENS: [&str; 23] = [
        "/",
        "/explorer",
        "/myRewards",
        "/login",
        "/forgotPassword",
        "/message",
        "/redeem",
        "/saved",
        "/user-edit",
        "/settings",
        "/user-guide",
        "/terms-privacy",
        "/profile",
        "/points",
        "/transfer",
        "/notifications",
        "/article",
        "/partner",
        "/scanQR",
        "/signup",
        "/resetPassword",
        "/message-settings",
        "/unsubscribe",
    ];
    let path = path.split(['?', '#']).next().unwrap_or("");
    let first = path.get(1..).unwrap_or("").split('/').next().unwrap_or("");
    if !path.starts_with('/') {
        return None;
    }
    SCREENS.into_iter().find(|screen| &screen[1..] == first)
}

#[cfg(test)]
mod tests {
    use super::counted_path;

    #[test]
    fn page_views_are_counted_by_screen_and_never_by_id() {
        assert_eq!(counted_path("/article/019c"), Some("/article"));
        assert_eq!(counted_path("/resetPassword/secret"), Some("/resetPassword"));
        assert_eq!(counted_path("/?utm=1"), Some("/"));
        assert_eq!(counted_path("/wp-admin"), None);
        assert_eq!(counted_path("https://evil.example/"), None);
        assert_eq!(counted_path(""), None);
    }
}
