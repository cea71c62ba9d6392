//! State of the extractors that authenticate a request, in a handle that is cheap to clone. Handlers get the store, the
//! limits and the keys from the state of their own part.

use std::sync::Arc;
use std::time::Duration;

use super::captcha::Provider;
use super::passkeys::RelyingParty;
use super::passwords::Passwords;
use super::sessions::StaffTime;
use super::{Role, Staff};
use crate::base::keys::Keyring;
use crate::platform::config::{CaptchaProvider, Config, PasswordPolicy};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;

/// Identifies the client of a request. `app/router.rs` inserts one as an extension, and the extractors read it there.
#[derive(Clone)]
pub struct Authenticator {
    shared: Arc<AuthenticatorInner>,
}

struct AuthenticatorInner {
    store: Store,
    keys: Keyring,
    limits: Limits,
    passwords: Passwords,
    relying_party: Option<RelyingParty>,
    standalone_bearer: bool,
    password_policy: PasswordPolicy,
    staff_password_policy: PasswordPolicy,
    captcha_provider: CaptchaProvider,
    captcha_elsewhere: Option<Provider>,
    secure_cookies: bool,
    staff_time: StaffTime,
    second_factor_required: bool,
}

impl Authenticator {
    /// Starts the password threads. `config.public_url` and `config.listen` must be the final ones.
    pub fn new(store: Store, keys: Keyring, limits: Limits, config: &Config) -> anyhow::Result<Self> {
        let shared = AuthenticatorInner {
            store,
            passwords: Passwords::start(keys.clone())?,
            keys,
            limits,
            relying_party: RelyingParty::new(config),
            standalone_bearer: config.auth.standalone_bearer,
            password_policy: config.auth.password_policy,
            staff_password_policy: config.staff_password_policy(),
            captcha_provider: config.captcha.provider,
            captcha_elsewhere: Provider::new(config)?,
            secure_cookies: config.public_url.starts_with("https://"),
            staff_time: StaffTime {
                idle: Duration::from_secs(60 * u64::from(config.admin.session_idle_minutes)),
                whole: Duration::from_secs(3_600 * u64::from(config.admin.session_hours)),
            },
            second_factor_required: config.second_factor_required(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The store that holds the sessions.
    pub(super) fn store(&self) -> &Store {
        &self.shared.store
    }

    /// The keys from which secrets are derived.
    pub(super) fn keys(&self) -> &Keyring {
        &self.shared.keys
    }

    /// The rate limits on sources and members.
    pub(super) fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// The password hashing pool.
    pub fn passwords(&self) -> &Passwords {
        &self.shared.passwords
    }

    /// The rules for a new password of a member.
    pub fn password_policy(&self) -> PasswordPolicy {
        self.shared.password_policy
    }

    /// The external captcha provider, if one is configured.
    pub(super) fn captcha_elsewhere(&self) -> Option<&Provider> {
        self.shared.captcha_elsewhere.as_ref()
    }

    /// The rules for a new password of staff.
    pub fn staff_password_policy(&self) -> PasswordPolicy {
        self.shared.staff_password_policy
    }

    /// The configured captcha provider.
    pub fn captcha_provider(&self) -> CaptchaProvider {
        self.shared.captcha_provider
    }

    /// Returns whether cookies have the `Secure` attribute.
    pub fn secure_cookies(&self) -> bool {
        self.shared.secure_cookies
    }

    /// The duration of a staff browser session.
    pub fn staff_time(&self) -> StaffTime {
        self.shared.staff_time
    }

    /// Returns whether the role requires a second factor. The role of merchants requires none: counters have their own
    /// sign-in, and a merchant sees the data of one partner only.
    pub fn needs_second_factor(&self, role: Role) -> bool {
        self.shared.second_factor_required && role != Role::Merchant
    }

    /// Returns whether the staff member must still set up the second factor that the settings require.
    pub fn lacks_second_factor(&self, staff: &Staff) -> bool {
        self.needs_second_factor(staff.role) && !staff.second_factor
    }

    /// The relying party of passkeys, if passkeys are available.
    pub(super) fn relying_party(&self) -> Option<&RelyingParty> {
        self.shared.relying_party.as_ref()
    }

    pub(super) fn standalone_bearer(&self) -> bool {
        self.shared.standalone_bearer
    }
}
