//! Values for the admin that follow from several settings.

use super::{Config, PasswordPolicy, SecondFactor};

impl Config {
    /// Whether `public_url` is https, which means that the server is reachable from outside this machine.
    fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Whether staff need a second factor.
    pub fn second_factor_required(&self) -> bool {
        match self.admin.second_factor {
            SecondFactor::Auto => self.is_https(),
            SecondFactor::Required => true,
            SecondFactor::Optional => false,
        }
    }

    /// The policy for new staff passwords. A server that is reachable from outside requires long ones, because a
    /// staff sign-in can do more than a member's.
    pub fn staff_password_policy(&self) -> PasswordPolicy {
        if self.is_on_loopback() { self.auth.password_policy } else { PasswordPolicy::Length15 }
    }

    /// The address under which staff open the admin, without a slash at its end.
    pub fn console_url(&self) -> String {
        let own = match (self.admin.public_url.as_str(), self.admin.listen.as_str()) {
            ("", "") => self.public_url.clone(),
            ("", listen) if self.tls.enabled() => format!("https://{listen}"),
            ("", listen) => format!("http://{listen}"),
            (address, _) => address.to_owned(),
        };
        own.trim_end_matches('/').to_owned()
    }
}
