//! Public information about the programme: its name, the settings that a client needs before a sign-in, the privacy
//! policy, the terms of use, and the page view counts.

mod http;
mod policy;
mod preview;
mod queries;
mod theme;
mod violation;

use serde::Serialize;

use crate::auth::passkeys::relying_party_id;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::core::settings::Colours;
use crate::core::settings::Contact;
use crate::core::settings::ProgrammeSettings;
use crate::member::wallet_passes::WalletKind;
use crate::platform::config::{Captcha, CaptchaProvider, Config, PasswordPolicy};
use crate::platform::delivery;
use crate::platform::http::assets;
use crate::platform::store::Tx;

pub use http::{page, routes, web_app};
pub use policy::{OwnTexts, built_in_terms, keep_policies};

/// The path that issues challenges of the embedded proof-of-work captcha.
pub const CAPTCHA_CHALLENGE_PATH: &str = "/api/captcha/challenge";

/// The settings that the web app and native apps load at startup.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgrammeConfig {
    /// The programme's name.
    programme_name: String,
    /// The programme's own colours.
    colours: Colours,
    /// The programme's contact details.
    contact: Contact,
    /// The default points per HK$1, as a decimal string.
    points_per_hkd: PointsRate,
    /// Whether a new password of a member needs 15 characters of any kind, rather than 8 of four kinds.
    long_passwords: bool,
    /// The same for staff passwords.
    long_staff_passwords: bool,
    /// The supported languages; the first is the default.
    languages: Vec<Language>,
    captcha: CaptchaConfig,
    /// The public key for web push, as `pushManager.subscribe` expects it.
    vapid_key: String,
    /// A third-party analytics id, if configured; this server counts page views in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    analytics_id: Option<String>,
    /// The pictures of the first-time tutorial, in order.
    tutorial_images: Vec<String>,
    /// URL of the privacy policy's text.
    privacy_policy_url: String,
    /// URL of the text of the terms of use.
    terms_url: String,
    /// Whether an exchange item asks for a wallet address.
    wallet_required: bool,
    /// The reward for referring a friend, in whole points, paid after the friend's first earning.
    referral_points: i64,
    /// Whether members can claim points of a purchase that gave none.
    claims: bool,
    /// Whether passkeys can be registered and used.
    passkeys: bool,
    /// Whether purchases record the CO2e that they save.
    carbon: bool,
    /// Whether members have stamp cards and challenges.
    goals: bool,
    /// Whether the code that members show at a counter changes every 30 seconds.
    counter_codes: bool,
    /// The wallets that members can add their card to.
    wallet_passes: Vec<WalletKind>,
    /// The running version.
    version: &'static str,
}

/// The captcha of the sign-up.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaptchaConfig {
    /// `altcha`, `turnstile`, `hcaptcha`, `recaptcha` or `none`.
    #[schema(value_type = String)]
    provider: CaptchaProvider,
    /// Site key, for captchas of other providers.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_key: Option<String>,
    /// URL of proof-of-work challenges, for `altcha`.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge_url: Option<&'static str>,
}

impl ProgrammeConfig {
    /// Fills in the current programme settings.
    fn with(self, settings: ProgrammeSettings, wallet_passes: Vec<WalletKind>) -> Self {
        let ProgrammeSettings {
            programme_name,
            colours,
            contact,
            points_per_hkd,
            referral_bonus,
            claims,
            carbon,
            goals,
            counter_codes,
            ..
        } = settings;
        Self {
            programme_name,
            colours,
            contact,
            points_per_hkd,
            referral_points: referral_bonus,
            claims,
            carbon,
            goals,
            counter_codes,
            wallet_passes,
            ..self
        }
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
            claims: false,
            passkeys: relying_party_id(config).is_some(),
            carbon: false,
            goals: false,
            counter_codes: false,
            wallet_passes: Vec::new(),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// Counts a view of a screen.
pub fn count_view(tx: &Tx<'_>, screen: &str) -> AppResult<()> {
    queries::count_view(tx, tx.now().hong_kong_day(), screen)
}

/// The path under which a page view is counted: known screens only, without ids. So the counts never reveal what a
/// person viewed, and the table stays small.
fn counted_path(path: &str) -> Option<&'static str> {
    const SCREENS: [&str; 26] = [
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
        "/claims",
        "/goals",
        "/invite",
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
