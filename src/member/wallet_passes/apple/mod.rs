//! The card for Apple Wallet: a zip archive with the card as JSON, its texts and pictures, the digests of all of them, and
//! a signature of the digests.

mod archive;
mod certificate;
mod cms;
mod der;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use anyhow::{Context, anyhow};
use serde_json::{Value, json};
use sha1::{Digest, Sha1};

use super::PassCard;
use crate::base::clock::Timestamp;
use crate::base::colour::Colour;
use crate::base::language::Language;
use crate::base::rsa_signer::RsaSigner;
use crate::member::media::{PictureOptions, rework};
use crate::platform::config::ApplePass;
use crate::platform::http::assets;

use certificate::{PassCertificate, UNIT, USER_ID};

/// The pictures and their sides in pixels: the icon of messages, and the logo above the card.
const PICTURES: [(&str, u32); 6] = [
    ("icon.png", 29),
    ("icon@2x.png", 58),
    ("icon@3x.png", 87),
    ("logo.png", 50),
    ("logo@2x.png", 100),
    ("logo@3x.png", 150),
];
/// The icon of the web app that they are made of.
const SOURCE: &str = "icon-192.png";
/// The texts of the card that Wallet shows in the language of the phone.
const TEXTS: [&str; 9] = ["description", "member", "code", "use", "earns", "balance", "in_app", "app", "safe"];
/// The colour of text on a programme's colour, as in the web app.
const INK: Colour = Colour::new(0xff, 0xfd, 0xf8);

/// The files of a card by name.
type CardFiles = Vec<(String, Vec<u8>)>;

static DRAWN: LazyLock<Result<CardFiles, String>> = LazyLock::new(|| {
    let source = assets::icon(SOURCE).ok_or("this binary was built without the icons of the web app")?;
    let drawn = |(name, side): (&str, u32)| {
        let picture = rework(&source, PictureOptions { max_size: Some(side), ..PictureOptions::default() });
        picture.map(|picture| (name.to_owned(), picture.bytes)).map_err(|_| format!("{SOURCE} is no picture"))
    };
    PICTURES.into_iter().map(drawn).collect()
});

/// The certificate of a pass type and its key.
#[derive(Debug)]
pub(super) struct AppleIssuer {
    certificate: PassCertificate,
    intermediate: PassCertificate,
    key: RsaSigner,
    pass_type: String,
    team: String,
    public_url: String,
}

impl AppleIssuer {
    /// Reads the files of the settings. `None` where one cannot be used; all that is wrong is added to `mistakes`.
    pub(super) fn read(settings: &ApplePass, public_url: &str, mistakes: &mut Vec<String>) -> Option<Self> {
        let before = mistakes.len();
        let mut add = |outcome: anyhow::Error| mistakes.push(format!("{outcome:#}"));
        let certificate = PassCertificate::read("wallet_pass.apple.certificate", &settings.certificate);
        let intermediate = PassCertificate::read("wallet_pass.apple.intermediate", &settings.intermediate);
        let key = read_key(settings.key.expose().trim());
        let certificate = certificate.map_err(&mut add).ok();
        let intermediate = intermediate.map_err(&mut add).ok();
        let key = key.map_err(&mut add).ok();
        if let Some(certificate) = &certificate {
            let file = &settings.certificate;
            let (pass_type, team) = (certificate.attribute(USER_ID), certificate.attribute(UNIT));
            if pass_type != settings.pass_type {
                add(anyhow!(
                    "wallet_pass.apple.pass_type is {}, and {file} is the certificate of «{pass_type}»",
                    settings.pass_type
                ));
            }
            if team != settings.team {
                add(anyhow!(
                    "wallet_pass.apple.team is {}, and {file} is a certificate of the team «{team}»",
                    settings.team
                ));
            }
            if key.as_ref().is_some_and(|key| key.public_key() != certificate.public_key) {
                add(anyhow!("wallet_pass.apple.key is not the key of the certificate {file}"));
            }
            if intermediate.as_ref().is_some_and(|intermediate| intermediate.subject != certificate.issuer) {
                add(anyhow!(
                    "wallet_pass.apple.intermediate {} did not issue {file}; the certificate of Apple has a generation \
                     such as G4, which must be the same",
                    settings.intermediate
                ));
            }
        }
        if mistakes.len() > before {
            return None;
        }
        Some(Self {
            certificate: certificate?,
            intermediate: intermediate?,
            key: key?,
            pass_type: settings.pass_type.clone(),
            team: settings.team.clone(),
            public_url: public_url.to_owned(),
        })
    }

    /// The end of the validity of both certificates.
    pub(super) fn until(&self) -> Timestamp {
        self.certificate.until.min(self.intermediate.until)
    }

    /// Whether phones accept a card that is signed at that moment.
    pub(super) fn may_sign(&self, now: Timestamp) -> bool {
        self.certificate.from <= now && now < self.until()
    }

    /// The card of a member, as a file that Wallet opens.
    pub(super) fn pass(&self, card: &PassCard, now: Timestamp) -> anyhow::Result<Vec<u8>> {
        let mut files = vec![("pass.json".to_owned(), serde_json::to_vec(&self.contents(card))?)];
        let languages = [(Language::En, "en"), (Language::Zh, "zh-Hans"), (Language::Zhhk, "zh-Hant")];
        files.extend(
            languages.map(|(language, folder)| (format!("{folder}.lproj/pass.strings"), strings(card, language))),
        );
        files.extend(DRAWN.as_ref().map_err(|error| anyhow!("{error}"))?.iter().cloned());
        let digests: BTreeMap<&str, String> = files.iter().map(|(name, bytes)| (name.as_str(), hex(bytes))).collect();
        let manifest = serde_json::to_vec(&digests)?;
        let signature = cms::detached_signature(&self.key, &self.certificate, &self.intermediate, &manifest, now)?;
        files.push(("manifest.json".to_owned(), manifest));
        files.push(("signature".to_owned(), signature));
        Ok(archive::packed(&files))
    }

    /// `pass.json`. The serial number is the member's, so that a card with a new member code replaces the old one.
    fn contents(&self, card: &PassCard) -> Value {
        let number = card.short_id.in_fours();
        let field =
            |key: &str, label: &str, value: &str| json!({ "key": key, "label": card.own_text(label), "value": value });
        json!({
            "formatVersion": 1,
            "passTypeIdentifier": self.pass_type,
            "teamIdentifier": self.team,
            "serialNumber": card.member.to_string(),
            "organizationName": card.programme,
            "description": card.own_text("description"),
            "logoText": card.programme,
            "foregroundColor": rgb(INK),
            "labelColor": rgb(INK),
            "backgroundColor": rgb(card.colour),
            "sharingProhibited": true,
            "barcodes": [{
                "format": "PKBarcodeFormatQR",
                "message": card.short_id,
                "messageEncoding": "iso-8859-1",
                "altText": number,
            }],
            "storeCard": {
                "primaryFields": [field("member", "member", &card.name)],
                "secondaryFields": [field("code", "code", &number), field("use", "use", &card.own_text("earns"))],
                "backFields": [
                    field("balance", "balance", &card.own_text("in_app")),
                    field("safe", "use", &card.own_text("safe")),
                    field("app", "app", &self.public_url),
                ],
            },
        })
    }
}

/// Reads the key: the PEM itself, or the file that holds it.
fn read_key(given: &str) -> anyhow::Result<RsaSigner> {
    const SETTING: &str = "wallet_pass.apple.key";
    let pem = match given.contains("-----BEGIN") {
        true => given.to_owned(),
        false => std::fs::read_to_string(given).with_context(|| format!("{SETTING} {given} cannot be read"))?,
    };
    RsaSigner::read(&pem).context(SETTING)
}

/// The texts of the card in a language, by those in the member's own, which a phone in another language shows.
fn strings(card: &PassCard, language: Language) -> Vec<u8> {
    let quoted = |text: String| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    let line = |name: &&str| format!("{} = {};\n", quoted(card.own_text(name)), quoted(card.text(language, name)));
    TEXTS.iter().map(line).collect::<String>().into_bytes()
}

fn rgb(colour: Colour) -> String {
    let [red, green, blue] = colour.parts();
    format!("rgb({red}, {green}, {blue})")
}

/// The digest that Wallet compares: SHA-1, which the format prescribes.
fn hex(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
