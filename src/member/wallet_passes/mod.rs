//! Wallet passes: the member's card for Apple Wallet and Google Wallet, where the operator has set certificates.
//!
//! A pass is a copy that nobody updates, so it shows nothing that changes: the name, and the short id as a QR code. The
//! short id earns points and cannot spend any (see `counter_codes`); balance and coupons stay in the app.

mod apple;
mod google;
mod http;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::colour::Colour;
use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::short_id::ShortId;
use crate::core::members::{self, Status};
use crate::core::settings;
use crate::platform::config::Config;
use crate::platform::store::Read;

use apple::AppleIssuer;
use google::GoogleIssuer;
pub use http::routes;

/// The programme has no card for that wallet: nothing is set, or the certificate has ended.
pub const WALLET_PASS_OFF: ProblemType = ProblemType::new("wallet_pass_off", 404, "No card for this wallet");

/// A wallet that the programme has a card for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WalletKind {
    /// Apple Wallet.
    Apple,
    /// Google Wallet.
    Google,
}

/// The issuers of passes that the settings name.
#[derive(Debug, Default)]
pub struct WalletPasses {
    apple: Option<AppleIssuer>,
    google: Option<GoogleIssuer>,
}

/// The contents of a pass.
struct PassCard {
    programme: String,
    colour: Colour,
    member: MemberId,
    short_id: ShortId,
    name: String,
    language: Language,
}

impl WalletPasses {
    /// Reads the files of the settings. Fails with one error that tells all that is wrong with them.
    pub fn from_settings(config: &Config) -> anyhow::Result<Self> {
        let mut mistakes = Vec::new();
        let apple = config
            .wallet_pass
            .apple
            .enabled()
            .then(|| AppleIssuer::read(&config.wallet_pass.apple, &config.public_url, &mut mistakes));
        let google = GoogleIssuer::read(&config.wallet_pass.google, &config.public_url)
            .map_err(|error| mistakes.push(format!("{error:#}")));
        match mistakes.as_slice() {
            [] => Ok(Self { apple: apple.flatten(), google: google.ok().flatten() }),
            [one] => Err(anyhow::anyhow!("{one}")),
            many => Err(anyhow::anyhow!("wallet passes have {} mistakes:\n  {}", many.len(), many.join("\n  "))),
        }
    }

    /// The wallets that members can get a card for now.
    pub fn offered(&self, now: Timestamp) -> Vec<WalletKind> {
        let apple = self.apple.as_ref().filter(|issuer| issuer.may_sign(now)).map(|_| WalletKind::Apple);
        let google = self.google.as_ref().map(|_| WalletKind::Google);
        apple.into_iter().chain(google).collect()
    }

    /// The moment from which phones refuse new cards for Apple Wallet; `None` if the settings have none.
    pub fn apple_until(&self) -> Option<Timestamp> {
        self.apple.as_ref().map(AppleIssuer::until)
    }

    /// The reason why there is no card for Apple Wallet now although the settings have one.
    pub fn apple_obstacle(&self, now: Timestamp) -> Option<String> {
        let issuer = self.apple.as_ref().filter(|issuer| !issuer.may_sign(now))?;
        Some(match issuer.until() {
            until if until <= now => format!("its certificate ended at {until}"),
            _ => "its certificate is not valid yet".to_owned(),
        })
    }

    fn apple(&self, now: Timestamp) -> AppResult<&AppleIssuer> {
        Ok(self.apple.as_ref().filter(|issuer| issuer.may_sign(now)).ok_or(WALLET_PASS_OFF)?)
    }

    fn google(&self) -> AppResult<&GoogleIssuer> {
        Ok(self.google.as_ref().ok_or(WALLET_PASS_OFF)?)
    }
}

/// The card of a member. Fails with `not_found` for one who may not act.
fn card_of(read: &Read<'_>, id: MemberId) -> AppResult<PassCard> {
    let member = members::find(read, id)?.filter(|member| member.status == Status::Active).ok_or(NOT_FOUND)?;
    let settings = settings::current(read)?;
    Ok(PassCard {
        programme: settings.programme_name,
        colour: settings.colours.points,
        member: id,
        name: members::full_name(member.language, &member.first_name, &member.last_name),
        short_id: member.short_id,
        language: member.language,
    })
}

impl PassCard {
    /// A text of the card in a language.
    fn text(&self, language: Language, name: &str) -> String {
        messages::text(language, &format!("pass.{name}"), &[])
    }

    /// A text of the card in the member's language.
    fn own_text(&self, name: &str) -> String {
        self.text(self.language, name)
    }
}
