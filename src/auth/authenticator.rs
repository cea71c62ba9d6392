//! What every sign-in and every authenticated request needs, in one handle that clones cheaply.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::captcha::Provider;
use super::failures::{FailingSources, FailureKey, by_source};
use super::passkeys::RelyingParty;
use super::passwords::Passwords;
use super::sessions::StaffTime;
use super::{Role, Staff};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::platform::config::{CaptchaProvider, Config, PasswordPolicy};
use crate::platform::http::limits::{Limit, Limits};
use crate::platform::store::Store;

/// Knows who is calling. `app.rs` inserts one as an extension; the extractors find it there.
#[derive(Clone)]
pub struct Authenticator {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    keys: Keyring,
    limits: Limits,
    passwords: Passwords,
    relying_party: Option<RelyingParty>,
    failing_sources: FailingSources,
    standalone_bearer: bool,
    password_policy: PasswordPolicy,
    staff_password_policy: PasswordPolicy,
    captcha_provider: CaptchaProvider,
    captcha_elsewhere: Option<Provider>,
    public_url: String,
    console_url: String,
    staff_time: StaffTime,
    second_factor_required: bool,
}

impl Authenticator {
    /// Starts the password threads. `config.public_url` and `config.listen` must be the final ones.
    pub fn new(store: Store, keys: Keyring, limits: Limits, config: &Config) -> anyhow::Result<Self> {
        let shared = Shared {
            store,
            passwords: Passwords::start(keys.clone())?,
            keys,
            limits,
            relying_party: RelyingParty::new(config),
            failing_sources: FailingSources::default(),
            standalone_bearer: config.auth.standalone_bearer,
            password_policy: config.auth.password_policy,
            staff_password_policy: config.staff_password_policy(),
            captcha_provider: config.captcha.provider,
            captcha_elsewhere: Provider::new(config)?,
            public_url: config.public_url.trim_end_matches('/').to_owned(),
            console_url: config.console_url(),
            staff_time: StaffTime {
                idle: Duration::from_secs(60 * u64::from(config.admin.session_idle_minutes)),
                whole: Duration::from_secs(3_600 * u64::from(config.admin.session_hours)),
            },
            second_factor_required: config.second_factor_required(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The store that sessions are in.
    pub fn store(&self) -> &Store {
        &self.shared.store
    }

    /// The keys that secrets are derived from.
    pub fn keys(&self) -> &Keyring {
        &self.shared.keys
    }

    /// The limits on sources and members.
    pub fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// The hashing pool.
    pub fn passwords(&self) -> &Passwords {
        &self.shared.passwords
    }

    /// What a new password must be.
    pub fn password_policy(&self) -> PasswordPolicy {
        self.shared.password_policy
    }

    /// The company that tells people from scripts, if it is one.
    pub(super) fn captcha_elsewhere(&self) -> Option<&Provider> {
        self.shared.captcha_elsewhere.as_ref()
    }

    /// What a new password of staff must be.
    pub fn staff_password_policy(&self) -> PasswordPolicy {
        self.shared.staff_password_policy
    }

    /// Who tells people from scripts.
    pub fn captcha_provider(&self) -> CaptchaProvider {
        self.shared.captcha_provider
    }

    /// Whether cookies are for https alone.
    pub fn secure_cookies(&self) -> bool {
        self.shared.public_url.starts_with("https://")
    }

    /// The address that links in messages begin with, without a slash at its end.
    pub fn public_url(&self) -> &str {
        &self.shared.public_url
    }

    /// The address under which staff open the console, without a slash at its end.
    pub fn console_url(&self) -> &str {
        &self.shared.console_url
    }

    /// How long a staff browser session lasts.
    pub fn staff_time(&self) -> StaffTime {
        self.shared.staff_time
    }

    /// Whether somebody in that role needs a second factor. Counters have their own ways in, and
    /// whoever stands there sees one partner's affairs alone.
    pub fn needs_second_factor(&self, role: Role) -> bool {
        self.shared.second_factor_required && role != Role::Merchant
    }

    /// Whether that person has yet to set up the second factor that the settings ask for.
    pub fn lacks_second_factor(&self, staff: &Staff) -> bool {
        self.needs_second_factor(staff.role) && !staff.second_factor
    }

    /// Whom passkeys are for, where they can be used.
    pub(super) fn relying_party(&self) -> Option<&RelyingParty> {
        self.shared.relying_party.as_ref()
    }

    /// Counts a try of a source as a failure before it is made. Fails with
    /// [`super::TOO_MANY_ATTEMPTS`] when too many failed; one that did not is taken back by
    /// [`Authenticator::take_back_try`].
    pub fn begin_try(&self, counted: &[Limit], source: IpAddr) -> AppResult<()> {
        self.begin_counted_try(&by_source(counted, source))
    }

    /// Takes back a try that did not fail.
    pub fn take_back_try(&self, counted: &[Limit], source: IpAddr) {
        self.take_back_counted_try(&by_source(counted, source));
    }

    /// The same as [`Authenticator::begin_try`], under keys that the caller has chosen.
    pub(super) fn begin_counted_try(&self, counted: &[(Limit, FailureKey)]) -> AppResult<()> {
        if !self.limits().enabled() {
            return Ok(());
        }
        self.failing_sources().begin(self.limits(), counted, self.store().clock().now())
    }

    /// Takes back a try under such keys that did not fail.
    pub(super) fn take_back_counted_try(&self, counted: &[(Limit, FailureKey)]) {
        if self.limits().enabled() {
            self.failing_sources().take_back(self.limits(), counted);
        }
    }

    fn failing_sources(&self) -> &FailingSources {
        &self.shared.failing_sources
    }

    pub(super) fn standalone_bearer(&self) -> bool {
        self.shared.standalone_bearer
    }
}
