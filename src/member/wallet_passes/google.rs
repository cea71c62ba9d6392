//! The card for Google Wallet: a signed token in an address of Google, which makes the card of it. Nothing is asked of
//! Google beforehand: the token holds the class, which all members share, and the member's own object.
//!
//! Google calls 1,800 characters the safe length of a token, because some browsers cut longer addresses. Therefore the
//! texts are in the member's language only.

use serde_json::{Value, json};
use url::Url;

use super::PassCard;
use crate::base::clock::Timestamp;
use crate::platform::config::GooglePass;
use crate::platform::service_account::ServiceAccount;

const SAVE: &str = "https://pay.google.com/gp/v/save/";

/// The issuer account and its key.
#[derive(Debug)]
pub(super) struct GoogleIssuer {
    account: ServiceAccount,
    issuer_id: String,
    public_url: String,
}

impl GoogleIssuer {
    /// Reads the service account of the settings; `None` if there is none.
    pub(super) fn read(settings: &GooglePass, public_url: &str) -> anyhow::Result<Option<Self>> {
        let account = ServiceAccount::read("wallet_pass.google.service_account", &settings.service_account)?;
        let (issuer_id, public_url) = (settings.issuer_id.clone(), public_url.trim_end_matches('/').to_owned());
        Ok(account.map(|account| Self { account, issuer_id, public_url }))
    }

    /// The address at which the member adds the card.
    pub(super) fn save_url(&self, card: &PassCard, now: Timestamp) -> anyhow::Result<String> {
        let claims = json!({
            "iss": self.account.client_email,
            "aud": "google",
            "typ": "savetowallet",
            "iat": now.as_millis() / 1_000,
            "origins": [self.public_url],
            "payload": { "loyaltyClasses": [self.class(card)], "loyaltyObjects": [self.object(card)] },
        });
        Ok(format!("{SAVE}{}", self.account.sign(&claims)?))
    }

    /// The id of something of this programme at Google. The host is in it, because an operator may use one issuer
    /// account for several programmes.
    fn id(&self, name: &str) -> String {
        let url = Url::parse(&self.public_url).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or("localhost");
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' };
        let host: String = host.chars().map(plain).collect();
        format!("{}.{host}_{name}", self.issuer_id)
    }

    fn class(&self, card: &PassCard) -> Value {
        json!({
            "id": self.id("card"),
            "issuerName": card.programme,
            "programName": card.programme,
            "programLogo": { "sourceUri": { "uri": format!("{}/icons/maskable-512.png", self.public_url) } },
            "hexBackgroundColor": card.colour,
            "reviewStatus": "UNDER_REVIEW",
        })
    }

    /// The member's card. A replaced member code makes another object, because Google keeps an object as it was added.
    fn object(&self, card: &PassCard) -> Value {
        let number = card.short_id.in_fours();
        json!({
            "id": self.id(card.short_id.as_str()),
            "classId": self.id("card"),
            "state": "ACTIVE",
            "accountName": card.name,
            "accountId": number,
            "barcode": { "type": "QR_CODE", "value": card.short_id, "alternateText": number },
            "textModulesData": [{ "id": "use", "header": card.own_text("earns"), "body": card.own_text("in_app") }],
        })
    }
}
