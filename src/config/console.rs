//! What the settings come to for the console.

use super::{Config, SecondFactor};

impl Config {
    /// Whether `public_url` is https, so that strangers can reach the server.
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
}
