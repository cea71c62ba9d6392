//! The settings of the member's card in Apple Wallet and Google Wallet, and their checks. The part that makes the cards
//! reads the files that are named here, and checks them.

use serde::{Deserialize, Serialize};

use super::SecretText;
use super::mistakes::ConfigErrors;

sections! {
    /// The member's card in the wallet of a phone.
    WalletPass {
        /// See [`ApplePass`].
        apple: ApplePass = ApplePass::default(),
        /// See [`GooglePass`].
        google: GooglePass = GooglePass::default(),
    }
    /// The card in Apple Wallet; none while all are empty.
    ApplePass {
        /// A file with the certificate of the pass type, PEM.
        certificate: String = String::new(),
        /// Its private key: the PEM, or the file that holds it.
        key: SecretText = SecretText::default(),
        /// A file with Apple's certificate that issued it, PEM.
        intermediate: String = String::new(),
        /// The identifier of the pass type.
        pass_type: String = String::new(),
        /// The identifier of the team at Apple.
        team: String = String::new(),
    }
    /// The card in Google Wallet; none while all are empty.
    GooglePass {
        /// The number of the issuer.
        issuer_id: String = String::new(),
        /// The service account that signs cards: its JSON, or the file that holds it.
        service_account: SecretText = SecretText::default(),
    }
}

impl ApplePass {
    /// Whether there is a card for Apple Wallet.
    pub fn enabled(&self) -> bool {
        self.filled().iter().any(|(_, filled)| *filled)
    }

    fn filled(&self) -> [(&'static str, bool); 5] {
        [
            ("certificate", !self.certificate.is_empty()),
            ("key", !self.key.is_empty()),
            ("intermediate", !self.intermediate.is_empty()),
            ("pass_type", !self.pass_type.is_empty()),
            ("team", !self.team.is_empty()),
        ]
    }
}

impl GooglePass {
    /// Whether there is a card for Google Wallet.
    pub fn enabled(&self) -> bool {
        self.filled().iter().any(|(_, filled)| *filled)
    }

    fn filled(&self) -> [(&'static str, bool); 2] {
        [("issuer_id", !self.issuer_id.is_empty()), ("service_account", !self.service_account.is_empty())]
    }
}

impl WalletPass {
    pub(super) fn check(&self, mistakes: &mut ConfigErrors) {
        add_missing("wallet_pass.apple", &self.apple.filled(), mistakes);
        add_missing("wallet_pass.google", &self.google.filled(), mistakes);
        let ApplePass { pass_type, team, .. } = &self.apple;
        let name = pass_type.strip_prefix("pass.").unwrap_or_default();
        let sound = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
        if !pass_type.is_empty() && !sound {
            mistakes.add(format!(
                "wallet_pass.apple.pass_type «{pass_type}» is no identifier such as pass.hk.example.points"
            ));
        }
        let sound = team.len() == 10 && team.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if !team.is_empty() && !sound {
            mistakes.add(format!("wallet_pass.apple.team «{team}» is no identifier of ten letters and digits"));
        }
        let issuer = &self.google.issuer_id;
        if !issuer.is_empty() && (issuer.len() > 20 || !issuer.bytes().all(|byte| byte.is_ascii_digit())) {
            mistakes.add(format!("wallet_pass.google.issuer_id «{issuer}» is no number such as 3388000000012345678"));
        }
    }
}

/// Adds each empty setting of a section in which another one is filled.
fn add_missing(section: &str, settings: &[(&str, bool)], mistakes: &mut ConfigErrors) {
    if settings.iter().all(|(_, filled)| !filled) {
        return;
    }
    for (name, _) in settings.iter().filter(|(_, filled)| !filled) {
        mistakes.add(format!("{section}.{name} is empty, and other settings of {section} are not: it needs all"));
    }
}
